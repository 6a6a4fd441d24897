"""The log: its lines, its writer and reader, its folder, and the proof that a log is sound."""

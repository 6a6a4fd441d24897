"""A tournament: its config, its schedule, and the run."""

"""Doing the same work for many numbers: in line, in processes, on other machines. No cards here."""

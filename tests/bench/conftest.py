"""What pytest must not import to look for doctests: the peers may not be installed."""

collect_ignore = ["openspiel_tasks.py", "rlcard_tasks.py"]

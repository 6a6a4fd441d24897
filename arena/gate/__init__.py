"""The gate: is a candidate better than, or no worse than, a baseline? Sequential tests on pairs."""

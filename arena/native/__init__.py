"""Compiled or pure Python: the modules that are compiled, the build that does it, what runs now.

Nothing that plays, reads or ranks may ask which form runs: both are one text, with the same bytes.
"""

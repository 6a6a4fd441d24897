"""The game: cards, rules, one round, and the Hollywood sheet. Pure: no clock, no chance, no I/O.

Read in this order: `cards`, `melding`, `kernel`, `rules`, `actions`, `round`, `result`, `sheet`.
"""

"""Calculators for card players and scripts: a hand, a showdown, a sheet. Plain data in and out."""

"""Standings: what a log says of who is better, with error bars."""

"""Hollywood Gin arena: tournaments between gin rummy bots, with sealed deals and replayable logs.

The public Python interface is `arena.api`.
"""

__version__ = "0.1.0"

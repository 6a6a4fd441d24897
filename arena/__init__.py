"""Hollywood Gin arena: tournaments between gin rummy bots, with sealed deals and replayable logs.

The public Python interface is `arena.api`.
"""

import os

__version__ = "0.1.0"

if "ARENA_PURE" in os.environ:
    from arena.native.pure import obey_switch

    obey_switch()

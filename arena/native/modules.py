"""The modules that are compiled where a C compiler is found. A line here is all that it takes."""

MODULES = (
    "arena.dealer",
    "arena.gin.cards",
    "arena.gin.chance",
    "arena.gin.deal",
    "arena.gin.hints",
    "arena.gin.kernel",
    "arena.gin.legal",
    "arena.gin.melding",
    "arena.gin.notation",
    "arena.gin.policy",
    "arena.gin.result",
    "arena.gin.rollout",
    "arena.gin.round",
    "arena.gin.settlement",
    "arena.gin.sheet",
    "arena.gin.showdown",
    "arena.log.script",
    "arena.table.driver",
    "arena.table.scribe",
    "arena.table.sight",
    "arena.table.table",
)

GROUP = "hollywood_gin_arena"
"""Compiled together, they call each other without Python in between.

Their code is in one library, `GROUP` and `__mypyc`, at the top of the installation: mypyc works out
from its place where the modules are.
"""

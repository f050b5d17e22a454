"""Learning to play: the game as a PettingZoo environment, what a seat sees as arrays, and many games at once.

It comes with ``pip install "tilery[env]"``; nothing else needs it. The parts load when they are asked for, so that the
encoders do without PettingZoo.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilery.errors import TileryError

if TYPE_CHECKING:
    from tilery.env.aec import ActionSpace, Rewards, TileryEnv, env
    from tilery.env.candidates import TileOption, complete, options
    from tilery.env.encoding import FIELDS, encode_tables, encode_tiles, encode_view, tiles_of
    from tilery.env.many import AfterStep, ManyGames

__all__ = [
    "FIELDS",
    "ActionSpace",
    "AfterStep",
    "ManyGames",
    "Rewards",
    "TileOption",
    "TileryEnv",
    "complete",
    "encode_tables",
    "encode_tiles",
    "encode_view",
    "env",
    "options",
    "tiles_of",
]

_HOMES = {
    "aec": ("ActionSpace", "Rewards", "TileryEnv", "env"),
    "many": ("AfterStep", "ManyGames"),
    "encoding": ("FIELDS", "encode_tables", "encode_tiles", "encode_view", "tiles_of"),
    "candidates": ("TileOption", "complete", "options"),
}


def __getattr__(name: str) -> Any:
    """Load a part when it is first asked for."""
    for module, names in _HOMES.items():
        if name in names:
            try:
                value = getattr(import_module(f"tilery.env.{module}"), name)
            except ModuleNotFoundError as error:
                if error.name not in ("numpy", "pettingzoo", "gymnasium"):
                    raise
                text = f'tilery.env needs {error.name}, which is not installed: pip install "tilery[env]"'
                raise TileryError("extra", text) from None
            globals()[name] = value
            return value
    raise AttributeError(f"module 'tilery.env' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is, loaded or not: for completion, ``dir`` and ``help``."""
    return sorted({*globals(), *__all__})

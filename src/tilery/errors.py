"""What can be wrong with something given to Tilery."""

from __future__ import annotations

__all__ = ["InternalError", "TileryError"]


class TileryError(ValueError):
    """Bad input: text that cannot be read, a rule that cannot hold, an impossible position.

    Every error has a stable ``code`` for programs and a sentence for people.

    >>> str(TileryError("notation", "'x7' is not a tile"))
    "'x7' is not a tile"
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text

    def __reduce__(self) -> tuple[type[TileryError], tuple[str, str]]:
        return type(self), (self.code, self.text)


class InternalError(RuntimeError):
    """A bug: something within Tilery does not add up, whatever it was given.

    >>> InternalError("the sets do not add up").code
    'internal'
    """

    code = "internal"

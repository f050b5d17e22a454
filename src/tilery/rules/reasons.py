"""Why a set is not legal (being written)."""

from typing import NamedTuple


class Reason(NamedTuple):
    code: str
    text: str


def explain(tiles, mirror):
    return (Reason("not-a-set", "neither a group nor a run"),)

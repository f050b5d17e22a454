from collections.abc import Sequence

from typing_extensions import Buffer

class Games:
    solves: int
    kernel_seconds: float

    def __init__(self, seats: int, numbers: dict[str, int], order: Buffer, weight: Buffer) -> None: ...
    def time_kernel(self) -> None: ...
    def play(self, seed: int, first: int, policies: Sequence[int], rows: Buffer) -> None: ...
    def moves(self, seed: int, number: int, policies: Sequence[int]) -> tuple[bytes, int, list[bytes]]: ...
    def evaluate(
        self,
        position: Buffer,
        candidates: Buffer,
        policies: Buffer,
        stuck: Buffer,
        numbers: Buffer,
        seed: int,
        first: int,
        worlds: int,
        results: Buffer,
        most_solves: int,
        budget_ns: int = 0,
    ) -> int: ...

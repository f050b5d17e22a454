from typing_extensions import Buffer

STATUSES: dict[str, int]

def solve(
    must: Buffer,
    may: Buffer,
    weights: Buffer,
    mirror: int = 0,
    threshold: int = 0,
    deadline_ns: int = 0,
    cancel: Buffer | None = None,
    lies: bool = False,
) -> tuple[int, int, bytes, tuple[bytes, ...]]: ...
def solve_many(
    must: Buffer,
    may: Buffer,
    weights: Buffer,
    status: Buffer,
    weight: Buffer,
    played: Buffer,
    mirror: int = 0,
    threshold: int = 0,
    deadline_ns: int = 0,
    nanoseconds: Buffer | None = None,
    cancel: Buffer | None = None,
    lies: Buffer | None = None,
) -> None: ...

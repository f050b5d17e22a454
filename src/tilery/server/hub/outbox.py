"""What waits to be sent to other processes."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from tilery.server.hub.notices import LIMIT, Notice, Present

__all__ = ["Outbox"]

SPARE = 500
"""Bytes left in a parcel for the name of its process."""

Key = tuple[type[Notice], str]
Waiting = tuple[Key, bytes]


class Outbox:
    """A bounded queue of encoded notices; a newer one takes the place of the older of its sort and table.

    Too many, and the oldest ``Present`` goes first: it is repeated anyway. ``Present`` is also sent last.

    >>> from tilery.server.hub.notices import ChangeNotice
    >>> outbox = Outbox(2)
    >>> [outbox.put(ChangeNotice(table, 1)) for table in ("kitchen", "kitchen", "attic", "cellar")]
    [0, 0, 0, 1]
    >>> [table for (_, table), _ in outbox.take(10)]
    ['attic', 'cellar']
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._news: OrderedDict[Key, bytes] = OrderedDict()
        self._presence: OrderedDict[Key, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._news) + len(self._presence)

    def put(self, notice: Notice) -> int:
        """Queue a notice, and say how many were dropped: it alone if it cannot travel, or else the oldest."""
        try:
            data = msgspec.json.encode(notice)
            key = (type(notice), notice.table)
        except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
            return 1
        if len(data) > LIMIT - SPARE:
            return 1
        self._side(key)[key] = data
        return self._shrink()

    def take(self, many: int) -> list[Waiting]:
        """Take out the next notices, the oldest first."""
        batch: list[Waiting] = []
        while len(batch) < many and (side := self._news or self._presence):
            batch.append(side.popitem(last=False))
        return batch

    def give_back(self, batch: list[Waiting]) -> int:
        """Put back what could not be sent where nothing newer has come, and say how many were dropped."""
        for key, data in reversed(batch):
            side = self._side(key)
            if key not in side:
                side[key] = data
                side.move_to_end(key, last=False)
        return self._shrink()

    def _side(self, key: Key) -> OrderedDict[Key, bytes]:
        return self._presence if key[0] is Present else self._news

    def _shrink(self) -> int:
        over = max(0, len(self) - self._size)
        for _ in range(over):
            (self._presence or self._news).popitem(last=False)
        return over

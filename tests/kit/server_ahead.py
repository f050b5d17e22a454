"""A server as a program for tests: settings as JSON, and a clock that may be ahead, so that what is due in days is due.

The clock is set before the server is imported, which takes it as it finds it.
"""

from __future__ import annotations

import sys
import time

BOT_LATE = 2.0
"""Seconds until another server asks the bot whose server has died, so that tests need not wait long for it."""

if __name__ == "__main__":
    real, ahead = time.time, float(sys.argv[2])
    time.time = lambda: real() + ahead

    import msgspec

    from tilery.server.serve import serve
    from tilery.server.settings import Settings
    from tilery.server.table import clock

    clock.BOT_LATE = BOT_LATE
    serve(msgspec.json.decode(sys.argv[1], type=Settings))

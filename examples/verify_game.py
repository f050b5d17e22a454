"""Verify the draws of a record with Python alone, by docs/fairness.md: python verify_game.py FILE"""

import fileinput
import json
import sys
from hashlib import sha256
from itertools import count, takewhile


def draws_hold(game, events):
    """Whether every tile follows from the secret committed to and the players' words."""
    seats, size, tiles = range(len(game["names"])), game["rules"]["rack_size"], game["rules"]["tile_set"]
    words = {event["seat"]: event["words"] for event in events if event["event"] == "contributed"}
    secret = bytes.fromhex(events[-1].get("secret") or sys.exit("a game without an end has no secret yet"))
    key = sha256(secret + b"".join(sha256(words.get(seat, "").encode()).digest() for seat in seats)).digest()
    first = [f"{colour}{number}" for colour in "krby" for number in range(1, 14) for _ in range(tiles["copies"])]
    first += [letter for letter, number in zip("jdcm", tiles["jokers"], strict=True) for _ in range(number)]
    for order, head in ((deal := first.copy(), key + b"deal"), (first, key + b"starting draw")):
        parts = (sha256(head + (i // 4).to_bytes(4, "big")).digest()[i % 4 * 8 :][:8] for i in count())
        for n in range(len(order), 1, -1):
            other = next(x for part in parts if (x := int.from_bytes(part, "big")) < 2**64 // n * n) % n
            order[n - 1], order[other] = order[other], order[n - 1]
    draws, tied = [], list(seats)
    while len(tied) > 1:
        draws.append([first.pop(0) if seat in tied else "" for seat in seats])
        tied = [seat for seat in tied if draws[-1][seat][1:].zfill(2) == max(kind[1:].zfill(2) for kind in draws[-1])]
    racks, pool = [" ".join(deal[seat * size :][:size]) for seat in seats], " ".join(deal[len(seats) * size :])
    fair = {"event": "started", "draws": draws, "starter": tied[0], "racks": racks, "pool": pool} in events
    fair &= f"{pool} ".startswith("".join(event["tiles"] + " " for event in events if event["event"] == "drew"))
    return fair and sha256(secret).hexdigest() == game["commitment"]


try:  # the file that is named, or else what comes in
    with fileinput.input(encoding="utf-8") as file:
        lines = [line for text in file if (line := json.loads(text))["tilery"]]
    for game in [line for line in lines if line["tilery"] == "game"] or sys.exit("there is no game in this file"):
        moves = takewhile(lambda line: line["tilery"] == "move", lines[lines.index(game) + 1 :])
        held = draws_hold(game, [event for move in moves for event in move["events"]])
        print("draws proven") if held else sys.exit("draws NOT proven")
except OSError as error:
    sys.exit(f"{error.filename} cannot be read: {error.strerror}")
except (AttributeError, LookupError, TypeError, ValueError):
    sys.exit("this is not the record of a game")

"""An engine by docs/engine-protocol.md: lays the sets on its rack, adds tiles to those of the table, or draws."""

import json
import sys

SETS = [{f"{c}{n}" for n in range(low, high)} for c in "krby" for low in range(1, 12) for high in range(low + 3, 15)]
SETS += [{f"{c}{n}" for c in colours} for colours in ("krby", "krb", "kry", "kby", "rby") for n in range(1, 14)]
SETS = sorted(map(frozenset, SETS), key=lambda tiles: (-len(tiles), sorted(tiles)))
FITS = {(less, tile) for more in SETS for last in more if (less := more - {last}) in SETS for tile in (last, "j")}


def choose(view, opening):
    """What to do: the fields of an action."""
    table, rack, worth = [s.split() for s in view["table"].split("|") if s], view["rack"].split(), 0
    opened, had = view["opened"][view["seat"]], len(rack)
    for tiles in SETS:
        while tiles <= set(rack):
            table.append([rack.pop(rack.index(tile)) for tile in sorted(tiles)])
            worth += sum(int(tile[1:]) for tile in tiles)
    while opened and (fit := [(tiles, t) for tiles in table for t in rack if (frozenset(tiles), t) in FITS]):
        fit[0][0].append(rack.pop(rack.index(fit[0][1])))
    if len(rack) < had and (opened or worth >= opening):
        return {"do": "play", "table": " | ".join(map(" ".join, table)), "why": f"{had - len(rack)} tiles go at once"}
    return {"do": "draw" if view["pool"] else "pass"}


for message in map(json.loads, sys.stdin):
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "Python example"}), flush=True)
    elif message["type"] == "game":
        opening = message["rules"]["opening"]
    elif message["type"] == "turn":
        answer = {"type": "action", "number": message["number"], **choose(message["view"], opening)}
        print(json.dumps(answer), flush=True)

"""What could have been laid? ``python missed_tiles.py RECORD`` replays a game and prints every tile that was missed."""

import sys
from pathlib import Path

from tilery import GameRecord, Question, Tiles, read_record
from tilery.game import Draw, Play


def main(path: str) -> None:
    """Replay the game in a file."""
    record, damage = read_record(Path(path).read_text("utf-8"))
    if damage is not None or not isinstance(record, GameRecord):
        sys.exit(f"{path}: {damage or 'this is no record of one game'}")
    for move in record.replayed():
        if not isinstance(move.action, Draw | Play):
            continue
        game, seat = move.before, move.action.seat
        best = Question(game.rules, game.table, game.racks[seat], opened=game.opened[seat]).best()
        laid = len(game.racks[seat]) - len(move.after.racks[seat]) if isinstance(move.action, Play) else 0
        if best is not None and best.tiles > laid:
            could = Tiles(best.played).sorted()
            print(f"move {move.number}: {record.names[seat]} laid {laid} and could have laid {best.tiles}: {could}")


if __name__ == "__main__":
    main(sys.argv[1])

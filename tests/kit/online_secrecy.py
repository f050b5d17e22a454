"""What a seat may know, worked out from the store alone, and every byte it was sent compared with that.

``check`` knows of every message which fields it has and which value each of them must have for this seat at this
revision; whatever else there is in a message is a leak.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from tests.kit.online import Host, Player
from tests.kit.online_truth import Moment, Truth
from tilery.bots import LADDER
from tilery.notation import Table, Tiles
from tilery.rules.turn import judge
from tilery.solver import Question
from tilery.wire import to_plain

__all__ = ["Frame", "LeakError", "Recorder", "check"]

_TILE = re.compile(r"\b(?:[krby](?:1[0-3]|[1-9])|[jdcm])\b")
_FIELDS = {
    "state": "tell version revision now you terms table game draft position lines present muted behind drafted watcher "
    "covered before moves removed",
    "change": "tell revision now events position",
    "done": "tell id revision",
    "refused": "tell id revision code text defects more",
    "verdict": "tell id revision legal played value opening_value defects more number table",
    "hint": "tell id revision step tiles goes_out played table moves",
    "said": "tell number at seat name text emote",
    "presence": "tell seats spectators",
    "pong": "tell id now revision",
    "closing": "tell code text again",
    "table": "phase host seats match number games entries winners commitment game turn turn_at due pause abandoned "
    "watchers pace",
    "watcher": "name agreed declined",
    "seat": "kind name level ready words stand_in left bank face",
}
_HIDDEN = {"player", "secret", "words", "deadline", "guest", "forgotten"}
_WORDS = {"gathering", "playing", "between", "over", "open", "person", "bot", *(rung.name for rung in LADDER)}


class LeakError(AssertionError):
    """A message says what this seat may not know, or what is not so."""


class Frame(NamedTuple):
    """Bytes received, and when by the server's clock."""

    at: float
    data: bytes


class Recorder(Player):
    """A player who keeps every byte with its time, and every command sent."""

    def __init__(self, host: Host, table: str, seat: int | None = None, clock: Callable[[], float] = time.time) -> None:
        super().__init__(host, table, seat, keep=True)
        self.frames: list[Frame] = []
        self.sent: dict[str, dict[str, Any]] = {}
        self._clock = clock

    async def _hear(self, message: dict[str, Any]) -> None:
        assert self.heard is not None
        self.frames.append(Frame(self._clock(), self.heard.pop()))
        await super()._hear(message)

    async def send(self, command: dict[str, Any]) -> str:
        id = await super().send(command)
        self.sent[id] = command
        return id


# What one connection was sent


def _drawn(game: dict[str, Any], seat: int) -> Tiles:
    """The tile just drawn with which this seat may free a joker, if it is to move."""
    return Tiles(game["drawn"]) if seat == game["turn"] else Tiles()


def check(
    recorder: Recorder, truth: Truth, *, delay: float = 0, strangers: Iterable[str] = (), drafts: Iterable[str] = ()
) -> Counter[str]:
    """Every message of a connection is what its guest may know, to the letter; how many of each sort there were.

    ``strangers`` are texts that must not occur at all: who others are, what is said at other tables. ``drafts``
    are all that this guest has sent as drafts from any device.
    """
    return _Checker(recorder, truth, delay, tuple(strangers), set(drafts)).run()


class _Checker:
    def __init__(
        self, recorder: Recorder, truth: Truth, delay: float, strangers: tuple[str, ...], drafts: set[str]
    ) -> None:
        self.recorder, self.truth, self.delay = recorder, truth, delay
        self.strangers, self.drafts = strangers, drafts
        self.guest: str = recorder.host.guest["id"]
        self.behind = False
        self.held: int | None = None
        self.uncovered = 0
        self.kept_out: bool = truth.terms["spectators"] == "none"

    def run(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for frame in self.recorder.frames:
            message = msgspec.json.decode(frame.data)
            self._scan(frame.data.decode(), message)
            same(set(message), set(_FIELDS[message["tell"]].split()), "the fields of", message)
            getattr(self, f"_{message['tell']}")(message, frame.at)
            found[message["tell"]] += 1
            found["bytes"] += len(frame.data)
        return found

    def _scan(self, text: str, message: dict[str, Any]) -> None:
        """Nothing that is never told, and nothing before its time."""
        for stranger in self.strangers:
            same(stranger in text, False, f"{stranger!r} in", message)
        revision = message["revision"] if message["tell"] in ("state", "change") else -1
        for secret, end in self.truth.ends.items():
            same(secret in text and revision < end, False, "a secret before the end in", message)
        for words, began in self.truth.words.items():
            early = words in text and revision < began
            same(early, False, "words before the start in", message)

    def _moment(self, message: dict[str, Any]) -> Moment:
        revision: int = message["revision"]
        return self.truth.moments[revision]

    def _seat(self, message: dict[str, Any]) -> int | None:
        """The seat a message is for: around one screen, in a game, the one of who has last said that they have it."""
        own = self.truth.seats(self.guest, message["revision"])
        if self.held in own:
            return self.held
        return own[0] if own and (len(own) == 1 or not self.truth.playing(message["revision"])) else None

    def _sees_racks(self, message: dict[str, Any], at: float) -> bool:
        """Whether this is to a spectator who sees racks; then it must not be too early."""
        revision = message["revision"]
        if self.truth.seats(self.guest, revision) or not self.truth.began(revision):
            return False  # around one screen nobody may have it yet, but they are no spectators
        same(self.kept_out, False, "a spectator is told", message)
        if self.behind:
            same(self.truth.terms["spectators"], "racks", "racks in", message)
            same(self.truth.may_see_racks(self.guest, at), True, "let in:", message)
            same(at >= self._moment(message).at + self.delay - 0.005, True, "not too early:", message)
        return self.behind

    def _change(self, message: dict[str, Any], at: float) -> None:
        moment, seat = self._moment(message), self._seat(message)
        all_racks = self._sees_racks(message, at)
        same(message["events"], self._happened(moment, seat, all_racks), "events of", message)
        same(message["now"], moment.at, "the time of", message)
        self._position(message, moment)

    def _happened(self, moment: Moment, seat: int | None, all_racks: bool) -> list[dict[str, Any]]:
        """What everybody may hear of what happened at the table, and this seat of what happened in the game."""
        told = []
        for event in moment.happened:
            seen = {name: value for name, value in event.items() if name not in _HIDDEN}
            match event["event"]:
                case "opened" | "awaited":
                    continue
                case "sat" | "watch-asked":
                    seen["name"] = self.truth.people[event["player"]].name
                case "renamed":
                    seen["name"] = self.truth.people[event["player"]].name
                case "readied" | "rematch-wanted" if "words" in event:
                    seen["words"] = True
                case "began" | "moved":
                    seen["events"] = [_seen(each, seat, all_racks) for each in moment.events]
                    seen.pop("at", None)
                    if not event.get("bank"):
                        seen.pop("bank", None)
                    if any(move["action"]["do"] == "time-out" for move in moment.moves):
                        seen["timed_out"] = True
                case "bank-spent":
                    seen = {name: value for name, value in seen.items() if name != "left"}
                    if left := round(event["left"], 1):
                        seen["left"] = left
                case "game-ended":
                    seen["commitment"] = self.truth.commitments[moment.ended]
                case _:
                    pass
            told.append(seen)
        return told

    def _state(self, message: dict[str, Any], at: float) -> None:
        self._cover(message)
        moment, seat = self._moment(message), self._seat(message)
        self.behind = message["behind"] > 0
        all_racks = self._sees_racks(message, at)
        same(message["you"], seat, "you in", message)
        same(message["terms"], self.truth.terms, "the terms in", message)
        same(message["draft"] is None or message["draft"] in self.drafts, True, "own draft in", message)
        same(message["drafted"] > 0, message["draft"] is not None, "a number without a draft in", message)
        passes = (message["game"] or {}).pop("passes", 0)
        same(isinstance(passes, int), True, "passes in", message)
        same(message["game"], self._game(moment, seat, all_racks), "the game in", message)
        same(message["moves"], self._moves(message, seat, all_racks), "the last moves in", message)
        same(message["before"], self._before(message), "the table before them in", message)
        self._public(message, moment)
        for line in message["lines"]:
            self._said(line, at)
        self._presence(message["present"], at)
        same((message["version"], all(isinstance(n, int) for n in message["muted"])), (2, True), "in", message)
        same(isinstance(message["behind"], int) and isinstance(message["now"], float), True, "in", message)

    def _cover(self, message: dict[str, Any]) -> None:
        """Around one screen each time a rack comes to be seen somebody has said who they are."""
        around = self.truth.playing(message["revision"]) and len(self.truth.seats(self.guest, message["revision"])) > 1
        same(message["covered"] and not around, False, "covered for nothing:", message)
        if not around:
            self.held = message["you"]  # any seat of their own: nothing is hidden from the others around the screen
            return
        held = None if message["covered"] else message["you"]
        if held is not None and held != self.held:
            self.uncovered += 1
            said = sum(sent["do"] == "i-am" and sent["seat"] == held for sent in self.recorder.sent.values())
            same(self.uncovered <= said, True, "a rack before anybody said who they are:", message)
        self.held = held

    def _moved(self, message: dict[str, Any]) -> list[Moment]:
        """Every move of the game being played up to this state."""
        begun = [moment for moment in self.truth.moments[: message["revision"] + 1] if moment.begun]
        game = [moment for moment in begun if moment.begun == begun[-1].begun]
        return [moment for moment in game if any(event["event"] == "moved" for event in moment.happened)]

    def _moves(self, message: dict[str, Any], seat: int | None, all_racks: bool) -> list[dict[str, Any]]:
        """The last two rounds, as this seat was told of them."""
        last = self._moved(message)[-2 * len(message["table"]["seats"]) :]
        told = [event for moment in last for event in self._happened(moment, seat, all_racks)]
        return [event for event in told if event["event"] == "moved"]

    def _before(self, message: dict[str, Any]) -> str:
        """The table as it lay before them."""
        earlier = self._moved(message)[: -2 * len(message["table"]["seats"])]
        return str(earlier[-1].game["table"]) if earlier and earlier[-1].game else ""

    def _game(self, moment: Moment, seat: int | None, all_racks: bool) -> dict[str, Any] | None:
        game = moment.game
        if game is None:
            return None
        return {
            "seat": seat,
            "revision": game["events"],
            "phase": "playing" if game["result"] is None else "over",
            "commitment": self.truth.commitments[moment.begun - 1],
            "contributions": game["contributions"],
            "draws": game["draws"],
            "starter": game["starter"],
            "turn": game["turn"],
            "table": str(game["table"]),
            "rack": None if seat is None else str(game["racks"][seat]),
            "counts": [len(rack) for rack in game["racks"]],
            "pool": game["pool"],
            "opened": game["opened"],
            "resigned": game["resigned"],
            "last": game["last"],
            "result": game["result"],
            **({"racks": [str(rack) for rack in game["racks"]]} if all_racks else {}),
            **({"drawn": game["drawn"]} if game["drawn"] and (all_racks or seat == game["turn"]) else {}),
        }

    def _position(self, message: dict[str, Any], moment: Moment) -> None:
        game, line = moment.game, ""
        if game is not None:
            counts = " ".join(str(len(rack)) for rack in game["racks"])
            line = f"{game['table']} / {counts} / {game['pool']} / {game['turn']}"
        same(message["position"], line, "the position in", message)

    def _public(self, message: dict[str, Any], moment: Moment) -> None:
        """What everybody at the table is told: the seats without their guests, the sheet, the commitment."""
        table, game = message["table"], moment.game
        self._position(message, moment)
        same(set(table) - set(_FIELDS["table"].split()), set(), "more in", table)
        for watcher in table.get("watchers", ()):
            same(set(watcher) - set(_FIELDS["watcher"].split()), set(), "more in", watcher)
        for seat in table["seats"]:
            same(set(seat) - set(_FIELDS["seat"].split()), set(), "more in", seat)
            same(isinstance(seat.get("words", False), bool), True, "words in", seat)
        same(table["commitment"], self.truth.commitments[moment.ended], "the commitment in", table)
        same(table["game"], self.truth.ids[moment.begun - 1] if moment.begun else "", "the game's id in", table)
        same(table["entries"], moment.entries, "the sheet in", table)
        same(table.get("turn") in (None, game and game["turn"]), True, "whose turn in", table)
        told = set(_texts(table)) - _WORDS - {table["commitment"], table["game"], ""} - self.truth.names
        same(told, set(), "texts in", table)

    def _verdict(self, message: dict[str, Any], at: float) -> None:
        """A verdict follows from the table, this seat's rack and what it sent."""
        moment, seat, sent = self._moment(message), self._seat(message), self.recorder.sent[message["id"]]
        assert moment.game is not None and seat is not None
        turn = self._judged(moment.game, seat, sent)
        expected = {
            "legal": turn.legal,
            "played": str(turn.played),
            "value": turn.value,
            "opening_value": turn.opening_value,
            "defects": to_plain(turn.defects),
            "table": str(turn.table) if turn.legal and turn.table != Table(sent["table"]) else None,
        }
        same({name: message[name] for name in expected}, expected, "the verdict", message)

    def _judged(self, game: dict[str, Any], seat: int, sent: dict[str, Any]) -> Any:
        rack, opened = game["racks"][seat], game["opened"][seat]
        return judge(self.truth.rules, game["table"], rack, Table(sent["table"]), opened, _drawn(game, seat))

    def _hint(self, message: dict[str, Any], at: float) -> None:
        """A hint is a best play from this seat's rack, and shows no tile but those and the table's."""
        game, seat, sent = self._moment(message).game, self._seat(message), self.recorder.sent[message["id"]]
        assert game is not None and seat is not None
        rack, step = game["racks"][seat], sent["step"]
        opened, drawn = game["opened"][seat], _drawn(game, seat)
        best = Question(self.truth.rules, game["table"], rack, opened=opened, drawn=drawn).best()
        size = 0 if best is None else len(best.played)
        same((message["step"], message["tiles"]), (step, size), "the hint", message)
        same(message["goes_out"], size == len(rack), "going out in", message)
        shown = tuple(name for name in ("played", "table", "moves") if message[name] is not None)
        same(shown, ("played", "table", "moves")[: (0, 1, 3)[step - 1]] if size else (), "shown in", message)
        tiles = Counter([*game["table"].tiles(), *Tiles(message["played"] or "")])
        same(Counter(Tiles(message["played"] or "")) <= Counter(rack), True, "own tiles in", message)
        if step == 3 and size:
            same(self._judged(game, seat, message).legal, True, "a legal play in", message)
            words = {word for move in message["moves"] for text in _texts(move) for word in _TILE.findall(text)}
            same(words - {str(kind) for kind in tiles}, set(), "tiles in", message)

    def _refused(self, message: dict[str, Any], at: float) -> None:
        """A refusal speaks of nothing but what was sent, and of what the referee says of it."""
        moment, seat, sent = self._moment(message), self._seat(message), self.recorder.sent[message["id"]]
        text, known = message["text"], str(sent.get("table", ""))
        if message["defects"] and sent["do"] == "play" and moment.game is not None and seat is not None:
            turn = self._judged(moment.game, seat, sent)
            same(message["defects"], to_plain(turn.defects), "the defects in", message)
            known += " ".join(defect.text for defect in turn.defects)
        else:
            text += " ".join(str(defect) for defect in message["defects"])
        same(set(_TILE.findall(text.replace("'m ", " "))) - set(_TILE.findall(known)), set(), "tiles in", message)

    def _said(self, message: dict[str, Any], at: float) -> None:
        line = self.truth.lines[message["number"]]
        told = message["text"], message["name"], message["emote"], message["at"]
        speaker = self.truth.people[line.player]
        same(told, (line.text, speaker.name, line.emote, line.at), "said:", message)
        seats = self.truth.seats(speaker.guest or "", -1)
        same(message["seat"] in (None, *seats) or not self.truth.began(-1), True, "said by", message)

    def _presence(self, message: dict[str, Any], at: float) -> None:
        numbers = [*message["seats"], message["spectators"]]
        same(all(isinstance(number, int) for number in numbers), True, "presence", message)

    def _done(self, message: dict[str, Any], at: float) -> None:
        same(message["id"] in self.recorder.sent, True, "done:", message)

    def _pong(self, message: dict[str, Any], at: float) -> None:
        self._done(message, at)

    def _closing(self, message: dict[str, Any], at: float) -> None:
        same(set(_TILE.findall(message["text"])), set(), "tiles in", message)


def same(found: object, expected: object, what: str, where: object) -> None:
    """Both are the same, or it is a leak."""
    if found == expected:
        return
    if isinstance(found, dict) and isinstance(expected, dict):
        names = [name for name in {**found, **expected} if found.get(name) != expected.get(name)]
        found, expected = ({name: each.get(name, "nothing") for name in names} for each in (found, expected))
    raise LeakError(f"{found} is not {expected}: {what} {where}")


def _seen(event: dict[str, Any], seat: int | None, all_racks: bool) -> dict[str, Any]:
    """An event as a seat may hear of it."""
    if event["event"] == "started":
        racks = [rack if all_racks or owner == seat else None for owner, rack in enumerate(event["racks"])]
        return {**event, "racks": racks, "pool": None}
    if event["event"] == "drew" and event["seat"] != seat and not all_racks:
        return {**event, "tiles": None}
    return event


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)

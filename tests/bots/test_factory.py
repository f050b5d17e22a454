"""Bots of your own, by class, by function and by name; and a bot served as an engine."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tilery import TileryError, edition
from tilery.arena import Tournament, games, introduced, play, tournament
from tilery.bots import Bot, BotFactory, ThinkingTime, introduce, seat
from tilery.bots.factory import make_bot
from tilery.bots.host import fallback
from tilery.bots.most_tiles import MostTiles
from tilery.game import Action, View

SABRA = edition("sabra").rules()
SERVED = """
import sys
import tilery.bots

class Mine(tilery.bots.Bot):
    def __init__(self, seed: int) -> None:
        self.heard = 0
        self.inner = tilery.bots.seat("most-tiles", seed)

    def watch(self, events):
        self.heard += len(events)

    def choose(self, view, clock):
        print("this is not an answer")
        assert self.heard == view.revision, (self.heard, view.revision)
        action = self.inner.choose(view, clock)
        self.why = tilery.bots.Why("mine", f"{self.heard} events heard")
        return action

class Loud(tilery.bots.Bot):
    def __init__(self, net, seed): ...

if __name__ == "__main__":
    tilery.bots.serve(Mine, name="Mine, served")
"""


class Sleepy(Bot):
    """Draws, whatever comes."""

    def choose(self, view: View, clock: ThinkingTime) -> Action:
        return fallback(view)


class Deep(Sleepy):
    def __init__(self, depth: int = 3) -> None:
        self.depth = depth


class Seeded(Sleepy):
    def __init__(self, depth: int = 3, seed: int = 0) -> None:
        self.depth, self.seed = depth, seed


def sleepy(number: int) -> Sleepy:
    return Deep(number)


def nothing() -> None:
    return None


def played(of: Tournament) -> list[tuple[tuple[int, ...], tuple[tuple[str, ...], ...]]]:
    return [(game.scores, game.faults) for game in (play(of, spec).result for spec in games(of))]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module of a user, in the current directory."""
    (tmp_path / "my_tilery_bot.py").write_text(SERVED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if one])
    yield tmp_path
    sys.modules.pop("my_tilery_bot", None)


def test_a_tournament_takes_classes_and_functions() -> None:
    of = tournament(SABRA, [Sleepy, sleepy], deals=1)
    assert of.bots == (f"{__name__}:Sleepy", f"{__name__}:sleepy")
    assert all(faults == ((), ()) for _, faults in played(of))
    assert introduced(of).names == ("Sleepy", "sleepy")


def test_a_bot_is_given_a_seed_if_it_asks_for_one() -> None:
    assert isinstance(make_bot(Sleepy, 7), Sleepy)
    assert make_bot(sleepy, 7).depth == 7  # type: ignore[attr-defined]
    assert make_bot(Deep, 7).depth == 3  # type: ignore[attr-defined]
    assert (make_bot(Seeded, 7).depth, make_bot(Seeded, 7).seed) == (3, 7)  # type: ignore[attr-defined]
    assert make_bot(functools.partial(Seeded, 1), 7).seed == 7  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("grandmaster", "there is no bot 'grandmaster'; there are newcomer, .* module:Class"),
        ("first_tilery_bot:Mine", "cannot be loaded: ModuleNotFoundError"),
        ("tilery.bots.most_tiles:Most", "tilery.bots.most_tiles has no class or function 'Most'"),
        ("engine:", "followed by the command"),
        (lambda _seed: MostTiles(), "<lambda> has no name by which another process would find it"),
        (MostTiles(), "give the class MostTiles, not"),
        (7, "give a class or a function, not 7"),
    ],
    ids=["level", "module", "class", "engine", "lambda", "bot", "number"],
)
def test_a_bot_that_cannot_be_is_refused_before_the_tournament_begins(bot: str | BotFactory, reason: str) -> None:
    with pytest.raises(TileryError, match=reason):
        tournament(SABRA, ["most-tiles", bot], deals=1)


def test_a_factory_that_makes_no_bot_is_refused() -> None:
    with pytest.raises(TileryError, match="nothing makes no bot: NoneType has no choose"):
        seat(f"{__name__}:nothing", 7)
    with pytest.raises(TileryError, match="loads makes no bot: TypeError: the JSON object must be") as refused:
        seat("json:loads", 7)
    assert isinstance(refused.value.__cause__, TypeError)  # whose bot it is may want to see where


def test_a_class_in_the_current_directory_plays_by_name(mine: Path) -> None:
    of = tournament(SABRA, ["my_tilery_bot:Mine", "most-tiles"], deals=1)
    assert played(of) == played(tournament(SABRA, [MostTiles, "most-tiles"], deals=1))
    with pytest.raises(TileryError, match="from a seed or from nothing, and cannot be given net, seed"):
        tournament(SABRA, ["my_tilery_bot:Loud", "most-tiles"], deals=1)


def test_a_served_bot_plays_as_it_does_here(mine: Path) -> None:
    name = f"engine:{sys.executable} my_tilery_bot.py"
    assert introduce(name) == "Mine, served"
    of = introduced(tournament(SABRA, [name, "most-tiles"], deals=1, clock=10))
    assert of.names == ("Mine, served", "most-tiles")
    assert played(of) == played(tournament(SABRA, ["my_tilery_bot:Mine", "most-tiles"], deals=1, clock=10))
    record = play(of, next(games(of)), True).record
    assert record is not None and '"Mine, served"' in record


def test_engines_of_the_same_name_are_told_apart(mine: Path) -> None:
    one = f"engine:{sys.executable} my_tilery_bot.py"
    assert introduced(tournament(SABRA, [one, f"{one} --again"], 1)).names == ("Mine, served", "Mine, served (2)")

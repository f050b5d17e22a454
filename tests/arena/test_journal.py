"""The journal: an interrupted tournament goes on as if nothing had happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from tests.kit.arena import small, timeless, won_by
from tilery.arena import ArenaGame, ArenaResult, GameSpec, Journal, Tournament, games, run
from tilery.arena.local import play_here
from tilery.errors import TileryError
from tilery.rules import edition


def keep(path: Path, of: Tournament, results: Iterable[ArenaResult]) -> bytes:
    journal = Journal(path, of)
    for result in results:
        journal.add(result)
    journal.close()
    return path.read_bytes()


def read(path: Path, of: Tournament) -> list[ArenaResult]:
    journal = Journal(path, of)
    journal.close()
    return list(journal.finished.values())


@pytest.fixture
def of() -> Tournament:
    return small("ab", deals=2)


@pytest.fixture
def results(of: Tournament) -> list[ArenaResult]:
    return won_by(of, 0, 1, 1, 0)


def test_results_are_read_back_as_they_were(tmp_path: Path, of: Tournament, results: list[ArenaResult]) -> None:
    keep(tmp_path / "j", of, results[:2])
    assert read(tmp_path / "j", of) == results[:2]
    keep(tmp_path / "j", of, results[2:])
    assert read(tmp_path / "j", of) == results


def test_whatever_is_torn_off_the_end_the_rest_is_kept(
    tmp_path: Path, of: Tournament, results: list[ArenaResult]
) -> None:
    path = tmp_path / "j"
    whole = keep(path, of, results)
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    for size in [*range(0, ends[0], 97), *range(ends[0], len(whole) + 1, 31), *ends]:
        path.write_bytes(whole[:size])
        kept = sum(end <= size for end in ends[1:])
        assert read(path, of) == results[:kept]
        assert keep(path, of, results[kept:]) == whole


def test_a_last_line_of_rubbish_is_dropped(tmp_path: Path, of: Tournament, results: list[ArenaResult]) -> None:
    whole = keep(tmp_path / "j", of, results)
    (tmp_path / "j").write_bytes(whole + b"\0\0\0\0\n")
    assert read(tmp_path / "j", of) == results
    assert (tmp_path / "j").read_bytes() == whole


def test_rubbish_in_the_middle_is_an_error_with_its_line(
    tmp_path: Path, of: Tournament, results: list[ArenaResult]
) -> None:
    lines = keep(tmp_path / "j", of, results).splitlines(keepends=True)
    (tmp_path / "j").write_bytes(b"".join([*lines[:2], b"{}\n", *lines[2:]]))
    with pytest.raises(TileryError, match="line 3"):
        Journal(tmp_path / "j", of)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": "8"}, "seed 7 there, 8 here"),
        ({"bots": ("a", "c")}, "bots a, b there, a, c here"),
        ({"clock": 1.0}, "clock 30.0 there, 1.0 here"),
        ({"tables": ((0, 1, 1),)}, "other tables"),
        ({"rules": edition("classic-2015").rules()}, "other rules"),
    ],
)
def test_the_journal_of_another_tournament_is_refused_and_left_alone(
    tmp_path: Path, of: Tournament, results: list[ArenaResult], change: dict[str, object], said: str
) -> None:
    before = keep(tmp_path / "j", of, results)
    with pytest.raises(TileryError, match=f"the journal of another tournament: {said}") as caught:
        Journal(tmp_path / "j", msgspec.structs.replace(of, **change))
    assert caught.value.code == "journal"
    assert (tmp_path / "j").read_bytes() == before


@pytest.mark.parametrize("text", ["hello", "hello\n", "[]\n", '{"tilery": "game"}\n', "\xff\xfe\n", "\n"])
def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path, of: Tournament, text: str) -> None:
    (tmp_path / "j").write_bytes(text.encode("latin-1"))
    with pytest.raises(TileryError, match="is not the journal of an arena"):
        Journal(tmp_path / "j", of)
    assert (tmp_path / "j").read_bytes() == text.encode("latin-1")


def test_a_place_that_cannot_be_written_is_an_error(tmp_path: Path, of: Tournament) -> None:
    for path in (tmp_path, tmp_path / "no" / "such" / "folder"):
        with pytest.raises(TileryError, match="cannot write"):
            Journal(path, of)


class Stopping:
    """A runner that is interrupted after so many games."""

    def __init__(self, of: Tournament, after: int, with_records: bool = False) -> None:
        self.of, self.after, self.with_records = of, after, with_records
        self.asked: list[GameSpec] = []

    def __call__(self, specs: Iterable[GameSpec]) -> Iterator[ArenaGame]:
        self.asked = list(specs)
        for number, played in enumerate(play_here(self.of, self.asked, self.with_records)):
            if number == self.after:
                raise KeyboardInterrupt
            yield played


def test_an_interrupted_run_ends_like_one_that_was_not(tmp_path: Path) -> None:
    of = small(["beginner", "most-tiles"], deals=4)
    for after in (3, 2):
        journal = Journal(tmp_path / "j", of)
        with pytest.raises(KeyboardInterrupt):
            list(run(of, Stopping(of, after), journal))
        journal.close()
    journal, last = Journal(tmp_path / "j", of), Stopping(of, 99)
    found = timeless(run(of, last, journal))
    journal.close()
    assert len(last.asked) == of.total - 5
    assert found == timeless(play_here(of, games(of)))
    assert timeless(read(tmp_path / "j", of)) == found


def test_more_pairs_may_be_asked_for_later(tmp_path: Path) -> None:
    few, many = small(deals=1), small(deals=2)
    keep(tmp_path / "j", few, (played.result for played in play_here(few, games(few))))
    journal, runner = Journal(tmp_path / "j", many), Stopping(many, 99)
    assert timeless(run(many, runner, journal)) == timeless(play_here(many, games(many)))
    journal.close()
    assert [spec.deal for spec in runner.asked] == [1, 1]


def test_a_game_whose_record_is_missing_is_played_again(tmp_path: Path) -> None:
    of = small(deals=1)
    for _ in range(2):
        journal, runner = Journal(tmp_path / "j", of), Stopping(of, 99, with_records=True)
        list(run(of, runner, journal, tmp_path))
        journal.close()
        records = sorted(tmp_path.glob("*.jsonl"))
        assert len(records) == 2
        records[0].unlink()
    assert runner.asked == [GameSpec(0, 0, 0)]


def test_another_version_of_tilery_does_not_go_on(tmp_path: Path, of: Tournament) -> None:
    keep(tmp_path / "j", msgspec.structs.replace(of, version="0.1.0"), [])
    with pytest.raises(TileryError, match=r"version 0\.1\.0 there, 0\.2\.0 here"):
        Journal(tmp_path / "j", msgspec.structs.replace(of, version="0.2.0"))

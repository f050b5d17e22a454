from __future__ import annotations

import pytest

from tests.kit import services
from tests.kit.services import Postgres


def nothing(*_path: object) -> None:
    raise services.UnavailableError("there is no such server")


def test_what_cannot_be_had_is_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(services, "_redis", nothing)
    with pytest.raises(pytest.skip.Exception, match="no such server"), services.redis():
        pass


def test_in_ci_everything_must_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")
    monkeypatch.setattr(services, "_redis", nothing)
    with pytest.raises(pytest.fail.Exception, match="CI must have it"), services.redis():
        pass


def test_a_server_comes_back_at_the_same_place_until_it_is_gone() -> None:
    with services.redis() as server:
        url = server.url
        for end in (server.stop, server.kill):
            assert server.answers()
            end()
            assert not server.answers()
            server.start()
            assert server.url == url
        server.restart()
        assert server.answers()
    assert not server.answers()
    assert not server.folder.exists()


def test_postgresql_keeps_its_data_when_killed(database_server: Postgres) -> None:
    with services.postgres() as server:
        server.run("CREATE TABLE kept (id integer)")
        server.kill()
        server.start()
        server.run("INSERT INTO kept VALUES (1)")
    assert database_server.answers()  # another one is not touched by it


def test_what_is_missing_is_said_plainly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(services, "_redis_program", nothing)
    monkeypatch.setattr(services, "_postgres_programs", lambda: "here")
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert not services.ensure_services()
    assert (
        capsys.readouterr().out
        == "postgresql: there\nredis-server: missing, and cannot be installed here; its tests are skipped\n"
    )

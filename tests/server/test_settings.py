"""Settings come from flags, the environment, a file and the defaults, and every mistake is named with its place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tilery.errors import TileryError
from tilery.server.setting import Rate
from tilery.server.settings import SETTINGS, Limits, Settings
from tilery.server.sources import gather, shown

__all__ = ["run"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tilery.toml"


def refusal(*places: object) -> str:
    with pytest.raises(TileryError) as refused:
        gather(*places)  # type: ignore[arg-type]
    return refused.value.text


def test_a_flag_comes_before_the_environment_before_the_file_before_the_default(file: Path) -> None:
    file.write_text('port = 1\nthinkers = 1\nbot_pause = 1\n[limits]\nhosted = 1\nkeys = 1\nrequests = "1/1"')
    environment = {"TILERY_PORT": "2", "TILERY_THINKERS": "2", "TILERY_LIMIT_HOSTED": "2", "TILERY_LIMIT_KEYS": "2"}
    found = gather({"port": "3", "limit": ["hosted=3"], "thinkers": None}, environment, file)
    assert (found.settings.port, found.settings.thinkers, found.settings.bot_pause) == (3, 2, 1.0)
    limits = found.settings.limits
    assert (limits.hosted, limits.keys, limits.requests, limits.tokens) == (3, 2, Rate(1, 1), Limits().tokens)
    assert {name: where for name, where in found.origins.items() if where != "default"} == {
        "port": "--port",
        "thinkers": "TILERY_THINKERS",
        "bot_pause": f"bot_pause in {file}",
        "limits.hosted": "--limit hosted",
        "limits.keys": "TILERY_LIMIT_KEYS",
        "limits.requests": f"limits.requests in {file}",
    }


def test_the_file_may_be_named_in_the_environment_and_the_flag_comes_first(file: Path, tmp_path: Path) -> None:
    file.write_text("port = 1")
    other = tmp_path / "other.toml"
    other.write_text("port = 2")
    assert gather({}, {"TILERY_CONFIG": str(file)}).settings.port == 1
    assert gather({}, {"TILERY_CONFIG": str(file)}, other).settings.port == 2


@pytest.mark.parametrize("name", [name for name in SETTINGS if name not in ("channels", "workers")])
def test_every_setting_can_be_given_in_every_place(name: str, file: Path) -> None:
    setting = SETTINGS[name]
    texts = {
        "public_url": "https://a.example",
        "traces": "http://localhost:4318",
        "traces_share": "0.5",
        "hosts": "kitchen.lan",
        "trusted_proxy": "10.0.0.0/8",
        "operators": "ann:12345678901234567890",
        "log": "text",
        "host": "::1",
    }
    kinds = {int: "7", float: "7.5", bool: "true", Rate: "7/7.5", str: "games.db"}
    text = texts.get(name) or kinds[setting.kind]
    value = setting.read(text, "here")
    if setting.is_limit:
        flags: dict[str, object] = {"limit": [f"{setting.short}={text}"]}
        file.write_text(f"[limits]\n{setting.short} = {setting.written(value)}")
    else:
        flags = {name: True if setting.kind is bool else text}
        file.write_text(f"{name} = {setting.written(value)}")
    for found in (gather(flags, {}), gather({}, {setting.variable: text}), gather({}, {}, file)):
        of = found.settings.limits if setting.is_limit else found.settings
        assert getattr(of, setting.short) == value != setting.default
        assert found.origins[name] != "default"


def test_what_is_shown_is_a_file_of_the_same_settings(file: Path) -> None:
    flags = {"public_url": "https://tiles.example/", "lan": True, "limit": ["requests=5/0.5"], "database": 'a\\"b.db'}
    first = gather(flags, {"TILERY_TRUSTED_PROXY": "10.0.0.0/8, ::1"})
    file.write_text(shown(first))
    assert gather({}, {}, file).settings == first.settings
    assert 'requests = "5/0.5"  # --limit requests' in shown(first)
    assert "port = 8420  # default" in shown(first)


def test_what_is_shown_has_no_secrets() -> None:
    secret = {"TILERY_METRICS_TOKEN": "sesame", "TILERY_CHANNELS": "redis://:sesame@cache"}
    found = gather({"database": "postgresql://tilery:sesame@db/tilery"}, secret)
    assert found.settings.metrics_token == "sesame"
    assert "sesame" not in shown(found)
    assert "metrics_token is not shown: it holds a secret (TILERY_METRICS_TOKEN)" in shown(found)
    tomllib.loads(shown(found))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "70000", "a whole number from 0 to 65,535, not '70000'"),
        ("port", "http", "a whole number from 0 to 65,535, not 'http'"),
        ("workers", "0", "a whole number from 1 to 64, not '0'"),
        ("deadline_scan", "0", "a number above 0 to 86,400, not '0'"),
        ("deadline_scan", "nan", "a number above 0 to 86,400, not 'nan'"),
        ("deadline_scan", "inf", "a number above 0 to 86,400, not 'inf'"),
        ("bot_pause", "-1", "a number from 0 to 86,400, not '-1'"),
        ("lan", "perhaps", "true or false, not 'perhaps'"),
        ("log", "xml", "json or text, not 'xml'"),
        ("public_url", "tiles.example", "an address like https://tiles.example, not 'tiles.example'"),
        ("public_url", "https://[oops", "an address like https://tiles.example, not 'https://[oops'"),
        ("trusted_proxy", "nginx", "a list of addresses or networks, not 'nginx'"),
        ("limits.requests", "300", "a rate like 60/20: so many at once, then so many a minute, not '300'"),
        ("limits.requests", "0/5", "a rate like 60/20: so many at once, then so many a minute, not '0/5'"),
        ("limits.requests", "5/inf", "a rate like 60/20: so many at once, then so many a minute, not '5/inf'"),
        ("limits.hosted", "0", "a whole number from 1 to 1,000,000,000, not '0'"),
    ],
)
def test_a_bad_value_is_named_with_its_place(name: str, text: str, expected: str, file: Path) -> None:
    setting = SETTINGS[name]
    flags: dict[str, object] = {"limit": [f"{setting.short}={text}"]} if setting.is_limit else {name: text}
    assert refusal(flags, {}) == f"{setting.flag} must be {expected}"
    assert refusal({}, {setting.variable: text}) == f"{setting.variable} must be {expected}"
    file.write_text(f'{"[limits]" if setting.is_limit else ""}\n{setting.short} = "{text}"')
    assert refusal({}, {}, file) == f"{name} in {file} must be {expected}"


def test_a_value_of_the_wrong_sort_in_a_file_is_named(file: Path) -> None:
    file.write_text("port = [1]")
    assert refusal({}, {}, file) == f"port in {file} must be a whole number from 0 to 65,535, not [1]"
    file.write_text("limits = 5")
    assert refusal({}, {}, file) == f"limits in {file} must be a table, [limits]"
    file.write_text("[limits]\nrequests = 5")
    assert "requests" in refusal({}, {}, file)
    file.write_text("metrics_token = 4711")
    assert "4711" not in refusal({}, {}, file)


def test_a_file_that_cannot_be_read_is_named(file: Path) -> None:
    assert refusal({}, {}, file) == f"cannot read {file}: no such file or directory"
    file.write_text("port: 1")
    assert refusal({}, {}, file).startswith(f"{file} cannot be read as TOML: ")
    file.write_bytes(b'host = "\xff"')
    assert refusal({}, {}, file).startswith(f"{file} cannot be read as TOML: ")


def test_a_name_that_is_none_is_refused_with_the_one_that_was_meant(file: Path) -> None:
    file.write_text("prot = 1")
    assert refusal({}, {}, file) == f"{file}: there is no setting 'prot'; did you mean port?"
    file.write_text("[limits]\nhostd = 1")
    assert refusal({}, {}, file) == f"{file}: there is no limit 'hostd'; did you mean hosted?"
    assert refusal({"limit": ["hostd=1"]}, {}) == "--limit: there is no limit 'hostd'; did you mean hosted?"
    assert refusal({"limit": ["hosted"]}, {}) == "--limit must look like hosted=5, not 'hosted'"


def test_a_variable_that_is_nearly_one_is_a_warning() -> None:
    found = gather({}, {"TILERY_WORKRES": "2", "TILERY_LIMIT_NONE": "1", "TILERY_SOAK": "1", "TILERY_URL": "x"})
    assert found.warnings == (
        "TILERY_LIMIT_NONE in the environment is not a setting",
        "TILERY_WORKRES in the environment is not a setting; did you mean TILERY_WORKERS?",
    )


def test_an_empty_variable_is_none() -> None:
    assert gather({}, {"TILERY_PORT": "", "TILERY_METRICS_TOKEN": ""}) == gather({}, {})


def test_settings_from_python_take_every_name() -> None:
    settings = Settings.from_options(thinkers=4, bot_pause=0, limits=Limits(hosted=3))
    assert (settings.thinkers, settings.bot_pause, settings.limits.hosted) == (4, 0.0, 3)
    with pytest.raises(TileryError, match="there is no setting 'thinker'"):
        Settings.from_options(thinker=4)


def test_what_follows_from_others_is_set_unless_it_was_given() -> None:
    assert Settings.from_options(lan=True).host == "0.0.0.0"
    assert Settings.from_options(lan=True, host="10.0.0.1").host == "10.0.0.1"
    assert Settings.from_options(public_url="https://a.example").trusted_proxy == ("127.0.0.0/8", "::1/128")
    database = "postgresql://db/tilery"
    assert Settings.from_options(database=database).channels == database
    assert Settings.from_options(database=database, channels="redis://cache").channels == "redis://cache"


def test_the_program_shows_its_settings_and_refuses_bad_ones(run: Run, file: Path) -> None:
    file.write_text("thinkers = 4")
    ran = run("serve", "--show-settings", "--config", str(file), "--no-lan", TILERY_PORT="9000")
    assert ran.code == 0
    assert f"thinkers = 4  # thinkers in {file}\n" in ran.out
    assert "port = 9000  # TILERY_PORT\n" in ran.out
    assert "lan = false  # --lan\n" in ran.out
    ran = run("serve", "--show-settings", "--config", str(file), TILERY_PORT="many")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: TILERY_PORT must be a whole number from 0 to 65,535, not 'many'\n"
    ran = run("serve", TILERY_DATABASE="mysql://root:sesame@db/x")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: TILERY_DATABASE: a database is a path")
    ran = run("serve", "--show-settings", TILERY_WORKRES="2")
    assert ran.err.startswith("warning: TILERY_WORKRES")

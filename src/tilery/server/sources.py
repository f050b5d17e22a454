"""Where settings come from: flags, then the environment, then a file, then the defaults.

>>> found = gather({"port": "9000"}, {"TILERY_PORT": "8000", "TILERY_LIMIT_HOSTED": "5"})
>>> found.settings.port, found.origins["port"]
(9000, '--port')
>>> found.settings.limits.hosted, found.origins["limits.hosted"]
(5, 'TILERY_LIMIT_HOSTED')
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from tilery.errors import TileryError
from tilery.server.setting import LIMIT, Setting
from tilery.server.settings import SETTINGS, Limits, Settings

__all__ = ["CONFIG", "Gathered", "gather", "shown"]

CONFIG = "TILERY_CONFIG"
"""The variable that names the file."""

DEFAULT = "default"


class Gathered(NamedTuple):
    """The settings that hold, where each was found (by its full name), and what looks like a mistake."""

    settings: Settings
    origins: Mapping[str, str]
    warnings: tuple[str, ...] = ()


class _Given(NamedTuple):
    setting: Setting
    value: object
    where: str


def gather(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None) -> Gathered:
    """The settings from all places; ``flags`` are by name, ``limit`` of them a list like ``["hosted=5"]``."""
    if file is None and environment.get(CONFIG):
        file = Path(environment[CONFIG])
    values: dict[str, Any] = {}
    origins = dict.fromkeys(SETTINGS, DEFAULT)
    places = (_in_file(file), _in_environment(environment), _in_flags(flags))
    for setting, value, where in (found for place in places for found in place):
        values[setting.name] = setting.read(value, where)
        origins[setting.name] = where
    limits = Limits(**{name.removeprefix(LIMIT): values.pop(name) for name in tuple(values) if name.startswith(LIMIT)})
    return Gathered(Settings.settled(values, limits), origins, tuple(_strange(environment)))


def _in_file(path: Path | None) -> Iterator[_Given]:
    if path is None:
        return
    try:
        with path.open("rb") as file:
            written = tomllib.load(file)
    except OSError as error:
        raise TileryError("usage", f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:  # no TOML, or no UTF-8
        raise TileryError("usage", f"{path} cannot be read as TOML: {error}") from None
    limits = written.pop("limits", {})
    if not isinstance(limits, dict):
        raise TileryError("usage", f"limits in {path} must be a table, [limits]")
    for name, value in [*written.items(), *((LIMIT + name, value) for name, value in limits.items())]:
        setting = SETTINGS.get(name)
        if setting is None:
            raise TileryError("usage", f"{path}: there is no {_named(name)}{_perhaps(name)}")
        yield _Given(setting, value, f"{name} in {path}")


def _in_environment(environment: Mapping[str, str]) -> Iterator[_Given]:
    for setting in SETTINGS.values():
        if environment.get(setting.variable):  # an empty one is as good as none
            yield _Given(setting, environment[setting.variable], setting.variable)


def _in_flags(flags: Mapping[str, object]) -> Iterator[_Given]:
    for name, value in flags.items():
        if name != "limit" and value is not None:
            yield _Given(SETTINGS[name], value, SETTINGS[name].flag)
    limits = flags.get("limit")
    for text in limits if isinstance(limits, list) else ():
        name, equals, value = text.partition("=")
        setting = SETTINGS.get(LIMIT + name)
        if not equals:
            raise TileryError("usage", f"--limit must look like hosted=5, not {text!r}")
        if setting is None:
            raise TileryError("usage", f"--limit: there is no {_named(LIMIT + name)}{_perhaps(LIMIT + name)}")
        yield _Given(setting, value, setting.flag)


def _strange(environment: Mapping[str, str]) -> Iterator[str]:
    """Variables that are none of ours but nearly."""
    ours = {setting.variable: setting for setting in SETTINGS.values()}
    for variable in sorted(environment.keys() - ours.keys() - {CONFIG}):
        limit, name = variable.startswith("TILERY_LIMIT_"), variable.lower().removeprefix("tilery_")
        perhaps = _nearest(LIMIT + name.removeprefix("limit_") if limit else name)
        if variable.startswith("TILERY_") and (limit or perhaps):
            meant = f"; did you mean {perhaps.variable}?" if perhaps else ""
            yield f"{variable} in the environment is not a setting{meant}"


def _named(name: str) -> str:
    return f"limit {name.removeprefix(LIMIT)!r}" if name.startswith(LIMIT) else f"setting {name!r}"


def _perhaps(name: str) -> str:
    nearest = _nearest(name)
    return f"; did you mean {nearest.short}?" if nearest else ""


def _nearest(name: str) -> Setting | None:
    """The setting, or for the name of a limit the limit, that is called nearly so."""
    limit = name.startswith(LIMIT)
    sort = {setting.short: setting for setting in SETTINGS.values() if setting.is_limit == limit}
    close = get_close_matches(name.removeprefix(LIMIT), sort, 1, 0.75)
    return sort[close[0]] if close else None


def shown(found: Gathered) -> str:
    """The settings that hold as a file of settings, with a comment on each that says where it was found."""
    lines = [_line(found, setting) for setting in SETTINGS.values() if not setting.is_limit]
    lines += ["", "[limits]"]
    lines += [_line(found, setting) for setting in SETTINGS.values() if setting.is_limit]
    return "\n".join(lines) + "\n"


def _line(found: Gathered, setting: Setting) -> str:
    of = found.settings.limits if setting.is_limit else found.settings
    value, origin = getattr(of, setting.short), found.origins[setting.name]
    if value is None:
        return f"# {setting.short} is not set"
    if setting.secret and _has_password(setting, value):
        return f"# {setting.short} is not shown: it holds a secret ({origin})"
    return f"{setting.short} = {setting.written(value)}  # {origin}"


def _has_password(setting: Setting, value: str) -> bool:
    return setting.name == "metrics_token" or "@" in value or "password" in value

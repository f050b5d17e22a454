"""The hooks a build front end calls (PEP 517, PEP 660): setuptools', with the web app built before each."""

from __future__ import annotations

import sys
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import prepare_metadata_for_build_editable, prepare_metadata_for_build_wheel

from build_backend.node import REQUIREMENT, find_node
from build_backend.webapp import BuildError, build, is_built

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """What a wheel needs to be built."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_node()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """What an editable install needs to be built."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_node()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """What an sdist, which carries the built web app, needs to be built."""
    return [*build_meta.get_requires_for_build_sdist(config_settings), *_node()]


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build a wheel with the web app in it."""
    _build_web()
    return str(build_meta.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    """Build an editable install, the web app beside the sources unless it is built apart (``web=apart``)."""
    if (config_settings or {}).get("web") != "apart":
        _build_web()
    return str(build_meta.build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Build an sdist with the built web app in it."""
    _build_web()
    return str(build_meta.build_sdist(sdist_directory, config_settings))


def _node() -> list[str]:
    return [] if is_built() or find_node() is not None else [REQUIREMENT]


def _build_web() -> None:
    try:
        build()
    except BuildError as error:
        sys.exit(str(error))

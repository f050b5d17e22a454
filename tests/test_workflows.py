"""The workflows call make and nothing else, and only the one that publishes may say who it is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted(ROOT.glob(".github/workflows/*.yml"))
TARGETS = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text("utf-8")))


def jobs(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))["jobs"]
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_step_is_a_target_of_make_or_a_known_action(path: Path) -> None:
    for job in jobs(path).values():
        for step in job["steps"]:
            if "uses" in step:
                assert re.fullmatch(r"(actions/[a-z-]+|pypa/gh-action-pypi-publish)@[\w./]+", step["uses"])
            else:
                program, *targets = step["run"].removeprefix('sudo env "PATH=$PATH" CI=true ').split()
                assert program == "make" and targets
                assert set(targets) <= TARGETS


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_may_read_and_only_publishing_may_identify_itself(path: Path) -> None:
    assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}
    allowed = {name: job["permissions"] for name, job in jobs(path).items() if "permissions" in job}
    assert allowed == ({"publish": {"id-token": "write"}} if path.stem == "release" else {})


def test_what_is_tested_is_what_is_published() -> None:
    said = (ROOT / "pyproject.toml").read_text("utf-8")
    (pythons,) = re.findall(r"(?m)^PYTHONS \?= (.*)$", (ROOT / "Makefile").read_text("utf-8"))
    assert jobs(ROOT / ".github/workflows/ci.yml")["pythons"]["strategy"]["matrix"]["python"] == pythons.split()
    assert re.findall(r"Python :: (3\.\d+)", said) == pythons.split()
    assert [f"3.{minor}" for minor in re.findall(r'"cp3(\d+)-\*"', said)] == pythons.split()

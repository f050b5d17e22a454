"""The same tests on every Python that Tilery is for: ``make pythons``.

Each has an environment of its own, with the pinned dependencies and a wheel built there from the sdist, so that the
compiled parts are that Python's. A version that is not on the path is looked for with pyenv and uv; one that cannot be
had is named and passed over, in CI it is an error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

__all__ = ["find_python", "main", "passes"]

ROOT = Path(__file__).parents[2]
HOME = ROOT / "build/pythons"
_ASK = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"


def find_python(version: str) -> str | None:
    """A program that is this version and can make environments, if there is one or one can be fetched."""
    return next((program for program in _candidates(version) if _is(program, version)), None)


def _candidates(version: str) -> Iterator[str]:
    yield from (sys.executable, f"python{version}")
    if shutil.which("pyenv"):
        installed = Path(_said("pyenv", "root")).glob(f"versions/{version}.*/bin/python")
        yield from map(str, sorted(installed, reverse=True))
    if uv := shutil.which("uv", path=Path(sys.executable).parent) or shutil.which("uv"):
        _said(uv, "python", "install", version)  # nothing to do where it is there already
        yield _said(uv, "python", "find", version)


def _said(*command: str) -> str:
    """What a program writes, which is nothing where it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def _is(program: str, version: str) -> bool:
    return bool(program) and _said(program, "-c", _ASK) == version


def passes(program: str, version: str, sdist: Path, tests: Sequence[str], jobs: int) -> bool:
    """Whether the tests pass on this Python, in an environment of its own with the sdist installed."""
    home = HOME / version
    python = str(home / "bin/python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "-qq", "install", "--no-compile"]
    pytest = [
        python,
        "-m",
        "pytest",
        "-q",
        "-n",
        str(jobs),
        "-p",
        "no:cacheprovider",
        "--ignore-glob",
        str(home / "*/tilery/env/*"),  # needs an extra
        "-c",
        str(ROOT / "pyproject.toml"),
    ]
    steps = [
        [program, "-m", "venv", "--clear", str(home)],
        [*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")],
        [*pip, "--no-cache-dir", "--no-deps", "--no-build-isolation", str(sdist)],  # else an older one from pip's cache
        [python, "-c", "from tilery.solver import compiled; assert compiled(), 'the kernel is not compiled'"],
        [*pytest, *(str(ROOT / "tests" / each) for each in tests), "--pyargs", "tilery"],
    ]
    environment = os.environ | {"TILERY_WHEEL": "1"}
    return all(subprocess.run(step, cwd=HOME, env=environment).returncode == 0 for step in steps)


def main(arguments: Sequence[str] | None = None) -> int:
    """Test on each version asked for, and say for each how it went; how many failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.pythons")
    parser.add_argument("--python", action="append", required=True, metavar="VERSION")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("tests", nargs="+", help="files and folders below tests")
    asked = parser.parse_args(arguments)
    shutil.rmtree(HOME, ignore_errors=True)
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(HOME), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    (sdist,) = HOME.glob("*.tar.gz")
    results = {}
    for version in asked.python:
        print(f"Python {version}", flush=True)
        program = find_python(version)
        if program is None:
            results[version] = "cannot be had here, so it is NOT tested"
        else:
            passed = passes(program, version, sdist, asked.tests, asked.jobs)
            results[version] = "passes" if passed else "FAILS, see above"
    for version, result in results.items():
        print(f"Python {version}: {result}")
    bad = [result for result in results.values() if result != "passes" and (os.environ.get("CI") or "FAILS" in result)]
    return len(bad)


if __name__ == "__main__":
    sys.exit(main())

"""Is everything there for a release? ``make releasable`` says so, ``make release`` builds it and makes the tag.

The version is in ``pyproject.toml`` and nowhere else; what is new in it is in ``CHANGELOG.md``, under a heading with
the version and the day: ``## 1.2.3 (2026-11-16)``.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from build_backend.webapp import ROOT

__all__ = ["changes", "main", "problems", "version"]

_PLAIN = re.compile(r"\d+\.\d+\.\d+")


def version(root: Path) -> str:
    """The version to be released."""
    return str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def changes(root: Path, name: str) -> str | None:
    """What the changelog says under a heading that begins so, without the heading; None where there is none.

    >>> changes(ROOT, "0.0.0") is None
    True
    """
    text = (root / "CHANGELOG.md").read_text("utf-8")
    found = re.search(rf"(?ms)^## {re.escape(name)}(?: \(.*?\))?\n(.*?)(?=^## |\Z)", text)
    return found[1].strip() if found else None


def problems(root: Path, tag: str | None = None) -> Iterator[str]:
    """What stands in the way of a release, in words; with a tag, whether it is this version's."""
    wanted = version(root)
    if not _PLAIN.fullmatch(wanted):
        yield f"the version in pyproject.toml is {wanted}: a release is three numbers"
        return
    heading = re.search(rf"(?m)^## {re.escape(wanted)}\b.*$", (root / "CHANGELOG.md").read_text("utf-8"))
    if not changes(root, wanted):
        yield f"CHANGELOG.md says nothing under ## {wanted} (YEAR-MONTH-DAY)"
    elif heading and not re.fullmatch(r"## \S+ \(\d{4}-\d\d-\d\d\)", heading[0]):
        yield f"CHANGELOG.md does not say which day {wanted} is released: ## {wanted} (YEAR-MONTH-DAY)"
    if changes(root, "Unreleased"):
        yield "CHANGELOG.md still has something under ## Unreleased: move it to the version"
    if tag is not None:
        if tag != f"v{wanted}":
            yield f"the tag is {tag}, and pyproject.toml says {wanted}"
        return
    if _git(root, "status", "--porcelain"):
        yield "there are changes that are not committed"
    if (branch := _git(root, "branch", "--show-current")) != "main":
        yield f"this is the branch {branch or 'of no name'}, and releases are made on main"
    released = [each for each in _git(root, "tag", "--list", "v*").split() if _PLAIN.fullmatch(each[1:])]
    newest = max((_numbers(each[1:]) for each in released), default=None)
    if newest is not None and _numbers(wanted) <= newest:
        yield f"{'.'.join(map(str, newest))} is released already, and pyproject.toml says {wanted}"


def make_tag(root: Path) -> str:
    """Tag the commit with the version, and what is new in it as the message; the tag."""
    name = f"v{version(root)}"
    message = f"Tilery {version(root)}\n\n{changes(root, version(root))}\n"
    subprocess.run(
        ["git", "tag", "--annotate", "--cleanup=verbatim", "--file=-", name],
        cwd=root,
        input=message,
        text=True,
        check=True,
    )
    return name


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def _git(root: Path, *command: str) -> str:
    return subprocess.run(["git", *command], cwd=root, capture_output=True, text=True, check=True).stdout.strip()


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Say whether a release can be made, and make its tag if that is asked for; how many problems there are."""
    parser = argparse.ArgumentParser(prog="python -m build_backend.release")
    parser.add_argument("--tagged", metavar="TAG", help="the tag there is already: is it this version's?")
    parser.add_argument("--tag", action="store_true", help="make the tag")
    asked = parser.parse_args(arguments)
    found = list(problems(root, asked.tagged))
    if found:
        print(f"{version(root)} cannot be released:", *(f"- {each}" for each in found), sep="\n")
    elif asked.tag:
        print(f"Tagged {make_tag(root)}; `git push origin main --follow-tags` releases it.")
    else:
        print(f"{version(root)} can be released.")
    return len(found)


if __name__ == "__main__":
    sys.exit(main())

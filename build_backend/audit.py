"""Known vulnerabilities of everything in the lock files: ``make audit`` asks the services of pip-audit and npm.

What is found is an error. A service that does not answer is none: it is said plainly what was not looked up, for
"nothing found" and "nobody asked" must not look alike (pip-audit itself says the first where it means the second).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from build_backend.node import find_node
from build_backend.webapp import ROOT

__all__ = ["Audit", "main", "of_npm", "of_pip"]


class Audit(NamedTuple):
    """What came of asking: how many packages were looked up, which could not be, and what was found."""

    looked_up: int
    unknown: tuple[str, ...]
    found: tuple[str, ...]

    def told(self, name: str) -> Iterable[str]:
        """It in words, a line each.

        >>> print(*Audit(0, ("msgspec",), ()).told("requirements.lock"), sep="; ")
        requirements.lock: NOT audited, the service does not answer here
        >>> print(*Audit(2, ("ours",), ("msgspec 0.1: PYSEC-1",)).told("requirements.lock"), sep="; ")
        requirements.lock: 2 packages audited, 1 found;   not known there: ours;   msgspec 0.1: PYSEC-1
        """
        if not self.looked_up:
            yield f"{name}: NOT audited, the service does not answer here"
            return
        yield f"{name}: {self.looked_up} packages audited, {len(self.found) or 'nothing'} found"
        if self.unknown:
            yield f"  not known there: {', '.join(self.unknown)}"
        yield from (f"  {each}" for each in self.found)


def of_pip(answer: str) -> Audit:
    """What pip-audit's JSON says; nothing looked up where it is none.

    >>> of_pip('{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}]}')
    Audit(looked_up=1, unknown=(), found=('a 1: PYSEC-1, fixed in 2',))
    >>> of_pip('{"dependencies": [{"name": "a", "skip_reason": "Dependency not found"}]}')
    Audit(looked_up=0, unknown=('a',), found=())
    """
    packages = _json(answer).get("dependencies", [])
    known = [package for package in packages if "skip_reason" not in package]
    found = [
        f"{package['name']} {package['version']}: {each['id']}, fixed in {', '.join(each['fix_versions']) or 'nothing'}"
        for package in known
        for each in package["vulns"]
    ]
    unknown = (package["name"] for package in packages if "skip_reason" in package)
    return Audit(len(known), tuple(unknown), tuple(found))


def of_npm(answer: str) -> Audit:
    """What npm's JSON says; nothing looked up where its service has refused.

    >>> of_npm('{"statusCode": 405, "error": {}}')
    Audit(looked_up=0, unknown=(), found=())
    >>> found = '"vulnerabilities": {"vite": {"name": "vite", "severity": "high", "range": "<8"}}'
    >>> of_npm('{%s, "metadata": {"dependencies": {"total": 300}}}' % found)
    Audit(looked_up=300, unknown=(), found=('vite <8: high',))
    """
    said = _json(answer)
    if "vulnerabilities" not in said:
        return Audit(0, (), ())
    found = [f"{each['name']} {each['range']}: {each['severity']}" for each in said["vulnerabilities"].values()]
    return Audit(said["metadata"]["dependencies"]["total"], (), tuple(found))


def _json(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _output(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout


def main() -> int:
    """Audit every lock file; 1 if anything was found."""
    audits = {}
    options = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
    for lock in sorted(ROOT.glob("requirements*.lock")):
        command = [sys.executable, "-m", "pip_audit", *options, "--requirement", str(lock)]
        audits[lock.name] = of_pip(_output(command, ROOT))
    if node := find_node():
        os.environ["PATH"] = os.pathsep.join([node.folder, os.environ.get("PATH", "")])
        audits["web/package-lock.json"] = of_npm(_output([*node.npm, "audit", "--json"], ROOT / "web"))
    for name, audit in audits.items():
        print(*audit.told(name), sep="\n")
    return int(any(audit.found for audit in audits.values()))


if __name__ == "__main__":
    sys.exit(main())

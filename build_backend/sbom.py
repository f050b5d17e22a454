"""The bills of materials, as CycloneDX: ``make sbom`` puts them beside the wheel in ``dist``.

One is of the Python packages that the wheel brings with it, read off from an environment it was just installed into
with the pinned versions; the other is of the npm packages that the web app is built from.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from build_backend.node import find_node
from build_backend.release import version
from build_backend.webapp import ROOT, BuildError

__all__ = ["main", "of_npm"]


def main(root: Path = ROOT) -> None:
    """Write both, and say where."""
    wheels = sorted((root / "dist").glob("*.whl"))
    if not wheels:
        raise BuildError("There is no wheel in dist: make wheel builds it.")
    name = f"tilery-{version(root)}"
    for path, text in {
        root / f"dist/{name}-python.cdx.json": _of_python(root, wheels[0]),
        root / f"dist/{name}-web.cdx.json": of_npm(root / "web", version(root)),
    }.items():
        path.write_text(text, "utf-8")
        print(path.relative_to(root))


def _of_python(root: Path, wheel: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "venv", "Scripts" if os.name == "nt" else "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(python.parents[1])], check=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq", "--python", str(python), "install"]
        pins = Path(folder, "pins.txt")  # without hashes: these would be asked of our own wheel too
        lines = (root / "requirements.lock").read_text("utf-8").splitlines()
        pins.write_text("\n".join(line.rstrip(" \\") for line in lines if "--hash=" not in line), "utf-8")
        subprocess.run([*pip, "--no-compile", "--constraint", str(pins), f"{wheel}[server]"], check=True)
        cyclonedx = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
        described = ["--pyproject", str(root / "pyproject.toml"), "--mc-type", "application"]
        return _output([*cyclonedx, *described, str(python)], root)


def of_npm(web: Path, number: str) -> str:
    """The bill of the npm packages in the lock file, as text."""
    node = find_node()
    if node is None:
        raise BuildError("There is no Node.js with npm, which knows what the web app is built from.")
    package, lock = (json.loads((web / name).read_text("utf-8")) for name in ("package.json", "package-lock.json"))
    # npm insists on a version, and ours is in pyproject.toml alone: it gets a copy that has it.
    for versioned in (package, lock, lock["packages"][""]):
        versioned["version"] = number
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, package["name"])  # npm also takes the name from the folder
        copy.mkdir()
        (copy / "package.json").write_text(json.dumps(package), "utf-8")
        (copy / "package-lock.json").write_text(json.dumps(lock), "utf-8")
        return _output([*node.npm, "sbom", "--sbom-format=cyclonedx", "--package-lock-only"], copy)


def _output(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


if __name__ == "__main__":
    try:
        main()
    except (BuildError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))

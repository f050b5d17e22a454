"""Building the web app into the package, once for each state of its sources.

``python -m build_backend.webapp`` does so in a checkout, and ``python -m build_backend.webapp test`` runs ``npm test``
there; where there is no Node.js the one from PyPI is installed into the environment it runs in. What npm says while it
installs and builds is shown when that fails, or where ``V=1`` is set.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from build_backend.node import REQUIREMENT, Node, find_node

__all__ = ["BuildError", "build", "build_pseudo", "is_built", "run"]

ROOT = Path(__file__).resolve().parents[1]
_INPUTS = (
    "*.json",
    "*.js",
    "*.ts",
    "*.html",
    ".npmrc",
    "messages/*",
    "lessons/**/*",
    "scripts/*.js",
    "public/**/*",
    "src/**/*",
)
_GUIDE = "src/tilery/guide"
"""What the app has of the package's own data: the guide's questions, chapters and words."""
_GENERATED = "src/paraglide/"
_NO_NODE = f"""\
The web app is to be built, and there is no Node.js (20.19 or later) with npm for it. One of these helps:
  pip install {REQUIREMENT}    Node.js from PyPI, into the environment that builds
  pip without --no-build-isolation, which asks for that package by itself
  make web                     in a checkout: does it by itself
  the sdist                    has the built web app in it, and needs no Node.js"""


class BuildError(Exception):
    """Why the web app cannot be built, in words."""


def is_built(root: Path = ROOT) -> bool:
    """Whether the built files in the package are those of the sources beside it."""
    stamp = root / "web/.built"
    built = (root / "src/tilery/web/index.html").exists() and stamp.exists()
    return built and stamp.read_text("ascii").strip() == _digest(root / "web", _inputs(root / "web"))


def build(root: Path = ROOT) -> None:
    """Build the web app into the package, unless it is there already."""
    if is_built(root):
        return
    if not (root / "web/package.json").exists():
        raise BuildError("There is no web app here, neither built (src/tilery/web) nor its sources (web).")
    print("Building the web app", flush=True)
    web, stamp = root / "web", root / "web/.built"
    digest = _digest(web, _inputs(web))  # before the build: what is edited while it runs is not in it
    stamp.unlink(missing_ok=True)
    run("run", "build", root=root, quiet=True)
    package = root / "src/tilery/web"
    # The names of built files change with what is in them: old ones must go, and not come back from an older build.
    for old in (package, *root.glob("build/lib*/tilery/web")):
        shutil.rmtree(old, ignore_errors=True)
    shutil.copytree(web / "dist", package)
    stamp.write_text(f"{digest}\n", "ascii")


def build_pseudo(root: Path = ROOT) -> Path:
    """Build the web app in the languages of the tests, unless it's there already; the folder it's in."""
    web = root / "web"
    stamp, digest = web / ".pseudo/.built", _digest(web, _inputs(web))
    if not stamp.exists() or stamp.read_text("ascii") != digest:
        run("run", "pseudo", root=root, quiet=True)
        stamp.write_text(digest, "ascii")
    return web / ".pseudo/dist"


def run(*command: str, root: Path = ROOT, quiet: bool = False) -> None:
    """Run npm on the web app, its packages installed; a quiet run is heard only when it fails."""
    node = find_node()
    if node is None:
        raise BuildError(_NO_NODE)
    _install(node, root / "web")
    _npm(node, root / "web", *command, quiet=quiet)


def _inputs(web: Path) -> Iterator[Path]:
    """The files that the built ones depend on."""
    found = {path for pattern in _INPUTS for path in web.glob(pattern) if path.is_file()}
    own = (path for path in sorted(found) if not path.relative_to(web).as_posix().startswith(_GENERATED))
    return itertools.chain(own, sorted((web.parent / _GUIDE).rglob("*.json")))


def _digest(web: Path, paths: Iterator[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(
            f"{path.relative_to(web.parent).as_posix()}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode()
        )
    return digest.hexdigest()


def _install(node: Node, web: Path) -> None:
    """Install exactly the packages of the lock file, unless they are there."""
    lock, stamp = _digest(web, iter([web / "package-lock.json"])), web / "node_modules/.lock"
    if not stamp.exists() or stamp.read_text("ascii") != lock:
        _npm(node, web, "ci", quiet=True)
        stamp.write_text(lock, "ascii")


def _npm(node: Node, web: Path, *command: str, quiet: bool) -> None:
    path = os.pathsep.join([node.folder, os.environ.get("PATH", "")])
    kept = subprocess.PIPE if quiet and not os.environ.get("V") else None
    ended = subprocess.run(
        [*node.npm, "--loglevel=error", *command],
        cwd=web,
        env={**os.environ, "PATH": path},
        stdout=kept,
        stderr=kept and subprocess.STDOUT,
    )
    if ended.returncode:
        sys.stderr.write((ended.stdout or b"").decode(errors="replace"))
        raise BuildError(f"npm {' '.join(command)} failed on the web app, see above.")


def main(*command: str) -> None:
    """Build the web app of this checkout, or run npm there; with Node.js from PyPI where the machine has none."""
    if not command and is_built():
        return
    if find_node() is None:
        print(f"Installing {REQUIREMENT}", flush=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", REQUIREMENT]
        if subprocess.run(pip).returncode:
            sys.exit(_NO_NODE)
    try:
        run(*command) if command else build()
    except BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])

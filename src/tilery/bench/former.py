"""The kernel of another commit, built from this checkout's history, to be measured beside ours."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import io
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from tilery.errors import TileryError
from tilery.solver.engine import PackingEngine, engine_of

__all__ = ["former_engine", "former_kernel"]

_CHECKOUT = Path(__file__).parents[3]
_KERNELS = ("tilery/solver/kernel/calls", "tilery/solver/_kernel")
"""Where the kernel is or was, the latest place first."""
_ONE_CALL, _MANY = 7, 11
"""How many arguments its calls took at first; those added since are hints that it does without."""


class _Former:
    """An older kernel, asked only what it knows."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel

    def solve(self, *asked: Any) -> Any:
        *answer, sets = self._kernel.solve(*asked[:_ONE_CALL])
        return *answer, _split(sets) if isinstance(sets, bytes) else sets

    def solve_many(self, *asked: Any) -> None:
        self._kernel.solve_many(*asked[:_MANY])


def _split(written: bytes) -> tuple[bytes, ...]:
    """The sets of kernels that wrote them one after another, each by itself."""
    sets, start = [], 0
    while start < len(written):
        end = start + 2 + 3 * written[start + 1]
        sets.append(written[start:end])
        start = end
    return tuple(sets)


def former_engine(path: Path) -> PackingEngine:
    """The engine around a kernel built by :func:`former_kernel`."""
    found = next(name for name in _KERNELS if path.name.startswith(Path(name).name + "."))
    name = found.replace("/", ".")
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    if spec is None:
        raise TileryError("file", f"{path} is no kernel")
    kernel = importlib.util.module_from_spec(spec)
    loader.exec_module(kernel)
    return engine_of(_Former(kernel))


def former_kernel(commit: str) -> Path:
    """Build a commit's kernel with its own options, once for each commit and Python; the file it is in."""
    full = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}").decode().strip()
    ending = str(sysconfig.get_config_var("EXT_SUFFIX"))
    kept = _CHECKOUT / "build/kernels" / full
    for name in _KERNELS:
        if (built := kept / f"{Path(name).name}{ending}").exists():
            return built
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", full, "setup.py", "src/tilery"))) as sources:
            sources.extractall(folder, filter="data")
        command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "built"]
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        for name in _KERNELS:
            made = Path(folder, "built", f"{name}{ending}")
            if ended.returncode == 0 and made.exists():
                kept.mkdir(parents=True, exist_ok=True)
                return Path(shutil.copy(made, kept))
    why = (ended.stderr.strip().splitlines() or ["its setup.py says nothing"])[-1]
    raise TileryError(
        "history", f"the kernel of {commit} can't be built here, which takes a C compiler and Cython: {why}"
    )


def _git(*command: str) -> bytes:
    if not (_CHECKOUT / ".git").exists() or shutil.which("git") is None:
        text = "another commit's kernel is built from the history, and there's none here: run this in a clone, with git"
        raise TileryError("history", text)
    ended = subprocess.run(["git", "-C", str(_CHECKOUT), *command], capture_output=True, check=False)
    if ended.returncode:
        text = (
            f"git knows no commit {command[-1].removesuffix('^{commit}')!r} here; a shallow clone has only the latest"
        )
        raise TileryError("history", text)
    return ended.stdout

"""Compiles the solver's kernel and the simulation where a C compiler is at hand; the rest is in pyproject.toml."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, CompileError, ExecError, LinkError, PlatformError

SOURCE = Path("src")
COMPILED = sorted(SOURCE.rglob("*.pyx"))
ROOMS = sorted(str(path) for path in SOURCE.rglob("*.pxd"))
# All functions of a .pxd module have to be marked inline. Which of them to inline is better left to the compiler: a
# position without special jokers takes 4 to 7 % more instructions otherwise.
OPTIONS = ["-O3", "-DCYTHON_INLINE=__attribute__((unused))"]
NO_COMPILER = (CCompilerError, CompileError, ExecError, LinkError, PlatformError, OSError)


class BuildKernel(build_ext):
    """Build the compiled parts, or say plainly that it was left out.

    Only a missing compiler is forgiven. A kernel that a working compiler refuses is an error: otherwise a
    broken kernel would look like a machine without a compiler.
    """

    def build_extensions(self) -> None:
        trouble = self.compiler_trouble()
        if trouble is not None:
            print(
                "\n*** tilery: NO WORKING C COMPILER, so the solver's kernel is left out.\n"
                f"*** The compiler's answer: {trouble}\n"
                "*** Everything works with the reference solver, only slower. To get the kernel, install a C\n"
                "*** compiler and Python's headers (Debian: gcc, python3-dev) and install again.\n",
                file=sys.stderr,
                flush=True,
            )
            self.extensions = []
        for extension in self.extensions:
            extension.extra_compile_args = ["/O2"] if self.compiler.compiler_type == "msvc" else OPTIONS
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        """Compile it, or take what the same compiler made of the same sources before, where such is kept."""
        built, kept = Path(self.get_ext_fullpath(ext.name)), self.kept(ext)
        if kept is not None and kept.exists():
            built.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(kept, built)
            return
        super().build_extension(ext)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            whole = kept.with_suffix(".new")
            shutil.copy(built, whole)
            whole.replace(kept)

    def kept(self, ext: Extension) -> Path | None:
        """Where it is kept: in the folder that ``TILERY_KERNELS`` names, by all that it is made from."""
        folder = os.environ.get("TILERY_KERNELS")
        if not folder:
            return None
        made_from = hashlib.sha256(
            repr([ext.name, ext.extra_compile_args, sysconfig.get_config_var("EXT_SUFFIX"), sys.version]).encode()
        )
        made_from.update(repr(getattr(self.compiler, "compiler_so", None)).encode())
        for path in [*COMPILED, *map(Path, ROOMS)]:
            made_from.update(f"{path.as_posix()}\0".encode() + path.read_bytes())
        return Path(folder, f"{made_from.hexdigest()}.so")

    def compiler_trouble(self) -> str | None:
        """Try the compiler on an empty Python extension; its complaint, or None when it works."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\nvoid *PyInit_probe(void) { return 0; }\n", encoding="ascii")
            try:
                objects = self.compiler.compile([str(source)], output_dir=folder, include_dirs=self.include_dirs)
                self.compiler.link_shared_object(objects, str(Path(folder, "probe.so")))
            except NO_COMPILER as error:
                return str(error)
        return None


def extension(path: Path) -> Extension:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    return Extension(name, [str(path)], depends=ROOMS)


setup(cmdclass={"build_ext": BuildKernel}, ext_modules=[extension(path) for path in COMPILED])

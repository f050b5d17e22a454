"""Building the documentation, and packing it into the package, where the server finds it for ``/docs``.

``python -m build_backend.docsite`` runs Sphinx on ``docs``; whatever it warns of, a link that leads nowhere above all,
is an error. The server's policy for browsers allows neither scripts nor styles inside of a page, so what the theme has
of these is moved into files.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from build_backend.webapp import ROOT, BuildError

__all__ = ["Inline", "build"]

_STYLES = {
    "tokens.css": ("board/style/tokens.css", "styles/tokens.css"),
    "tiles.css": ("board/style/tiles.css",),
}
_FONTS = {
    "figtree.woff2": "figtree-latin-wght-normal-*.woff2",
    "bricolage.woff2": "bricolage-grotesque-latin-standard-normal-*.woff2",
}
_UNUSED = (".buildinfo", ".doctrees", "_static/**/*.map", "_static/debug.css", "_static/skeleton.css")


def build(root: Path = ROOT) -> None:
    """Build the documentation into ``build/docs``, and pack it into the package."""
    made, packed = root / "build/docs", root / "src/tilery/docs.zip"
    _gather_look(root, root / "build/docs-static")
    shutil.rmtree(made, ignore_errors=True)
    sphinx = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--fresh-env", "--jobs=auto"]
    if subprocess.run([*sphinx, "-b", "html", str(root / "docs"), str(made)], cwd=root).returncode:
        raise BuildError("The documentation is not whole, see above.")
    for pattern in _UNUSED:
        for path in made.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    inline = Inline()
    for path in made.rglob("*.html"):
        up = "../" * (len(path.relative_to(made).parts) - 1)
        path.write_text(inline.moved(path.read_text("utf-8"), up), "utf-8")
    for name, text in inline.files().items():
        (made / "_static" / name).write_text(text, "utf-8")
    pages = sorted(path for path in made.rglob("*") if path.is_file())
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path in pages:
            # Always the same time: the same pages are the same archive.
            archive.writestr(ZipInfo(path.relative_to(made).as_posix()), path.read_bytes(), ZIP_DEFLATED)
    size = sum(path.stat().st_size for path in pages)
    print(f"{made.relative_to(root)}/index.html: {size / 1e6:.1f} MB, packed {packed.stat().st_size / 1e6:.1f} MB")


def _gather_look(root: Path, static: Path) -> None:
    """Take the app's own tokens, tiles, typefaces and icon, so that both look alike and there is one of each."""
    shutil.rmtree(static, ignore_errors=True)
    static.mkdir(parents=True)
    for name, sources in _STYLES.items():
        text = "".join((root / "web/src" / source).read_text("utf-8") for source in sources)
        (static / name).write_text(re.sub(r"(?m)^@import .*\n", "", text), "utf-8")
    shutil.copy(root / "web/public/icon.svg", static)
    for name, pattern in _FONTS.items():
        found = next((root / "src/tilery/web/assets").glob(pattern), None)
        if found is None:
            raise BuildError(f"The web app is built without {pattern}, which the documentation is written in.")
        shutil.copy(found, static / name)


class Inline:
    """What stood inside of pages and goes into files: scripts, style sheets and style attributes."""

    def __init__(self) -> None:
        self._files: dict[str, str] = {}
        self._styles: dict[str, str] = {}

    def moved(self, page: str, up: str) -> str:
        """The page without any, with links instead; ``up`` leads from its folder to the first.

        >>> inline = Inline()
        >>> inline.moved('<script>go()</script><p style="top: 0">', "../")
        '<script src="../_static/inline-e4a62ff8.js"></script><p data-style="32911f45">'
        >>> inline.files()
        {'inline-e4a62ff8.js': 'go()', 'inline.css': '[data-style="32911f45"] { top: 0 }'}
        """
        page = re.sub(
            r"<script>(.*?)</script>",
            lambda found: f'<script src="{up}_static/{self._file(found[1], "js")}"></script>',
            page,
            flags=re.DOTALL,
        )
        page = re.sub(
            r"<style>(.*?)</style>",
            lambda found: f'<link rel="stylesheet" href="{up}_static/{self._file(found[1], "css")}">',
            page,
            flags=re.DOTALL,
        )
        page = re.sub(r'(?<=\s)style="([^"]*)"', lambda found: f'data-style="{self._style(found[1])}"', page)
        if "data-style=" in page and "</head>" in page:
            page = page.replace("</head>", f'<link rel="stylesheet" href="{up}_static/inline.css"></head>', 1)
        return page

    def files(self) -> dict[str, str]:
        """The files to be put beside the pages, by name."""
        rules = [f'[data-style="{name}"] {{ {style} }}' for name, style in sorted(self._styles.items())]
        return self._files | {"inline.css": "\n".join(rules)}

    def _file(self, text: str, ending: str) -> str:
        name = f"inline-{_digest(text)}.{ending}"
        self._files[name] = text
        return name

    def _style(self, text: str) -> str:
        self._styles[_digest(text)] = text
        return _digest(text)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


if __name__ == "__main__":
    try:
        build()
    except BuildError as error:
        sys.exit(str(error))

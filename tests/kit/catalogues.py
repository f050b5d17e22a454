"""What the web app says in each of its languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parents[2] / "web"
LANGUAGES: tuple[str, ...] = tuple(one["code"] for one in json.loads((WEB / "languages.json").read_text("utf-8")))
CATALOGUES: dict[str, dict[str, Any]] = {
    language: json.loads((WEB / f"messages/{language}.json").read_text("utf-8")) for language in LANGUAGES
}
"""Each language's messages by key: a text, or a list with the forms of one."""

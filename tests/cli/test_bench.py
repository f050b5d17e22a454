"""``tilery bench``: what it says where there is no other kernel to build."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilery.bench import former
from tilery.errors import TileryError


def test_a_commit_that_git_does_not_know_is_named() -> None:
    with pytest.raises(TileryError, match=r"git knows no commit 'nonsense' here|there's none here"):
        former.former_kernel("nonsense")


def test_a_commit_is_never_taken_for_an_option() -> None:
    with pytest.raises(TileryError, match=r"git knows no commit '--all' here|there's none here"):
        former.former_kernel("--all")


def test_without_a_history_the_error_says_what_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(former, "_CHECKOUT", tmp_path)
    with pytest.raises(TileryError, match="run this in a clone, with git"):
        former.former_kernel("HEAD")

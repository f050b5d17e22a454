"""The web app's net side plays a whole game against a real server, and loses nothing when it is cut off."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.kit.node import ROOT, node_program
from tests.kit.served import served, settings_in

SCRIPT = ROOT / "web/tests/net/run.js"


def played(url: str) -> dict[str, Any]:
    """A game of two people through the app's own connection."""
    command = [node_program(), "--experimental-websocket", str(SCRIPT), url]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=200)
    assert ended.returncode == 0, ended.stderr
    assert "is not the server's" not in ended.stderr, ended.stderr
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


def test_two_people_play_a_game_through_the_apps_connection(tmp_path: Path) -> None:
    with served(settings_in(tmp_path)) as url:
        told = played(url)
    assert told["over"] == ["over", "over"]
    assert told["scores"] == [told["told"]] * 2
    assert told["counts"] == told["left"]
    assert sum(told["plays"]) > 0
    assert all(told["verdicts"])
    assert all(states > 1 for states in told["states"]), "nobody was ever cut off"
    assert all(changes > 10 for changes in told["changes"])
    assert told["off"] < 1
    assert told["record"] > 20

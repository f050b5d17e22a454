"""A server that stops tells those who are connected."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.kit.served import guest, serving, settings_in


def test_sockets_are_told_and_closed_to_come_again(tmp_path: Path) -> None:
    with serving(settings_in(tmp_path)) as server, guest(server.url) as ann:
        table = ann.post("/api/tables", json={}).json()["terms"]["id"]
        address = f"{server.url.replace('http', 'ws')}/api/tables/{table}/socket"
        headers = {"cookie": f"tilery_key={ann.cookies['tilery_key']}"}
        with connect(address, additional_headers=headers) as socket:
            socket.recv(timeout=60)
            server.server.should_exit = True
            told: list[str] = []
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    told.append(str(socket.recv(timeout=60)))
        assert json.loads(told[-1])["code"] == "restarting"
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.url}/health")


def test_the_next_server_goes_on_from_there(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    with serving(settings) as server, guest(server.url) as ann:
        key = ann.cookies["tilery_key"]
        table = ann.post("/api/tables", json={}).json()["terms"]["id"]
    with serving(settings) as server:
        answer = httpx.get(f"{server.url}/api/me/tables", headers={"cookie": f"tilery_key={key}"})
    assert [each["terms"]["id"] for each in answer.json()["tables"]] == [table]

"""Making and finding tables over HTTP."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from tests.kit.served import Serving, code_of, guest, served, settings_in
from tilery.bots.ladder import LADDER
from tilery.rules.edition import ROWS, edition_names
from tilery.server.http import addresses
from tilery.server.http.addresses import link_base, qr_svg, table_link
from tilery.server.settings import Settings

HERE = {"racks": ["r7", "b12"], "table": "r4 r5 r6", "opened": [True, False], "turn": 0, "starter": 1}


def test_a_table_is_found_by_id_code_list_and_host(server: Serving, ann: httpx.Client, nobody: httpx.Client) -> None:
    made = ann.post("/api/tables", json={"edition": "classic-2015", "listed": True})
    assert made.status_code == 201
    terms = made.json()["terms"]
    assert (terms["rules"]["name"], made.json()["yours"]) == ("classic-2015", [0])
    assert nobody.get(f"/api/codes/{terms['code']}").json() == {"id": terms["id"]}
    assert nobody.get(f"/api/codes/{terms['code'].lower()}").json() == {"id": terms["id"]}
    assert terms["id"] in [each["terms"]["id"] for each in nobody.get("/api/tables").json()["tables"]]
    assert [each["terms"]["id"] for each in ann.get("/api/me/tables").json()["tables"]] == [terms["id"]]
    seen = nobody.get(f"/api/tables/{terms['id']}").json()
    assert seen["yours"] == []


def test_what_is_shown_of_a_table_has_no_secret_and_no_guest(ann: httpx.Client, nobody: httpx.Client) -> None:
    me = ann.get("/api/me").json()["id"]
    shown = ann.post("/api/tables", json={}).text
    assert me not in shown and '"secret"' not in shown


def test_an_unlisted_table_is_not_on_the_list(ann: httpx.Client, nobody: httpx.Client) -> None:
    made = ann.post("/api/tables", json={}).json()["terms"]["id"]
    assert made not in nobody.get("/api/tables").text


def test_only_guests_make_tables(nobody: httpx.Client) -> None:
    assert code_of(nobody.post("/api/tables", json={}), 401) == "no-key"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"edition": "chess"}, "edition"),
        ({"tile_set": "twist"}, "tile-set"),
        ({"seats": ["me", "grandmaster"]}, "bot"),
        ({"seats": ["me"] * 2}, "seats"),
        ({"seats": ["me"] + ["open"] * 5}, "players"),
        ({"house": {"opening": -1}}, "rules"),
        ({"edition": "twist-2016", "house": {"opening": 201}}, "rules"),
        ({"house": {"gravity": 9}}, "rules"),
        ({"clock": {"turn": 1}}, "invalid"),
        ({"clock": {"bank": 10}}, "clock"),
        ({"length": {"rounds": 1, "games": 1}}, "invalid"),
        ({"seats": []}, "invalid"),
        ({"nonsense": 1}, "invalid"),
        ({"edition": None}, "invalid"),
        ({"seats": ["me", "open"], "play_on": HERE}, "seats"),
        ({"seats": ["me", "casual"], "play_on": HERE | {"table": "r4 r5 x7"}}, "position"),
        ({"seats": ["me", "casual"], "play_on": HERE | {"racks": ["r1 " * 2000, "b1"]}}, "invalid"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_reason(
    ann: httpx.Client, wanted: dict[str, object], code: str
) -> None:
    assert code_of(ann.post("/api/tables", json=wanted), 422) == code


def test_all_that_is_wrong_with_house_rules_is_told_by_codes(ann: httpx.Client) -> None:
    house = {"opening": 0, "freeing": "never", "gravity": 9}
    misfits = ann.post("/api/tables", json={"edition": "sabra", "house": house}).json()["misfits"]
    assert [(one["code"], one.get("row")) for one in misfits] == [
        ("unknown-rows", None),
        ("too-small", "opening"),
        ("not-a-choice", "freeing"),
    ]
    assert misfits[1]["values"] == {"least": 1, "given": 0}


@pytest.mark.parametrize("path", ["tables/nothing", "tables/nothing/qr.svg", "codes/NOTHIN"])
def test_what_is_not_there_is_not_found(nobody: httpx.Client, path: str) -> None:
    assert code_of(nobody.get(f"/api/{path}"), 404) in ("no-table", "unknown-code")


def test_ids_are_letters_and_digits(nobody: httpx.Client) -> None:
    for wrong in ("..%2f..", "a b", "x" * 40, "%00", "é"):
        assert nobody.get(f"/api/tables/{wrong}").status_code in (404, 422)


def test_every_edition_and_bot_can_be_chosen(nobody: httpx.Client) -> None:
    editions = nobody.get("/api/editions").json()["editions"]
    assert [each["name"] for each in editions] == list(edition_names())
    assert all(list(each["rows"]) == list(ROWS) and each["tile_sets"] for each in editions)
    assert (editions[2]["year"], editions[2]["languages"]) == (2022, ["de", "es", "pt", "fr", "nl"])
    assert editions[2]["rows"]["opening"]["where"] == [{"part": "rule", "number": 3}]
    assert editions[0]["parts"]["sets"] == [{"printed": {"en": "Playing the Game"}}]
    assert editions[2]["tile_sets"][0] | {"text": ""} == {
        "name": "106",
        "tiles": 106,
        "text": "",
        "players": [2, 4],
        "made_of": {"copies": 2, "j": 2, "d": 0, "c": 0, "m": 0},
    }
    bots = nobody.get("/api/bots").json()["bots"]
    assert [each["name"] for each in bots] == [level.name for level in LADDER]


def test_the_qr_code_is_the_link_that_was_used(server: Serving, ann: httpx.Client) -> None:
    table = ann.post("/api/tables", json={}).json()["terms"]["id"]
    host = f"{socket.gethostname().partition('.')[0].lower()}.local:8420"
    answer = ann.get(f"/api/tables/{table}/qr.svg", headers={"host": host})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.content == qr_svg(f"http://{host}/t/{table}")


def test_on_a_local_network_the_qr_code_names_an_address_a_phone_can_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.7.5")
    with served(settings_in(tmp_path, lan=True)) as url, guest(url) as ann:
        table = ann.post("/api/tables", json={}).json()["terms"]["id"]
        port = url.rpartition(":")[2]
        assert ann.get(f"/api/tables/{table}/qr.svg").content == qr_svg(f"http://192.168.7.5:{port}/t/{table}")


@pytest.mark.parametrize(
    ("settings", "host", "base"),
    [
        (Settings("", public_url="https://tiles.example", lan=True), "127.0.0.1:1", "https://tiles.example"),
        (Settings(""), "localhost:9", "http://localhost:9"),
        (Settings(""), "", "http://127.0.0.1:8420"),
        (Settings("", host="::1"), "", "http://[::1]:8420"),
        (Settings("", host="0.0.0.0"), "", "http://127.0.0.1:8420"),
    ],
)
def test_links_begin_with_what_can_be_reached(settings: Settings, host: str, base: str) -> None:
    assert table_link(link_base(settings, 8420, host=host), "abc") == f"{base}/t/abc"

"""Every call of the bot, and every answer of the sandbox, as Discord describes them."""

import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from sandbox import rest, rest_application, rest_interactions, rest_messages, rest_threads
from sandbox.record import Record
from sandbox.world import ANN_ID, BOT_ID, GUILD_ID
from tests.driver import Driver, running_sandbox
from tests.e2e.match import SHORT, Match, steps
from tests.e2e.programs import running_bot
from tests.sandbox.openapi import DESCRIPTION, Description, pattern
from tests.sandbox.wire import BUTTON, GENERAL, Table, Wire, table_at

pytestmark = pytest.mark.skipif(
    not DESCRIPTION.exists(), reason=f"Discord's description of its REST API isn't there: {DESCRIPTION}"
)
Json = dict[str, Any]


@pytest.fixture(scope="module")
def description() -> Description:
    return Description()


def read(record: Path) -> list[Json]:
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


async def test_a_whole_match_keeps_to_the_description(tmp_path: Path, description: Description) -> None:
    record = tmp_path / "calls.jsonl"
    with running_sandbox(record=record) as url, running_bot(tmp_path, url) as bot:
        async with await Driver.connect(url) as driver:
            await driver.ready()
            await play_and_look_around(driver)
            await bot.has_sent_all()  # how it ended too, to Bob's closed DMs
    calls = read(record)
    assert [wrong for call in calls for wrong in description.asked_wrongly(call)] == []
    assert [wrong for call in calls for wrong in description.answered_wrongly(call)] == []
    assert {"application/json", "multipart/form-data"} <= {call["kind"] for call in calls}
    answered = {(call["method"], call["path"].split("/")[1], call["status"]) for call in calls}
    assert {
        ("PUT", "applications", 200),
        ("POST", "interactions", 200),
        ("PATCH", "webhooks", 200),
        ("POST", "channels", 200),
        ("POST", "channels", 201),
        ("POST", "channels", 403),
    } <= answered


async def play_and_look_around(driver: Driver) -> None:
    """A match to its end, with everything that the bot shows on the way to players and others, by every door."""
    ann, bob, carla = (driver.player(name) for name in ("Ann", "Bob", "Carla"))
    match = await Match.begin(driver, "Ann", "Bob", **SHORT)
    thread = match.thread
    await match.play(4)
    await bob.open_dms(False)
    for player in (ann, bob):
        await player.slash("general", "games")
        for offered in (await player.complete(thread, "move", focused="choice"))[:1]:
            await player.slash(thread, "move", choice=offered["value"])
    await ann.slash(thread, "match", "board")
    await ann.slash(ann.dm(), "match", "board", match=str(match.number), text=True)
    await carla.slash(thread, "match", "history")
    page = await carla.slash("general", "pistard", "rules")
    while "Next" in page.labels:
        page = await carla.press(page, "Next")
    await ann.complete("general", "match", "export", focused="match")
    await play_on(match)
    await match.export_finished()


async def play_on(match: Match) -> None:
    """Play a match to its end in panels opened by `/play` and, from the board, by its button."""
    while match.result is None:
        for player in match.players:
            board = match.news[-1]
            door = player.press(board, "Your move") if "Your move" in board.labels else player.slash("races", "play")
            panel = await door
            while panel is not None and (buttons := steps(panel)):
                panel = await player.press(panel, custom_id=buttons[0]["custom_id"])


def test_what_is_not_described_is_found(description: Description) -> None:
    asked = {"method": "POST", "path": "/channels/1/messages", "kind": "application/json", "status": 200}
    rows = [{"type": 1, "components": [{"type": 2, "style": 7, "label": "Go", "custom_id": "go"}]}]
    assert list(description.asked_wrongly(asked | {"request": {"content": "x", "nonce": 1}})) == []
    for body, place in (
        ({"content": 1}, "content"),
        ({"embeds": [{}] * 11}, "embeds"),
        ({"components": rows}, "components.0.components.0.style"),
    ):
        (wrong,) = description.asked_wrongly(asked | {"request": body})
        assert wrong.startswith(f"POST /channels/1/messages asks: {place}: ")
    (wrong,) = description.asked_wrongly(asked | {"path": "/channels/1/telegrams", "request": {}})
    assert wrong.endswith("Discord has no such call")
    assert list(description.answered_wrongly(asked | {"answer": {"id": "1"}})) != []
    assert list(description.answered_wrongly(asked | {"status": 204, "answer": None})) != []


THREAD = {"name": "Stage 1", "type": 11}
SELECT = {"type": 3, "custom_id": "s", "options": [{"label": "One", "value": "1", "emoji": {"name": "🚴", "id": None}}]}
FULL = {
    "content": f"<@{ANN_ID}>",
    "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}, "color": 7}],
    "components": [BUTTON, {"type": 1, "components": [SELECT]}],
}
FORM = {
    "title": "Attack",
    "custom_id": "f",
    "components": [
        {"type": 18, "label": "How far", "component": {"type": 4, "custom_id": "n", "style": 1}},
    ],
}
COMMAND = {"name": "c", "description": "d", "options": [{"type": 4, "name": "n", "description": "d", "min_value": 1}]}
INSTALL = {"oauth2_install_params": {"scopes": ["bot", "applications.commands"], "permissions": 2048}}
ROUTES = [
    (route.method, pattern(route.path))
    for room in (rest, rest_application, rest_interactions, rest_messages, rest_threads)
    for route in room.routes
    if isinstance(route, web.RouteDef)
]


async def test_every_answer_of_the_sandbox_keeps_to_the_description(tmp_path: Path, description: Description) -> None:
    record = Record(tmp_path / "calls.jsonl")
    async with Wire(record) as wire, table_at(wire) as table:
        await call_about_messages(table)
        await call_about_the_server(wire)
        await call_about_commands(wire)
        await call_in_vain(wire)
    record.close()
    calls = read(tmp_path / "calls.jsonl")
    assert [wrong for call in calls for wrong in description.answered_wrongly(call)] == []
    called = [(call["method"], call["path"]) for call in calls if call["status"] < 300]
    assert [
        f"{method} {paths.pattern}"
        for method, paths in ROUTES
        if not any(method == verb and paths.fullmatch(path) for verb, path in called)
    ] == ["DELETE /channels/[^/]+"]  # the bot has no permission for that
    assert {call["status"] for call in calls} >= {200, 201, 204, 400, 401, 403, 404, 429}


async def call_about_messages(table: Table) -> None:
    """Messages, threads, and all answers to interactions."""
    call, messages = table.wire.call, f"{GENERAL}/messages"
    posted = (await call("POST", messages, FULL)).body["id"]
    reply = (await call("POST", messages, {"content": "re", "message_reference": {"message_id": posted}})).body["id"]
    await call("POST", f"{messages}/{posted}/threads", {"name": "Stage 2"})
    thread = f"/channels/{(await call('POST', f'{GENERAL}/threads', THREAD)).body['id']}"
    for user in ("@me", ANN_ID):
        await call("PUT", f"{thread}/thread-members/{user}")
    await call("GET", f"{thread}/thread-members/{ANN_ID}")
    await call("GET", f"{thread}/thread-members")
    await call("DELETE", f"{thread}/thread-members/@me")
    await call("PATCH", thread, {"name": "Stage 3"})
    await call("GET", thread)
    await call("PATCH", thread, {"archived": True})
    await call("GET", f"{GENERAL}/threads/archived/public")
    await call("PATCH", f"{messages}/{reply}", FULL)
    await call("GET", f"{messages}/{posted}")
    await call("GET", messages)
    await call("POST", f"{GENERAL}/typing")
    await call("DELETE", f"{messages}/{reply}")
    for kind, body in ((4, FULL), (5, {"flags": 64}), (9, FORM)):
        turn = await table.begin(table.ann.slash("general", "play"))
        await turn.answer(kind, body)
        if kind == 5:
            await call("POST", turn.webhook, {"content": "aloud"})
        if kind != 9:
            filled = (await call("POST", turn.webhook, FULL)).body["id"]
            await call("PATCH", f"{turn.webhook}/messages/@original", FULL)
            await call("GET", f"{turn.webhook}/messages/{filled}")
            await call("DELETE", f"{turn.webhook}/messages/{filled}")
        await turn.doing
    board = next(message for message in table.ann.sees("general") if message.id == posted)
    for kind, body in ((6, None), (7, {"content": "two"})):
        turn = await table.begin(table.bob.press(board, "Go", silent=True))
        await turn.answer(kind, body)
        await turn.doing
    turn = await table.begin(table.ann.complete("general", "move", focused="choice", choice="a"))
    await turn.answer(8, {"choices": [{"name": "a", "value": "a"}]})
    await turn.doing


async def call_about_the_server(wire: Wire) -> None:
    """The bot itself, the server, its members."""
    guild = f"/guilds/{GUILD_ID}"
    for path in ("/gateway", "/gateway/bot", "/users/@me", "/applications/@me", "/oauth2/applications/@me"):
        await wire.call("GET", path)
    await wire.call("PATCH", "/applications/@me", {"integration_types_config": {"0": INSTALL, "1": {}}})
    for path in ("/users/@me/guilds", f"/users/{ANN_ID}", guild, f"{guild}/channels", f"{guild}/roles"):
        await wire.call("GET", path)
    for path in (f"{guild}/members/{ANN_ID}", f"{guild}/threads/active"):
        await wire.call("GET", path)
    dm = (await wire.call("POST", "/users/@me/channels", {"recipient_id": ANN_ID})).body["id"]
    await wire.call("GET", f"/channels/{dm}")
    await wire.call("POST", f"/channels/{dm}/messages", FULL)


async def call_about_commands(wire: Wire) -> None:
    """Commands, for everywhere and for one server."""
    for commands in (f"/applications/{BOT_ID}/commands", f"/applications/{BOT_ID}/guilds/{GUILD_ID}/commands"):
        await wire.call("PUT", commands, [COMMAND])
        command = (await wire.call("POST", commands, COMMAND | {"name": "e"})).body["id"]
        await wire.call("POST", commands, COMMAND | {"name": "e"})
        await wire.call("GET", commands)
        await wire.call("GET", f"{commands}/{command}")
        await wire.call("DELETE", f"{commands}/{command}")


async def call_in_vain(wire: Wire) -> None:
    """What Discord refuses, and why."""
    messages = f"{GENERAL}/messages"
    await wire.call("POST", messages, {"content": "x" * 2001, "embeds": [{"title": "t" * 257}]})
    await wire.call("POST", messages, {})
    await wire.call("GET", f"{messages}/7")
    await wire.call("DELETE", GENERAL)
    await wire.call("GET", "/users/@me", token=None)
    await wire.call("POST", "/interactions/7/token/callback", {"type": 6})
    async with await wire.driver() as driver:
        await driver.rate_limit(0.1, "GET", messages)
    await wire.call("GET", messages)

"""Interactions over the bare wire: every kind of answer, and what Discord says to wrong ones."""

import json
from typing import Any

import aiohttp
import pytest

from sandbox.world import ANN_ID, BOT_ID, GUILD_ID
from tests.driver import Failed
from tests.sandbox.wire import BUTTON, GENERAL, Table, Wire, table_at

Json = dict[str, Any]
EPHEMERAL, LOADING = 64, 128
COMMANDS_PATH = f"/applications/{BOT_ID}/commands"


async def test_what_the_bot_hears_of_a_command(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "move", choice="a", role=GUILD_ID, where="1100000000000000012"))
    heard = turn.heard
    assert (heard["type"], heard["context"], heard["guild_id"]) == (2, 0, GUILD_ID)
    assert (heard["locale"], heard["guild_locale"], heard["entitlements"]) == ("en-US", "en-US", [])
    assert heard["authorizing_integration_owners"] == {"0": GUILD_ID}
    assert heard["attachment_size_limit"] == 10 * 1024 * 1024
    assert heard["member"]["user"]["id"] == ANN_ID and int(heard["member"]["permissions"]) & 8
    assert not int(heard["app_permissions"]) & 8
    assert heard["channel"]["name"] == "general"
    assert [option["name"] for option in heard["data"]["options"]] == ["choice", "where", "role"]
    assert heard["data"]["resolved"]["channels"]["1100000000000000012"]["name"] == "races"
    assert heard["data"]["resolved"]["roles"][GUILD_ID]["name"] == "@everyone"
    await turn.answer(4, {"content": "ok"})
    assert (await turn.doing).content == "ok"


async def test_what_the_bot_hears_in_a_dm(table: Table) -> None:
    turn = await table.begin(table.bob.slash(table.bob.dm(), "play"))
    assert (turn.heard["context"], turn.heard["user"]["username"]) == (1, "bob")
    assert "guild_id" not in turn.heard and "member" not in turn.heard
    assert turn.heard["authorizing_integration_owners"] == {"0": "0"}
    await turn.answer(4, {"content": "ok"})
    assert (await turn.doing).channel_id == table.bob.dm().id
    with pytest.raises(Failed, match="no command /rules here"):
        await table.bob.slash(table.bob.dm(), "rules")
    with pytest.raises(Failed, match="50001"):
        await table.ann.slash(table.bob.dm(), "play")


async def test_what_the_bot_hears_of_the_menu_of_a_person(table: Table) -> None:
    await table.wire.call("POST", COMMANDS_PATH, {"name": "Challenge", "type": 2})
    turn = await table.begin(table.ann.menu("general", "Challenge", table.bob))
    heard = turn.heard["data"]
    assert (turn.heard["type"], heard["type"], heard["name"], heard["target_id"]) == (2, 2, "Challenge", table.bob.id)
    assert heard["resolved"]["users"][table.bob.id]["username"] == "bob"
    member = heard["resolved"]["members"][table.bob.id]
    assert "permissions" in member and "user" not in member
    await turn.answer(4, {"content": "ok"})
    answer = await turn.doing
    about = answer.raw["interaction_metadata"]
    assert (about["name"], about["command_type"], about["target_user"]["id"]) == ("Challenge", 2, table.bob.id)


async def test_the_menu_of_a_person_in_a_dm_knows_no_members(table: Table) -> None:
    await table.wire.call("POST", COMMANDS_PATH, {"name": "Challenge", "type": 2})
    with pytest.raises(Failed, match="isn't here"):
        await table.ann.menu(table.ann.dm(), "Challenge", table.bob)
    turn = await table.begin(table.ann.menu(table.ann.dm(), "Challenge", table.ann))
    assert set(turn.heard["data"]["resolved"]) == {"users"}
    await turn.answer(4, {"content": "ok"})
    await turn.doing


async def test_the_menu_of_a_message(table: Table) -> None:
    await table.wire.call("POST", COMMANDS_PATH, {"name": "Quote", "type": 3})
    shown = await table.shown(table.bob, {"content": "one"})
    turn = await table.begin(table.ann.menu("general", "Quote", shown))
    heard = turn.heard["data"]
    assert (heard["type"], heard["target_id"]) == (3, shown.id)
    assert heard["resolved"]["messages"][shown.id]["content"] == "one"
    await turn.answer(4, {"content": "ok"})
    assert (await turn.doing).raw["interaction_metadata"]["target_message_id"] == shown.id
    secret = await table.shown(table.bob, {"content": "secret", "flags": EPHEMERAL})
    with pytest.raises(Failed, match="sees no such message"):
        await table.ann.menu("general", "Quote", secret)
    with pytest.raises(Failed, match="for one person alone"):
        await table.bob.menu("general", "Quote", secret)


async def test_a_menu_has_only_its_own_commands(table: Table) -> None:
    await table.wire.call("POST", COMMANDS_PATH, {"name": "Quote", "type": 3})
    for name in ("Quote", "play"):
        with pytest.raises(Failed, match=f"no command {name} here"):
            await table.ann.menu("general", name, table.bob)


async def test_an_answer_tells_its_message(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    answered = (await turn.answer(4, {"content": "hush", "flags": EPHEMERAL})).body
    interaction = answered["interaction"]
    assert interaction["response_message_ephemeral"] and not interaction["response_message_loading"]
    assert answered["resource"]["type"] == 4
    message = answered["resource"]["message"]
    assert (message["id"], message["type"], message["flags"]) == (interaction["response_message_id"], 20, EPHEMERAL)
    assert message["interaction_metadata"]["name"] == "play"
    assert (await table.wire.call("GET", f"{GENERAL}/messages/{message['id']}")).code == 10008
    assert (await turn.doing).visible_to == [ANN_ID]


async def test_a_deferred_answer_is_filled_by_the_first_follow_up(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    assert (await turn.answer(5, {"flags": EPHEMERAL})).body["interaction"]["response_message_loading"]
    await table.driver.wait(lambda: table.ann.sees("general"))
    assert table.ann.sees("general")[-1].raw["flags"] == EPHEMERAL | LOADING
    filled = await table.wire.call("POST", turn.webhook, {"content": "there", "flags": 0})
    assert (filled.body["content"], filled.body["flags"], filled.body["edited_timestamp"]) == ("there", EPHEMERAL, None)
    assert (await turn.doing).content == "there"
    second = await table.wire.call("POST", turn.webhook, {"content": "aloud"})
    assert second.body["id"] != filled.body["id"] and second.body["flags"] == 0
    original = await table.wire.call("GET", f"{turn.webhook}/messages/@original")
    assert original.body["id"] == filled.body["id"]
    assert (await table.wire.call("DELETE", f"{turn.webhook}/messages/{second.body['id']}")).status == 204
    assert (
        await table.wire.call("PATCH", f"{turn.webhook}/messages/{second.body['id']}", {"content": "?"})
    ).code == 10008


async def test_a_press_updates_at_once_or_later(table: Table) -> None:
    board = await table.shown(table.ann, {"content": "one", "components": [BUTTON]})
    turn = await table.begin(table.bob.press(board, "Go"))
    assert (turn.heard["type"], turn.heard["message"]["id"]) == (3, board.id)
    assert turn.heard["data"]["custom_id"] == "go"
    assert (await turn.answer(7, {"content": "two"})).body["resource"]["message"]["content"] == "two"
    assert await turn.doing is board and board.content == "two" and board.labels == ["Go"]
    turn = await table.begin(table.bob.press(board, "Go"))
    assert "resource" not in (await turn.answer(6)).body
    edited = await table.wire.call(
        "PATCH", f"{turn.webhook}/messages/@original", {"content": "three", "components": []}
    )
    assert edited.body["id"] == board.id
    assert await turn.doing is board and board.content == "three" and board.labels == []


async def test_a_press_is_answered_by_a_reply(table: Table) -> None:
    board = await table.shown(table.ann, {"content": "one", "components": [BUTTON]})
    turn = await table.begin(table.bob.press(board, "Go"))
    await turn.answer(4, {"content": "two"})
    reply = await turn.doing
    assert (reply.raw["type"], reply.raw["message_reference"]["message_id"]) == (19, board.id)
    assert reply.raw["interaction_metadata"]["interacted_message_id"] == board.id
    turn = await table.begin(table.bob.press(board, "Go"))
    await turn.answer(4, {"content": "aside", "flags": EPHEMERAL})
    assert (await turn.doing).visible_to == [table.bob.id]
    aloud = await table.wire.call("POST", turn.webhook, {"content": "aloud"})
    assert "message_reference" not in aloud.body, "what one person sees isn't quoted to others"


async def test_a_token_reaches_no_message_of_others(table: Table) -> None:
    secret = await table.shown(table.ann, {"content": "secret", "flags": EPHEMERAL})
    turn = await table.begin(table.bob.slash("general", "play"))
    await turn.answer(4, {"content": "mine"})
    await turn.doing
    assert (await table.wire.call("GET", f"{turn.webhook}/messages/{secret.id}")).code == 10008


async def test_a_command_for_managers_is_not_for_others(table: Table) -> None:
    admin = {"name": "admin", "description": "Admin", "default_member_permissions": "32"}
    await table.wire.call("POST", COMMANDS_PATH, admin)
    with pytest.raises(Failed, match="Bob has no permission to use /admin"):
        await table.bob.slash("general", "admin")
    turn = await table.begin(table.ann.slash("general", "admin"))
    await turn.answer(4, {"content": "ok"})
    assert (await turn.doing).content == "ok"


async def test_closed_dms_are_closed_to_the_bot(table: Table) -> None:
    messages = f"/channels/{table.ann.dm().id}/messages"
    await table.ann.open_dms(False)
    refused = await table.wire.call("POST", messages, {"content": "Hello?"})
    assert (refused.status, refused.code, table.ann.sees(table.ann.dm())) == (403, 50007, [])
    await table.ann.open_dms()
    assert (await table.wire.call("POST", messages, {"content": "Hello?"})).status == 200


async def test_answers_with_files(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    form = aiohttp.FormData(quote_fields=False)
    body = {"type": 4, "data": {"attachments": [{"id": 0, "description": "The board"}]}}
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", b"GIF89a\x05\x00\x04\x00", filename="board.gif")
    assert (await turn.answer(4, form=form)).status == 200
    (shown,) = (await turn.doing).attachments
    assert (shown["description"], shown["width"], shown["height"]) == ("The board", 5, 4)
    assert (await table.driver.file(shown)).startswith(b"GIF89a")


INPUT = {"type": 4, "custom_id": "n", "style": 1, "required": True, "min_length": 2}
IN_ROW = {"type": 1, "components": [INPUT | {"label": "How far"}]}
IN_LABEL = {"type": 18, "label": "How far", "component": INPUT}
CHOOSE = {"type": 3, "custom_id": "how", "options": [{"label": "Fast", "value": "f"}]}

BOXES = {
    "type": 22,
    "custom_id": "also",
    "options": [{"label": f"Box {n}", "value": str(n), "default": n == 1} for n in range(10)],
    "min_values": 0,
    "max_values": 10,
    "required": False,
}


@pytest.mark.parametrize("part", [IN_ROW, IN_LABEL])
async def test_forms_of_both_styles(table: Table, part: Json) -> None:
    board = await table.shown(table.ann, {"content": "one", "components": [BUTTON]})
    turn = await table.begin(table.bob.press(board, "Go"))
    choice = {"type": 18, "label": "How", "description": "Or not", "component": CHOOSE}
    assert (
        await turn.answer(9, {"title": "Attack", "custom_id": "attack", "components": [part, choice]})
    ).status == 200
    assert await turn.doing is None
    assert list(table.bob.form.fields) == ["n", "how"] and not table.ann.has_form
    with pytest.raises(Failed, match="too short"):
        await table.bob.submit({"n": "1", "how": ["f"]})
    with pytest.raises(Failed, match="not all of that is offered"):
        await table.bob.submit({"n": "12", "how": ["g"]})
    turn = await table.begin(table.bob.submit({"n": "12", "how": ["f"]}))
    assert (turn.heard["type"], turn.heard["data"]["custom_id"]) == (5, "attack")
    assert turn.heard["message"]["id"] == board.id
    first, second = turn.heard["data"]["components"]
    field = first["component"] if part is IN_LABEL else first["components"][0]
    assert (field["custom_id"], field["value"]) == ("n", "12")
    assert second["component"]["values"] == ["f"]
    assert (await turn.answer(9, {})).wrong == {"type": "BASE_TYPE_CHOICES"}  # no form upon a form
    await turn.answer(7, {"content": "gone 12"})
    assert await turn.doing is board and board.content == "gone 12"


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"title": "t" * 46}, "data.title"),
        ({"custom_id": ""}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [IN_ROW] * 6}, "data.components"),
        ({"components": [IN_LABEL | {"label": "l" * 46}]}, "data.components.0.label"),
        ({"components": [IN_LABEL, IN_LABEL]}, "data.components.1.component.custom_id"),
        ({"components": [INPUT]}, "data.components.0.type"),
        ({"components": [IN_LABEL | {"component": {"type": 2}}]}, "data.components.0.component.type"),
        ({"components": [IN_LABEL | {"component": INPUT | {"style": 3}}]}, "data.components.0.component.style"),
        (
            {"components": [IN_LABEL | {"component": BOXES | {"options": [{"label": "a", "value": "a"}] * 11}}]},
            "data.components.0.component.options",
        ),
        (
            {"components": [IN_LABEL | {"component": BOXES | {"max_values": 11}}]},
            "data.components.0.component.max_values",
        ),
        (
            {"components": [IN_LABEL | {"component": INPUT | {"max_length": 4001}}]},
            "data.components.0.component.max_length",
        ),
        (
            {"components": [IN_LABEL | {"component": INPUT | {"value": "v" * 4001}}]},
            "data.components.0.component.value",
        ),
        (
            {"components": [IN_LABEL | {"component": INPUT | {"placeholder": "p" * 101}}]},
            "data.components.0.component.placeholder",
        ),
    ],
)
async def test_forms_beyond_the_limits_are_refused(table: Table, changed: Json, path: str) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    form = {"title": "Attack", "custom_id": "attack", "components": [IN_LABEL]}
    assert (await turn.answer(9, form | changed)).wrong.keys() == {path}
    assert (await turn.answer(9, form)).status == 200  # the refused one was no answer
    await turn.doing


async def test_check_boxes_of_a_form(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    form = {"title": "Attack", "custom_id": "attack", "components": [IN_LABEL | {"component": BOXES}]}
    assert (await turn.answer(9, form)).status == 200
    await turn.doing
    with pytest.raises(Failed, match="not all of that is offered"):
        await table.ann.submit({"also": ["10"]})
    turn = await table.begin(table.ann.submit({"also": ["0", "9"]}))
    [part] = turn.heard["data"]["components"]
    assert (part["component"]["type"], part["component"]["values"]) == (22, ["0", "9"])
    await turn.answer(4, {"content": "sent"})
    await turn.doing


async def test_autocomplete_and_its_limit(table: Table) -> None:
    turn = await table.begin(table.ann.complete("general", "move", focused="choice", choice="a"))
    assert turn.heard["type"] == 4
    assert turn.heard["data"]["options"] == [{"name": "choice", "type": 3, "value": "a", "focused": True}]
    choices = [{"name": f"a{n}", "value": f"a{n}"} for n in range(26)]
    assert (await turn.answer(8, {"choices": choices})).wrong == {"data.choices": "BASE_TYPE_MAX_LENGTH"}
    assert (await turn.answer(4, {"content": "a"})).wrong == {"type": "BASE_TYPE_CHOICES"}
    long = {"name": "n" * 101, "value": "v"}
    assert (await turn.answer(8, {"choices": [long]})).wrong == {"data.choices.0.name": "BASE_TYPE_BAD_LENGTH"}
    await turn.answer(8, {"choices": choices[:25]})
    assert await turn.doing == choices[:25]


async def test_one_answer_within_time_and_follow_ups_for_a_quarter_of_an_hour(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    assert (await table.wire.call("POST", turn.webhook, {"content": "early"})).code == 10015
    too_long = await turn.answer(4, {"content": "x" * 2001})
    assert (too_long.code, too_long.wrong) == (50035, {"data.content": "BASE_TYPE_MAX_LENGTH"})
    assert (await turn.answer(4, {})).code == 50006
    assert (await turn.answer(7, {"content": "nothing to update"})).wrong == {"type": "BASE_TYPE_CHOICES"}
    assert (await turn.answer(4, {"content": "right"})).status == 200
    again = await turn.answer(4, {"content": "again"})
    assert (again.status, again.code) == (400, 40060)
    await turn.doing
    table.wire.clock.seconds += 15 * 60
    assert (await table.wire.call("POST", turn.webhook, {"content": "just in time"})).status == 200
    table.wire.clock.seconds += 1
    expired = await table.wire.call("POST", turn.webhook, {"content": "too late"})
    assert (expired.status, expired.code) == (401, 50027)


async def test_an_answer_after_more_than_the_time_for_it_is_too_late() -> None:
    async with Wire(answer_within=0.05) as wire, table_at(wire) as table:
        turn = await table.begin(table.ann.slash("general", "play"))
        with pytest.raises(Failed, match="did not respond"):
            await turn.doing
        refused = await turn.answer(4, {"content": "too late"})
        assert (refused.status, refused.code) == (404, 10062)


async def test_a_message_that_is_gone_can_neither_be_pressed_nor_updated(table: Table) -> None:
    board = await table.shown(table.ann, {"content": "one", "components": [BUTTON]})
    turn = await table.begin(table.bob.press(board, "Go"))
    await table.ann.delete(board)
    assert (await turn.answer(7, {"content": "two"})).code == 10008
    await turn.answer(4, {"content": "Too late"})
    await turn.doing
    with pytest.raises(Failed, match="sees no such message"):
        await table.bob.press(board, "Go")


async def test_only_the_owner_deletes_and_archives(table: Table) -> None:
    thread = (await table.wire.call("POST", f"{GENERAL}/threads", {"name": "Stage 1", "type": 11})).body
    await table.driver.wait(table.driver.threads)
    (seen,) = table.driver.threads()
    with pytest.raises(Failed, match="50013"):
        await table.bob.archive(seen)
    with pytest.raises(Failed, match="50013"):
        await table.bob.delete(seen)
    await table.ann.archive(seen, locked=True)
    with pytest.raises(Failed, match="locked"):
        await table.bob.say(seen, "hello?")
    assert (await table.wire.call("PATCH", f"/channels/{thread['id']}", {"archived": False})).code == 50013
    assert (await table.wire.call("POST", f"/channels/{thread['id']}/messages", {"content": "?"})).code == 50083
    await table.ann.delete(seen)
    assert (await table.gate.hear_event("THREAD_DELETE"))["d"]["id"] == thread["id"]
    assert (await table.wire.call("POST", f"/channels/{thread['id']}/messages", {"content": "?"})).code == 10003

"""Messages in Components V2: what the sandbox takes, refuses, shows and lets people press."""

import json
from typing import Any

import aiohttp
import pytest

from tests.sandbox.wire import BUTTON, GENERAL, Table, Wire

Json = dict[str, Any]
LAYOUT, EPHEMERAL = 1 << 15, 1 << 6


def text(content: str = "words") -> Json:
    return {"type": 10, "content": content}


def press(custom_id: str) -> Json:
    return {"type": 2, "style": 1, "label": custom_id, "custom_id": custom_id}


def section(accessory: Json, *texts: Json) -> Json:
    return {"type": 9, "components": list(texts) or [text()], "accessory": accessory}


def container(*parts: Json) -> Json:
    return {"type": 17, "components": list(parts)}


def gallery(url: str = "attachment://board.gif", **more: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}, **more}]}


WRONG: list[tuple[list[Json], Json, str, str]] = [
    ([text()], {"content": "x"}, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"),
    (
        [text()],
        {"embeds": [{"title": "x"}]},
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    ([container(*[text()] * 39), text()], {}, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    ([text("x" * 2001)] * 2, {}, "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    ([text("")], {}, "components.0.content", "BASE_TYPE_BAD_LENGTH"),
    ([press("b")], {}, "components.0.type", "BASE_TYPE_CHOICES"),
    ([container(container(text()))], {}, "components.0.components.0.type", "BASE_TYPE_CHOICES"),
    ([container()], {}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ([section(text())], {}, "components.0.accessory.type", "BASE_TYPE_CHOICES"),
    ([section(press("b"), *[text()] * 4)], {}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    (
        [section(press("b")), section(press("b"))],
        {},
        "components.1.accessory.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ([gallery("")], {}, "components.0.items.0.media.url", "BASE_TYPE_BAD_LENGTH"),
    ([gallery(description="x" * 1025)], {}, "components.0.items.0.description", "BASE_TYPE_MAX_LENGTH"),
]


@pytest.mark.parametrize(("parts", "more", "path", "code"), WRONG)
async def test_what_discord_refuses_of_a_layout(
    wire: Wire, parts: list[Json], more: Json, path: str, code: str
) -> None:
    refused = await wire.call("POST", f"{GENERAL}/messages", {"flags": LAYOUT, "components": parts, **more})
    assert refused.wrong[path] == code


async def test_a_layout_needs_its_flag_and_never_loses_it(wire: Wire) -> None:
    posts = f"{GENERAL}/messages"
    assert (await wire.call("POST", posts, {"components": [text()]})).wrong["components.0.type"] == "BASE_TYPE_CHOICES"
    assert (await wire.call("POST", posts, {"flags": LAYOUT, "components": []})).code == 50006
    plain = (await wire.call("POST", posts, {"content": "x"})).body
    turned = await wire.call("PATCH", f"{posts}/{plain['id']}", {"flags": LAYOUT, "components": [text()]})
    assert "flags" in turned.wrong
    changed: Json = {"flags": LAYOUT, "content": None, "components": [text()]}
    assert (await wire.call("PATCH", f"{posts}/{plain['id']}", changed)).body["flags"] & LAYOUT
    assert "content" in (await wire.call("PATCH", f"{posts}/{plain['id']}", {"content": "back"})).wrong


async def test_pictures_of_a_layout_are_the_message_s_own_and_its_buttons_can_be_pressed(table: Table) -> None:
    turn = await table.begin(table.ann.slash("general", "play"))
    await turn.answer(5, {"flags": EPHEMERAL})
    form = aiohttp.FormData(quote_fields=False)
    parts = [container(gallery(), text("# Home")), section(press("play")), {"type": 14}, BUTTON]
    body = {"flags": LAYOUT, "components": parts, "attachments": [{"id": 0, "description": "The board"}]}
    form.add_field("payload_json", json.dumps(body))
    form.add_field("files[0]", b"GIF89a\x05\x00\x04\x00", filename="board.gif")
    shown = (await table.wire.call("PATCH", f"{turn.webhook}/messages/@original", form=form)).body
    home = await turn.doing
    assert home.text == "# Home\nwords"
    assert home.labels == ["play", "Go"]
    assert shown["attachments"] == []
    [item] = shown["components"][0]["components"][0]["items"]
    assert (item["media"]["width"], item["media"]["height"], item["description"]) == (5, 4, None)
    assert (await table.driver.file(item["media"])).startswith(b"GIF89a")
    pressed = await table.begin(table.ann.press(home, "play", silent=True))
    assert pressed.heard["data"]["custom_id"] == "play"
    assert pressed.heard["message"]["flags"] & LAYOUT
    await pressed.answer(6)
    await pressed.doing

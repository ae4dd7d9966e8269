"""Discord's limits on what is sent, checked on every body that a test's bot has sent."""

from collections.abc import Iterable, Iterator
from typing import Any

CONTENT, ROWS, A_ROW = 2000, 5, 5
LABEL, OPTION_LABEL, CUSTOM_ID, OPTIONS, MOST_BOXES, PLACEHOLDER = 80, 100, 100, 25, 10, 150
TITLE, DESCRIPTION, FIELDS, FIELD_NAME, FIELD_VALUE, EMBED = 256, 4096, 25, 256, 1024, 6000
ALT, MODAL_TITLE, INPUT_LABEL, NONCE, CHOICES = 1024, 45, 45, 25, 25
INPUT_PLACEHOLDER, FIELD_ABOUT = 100, 100

ROW, BUTTON, SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT, FIELD, BOXES = 1, 2, 3, 4, 5, 6, 8, 18, 22
SECTION, TEXT, THUMBNAIL, GALLERY, SEPARATOR, CONTAINER = 9, 10, 11, 12, 14, 17
PARTS, LAYOUT_TEXT = 40, 4000  # of a message in Components V2
LAYOUT = 1 << 15  # the flag of Components V2
LINK = 5  # a button that leads out of the bot, which learns nothing of it


def check_sent(bodies: Iterable[dict[str, Any]]) -> None:
    """Assert that Discord would take every one of these bodies."""
    for body in bodies:
        assert len(body.get("content") or "") <= CONTENT
        assert len(str(body.get("nonce") or "")) <= NONCE
        assert len(body.get("choices") or ()) <= CHOICES
        assert len(body.get("title") or "") <= MODAL_TITLE
        if (body.get("flags") or 0) & LAYOUT:
            check_layout(body)
        else:
            check_components(body.get("components") or [])
        for embed in body.get("embeds") or ():
            check_embed(embed)
        for file in body.get("attachments") or ():
            assert 0 < len(file.get("description") or "") <= ALT or not file["filename"].endswith(".png")


def check_components(rows: list[dict[str, Any]]) -> None:
    """At most five rows of five buttons or one select, no custom id twice."""
    assert len(rows) <= ROWS
    codes: list[str] = []
    for row in rows:
        if row["type"] == FIELD:
            _check_field(row)
        items = row["components"] if row["type"] == ROW else [row["component"]]
        assert items
        assert len(items) <= (A_ROW if items[0]["type"] == BUTTON else 1)
        for item in items:
            if item.get("style") != LINK:
                codes.append(item["custom_id"])
            _check_item(item)
    assert len(set(codes)) == len(codes)


def _check_field(field: dict[str, Any]) -> None:
    """A field of a form, under its label."""
    assert 0 < len(field["label"]) <= INPUT_LABEL
    assert len(field.get("description") or "") <= FIELD_ABOUT


def check_layout(body: dict[str, Any]) -> None:
    """Neither text nor embeds beside it; at most 40 parts, those within others counted."""
    assert not body.get("content")
    assert not body.get("embeds")
    found = list(parts(body["components"]))
    assert 0 < len(found) <= PARTS
    assert sum(len(part["content"]) for part in found if part["type"] == TEXT) <= LAYOUT_TEXT
    codes = [part["custom_id"] for part in found if "custom_id" in part]
    assert len(set(codes)) == len(codes)
    for part in found:
        if part["type"] == SECTION:
            assert 1 <= len(part["components"]) <= 3
            assert part["accessory"]["type"] in (BUTTON, THUMBNAIL)
        elif part["type"] == GALLERY:
            assert all(0 < len(item["description"]) <= ALT for item in part["items"])
        elif part["type"] == ROW:
            assert 1 <= len(part["components"]) <= (A_ROW if part["components"][0]["type"] == BUTTON else 1)
        elif part["type"] in (TEXT, CONTAINER):
            assert part.get("content", part.get("components"))
        elif part["type"] not in (SEPARATOR, THUMBNAIL):
            _check_item(part)


def parts(components: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """All components, those within others too."""
    for part in components:
        yield part
        yield from parts(part.get("components", ()))
        if "accessory" in part:
            yield part["accessory"]


def _check_item(item: dict[str, Any]) -> None:
    if item.get("style") == LINK:
        assert item["url"].startswith("https://")
    else:
        assert 0 < len(item["custom_id"]) <= CUSTOM_ID
    if item["type"] == BUTTON:
        assert item.get("label") or item["emoji"], "a sign alone says enough"
        assert len(item.get("label") or "") <= LABEL
    elif item["type"] == SELECT:
        assert len(item.get("placeholder") or "") <= PLACEHOLDER
        values = [option["value"] for option in item["options"]]
        assert 0 < len(values) <= OPTIONS
        assert len(set(values)) == len(values)
        assert all(0 < len(option["label"]) <= OPTION_LABEL for option in item["options"])
        assert all(len(option.get("description") or "") <= OPTION_LABEL for option in item["options"])
        assert 0 <= item["min_values"] <= item["max_values"] <= len(values)
    elif item["type"] in (USER_SELECT, ROLE_SELECT, CHANNEL_SELECT):
        assert len(item["placeholder"]) <= PLACEHOLDER
        assert 0 <= item["min_values"] <= item["max_values"] <= OPTIONS
    elif item["type"] == BOXES:
        values = [option["value"] for option in item["options"]]
        assert 0 < len(values) <= MOST_BOXES and len(set(values)) == len(values)
        assert all(0 < len(option["label"]) <= OPTION_LABEL for option in item["options"])
        assert all(len(option.get("description") or "") <= OPTION_LABEL for option in item["options"])
        assert 0 <= item["min_values"] <= item["max_values"] <= len(values)
    else:
        assert item["type"] == TEXT_INPUT
        assert len(item.get("label") or "") <= INPUT_LABEL
        assert len(item.get("placeholder") or "") <= INPUT_PLACEHOLDER


def check_embed(embed: dict[str, Any]) -> None:
    fields = embed.get("fields", [])
    texts = [embed.get("title", ""), embed.get("description", ""), embed.get("footer", {}).get("text", "")]
    assert len(texts[0]) <= TITLE
    assert len(texts[1]) <= DESCRIPTION
    assert len(fields) <= FIELDS
    for field in fields:
        assert 0 < len(field["name"]) <= FIELD_NAME
        assert 0 < len(field["value"]) <= FIELD_VALUE
        texts += [field["name"], field["value"]]
    assert sum(map(len, texts)) <= EMBED

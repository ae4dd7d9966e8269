"""Discord's limits of messages, components, forms and threads, as numbers and as checks that report like Discord."""

from functools import partial
from typing import Any

from sandbox import rules_layout
from sandbox.refused import Json, Refused, Validator
from sandbox.world import LAYOUT

CONTENT = 2000
EMBEDS, EMBED_TOTAL, EMBED_FIELDS = 10, 6000, 25
EMBED_TEXTS = {"title": 256, "description": 4096}
ROWS, ROW_BUTTONS = 5, 5
CUSTOM_ID, BUTTON_LABEL, PLACEHOLDER, URL = 100, 80, 150, 512
OPTIONS, OPTION_TEXT, MOST_BOXES = 25, 100, 10
FILES, FILE_BYTES, ALT_TEXT = 10, 10 * 1024 * 1024, 1024
NONCE = 25
THREAD_NAME, ARCHIVE_MINUTES = 100, {60, 1440, 4320, 10080}
MODAL_TITLE, MODAL_PARTS, MODAL_LABEL, MODAL_PLACEHOLDER, MODAL_TEXT = 45, 5, 45, 100, 4000
CHOICES, CHOICE_TEXT = 25, 100
ANSWER_SECONDS = 3.0  # the default
TOKEN_SECONDS = 15 * 60

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, TEXT_DISPLAY, LABEL, BOXES = 1, 2, 3, 4, 10, 18, 22
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SELECTS = {STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT}
LINK, PREMIUM = 5, 6

Path = tuple[str | int, ...]


def check_message(body: Json, *root: str, files: int = 0, flags: int = 0) -> None:
    """Refuse a message body (to post, or to edit a message of these `flags` with) that Discord would refuse."""
    validator = Validator(*root)
    validator.length(("content",), body.get("content"), CONTENT)
    if not isinstance(nonce := body.get("nonce"), int):
        validator.length(("nonce",), nonce, NONCE)
    attachments: Any = body.get("attachments")
    embeds: Any = body.get("embeds")
    rows: Any = body.get("components")
    if validator.length(("attachments",), attachments, FILES, what=list):
        for n, attachment in enumerate(attachments or []):
            validator.length(("attachments", n, "description"), attachment.get("description"), ALT_TEXT)
    if files > FILES:
        validator.wrong(("files",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    if validator.length(("embeds",), embeds, EMBEDS, what=list):
        _embeds(validator, embeds or [])
    used_ids: set[str] = set()
    if (flags | int(body.get("flags") or 0)) & LAYOUT:
        row, button = partial(_row, validator, used_ids), partial(_part, validator, used_ids)
        rules_layout.check_layout(validator, body, row, button)
    elif validator.length(("components",), rows, ROWS, what=list):
        for n, row in enumerate(rows or []):
            if validator.choice(("components", n, "type"), row.get("type"), {ROW}):
                _row(validator, used_ids, ("components", n), row)
    validator.check()


def _embeds(validator: Validator, embeds: list[Json]) -> None:
    total = 0
    for n, embed in enumerate(embeds):
        texts: list[tuple[Path, Any, int, int]] = [
            ((name,), embed.get(name), most, 0) for name, most in EMBED_TEXTS.items()
        ]
        texts.append((("footer", "text"), (embed.get("footer") or {}).get("text"), 2048, 0))
        texts.append((("author", "name"), (embed.get("author") or {}).get("name"), 256, 0))
        fields = embed.get("fields") or []
        validator.length(("embeds", n, "fields"), fields, EMBED_FIELDS, what=list)
        for k, entry in enumerate(fields):
            texts.append((("fields", k, "name"), entry.get("name"), 256, 1))
            texts.append((("fields", k, "value"), entry.get("value"), 1024, 1))
        for path, text, most, least in texts:
            validator.length(("embeds", n, *path), text, most, least)
            total += len(text or "")
    if total > EMBED_TOTAL:
        validator.wrong(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def _row(validator: Validator, used_ids: set[str], path: Path, row: Json) -> None:
    parts: Any = row.get("components")
    if not validator.length((*path, "components"), parts, ROW_BUTTONS, 1, what=list):
        return
    if len(parts) > 1 and any(part.get("type") != BUTTON for part in parts):
        validator.wrong(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
    for k, part in enumerate(parts):
        _part(validator, used_ids, (*path, "components", k), part)


def _part(validator: Validator, used_ids: set[str], path: Path, part: Json) -> None:
    if not validator.choice((*path, "type"), part.get("type"), {BUTTON, *SELECTS}):
        return
    if part["type"] == BUTTON:
        _button(validator, path, part)
    else:
        _select(validator, path, part)
    if not (part["type"] == BUTTON and part.get("style") in (LINK, PREMIUM)):
        _custom_id(validator, path, part, used_ids)


def _custom_id(validator: Validator, path: Path, part: Json, used_ids: set[str]) -> None:
    custom_id = part.get("custom_id")
    if validator.length((*path, "custom_id"), custom_id, CUSTOM_ID, 1):
        if custom_id in used_ids:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            validator.wrong((*path, "custom_id"), code, "Component custom id cannot be duplicated")
        used_ids.add(str(custom_id))


def _button(validator: Validator, path: Path, button: Json) -> None:
    validator.choice((*path, "style"), button.get("style"), {1, 2, 3, 4, LINK, PREMIUM})
    validator.length((*path, "label"), button.get("label"), BUTTON_LABEL)
    if button.get("style") == LINK:
        validator.length((*path, "url"), button.get("url"), URL, 1)
    elif not button.get("label") and not button.get("emoji") and button.get("style") != PREMIUM:
        validator.wrong(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")


def _select(validator: Validator, path: Path, select: Json) -> None:
    validator.length((*path, "placeholder"), select.get("placeholder"), PLACEHOLDER)
    most = MOST_BOXES if select["type"] == BOXES else OPTIONS
    validator.number((*path, "min_values"), select.get("min_values"), 0, most)
    validator.number((*path, "max_values"), select.get("max_values"), 1, most)
    if select["type"] not in {STRING_SELECT, BOXES}:
        return
    options: Any = select.get("options")
    if not validator.length((*path, "options"), options, most, 1, what=list):
        return
    values: set[Any] = set()
    for n, option in enumerate(options):
        place = (*path, "options", n)
        validator.length((*place, "label"), option.get("label"), OPTION_TEXT, 1)
        validator.length((*place, "value"), option.get("value"), OPTION_TEXT, 1)
        validator.length((*place, "description"), option.get("description"), OPTION_TEXT)
        if option.get("value") in values:
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            validator.wrong(place, code, "The specified option value is already used")
        values.add(option.get("value"))
    for bound in ("min_values", "max_values"):
        if isinstance(wanted := select.get(bound), int) and wanted > len(options):
            validator.wrong(
                (*path, bound), "BASE_TYPE_MAX", f"int value should be less than or equal to {len(options)}."
            )


def check_modal(body: Json) -> None:
    """Refuse the form of an interaction's answer that Discord would refuse."""
    validator = Validator("data")
    validator.length(("title",), body.get("title"), MODAL_TITLE, 1)
    validator.length(("custom_id",), body.get("custom_id"), CUSTOM_ID, 1)
    used_ids: set[str] = set()
    if validator.length(("components",), body.get("components"), MODAL_PARTS, 1, what=list):
        for n, part in enumerate(body["components"]):
            _modal_part(validator, ("components", n), part, used_ids)
    validator.check()


def _modal_part(validator: Validator, path: Path, part: Json, used_ids: set[str]) -> None:
    if not validator.choice((*path, "type"), part.get("type"), {ROW, LABEL, TEXT_DISPLAY}):
        return
    if part["type"] == ROW:
        inputs: Any = part.get("components")
        if validator.length((*path, "components"), inputs, 1, 1, what=list):
            place = (*path, "components", 0)
            validator.length((*place, "label"), inputs[0].get("label"), MODAL_LABEL, 1)
            _modal_field(validator, place, inputs[0], {TEXT_INPUT}, used_ids)
    elif part["type"] == LABEL:
        validator.length((*path, "label"), part.get("label"), MODAL_LABEL, 1)
        validator.length((*path, "description"), part.get("description"), OPTION_TEXT)
        kinds = {TEXT_INPUT, BOXES, *SELECTS}
        _modal_field(validator, (*path, "component"), part.get("component") or {}, kinds, used_ids)


def _modal_field(validator: Validator, path: Path, field: Json, kinds: set[int], used_ids: set[str]) -> None:
    if not validator.choice((*path, "type"), field.get("type"), kinds):
        return
    _custom_id(validator, path, field, used_ids)
    if field["type"] != TEXT_INPUT:
        _select(validator, path, field)
        return
    validator.choice((*path, "style"), field.get("style"), {1, 2})
    validator.length((*path, "placeholder"), field.get("placeholder"), MODAL_PLACEHOLDER)
    validator.length((*path, "value"), field.get("value"), MODAL_TEXT)
    validator.number((*path, "min_length"), field.get("min_length"), 0, MODAL_TEXT)
    validator.number((*path, "max_length"), field.get("max_length"), 1, MODAL_TEXT)


def check_choices(body: Json) -> None:
    """Refuse the choices of an autocomplete answer that Discord would refuse."""
    validator = Validator("data")
    choices = body.get("choices") or []
    validator.length(("choices",), choices, CHOICES, what=list)
    for n, choice in enumerate(choices):
        validator.length(("choices", n, "name"), choice.get("name"), CHOICE_TEXT, 1)
        if isinstance(choice.get("value"), str):
            validator.length(("choices", n, "value"), choice["value"], CHOICE_TEXT, 1)
    validator.check()


def check_thread(body: Json, *, new: bool) -> None:
    """Refuse a thread's name or archive duration that Discord would refuse."""
    validator = Validator()
    if new or "name" in body:
        validator.length(("name",), body.get("name"), THREAD_NAME, 1)
    if body.get("auto_archive_duration") is not None:
        validator.choice(("auto_archive_duration",), body["auto_archive_duration"], ARCHIVE_MINUTES)
    validator.check()


def check_not_empty(content: str, embeds: list[Any], attachments: list[Any], layout: list[Any]) -> None:
    """Refuse a message that shows nothing: buttons alone are nothing, except in a `layout` of Components V2."""
    if not (content.strip() or embeds or attachments or layout):
        raise Refused(50006)

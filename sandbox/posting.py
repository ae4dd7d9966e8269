"""Makes and edits messages out of the bodies that bots send."""

import mimetypes
import re
import struct
from collections.abc import Sequence
from copy import deepcopy
from itertools import count
from typing import Any

from sandbox import rules, rules_layout
from sandbox.refused import Json, Refused
from sandbox.shelf import Shelf, Upload
from sandbox.world import BOT_ID, DM, EPHEMERAL, LAYOUT, SILENT, SUPPRESS_EMBEDS, Attachment, Channel, Message, World

MENTION = re.compile(r"<@!?(\d+)>")
# what Discord fills in where a part of a layout doesn't say it
LOOKS: dict[int, Json] = {
    rules_layout.CONTAINER: {"accent_color": None, "spoiler": False},
    rules_layout.SEPARATOR: {"divider": True, "spacing": 1},
    rules_layout.THUMBNAIL: {"description": None, "spoiler": False},
}
EMBED_FILES = (("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url"))


def compose(world: World, shelf: Shelf, channel: Channel, body: Json, uploads: Sequence[Upload] = ()) -> Message:
    """Make (but not yet post) the bot's message that a checked body describes; an empty one is refused."""
    content = str(body.get("content") or "")
    embeds: list[Json] = body.get("embeds") or []
    flags = int(body.get("flags") or 0)
    rules.check_not_empty(content, embeds, list(uploads), body.get("components") or [] if flags & LAYOUT else [])
    message = Message(
        world.new_id(),
        channel.id,
        BOT_ID,
        world.now().isoformat(),
        content=content,
        embeds=embeds,
        components=numbered(body.get("components") or []),
        flags=flags & (EPHEMERAL | SUPPRESS_EMBEDS | SILENT | LAYOUT),
        mentions=mentioned(world, channel, content, body.get("allowed_mentions")),
        nonce=None if body.get("nonce") is None else str(body["nonce"]),
    )
    message.attachments = _attached(world, shelf, [], body.get("attachments"), uploads)
    _mark_embedded(message)
    return message


def revise(world: World, shelf: Shelf, message: Message, body: Json, uploads: Sequence[Upload] = ()) -> None:
    """Change a message as a checked body says: what the body doesn't name stays; an empty result is refused."""
    content = str(body["content"] or "") if "content" in body else message.content
    embeds: list[Json] = (body["embeds"] or []) if "embeds" in body else message.embeds
    kept = _kept(message.attachments, body.get("attachments"))
    if len(kept) + len(uploads) > rules.FILES:
        form_error = {"code": "BASE_TYPE_MAX_LENGTH", "message": f"Must be {rules.FILES} or fewer in length."}
        raise Refused(50035, errors={"attachments": {"_errors": [form_error]}})
    flags = message.flags | int(body.get("flags") or 0) & LAYOUT
    components = numbered(body["components"] or []) if "components" in body else message.components
    rules.check_not_empty(content, embeds, [*kept, *uploads], components if flags & LAYOUT else [])
    if flags & LAYOUT and (content or embeds):
        form_error = {"code": rules_layout.NO_LEGACY, "message": "What stood there before has to be taken away"}
        raise Refused(50035, errors={"flags": {"_errors": [form_error]}})
    message.content, message.embeds, message.components, message.flags = content, embeds, components, flags
    message.attachments = _attached(world, shelf, kept, body.get("attachments"), uploads)
    _mark_embedded(message)
    channel = world.channels[message.channel_id]
    message.mentions = mentioned(world, channel, content, body.get("allowed_mentions"))
    message.edited_timestamp = world.now().isoformat()


def mentioned(world: World, channel: Channel, content: str, allowed: Json | None) -> list[str]:
    """The users that a text mentions and can ping."""
    names = [id for id in dict.fromkeys(MENTION.findall(content)) if id in world.users]
    if channel.type == DM:
        names = [id for id in names if id in channel.members]
    if allowed is None or "users" in (allowed.get("parse") or []):
        return names
    return [id for id in names if id in map(str, allowed.get("users") or [])]


def numbered(components: list[Json]) -> list[Json]:
    """Components with the ids that Discord gives to each of them, and its defaults filled in."""
    numbers = count(1)

    def finished(part: Json) -> Json:
        part = deepcopy(part) | {"id": next(numbers)}
        if part["type"] in rules.SELECTS:
            part = {"min_values": 1, "max_values": 1} | part
        for shown in (part, *part.get("options", [])):
            if shown.get("emoji"):
                shown["emoji"] = {key: value for key, value in shown["emoji"].items() if value is not None}
        part = LOOKS.get(part["type"], {}) | part
        if "components" in part:
            part["components"] = [finished(inner) for inner in part["components"]]
        if "accessory" in part:
            part["accessory"] = finished(part["accessory"])
        return part

    return [finished(part) for part in components]


def _kept(present: list[Attachment], wanted: list[Json] | None) -> list[Attachment]:
    """The attachments that an edit leaves: all, if it doesn't list any."""
    if wanted is None:
        return list(present)
    listed = {str(entry.get("id")): entry for entry in wanted}
    kept = [attachment for attachment in present if attachment.id in listed]
    for attachment in kept:
        attachment.description = listed[attachment.id].get("description", attachment.description)
    return kept


def _attached(
    world: World, shelf: Shelf, kept: list[Attachment], wanted: list[Json] | None, uploads: Sequence[Upload]
) -> list[Attachment]:
    listed = {str(entry.get("id")): entry for entry in wanted or []}
    attachments = list(kept)
    for upload in uploads:
        about = listed.get(upload.n, {})
        filename = re.sub(r"[^\w.-]", "_", about.get("filename") or upload.filename)
        width, height = picture_size(upload.content)
        attachment = Attachment(
            world.new_id(),
            filename,
            len(upload.content),
            content_type(filename),
            about.get("description"),
            width,
            height,
        )
        shelf.put(attachment.id, upload.content)
        attachments.append(attachment)
    return attachments


def _mark_embedded(message: Message) -> None:
    """A file that an embed shows isn't listed beside it, and none of a layout is."""
    shown: set[Any] = {(embed.get(place) or {}).get(key) for embed in message.embeds for place, key in EMBED_FILES}
    for attachment in message.attachments:
        attachment.embedded = bool(message.flags & LAYOUT) or f"attachment://{attachment.filename}" in shown


def content_type(filename: str) -> str:
    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def picture_size(content: bytes) -> tuple[int, int] | tuple[None, None]:
    """Width and height in pixels of a PNG or GIF, from its first bytes."""
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None, None

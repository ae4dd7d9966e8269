"""The world's things as the JSON objects that Discord sends."""

from copy import deepcopy
from urllib.parse import quote

from sandbox.permissions import IN_A_DM, bits
from sandbox.posting import EMBED_FILES
from sandbox.refused import Json
from sandbox.world import (
    BOT_ID,
    BOT_ROLE_ID,
    DM,
    FORUM,
    GUILD_ID,
    PRIVATE_THREAD,
    THREADS,
    Attachment,
    Channel,
    Message,
    Role,
    User,
    World,
)

GUILD_LOCALE = "en-US"
ROLE_OVERWRITE = 0
OBFUSCATED, HIDDEN = 1 << 17, "___hidden___"  # the flag and the name of channels that the bot may not see


def user_json(user: User) -> Json:
    return {
        "id": user.id,
        "username": user.username,
        "global_name": user.global_name,
        "discriminator": "0000" if user.bot else "0",
        "avatar": None,
        "banner": None,
        "accent_color": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
        "bot": user.bot,
    }


def member_json(world: World, user: User, *, permissions: bool = False) -> Json:
    """A member of the server; an interaction also tells the permissions."""
    member: Json = {
        "user": user_json(user),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [BOT_ROLE_ID] if user.bot else [],
        "joined_at": "2024-01-01T00:00:00+00:00",
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return member | {"permissions": str(world.permissions(user.id))} if permissions else member


def role_json(role: Role) -> Json:
    answer: Json = {
        "id": role.id,
        "name": role.name,
        "permissions": str(role.permissions),
        "position": role.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": role.bot_id is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    return answer | {"tags": {"bot_id": role.bot_id}} if role.bot_id else answer


def guild_json(world: World) -> Json:
    return {
        "id": GUILD_ID,
        "name": world.guild_name,
        "owner_id": world.owner_id,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role_json(role) for role in world.roles.values()],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": GUILD_LOCALE,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def gateway_channel_json(world: World, channel: Channel) -> Json:
    """A channel of the server as the gateway tells of it: one that the bot may not see keeps id, type and position."""
    complete = channel_json(world, channel)
    if is_visible(world, channel):
        return complete
    denied: Json = {"id": GUILD_ID, "type": ROLE_OVERWRITE, "allow": "0", "deny": str(bits("VIEW_CHANNEL"))}
    shown: Json = {"name": HIDDEN, "flags": OBFUSCATED, "parent_id": None, "last_message_id": None}
    return complete | shown | {"permission_overwrites": [denied]}


def is_visible(world: World, channel: Channel) -> bool:
    """Whether the bot may see a channel, or a thread's channel."""
    return bool(channel_permissions(world, channel, BOT_ID) & bits("VIEW_CHANNEL"))


def channel_json(world: World, channel: Channel) -> Json:
    """A channel as calls and interactions tell of it."""
    answer: Json = {
        "id": channel.id,
        "type": channel.type,
        "last_message_id": channel.last_message_id,
        "flags": 0,
    }
    if channel.type == DM:
        recipients = [user_json(world.users[id]) for id in channel.members if id != BOT_ID]
        return answer | {"recipients": recipients}
    answer |= {"guild_id": GUILD_ID, "name": channel.name, "parent_id": channel.parent_id, "rate_limit_per_user": 0}
    if channel.type in THREADS:
        return answer | _thread_json(channel)
    denied: Json = {"id": BOT_ROLE_ID, "type": ROLE_OVERWRITE, "allow": "0", "deny": str(channel.denied)}
    overwrites = [denied] if channel.denied else []
    answer |= {"position": channel.position, "topic": None, "nsfw": False, "permission_overwrites": overwrites}
    if channel.type == FORUM:
        return answer | {"available_tags": channel.tags, "default_forum_layout": 0, "default_sort_order": None}
    return answer


def _thread_json(thread: Channel) -> Json:
    metadata: Json = {
        "archived": thread.archived,
        "archive_timestamp": thread.archive_timestamp,
        "auto_archive_duration": thread.auto_archive_duration,
        "locked": thread.locked,
        "create_timestamp": thread.created,
    }
    if thread.type == PRIVATE_THREAD:
        metadata["invitable"] = thread.invitable
    answer: Json = {
        "owner_id": thread.owner_id,
        "thread_metadata": metadata,
        "message_count": thread.message_count,
        "member_count": len(thread.members),
        "total_message_sent": thread.total_message_sent,
        "applied_tags": thread.applied_tags,
    }
    return answer | {"member": thread_member_json(thread, BOT_ID)} if BOT_ID in thread.members else answer


def thread_member_json(thread: Channel, user_id: str) -> Json:
    return {"id": thread.id, "user_id": user_id, "join_timestamp": thread.created, "flags": 0}


def channel_permissions(world: World, channel: Channel, user_id: str) -> int:
    """The permission bits of a user in a channel; what is denied in a channel is denied in its threads."""
    if channel.type == DM:
        return IN_A_DM
    denied = world.channels[channel.parent_id].denied if channel.parent_id in world.channels else channel.denied
    return world.permissions(user_id) & ~(denied if user_id == BOT_ID else 0)


def attachment_url(world: World, channel_id: str, attachment: Attachment) -> str:
    return f"{world.base_url}/attachments/{channel_id}/{attachment.id}/{quote(attachment.filename)}"


def attachment_json(world: World, message: Message, attachment: Attachment) -> Json:
    url = attachment_url(world, message.channel_id, attachment)
    answer: Json = {
        "id": attachment.id,
        "filename": attachment.filename,
        "size": attachment.size,
        "content_type": attachment.content_type,
        "url": url,
        "proxy_url": url,
    }
    if attachment.description is not None:
        answer["description"] = attachment.description
    if attachment.width is not None:
        answer |= {"width": attachment.width, "height": attachment.height}
    return answer | {"ephemeral": True} if message.ephemeral else answer


def _embed_json(world: World, message: Message, embed: Json) -> Json:
    """An embed with its `attachment://` addresses resolved to the message's own files."""
    answer: Json = deepcopy(embed)
    answer["type"] = "rich"
    if "fields" in answer:
        answer["fields"] = [{"inline": False} | entry for entry in answer["fields"]]
    files = {attachment.filename: attachment for attachment in message.attachments}
    for place, key in EMBED_FILES:
        address = (answer.get(place) or {}).get(key) or ""
        if (attachment := files.get(address.removeprefix("attachment://"))) is not None:
            url = attachment_url(world, message.channel_id, attachment)
            answer[place] |= {key: url, f"proxy_{key}": url}
            if place in ("image", "thumbnail") and attachment.width is not None:
                answer[place] |= {"width": attachment.width, "height": attachment.height}
    return answer


def _component_json(world: World, message: Message, part: Json) -> Json:
    """A component with its `attachment://` addresses resolved to the message's own files."""
    answer: Json = dict(part)
    if "media" in part:
        answer["media"] = _media_json(world, message, part["media"])
    if "items" in part:
        looks: Json = {"description": None, "spoiler": False}
        answer["items"] = [
            looks | item | {"media": _media_json(world, message, item["media"])} for item in part["items"]
        ]
    if "components" in part:
        answer["components"] = [_component_json(world, message, inner) for inner in part["components"]]
    if "accessory" in part:
        answer["accessory"] = _component_json(world, message, part["accessory"])
    return answer


def _media_json(world: World, message: Message, media: Json) -> Json:
    address = str(media["url"])
    shown: Json = {"id": message.id, "url": address, "proxy_url": address}
    for attachment in message.attachments:
        if address == f"attachment://{attachment.filename}":
            url = attachment_url(world, message.channel_id, attachment)
            shown |= {"id": attachment.id, "attachment_id": attachment.id, "url": url, "proxy_url": url}
            shown |= {"width": attachment.width, "height": attachment.height, "content_type": attachment.content_type}
    return shown


def message_json(world: World, message: Message, *, refer: bool = True) -> Json:
    """A message, with the one that it answers, but not the one that that one answers."""
    answer: Json = {
        "id": message.id,
        "channel_id": message.channel_id,
        "type": message.type,
        "author": user_json(world.users[message.author_id]),
        "content": message.content,
        "timestamp": message.timestamp,
        "edited_timestamp": message.edited_timestamp,
        "tts": False,
        "mention_everyone": False,
        "mentions": [user_json(world.users[id]) for id in message.mentions],
        "mention_roles": [],
        "attachments": [attachment_json(world, message, a) for a in message.attachments if not a.embedded],
        "embeds": [_embed_json(world, message, embed) for embed in message.embeds],
        "components": [_component_json(world, message, part) for part in message.components],
        "flags": message.flags,
        "pinned": False,
    }
    if message.webhook_id is not None:
        answer |= {"webhook_id": message.webhook_id, "application_id": message.webhook_id}
    if message.interaction_metadata is not None:
        answer["interaction_metadata"] = message.interaction_metadata
    if message.reference is not None:
        answer["message_reference"] = message.reference
        if refer:
            referenced = world.messages.get(message.reference.get("message_id", ""))
            answer["referenced_message"] = referenced and message_json(world, referenced, refer=False)
    if (thread := world.thread_of(message)) is not None:
        answer["thread"] = channel_json(world, thread)
    return answer

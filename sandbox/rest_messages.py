"""REST calls about messages: post, read, list, edit, delete, and typing."""

from aiohttp import web

from sandbox import posting, rules
from sandbox.calls import SHELF, WORLD, answer, body_of, nothing, require
from sandbox.objects import message_json
from sandbox.permissions import bits
from sandbox.refused import Json, Refused, Validator
from sandbox.world import BOT_ID, DM, FORUM, GUILD_ID, Channel, Message, World

routes = web.RouteTableDef()

REPLY = 19
PAGE, DEFAULT_PAGE = 100, 50


def _channel(request: web.Request) -> Channel:
    return request.app[WORLD].channel(request.match_info["channel"])


def _message(request: web.Request) -> Message:
    """The message of a call; ephemeral ones don't exist here."""
    message = request.app[WORLD].message(request.match_info["channel"], request.match_info["message"])
    if message.ephemeral:
        raise Refused(10008)
    return message


def check_open(world: World, channel: Channel) -> None:
    """Refuse to change what is in an archived thread."""
    if channel.archived and not world.permissions(BOT_ID) & bits("MANAGE_THREADS"):
        raise Refused(50083)


@routes.post("/channels/{channel}/messages")
async def create_message(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    body, uploads = await body_of(request)
    require(world, channel, "SEND_MESSAGES")
    if channel.type == FORUM:
        raise Refused(50008)
    if channel.locked:
        check_open(world, channel)
    rules.check_message(body, files=len(uploads))
    if uploads:
        require(world, channel, "ATTACH_FILES")
    if body.get("embeds"):
        require(world, channel, "EMBED_LINKS")
    if channel.type == DM and not world.has_bot and not any(world.users[id].installed for id in channel.members):
        raise Refused(50278)
    if channel.type == DM and not all(world.users[id].dms_open for id in channel.members):
        raise Refused(50007)
    nonce = body.get("nonce")
    if body.get("enforce_nonce") and nonce is not None and (first := world.posted_with(str(nonce))):
        return answer(message_json(world, first) | {"nonce": nonce})
    message = posting.compose(world, request.app[SHELF], channel, body, uploads)
    message.flags &= ~posting.EPHEMERAL
    if body.get("message_reference"):
        _reply(world, channel, message, body["message_reference"])
    world.add_message(message)
    return answer(message_json(world, message) | ({} if nonce is None else {"nonce": nonce}))


def _reply(world: World, channel: Channel, message: Message, reference: Json) -> None:
    """Make a message the reply to another one of its channel."""
    replied = world.messages.get(str(reference.get("message_id")))
    if replied is not None and replied.channel_id == channel.id and not replied.ephemeral:
        message.type = REPLY
        message.reference = {"type": 0, "channel_id": channel.id, "message_id": replied.id}
        if channel.type != DM:
            message.reference["guild_id"] = GUILD_ID
    elif reference.get("fail_if_not_exists", True):
        validator = Validator()
        validator.wrong(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        validator.check()


@routes.get("/channels/{channel}/messages")
async def list_messages(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    require(world, channel, "READ_MESSAGE_HISTORY")
    limit = _limit(request.query.get("limit", str(DEFAULT_PAGE)))
    messages = [m for m in world.messages.values() if m.channel_id == channel.id and not m.ephemeral]
    if after := request.query.get("after"):
        messages = [m for m in messages if int(m.id) > int(after)][:limit]
    elif before := request.query.get("before"):
        messages = [m for m in messages if int(m.id) < int(before)]
    elif around := request.query.get("around"):
        older = [m for m in messages if int(m.id) < int(around)][-(limit // 2) :]
        messages = older + [m for m in messages if int(m.id) >= int(around)][: limit - len(older)]
    return answer([message_json(world, m) for m in reversed(messages[-limit:])])


def _limit(text: str) -> int:
    validator = Validator()
    validator.number(("limit",), int(text) if text.isdigit() else text, 1, PAGE)
    validator.check()
    return int(text)


@routes.get("/channels/{channel}/messages/{message}")
async def get_message(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    require(world, _channel(request), "READ_MESSAGE_HISTORY")
    return answer(message_json(world, _message(request)))


@routes.patch("/channels/{channel}/messages/{message}")
async def edit_message(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    body, uploads = await body_of(request)
    require(world, channel)
    message = _message(request)
    if message.author_id != BOT_ID:
        raise Refused(50005)
    check_open(world, channel)
    rules.check_message(body, files=len(uploads), flags=message.flags)
    if uploads:
        require(world, channel, "ATTACH_FILES")
    posting.revise(world, request.app[SHELF], message, body, uploads)
    world.change_message(message)
    return answer(message_json(world, message))


@routes.delete("/channels/{channel}/messages/{message}")
async def delete_message(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    require(world, channel)
    message = _message(request)
    if message.author_id != BOT_ID:
        require(world, channel, "MANAGE_MESSAGES")
        if channel.type == DM:
            raise Refused(50013)
    check_open(world, channel)
    world.remove_message(message)
    return nothing()


@routes.post("/channels/{channel}/typing")
async def typing(request: web.Request) -> web.Response:
    require(request.app[WORLD], _channel(request), "SEND_MESSAGES")
    return nothing()

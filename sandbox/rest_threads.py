"""REST calls about channels and threads: read, start, change, delete, and their members."""

from collections.abc import Sequence

from aiohttp import web

from sandbox import posting, rules
from sandbox.calls import SHELF, WORLD, answer, json_of, nothing, require
from sandbox.objects import channel_json, message_json, thread_member_json
from sandbox.permissions import bits
from sandbox.refused import Json, Refused, Validator
from sandbox.rest_messages import check_open
from sandbox.world import (
    BOT_ID,
    FORUM,
    GUILD_ID,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    THREADS,
    Channel,
    Message,
    World,
)

routes = web.RouteTableDef()

THREAD_CREATED, THREAD_STARTER = 18, 21
OWNER_MAY_CHANGE = {"name", "archived", "auto_archive_duration", "invitable", "applied_tags"}
MOST_TAGS = 5


def _channel(request: web.Request) -> Channel:
    return request.app[WORLD].channel(request.match_info["channel"])


def _thread(request: web.Request) -> Channel:
    channel = _channel(request)
    if channel.type not in THREADS:
        raise Refused(50024)
    return channel


@routes.get("/channels/{channel}")
async def get_channel(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    require(world, channel)
    return answer(channel_json(world, channel))


@routes.patch("/channels/{channel}")
async def change_channel(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    body: Json = await json_of(request)
    require(world, channel)
    if channel.type not in THREADS:
        require(world, channel, "MANAGE_CHANNELS")
        raise Refused(50024)
    unarchives = body.get("archived") is False
    if channel.archived and not unarchives:
        raise Refused(50083)
    if channel.owner_id != BOT_ID or not body.keys() <= OWNER_MAY_CHANGE or (unarchives and channel.locked):
        require(world, channel, "MANAGE_THREADS")
    rules.check_thread(body, new=False)
    if "applied_tags" in body:
        channel.applied_tags = _tags(world.channels[str(channel.parent_id)], body)
    for name in ("name", "auto_archive_duration", "locked", "invitable"):
        if body.get(name) is not None:
            setattr(channel, name, body[name])
    if body.get("archived") is not None and body["archived"] != channel.archived:
        world.set_archived(channel, body["archived"])
    else:
        world.change_channel(channel)
    return answer(channel_json(world, channel))


@routes.delete("/channels/{channel}")
async def delete_channel(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    require(world, channel, "MANAGE_THREADS" if channel.type in THREADS else "MANAGE_CHANNELS")
    removed = channel_json(world, channel)
    world.remove_channel(channel)
    return answer(removed)


@routes.post("/channels/{channel}/messages/{message}/threads")
async def start_from_message(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    body: Json = await json_of(request)
    require(world, channel, "CREATE_PUBLIC_THREADS")
    message = world.message(channel.id, request.match_info["message"])
    if message.ephemeral:
        raise Refused(10008)
    if channel.type != TEXT:
        raise Refused(50024)
    if world.thread_of(message) is not None:
        raise Refused(160004)
    rules.check_thread(body, new=True)
    thread = _start(world, channel, body, PUBLIC_THREAD, message.id)
    message.flags |= HAS_THREAD
    world.change_message(message)
    reference = {"type": 0, "guild_id": GUILD_ID, "channel_id": channel.id, "message_id": message.id}
    _announce(world, thread, THREAD_STARTER, "", reference)
    return answer(channel_json(world, thread), 201)


@routes.post("/channels/{channel}/threads")
async def start(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    body: Json = await json_of(request)
    if channel.type == FORUM:
        return _start_post(request, channel, body)
    kind = body.get("type", PRIVATE_THREAD)
    require(world, channel, "CREATE_PRIVATE_THREADS" if kind == PRIVATE_THREAD else "CREATE_PUBLIC_THREADS")
    if channel.type != TEXT or kind not in THREADS:
        raise Refused(50024)
    rules.check_thread(body, new=True)
    thread = _start(world, channel, body, kind, world.new_id())
    if kind == PUBLIC_THREAD:
        reference = {"type": 0, "guild_id": GUILD_ID, "channel_id": thread.id}
        _announce(world, channel, THREAD_CREATED, thread.name, reference)
    return answer(channel_json(world, thread), 201)


def _start_post(request: web.Request, forum: Channel, body: Json) -> web.Response:
    """A post of a forum: a thread with its first message, which has its id."""
    world, said = request.app[WORLD], body.get("message") or {}
    require(world, forum, "SEND_MESSAGES")
    rules.check_thread(body, new=True)
    rules.check_message(said, files=0)
    thread = _start(world, forum, body, PUBLIC_THREAD, world.new_id(), tags=_tags(forum, body))
    message = posting.compose(world, request.app[SHELF], thread, said)
    message.id = thread.id
    world.add_message(message)
    return answer(channel_json(world, thread) | {"message": message_json(world, message)}, 201)


def _tags(forum: Channel, body: Json) -> list[str]:
    """The tags that a body names; refused if the forum has others, or they are too many."""
    tags, validator = [str(tag) for tag in body.get("applied_tags") or []], Validator()
    validator.length(("applied_tags",), tags, MOST_TAGS, what=list)
    offered = {tag["id"] for tag in forum.tags}
    for tag in tags:
        validator.choice(("applied_tags",), tag, offered)
    validator.check()
    return tags


def _start(
    world: World, channel: Channel, body: Json, kind: int, thread_id: str, *, tags: Sequence[str] = ()
) -> Channel:
    now = world.now().isoformat()
    thread = Channel(
        thread_id,
        kind,
        body["name"],
        now,
        members=[BOT_ID],
        parent_id=channel.id,
        owner_id=BOT_ID,
        invitable=body.get("invitable", True),
        auto_archive_duration=body.get("auto_archive_duration") or 1440,
        archive_timestamp=now,
        applied_tags=[*tags],
    )
    world.add_channel(thread)
    return thread


def _announce(world: World, channel: Channel, kind: int, content: str, reference: Json) -> None:
    """Post the line with which Discord itself says that a thread was started."""
    id, now = world.new_id(), world.now().isoformat()
    world.add_message(Message(id, channel.id, BOT_ID, now, content, kind, reference=reference))


@routes.get("/channels/{channel}/threads/archived/public")
async def archived_threads(request: web.Request) -> web.Response:
    world, channel = request.app[WORLD], _channel(request)
    require(world, channel, "READ_MESSAGE_HISTORY")
    threads = [c for c in world.channels.values() if c.parent_id == channel.id and c.archived]
    threads = [c for c in threads if c.type == PUBLIC_THREAD]
    members = [thread_member_json(thread, BOT_ID) for thread in threads if BOT_ID in thread.members]
    return answer(
        {"threads": [channel_json(world, t) for t in reversed(threads)], "members": members, "has_more": False}
    )


def _member_id(request: web.Request) -> str:
    user_id = request.match_info["user"]
    if user_id == "@me":
        return BOT_ID
    if user_id not in request.app[WORLD].users:
        raise Refused(10007)
    return user_id


@routes.get("/channels/{channel}/thread-members")
async def thread_members(request: web.Request) -> web.Response:
    world, thread = request.app[WORLD], _thread(request)
    require(world, thread)
    return answer([thread_member_json(thread, user_id) for user_id in thread.members])


@routes.get("/channels/{channel}/thread-members/{user}")
async def thread_member(request: web.Request) -> web.Response:
    world, thread, user_id = request.app[WORLD], _thread(request), _member_id(request)
    require(world, thread)
    if user_id not in thread.members:
        raise Refused(10007)
    return answer(thread_member_json(thread, user_id))


@routes.put("/channels/{channel}/thread-members/{user}")
async def add_thread_member(request: web.Request) -> web.Response:
    world, thread, user_id = request.app[WORLD], _thread(request), _member_id(request)
    require(world, thread, "SEND_MESSAGES")
    check_open(world, thread)
    world.join(thread, user_id)
    return nothing()


@routes.delete("/channels/{channel}/thread-members/{user}")
async def remove_thread_member(request: web.Request) -> web.Response:
    world, thread, user_id = request.app[WORLD], _thread(request), _member_id(request)
    require(world, thread)
    is_own = thread.type == PRIVATE_THREAD and thread.owner_id == BOT_ID
    if user_id != BOT_ID and not is_own and not world.permissions(BOT_ID) & bits("MANAGE_THREADS"):
        raise Refused(50013)
    check_open(world, thread)
    world.leave(thread, user_id)
    return nothing()

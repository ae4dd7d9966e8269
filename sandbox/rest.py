"""REST calls about the bot's account, the server, its members, and application commands."""

from typing import Any

from aiohttp import web

from sandbox import rules_commands
from sandbox.calls import WORLD, answer, json_of, nothing
from sandbox.objects import (
    channel_json,
    guild_json,
    is_visible,
    member_json,
    role_json,
    thread_member_json,
    user_json,
)
from sandbox.refused import Json, Refused
from sandbox.world import BOT_ID, GUILD_ID, OF_SERVER, THREADS, Change, World

routes = web.RouteTableDef()


def gateway_url(world: World) -> str:
    return world.base_url.replace("http", "ws", 1) + "/gateway"


@routes.get("/gateway")
async def gateway(request: web.Request) -> web.Response:
    return answer({"url": gateway_url(request.app[WORLD])})


@routes.get("/gateway/bot")
async def gateway_bot(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    reset_after = round(world.starts_reset * 1000)
    limit = {"total": 1000, "remaining": world.starts, "reset_after": reset_after, "max_concurrency": 1}
    return answer({"url": gateway_url(world), "shards": world.shards, "session_start_limit": limit})


@routes.get("/users/@me")
async def me(request: web.Request) -> web.Response:
    account = {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}
    return answer(user_json(request.app[WORLD].bot) | account)


@routes.get("/users/@me/guilds")
async def my_guilds(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    if not world.has_bot:
        return answer([])
    guild = {key: value for key, value in guild_json(world).items() if key in ("id", "name", "icon", "features")}
    return answer([guild | {"banner": None, "owner": False, "permissions": str(world.permissions(BOT_ID))}])


@routes.post("/users/@me/channels")
async def open_dm(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    recipient = str((await json_of(request)).get("recipient_id"))
    if recipient not in world.users or recipient == BOT_ID:
        raise Refused(50033)
    return answer(channel_json(world, world.dm_of(recipient)))


@routes.get("/users/{user}")
async def user(request: web.Request) -> web.Response:
    world = request.app[WORLD]
    return answer(user_json(world.user(request.match_info["user"])))


def _guild(request: web.Request) -> World:
    """The world, if the call is about its server and the bot is in there."""
    world = request.app[WORLD]
    if request.match_info["guild"] != GUILD_ID or not world.has_bot:
        raise Refused(10004)
    return world


@routes.get("/guilds/{guild}")
async def guild(request: web.Request) -> web.Response:
    world = _guild(request)
    counts = {"approximate_member_count": len(world.users), "approximate_presence_count": len(world.users)}
    return answer(guild_json(world) | counts)


@routes.get("/guilds/{guild}/channels")
async def guild_channels(request: web.Request) -> web.Response:
    world = _guild(request)
    channels = [
        channel for channel in world.channels.values() if channel.type in OF_SERVER and is_visible(world, channel)
    ]
    return answer([channel_json(world, channel) for channel in channels])


@routes.get("/guilds/{guild}/roles")
async def guild_roles(request: web.Request) -> web.Response:
    return answer([role_json(role) for role in _guild(request).roles.values()])


@routes.get("/guilds/{guild}/members/{user}")
async def guild_member(request: web.Request) -> web.Response:
    world = _guild(request)
    if request.match_info["user"] not in world.users:
        raise Refused(10007)
    return answer(member_json(world, world.users[request.match_info["user"]]))


@routes.get("/guilds/{guild}/threads/active")
async def active_threads(request: web.Request) -> web.Response:
    world = _guild(request)
    threads = [
        channel
        for channel in world.channels.values()
        if channel.type in THREADS
        and not channel.archived
        and world.may_enter(BOT_ID, channel)
        and is_visible(world, channel)
    ]
    members = [thread_member_json(thread, BOT_ID) for thread in threads if BOT_ID in thread.members]
    active = [channel_json(world, thread) for thread in threads]
    return answer({"threads": active, "members": members, "has_more": False})


def _scope(request: web.Request) -> str | None:
    """The server that commands are registered in, or None for everywhere."""
    if request.match_info["application"] != BOT_ID:
        raise Refused(20012)
    guild_id = request.match_info.get("guild")
    if guild_id is not None and (guild_id != GUILD_ID or not request.app[WORLD].has_bot):
        raise Refused(50001)
    return guild_id


def _commands(world: World, scope: str | None) -> list[Json]:
    return [command for command in world.commands.values() if command.get("guild_id") == scope]


def _register(world: World, scope: str | None, body: Json) -> Json:
    """Add a command, or replace the one of the same type and name, which keeps its id."""
    kind = body.get("type", rules_commands.CHAT)
    old = [c for c in _commands(world, scope) if (c["type"], c["name"]) == (kind, body["name"])]
    command: Json = {
        "id": old[0]["id"] if old else world.new_id(),
        "application_id": BOT_ID,
        "version": world.new_id(),
        "type": kind,
        "default_member_permissions": None,
        "description": "",
        "dm_permission": True,
        "contexts": None,
        "integration_types": sorted(map(int, world.installs)),
        "nsfw": False,
        **{key: value for key, value in body.items() if value is not None},
    }
    if command["default_member_permissions"] is not None:  # bots send a number, Discord answers it as text
        command["default_member_permissions"] = str(command["default_member_permissions"])
    if scope is not None:
        command["guild_id"] = scope
    world.commands[command["id"]] = command
    return command


for prefix in ("/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"):

    @routes.get(prefix)
    async def list_commands(request: web.Request) -> web.Response:
        return answer(_commands(request.app[WORLD], _scope(request)))

    @routes.put(prefix)
    async def overwrite_commands(request: web.Request) -> web.Response:
        world, scope = request.app[WORLD], _scope(request)
        bodies: Any = await json_of(request)
        rules_commands.check_commands(bodies)
        commands = [_register(world, scope, body) for body in bodies]
        kept = {command["id"] for command in commands}
        for command in _commands(world, scope):
            if command["id"] not in kept:
                del world.commands[command["id"]]
        world.tell(Change("commands"))
        return answer(commands)

    @routes.post(prefix)
    async def create_command(request: web.Request) -> web.Response:
        world, scope = request.app[WORLD], _scope(request)
        body = await json_of(request)
        rules_commands.check_command(body)
        present = _commands(world, scope)
        is_present = any((c["type"], c["name"]) == (body.get("type", 1), body["name"]) for c in present)
        if not is_present and len(present) >= rules_commands.COMMANDS:
            raise Refused(30032)
        command = _register(world, scope, body)
        world.tell(Change("commands"))
        return answer(command, 200 if is_present else 201)

    @routes.get(prefix + "/{command}")
    async def get_command(request: web.Request) -> web.Response:
        return answer(_command(request))

    @routes.delete(prefix + "/{command}")
    async def delete_command(request: web.Request) -> web.Response:
        world = request.app[WORLD]
        del world.commands[_command(request)["id"]]
        world.tell(Change("commands"))
        return nothing()


def _command(request: web.Request) -> Json:
    for command in _commands(request.app[WORLD], _scope(request)):
        if command["id"] == request.match_info["command"]:
            return command
    raise Refused(10063)

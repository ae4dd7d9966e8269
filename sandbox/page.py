"""The page's WebSocket: shows the whole world to one person, who plays every seat in it.

Both sides send JSON texts. The page gets `state` when it connects, then `channel`, `message`, `user`, `commands`,
`guild`, `clock` and `bot` whenever one of them changes, `modal` when a form opens, and for each thing that it asks for
with `do` and `nonce` exactly one of `done`, `choices` (autocomplete) and `failed`. What it may ask for stands at the
end of `sandbox/acts.py`.

The world's time is some seconds, the `offset`, later than the real one: a bot that plays here reads it with
`GET /sandbox/clock`, which answers `{"offset": seconds}`.
"""

import asyncio
import json
from pathlib import Path

from aiohttp import WSMsgType, web

from sandbox.acts import GATEWAY, do
from sandbox.calls import SHELF, WORLD, answer
from sandbox.objects import channel_json, guild_json, message_json, user_json
from sandbox.posting import content_type
from sandbox.refused import Json
from sandbox.world import DM, THREADS, Change, Channel, Message, User, World

PAGES: web.AppKey["Pages"] = web.AppKey("pages")
FILES = Path(__file__).parent / "page"

routes = web.RouteTableDef()


class Pages:
    """All open pages; each hears of every change."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._queues: set[asyncio.Queue[str]] = set()
        world.watchers.append(self._changed)

    def open(self) -> asyncio.Queue[str]:
        queue: asyncio.Queue[str] = asyncio.Queue()
        self._queues.add(queue)
        return queue

    def close(self, queue: asyncio.Queue[str]) -> None:
        self._queues.discard(queue)

    def tell_all(self, news: Json) -> None:
        text = json.dumps(news, ensure_ascii=False)
        for queue in self._queues:
            queue.put_nowait(text)

    def _changed(self, change: Change) -> None:
        if self._queues:
            self.tell_all(news_of(self._world, change))


def news_of(world: World, change: Change) -> Json:
    """News of a change for a page."""
    match change.kind:
        case "channel" | "members":
            return {"t": "channel", "op": change.op, "channel": shown_channel(world, change.what)}
        case "message":
            news: Json = {"t": "message", "op": change.op, "message": shown_message(world, change.what)}
            return news | ({"interaction_id": change.cause} if change.cause else {})
        case "user":
            return {"t": "user", "op": change.op, "user": shown_user(change.what)}
        case "commands":
            return {"t": "commands", "commands": list(world.commands.values())}
        case "role" | "bot":
            return {"t": "guild", **shown_guild(world)}
        case "clock":
            return {"t": "clock", "offset": world.ahead}


def shown_guild(world: World) -> Json:
    return {"guild": guild_json(world), "has_bot": world.has_bot}


def shown_channel(world: World, channel: Channel) -> Json:
    answer = channel_json(world, channel)
    return answer | {"members": channel.members} if channel.type in (DM, *THREADS) else answer


def shown_message(world: World, message: Message) -> Json:
    return message_json(world, message) | {"visible_to": None if message.visible_to is None else [message.visible_to]}


def shown_user(user: User) -> Json:
    return user_json(user) | {
        "avatar_color": user.avatar_color,
        "dms_open": user.dms_open,
        "locale": user.locale,
        "installed": user.installed,
    }


def bot_news(sessions: int) -> Json:
    return {"t": "bot", "online": sessions > 0, "sessions": sessions}


def everything(world: World, sessions: int) -> list[Json]:
    """The first message to a page that connects."""
    state: Json = {
        "t": "state",
        "users": [shown_user(user) for user in world.users.values() if not user.bot],
        "bot": shown_user(world.bot),
        **shown_guild(world),
        "clock": {"offset": world.ahead},
        "channels": [shown_channel(world, channel) for channel in world.channels.values()],
        "messages": [shown_message(world, message) for message in world.messages.values()],
        "commands": list(world.commands.values()),
    }
    return [state, bot_news(sessions)]


@routes.get("/")
async def index(_: web.Request) -> web.StreamResponse:
    return _file(FILES / "index.html")


@routes.get("/page/{path:.+}")
async def page_file(request: web.Request) -> web.StreamResponse:
    return _file(FILES / request.match_info["path"])


def _file(path: Path) -> web.StreamResponse:
    path = path.resolve()
    if not path.is_relative_to(FILES) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})


@routes.get("/attachments/{channel}/{attachment}/{filename}")
async def attachment(request: web.Request) -> web.Response:
    """A file, also one that an edit has taken off its message: pages that still show that message may load it."""
    content = request.app[SHELF].get(request.match_info["attachment"])
    if content is None:
        raise web.HTTPNotFound
    return web.Response(body=content, content_type=content_type(request.match_info["filename"]))


@routes.get("/sandbox/clock")
async def clock(request: web.Request) -> web.Response:
    return answer({"offset": request.app[WORLD].ahead})


@routes.get("/sandbox/ws")
async def serve(request: web.Request) -> web.WebSocketResponse:
    """Talk to one page until it is closed."""
    socket = web.WebSocketResponse(heartbeat=30, max_msg_size=1 << 22)
    await socket.prepare(request)
    pages = request.app[PAGES]
    queue = pages.open()

    def tell(news: Json) -> None:
        queue.put_nowait(json.dumps(news, ensure_ascii=False))

    for news in everything(request.app[WORLD], request.app[GATEWAY].connected):
        tell(news)
    writer = asyncio.create_task(_write(socket, queue))
    try:
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await do(request.app, json.loads(message.data), tell)
    finally:
        pages.close(queue)
        writer.cancel()
    return socket


async def _write(socket: web.WebSocketResponse, queue: asyncio.Queue[str]) -> None:
    while not socket.closed:
        await socket.send_str(await queue.get())

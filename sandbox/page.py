"""The page's WebSocket: shows the whole world to one person, who plays every seat in it.

Both sides send JSON texts. The page gets `state` when it connects, then `channel`, `message`, `user`, `commands` and
`bot` whenever one of them changes, `modal` when a form opens, and for each thing that it asks for with `do` and `nonce`
exactly one of `done`, `choices` (autocomplete) and `failed`. What it may ask for stands at the end of this file.
"""

import asyncio
import json
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import play
from sandbox.calls import FAULTS, INTERACTIONS, SHELF, WORLD, Fault
from sandbox.gateway import Gateway
from sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL
from sandbox.objects import channel_json, guild_json, message_json, user_json
from sandbox.play import Impossible
from sandbox.refused import Json, Refused
from sandbox.rules_commands import LOCALES
from sandbox.world import DM, THREADS, Change, Channel, Message, User, World

GATEWAY = web.AppKey("gateway", Gateway)
PAGES: web.AppKey["Pages"] = web.AppKey("pages")
FILES = Path(__file__).parent / "page"

routes = web.RouteTableDef()

Tell = Callable[[Json], None]


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
        if not self._queues:
            return
        if isinstance(change.what, Channel):
            self.tell_all({"t": "channel", "op": change.op, "channel": shown_channel(self._world, change.what)})
        elif isinstance(change.what, Message):
            news: Json = {"t": "message", "op": change.op, "message": shown_message(self._world, change.what)}
            self.tell_all(news | ({"interaction_id": change.cause} if change.cause else {}))
        elif isinstance(change.what, User):
            self.tell_all({"t": "user", "op": change.op, "user": shown_user(change.what)})
        else:
            self.tell_all({"t": "commands", "commands": list(self._world.commands.values())})


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
    }


def everything(world: World, *, online: bool) -> list[Json]:
    """What a page is told when it connects."""
    state: Json = {
        "t": "state",
        "users": [shown_user(user) for user in world.users.values() if not user.bot],
        "bot": shown_user(world.bot),
        "guild": guild_json(world),
        "channels": [shown_channel(world, channel) for channel in world.channels.values()],
        "messages": [shown_message(world, message) for message in world.messages.values()],
        "commands": list(world.commands.values()),
    }
    return [state, {"t": "bot", "online": online}]


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
    wanted = request.match_info
    content = request.app[SHELF].get(wanted["attachment"])
    messages = request.app[WORLD].messages.values()
    found = [a for m in messages if m.channel_id == wanted["channel"] for a in m.attachments]
    of_this_name = [a for a in found if (a.id, a.filename) == (wanted["attachment"], wanted["filename"])]
    if content is None or not of_this_name:
        raise web.HTTPNotFound
    return web.Response(body=content, content_type=of_this_name[0].content_type)


@routes.get("/sandbox/ws")
async def serve(request: web.Request) -> web.WebSocketResponse:
    """Talk to one page until it is closed."""
    socket = web.WebSocketResponse(heartbeat=30, max_msg_size=1 << 22)
    await socket.prepare(request)
    pages = request.app[PAGES]
    queue = pages.open()
    for news in everything(request.app[WORLD], online=request.app[GATEWAY].online):
        queue.put_nowait(json.dumps(news, ensure_ascii=False))
    writer = asyncio.create_task(_write(socket, queue))
    try:
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await _act(request.app, json.loads(message.data), queue)
    finally:
        pages.close(queue)
        writer.cancel()
    return socket


async def _write(socket: web.WebSocketResponse, queue: asyncio.Queue[str]) -> None:
    while not socket.closed:
        await socket.send_str(await queue.get())


async def _act(app: web.Application, act: Json, queue: asyncio.Queue[str]) -> None:
    """Do what a page asks for; what can't be done is answered with `failed`."""

    def tell(news: Json) -> None:
        queue.put_nowait(json.dumps(news, ensure_ascii=False))

    nonce = act.get("nonce")
    try:
        if act["do"] in INTERACTING:
            INTERACTING[act["do"]](app, act, tell)
            return
        if act["do"] == "drop":
            await app[GATEWAY].drop()
        else:
            ACTING[act["do"]](app, act)
        tell({"t": "done", "nonce": nonce, "interaction_id": None})
    except KeyError as error:
        tell({"t": "failed", "nonce": nonce, "text": f"The page's message lacks {error}"})
    except (Impossible, Refused) as error:
        tell({"t": "failed", "nonce": nonce, "text": str(error)})


def _place(app: web.Application, act: Json) -> tuple[User, Channel]:
    """Who acts and where."""
    world = app[WORLD]
    user, channel = world.user(act["user"]), world.channel(act["channel_id"])
    if not world.may_enter(user.id, channel):
        raise Refused(50001)
    return user, channel


def _typed(act: Json) -> Json:
    """The command that was typed: name, subcommands, options."""
    return {"name": act["name"], "path": act.get("path", []), "values": act.get("options", {})}


def _slash(app: web.Application, act: Json, tell: Tell) -> None:
    user, channel = _place(app, act)
    body = play.command_body(app[WORLD], user, channel, **_typed(act))
    app[INTERACTIONS].begin(COMMAND, user, channel, body, nonce=act.get("nonce"), tell=tell)


def _complete(app: web.Application, act: Json, tell: Tell) -> None:
    user, channel = _place(app, act)
    body = play.command_body(app[WORLD], user, channel, focused=act["focused"], **_typed(act))
    app[INTERACTIONS].begin(AUTOCOMPLETE, user, channel, body, nonce=act.get("nonce"), tell=tell)


def _component(app: web.Application, act: Json) -> tuple[User, Message]:
    world = app[WORLD]
    user, message = world.user(act["user"]), world.messages.get(act["message_id"])
    if message is None or not world.sees(user.id, message):
        raise Impossible(f"{user.global_name} sees no such message")
    return user, message


def _press(app: web.Application, act: Json, tell: Tell) -> None:
    user, message = _component(app, act)
    body = play.press_body(message, act["custom_id"])
    channel = app[WORLD].channel(message.channel_id)
    app[INTERACTIONS].begin(COMPONENT, user, channel, body, nonce=act.get("nonce"), tell=tell, message=message)


def _select(app: web.Application, act: Json, tell: Tell) -> None:
    user, message = _component(app, act)
    body = play.select_body(app[WORLD], message, act["custom_id"], act["values"])
    channel = app[WORLD].channel(message.channel_id)
    app[INTERACTIONS].begin(COMPONENT, user, channel, body, nonce=act.get("nonce"), tell=tell, message=message)


def _submit(app: web.Application, act: Json, tell: Tell) -> None:
    desk = app[INTERACTIONS]
    modal = desk.modals.get(act["modal_id"])
    if modal is None or modal.opened_by.user.id != act["user"]:
        raise Impossible("That form isn't open")
    body = play.submit_body(app[WORLD], modal.form, act["values"])
    del desk.modals[modal.id]
    asked = modal.opened_by
    about = {"nonce": act.get("nonce"), "tell": tell, "message": asked.message, "opened_by": asked}
    desk.begin(MODAL, asked.user, asked.channel, body, **about)


def _send(app: web.Application, act: Json) -> None:
    """Plain chat; it unarchives a thread unless that is locked."""
    world = app[WORLD]
    user, channel = _place(app, act)
    if channel.archived and channel.locked and user.id != world.owner_id:
        raise Impossible("The thread is locked")
    content = str(act["content"])
    if not 1 <= len(content.strip()) <= 2000:
        raise Impossible("A message has 1 to 2000 characters")
    world.add_message(Message(world.new_id(), channel.id, user.id, world.now().isoformat(), content))


def _dm(app: web.Application, act: Json) -> None:
    user = app[WORLD].user(act["user"])
    user.dms_open = bool(act["open"])
    app[WORLD].change_user(user)


def _locale(app: web.Application, act: Json) -> None:
    """A player sets the language of his Discord."""
    if act["locale"] not in LOCALES:
        raise Impossible(f"Discord has no language {act['locale']}")
    user = app[WORLD].user(act["user"])
    user.locale = act["locale"]
    app[WORLD].change_user(user)


def _owner(app: web.Application, act: Json) -> World:
    if act["user"] != app[WORLD].owner_id:
        raise Refused(50013)
    return app[WORLD]


def _thread(app: web.Application, act: Json) -> Channel:
    channel = _place(app, act)[1]
    if channel.type not in THREADS:
        raise Refused(50024)
    return channel


def _delete(app: web.Application, act: Json) -> None:
    """The server's owner deletes a message, or a thread."""
    world = _owner(app, act)
    if "message_id" in act:
        world.remove_message(_component(app, act)[1])
    else:
        world.remove_channel(_thread(app, act))


def _archive(app: web.Application, act: Json) -> None:
    """The server's owner archives a thread, and locks it or not."""
    world = _owner(app, act)
    thread = _thread(app, act)
    thread.locked = bool(act.get("locked"))
    world.set_archived(thread, True)


def _fault(app: web.Application, act: Json) -> None:
    known = {field.name for field in fields(Fault)}
    app[FAULTS].append(Fault(**{name: value for name, value in act.items() if name in known}))


INTERACTING: dict[str, Callable[[web.Application, Json, Tell], None]] = {
    "slash": _slash,
    "complete": _complete,
    "press": _press,
    "select": _select,
    "submit": _submit,
}
ACTING: dict[str, Callable[[web.Application, Json], Any]] = {
    "send": _send,
    "dm": _dm,
    "locale": _locale,
    "delete": _delete,
    "archive": _archive,
    "fault": _fault,
}

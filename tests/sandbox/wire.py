"""A sandbox inside the test, called and listened to without discord.py: for what discord.py itself wouldn't do."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp
from aiohttp.test_utils import TestServer

from sandbox.record import Record
from sandbox.server import build
from sandbox.shelf import MemoryShelf
from sandbox.world import BOT_ID, GENERAL_ID, World
from tests.driver import PATIENCE, TO_ANSWER, Driver, Message, Player

Json = dict[str, Any]
GENERAL = f"/channels/{GENERAL_ID}"
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
COMMANDS: list[Json] = [
    {"name": "play", "description": "Play", "contexts": [0, 1]},
    {"name": "rules", "description": "Rules", "contexts": [0]},
    {
        "name": "move",
        "description": "Move",
        "options": [
            {"type": 3, "name": "choice", "description": "What", "autocomplete": True},
            {"type": 7, "name": "where", "description": "Where"},
            {"type": 8, "name": "role", "description": "Who"},
        ],
    },
]


@dataclass
class Clock:
    """A clock that stands still until it is put forward."""

    seconds: float = 1_750_000_000.0

    def __call__(self) -> float:
        return self.seconds


@dataclass(frozen=True)
class Answer:
    """What a call came back with."""

    status: int
    body: Any
    headers: Any = field(repr=False)

    @property
    def code(self) -> int:
        return self.body["code"]

    @property
    def wrong(self) -> dict[str, str]:
        """The form's errors: what is wrong, by the dotted path to it."""

        def walk(node: Json, path: tuple[str, ...]) -> Any:
            for key, inner in node.items():
                if key == "_errors":
                    yield ".".join(path), inner[0]["code"]
                else:
                    yield from walk(inner, (*path, key))

        return dict(walk(self.body["errors"], ()))


class Gate:
    """A bot's gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, *, compressed: bool = False) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj() if compressed else None

    async def hear(self) -> Json:
        message = await self.socket.receive(timeout=PATIENCE)
        assert message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), message
        text = message.data if self._inflate is None else self._inflate.decompress(message.data)
        return json.loads(text)

    async def hear_event(self, name: str) -> Json:
        """The next event of this name, passing over others."""
        while True:
            payload = await self.hear()
            if payload.get("t") == name:
                return payload

    async def say(self, op: int, body: Any = None) -> None:
        await self.socket.send_json({"op": op, "d": body})

    async def identify(self, intents: int = 1, **more: Any) -> Json:
        """Identify and return READY's payload."""
        assert (await self.hear())["op"] == 10
        await self.say(2, {"token": "t", "intents": intents, "properties": {}} | more)
        return await self.hear_event("READY")

    async def closed_with(self) -> int | None:
        """The code with which the server closes the connection."""
        while (message := await self.socket.receive(timeout=PATIENCE)).type is not aiohttp.WSMsgType.CLOSE:
            continue
        return message.data


class Wire:
    """A running sandbox; use it as `async with Wire() as wire`."""

    def __init__(self, record: Record | None = None, answer_within: float = TO_ANSWER) -> None:
        self.clock = Clock()
        self.world = World(self.clock)
        self.app = build(self.world, MemoryShelf(), record, answer_within)
        self._server = TestServer(self.app)
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []

    async def __aenter__(self) -> Self:
        await self._server.start_server()
        self.url = str(self._server.make_url("")).rstrip("/")
        self.world.base_url = self.url
        self.session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in self._sockets:
            await socket.close()  # else the collector may find it and warn, in whatever test runs then
        await self.session.close()
        await self._server.close()

    async def call(
        self, method: str, path: str, body: Any = None, *, token: str | None = "t", form: Any = None
    ) -> Answer:
        headers = {} if token is None else {"Authorization": f"Bot {token}"}
        url = f"{self.url}/api/v10{path}"
        async with self.session.request(method, url, json=body, data=form, headers=headers) as response:
            text = await response.text()
            return Answer(response.status, json.loads(text) if text else None, response.headers)

    async def gate(self, query: str = "") -> Gate:
        socket = await self.session.ws_connect(f"{self.url}/gateway{query}")
        self._sockets.append(socket)
        return Gate(socket, compressed="zlib-stream" in query)

    async def resumed(self, session_id: str) -> Json:
        """What a bot hears that would resume this session, after another one has come and gone."""
        other = await self.gate()  # sessions are tidied up when a connection ends
        await other.identify()
        await other.socket.close()
        again = await self.gate()
        await again.hear()
        await again.say(6, {"token": "t", "session_id": session_id, "seq": 1})
        return await again.hear()

    async def driver(self) -> Driver:
        return await Driver.connect(self.url)


class Table:
    """A player at one end and the bare wire as their bot at the other."""

    def __init__(self, wire: Wire, gate: Gate, driver: Driver) -> None:
        self.wire, self.gate, self.driver = wire, gate, driver
        self.ann, self.bob = driver.player("Ann"), driver.player("Bob")

    async def begin(self, act: Coroutine[Any, Any, Any]) -> "Turn":
        """Let a player do something; returns what the bot hears of it."""
        doing = asyncio.create_task(act)
        heard = await self.gate.hear_event("INTERACTION_CREATE")
        return Turn(self.wire, heard["d"], doing)

    async def shown(self, player: Player, body: Json) -> Message:
        """A message that the bot shows as answer to a command."""
        turn = await self.begin(player.slash("general", "play"))
        assert (await turn.answer(4, body)).status == 200
        return await turn.doing


class Turn:
    """One interaction as the bot has it."""

    def __init__(self, wire: Wire, heard: Json, doing: asyncio.Task[Any]) -> None:
        self.wire, self.heard, self.doing = wire, heard, doing
        self.webhook = f"/webhooks/{BOT_ID}/{heard['token']}"

    async def answer(self, kind: int, body: Json | None = None, *, form: Any = None) -> Answer:
        path = f"/interactions/{self.heard['id']}/{self.heard['token']}/callback?with_response=1"
        whole = None if form is not None else {"type": kind} | ({} if body is None else {"data": body})
        return await self.wire.call("POST", path, whole, form=form, token=None)


@asynccontextmanager
async def table_at(wire: Wire) -> AsyncIterator[Table]:
    """A table whose bot is connected and has commands."""
    gate = await wire.gate()
    await gate.identify()
    await wire.call("PUT", f"/applications/{BOT_ID}/commands", COMMANDS)
    async with await wire.driver() as driver:
        yield Table(wire, gate, driver)

"""The gateway: bots identify, resume, and hear what happens in the world."""

import asyncio
import json
import secrets
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox.interactions import Interaction
from sandbox.objects import (
    channel_json,
    gateway_channel_json,
    guild_json,
    is_visible,
    member_json,
    message_json,
    role_json,
    user_json,
)
from sandbox.refused import Json
from sandbox.rest import gateway_url
from sandbox.world import BOT_ID, DM, GUILD_ID, OF_SERVER, THREADS, Change, Channel, Message, World

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, MEMBERS = 0, 1, 2, 3, 4, 6, 7, 8
INVALID_SESSION, HELLO, HEARTBEAT_ACK = 9, 10, 11
UNKNOWN_OPCODE, BAD_BODY, NOT_AUTHENTICATED, BAD_TOKEN, TWICE, BAD_SEQUENCE = 4001, 4002, 4003, 4004, 4005, 4007
BAD_SHARD, FORBIDDEN_INTENTS = 4010, 4014

ENDS = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)
GOODBYES = (WSCloseCode.OK, WSCloseCode.GOING_AWAY)  # after any other end the session can be resumed

HEARTBEAT_MS = 41_250
# before a heartbeat is acknowledged, as over a network: discord.py notes when it sent a heartbeat only afterwards, and
# takes an answer that comes before that for one to the last heartbeat, 41 seconds late
ACK_SECONDS = 0.05
GUILDS, DIRECT_MESSAGES = 1 << 0, 1 << 12
PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)  # members, presences, message content: this bot has none of them
REMEMBERED = 1000  # events kept for a bot that resumes
SESSION_SECONDS = 300  # how long a session without connection can be resumed


@dataclass
class Session:
    """Session of one shard of one bot process, with what it has to hear; it outlives a lost connection."""

    id: str
    token: str
    shard: int
    shards: int
    intents: int
    seq: int = 0
    sent: int = 0
    log: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    news: asyncio.Event = field(default_factory=asyncio.Event)
    connection: "Connection | None" = None
    left_at: float = 0.0

    def dispatch(self, event: str, body: Json) -> None:
        """Put an event into the log; the connection's writer, if there is one, sends it."""
        self.seq += 1
        text = json.dumps({"op": DISPATCH, "t": event, "s": self.seq, "d": body}, ensure_ascii=False)
        self.log.append((self.seq, text))
        self.news.set()

    @property
    def has_guild(self) -> bool:
        return (int(GUILD_ID) >> 22) % self.shards == self.shard


class Closed(Exception):
    """Close of a connection by the gateway, with this code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Connection:
    """One WebSocket of a bot; compressed as a zlib stream if it asked for that, else plain text."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.said_goodbye = False
        self._deflate = zlib.compressobj() if compressed else None

    async def send(self, text: str) -> None:
        if self._deflate is None:
            await self.socket.send_str(text)
        else:
            packed = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(packed)

    async def say(self, op: int, body: Any) -> None:
        """Send a payload that is no event, and so isn't in any session's log."""
        await self.send(json.dumps({"op": op, "d": body}))

    async def write(self, session: Session) -> None:
        """Send the session's events, those that this bot hasn't heard yet first, until the connection is lost."""
        while session.connection is self and not self.socket.closed:
            session.news.clear()
            for seq, text in [entry for entry in session.log if entry[0] > session.sent]:
                session.sent = seq
                await self.send(text)
            await session.news.wait()


class Gateway:
    """All sessions; `on_presence` is called with the number of those connected when it changes."""

    def __init__(self, world: World, on_presence: Callable[[int], None]) -> None:
        self._world = world
        self._on_presence = on_presence
        self._sessions: dict[str, Session] = {}
        self._refusals: list[int] = []
        world.watchers.append(self._changed)

    @property
    def connected(self) -> int:
        """How many shards of bots are connected."""
        return len(self._connections)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to one connection of a bot until it ends."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(socket, compressed=request.query.get("compress") == "zlib-stream")
        await connection.say(HELLO, {"heartbeat_interval": HEARTBEAT_MS})
        writer: asyncio.Task[None] | None = None
        try:
            while (message := await socket.receive()).type not in ENDS:
                if message.type is not WSMsgType.TEXT:
                    raise Closed(BAD_BODY, "Error while decoding payload.")
                session = await self._hear(connection, message.json())
                if session is not None:
                    writer = asyncio.create_task(connection.write(session))
            connection.said_goodbye = message.type is WSMsgType.CLOSE and message.data in GOODBYES
        except (ValueError, KeyError, TypeError):
            await socket.close(code=BAD_BODY, message=b"Error while decoding payload.")
        except Closed as closed:
            await socket.close(code=closed.code, message=str(closed).encode())
        finally:
            if writer is not None:
                writer.cancel()
            self._left(connection)
        return socket

    async def _hear(self, connection: Connection, payload: Json) -> Session | None:
        """Deal with one payload; the session, when one begins on this connection."""
        op, body = payload["op"], payload.get("d")
        if op == HEARTBEAT:
            await asyncio.sleep(ACK_SECONDS)
            await connection.say(HEARTBEAT_ACK, None)
        elif op in (IDENTIFY, RESUME):
            if connection.session is not None:
                raise Closed(TWICE, "Already authenticated.")
            if op == IDENTIFY:
                return self._identify(connection, body)
            return await self._resume(connection, body)
        elif connection.session is None:
            raise Closed(NOT_AUTHENTICATED, "Not authenticated.")
        elif op not in (PRESENCE, VOICE, MEMBERS):
            raise Closed(UNKNOWN_OPCODE, "Unknown opcode.")
        return None

    def _identify(self, connection: Connection, body: Any) -> Session:
        if self._refusals:
            raise Closed(self._refusals.pop(0), "Refused.")
        shard, shards = body.get("shard", (0, 1))
        if not str(body["token"]).strip():
            raise Closed(BAD_TOKEN, "Authentication failed.")
        if not 0 <= shard < shards:
            raise Closed(BAD_SHARD, "Invalid shard.")
        if body["intents"] & PRIVILEGED:
            raise Closed(FORBIDDEN_INTENTS, "Disallowed intent(s).")
        session = Session(secrets.token_hex(16), body["token"], shard, shards, body["intents"])
        self._sessions[session.id] = session
        session.dispatch("READY", self._ready(session))
        if self._world.has_bot and session.has_guild and session.intents & GUILDS:
            session.dispatch("GUILD_CREATE", self._guild_create())
        self._joined(connection, session)
        return session

    async def _resume(self, connection: Connection, body: Any) -> Session | None:
        session = self._sessions.get(body["session_id"])
        if session is None or session.token != body["token"]:
            await connection.say(INVALID_SESSION, False)
            return None
        if body["seq"] > session.seq:
            raise Closed(BAD_SEQUENCE, "Invalid seq.")
        session.sent = body["seq"]
        session.dispatch("RESUMED", {})
        self._joined(connection, session)
        return session

    def _joined(self, connection: Connection, session: Session) -> None:
        connection.session = session
        session.connection = connection
        self._on_presence(self.connected)

    def _left(self, connection: Connection) -> None:
        session, connection.session = connection.session, None
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.news.set()
        session.left_at = self._world.time()
        if connection.said_goodbye:
            del self._sessions[session.id]
        oldest = self._world.time() - SESSION_SECONDS
        self._sessions = {s.id: s for s in self._sessions.values() if s.connection is not None or s.left_at > oldest}
        self._on_presence(self.connected)

    @property
    def _connections(self) -> list[Connection]:
        return [session.connection for session in self._sessions.values() if session.connection is not None]

    def refuse(self, code: int) -> None:
        """Close the connection of the next bot that identifies, with this code."""
        self._refusals.append(code)

    async def drop(self) -> None:
        """Cut every connection, as Discord does now and then; the sessions can be resumed."""
        await asyncio.gather(*(c.socket.close(code=4000, message=b"Unknown error.") for c in self._connections))

    async def ask_to_reconnect(self) -> None:
        """Tell every bot to come back on a new connection, and resume there."""
        await asyncio.gather(*(connection.say(RECONNECT, None) for connection in self._connections))

    async def invalidate(self, *, resumable: bool) -> None:
        """Declare every session invalid; unless it is `resumable`, the bot has to identify again."""
        connections = self._connections
        if not resumable:
            for connection in connections:
                connection.said_goodbye = True
                self._left(connection)
        await asyncio.gather(*(connection.say(INVALID_SESSION, resumable) for connection in connections))

    async def close(self) -> None:
        await asyncio.gather(*(c.socket.close(code=WSCloseCode.GOING_AWAY) for c in self._connections))

    def _ready(self, session: Session) -> Json:
        return {
            "v": 10,
            "user": user_json(self._world.bot) | {"verified": True, "mfa_enabled": False, "email": None},
            "guilds": [{"id": GUILD_ID, "unavailable": True}] if session.has_guild and self._world.has_bot else [],
            "private_channels": [],
            "session_id": session.id,
            "resume_gateway_url": gateway_url(self._world),
            "shard": [session.shard, session.shards],
            "application": {"id": BOT_ID, "flags": 0},
        }

    def _guild_create(self) -> Json:
        world = self._world
        channels = [channel for channel in world.channels.values() if world.may_enter(BOT_ID, channel)]
        return guild_json(world) | {
            "joined_at": "2024-01-01T00:00:00+00:00",
            "large": False,
            "unavailable": False,
            "member_count": len(world.users),
            "members": [member_json(world, world.bot)],
            "channels": [gateway_channel_json(world, c) for c in channels if c.type in OF_SERVER],
            "threads": [
                channel_json(world, c)
                for c in channels
                if c.type in THREADS and not c.archived and is_visible(world, c)
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    # What happens in the world

    def interaction(self, interaction: Interaction, payload: Json) -> None:
        """Tell the bot of an interaction; those of DMs go to shard 0."""
        for session in self._hearing(interaction.channel):
            session.dispatch("INTERACTION_CREATE", payload)

    def _hearing(self, channel: Channel) -> list[Session]:
        """The sessions of an event; where several have the same shard, all of them hear it."""
        if channel.type == DM:
            return [session for session in self._sessions.values() if session.shard == 0]
        return [session for session in self._sessions.values() if session.has_guild]

    def _tell_of_guild(self, event: str, body: Json) -> None:
        for session in self._sessions.values():
            if session.has_guild and session.intents & GUILDS:
                session.dispatch(event, body)

    def _changed(self, change: Change) -> None:
        if change.kind == "channel":
            self._channel_changed(change, change.what)
        elif change.kind == "message":
            self._message_changed(change, change.what)
        elif change.kind == "role":
            self._tell_of_guild("GUILD_ROLE_UPDATE", {"guild_id": GUILD_ID, "role": role_json(change.what)})
        elif change.kind == "bot" and change.op == "delete":
            self._tell_of_guild("GUILD_DELETE", {"id": GUILD_ID})
        elif change.kind == "bot":
            # Discord doesn't mark a guild that is new to the bot as available
            joined = {key: value for key, value in self._guild_create().items() if key != "unavailable"}
            self._tell_of_guild("GUILD_CREATE", joined)

    def _channel_changed(self, change: Change, channel: Channel) -> None:
        """Channel events; the bot hears nothing of threads that go with their channel, or that it may not see."""
        orphan = channel.type in THREADS and channel.parent_id not in self._world.channels
        if channel.type == DM or orphan or not self._world.may_enter(BOT_ID, channel):
            return
        if channel.type in THREADS and not is_visible(self._world, channel):
            return
        body = gateway_channel_json(self._world, channel)
        noun = "THREAD" if channel.type in THREADS else "CHANNEL"
        if change.op == "create" and channel.type in THREADS:
            body["newly_created"] = True
        if change.op == "delete" and channel.type in THREADS:
            body = {key: body[key] for key in ("id", "guild_id", "parent_id", "type")}
        self._tell_of_guild(f"{noun}_{change.op.upper()}", body)

    def _message_changed(self, change: Change, message: Message) -> None:
        """Message events: of DMs only, to bots that asked for them."""
        channel = self._world.channels[message.channel_id]
        if channel.type != DM or message.ephemeral:
            return
        body = {"id": message.id, "channel_id": message.channel_id}
        if change.op != "delete":
            body = message_json(self._world, message)
        for session in self._hearing(channel):
            if session.intents & DIRECT_MESSAGES:
                session.dispatch(f"MESSAGE_{change.op.upper()}", body)

"""The real bot on a wire that answers by itself: whatever leaves for Discord is kept, and goes no further."""

from __future__ import annotations

import asyncio
import inspect
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.gruppetto import Gruppetto
from cogs.ui.long_tasks import Made
from host.time.worker import Now

GUILD, CHANNEL, BOT = 7, 77, 9
TEXT, DM, THREAD = 0, 1, 11  # Discord's kinds of channels
DMS = 10_000  # a user's direct messages are the channel of this number and the user's id
Json = dict[str, Any]


@dataclass(frozen=True)
class Sent:
    """One call: where it goes, what is in it, and its files by name."""

    method: str
    path: str
    body: Json
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def reader(self) -> int | None:
        """The user whose direct message it is; None: everyone in the channel."""
        channel = int(self.path.split("/")[2]) if self.path.startswith("/channels/") else 0
        return channel - DMS if channel > DMS and channel < DMS + 1000 else None

    @property
    def text(self) -> str:
        """All that isn't a picture: words, names of files, descriptions, custom ids."""
        return json.dumps(self.body, ensure_ascii=False)


class Wire:
    """Takes the place of discord.py's HTTP client."""

    def __init__(self, now: Now) -> None:
        self.sent: list[Sent] = []
        self._now, self._ids = now, 0

    def take(self) -> list[Sent]:
        """What was sent since the last time."""
        sent, self.sent = self.sent, []
        return sent

    async def request(
        self, route: Any, *, files: Any = None, form: list[Json] | None = None, json: Any = None, **_: Any
    ) -> Any:
        """Keep the call and answer it as Discord would."""
        path = route.url.removeprefix(route.BASE)
        body, held = json or {}, dict[str, bytes]()
        for part in form or ():
            if part["name"] == "payload_json":
                body = _read(part["value"])
            else:
                held[part["filename"]] = part["value"].read()
        if route.method != "GET" and path != "/users/@me/channels":
            self.sent.append(Sent(route.method, path, body, held))
        return self._answer(path, body)

    def _answer(self, path: str, body: Json) -> Json:
        match path.strip("/").split("/"):
            case ["users", "@me", "channels"]:
                user = int(body["recipient_id"])
                return {"id": str(DMS + user), "type": DM, "recipients": [_user(user)], "last_message_id": None}
            case ["users", user]:
                return _user(int(user))
            case ["channels", channel, "messages", message, "threads"]:
                return _thread(message, channel, body["name"])
            case ["channels", channel]:
                return _thread(channel, str(CHANNEL), "thread")
            case ["channels", channel, "messages", *_]:
                self._ids += 1
                made = discord.utils.time_snowflake(discord.utils.utcnow().fromtimestamp(self._now())) + self._ids
                return _message(str(made), channel, body)
            case _:
                raise AssertionError(f"Nobody was expected to call {path}")


def new_bot(wire: Wire, now: Now) -> Gruppetto:
    """The bot with one server, as if connected; it has no host yet."""

    async def unopened(*_: Any) -> Any:
        raise AssertionError("the bot isn't started")

    bot = Gruppetto(unopened, now, shard_count=1)
    bot.at_home.set()
    bot._ready = asyncio.Event()
    bot._ready.set()
    bot.http.request = wire.request  # type: ignore[method-assign]
    state = bot._connection
    channel = {"id": str(CHANNEL), "type": TEXT, "name": "races", "position": 0, "permission_overwrites": []}
    guild: Any = {"id": str(GUILD), "name": "Gruppetto", "channels": [channel], "preferred_locale": "en-US"}
    state.user = discord.ClientUser(state=state, data=_user(BOT))  # type: ignore[arg-type]
    state._add_guild(discord.Guild(data=guild, state=state))
    return bot


class Asking:
    """A command or a press of one person, who alone sees what comes of it: enough of `discord.Interaction`."""

    def __init__(self, bot: Gruppetto, user: int) -> None:
        self.client, self.user, self.id = bot, discord.Object(user), None
        self.created_at = discord.utils.utcnow()
        self.locale, self.channel_id, self.guild_id = "en-US", CHANNEL, GUILD
        self.response, self.followup = self, self
        self.channel, self.guild = None, None  # it is asked where the lobby is, in the channel itself
        self.data: dict[str, Any] = {}
        self.command, self.namespace = None, discord.Object(0)
        self.message: discord.Message | None = None  # no panel was pressed
        self.permissions = discord.Permissions(manage_guild=True)
        self.app_permissions = discord.Permissions.all()
        self.shown: list[Sent] = []
        self.extras: dict[str, Any] = {}

    def is_done(self) -> bool:
        return True

    async def defer(self, **_: Any) -> None:
        """Taken note of."""

    async def edit_original_response(self, **what: Any) -> discord.Object:
        """The answer, or the panel pressed as it looks now: one message a person."""
        self._keep(**what)
        return discord.Object(self.user.id)

    async def wait(self, make: Callable[..., Any], *about: Any) -> None:
        """What a long task makes, however long it takes."""
        made: Made = await inspect.unwrap(make)(self, *about)
        self._keep(made.content or "", made.attachments, made.view, made.embeds)

    async def send(self, content: str, **_: Any) -> None:
        """A sentence besides."""
        self._keep(content=content)

    def _keep(
        self,
        content: str = "",
        attachments: Sequence[discord.File] = (),
        view: discord.ui.View | None = None,
        embeds: Sequence[discord.Embed] = (),
    ) -> None:
        files = attachments
        described = [{"filename": file.filename, "description": file.description} for file in files]
        body = {"content": content, "attachments": described, "components": view.to_components() if view else []}
        body |= {"embeds": [embed.to_dict() for embed in embeds]}
        self.shown.append(Sent("ANSWER", "", body, {file.filename: file.fp.read() for file in files}))


def _read(payload: Any) -> Json:
    text = payload.getvalue() if isinstance(payload, io.BytesIO) else payload
    read: Json = json.loads(text)
    return read


def _user(user: int) -> Json:
    return {"id": str(user), "username": f"user{user}", "discriminator": "0", "global_name": None, "avatar": None}


def _thread(thread: str, parent: str, name: str) -> Json:
    asleep = {"archived": False, "auto_archive_duration": 10080, "archive_timestamp": "2023-11-14T22:13:20+00:00"}
    return {
        "id": thread,
        "type": THREAD,
        "guild_id": str(GUILD),
        "parent_id": parent,
        "owner_id": str(BOT),
        "name": name,
        "message_count": 0,
        "member_count": 1,
        "thread_metadata": asleep | {"locked": False},
    }


def _message(message: str, channel: str, body: Json) -> Json:
    return {
        "id": message,
        "channel_id": channel,
        "author": _user(BOT),
        "content": body.get("content") or "",
        "timestamp": "2023-11-14T22:13:20+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "type": 0,
        "components": [],
    }

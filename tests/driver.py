"""Plays the sandbox's players from a test: commands, presses, choices, forms, and what each of them sees."""

import asyncio
import itertools
import os
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import aiohttp

from tests.forks import shared_forks
from tests.shown import THREADS, Channel, Form, Json, Message

Answer = Any  # a Message, or None where nothing is shown: the test knows which
ROOT = Path(__file__).parent.parent

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, FORM = 4, 5, 6, 7, 9
DM = 1
USER_MENU, MESSAGE_MENU = 2, 3  # Discord's types of commands that stand in menus
LOADING = 1 << 7
PATIENCE = 120.0  # seconds before any wait of a test fails: so long only where what it waits for never comes
PATIENT = ("One moment…", "🤔 The computer is thinking…")  # what a slow answer to a press says first
UNTIL = "\n-# If this is still here at "  # ends what a long task says first
TO_ANSWER = 60.0  # seconds that a bot under test has to answer, where people would wait for three


class Failed(Exception):
    """What a player did came to nothing: Discord (or its client) refused it, or the bot didn't answer in time."""


@dataclass
class Outcome:
    """How an action went: `news` is the sandbox's word on it, `touched` the messages that answered it."""

    news: Json
    touched: list[str] = field(default_factory=list)


class Driver:
    """One connection to a sandbox, knowing all that its page would show.

    Use it as `async with await Driver.connect(url) as driver`.
    """

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse, url: str) -> None:
        self._session, self._socket, self.url = session, socket, url.rstrip("/")
        self._nonces = itertools.count(1)
        self._outcomes: dict[int, Json] = {}
        self._touched: dict[str, list[str]] = {}
        self._news = asyncio.Event()
        self._lost: BaseException | None = None
        self.online = False
        self.sessions = 0  # shards of bots that are connected
        self.users: dict[str, Json] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.commands: list[Json] = []
        self.has_bot = True
        self.offset = 0.0  # seconds that the sandbox's time is ahead
        self.forms: dict[str, Form] = {}
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, url: str) -> Self:
        session = aiohttp.ClientSession()
        try:
            socket = await session.ws_connect(url.rstrip("/") + "/sandbox/ws", max_msg_size=0)
        except BaseException:
            await session.close()
            raise
        driver = cls(session, socket, url)
        try:
            await driver.wait(lambda: bool(driver.users))
        except BaseException:
            await driver.close()
            raise
        return driver

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        await self._socket.close()
        await self._session.close()

    # What is there

    def player(self, name: str) -> "Player":
        """The player of this name, in any case."""
        for user in self.users.values():
            if name.lower() in (user["username"], user["id"]):
                return Player(self, user["id"])
        raise AssertionError(f"There is no {name} among {[user['global_name'] for user in self.users.values()]}")

    def channel(self, channel: "Channel | str") -> Channel:
        """A channel or thread by name (of several threads of one name the newest) or id."""
        if isinstance(channel, Channel):
            return channel
        named = [c for c in self.channels.values() if channel.removeprefix("#") in (c.id, c.name)]
        assert named, f"No channel {channel} among {list(self.channels.values())}"
        return named[-1]

    def threads(self) -> list[Channel]:
        """All threads, oldest first."""
        return [channel for channel in self.channels.values() if channel.is_thread]

    async def file(self, attachment: Json) -> bytes:
        """The content of an attachment."""
        async with self._session.get(attachment["url"]) as response:
            assert response.status == 200, response.status
            return await response.read()

    def account(self) -> str:
        """All that is there, to read when a test fails."""
        lines = [f"The bot is {'online' if self.online else 'offline'}, with {len(self.commands)} commands."]
        for channel in self.channels.values():
            lines.append(f"{channel.name}:")
            for message in self.messages.values():
                if message.channel_id == channel.id:
                    who = message.raw["author"]["username"]
                    to = [self.users[id]["global_name"] for id in message.visible_to or []]
                    lines.append(f"  {who}{f' to {to[0]} only' if to else ''}: {message!r}")
        return "\n".join(lines)

    # Waiting

    async def wait(self, condition: Callable[[], object], within: float = PATIENCE) -> None:
        """Wait until a condition holds; it is looked at after each piece of news.

        Raises:
            AssertionError: it didn't `within` that many seconds; tells what is there.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + within
        while not condition():
            if self._lost is not None:
                raise AssertionError(f"The connection to the sandbox is lost: {self._lost}")
            self._news.clear()
            try:
                async with asyncio.timeout_at(end):
                    await self._news.wait()
            except TimeoutError:
                raise AssertionError(f"Waited {within:g} s in vain.\n{self.account()}") from None

    async def ready(self, within: float = PATIENCE) -> None:
        """Wait until the bot is online and has registered its commands."""
        await self.wait(lambda: self.online and self.commands, within)

    async def act(self, **act: Any) -> Outcome:
        """Send one action and wait for its outcome.

        Raises:
            Failed: the sandbox, or the bot's silence, made nothing of it.
        """
        nonce = next(self._nonces)
        await self._socket.send_json(act | {"nonce": nonce})
        await self.wait(lambda: nonce in self._outcomes)
        news = self._outcomes.pop(nonce)
        if news["t"] == "failed":
            raise Failed(news["text"])
        return Outcome(news, self._touched.setdefault(news.get("interaction_id") or "", []))

    # What happens to the bot

    async def fault(self, method: str, path: str, status: int = 0, **more: Any) -> None:
        """Let the bot's next call of this kind fail or take its time: see `sandbox.faults.Fault`."""
        await self.act(do="fault", method=method, path=path, status=status, **more)

    async def rate_limit(self, seconds: float, method: str = "*", path: str | None = None, times: int = 1) -> None:
        """Limit the next calls of one route, or everywhere: there answers to interactions are exempt, as on Discord."""
        where = r"(?!/interactions/|/webhooks/).*" if path is None else path
        limit = {"retry_after": seconds, "everywhere": path is None, "times": times}
        await self.fault(method, where, 429, **limit)

    async def no_faults(self) -> list[str]:
        """Take back the faults that wait for their calls, and let held-up calls go on.

        Returns the kinds of calls that never came.
        """
        return (await self.act(do="no faults")).news["waited"]

    async def double(self, times: int = 1) -> None:
        """Let the next interactions reach the bot twice."""
        await self.act(do="double", times=times)

    async def reorder(self) -> None:
        """Let the next interaction reach the bot after the one that follows it."""
        await self.act(do="reorder")

    async def delay(self, seconds: float, times: int = 1) -> None:
        """Let the next interactions reach the bot late."""
        await self.act(do="delay", seconds=seconds, times=times)

    async def drop(self) -> None:
        """Cut the bot's gateway connections; it can resume."""
        await self.act(do="drop")

    async def reconnect(self) -> None:
        """Ask the bot to come back on a new gateway connection, and resume there."""
        await self.act(do="reconnect")

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Declare the bot's sessions invalid."""
        await self.act(do="invalidate", resumable=resumable)

    async def starts(self, left: int, seconds: float) -> None:
        """Tell bots that they may begin so many sessions until there are new ones."""
        await self.act(do="starts", left=left, seconds=seconds)

    async def refuse(self, code: int) -> None:
        """Let the gateway close the connection of the next bot that identifies, with this code."""
        await self.act(do="refuse", code=code)

    async def people(self, count: int) -> list[str]:
        """Let this many others into the server; returns their ids."""
        before = set(self.users)
        await self.act(do="people", count=count)
        await self.wait(lambda: len(self.users) == len(before) + count)
        return [user for user in self.users if user not in before]

    async def shards(self, count: int) -> None:
        """Tell bots that start from now on to run this many shards."""
        await self.act(do="shards", count=count)

    async def permit(self, permission: str, allowed: bool, channel: Channel | str | None = None) -> None:
        """Give the bot's role a permission or take it, like "ATTACH_FILES", in one channel or in the server."""
        place = {} if channel is None else {"channel_id": self.channel(channel).id}
        await self.act(do="permit", permission=permission, allowed=allowed, **place)

    async def kick(self) -> None:
        """Throw the bot out of the server."""
        await self.act(do="kick")

    async def invite(self) -> None:
        """Let the bot into the server again, with the permissions that it asks for."""
        await self.act(do="invite")

    async def pass_time(self, seconds: float) -> None:
        """Let time pass in the sandbox."""
        await self.act(do="clock", seconds=seconds)

    # Listening

    async def _read(self) -> None:
        try:
            async for message in self._socket:
                self._hear(message.json())
                self._news.set()
            raise ConnectionError("closed by the sandbox")
        except (OSError, ValueError, KeyError) as error:
            self._lost = error
            self._news.set()

    def _hear(self, news: Json) -> None:
        match news["t"]:
            case "state":
                self.users = {user["id"]: user for user in news["users"]}
                self.channels = {raw["id"]: Channel(raw) for raw in news["channels"]}
                self.messages = {raw["id"]: Message(raw) for raw in news["messages"]}
                self.commands = news["commands"]
                self.has_bot, self.offset = news["has_bot"], news["clock"]["offset"]
            case "channel":
                self._changed(self.channels, Channel, news["op"], news["channel"])
            case "message":
                self._changed(self.messages, Message, news["op"], news["message"])
                if "interaction_id" in news:
                    self._touched.setdefault(news["interaction_id"], []).append(news["message"]["id"])
            case "user":
                self.users[news["user"]["id"]] = news["user"]
            case "commands":
                self.commands = news["commands"]
            case "guild":
                self.has_bot = news["has_bot"]
            case "clock":
                self.offset = news["offset"]
            case "bot":
                self.online, self.sessions = news["online"], news["sessions"]
            case "modal":
                self.forms[news["user"]] = Form(news["modal_id"], news["modal"])
            case _:
                self._outcomes[news["nonce"]] = news

    def _changed(self, known: dict[str, Any], kind: type[Any], op: str, raw: Json) -> None:
        if op == "delete":
            known.pop(raw["id"]).deleted = True
            for message in [m for m in self.messages.values() if m.channel_id == raw["id"]]:
                self.messages.pop(message.id).deleted = True
        elif raw["id"] in known:
            known[raw["id"]].raw = raw
        else:
            known[raw["id"]] = kind(raw)


class Player:
    """One of the four players.

    What they do waits for the bot's answer and returns the message that they saw as its answer: a new one, or the
    pressed one as it looks now; None if the answer was a form (see `form`) or nothing that stays. With `silent` an
    answer that only takes note of the press isn't followed further.
    """

    def __init__(self, driver: Driver, user_id: str) -> None:
        self.driver = driver
        self.id = user_id
        self.name: str = driver.users[user_id]["global_name"]

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    @property
    def has_form(self) -> bool:
        return self.id in self.driver.forms

    @property
    def form(self) -> Form:
        """The form that they have open."""
        assert self.has_form, f"{self.name} has no form open"
        return self.driver.forms[self.id]

    def dm(self) -> Channel:
        """Their DM channel with the bot."""
        return next(c for c in self.driver.channels.values() if c.raw["type"] == DM and self.id in c.members)

    def sees(self, channel: Channel | str) -> list[Message]:
        """The messages of a channel that they can see, oldest first."""
        place = self.driver.channel(channel)
        if (place.raw["type"] in (DM, THREADS[1])) and self.id not in place.members:
            return []
        messages = [m for m in self.driver.messages.values() if m.channel_id == place.id]
        return [m for m in messages if m.visible_to is None or self.id in m.visible_to]

    async def slash(self, channel: Channel | str, name: str, /, *path: str, **options: Any) -> Answer:
        """Type a slash command; a player as an option's value stands for their id."""
        act = self._typed(channel, name, path, options)
        return await self._answer(await self.driver.act(do="slash", **act))

    async def menu(self, channel: Channel | str, name: str, target: "Player | Message") -> Answer:
        """Choose a command in the menu of a person or a message."""
        kind = USER_MENU if isinstance(target, Player) else MESSAGE_MENU
        place = self.driver.channel(channel).id
        act = {"user": self.id, "channel_id": place, "name": name, "type": kind, "target_id": target.id}
        return await self._answer(await self.driver.act(do="menu", **act))

    async def complete(
        self, channel: Channel | str, name: str, /, *path: str, focused: str, **options: Any
    ) -> list[Json]:
        """The choices that autocomplete offers for the option `focused`."""
        act = self._typed(channel, name, path, options)
        return (await self.driver.act(do="complete", focused=focused, **act)).news["choices"]

    def _typed(self, channel: Channel | str, name: str, path: tuple[str, ...], options: Json) -> Json:
        values = {key: value.id if isinstance(value, Player | Channel) else value for key, value in options.items()}
        channel_id = self.driver.channel(channel).id
        return {"user": self.id, "channel_id": channel_id, "name": name, "path": list(path), "options": values}

    async def press(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None, silent: bool = False
    ) -> Answer:
        """Press the button with this label (or custom_id) on a message."""
        if custom_id is None:
            assert label is not None
            custom_id = message.button(label)["custom_id"]
        outcome = await self.driver.act(do="press", user=self.id, message_id=message.id, custom_id=custom_id)
        return await self._answer(outcome, silent=silent)

    async def select(
        self, message: Message, *values: str, custom_id: str | None = None, silent: bool = False
    ) -> Answer:
        """Choose in a message's select, by the options' values or labels."""
        part = message.select(custom_id)
        by_label = {option["label"]: option["value"] for option in part.get("options", [])}
        known = set(by_label.values())
        chosen = [value if value in known else by_label.get(value, value) for value in values]
        act = {"user": self.id, "message_id": message.id, "custom_id": part["custom_id"], "values": chosen}
        return await self._answer(await self.driver.act(do="select", **act), silent=silent)

    async def submit(self, values: Mapping[str, Any] | str, *, silent: bool = False) -> Answer:
        """Fill in the open form and send it; a text alone goes into its only field."""
        form = self.form
        if isinstance(values, str):
            (only,) = form.fields
            values = {only: values}
        outcome = await self.driver.act(do="submit", user=self.id, modal_id=form.id, values=dict(values))
        if self.driver.forms.get(self.id) is form:
            del self.driver.forms[self.id]
        return await self._answer(outcome, silent=silent)

    async def say(self, channel: Channel | str, content: str) -> None:
        """Chat."""
        await self.driver.act(do="send", user=self.id, channel_id=self.driver.channel(channel).id, content=content)

    async def open_dms(self, is_open: bool = True) -> None:
        """Let the bot write to them, or not."""
        await self.driver.act(do="dm", user=self.id, open=is_open)

    async def install_bot(self, is_installed: bool = True) -> None:
        """Install the bot for themselves alone, or take it away."""
        await self.driver.act(do="install", user=self.id, installed=is_installed)

    async def speak(self, locale: str) -> None:
        """Set the language of their Discord, like "de"."""
        await self.driver.act(do="locale", user=self.id, locale=locale)

    async def delete(self, what: Message | Channel) -> None:
        """Delete a message, thread or channel (Ann may: the server is hers), or a message of their own."""
        key = "message_id" if isinstance(what, Message) else "channel_id"
        await self.driver.act(do="delete", user=self.id, **{key: what.id})

    async def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archive a thread (Ann may)."""
        await self.driver.act(do="archive", user=self.id, channel_id=thread.id, locked=locked)

    async def _answer(self, outcome: Outcome, *, silent: bool = False) -> Answer:
        """The message that answers an action, once it says something."""
        driver, callback = self.driver, outcome.news["callback"]
        if callback == DEFERRED_UPDATE:
            if silent:
                return None
            await driver.wait(lambda: outcome.touched)
            message = driver.messages.get(outcome.touched[0])
            await driver.wait(lambda: not is_patient(message))
            return message
        message = driver.messages.get(outcome.news["message_id"] or "")
        if callback == DEFERRED_MESSAGE and message is not None:
            await driver.wait(lambda: message.deleted or not (message.raw["flags"] & LOADING or is_patient(message)))
            return None if message.deleted else message
        return message


def is_patient(message: Message | None) -> bool:
    """Whether a message asks for patience, and an answer is still to come in its place."""
    return message is not None and not message.deleted and (message.content in PATIENT or UNTIL in message.content)


@contextmanager
def running_sandbox(
    state: Path | None = None, port: int = 0, record: Path | None = None, answer_within: float = TO_ANSWER
) -> Iterator[str]:
    """A sandbox in a process of its own; yields its address, and ends it at the end."""
    arguments = ["--port", str(port), "--answer-within", str(answer_within)]
    if state is not None:
        arguments += ["--state", str(state)]
    if record is not None:
        arguments += ["--record", str(record)]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "output")
        process = shared_forks().begin("sandbox", output, ROOT, dict(os.environ), *arguments)
        try:
            while not (said := output.read_text(encoding="utf-8") if output.exists() else "").endswith("\n"):
                assert process.poll() is None, f"The sandbox said {said!r}"
                time.sleep(0.01)
            listening = re.fullmatch(r"Sandbox: (http://\S+/)\n", said)
            assert listening, f"The sandbox said {said!r}"
            yield listening[1]
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)

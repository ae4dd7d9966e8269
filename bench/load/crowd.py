"""People who play in pairs over the sandbox's WebSocket, one connection for all; each press is timed and counted."""

from __future__ import annotations

import asyncio
import itertools
import random
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp

from bench.load.fleet import seconds
from cogs.ui.custom_id import base36
from tests.driver import DEFERRED_MESSAGE, DEFERRED_UPDATE, DM, LOADING
from tests.e2e.match import PLAYED, STEP, TITLES
from tests.shown import BUTTON, Json

# what is played, in turn: games that are over soon, so that openings and ends are part of it
MATCHES: tuple[tuple[str, Json], ...] = (
    ("pistard", {"preset": "quick"}),
    ("schlangennest", {}),
    ("superechelon", {"preset": "short"}),
)
SILENCE = 12.0  # seconds after which a person who waits for a reply or a call tries something else
OVER = "## Match over"
OUTCOMES = ("done", "failed", "choices")  # of a person's action


class NoAnswer(Exception):
    """A press came to nothing."""


class Gate:
    """Lets presses pass at a rate (a second), or at once."""

    def __init__(self, rate: float | None = None) -> None:
        self.rate, self._next = rate, 0.0

    async def turn(self) -> None:
        """Wait for the next turn; they come at random, as from people who don't know of each other."""
        if self.rate is None:
            return
        self._next = max(seconds(), self._next) + random.expovariate(self.rate)
        await asyncio.sleep(self._next - seconds())


@dataclass
class Book:
    """What happened: seconds of the presses until their first answer and next face, and those that got none."""

    first: list[float] = field(default_factory=list[float])
    face: list[float] = field(default_factory=list[float])
    lost: int = 0


@dataclass
class Person:
    """A person with their open panels, the newest last."""

    id: str
    dm: str
    panels: dict[str, Json] = field(default_factory=dict[str, Json])
    followed: set[str] = field(default_factory=set[str])  # calls that they have followed into the thread
    news: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Answer:
    """A press in a panel, which may have played an answer; `cause` is the interaction, once it is known."""

    person: str
    cause: str = ""
    is_doubtful: bool = True  # whether they never heard what came of it


@dataclass
class Table:
    """A match of some people, as far as the channel and its thread show it."""

    people: tuple[Person, ...]
    number: int = 0
    lobby: Json | None = None
    thread: str | None = None
    board: Json | None = None
    is_over: bool = False
    answers: list[Answer] = field(default_factory=list[Answer])


class Crowd:
    """All people, and all that they see."""

    def __init__(self, session: aiohttp.ClientSession, socket: aiohttp.ClientWebSocketResponse, url: str) -> None:
        self._session, self._socket, self.url = session, socket, url
        self._nonces = itertools.count(1)
        self._outcomes: dict[int, asyncio.Future[Json]] = {}
        self._touched: dict[str, asyncio.Future[Json]] = {}
        self._state = asyncio.Event()
        self._by_place: dict[str, Person] = {}  # by user, and by direct messages
        self._by_title: dict[str, Table] = {}
        self._by_thread: dict[str, Table] = {}
        self.channels: dict[str, Json] = {}
        self.people: list[Person] = []
        self.tables: list[Table] = []
        self.gate, self.book = Gate(), Book()
        self.played = set[str]()  # the presses that were said to be
        self._playing: list[asyncio.Task[None]] = []
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def come(cls, url: str, people: int) -> Self:
        """Let so many people into the server, and see through their eyes."""
        session = aiohttp.ClientSession()
        first = cls(session, await session.ws_connect(f"{url.rstrip('/')}/sandbox/ws", max_msg_size=0), url)
        await first.act(do="people", count=people)
        first._reader.cancel()
        await first._socket.close()
        crowd = cls(session, await session.ws_connect(f"{url.rstrip('/')}/sandbox/ws", max_msg_size=0), url)
        await crowd._state.wait()
        crowd.people = crowd.people[-people:]
        return crowd

    async def leave(self) -> None:
        """Close the connection."""
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        await self._socket.close()
        await self._session.close()

    async def act(self, **act: Any) -> Json:
        """Do something and wait for what the sandbox says to it; raises NoAnswer."""
        nonce = next(self._nonces)
        outcome = self._outcomes[nonce] = asyncio.get_running_loop().create_future()
        await self._socket.send_json(act | {"nonce": nonce})
        news = await outcome
        if news["t"] == "failed":
            raise NoAnswer(news["text"])
        return news

    async def requests(self) -> Counter[str]:
        """How often the bot has asked Discord for what, so far."""
        async with self._session.get(f"{self.url.rstrip('/')}/bench/requests") as answer:
            return Counter(await answer.json())

    async def file(self, attachment: Json) -> bytes:
        """The content of an attachment."""
        async with self._session.get(attachment["url"]) as answer:
            return await answer.read()

    async def interact(self, answer: Answer | None = None, /, **act: Any) -> Json:
        """A command or press; returns the message that answers it once it has its face. Raises NoAnswer."""
        await self.gate.turn()
        begun = seconds()
        try:
            news = await self.act(**act)
        except NoAnswer:
            self.book.lost += 1
            raise
        self.book.first.append(seconds() - begun)
        cause = news["interaction_id"]
        if answer is not None:
            answer.cause = cause
        try:
            async with asyncio.timeout(SILENCE):
                face = await self._face(cause, news)
        except TimeoutError:
            self.book.lost += 1
            raise NoAnswer("it was noted, and then nothing came") from None
        self.book.face.append(seconds() - begun)
        return face

    async def _face(self, cause: str, news: Json) -> Json:
        if news["callback"] in (DEFERRED_MESSAGE, DEFERRED_UPDATE):
            return await self._touch(cause)
        done = self._touched.get(cause)
        return done.result() if done is not None and done.done() else {"id": None, "content": "", "components": []}

    def _touch(self, cause: str) -> asyncio.Future[Json]:
        if cause not in self._touched:
            self._touched[cause] = asyncio.get_running_loop().create_future()
        return self._touched[cause]

    # --- what they hear

    async def _read(self) -> None:
        async for message in self._socket:
            self._hear(message.json())

    def _hear(self, news: Json) -> None:
        kind = news["t"]  # the page hears of more: who types, what is online, the clock
        if kind == "state":
            self._begin(news)
        elif kind == "message":
            self._message(news["op"], news["message"], news.get("interaction_id"))
        elif kind == "channel":
            self._channel(news["channel"])
        elif kind in OUTCOMES and (outcome := self._outcomes.pop(news["nonce"], None)) and not outcome.done():
            outcome.set_result(news)

    def _begin(self, news: Json) -> None:
        self.channels = {channel.get("name") or channel["id"]: channel for channel in news["channels"]}
        dms = {member: c["id"] for c in news["channels"] if c["type"] == DM for member in c["members"]}
        self.people = [Person(user["id"], dms[user["id"]]) for user in news["users"]]
        self._by_place = {place: person for person in self.people for place in (person.id, person.dm)}
        self._state.set()

    def _channel(self, channel: Json) -> None:
        title = str(channel.get("name")).partition(":")[0]
        if title in self._by_title:
            table = self._by_title[title]
            table.thread = channel["id"]
            self._by_thread[channel["id"]] = table

    def _message(self, op: str, raw: Json, cause: str | None) -> None:
        if cause is not None and PLAYED in raw["content"]:
            self.played.add(cause)
        # a message that loads has no face yet
        if cause is not None and not raw.get("flags", 0) & LOADING and not (touched := self._touch(cause)).done():
            touched.set_result(raw)
        to = raw.get("visible_to") if op != "delete" else None
        owner = self._by_place.get(to[0] if to else raw["channel_id"])
        if owner is not None:
            if op != "delete" and steps(raw):
                owner.panels.pop(raw["id"], None)
                owner.panels[raw["id"]] = raw
            else:
                owner.panels.pop(raw["id"], None)
            owner.news.set()
        elif op == "delete":
            return
        elif (table := self._by_thread.get(raw["channel_id"])) is not None:
            self._in_thread(table, raw)
        elif raw.get("embeds"):
            table = self._by_title.get(str(raw["embeds"][0].get("title")))
            if table is not None:
                table.lobby = raw

    @staticmethod
    def _in_thread(table: Table, raw: Json) -> None:
        if raw.get("attachments"):
            table.board = raw
        if raw["content"].startswith(OVER):
            table.is_over = True
        for person in table.people:
            person.news.set()

    # --- what they do

    async def pause(self) -> None:
        """Let all stop where they are."""
        for task in self._playing:
            task.cancel()
        ended = await asyncio.gather(*self._playing, return_exceptions=True)
        self._playing.clear()
        for fault in ended:
            if isinstance(fault, Exception):
                raise fault

    def play(self, people: tuple[Person, ...], kind: int, *, by_dm: bool) -> None:
        """Let some people play one match after the other."""
        self._playing.append(asyncio.create_task(self._play_for_ever(people, kind, by_dm=by_dm)))

    async def _play_for_ever(self, people: tuple[Person, ...], kind: int, *, by_dm: bool) -> None:
        for number in itertools.count(kind):
            game, options = MATCHES[number % len(MATCHES)]
            table = await self._open(people, game, options)
            await asyncio.gather(*(self._play(table, person, by_dm=by_dm) for person in people))
            people = (*people[1:], people[0])  # no one may open more than so many in a day

    async def _open(self, people: tuple[Person, ...], game: str, options: Json) -> Table:
        """Open a match, let all join and start it; what comes to nothing is tried again."""
        while True:
            try:
                return await self._try_open(people, game, options)
            except NoAnswer:
                await asyncio.sleep(1 + random.random())

    async def _try_open(self, people: tuple[Person, ...], game: str, options: Json) -> Table:
        host, *others = people
        for person in people:
            person.panels.clear()
        races = self.channels["races"]["id"]
        typed = {"name": game, "path": ["new"], "options": {"players": len(people), **options}}
        answer = await self.interact(do="slash", user=host.id, channel_id=races, **typed)
        opened = re.search(r"Match #(\d+)", answer["content"])
        if opened is None:
            raise NoAnswer(answer["content"])
        table = Table(people, int(opened[1]))
        self._by_title[f"{TITLES[game]} #{table.number}"] = table
        await self._lobby(table)
        for person in others:
            await self._press_lobby(table, person, "Join")
        await self._press_lobby(table, host, "Start")
        self.tables.append(table)
        return table

    async def _lobby(self, table: Table) -> Json:
        """The lobby's message, which its next change shows if the first was faster than the answer."""
        async with asyncio.timeout(60):
            while table.lobby is None:  # noqa: ASYNC110 (it comes with news to no one)
                await asyncio.sleep(0.05)
        return table.lobby

    async def _press_lobby(self, table: Table, person: Person, label: str) -> None:
        for left in reversed(range(6)):
            lobby = await self._lobby(table)
            buttons = [part for part in parts(lobby) if part.get("label") == label]
            if not buttons:
                return  # it was counted before, and no one said so
            try:
                await self.interact(
                    do="press", user=person.id, message_id=lobby["id"], custom_id=buttons[0]["custom_id"]
                )
                return
            except NoAnswer:
                if not left:
                    raise
                await asyncio.sleep(2)

    async def _play(self, table: Table, person: Person, *, by_dm: bool) -> None:
        while not table.is_over:
            person.news.clear()
            panel = self._panel(table, person, by_dm=by_dm)
            calls = person.panels.keys() - person.followed
            if panel is None and (by_dm or table.board is None or not calls) and await self._hears(person):
                continue
            try:
                if panel is not None:
                    await self._answer(table, person, panel)
                elif table.board is not None:
                    person.followed |= calls
                    await self._press(person, table.board, f"h:move:{base36(table.number)}")
            except NoAnswer:
                await asyncio.sleep(1 + random.random())

    @staticmethod
    async def _hears(person: Person) -> bool:
        """Whether there is news before they lose patience and look by themselves."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENCE):
                await person.news.wait()
                return True
        return False

    @staticmethod
    def _panel(table: Table, person: Person, *, by_dm: bool) -> Json | None:
        """The newest panel of this match where the person likes to press."""
        panels = [panel for panel in person.panels.values() if (panel["channel_id"] == person.dm) == by_dm]
        mine = [panel for panel in panels if any(match_of(part) == table.number for part in steps(panel))]
        return mine[-1] if mine else None

    async def _answer(self, table: Table, person: Person, panel: Json) -> None:
        part, answer = steps(panel)[0], Answer(person.id)
        table.answers.append(answer)
        try:
            await self._press(person, panel, part["custom_id"], part, answer)
        except NoAnswer as gone:
            if "has no" in str(gone) or "sees no" in str(gone):
                answer.is_doubtful = False
                person.panels.pop(panel["id"], None)
            raise
        answer.is_doubtful = False

    async def _press(
        self,
        person: Person,
        message: Json,
        custom_id: str,
        part: Json | None = None,
        answer: Answer | None = None,
    ) -> Json:
        act: Json = {"do": "press", "user": person.id, "message_id": message["id"], "custom_id": custom_id}
        if part is not None and part["type"] != BUTTON:
            chosen = part["options"][: max(1, part["min_values"])]
            act |= {"do": "select", "values": [option["value"] for option in chosen]}
        return await self.interact(answer, **act)


def parts(message: Json) -> list[Json]:
    """All buttons and selects of a message."""
    return [part for row in message.get("components", ()) for part in row.get("components", ())]


def steps(message: Json) -> list[Json]:
    """Those that answer a question."""
    return [part for part in parts(message) if STEP.fullmatch(part.get("custom_id", "")) and not part.get("disabled")]


def match_of(part: Json) -> int:
    """The number of the match that a button belongs to."""
    return int(part["custom_id"].split(":")[1], 36)

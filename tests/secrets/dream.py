"""A match in two worlds: what a reader gets is made twice, the second time from what they can only dream of.

In the dream all that is hidden from the reader is different: the saved states are imagined from their view, events that
they may not hear of and the paths of others never were, and the draws are blank. What reaches them must be the same to
the byte, or it tells a secret.
"""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from io import StringIO
from typing import Any, Self

import pytest
from PIL import Image

from cogs import match as commands
from cogs import play
from cogs.gruppetto import POSTS
from cogs.looking_back import replay
from cogs.looking_back.history import show_history
from cogs.panel import compose
from cogs.panel.typed import suggestions
from cogs.posts.outside import BotHerald
from cogs.posts.sender import DiscordSender
from cogs.repair import doctor_and_backup as ward
from cogs.repair import rewind
from cogs.traffic.rate_limit import Line
from cogs.ui.replies import reader
from db.sql.codec import decode, encode
from db.sql.engine import TimedEngine
from db.store import LEASE, Remake, Store
from engines import GAMES
from engines.dice import Draw
from engines.table import Path, Refused, Viewer
from host.delivery import Delivery
from host.house import House
from host.lobby.limits import webhooks_of
from host.lobby.lobby import DAILY, PRIVATE, ChannelRef, MatchRequest, Person
from host.lobby.seekers import Place
from host.outbox.messages import Message
from host.play import plans
from host.play.dormant import remaker
from host.play.easy import IDLE
from host.play.matches import may_hear
from host.play.seen import Seen, seat_of
from host.time.clocks import DAY, HOUR
from locales import catalogue
from model.kinds import PostKind, RowKind
from model.match import LogRow, Match, MessageRef, Preferences, Snapshot, Step
from model.page import Browser, Entered
from model.seeker import Wishes
from model.webhook import News, Webhook
from opponents.random import play_random
from render import RENDERERS, kit
from screen.pictures import Pictures
from tests.engines.facts import FACTS
from tests.host.desk import Crowded
from tests.host.evening import Noon
from tests.secrets.transport import CHANNEL, DMS, GUILD, Asking, Sent, Wire, new_bot
from web.acts import Acts
from web.acts import Person as Reader
from web.desk import Desk
from web.matches import listed
from web.table import Tables

FIRST, SPECTATOR = 101, 199  # users
PIXEL = kit.png(Image.new("RGB", (1, 1)), kit.palette([kit.INK], []))
PAUSES = 5, 700  # seconds between two answers: the board is renewed after a short one, new after a long one
COMPARED = 6  # steps of a match in what a player missed
MANAGED = 6  # rows that everyone knows of from one look of a manager to the next, and moments between two looked at
TRIED = 2  # answers in a line
LATE = 4  # about so many positions from one at which webhooks are sent what they are owed to the next
# Of trials and plans: what is imagined there may be what is hidden, and known all the same, as nothing else is left.
# The two worlds alone tell.
TRIAL = "TRIAL"
WHOLE = 25  # positions from one at which everyone looks to the next, and at real pictures

Screens = list[Sent]


class DreamStore(Store):
    """A store that can be read as in the dream of one viewer; `unlike` of its `looks` the dream wasn't the truth.

    What was read is kept until something is written: all people look at the same position.
    """

    game: str
    rng: random.Random
    asleep = False
    viewer: Viewer = None
    looks = unlike = 0

    def __init__(self, engine: TimedEngine, _remake: Remake | None = None) -> None:
        super().__init__(engine, remaker(GAMES))
        self._kept: dict[tuple[Any, ...], Any] = {}

    @contextmanager
    def dream(self, viewer: Viewer) -> Iterator[None]:
        """In the block everything is read as this viewer dreams it."""
        self.asleep, self.viewer = True, viewer
        try:
            yield
        finally:
            self.asleep = False

    async def match(self, match: int) -> Match | None:
        return await self._read_once("match", super().match, match)

    async def snapshot(self, match: int, seq: int | None = None) -> Snapshot | None:
        saved = await self._read_once("snapshot", super().snapshot, match, seq)
        if not self.asleep or saved is None:
            return saved
        game = GAMES[self.game]
        real = decode(game, saved.schema, saved.body)
        dreamt = game.imagine(game.view(real, self.viewer), self.rng)
        if FACTS[self.game].hidden(real, self.viewer):
            self.looks += 1
            self.unlike += dreamt != real
        return replace(saved, body=encode(game.spec, dreamt))

    async def log(self, match: int, after: int = 0) -> list[LogRow]:
        rows = await self._read_once("log", super().log, match, after)
        return [self._dreamt(row) for row in rows] if self.asleep else rows

    async def commit(self, step: Step) -> Match:
        self._kept.clear()
        return await super().commit(step)

    async def set_thread(self, match: int, thread: int, time: float) -> None:
        self._kept.clear()
        await super().set_thread(match, thread, time)

    async def lose_thread(self, match: int, thread: int, called: int | None, time: float) -> None:
        self._kept.clear()
        await super().lose_thread(match, thread, called, time)

    async def _read_once(self, what: str, reads: Callable[..., Awaitable[Any]], *about: Any) -> Any:
        if (what, *about) not in self._kept:
            self._kept[what, *about] = await reads(*about)
        return self._kept[what, *about]

    def _dreamt(self, row: LogRow) -> LogRow:
        own = row.by is not None and row.by == self.viewer
        is_public = row.kind == RowKind.REWIND  # the host's own, which no player has chosen
        return replace(
            row,
            path=row.path if own or is_public else ("dreamt",),
            draws=[Draw("dreamt", 1, []) for _ in row.draws],
            events=[event for event in row.events if may_hear(event, self.viewer)],
        )


class Night:
    """A host in which nothing happens by itself; it sends each message twice, for real and as in a dream of it."""

    def __init__(self, store: DreamStore, now: Noon, seed: int, lines: list[Any]) -> None:
        luck = random.Random(seed)
        self.store, self.now, self.wire = store, now, Wire(now)
        self.bot = new_bot(self.wire, now)
        self.sender = DiscordSender(self.bot, POSTS)
        self.house = House(
            store, GAMES, self, watch=lambda _: None, now=now, luck=luck.randbytes, rng=luck, pool=Crowded()
        )
        store.rng = luck
        self.bot.house = self.house
        self.matches = self.house.matches
        self.outbox = self.house.outbox
        self.clock = self.house.scheduler
        self.lines, self.written, self.messages = lines, StringIO(), 0
        self.told = 0  # to webhooks
        self._sent = PostKind.BOARD  # the kind of the last message of the outbox
        self.leaks: list[AssertionError] = []
        self._state: tuple[int, Any] = (0, None)  # the newest, by the number of its log row

    @classmethod
    async def begin(cls, url: str, seed: int, lines: list[Any], written: StringIO | None = None) -> Self:
        """A host on this database, which is filled with tables if it has none.

        `lines` is what it logs, `written` what its libraries log besides.
        """
        store = await DreamStore.open(url)
        night = cls(store, Noon(), seed, lines)
        night.written = written or night.written
        return night

    async def deal(self, game: str, seats: int, *, rated: bool = True, easy: bool = True, **options: str) -> int:
        """A match of some people, already dealt; returns its id. The first may leave easy questions to the bot."""
        self.store.game = game
        people = [Person(FIRST + seat, f"P{seat}", FIRST + seat) for seat in range(seats)]
        for person in people:  # the bot has written to them before: each call comes with a hand
            await self.house.directs.met(person.user, DMS + person.user)
        if easy:
            await self.house.notifications.set_preferences(people[0].user, Preferences(easy=IDLE))
        wanted = MatchRequest(game, options, seats, replace(DAILY, rated=rated))
        opened = await self.house.lobby.open(wanted, ChannelRef(GUILD, CHANNEL), people[0])
        hook = Webhook(
            0, GUILD, CHANNEL, FIRST, "https://example.org/", "secret", opened=0.0, confirmed=0.0, failures=0, ready=0.0
        )
        await self.store.webhooks.add(hook, webhooks_of(GUILD))
        for person in people[1:]:
            await self.house.lobby.join(opened.id, person)
        await self.house.lobby.start(opened.id, replace(people[0], interaction_id=None))
        await self.post()
        await self.house.follows.follow_match(opened.id, SPECTATOR)
        return opened.id

    async def deal_apart(self, game: str, seats: int, **options: str) -> int:
        """A match across servers, already dealt: what a thread would show goes to each of its people."""
        self.store.game = game
        people = [Person(FIRST + seat, f"P{seat}", FIRST + seat) for seat in range(seats)]
        for person in people:
            await self.house.directs.met(person.user, DMS + person.user)
            place = Place(person.user, person.user, is_open=True)
            await self.house.seekers.ask(Wishes((game,), ("long",)), place, person)
        asked = [await self.house.seekers.of(person.user) for person in people]
        wanted = MatchRequest(game, options, seats, replace(DAILY, rated=False))
        opened = await self.house.lobby.gather(wanted, PRIVATE, [seeker for seeker in asked if seeker is not None])
        assert opened is not None
        await self.house.lobby.start(opened.id, replace(people[0], interaction_id=None))
        await self.post()
        return opened.id

    async def header(self, match_id: int) -> Match:
        """The match as it is saved."""
        header = await self.store.match(match_id)
        assert header is not None
        return header

    # --- messages

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        """Send it for real, then as in the dream of its reader; what tells them apart is raised by `post`."""
        assert isinstance(message, Message)
        try:
            return await self._deliver(message)
        except AssertionError as leak:
            self.leaks.append(leak)
            raise

    async def post(self) -> None:
        """Send all messages that are due, one after the other: whatever is read in a dream is dreamt."""
        while posts := await self.store.take_posts(self.now(), 1, LEASE):
            for post in posts:
                await self.outbox.send(post)
        for leak in self.leaks:
            raise leak

    async def _deliver(self, message: Message) -> MessageRef | None:
        place = await self.sender.deliver(message)
        sent = self.wire.take()
        self.messages += 1
        if message.seen is None:
            return place
        to = message.post.to
        with self._dream(None if to is None else seat_of(message.match, to)):
            read = await self.store.facts(message.match.id)
            assert read is not None
            composer = self.outbox._composer
            if is_newer := message.post.kind is PostKind.NEWER:  # what comes of the one just sent, never of the outbox
                post = replace(message.post, kind=self._sent)
            else:
                post, self._sent = message.post, message.post.kind
            again = await composer.message(post, read, await composer.preferences(post, read))
            assert again is not None
            if is_newer:
                again = replace(again, post=message.post, place=message.place, retired=message.retired)
            await self.sender.deliver(again)
        compare(f"{message.post.kind} to {to}", sent, self.wire.take())
        for invitation in sent:
            assert invitation.reader == message.post.to or invitation.reader is None
            viewer = None if invitation.reader is None else seat_of(message.match, invitation.reader)
            await self.check_canary(message.match, viewer, invitation.text)
        return place

    async def tell_outside(self) -> None:
        """Make what webhooks are owed, for real and as in the dream of everyone; it is late by then."""
        tables, now = self.store.webhooks, self.now()
        for number, _, _ in await tables.waiting():
            while (taken := await tables.take(number, now, now)) is not None:
                webhook, news = taken
                truth = await self._news(news)
                with self._dream(None):
                    dreamt = await self._news(news)
                compare(f"news of row {news.seq}", truth, dreamt)
                self.told += len(truth)
                await tables.settle(webhook, news, news.seq, now, arrived=True)

    async def _news(self, news: News) -> Screens:
        read = await self.matches.settled(news.match)
        assert read is not None
        told = await self.house.news._told(news, read)
        return [] if told is None else [Sent("WEBHOOK", "", asdict(BotHerald(self.bot).words(GUILD, told)))]

    async def check_logs(self, match: int) -> None:
        """Nothing that is hidden from everyone is in the log."""
        await self.check_canary(await self.header(match), None, f"{self.lines}{self.written.getvalue()}")

    async def check_canary(self, match: Match, viewer: Viewer, text: str) -> None:
        """No id of a thing that is hidden from the viewer is in the text."""
        if self._state[0] != match.seq:
            saved = await self.store.snapshot(match.id, match.seq)
            assert saved is not None
            self._state = match.seq, decode(GAMES[match.game], saved.schema, saved.body)
        secrets = FACTS[match.game].hidden(self._state[1], viewer)
        leaked = sorted(secret for secret in secrets if secret in text)
        assert not leaked, f"{leaked} are hidden from {viewer} and told them: {text}"

    @contextmanager
    def _dream(self, viewer: Viewer) -> Iterator[None]:
        """Within it everything is as this viewer dreams it, and no picture of the true world is at hand."""
        true, self.bot.pictures = self.bot.pictures, Pictures()
        self.house._match_log.kept.clear()
        with self.store.dream(viewer), pytest.MonkeyPatch.context() as patch:
            patch.setattr(plans, "SEED", plans.SEED + self.store.looks + 1)  # a planning player imagines something else
            try:
                yield
            finally:
                self.bot.pictures = true
                self.house._match_log.kept.clear()

    # --- what everyone can ask for

    async def look(self, match_id: int, user: int, path: Path) -> None:
        """All that this person can see on asking, in both worlds; `path` is what they might answer."""
        seen = await self.matches.see(match_id, user)
        viewer = seen.seat
        truth = await self._screens(match_id, user, path)
        with self._dream(viewer):
            dreamt = await self._screens(match_id, user, path)
        compare(f"the screens of {viewer}", truth, dreamt)
        await self.check_canary(seen.match, viewer, "\n".join(draw.text for draw in truth if draw.method != TRIAL))

    async def _screens(self, match_id: int, user: int, path: Path) -> Screens:
        """Panel and questions, history, plan, what came since, board, export, suggestions, the lists of matches."""
        asking, which = Asking(self.bot, user), str(match_id)
        seen = await self.matches.see(match_id, user)
        say = reader(asking)  # type: ignore[arg-type]
        for steps in (None, *(path[:at] for at in range(1, len(path) + 1))):
            await compose.show(asking, seen, path=steps)  # type: ignore[arg-type]
        asking.shown += await self._page(user, match_id, seen, path)
        await show_history(asking, match_id)  # type: ignore[arg-type]
        with suppress(Refused):  # nothing to plan, or nothing has come: in both worlds
            asking.shown.append(Sent("PLANS", str(user), {}))
            await compose.show(asking, await self.matches.planning(await self.matches.see(match_id, user)), path=())  # type: ignore[arg-type]
        with suppress(Refused):
            asking.shown.append(Sent("SINCE", str(user), {}))
            await asking.wait(replay.made_since, match_id)
            await replay.step(asking, match_id, 0, seen.number // 2)  # type: ignore[arg-type]
        await commands.board(asking, which)  # type: ignore[arg-type]
        for command in (commands.export, commands.verify):
            await asking.wait(command, which)
        await commands.board(asking, which, text=True)  # type: ignore[arg-type]
        await play.games(asking)  # type: ignore[arg-type]
        await play.games(asking, "followed")  # type: ignore[arg-type]
        if seen.number % MANAGED == 0:
            await self._managed(asking, match_id)
        for typed in (" ".join(path[:at]) for at in range(len(path) + 1)):
            offered = [(suggestion.label, suggestion.text) for suggestion in suggestions(seen, typed, say)]
            asking.shown.append(Sent("OFFER", typed, {"offered": offered}))
        exported = [name for message in asking.shown for name in message.files if name.endswith(".json")]
        assert exported == [f"match-{match_id}.json"]
        return [_with_record(message) for message in asking.shown]

    async def _page(self, user: int, match_id: int, seen: Seen, path: Path) -> Screens:
        """The same in a browser: list, table along the path and as everyone sees it, plan, trial, what came since."""
        desk = Desk(
            self.house, self.bot.pictures, self.now, is_open=awake, takes=always, line=Line().first, opened=silently
        )
        acts, person = Acts(Tables(desk)), Reader(Browser(1, user, 0.0, 0.0), catalogue(None))
        sheets = [await acts.look(person, match_id), await acts.look(person, match_id, as_public=True)]
        sheets += [await acts.tables.of(seen, person.say, path[:at]) for at in range(len(path) + 1)]
        trials: list[dict[str, Any]] = []
        shown: list[dict[str, Any]] = [await listed(desk, person), *(json.loads(sheet) for sheet in sheets)]
        with suppress(Refused):
            trials.append(json.loads(await acts.plan(person, match_id, {})))
        with suppress(Refused):
            await self.house.lines.leave(seen)
            sheets = [await acts.tables.trial(await self.house.lines.at(seen), person.say)]
            for place in range(TRIED):
                at = await self.house.lines.at(seen)
                if at.seen.ask() is None:
                    break  # the trial is over
                tried = play_random(seen.game, at.seen.view, random.Random(place))
                sheets.append(await acts.tables.trial(await self.house.lines.answer(seen, tried), person.say))
            trials += [json.loads(sheet) for sheet in sheets]
        with suppress(Refused):
            since = await acts.since(person, match_id)
            shown += [since, await acts.step(person, match_id, since["first"], since["steps"] // 2)]
        return [*(Sent("PAGE", str(user), body) for body in shown), *(Sent(TRIAL, str(user), body) for body in trials)]

    @staticmethod
    async def _managed(asking: Asking, match_id: int) -> None:
        """What a manager of the server sees besides: the doctor, and what a rewind to each of some would do."""
        await ward.doctor(asking)  # type: ignore[arg-type]
        with suppress(Refused):  # there is no earlier moment: in both worlds
            await rewind.rewind(asking, str(match_id))  # type: ignore[arg-type]
            [select, *_] = [part for row in asking.shown[-1].body["components"] for part in row["components"]]
            for option in select["options"][::MANAGED]:
                await rewind.chosen(asking, match_id, [option["value"]])  # type: ignore[arg-type]

    # --- a whole match

    async def play(self, match_id: int, rng: random.Random, most: int = 10_000, every: int = 1) -> int:
        """Everyone answers at random, to the end or this many times; returns the number of positions.

        In all of them what is sent is compared, in `every` so many also what someone can ask for. In each 25th of these
        everyone asks, and pictures are real.
        """
        known = await self.store.match(match_id)
        assert known is not None
        for position in range(1, most + 1):
            whole = position % (WHOLE * every) == 0
            looks = whole or position % every == 0
            self.bot.pictures = Pictures()
            with pictures(known.game, drawn=whole):
                if not await self._play_one(match_id, rng, whole=whole, looks=looks):
                    return position
        return most

    async def _play_one(self, match_id: int, rng: random.Random, *, whole: bool, looks: bool) -> bool:
        """Messages, screens, and one answer; False once the match is over."""
        await self.clock.work()
        await self.post()
        public = await self.matches.see(match_id, None)
        if self.messages % LATE == 0 or public.match.phase != "running":
            await self.tell_outside()
        if public.match.phase != "running":
            return False
        if None in public.view.waiting:  # a leg opens in its own time
            self.now.later(DAY / 2)
            return True
        users = {row.seat: row.user for row in public.match.seats if row.user is not None}
        asked = [row.seat for row in public.match.seats if not row.resigned and row.seat in public.view.waiting]
        if not asked:  # a computer plays on in its own time
            self.now.later(HOUR)
            return True
        due = users[rng.choice(asked)]
        own = await self.matches.see(match_id, due)
        path = play_random(own.game, own.view, rng)
        everybody = [*users.values(), *([] if public.match.is_homeless else [SPECTATOR])]
        if looks:
            for user in everybody if whole else [rng.choice(everybody)]:
                await self.look(match_id, user, path if user == due else ())
        await self.matches.play(match_id, due, path, own.fingerprint, None)
        self.now.later(rng.choice(PAUSES))
        return True


def awake() -> bool:
    """Whether the page is open."""
    return True


async def always(_user: int) -> bool:
    """Whether a request is in time."""
    return True


async def silently(_entered: Entered) -> None:
    """Tell no one of an opened browser."""


@contextmanager
def pictures(game: str, *, drawn: bool) -> Iterator[None]:
    """Unless they are to be drawn, boards, hands, close-ups and strips are one pixel: most of the time is drawing."""
    renderer, say = RENDERERS[game], catalogue(None)

    def board(view: Any, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        return PIXEL

    def hand(view: Any, path: Path = ()) -> bytes | None:
        return None if renderer.hand_alt(view, path, say) is None else PIXEL

    with pytest.MonkeyPatch.context() as patch:
        # of a few steps, to leave out those that look alike: else every look would draw a hundred boards
        patch.setattr("screen.steps.COMPARED", COMPARED)
        if not drawn:
            patch.setattr(renderer, "board", board)
            patch.setattr(renderer, "hand", hand)
            patch.setattr(renderer, "STYLE", replace(renderer.STYLE, close_up=lambda view, path: PIXEL))
            patch.setattr("cogs.looking_back.replay.strip", lambda boards: PIXEL)
        yield


def compare(what: str, truth: Screens, dreamt: Screens) -> None:
    """The same in both worlds, files and all."""
    assert len(truth) == len(dreamt), f"{what}: not as many messages"
    for real, other in zip(truth, dreamt, strict=True):
        assert real == other, f"{what} tells two worlds apart: {real.text} and {other.text}"


def _with_record(sent: Sent) -> Sent:
    """With the export's text as words, for a search for secrets in it."""
    records = {name: file.decode() for name, file in sent.files.items() if name.endswith(".json")}
    return replace(sent, body={**sent.body, "records": records}) if records else sent

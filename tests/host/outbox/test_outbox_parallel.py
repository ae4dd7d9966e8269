"""Messages under way at the same time: what is slow holds up its own thread or person, and no other."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from db.store import LEASE
from host.delivery import Delivery, Unsent
from host.lobby.lobby import Person
from host.outbox.messages import Message
from host.outbox.outbox import BACKOFF, SLOW, Outbox
from model.kinds import RETIRING, CallChannel
from model.match import MessageRef, Preferences
from tests.driver import PATIENCE
from tests.host.evening import ADA, BO, CY, DEE, Evening, addressed, outbox_of

TEN_MINUTES = 600.0
pytestmark = pytest.mark.usefixtures("connections")


@pytest.fixture
def house_url(slow_url: str) -> str:
    return slow_url


class Discord:
    """A sender that keeps what it is given, in order; messages for which it `hangs` are under way until `let_go`.

    Calls are retired without a word.
    """

    def __init__(self, hangs: Callable[[Message], object] = lambda message: False) -> None:
        self.sent: list[Message] = []
        self.hanging: list[Message] = []
        self._hangs, self._go = hangs, asyncio.Event()
        self.news = asyncio.Condition()

    async def deliver(self, message: Delivery, /) -> MessageRef | None:
        assert isinstance(message, Message)
        if message.retired:
            return None
        if self._hangs(message) and not self._go.is_set():
            await self._note(self.hanging, message)
            await self._go.wait()
        await self._note(self.sent, message)
        return MessageRef(message.match.channel, message.post.id, private=message.post.to is not None)

    async def _note(self, where: list[Message], message: Message) -> None:
        async with self.news:
            where.append(message)
            self.news.notify_all()

    def let_go(self) -> None:
        """Whatever hangs arrives."""
        self._go.set()

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until that is so of what was sent and what hangs."""
        async with asyncio.timeout(PATIENCE), self.news:
            await self.news.wait_for(true)


@asynccontextmanager
async def at_work(evening: Evening, discord: Discord) -> AsyncIterator[Outbox]:
    """An outbox that has begun to send, and is done with everything at the end."""
    outbox = outbox_of(evening, discord)
    working = asyncio.create_task(outbox.work())
    try:
        yield outbox
        discord.let_go()
        async with asyncio.timeout(PATIENCE):
            await working
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


def of(match: int, kind: str) -> Callable[[Message], bool]:
    return lambda message: (message.post.match, message.post.kind) == (match, kind)


async def two_matches(evening: Evening) -> tuple[int, int, int]:
    """Ada and Bo, Cy and Dee have chosen their riders; and how many posts are to be sent: two boards, and calls."""
    matches = await evening.play(ADA, BO), await evening.play(CY, DEE)
    await evening.deliver()
    for match, users in zip(matches, ((ADA, BO), (CY, DEE)), strict=True):
        for user in users:
            await evening.answer(match, user)
    rows = (await evening.rows())["outbox"]
    posts = {(match, kind, to) for _, match, _cup, _guild, _seq, kind, to, *_ in rows if kind not in RETIRING}
    return *matches, len(posts)


async def test_a_board_that_hangs_holds_up_its_own_thread_only(evening: Evening) -> None:
    stuck, other, posts = await two_matches(evening)
    discord = Discord(of(stuck, "board"))
    async with at_work(evening, discord):
        await discord.until(lambda: len(discord.sent) == posts - 1 and bool(discord.hanging))
        assert [message.match.id for message in discord.sent if message.post.to is None] == [other]
        assert [message.match.id for message in discord.hanging] == [stuck]
    assert of(stuck, "board")(discord.sent[-1])


async def test_a_person_is_written_to_one_message_at_a_time(evening: Evening) -> None:
    matches = [await evening.play(ADA, BO), await evening.play(ADA, CY)]
    await evening.deliver()
    for match, user in zip(matches, (BO, CY), strict=True):
        await evening.seats.resign(match, user, evening.press())
    discord = Discord(lambda message: message.post.to == ADA)
    async with at_work(evening, discord):
        await discord.until(lambda: discord.hanging and len(discord.sent) == 2 * len(("board", "result", "lobby")))
        assert [message.match.id for message in discord.hanging] == matches[:1]
    assert [message.match.id for message in discord.sent if message.post.to == ADA] == matches


async def test_what_comes_up_while_a_message_hangs_is_sent_at_once(evening: Evening) -> None:
    stuck, other = await evening.play(ADA, BO), await evening.play(CY, DEE)
    await evening.deliver()
    await evening.answer(stuck, ADA)
    discord = Discord(of(stuck, "board"))
    async with at_work(evening, discord) as outbox:
        await discord.until(lambda: discord.hanging)
        await evening.answer(other, CY)
        outbox.wake()
        await discord.until(lambda: of(other, "board")(discord.sent[-1]) if discord.sent else False)


async def test_the_thread_learns_of_a_move_before_it_calls_for_the_next(evening: Evening) -> None:
    await evening.house.notifications.set_preferences(BO, Preferences(channel=CallChannel.THREAD))
    match = await evening.ride(ADA, BO)
    await evening.deliver()
    user, _ = await evening.due(match)
    while user != ADA:
        await evening.answer(match, user)
        user, _ = await evening.due(match)
    await evening.deliver()
    while user == ADA:
        await evening.answer(match, user)
        user, _ = await evening.due(match)
    discord = Discord(of(match, "board"))
    async with at_work(evening, discord):
        await discord.until(lambda: discord.hanging)
    assert addressed(discord.sent) == [("board", None), ("turn", BO)]


async def test_an_invitation_waits_for_its_lobby_and_links_to_it(evening: Evening) -> None:
    match = await evening.open(ADA)
    await evening.lobby.invite(match.id, Person(BO, "Bo", None), evening.person(ADA))
    discord = Discord(of(match.id, "lobby"))
    async with at_work(evening, discord):
        await discord.until(lambda: discord.hanging)
    [lobby, invited] = discord.sent
    assert invited.lobby == MessageRef(lobby.match.channel, lobby.post.id)


async def test_slow_messages_make_room_for_others(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as may be under way hang; after a while they don't count any more."""
    monkeypatch.setattr("host.outbox.outbox.SLOW", SLOW / 40)
    monkeypatch.setattr("host.outbox.outbox.AT_ONCE", 1)
    stuck, other, posts = await two_matches(evening)
    discord = Discord(of(stuck, "board"))
    async with at_work(evening, discord):
        await discord.until(lambda: len(discord.sent) == posts - 1)
        assert len(discord.hanging) == 1
    assert {message.match.id for message in discord.sent} == {stuck, other}


async def test_there_is_a_bound_to_what_is_under_way(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.outbox.outbox.SLOW", 3600.0)
    _, _, posts = await two_matches(evening)
    monkeypatch.setattr("host.outbox.outbox.AT_ONCE", posts - 1)
    discord = Discord(lambda message: True)
    async with at_work(evening, discord) as outbox:
        await discord.until(lambda: len(discord.hanging) == posts - 1)
        outbox.wake()
        assert await evening.store.next_post(evening.now()) == evening.now(), "one more is due"
        assert len(discord.hanging) == posts - 1
    assert len(discord.sent) == posts


# --- what Discord wants later


async def test_a_long_rate_limit_is_waited_for_in_the_outbox(evening: Evening, reports: list[Any]) -> None:
    """Ten minutes for one thread cost no other anything, and end when Discord has said."""
    stuck, other = await evening.play(ADA, BO), await evening.play(CY, DEE)
    await evening.deliver()
    await evening.answer(stuck, ADA)
    evening.box.faults = [Unsent("Discord wants it later", TEN_MINUTES)]
    assert await evening.deliver() == []
    assert await evening.store.next_post() == evening.now() + TEN_MINUTES
    for user in (CY, DEE):
        await evening.answer(other, user)
        assert ("board", None) in addressed(await evening.deliver())
    evening.now.later(TEN_MINUTES - 1)
    assert await evening.deliver() == []
    evening.now.later(1)
    assert addressed(await evening.deliver()) == [("board", None)]
    assert reports == []


# --- leases


async def test_a_message_that_takes_long_is_not_sent_by_another_process_too(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO)
    discord = Discord(of(match, "board"))
    renewals: asyncio.Queue[float] = asyncio.Queue()
    renew = evening.store.renew

    async def renewing(*args: Any) -> None:
        await renew(*args)
        renewals.put_nowait(evening.now())

    monkeypatch.setattr(evening.store, "renew", renewing)
    async with at_work(evening, discord) as outbox:
        await discord.until(lambda: discord.hanging and len(discord.sent) == 3)
        for _ in range(4):
            evening.now.later(0.6 * LEASE)
            outbox.wake()
            assert await asyncio.wait_for(renewals.get(), PATIENCE) == evening.now()
            assert await neighbour.deliver() == []
    assert [message.post.tries for message in discord.sent] == [0, 0, 0, 0]


async def test_two_processes_never_write_to_one_person_at_the_same_time(evening: Evening, neighbour: Evening) -> None:
    matches = [await evening.play(ADA, other) for other in (BO, CY, DEE)]
    await evening.deliver()
    for match, user in zip(matches, (BO, CY, DEE), strict=True):
        await evening.seats.resign(match, user, evening.press())
    ours, theirs = (Discord(lambda message: message.post.to == ADA) for _ in range(2))
    theirs.news = ours.news
    public = 3 * len(("board", "result", "lobby"))
    async with at_work(evening, ours), at_work(neighbour, theirs):
        await ours.until(lambda: len(ours.sent + theirs.sent) == public and ours.hanging + theirs.hanging)
        assert len(ours.hanging + theirs.hanging) == 1
        theirs.let_go()
        ours.let_go()
        await ours.until(lambda: len(ours.sent + theirs.sent) == public + 3)
    assert [message.post.tries for message in (*ours.sent, *theirs.sent)] == (public + 3) * [0]


async def test_messages_are_broken_off_with_the_work(evening: Evening) -> None:
    await evening.play(ADA, BO)
    discord = Discord(lambda message: True)
    before = asyncio.all_tasks()
    outbox = outbox_of(evening, discord)
    working = asyncio.create_task(outbox.work())
    await discord.until(lambda: len(discord.hanging) >= 3)  # a fourth has begun if the machine is slow
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert asyncio.all_tasks() <= before
    assert discord.sent == []


async def test_a_database_that_fails_loses_no_message_and_stops_no_other(
    evening: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.play(ADA, BO)
    settle: Callable[..., Awaitable[None]] = evening.store.settle
    gone = [OSError("the disk is full")] * 2

    async def failing(*args: Any, **named: Any) -> None:
        if gone:
            raise gone.pop()
        await settle(*args, **named)

    monkeypatch.setattr(evening.store, "settle", failing)
    assert len(await evening.deliver()) == 4
    assert [report["event"] for report in reports] == ["post failed"] * 2
    evening.now.later(LEASE + BACKOFF[0])
    await evening.deliver()
    assert await evening.store.next_post() is None

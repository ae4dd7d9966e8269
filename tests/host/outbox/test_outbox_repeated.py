"""Posts sent again because the answer to the first try was lost: the reader gets the old message, and news after it."""

import random
from typing import Any

import pytest

from db.store import LEASE
from host.delivery import Delivery, Unsent
from host.outbox.messages import OPEN, Message
from host.outbox.outbox import BACKOFF
from model.match import MessageRef, Post
from tests.host.evening import ADA, BO, Evening, PowerCut, addressed

pytestmark = pytest.mark.quick
PANEL_MESSAGE = 4711  # a direct message


class Channel:
    """What people see: of messages with the same nonce only the first, as on Discord; `lost` answers are lost."""

    def __init__(self) -> None:
        self.seen: dict[str, Message] = {}
        self.lost: list[BaseException] = []

    async def deliver(self, message: Delivery, /) -> MessageRef:
        assert isinstance(message, Message)
        self.seen.setdefault(message.post.nonce, message)
        if self.lost:
            raise self.lost.pop(0)
        return MessageRef(message.match.channel, list(self.seen).index(message.post.nonce) + 1)

    def calls(self, user: int) -> list[int]:
        """The rows as of which this person was called."""
        return [
            message.match.seq
            for message in self.seen.values()
            if (message.post.kind, message.post.to) == ("turn", user)
        ]


@pytest.fixture
def channel(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Channel:
    channel = Channel()
    monkeypatch.setattr(evening.box, "deliver", channel.deliver)
    return channel


async def answered_call(evening: Evening, channel: Channel, fault: BaseException) -> tuple[int, int]:
    """A person is called, the call seems lost, they play and are waited for again: match and person."""
    match = await evening.ride(ADA, BO)
    user, _ = await evening.due(match)
    while len(channel.calls(user)) < 1:
        [*_, post] = await evening.store.take_posts(evening.now(), limit=1)
        if (post.kind, post.to) == ("turn", user):
            channel.lost = [fault]
        await send(evening, post)
    for next_user in (ADA + BO - user, user):
        seat = next_user - ADA
        await evening.play_on(match, random.Random(1), until=lambda seen, seat=seat: seen.view.waiting == (seat,))
    return match, user


async def send(evening: Evening, post: Post) -> None:
    """Send a post; if the process ends with it, the next one goes on."""
    try:
        await evening.outbox.send(post)
    except PowerCut:
        evening.now.later(LEASE)


@pytest.mark.parametrize("fault", [Unsent, ZeroDivisionError, PowerCut])
async def test_a_player_called_by_a_message_that_seems_lost_is_called_to_their_next_question_too(
    evening: Evening, channel: Channel, reports: list[Any], fault: type[BaseException]
) -> None:
    match, user = await answered_call(evening, channel, fault())
    [first] = channel.calls(user)
    for pause in BACKOFF[:2]:
        evening.now.later(pause)
        await evening.deliver()
    header = await evening.header(match)
    assert channel.calls(user) == [first, header.seq]
    assert await evening.store.next_post() is None


@pytest.mark.parametrize("fault", [Unsent, PowerCut])
async def test_a_board_that_seems_lost_is_followed_by_one_of_the_newest_state(
    evening: Evening, channel: Channel, fault: type[BaseException]
) -> None:
    match = await evening.play(ADA, BO)
    [board] = await evening.store.take_posts(evening.now(), limit=1)
    channel.lost = [fault()]
    await send(evening, board)
    await evening.answer(match, ADA)
    evening.now.later(BACKOFF[0])
    await evening.deliver()
    boards = [message.match.seq for message in channel.seen.values() if message.post.kind == "board"]
    assert boards == [board.seq, (await evening.header(match)).seq]


async def test_a_reminder_that_seems_lost_leaves_the_panel_in_which_its_reader_saw_the_next_question(
    evening: Evening, neighbour: Evening, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message of its first try asks for nothing any more, and the repeat may come from another process."""
    monkeypatch.setattr(neighbour.box, "deliver", channel.deliver)
    match = await evening.ride(ADA, BO, clock="daily")
    await evening.deliver()
    user, _ = await evening.due(match)
    [half] = [deadline.due for deadline in await evening.store.deadlines(match) if deadline.kind == "half"]
    evening.now.later(half - evening.now())
    await evening.owe()
    for post in await evening.store.take_posts(evening.now(), limit=2):
        channel.lost = [Unsent()] if post.kind == "half" else []
        await send(evening, post)
    assert [message.post.to for message in channel.seen.values() if message.post.kind == "half"] == [user]
    for next_user in (ADA + BO - user, user):
        seat = next_user - ADA
        await evening.play_on(match, random.Random(1), until=lambda seen, seat=seat: seen.view.waiting == (seat,))
    seen = await evening.matches.see(match, user)
    await evening.matches.show_panel(user, user, PANEL_MESSAGE, seen)
    evening.matches.presence.shown(match, user, seen.sight)
    evening.now.later(BACKOFF[0])
    [repeat] = [post for post in await neighbour.store.take_posts(evening.now(), limit=9) if post.to == user]
    assert repeat.kind == "half"
    await neighbour.outbox.send(repeat)
    evening.now.later(LEASE)
    await evening.deliver()
    facts = await evening.store.facts(match)
    assert facts is not None
    assert [shown.message for shown in facts.shown_to(user) if shown.kind in OPEN] == [PANEL_MESSAGE]


async def test_a_repeat_after_the_question_was_answered_is_not_sent(evening: Evening, channel: Channel) -> None:
    match = await evening.play(ADA, BO)
    channel.lost = [Unsent()] * 4  # board, lobby and both calls
    await evening.deliver()
    seq = (await evening.header(match)).seq
    assert [channel.calls(user) for user in (ADA, BO)] == [[seq], [seq]]
    await evening.answer(match, ADA)
    channel.seen.clear()
    evening.now.later(BACKOFF[0])
    await evening.deliver()
    calls = [message for message in addressed(list(channel.seen.values())) if message[0] == "turn"]
    assert calls == [("turn", BO)]

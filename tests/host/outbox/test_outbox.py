"""The outbox: who gets which message, from the newest state; nothing before the commit, nothing twice, in order."""

import asyncio
import random
from typing import Any
from unittest.mock import AsyncMock

import msgspec
import pytest

from host.delivery import Unsent
from host.outbox.messages import NEWS, Message
from host.outbox.outbox import BACKOFF, MOMENT
from model.match import Match, MessageRef, Step
from tests.driver import PATIENCE
from tests.engines.tiny import CARDS
from tests.host.evening import ADA, BO, CY, PLACE, Evening, addressed, kinds_to, view_of


def hidden_cards(message: Message) -> set[str]:
    """The tiny game's cards that the message tells of although they haven't been played."""
    assert message.seen is not None
    text = msgspec.json.encode((message.seen.view, message.news)).decode()
    return {card for card in CARDS if card in text} - set(view_of(message.seen).played)


# --- lobbies


async def test_a_lobby_is_announced_once_for_all_who_have_come_meanwhile(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    [message] = await evening.deliver()
    assert addressed([message]) == [("lobby", None)]
    assert (message.match, message.seen, message.news) == (match, None, ())
    assert (message.place, message.match.key) == (None, b"")
    assert await evening.deliver() == []


async def test_a_changed_lobby_knows_where_it_was_announced(evening: Evening) -> None:
    match = await evening.open(ADA)
    await evening.deliver()
    await evening.lobby.join(match.id, evening.person(BO))
    [message] = await evening.deliver()
    assert message.place == message.lobby == MessageRef(PLACE.channel, 1)
    await evening.lobby.cancel(match.id, evening.person(ADA))
    [message] = await evening.deliver()
    assert message.match.phase == "cancelled"


# --- boards and calls


async def test_at_the_start_the_board_goes_out_and_all_who_are_waited_for_are_called(evening: Evening) -> None:
    await evening.play(ADA, BO)
    messages = await evening.deliver()
    assert sorted(addressed(messages), key=str) == sorted(
        [("lobby", None), ("board", None), ("turn", ADA), ("turn", BO)], key=str
    )
    seats = {
        message.post.to: message.seen and message.seen.seat for message in messages if message.post.kind != "lobby"
    }
    assert seats == {None: None, ADA: 0, BO: 1}
    assert all(message.match.key == b"" and (not message.seen or message.seen.match.key == b"") for message in messages)


async def test_a_player_who_is_dealt_a_hand_and_is_not_asked_sees_it_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tiny game deals before the host opens its first leg: no one is asked yet."""
    monkeypatch.setattr("host.play.autoplay.AT_ONCE", 0)  # the opening is left to the clock
    match = await evening.play(ADA, BO, game="tiny", legs="1", opponents=["easy"])
    messages = await evening.deliver()
    hands = {message.post.to: message for message in messages if message.post.kind == "hand"}
    assert set(hands) == {ADA, BO} and ("turn", ADA) not in addressed(messages)
    for user, seat in ((ADA, 0), (BO, 1)):
        seen = hands[user].seen
        assert seen is not None and seen.seat == seat
        assert [event.to for event in hands[user].news if event.kind == "dealt"] == [frozenset({seat})]
    await evening.owe()
    assert {("turn", ADA), ("turn", BO)} <= set(addressed(await evening.deliver()))
    assert (await evening.header(match)).phase == "running"


async def test_a_hand_that_the_call_shows_as_well_needs_no_message(evening: Evening) -> None:
    await evening.play(ADA, BO, game="tiny", legs="1")
    assert "hand" not in {kind for kind, _ in addressed(await evening.deliver())}


async def test_a_player_who_is_not_waited_for_gets_no_call(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.deliver()
    user, _ = await evening.due(match)
    other = ADA + BO - user
    await evening.play_on(
        match, random.Random(1), until=lambda seen: seen.match.seats[view_of(seen).waiting[0]].user == other
    )
    assert addressed(await evening.deliver()) == [("board", None), ("turn", other)]


async def test_a_message_tells_what_its_reader_may_hear_and_no_more(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    messages = {message.post.to: message for message in await evening.deliver() if message.post.kind != "lobby"}
    hands = {user: set(view_of(await evening.matches.see(match, user)).hand) for user in (ADA, BO)}
    assert hidden_cards(messages[None]) == set()
    for user, hand in hands.items():
        assert hidden_cards(messages[user]) == hand
        assert [event.kind for event in messages[user].news].count("dealt") == 1


async def test_a_board_tells_the_latest_news_oldest_first(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    seen = await evening.play_on(match, random.Random(1), until=lambda seen: seen.match.seq > 2 * NEWS)
    message = next(message for message in await evening.deliver() if message.post.kind == "board")
    rows = await evening.log(match)
    assert list(message.news) == [event for row in rows[-NEWS:] for event in row.events]
    assert message.match.seq == seen.match.seq


async def test_one_board_of_the_newest_state_stands_for_all_older_ones(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    for user in (ADA, BO):
        await evening.answer(match, user)
    user, _ = await evening.due(match)
    await evening.answer(match, user)
    boards = [message for message in await evening.deliver() if message.post.kind == "board"]
    assert [(message.match.seq, message.place) for message in boards] == [((await evening.header(match)).seq, None)]


async def test_a_board_waits_for_the_answers_that_the_house_is_about_to_play(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    await evening.think(match)
    commit, settled, posting = evening.store.commit, evening.matches.settled, []
    asks = asyncio.Event()

    async def asked(match_id: int) -> Any:
        asks.set()
        return await settled(match_id)

    async def slowly(step: Step) -> Match:
        if step.row.how == "computer" and not posting:
            posting.append(asyncio.create_task(evening.deliver()))
            await asyncio.wait_for(asks.wait(), PATIENCE)
            await evening.store.facts(match)  # if the board were read at once, it would be by now
        return await commit(step)

    monkeypatch.setattr(evening.matches, "settled", asked)
    monkeypatch.setattr(evening.store, "commit", slowly)
    seen = await evening.answer(match, ADA)
    while not posting:
        seen = await evening.answer(match, ADA)
    [board] = [message for message in await posting[0] if message.post.kind == "board"]
    assert (board.match.seq, board.seen and board.seen.view.waiting) == (seen.match.seq, (0,))


async def test_the_next_board_knows_where_the_last_one_is(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    first = await evening.deliver()
    before = evening.box.sent - len(first)
    at = before + 1 + next(n for n, message in enumerate(first) if message.post.kind == "board")
    await evening.answer(match, ADA)
    [board] = await evening.deliver()
    assert (board.post.kind, board.place) == ("board", MessageRef(PLACE.channel, at))
    assert board.lobby is not None


async def test_with_nothing_to_remember_the_next_message_has_no_place(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO)
    with monkeypatch.context() as patch:
        patch.setattr(evening.box, "deliver", AsyncMock(return_value=None))
        await evening.deliver()
    await evening.answer(match, ADA)
    assert [message.place for message in await evening.deliver()] == [None]


# --- calls that have become pointless


async def test_a_player_who_has_answered_before_the_call_is_not_called(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    await evening.answer(match, ADA)
    calls = [to for kind, to in addressed(await evening.deliver()) if kind == "turn"]
    assert calls == [BO]
    assert await evening.deliver() == []


async def test_a_player_who_gave_up_before_the_call_is_not_called(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY)
    await evening.seats.resign(match, BO, evening.press())
    assert sorted(to for kind, to in addressed(await evening.deliver()) if kind == "turn" and to) == [ADA, CY]


async def test_nobody_is_called_to_a_match_that_is_over(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    await evening.seats.resign(match, ADA, evening.press())
    messages = await evening.deliver()
    assert [sorted(kinds_to(messages, to)) for to in (None, ADA, BO)] == [["board", "lobby", "result"], [], ["end"]]


async def test_a_player_who_looks_at_the_question_is_not_called(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    seen = await evening.matches.see(match, ADA)
    evening.matches.presence.shown(match, ADA, seen.sight)
    assert [to for kind, to in addressed(await evening.deliver()) if kind == "turn"] == [BO]


async def test_a_player_who_looks_at_an_old_question_is_called(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    evening.matches.presence.shown(match, ADA, "0" * 8)
    assert ("turn", ADA) in addressed(await evening.deliver())


async def test_a_call_waits_while_its_person_is_pressing(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    with evening.matches.presence.pressing(match, ADA):
        assert ("turn", ADA) not in addressed(await evening.deliver())
    assert await evening.deliver() == []
    evening.now.later(MOMENT)
    assert addressed(await evening.deliver()) == [("turn", ADA)]


async def test_at_the_end_each_person_is_told_also_who_looks_at_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["easy"], game="tiny", legs="1")
    await evening.seats.resign(match, CY, evening.press())
    await evening.deliver()
    await evening.play_on(match, random.Random(1))
    seen = await evening.matches.see(match, ADA)
    evening.matches.presence.shown(match, ADA, seen.sight)
    messages = await evening.deliver()
    ends = {message.post.to: message for message in messages if message.post.to is not None}
    assert sorted(addressed(list(ends.values()))) == [("end", ADA), ("end", BO)]
    for user, message in ends.items():
        assert message.seen is not None
        assert message.seen.view == (await evening.matches.see(match, user)).view
    kinds = kinds_to(messages, None)
    assert kinds.index("board") < kinds.index("result")
    assert sorted(kinds) == ["board", "lobby", "result"]
    assert await evening.store.next_post() is None


# --- when it can't be sent


async def test_a_message_that_cannot_be_sent_is_tried_again_later_and_later(
    evening: Evening, reports: list[Any]
) -> None:
    await evening.open(ADA)
    for pause in (*BACKOFF, BACKOFF[-1]):
        evening.box.faults = [Unsent()]
        assert await evening.deliver() == []
        evening.now.later(pause - 1)
        assert await evening.deliver() == []
        evening.now.later(1)
    [message] = await evening.deliver()
    assert message.post.tries == len(BACKOFF) + 1
    assert reports == []


async def test_a_fault_is_reported_and_the_message_tried_again(evening: Evening, reports: list[Any]) -> None:
    match = await evening.open(ADA)
    other = await evening.open(BO)
    evening.box.faults = [ZeroDivisionError()]
    assert [message.match.id for message in await evening.deliver()] == [other.id]
    [report] = reports
    assert (report["event"], report["match"], report["seq"], report["kind"], report["tries"]) == (
        "post failed",
        match.id,
        1,
        "lobby",
        0,
    )
    evening.now.later(BACKOFF[0])
    assert [message.match.id for message in await evening.deliver()] == [match.id]


async def test_while_the_board_cannot_be_sent_the_result_waits_behind_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="1")
    await evening.deliver()
    await evening.play_on(match, random.Random(1))
    evening.box.faults = [Unsent()]
    assert kinds_to(await evening.deliver(), None) == ["lobby"]  # it stands in the channel
    evening.now.later(BACKOFF[0])
    messages = await evening.deliver()
    assert kinds_to(messages, None) == ["board", "board", "result"]  # the first may have arrived the first time
    assert all(message.match.phase == "over" for message in messages)


# --- after the commit


async def test_a_step_that_is_not_saved_is_not_told(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await evening.play(ADA, BO)
    await evening.deliver()
    with monkeypatch.context() as patch, pytest.raises(OSError, match="disk full"):
        patch.setattr(evening.store, "commit", AsyncMock(side_effect=OSError("disk full")))
        await evening.answer(match, ADA)
    assert await evening.deliver() == []


async def test_a_message_of_a_match_that_is_gone_is_thrown_away(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.open(ADA)
    with monkeypatch.context() as patch:
        patch.setattr(evening.store, "facts", AsyncMock(return_value=None))
        assert await evening.deliver() == []
    assert await evening.deliver() == []

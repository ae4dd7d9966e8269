"""Newcomers: who may take a free seat, and how the table has a say before a hand is given away or afterwards."""

from dataclasses import replace

import pytest

from engines.superechelon import SuperEchelon
from engines.table import Event
from host.table.newcomers import FRESH, LONG, SHORT, voters
from model.kinds import VoteKind
from model.match import Match
from opponents import FAIR
from tests.host.evening import ADA, BO, CY, DEE, GAMES, NAMES, Evening, kinds_to, refused

pytestmark = pytest.mark.usefixtures("rope")
EVE = 105


async def ask(evening: Evening, match: int, user: int, seat: int = 0) -> Match:
    return await evening.seats.take_over(match, seat, user, NAMES.get(user, "Eve"), evening.press())


async def hand(evening: Evening, match: int, user: int) -> tuple[str, ...]:
    return (await evening.matches.see(match, user)).view.hand  # pyright: ignore


async def house_events(evening: Evening, match: int) -> list[Event]:
    """The host's public events about votes and seats."""
    events = [event for row in await evening.log(match) for event in row.events if event.kind.startswith("house.")]
    assert all(event.to is None for event in events)
    return events


@pytest.fixture
async def hidden(evening: Evening) -> int:
    """A match with hidden hands, in which Ada has given up her seat; Bo and Cy play on."""
    match = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    await evening.seats.resign(match, ADA, evening.press())
    await evening.deliver()
    return match


@pytest.fixture
async def open_match(evening: Evening) -> int:
    """The same where nothing is hidden."""
    match = await evening.play(ADA, BO, CY, game="rope", clock="daily")
    await evening.seats.resign(match, ADA, evening.press())
    await evening.deliver()
    return match


# --- a hand is not a gift


async def test_where_hands_are_hidden_the_others_are_asked_first(evening: Evening) -> None:
    hidden = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    before = await hand(evening, hidden, ADA)
    await evening.seats.resign(hidden, ADA, evening.press())
    await evening.deliver()
    asked = await ask(evening, hidden, DEE)
    vote = asked.vote
    assert vote is not None
    assert (vote.about, vote.seat, vote.by, vote.user, vote.name) == ("takeover", 0, None, DEE, "Dee")
    assert (vote.electorate, vote.yes, vote.until) == ((1, 2), (), evening.now() + LONG)
    assert (await house_events(evening, hidden))[-1].data == {"about": "takeover", "seat": 0, "name": "Dee"}
    assert await hand(evening, hidden, DEE) == ()
    messages = await evening.deliver()
    assert kinds_to(messages, None) == ["vote"]
    assert kinds_to(messages, DEE) == []
    await evening.say(hidden, BO, yes=True)
    assert await hand(evening, hidden, DEE) == ()
    taken = await evening.say(hidden, CY, yes=True)
    assert (taken.vote, taken.seats[0].user, taken.seats[0].name) == (None, DEE, "Dee")
    assert (await hand(evening, hidden, DEE), await hand(evening, hidden, ADA)) == (before, ()) != ((), ())
    assert (taken.seats[0].resigned, taken.seats[0].asked) == (False, evening.now())
    assert [sitting.user for sitting in await evening.store.careers.sittings(hidden) if sitting.seat == 0] == [ADA, DEE]
    assert "house.taken.over" in [event.kind for event in await house_events(evening, hidden)]
    assert "turn" in kinds_to(await evening.deliver(), DEE)
    await evening.answer(hidden, DEE, ("3", "-"))
    assert (await evening.matches.see(hidden, None)).standings[0].rank == 1


async def test_a_newcomer_whom_more_than_half_refuse_never_gets_the_hand(evening: Evening, hidden: int) -> None:
    await ask(evening, hidden, DEE)
    await evening.say(hidden, BO, yes=False)
    refusing = await evening.say(hidden, CY, yes=False)
    assert (refusing.vote, refusing.seats[0].user) == (None, ADA)
    assert (await house_events(evening, hidden))[-1].kind == "house.vote.failed"
    assert await hand(evening, hidden, DEE) == ()
    async with evening.unchanged():
        with refused("seat.refused"):
            await ask(evening, hidden, DEE)
    assert (await ask(evening, hidden, EVE)).vote is not None, "somebody else may ask"


async def test_a_table_that_does_not_answer_blocks_nobody_for_long(evening: Evening, hidden: int) -> None:
    await ask(evening, hidden, DEE)
    await evening.say(hidden, BO, yes=False)
    evening.now.later(LONG - 1)
    await evening.owe()
    assert await hand(evening, hidden, DEE) == ()
    evening.now.later(1)
    await evening.owe()
    assert (await evening.header(hidden)).seats[0].user == DEE, "one of two isn't more than half"


async def test_when_all_have_voted_it_is_decided(evening: Evening, hidden: int) -> None:
    await ask(evening, hidden, DEE)
    await evening.say(hidden, BO, yes=False)
    assert (await evening.say(hidden, CY, yes=True)).seats[0].user == DEE


async def test_a_match_that_ends_meanwhile_gives_nothing_away(evening: Evening, hidden: int) -> None:
    await ask(evening, hidden, DEE)
    ended = await evening.seats.resign(hidden, CY, evening.press())
    assert (ended.phase, ended.vote) == ("over", None)
    assert await hand(evening, hidden, DEE) == ()


async def test_nobody_is_asked_where_computers_sit_in_for_all_others(evening: Evening, hidden: int) -> None:
    header = await evening.header(hidden)
    away = tuple(replace(row, substitute=FAIR) for row in header.seats)
    assert voters(header, 0) == (1, 2)
    assert voters(replace(header, seats=away), 0) == ()


async def test_a_player_who_comes_back_in_time_keeps_the_seat(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", clock="daily")
    evening.now.later(FRESH)
    await evening.ask(match, BO, VoteKind.REPLACE, 0)
    assert (await ask(evening, match, DEE)).vote is not None
    await evening.seats.come_back(match, ADA, evening.press())
    assert (await evening.header(match)).vote is None
    with refused("vote.none"):
        await evening.say(match, BO, yes=True)


async def test_in_a_live_match_the_vote_is_short(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", clock="live")
    await evening.seats.resign(match, ADA, evening.press())
    vote = (await ask(evening, match, DEE)).vote
    assert vote is not None
    assert vote.until == evening.now() + SHORT


async def test_one_vote_at_a_time(evening: Evening, hidden: int) -> None:
    await ask(evening, hidden, DEE)
    with refused("vote.open"):
        await ask(evening, hidden, EVE)
    with refused("vote.open"):
        await evening.ask(hidden, BO, VoteKind.PAUSE)
    with refused("house.no.seat"):
        await evening.say(hidden, DEE, yes=True)


async def test_players_do_not_open_such_a_vote_themselves(evening: Evening, hidden: int) -> None:
    with refused("vote.unknown"):
        await evening.ask(hidden, BO, VoteKind.TAKEOVER, 0)


async def test_a_person_who_is_forgotten_while_they_are_voted_on_gets_nothing(evening: Evening, hidden: int) -> None:
    await ask(evening, hidden, DEE)
    await evening.house.privacy.forget(DEE)
    assert (await evening.header(hidden)).vote is None
    assert "Dee" not in str(await evening.rows())
    assert str(DEE) not in str((await evening.rows())["matches"])


# --- who may


async def test_a_seat_s_past_keeps_from_another_seat(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="rope", clock="daily")
    for user in (ADA, BO):
        await evening.seats.resign(match, user, evening.press())
    with refused("seat.one"):  # with what she knows of her own
        await ask(evening, match, ADA, 1)
    await ask(evening, match, EVE)
    async with evening.unchanged():
        with refused("seat.past"):
            await ask(evening, match, ADA, 1)
        with refused("seat.one"):
            await ask(evening, match, EVE, 1)
    await evening.seats.resign(match, EVE, evening.press())
    again = await ask(evening, match, ADA, 0)
    assert again.seats[0].user == ADA, "of that very seat she knows nothing that she didn't"


# --- where nothing is hidden


async def test_where_nothing_is_hidden_the_seat_is_taken_at_once_and_told(evening: Evening, open_match: int) -> None:
    taken = await ask(evening, open_match, DEE)
    assert (taken.vote, taken.seats[0].user) == (None, DEE)
    assert [event.kind for event in await house_events(evening, open_match)][-1] == "house.taken.over"
    assert "board" in kinds_to(await evening.deliver(), None)


async def test_the_table_may_send_a_newcomer_away_for_good(evening: Evening, open_match: int) -> None:
    await ask(evening, open_match, DEE)
    vote = (await evening.ask(open_match, BO, VoteKind.REPLACE, 0)).vote
    assert vote is not None
    assert (vote.about, vote.seat, vote.electorate) == ("dismiss", 0, (1, 2))
    gone = await evening.say(open_match, CY, yes=True)
    assert (gone.phase, gone.seats[0].resigned, gone.seats[0].substitute) == ("running", True, FAIR)
    assert "free" in kinds_to(await evening.deliver(), None)
    with refused("house.no.seat"):
        await evening.seats.come_back(open_match, DEE, evening.press())
    with refused("seat.refused"):
        await ask(evening, open_match, DEE)
    assert (await ask(evening, open_match, EVE)).seats[0].user == EVE


async def test_of_two_the_other_one_may_send_the_newcomer_away_and_plays_on(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    evening.now.later(FRESH)
    await evening.ask(match, BO, VoteKind.REPLACE, 0)
    await ask(evening, match, DEE)
    gone = await evening.ask(match, BO, VoteKind.DISMISS, 0)
    assert (gone.phase, gone.seats[0].substitute) == ("running", FAIR)


async def test_later_a_newcomer_is_a_player_like_the_others(evening: Evening, open_match: int) -> None:
    await ask(evening, open_match, DEE)
    header = await evening.header(open_match)
    assert await evening.votes.newcomers(header) == {0}
    evening.now.later(FRESH)
    assert await evening.votes.newcomers(header) == set()
    assert header.seats[0].asked is None
    with refused("vote.not.waiting"):
        await evening.ask(open_match, BO, VoteKind.DISMISS, 0)


# --- what counts as hidden


async def test_pistard_hides_nothing_even_while_dice_are_sealed(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, clock="daily")
    await evening.answer(match, ADA)
    await evening.seats.resign(match, ADA, evening.press())
    seen = await evening.matches.see(match, None)
    assert seen.view.sealed
    assert (await ask(evening, match, DEE)).seats[0].user == DEE


async def test_superechelon_hides_hands(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "superechelon", SuperEchelon())
    match = await evening.play(ADA, BO, CY, game="superechelon", clock="daily")
    await evening.seats.resign(match, ADA, evening.press())
    assert (await ask(evening, match, DEE)).vote is not None

"""Votes: the players decide how their match goes on, more than half of them, each with one vote."""

import pytest

from db.store import Doubled
from host.table.votes import LONG, VOTES
from host.time.clocks import DAY, HOUR
from model.pace import PACES
from opponents import FAIR
from tests.host.evening import ADA, BO, CY, DEE, Evening, addressed, kinds_to, refused

pytestmark = pytest.mark.usefixtures("slow_url", "rope")


async def events(evening: Evening, match: int) -> list[str]:
    """The public events about votes."""
    return [event.kind for row in await evening.log(match) for event in row.events if "vote" in event.kind]


@pytest.fixture
async def match(evening: Evening) -> int:
    """Three climb; Ada is asked."""
    return await evening.play(ADA, BO, CY, game="rope", clock="daily")


# --- majority and time limit


async def test_more_than_half_decide(evening: Evening, match: int) -> None:
    vote = (await evening.ask(match, BO, "pause")).vote
    assert vote is not None
    assert (vote.about, vote.by, vote.electorate, vote.yes, vote.no) == ("pause", 1, (0, 1, 2), (1,), ())
    assert (vote.since, vote.until) == (evening.now(), evening.now() + LONG)
    paused = await evening.say(match, CY, yes=True)
    assert (paused.paused, paused.vote, paused.key) == ("voted", None, b"")
    assert await events(evening, match) == ["house.vote.opened", "house.voted", "house.vote.passed"]


async def test_a_vote_fails_as_soon_as_it_cannot_pass_any_more(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "end")
    assert (await evening.say(match, CY, yes=False)).vote is not None
    ended = await evening.say(match, ADA, yes=False)
    assert (ended.vote, ended.phase) == (None, "running")
    assert (await events(evening, match))[-1] == "house.vote.failed"


async def test_half_is_not_more_than_half(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="rope")
    await evening.ask(match, ADA, "cancel")
    await evening.say(match, BO, yes=True)
    assert (await evening.say(match, CY, yes=False)).vote is not None
    assert (await evening.say(match, DEE, yes=False)).phase == "running"
    assert (await events(evening, match))[-1] == "house.vote.failed"


async def test_a_person_has_one_vote(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    async with evening.unchanged():
        with refused("vote.cast"):
            await evening.say(match, BO, yes=True)
    await evening.say(match, CY, yes=False)
    with refused("vote.cast"):
        await evening.say(match, CY, yes=True)


async def test_a_doubled_press_is_one_vote(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    press = evening.press()
    await evening.votes.cast(match, CY, yes=False, interaction_id=press)
    with pytest.raises(Doubled):
        await evening.votes.cast(match, CY, yes=False, interaction_id=press)


async def test_a_vote_ends_with_its_time(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    evening.now.later(LONG - 1)
    await evening.owe()
    assert (await evening.header(match)).vote is not None
    evening.now.later(1)
    with refused("vote.none"):
        await evening.say(match, CY, yes=True)
    await evening.owe()
    await evening.owe()
    assert (await evening.header(match)).vote is None
    assert await events(evening, match) == ["house.vote.opened", "house.vote.failed"]


async def test_a_vote_outlives_answers_and_restarts(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    await evening.answer(match, ADA)
    await evening.answer(match, BO)
    morning = await Evening.begin(evening.url, evening.now)
    assert (await morning.say(match, CY, yes=True)).paused == "voted"
    await morning.store.close()


async def test_the_thread_hears_of_votes_but_sees_no_new_board(evening: Evening, match: int) -> None:
    await evening.deliver()
    await evening.ask(match, BO, "cancel")
    told = addressed(await evening.deliver())  # each of them waits for no one else
    assert sorted(told, key=lambda value: value[1] or 0) == [("vote", None), ("ballot", ADA), ("ballot", CY)]
    await evening.say(match, CY, yes=False)
    assert addressed(await evening.deliver()) == [("vote", None)]


async def test_a_vote_does_not_keep_anybody_from_taking_their_answer_back(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA)
    await evening.ask(match, CY, "pause")
    assert await evening.matches.can_undo(await evening.matches.see(match, ADA))


# --- who votes


async def test_a_player_who_left_does_not_count(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="rope")
    await evening.ask(match, ADA, "pause")
    await evening.seats.resign(match, CY, evening.press())
    with refused("house.no.seat"):
        await evening.say(match, CY, yes=True)
    assert (await evening.say(match, BO, yes=True)).paused == "voted"


async def test_when_the_time_is_up_those_still_there_decide(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="rope")
    await evening.ask(match, ADA, "pause")
    await evening.say(match, BO, yes=True)
    await evening.seats.resign(match, CY, evening.press())
    evening.now.later(LONG)
    await evening.owe()
    assert (await evening.header(match)).paused == "voted"


async def test_a_player_who_comes_later_may_not_vote(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.seats.resign(match, CY, evening.press())
    await evening.ask(match, ADA, "pause")
    await evening.seats.take_over(match, 2, DEE, "Dee", evening.press())
    with refused("vote.not.yours"):
        await evening.say(match, DEE, yes=True)


async def test_spectators_do_not_vote(evening: Evening, match: int) -> None:
    with refused("house.no.seat"):
        await evening.ask(match, DEE, "pause")
    await evening.ask(match, ADA, "pause")
    with refused("house.no.seat"):
        await evening.say(match, DEE, yes=True)


# --- each kind


async def test_a_match_that_is_paused_rests_until_more_than_half_want_it_back(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    await evening.say(match, CY, yes=True)
    with refused("house.paused.voted"):
        await evening.answer(match, ADA)
    with refused("pause.already"):
        await evening.ask(match, ADA, "pause")
    await evening.ask(match, ADA, "resume")
    assert (await evening.say(match, CY, yes=True)).paused is None
    await evening.answer(match, ADA)
    with refused("pause.not"):
        await evening.ask(match, ADA, "resume")


async def test_a_vote_ends_with_its_time_in_a_pause_too(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    await evening.say(match, CY, yes=True)
    await evening.ask(match, ADA, "resume")
    evening.now.later(LONG)
    await evening.owe()
    header = await evening.header(match)
    assert (header.vote, header.paused) == (None, "voted")
    await evening.ask(match, BO, "resume")
    assert (await evening.say(match, CY, yes=True)).paused is None


async def test_more_time_is_for_the_players_asked_now(evening: Evening, match: int) -> None:
    evening.now.later(60 * HOUR)
    await evening.ask(match, ADA, "extend")
    extended = await evening.say(match, BO, yes=True)
    assert [row.credit for row in extended.seats] == [PACES["daily"].extension, 0, 0]
    late = await evening.late(match)
    assert late == evening.now() + (92 - 60 + 24) * HOUR
    await evening.deliver()
    evening.now.later(late - evening.now() - 1)
    await evening.owe()
    assert kinds_to(await evening.deliver(), ADA) == ["half", "ninety"]


async def test_a_match_that_is_called_off_counts_for_nobody(evening: Evening, match: int) -> None:
    await evening.ask(match, ADA, "cancel")
    assert (await evening.say(match, BO, yes=True)).phase == "cancelled"
    assert await evening.store.deadlines(match) == []
    with refused("house.finished"):
        await evening.answer(match, ADA)


async def test_a_match_may_end_by_its_standing(evening: Evening, match: int) -> None:
    await evening.answer(match, ADA, ("3",))
    await evening.ask(match, BO, "end")
    assert (await evening.say(match, CY, yes=True)).phase == "over"
    assert (await evening.matches.see(match, None)).standings[0].seat == 0
    messages = await evening.deliver()
    assert "result" in kinds_to(messages, None)
    assert [kinds_to(messages, user)[-1] for user in (ADA, BO, CY)] == ["end"] * 3


# --- replacing


async def test_a_player_who_keeps_all_waiting_is_sat_in_for(evening: Evening, match: int) -> None:
    evening.now.later(PACES["daily"].replaced_after)
    vote = (await evening.ask(match, BO, "replace", 0)).vote
    assert vote is not None
    assert (vote.seat, vote.electorate) == (0, (1, 2))
    with refused("vote.not.yours"):
        await evening.say(match, ADA, yes=False)
    await evening.deliver()
    replaced = await evening.say(match, CY, yes=True)
    assert (replaced.seats[0].substitute, replaced.seats[0].user) == (FAIR, ADA)
    row = (await evening.log(match))[-1]
    assert (row.by, row.how) == (0, "computer")
    messages = [message for message in await evening.deliver() if message.post.kind == "free"]
    assert [(message.post.to, message.post.seat) for message in messages] == [(None, 0)]


async def test_of_two_the_one_who_waits_decides(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="rope", clock="daily")
    evening.now.later(DAY)
    assert (await evening.ask(match, BO, "replace", 0)).seats[0].substitute == FAIR


async def test_a_player_who_answers_at_last_keeps_their_seat(evening: Evening, match: int) -> None:
    evening.now.later(DAY)
    await evening.ask(match, BO, "replace", 0)
    await evening.answer(match, ADA)
    assert (await evening.header(match)).vote is None
    with refused("vote.none"):
        await evening.say(match, CY, yes=True)
    assert "vote" in kinds_to(await evening.deliver(), None)


async def test_another_s_answer_does_not_end_the_vote_on_a_seat(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", clock="daily")
    evening.now.later(DAY)
    await evening.ask(match, BO, "replace", 0)
    await evening.answer(match, CY)
    assert (await evening.say(match, CY, yes=True)).seats[0].substitute == FAIR


async def test_a_pause_does_not_count_as_waiting(evening: Evening, match: int) -> None:
    await evening.ask(match, BO, "pause")
    await evening.say(match, CY, yes=True)
    evening.now.later(3 * DAY)
    asked = (await evening.header(match)).seats[0].asked or 0
    with refused("vote.early", at=int(asked + DAY) + (asked % 1 > 0)):
        await evening.ask(match, BO, "replace", 0)


# --- refusals


async def test_nonsense_is_refused_and_changes_nothing(evening: Evening, match: int) -> None:
    evening.now.later(DAY)
    async with evening.unchanged():
        with refused("vote.yourself"):
            await evening.ask(match, ADA, "replace", 0)
        for seat in (-1, 3, 99, None):
            with refused("seat.unknown"):
                await evening.ask(match, ADA, "replace", seat)
        with refused("vote.not.waiting"):
            await evening.ask(match, ADA, "replace", 2)
        with refused("vote.unknown"):
            await evening.ask(match, ADA, "coup")
        with refused("vote.none"):
            await evening.say(match, ADA, yes=True)
        with refused("house.unknown"):
            await evening.ask(99, ADA, "pause")


async def test_one_thing_is_voted_on_at_a_time(evening: Evening, match: int) -> None:
    await evening.ask(match, ADA, "pause")
    with refused("vote.open"):
        await evening.ask(match, BO, "cancel")


@pytest.mark.parametrize("about", VOTES)
async def test_on_a_match_that_is_over_nobody_votes(evening: Evening, about: str) -> None:
    match = await evening.play(ADA, BO, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    async with evening.unchanged():
        with refused("house.finished"):
            await evening.ask(match, BO, about, 0)
        with refused("house.finished"):
            await evening.say(match, BO, yes=True)


async def test_a_computer_is_not_replaced(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=["easy"], game="rope")
    with refused("seat.unknown"):
        await evening.ask(match, ADA, "replace", 2)

"""Steps of a match seen again: what each could see then, and where a player's last move was."""

import random

import pytest

from model.kinds import VoteKind
from tests.engines.tiny import CARDS
from tests.host.evening import ADA, BO, CY, Evening, view_of

pytestmark = pytest.mark.quick


async def test_the_steps_begin_with_the_deal_and_lead_to_the_present(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    replays, rows = evening.house.replays, await evening.log(match)
    steps = await replays.steps(match, None)
    assert steps[0] == next(row.seq for row in rows if row.kind == "deal")
    frame = await replays.frame(match, None, steps[-1])
    assert frame is not None
    assert frame.seen.view == (await evening.matches.see(match, None)).view
    assert frame.at == rows[-1].at


async def test_votes_and_pauses_are_no_steps(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    before = await evening.house.replays.steps(match, ADA)
    await evening.votes.open(match, ADA, VoteKind.PAUSE, None, evening.press())
    await evening.votes.cast(match, BO, yes=True, interaction_id=evening.press())
    assert await evening.house.replays.steps(match, ADA) == before


async def test_each_step_shows_a_viewer_what_they_could_see_then(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny", legs="1")
    await evening.play_on(match, random.Random(1))
    replays = evening.house.replays
    for user in (ADA, BO, CY, None):
        for seq in await replays.steps(match, user):
            frame = await replays.frame(match, user, seq)
            assert frame is not None and frame.seen.match.key == b""
            assert all(event.to is None or frame.seen.seat in event.to for event in frame.news)
            assert frame.seen.view.viewer == frame.seen.seat
    dealt = (await replays.steps(match, None))[0]
    public, own = await replays.frame(match, None, dealt), await replays.frame(match, ADA, dealt)
    assert public is not None and own is not None
    assert not [card for card in CARDS if card in repr(public.seen.view) + repr(public.news)]
    assert [card for card in CARDS if card in repr(own.seen.view)] == sorted(view_of(own.seen).hand, key=CARDS.index)


async def test_a_step_that_is_not_there_is_none(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    for where in ((match, ADA, 999), (match, ADA, 0), (999, ADA, 1)):
        assert await evening.house.replays.frame(*where) is None
    assert await evening.house.replays.steps(999, ADA) == []


async def test_the_last_move_is_the_person_s_own_not_the_house_s(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    assert await evening.house.replays.last_move(match, ADA) == 0
    await evening.answer(match, ADA)
    mine = (await evening.header(match)).seq
    await evening.answer(match, BO)
    assert await evening.house.replays.last_move(match, ADA) == mine
    after = await evening.house.replays.steps(match, ADA, mine)
    assert after and min(after) > mine

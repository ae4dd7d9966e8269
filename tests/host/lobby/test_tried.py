"""A position of a match that is over, played on from by one person against computers."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from host.access import Asker
from model.kinds import RowKind
from model.match import LogRow, Match
from opponents import EASY, STRONG
from tests.engines.facts import brief
from tests.host.evening import ADA, BO, CY, Evening, refused
from tests.marks import few


async def over(evening: Evening, game: str = "schlangennest") -> int:
    """A match of Ada and Bo that has been played to its end."""
    match = await evening.play(ADA, BO, game=game, **brief(game))
    assert (await evening.play_on(match, Random(1))).match.phase == "over"
    return match


async def answers(evening: Evening, match: int, seat: int) -> list[LogRow]:
    return [row for row in await evening.log(match) if row.kind == RowKind.MOVE and row.by == seat]


async def tried(evening: Evening, source: int, seq: int, user: int = ADA) -> Match:
    match, position = await evening.house.reviews.position(source, seq, user)
    return await evening.house.solo.open_at(match, position, evening.person(user))


async def given_up(evening: Evening, match: Match) -> None:
    """Ada begins it, answers once and gives up: it is over."""
    await evening.house.solo.begin(match, evening.person(ADA))
    await evening.answer(match.id, ADA)
    await evening.seats.resign(match.id, ADA, evening.press())
    assert (await evening.header(match.id)).phase == "over"


@pytest.mark.parametrize("game", few(GAMES))
async def test_it_begins_with_what_the_seat_was_asked_and_its_dice_can_be_checked(evening: Evening, game: str) -> None:
    source = await over(evening, game)
    rows = await answers(evening, source, 1)
    row = rows[len(rows) // 2]
    match = await tried(evening, source, row.seq)
    assert [(seat.user, seat.opponent) for seat in match.seats] == [(None, STRONG), (ADA, None)]
    assert match.is_private and not match.terms.rated and (match.terms.clock, match.position_of) == ("none", source)
    await evening.house.solo.begin(match, evening.person(ADA))
    seen = await evening.matches.see(match.id, ADA)
    before = await evening.house.reviews.before(source, row.seq, 1)
    assert seen.view.stage == before.view.stage and 1 in seen.view.waiting
    assert seen.ask(()) == before.ask(()), "the same question"
    await evening.answer(match.id, ADA)
    await evening.seats.resign(match.id, ADA, evening.press())
    verdict = await evening.house.exports.verify(match.id)
    assert not verdict.wrong and verdict.draws > 0


async def test_it_counts_for_nothing(evening: Evening) -> None:
    source = await over(evening)
    match = await tried(evening, source, (await answers(evening, source, 0))[-1].seq)
    await given_up(evening, match)
    assert (await evening.house.careers.outcome(match.id, None))[1] == []
    own = await evening.house.careers.profile(ADA, private=True)
    assert own is not None and own.solo == ()


async def test_in_a_sealed_stage_nobody_has_answered_yet(evening: Evening) -> None:
    source = await over(evening, "legstrong")
    sealed = 0
    for row in await answers(evening, source, 1):
        match, position = await evening.house.reviews.position(source, row.seq, ADA)
        game = evening.house.games[match.game]
        opened = game.view(await evening.house._match_log.look(match, position.seq), None)
        if opened.sealed:
            sealed += position.seq < row.seq - 1
            assert set(opened.waiting) >= {0, 1} or position.seq == row.seq - 1
    assert sealed, "the other seat had answered before"


async def test_pressed_twice_it_is_one_match_and_another_row_is_another(evening: Evening) -> None:
    source = await over(evening)
    first, second, *_ = await answers(evening, source, 0)
    match = await tried(evening, source, second.seq)
    assert (await tried(evening, source, second.seq)).id == match.id
    assert (await tried(evening, source, first.seq)).id != match.id
    assert (await tried(evening, source, second.seq, BO)).id != match.id


async def test_play_again_begins_at_the_same_position(evening: Evening) -> None:
    source = await over(evening)
    match = await tried(evening, source, (await answers(evening, source, 1))[-1].seq)
    await given_up(evening, match)
    again = await evening.house.solo.again(match.id, evening.person(ADA))
    assert again.id != match.id and again.position_of == source
    assert [(seat.user, seat.opponent) for seat in again.seats] == [(None, STRONG), (ADA, None)]
    assert await evening.store.position(again.id) == await evening.store.position(match.id)


async def test_computers_stay_what_they_were(evening: Evening) -> None:
    source = await evening.play(ADA, BO, opponents=(EASY,), track="sprint", target="3")
    assert (await evening.play_on(source, Random(1))).match.phase == "over"
    match = await tried(evening, source, (await answers(evening, source, 0))[0].seq)
    assert [(seat.user, seat.opponent) for seat in match.seats] == [(ADA, None), (None, STRONG), (None, EASY)]


async def test_only_an_answer_of_a_match_that_is_over_can_be_tried(evening: Evening) -> None:
    running = await evening.play(ADA, BO, track="sprint")
    with refused("review.running"):
        await tried(evening, running, 5)
    source = await over(evening)
    deal = next(row for row in await evening.log(source) if row.kind == RowKind.DEAL)
    for seq in (0, deal.seq, 10**6):
        with refused("house.button"):
            await tried(evening, source, seq)


async def test_what_strangers_may_not_look_at_they_may_not_try(evening: Evening) -> None:
    source = await over(evening)
    seq = (await answers(evening, source, 0))[0].seq
    await tried(evening, source, seq, CY)
    await evening.house.privacy.hide(BO, hidden=True)
    with refused("review.hidden"):
        await tried(evening, source, seq, CY)
    match = await tried(evening, source, seq)
    with refused("house.unknown"):
        await evening.house.borders.check(match.id, Asker(CY, None, lambda channel: True))

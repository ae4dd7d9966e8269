"""Lines: what a person tries out for all seats, from their own view alone, and what they keep of it."""

from collections.abc import Awaitable
from random import Random

import pytest

from engines.table import Refused
from host.play.lines import LONGEST, Lines, Trial
from host.play.seen import Seen
from model.line import KEPT
from opponents.random import play_random
from tests.engines.facts import FACTS
from tests.host.evening import ADA, BO, CY, Evening

pytestmark = pytest.mark.quick
GAMES = ["pistard", "schlangennest", "superechelon", "legstrong"]


async def refusal(attempt: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await attempt
    return refused.value.reason


async def keep(lines: Lines, seen: Seen) -> Trial | None:
    """Keep where the person is."""
    return await lines.keep(seen, (await lines.at(seen)).seen.fingerprint)


async def mark(lines: Lines, seen: Seen, number: int) -> str:
    """What tells the line of this number from others."""
    return next((line.mark for line in await lines._lines.of(seen.match.id, ADA) if line.number == number), "")


async def tried(lines: Lines, seen: Seen, answers: int, rng: Random) -> Trial:
    """A line of random answers, from where the person is."""
    trial = await lines.at(seen)
    for _ in range(answers):
        if not trial.seen.view.waiting:
            break
        trial = await lines.answer(seen, play_random(seen.game, trial.seen.view, rng))
    return trial


@pytest.mark.parametrize("game", GAMES)
async def test_answers_are_tried_for_all_seats_and_nothing_is_played(evening: Evening, game: str) -> None:
    match = await evening.play(ADA, BO, game=game)
    lines, seen = evening.house.lines, await evening.matches.see(match, ADA)
    before = await evening.header(match)
    trial = await tried(lines, seen, 8, Random(1))
    assert {seat for seat, _ in trial.answers} == {0, 1}
    assert trial.seen.trying and (trial.seen.view.over or trial.seen.seat in trial.seen.view.waiting)
    assert await evening.header(match) == before
    assert (await evening.matches.see(match, ADA)).view == seen.view
    again = await lines.at(await evening.matches.see(match, ADA))
    assert (again.answers, again.seen.view) == (trial.answers, trial.seen.view), "it is there when they come back"
    assert (await lines.back(seen, trial.seen.fingerprint)).answers == trial.answers[:-1]
    assert (await lines.back(seen, trial.seen.fingerprint)).answers == trial.answers[:-1], "it has been taken back"
    await lines.leave(seen)
    assert (await lines.at(seen)).answers == ()


async def test_a_line_is_made_of_the_person_s_view_alone(evening: Evening) -> None:
    """In another world that they can't tell from the real one it is the same."""
    game = "superechelon"
    match = await evening.play(ADA, BO, game=game)
    lines, seen = evening.house.lines, await evening.matches.see(match, ADA)
    state = await evening.house._match_log.look(await evening.header(match))
    trial = await tried(lines, seen, 4, Random(2))
    assert FACTS[game].hidden(state, 0), "something is hidden from them"
    for secret in FACTS[game].hidden(state, 0):
        assert trial.steps[0].seen.view == seen.view and secret not in str(seen.view)
    world = seen.game.imagine(seen.view, Random(3))
    assert world != state
    await evening.store.lines.drop(match, ADA, 0)
    match_log = evening.house._match_log

    async def dreamt(*_: object) -> object:
        return world

    match_log.look = dreamt  # type: ignore[method-assign]
    dreaming = await evening.matches.see(match, ADA)
    assert dreaming.view == seen.view
    assert (await tried(lines, dreaming, 4, Random(2))).seen.view == trial.seen.view


async def test_five_lines_are_kept_and_each_can_be_taken_up_or_dropped(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    lines, rng = evening.house.lines, Random(4)
    seen = await evening.matches.see(match, ADA)
    assert await refusal(keep(lines, seen)) == "try.empty"
    for number in range(1, KEPT + 1):
        await lines.leave(seen)
        await tried(lines, seen, number, rng)
        assert await keep(lines, seen) is await keep(lines, seen) is None, "the same line is kept once"
        assert len(await lines.kept(await evening.matches.see(match, ADA))) == number
    await tried(lines, seen, 1, rng)
    assert await refusal(keep(lines, seen)) == "try.full"
    await lines.drop(seen, 2, await mark(lines, seen, 2))
    assert await lines.keep(seen, "01234567") is not None, "it isn't what they see"
    await keep(lines, seen)
    assert [line.number for line in await lines._lines.of(match, ADA)] == [0, 1, 2, 3, 4, 5]
    seen = await evening.matches.see(match, ADA)
    kept = await lines.kept(seen)
    assert [line.number for line, _ in kept] == [*range(1, KEPT + 1)] and all(trial for _, trial in kept)
    assert len((await lines.take_up(seen, 3, await mark(lines, seen, 3))).steps) == 3
    assert await refusal(lines.take_up(seen, 9, "")) == "try.gone"
    assert await lines.kept(await evening.matches.see(match, BO)) == [], "no one else has them"


async def test_a_line_becomes_impossible_with_the_position_and_its_first_own_answer_is_theirs(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    lines = evening.house.lines
    await tried(lines, seen, 1, Random(5))
    await keep(lines, seen)
    name = (1, (await lines._lines.of(match, user))[-1].mark)
    path = await lines.first(seen, *name)
    await evening.answer(match, user, path)
    seen = await evening.matches.see(match, user)
    assert (await lines.at(seen)).answers == (), "what they were at has gone with the position"
    while (await evening.due(match))[0] != user:
        await evening.answer(match, (await evening.due(match))[0])
    _, seen = await evening.due(match)
    [(_, trial)] = await lines.kept(seen)
    assert trial is None, "that rider isn't due again"
    for attempt in (lines.first, lines.take_up):
        assert await refusal(attempt(seen, *name)) == "try.impossible"


async def test_what_is_no_answer_or_nobody_s_line_is_refused(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    lines, seen = evening.house.lines, await evening.matches.see(match, ADA)
    assert await refusal(lines.answer(seen, ("no such option",))) == "try.impossible"
    assert await refusal(lines.at(await evening.matches.see(match, CY))) == "house.no.seat"
    await tried(lines, seen, LONGEST, Random(6))
    trial = await lines.at(seen)
    assert len(trial.steps) == LONGEST
    assert await refusal(lines.answer(seen, play_random(seen.game, trial.seen.view, Random(6)))) == "try.long"


async def test_a_line_goes_on_while_the_others_answer(evening: Evening) -> None:
    """Which of their answers they gave may be secret: what is still to come counts."""
    match = await evening.play(ADA, BO, CY, game="superechelon")
    user, seen = await evening.due(match)
    lines = evening.house.lines
    trial = await lines.at(seen)
    for _ in range(4):
        trial = await lines.answer(seen, trial.seen.game.fallback(trial.seen.view))
    await lines.keep(seen, trial.seen.fingerprint)
    await evening.answer(match, user, trial.answers[0][1])
    possible: list[bool] = []
    for _ in range(3):
        seen = await evening.matches.see(match, user)
        [(_, left)] = await lines.kept(seen)
        possible.append(left is not None)
        due, _ = await evening.due(match)
        if due == user:
            break
        await evening.answer(match, due)
    assert all(possible)

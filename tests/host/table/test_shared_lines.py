"""Lines posted after the match: from what everyone would have seen, a few answers of each, once, and few a day."""

from __future__ import annotations

from collections.abc import Awaitable
from random import Random

import pytest

from engines import GAMES
from engines.table import Refused
from host.lobby.limits import DAILY
from host.table.shared_lines import POSTING
from host.time.clocks import DAY
from model.match import Counted, Match
from opponents.random import play_random
from tests.engines.facts import brief
from tests.host.evening import ADA, BO, CY, Evening


async def keep(evening: Evening, match: int, user: int, answers: int, seed: int = 1) -> None:
    """This person tries so many answers and keeps them."""
    lines, seen, rng = evening.house.lines, await evening.matches.see(match, user), Random(seed)
    await lines.leave(seen)
    trial = await lines.at(seen)
    for _ in range(answers):
        if trial.seen.seat not in trial.seen.view.waiting:
            break
        trial = await lines.answer(seen, play_random(seen.game, trial.seen.view, rng))
    assert await lines.keep(seen, trial.seen.fingerprint) is None


async def ended(evening: Evening, match: int) -> Match:
    await evening.seats.resign(match, BO, evening.press())
    return await evening.header(match)


async def refusal(attempt: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await attempt
    return refused.value.reason


@pytest.mark.parametrize("game", GAMES)
async def test_three_answers_are_seen_as_everyone_would_have_seen_them(evening: Evening, game: str) -> None:
    match, shared = await evening.play(ADA, BO, game=game, **brief(game)), evening.house.shared_lines
    await evening.play_on(match, Random(3), lambda seen: seen.number > 6)
    await keep(evening, match, ADA, 5)
    seen = await evening.matches.see(match, ADA)
    [(_, before)] = await evening.house.lines.kept(seen)
    assert before is not None
    over = await ended(evening, match)
    [(line, after)] = await shared.of(over, ADA)
    assert await shared.one(over, ADA, line.number, line.mark) == line
    assert after.answers == before.answers and after.news == before.news, "the world is the one that was imagined then"
    scenes = await shared.scenes(await shared.beginning(over, ADA, line), line)
    assert [scene.by for scene in scenes] == [None, *(seat for seat, _ in before.answers[:3])]
    assert scenes[0].seen.view == seen.game.view(await evening.house._match_log.look(over, seen.match.seq), None)
    for scene in scenes:
        assert scene.seen.seat is None and scene.seen.view.viewer is None
        assert all(event.to is None for event in scene.news), "nothing that only someone heard"


async def test_not_while_the_match_or_its_set_goes_on(evening: Evening) -> None:
    match, shared = await evening.play(ADA, BO, game="schlangennest"), evening.house.shared_lines
    await keep(evening, match, ADA, 1)
    assert await refusal(shared.of(await evening.header(match), ADA)) == "share.early"
    await ended(evening, match)
    await evening.write("UPDATE matches SET hidden = TRUE")
    over = await evening.header(match)
    assert await refusal(shared.of(over, ADA)) == "set.hidden"
    assert await refusal(shared.one(over, ADA, 1, "00000000")) == "set.hidden"


async def test_no_one_shares_what_another_kept(evening: Evening) -> None:
    match, shared = await evening.play(ADA, BO, game="schlangennest"), evening.house.shared_lines
    await keep(evening, match, ADA, 2)
    over = await ended(evening, match)
    [(line, _)] = await shared.of(over, ADA)
    for user in (BO, CY):
        assert await shared.of(over, user) == []
        assert await refusal(shared.one(over, user, line.number, line.mark)) == "try.gone"
    assert await refusal(shared.one(over, ADA, line.number, "00000000")) == "try.gone"
    assert await refusal(shared.one(over, ADA, 0, line.mark)) == "try.gone", "what they were at isn't kept"


@pytest.mark.usefixtures("db_url")
async def test_each_line_is_shared_once(evening: Evening) -> None:
    match, shared = await evening.play(ADA, BO, game="schlangennest"), evening.house.shared_lines
    await keep(evening, match, ADA, 2)
    over, ada = await ended(evening, match), evening.person(ADA)
    [(line, _)] = await shared.of(over, ADA)
    await shared.count(over, ada, line)
    assert await refusal(shared.count(over, ada, line)) == "try.shared"
    assert await refusal(shared.one(over, ADA, line.number, line.mark)) == "try.shared"
    assert await shared.of(over, ADA) == []
    await evening.house.lines.drop(await evening.matches.see(match, ADA), line.number, line.mark)
    assert await refusal(shared.one(over, ADA, line.number, line.mark)) == "try.shared", "it stays counted"
    await shared.uncount(over, ADA, line)
    assert (await shared.one(over, ADA, line.number, line.mark)).shared is None, "it couldn't be posted"


async def test_a_line_that_was_lost_with_its_process_can_be_shared_again(evening: Evening) -> None:
    match, shared = await evening.play(ADA, BO, game="schlangennest"), evening.house.shared_lines
    await keep(evening, match, ADA, 2)
    over, ada = await ended(evening, match), evening.person(ADA)
    [(line, _)] = await shared.of(over, ADA)
    await shared.count(over, ada, line)
    evening.now.later(POSTING - 1)
    assert await refusal(shared.count(over, ada, line)) == "try.shared", "it may be on its way"
    evening.now.later(1)
    [(again, _)] = await shared.of(over, ADA)
    await shared.count(over, ada, again)
    assert await refusal(shared.count(over, ada, again)) == "try.shared"
    await shared.posted(over, ADA, again)
    evening.now.later(POSTING)
    assert await refusal(shared.count(over, ada, again)) == "try.shared" and await shared.of(over, ADA) == []


async def test_so_many_a_day(evening: Evening) -> None:
    shared, ada, most = evening.house.shared_lines, evening.person(ADA), DAILY[Counted.LINES]
    matches: list[Match] = []
    for answers in ((1, 2, 3, 4, 5), (1,)):
        match = await evening.play(ADA, BO, game="schlangennest")
        for n in answers:
            await keep(evening, match, ADA, n)
        matches.append(await ended(evening, match))
    lines = [(match, line) for match in matches for line, _ in await shared.of(match, ADA)]
    assert len(lines) == most + 1
    for match, line in lines[:-1]:
        await shared.count(match, ada, line)
    assert await refusal(shared.count(lines[-1][0], ada, lines[-1][1])) == "limit.lines"
    evening.now.later(DAY + 1)
    await shared.count(lines[-1][0], ada, lines[-1][1])

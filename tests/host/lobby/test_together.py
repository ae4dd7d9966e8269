"""A position of a match that is over, played on from by the people who played it, each on the seat they had."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from engines import GAMES
from host.doctor import Doctor
from host.play.dormant import Dormancy
from model.kinds import PostKind, RowKind
from model.match import Match
from opponents import EASY, FAIR, STRONG
from tests.engines.facts import brief
from tests.host.evening import ADA, BO, CY, DEE, Evening, kinds_to, refused
from tests.marks import few


async def over(evening: Evening, *users: int, game: str = "schlangennest", computers: tuple[str, ...] = ()) -> int:
    """A match of these people that has been played to its end."""
    match = await evening.play(*users, opponents=computers, game=game, **brief(game))
    assert (await evening.play_on(match, Random(1))).match.phase == "over"
    return match


async def middle(evening: Evening, source: int, seat: int = 1) -> int:
    """The row of a seat's answer in the middle of the match."""
    rows = [row.seq for row in await evening.log(source) if row.kind == RowKind.MOVE and row.by == seat]
    return rows[len(rows) // 2]


async def opened(evening: Evening, source: int, seq: int, user: int = ADA) -> Match:
    match, position = await evening.house.reviews.position(source, seq, user)
    return await evening.lobby.open_together(match, position, evening.person(user))


async def begun(evening: Evening, match: int, user: int) -> Match:
    await evening.lobby.start(match, evening.person(user))
    await evening.open_thread(match)
    return await evening.header(match)


def people(match: Match) -> list[int | str | None]:
    return [row.user or row.opponent for row in match.seats]


@pytest.mark.parametrize("game", few(GAMES))
async def test_everyone_knows_what_their_seat_knew_and_no_more(evening: Evening, game: str) -> None:
    source = await over(evening, ADA, BO, game=game)
    seq = await middle(evening, source)
    match = await opened(evening, source, seq, BO)
    assert (match.phase, match.guild, match.position_of, match.terms.rated) == ("lobby", 7, source, False)
    assert people(await evening.lobby.join(match.id, evening.person(ADA))) == [ADA, BO], "whoever comes first"
    now = await begun(evening, match.id, BO)
    assert (now.phase, people(now)) == ("running", [ADA, BO])
    stored = await evening.store.position(match.id)
    assert stored is not None and stored.seat is None
    rules, then = (
        evening.house.games[game],
        await evening.house._match_log.look(await evening.header(source), stored.seq),
    )
    for seat, user in enumerate((ADA, BO)):
        assert (await evening.matches.see(match.id, user)).view == rules.view(then, seat)
    assert (await evening.matches.see(match.id, CY)).view == rules.view(then, None)
    assert (await evening.play_on(match.id, Random(2))).match.phase == "over"
    verdict = await evening.house.exports.verify(match.id)
    assert not verdict.wrong
    assert (await evening.house.careers.outcome(match.id, 7))[1] == []
    again = await evening.lobby.rematch(match.id, evening.person(ADA))
    assert again.position_of is None and not again.terms.rated


async def test_no_one_knows_the_cards_to_come_from_the_match_before(evening: Evening) -> None:
    source = await over(evening, ADA, BO, game="superechelon")
    seq = await middle(evening, source, 0)
    match = await opened(evening, source, seq)
    await evening.lobby.join(match.id, evening.person(BO))
    await begun(evening, match.id, ADA)
    stored = await evening.store.position(match.id)
    assert stored is not None
    look = evening.house._match_log.look
    before = await look(await evening.header(source), stored.seq)
    now = await look(await evening.header(match.id), (await evening.log(match.id))[-1].seq)
    assert now.hands == before.hands and now.deck != before.deck and sorted(now.deck) == sorted(before.deck)


async def test_a_computer_plays_for_those_who_do_not_come(evening: Evening) -> None:
    source = await over(evening, ADA, BO, CY, computers=(EASY,))
    match = await opened(evening, source, await middle(evening, source), CY)
    assert people(match) == [CY, EASY] and match.places == 4
    await evening.lobby.join(match.id, evening.person(ADA))
    with refused("lobby.not.host", host=CY):
        await evening.lobby.start(match.id, evening.person(ADA))
    assert people(await begun(evening, match.id, CY)) == [ADA, STRONG, CY, EASY]


async def test_a_computer_that_came_in_gives_way_to_the_right_seat(evening: Evening) -> None:
    source = await over(evening, ADA, BO, CY)
    match = await opened(evening, source, await middle(evening, source))
    assert people(await evening.lobby.add_opponent(match.id, FAIR, evening.person(ADA))) == [ADA, FAIR]
    assert people(await evening.lobby.join(match.id, evening.person(BO))) == [ADA, BO, FAIR]
    with refused("lobby.full"):
        await evening.lobby.join(match.id, evening.person(CY))


async def test_a_full_one_starts_by_itself(evening: Evening) -> None:
    source = await over(evening, ADA, BO)
    match = await opened(evening, source, await middle(evening, source))
    await evening.lobby.join(match.id, evening.person(BO))
    due = await evening.lobby.starts(await evening.header(match.id))
    assert due is not None
    evening.now.later(due - evening.now())
    await evening.owe()
    assert (await evening.header(match.id)).phase == "starting"


async def test_it_is_theirs_alone(evening: Evening) -> None:
    source = await over(evening, ADA, BO)
    seq = await middle(evening, source)
    with refused("together.theirs", match=source):
        await opened(evening, source, seq, CY)
    match = await opened(evening, source, seq)
    with refused("together.theirs", match=source):
        await evening.lobby.join(match.id, evening.person(CY))
    with refused("together.theirs", match=source):
        await evening.lobby.invite(match.id, evening.person(CY), evening.person(ADA))
    await evening.deliver()
    await evening.lobby.invite(match.id, evening.person(BO), evening.person(ADA))
    assert kinds_to(await evening.deliver(), BO) == [PostKind.INVITED]
    assert people(await evening.house.invitations.accept(match.id, evening.person(BO))) == [ADA, BO]
    await begun(evening, match.id, ADA)
    await evening.seats.resign(match.id, BO, evening.press())
    with refused("house.finished"):
        await evening.seats.take_over(match.id, 1, CY, "Cy", evening.press())


async def test_no_one_else_takes_a_seat_over(evening: Evening) -> None:
    source = await over(evening, ADA, BO, CY)
    match = await opened(evening, source, await middle(evening, source))
    for user in (BO, CY):
        await evening.lobby.join(match.id, evening.person(user))
    await begun(evening, match.id, ADA)
    await evening.seats.resign(match.id, BO, evening.press())
    with refused("together.theirs", match=source):
        await evening.seats.take_over(match.id, 1, DEE, "Dee", evening.press())
    await evening.seats.take_over(match.id, 1, BO, "Bo", evening.press())
    assert (await evening.header(match.id)).seats[1].user == BO


async def test_whoever_took_a_seat_over_has_it_and_whoever_left_it_does_not(evening: Evening) -> None:
    source = await evening.play(ADA, BO, CY, game="schlangennest")
    await evening.seats.resign(source, BO, evening.press())
    await evening.seats.take_over(source, 1, DEE, "Dee", evening.press())
    assert (await evening.play_on(source, Random(1))).match.phase == "over"
    match = await opened(evening, source, await middle(evening, source))
    with refused("together.theirs", match=source):
        await evening.lobby.join(match.id, evening.person(BO))
    assert people(await evening.lobby.join(match.id, evening.person(DEE))) == [ADA, DEE]


@pytest.mark.usefixtures("db_url")
async def test_there_is_one_at_a_time(evening: Evening) -> None:
    source = await over(evening, ADA, BO)
    first, second = await middle(evening, source), await middle(evening, source, 0)
    matches = await asyncio.gather(*(opened(evening, source, first, user) for user in (ADA, BO)))
    assert {match.id for match in matches} == {source + 1}
    assert people(await evening.header(source + 1)) == [ADA, BO]
    again = await opened(evening, source, first)
    assert again.id == source + 1 and people(again) == [ADA, BO], "pressed twice"
    with refused("together.open", match=source + 1, channel=again.channel):
        await opened(evening, source, second)
    await evening.lobby.cancel(source + 1, evening.person(again.host))
    assert (await opened(evening, source, second)).id == source + 2


async def test_alone_there_is_none(evening: Evening) -> None:
    source = await over(evening, ADA, computers=(EASY,))
    with refused("together.alone", match=source):
        await opened(evening, source, await middle(evening, source, 0))
    company = await over(evening, ADA, BO)
    await evening.house.privacy.forget(BO)
    with refused("together.alone", match=company):
        await opened(evening, company, await middle(evening, company, 0))


async def test_none_of_a_match_that_goes_on_or_belongs_to_no_server(evening: Evening) -> None:
    running = await evening.play(ADA, BO, game="schlangennest")
    with refused("review.running"):
        await opened(evening, running, 5)
    source = await over(evening, ADA, BO)
    seq = await middle(evening, source)
    await evening.write("UPDATE matches SET guild = NULL WHERE id = 2")
    with refused("together.alone", match=source):
        await opened(evening, source, seq)
    await evening.write("UPDATE matches SET guild = 1, hidden = TRUE WHERE id = 2")
    with refused("set.hidden"):
        await opened(evening, source, seq)


async def test_it_is_played_again_from_its_log_and_packed(evening: Evening) -> None:
    source = await over(evening, ADA, BO, game="superechelon")
    match = await opened(evening, source, await middle(evening, source))
    await evening.lobby.join(match.id, evening.person(BO))
    await begun(evening, match.id, ADA)
    await evening.play_on(match.id, Random(2), lambda seen: seen.number > 8)
    doctor = Doctor(evening.store, evening.house.games, evening.now)
    assert [str(finding) async for finding in doctor.replay()] == ["ok   replay: 1 matches were played again."]
    await evening.play_on(match.id, Random(2))
    await evening.deliver()
    log = await evening.log(match.id)
    saved = [await evening.store.snapshot(match.id, row.seq) for row in log]
    assert await Dormancy(evening.store, evening.house.games, evening.now).pack(match.id)
    evening.house._match_log.kept.clear()
    assert [replace(row, interaction_id=None) for row in await evening.log(match.id)] == [
        replace(row, interaction_id=None) for row in log
    ]
    assert [await evening.store.snapshot(match.id, row.seq) for row in log] == saved

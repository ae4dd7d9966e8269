"""Rewind: a match goes on from an earlier moment, whatever has happened since; all of it on both databases."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from docs.verify import check as verify
from engines.table import Amount, Event
from host.careers.recount import Recount
from host.doctor import Doctor
from host.play.dormant import packed, unpacked
from host.play.matches import Doubled, Stale
from host.play.results import finish_of, kept
from host.play.row_numbers import is_silent
from host.repair.points import PAGE, is_one
from model.kinds import PostKind, RowKind, VoteKind
from model.match import LogRow, Snapshot
from tests.engines.facts import brief
from tests.host.cups.gathering import Gathering
from tests.host.evening import ADA, BO, CY, DEE, GAMES, Evening, kinds_to, refused, view_of
from tests.host.repair.stewards import MEG, number, points, rewind, steward

pytestmark = pytest.mark.usefixtures("slow_url")


def draws(rows: Sequence[LogRow]) -> list[tuple[int, int]]:
    """Which draws there were, by the number of their row."""
    return [(row.seq, place) for row in rows for place, _ in enumerate(row.draws)]


async def bids(evening: Evening, match: int, *users: int) -> None:
    for user in users:
        await evening.answer(match, user)


async def leg(evening: Evening, match: int) -> None:
    """Ada and Bo bid, and the winner takes the prize."""
    await bids(evening, match, ADA, BO)
    await evening.move(match)
    await evening.think(match)


async def test_a_match_goes_on_from_an_earlier_moment_to_an_honest_end(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, **brief("pistard"))
    before = await evening.matches.see(match, None)
    await evening.move(match, 6)
    here = next(point for point in await points(evening, match) if point.seen.fingerprint == before.fingerprint)
    old = draws(await evening.log(match))
    await rewind(evening, match, here)
    seen = await evening.matches.see(match, None)
    assert seen.fingerprint == before.fingerprint
    log = await evening.log(match)
    assert (log[-1].kind, log[-1].how, log[-1].user, log[-1].path) == ("rewind", "manager", MEG, (str(here.seq),))
    assert log[-1].events[0].data == {"by": "manager", "name": "Meg", "at": int(here.at), "undone": 6}

    end = await evening.play_on(match, random.Random(3))
    assert (end.match.phase, end.match.terms.rated) == ("over", True)
    rows = await evening.log(match)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len(draws(rows)) > len(old)
    exported = json.loads(await evening.house.exports.export(match))
    count, wrong = verify(exported)
    assert (count, wrong) == (len(draws(rows)), [])
    assert (await evening.house.exports.verify(match)).wrong == ()
    assert (await Recount(evening.store, GAMES).check()).wrong == ()
    gone = [row.seq for row in rows if row.kind == RowKind.MOVE and here.seq < row.seq < log[-1].seq]
    assert len(gone) == 6 and not {*gone} & {row.seq for row in kept(rows)}
    assert [frame for frame in await evening.house.replays.steps(match, None) if frame == log[-1].seq]


async def test_what_was_drawn_since_falls_otherwise(evening: Evening) -> None:
    """A row number is drawn from once, so no one plays towards dice that they have seen."""
    match = await evening.play(ADA, BO, game="tiny", legs="2")
    await evening.think(match)
    await leg(evening, match)
    first = next(row for row in reversed(await evening.log(match)) if row.draws)
    [here, *_] = [point for point in await points(evening, match) if point.seen.view.sealed]
    await rewind(evening, match, here)
    await leg(evening, match)
    again = next(row for row in reversed(await evening.log(match)) if row.draws)
    assert (first.path, [draw.why for draw in first.draws]) == (again.path, [draw.why for draw in again.draws])
    assert first.seq < again.seq and first.draws != again.draws


async def test_over_a_leg_and_the_hands_dealt_for_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="3")
    await evening.think(match)
    hands = {user: (await evening.matches.see(match, user)).fingerprint for user in (ADA, BO)}
    await evening.deliver()
    await leg(evening, match)
    await bids(evening, match, ADA)
    [*_, first] = [point for point in await points(evening, match) if point.seen.view.sealed]
    await rewind(evening, match, first)
    assert {user: (await evening.matches.see(match, user)).fingerprint for user in (ADA, BO)} == hands
    assert sorted(view_of(await evening.matches.see(match, None)).waiting) == [0, 1]
    told = await evening.deliver()
    for user in (ADA, BO):
        assert {*kinds_to(told, user)} == {PostKind.TURN, PostKind.REPAIR}
    assert PostKind.REPAIR in kinds_to(told, None) and PostKind.BOARD in kinds_to(told, None)
    assert not (await evening.header(match)).terms.rated  # cards were seen
    end = await evening.play_on(match, random.Random(1))
    assert end.match.phase == "over"
    assert (await Recount(evening.store, GAMES).check()).wrong == ()
    assert verify(json.loads(await evening.house.exports.export(match)))[1] == []


async def test_sealed_answers_of_the_moment_are_asked_for_anew(evening: Evening) -> None:
    """A stage in which some have answered is one moment, its beginning; a changed answer is counted nowhere."""
    match = await evening.play(ADA, BO, CY, game="tiny")
    await evening.think(match)
    await bids(evening, match, ADA)
    once = [(point.number, point.at, point.news) for point in await points(evening, match)]
    seen = await evening.matches.see(match, ADA)
    ask = seen.ask()
    assert isinstance(ask, Amount)
    await evening.answer(match, ADA, (str(ask.most), "-"))
    assert is_silent((await evening.log(match))[-1])
    assert [(point.number, point.at, point.news) for point in await points(evening, match)] == once
    [here] = (await points(evening, match))[:1]
    assert here.seen.view.sealed
    prospect = await evening.house.rewinds.prospect(match, here.number, MEG)
    assert (prospect.undone, prospect.uncounted) == (1, None)  # nothing was opened
    await rewind(evening, match, here)
    assert sorted(view_of(await evening.matches.see(match, None)).waiting) == [0, 1, 2]
    assert (await evening.header(match)).terms.rated


async def test_plans_votes_and_playing_on_are_dropped_and_clocks_begin_afresh(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY, clock="daily")
    await evening.move(match)
    evening.now.later(40 * 3600)
    await evening.owe()
    user, _ = await evening.due(match)
    await evening.ask(match, user, VoteKind.PAUSE)
    other = next(u for u in (ADA, BO, CY) if u != user)
    seen = await evening.matches.see(match, other)
    if await evening.matches.can_plan(seen):
        future = await evening.matches.planning(seen)
        await evening.matches.plan(match, other, future.game.fallback(future.view))
        assert await evening.plans(match)
    [here, *_] = await points(evening, match)
    await evening.deliver()
    await rewind(evening, match, here)
    header = await evening.header(match)
    asked = [row for row in header.seats if row.asked is not None]
    assert [row.asked for row in asked] == [evening.now()]
    assert {(row.bank, row.credit, row.missed) for row in asked} == {(84 * 3600.0, 0.0, 0)}
    assert {row.bank for row in header.seats if row.asked is None} == {72 * 3600.0}
    assert header.vote is None and not await evening.plans(match)
    assert {deadline.seq for deadline in await evening.store.deadlines(match)} == {header.seq}
    told = await evening.deliver()
    assert PostKind.VOTE in kinds_to(told, None)


async def test_an_old_button_shows_where_the_match_is_now(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.move(match)
    late, seen = await evening.due(match)
    path = seen.game.fallback(seen.view)
    [here, *_] = await points(evening, match)
    await rewind(evening, match, here)
    assert (await evening.matches.see(match, late)).fingerprint != seen.fingerprint
    with pytest.raises(Stale):
        await evening.matches.play(match, late, path, seen.fingerprint, evening.press())


async def test_nothing_can_be_taken_back_over_a_rewind(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await evening.due(match)
    await evening.move(match)
    [here, *_] = await points(evening, match)
    await rewind(evening, match, here)
    assert not await evening.matches.can_undo(await evening.matches.see(match, user))


async def test_another_process_with_a_kept_state_plays_on_from_there(evening: Evening, neighbour: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await neighbour.move(match, 3)
    [_, here, *_] = await points(evening, match)
    before = await neighbour.matches.see(match, None)
    await rewind(evening, match, here)
    seen = await neighbour.matches.see(match, None)
    assert seen.fingerprint == here.seen.fingerprint != before.fingerprint
    await neighbour.move(match)
    seen = await neighbour.matches.see(match, None)
    assert (await evening.matches.see(match, None)).fingerprint == seen.fingerprint


async def test_a_confirmation_holds_for_the_moment_in_which_it_was_asked(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.move(match)
    [here, *_] = await points(evening, match)
    now = await number(evening, match)
    await evening.move(match)
    async with evening.unchanged():
        with refused("repair.moved"):
            await evening.house.rewinds.rewind(match, here.number, now, steward(evening))
        with refused("rewind.point"):
            await evening.house.rewinds.rewind(match, 999, await number(evening, match), steward(evening))
        with refused("rewind.point"):  # a row of the lobby
            await evening.house.rewinds.rewind(match, 1, await number(evening, match), steward(evening))


async def test_a_match_that_is_over_stays_so_for_its_seed_is_public(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.seats.resign(match, BO, evening.press())
    for coming in (evening.house.rewinds.page(match, 0), evening.house.rewinds.prospect(match, 4, MEG)):
        with refused("repair.over"):
            await coming
    lobby = await evening.open(ADA, BO)
    with refused("repair.lobby"):
        await evening.house.rewinds.page(lobby.id, 0)
    fresh = await evening.play(ADA, BO)
    with refused("rewind.none"):
        await evening.house.rewinds.page(fresh, 0)


async def test_whoever_plays_cant_where_it_counts_for_others_too(evening: Evening) -> None:
    """Else they could roll again until the dice suit them, or have what they lose count no more."""
    match = await evening.ride(ADA, BO, CY)
    await evening.move(match)
    await evening.seats.resign(match, CY, evening.press())
    [here, *_] = await points(evening, match)
    async with evening.unchanged():
        for one in (ADA, CY):  # one who has given up as well
            assert (await evening.house.rewinds.prospect(match, here.number, one)).plays
            with refused("repair.player"):
                await rewind(evening, match, here, user=one)
    assert (await evening.house.rewinds.prospect(match, here.number, MEG)).uncounted is None


async def test_nor_where_it_counts_for_a_cup(rope: None, evening: Evening) -> None:
    gathering = Gathering(evening)
    whole = await gathering.begin(3, rated=False)
    match = next(table.match for table in whole.of_round(1) if table.match is not None)
    await evening.move(match)
    [here, *_] = await points(evening, match)
    for entrant in whole.entrants:  # also those who play at another table of it
        with refused("repair.player"):
            await rewind(evening, match, here, user=entrant.user)
    assert (await evening.house.rewinds.prospect(match, here.number, MEG)).uncounted is None


async def test_nor_where_it_counts_for_nobody_but_they_can_put_it_to_the_vote(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY, rated=False, clock="daily")
    before = await evening.matches.see(match, None)
    await evening.move(match, 2)
    here = next(point for point in await points(evening, match) if point.seen.fingerprint == before.fingerprint)
    with refused("repair.player"):
        await rewind(evening, match, here, user=ADA)
    now = await number(evening, match)
    opened = await evening.house.rewinds.ask(match, here.number, now, evening.person(ADA))
    assert opened.vote is not None
    assert (opened.vote.about, opened.vote.point, opened.vote.electorate) == ("rewind", (here.number, here.at), (1, 2))
    with refused("vote.not.yours"):
        await evening.say(match, ADA, yes=True)
    await evening.move(match)  # no one has to wait for the vote
    for one in (BO, CY):
        await evening.say(match, one, yes=True)
    assert (await evening.matches.see(match, None)).fingerprint == before.fingerprint
    row = (await evening.log(match))[-1]
    assert [event.kind for event in row.events][-2:] == ["house.restored", "house.uncounted"]
    assert (row.kind, row.how, row.path) == ("rewind", "player", (str(here.seq),))


async def test_a_vote_on_a_rewind_is_for_those_who_saw_what_was_played(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY)
    await evening.move(match)
    [here, *_] = await points(evening, match)
    with refused("repair.moved"):
        await evening.house.rewinds.ask(match, here.number, 1, evening.person(ADA))
    await evening.house.rewinds.ask(match, here.number, await number(evening, match), evening.person(ADA))
    await evening.seats.resign(match, BO, None)
    await evening.seats.take_over(match, 1, DEE, "Dee", None)
    with refused("vote.not.yours"):
        await evening.say(match, DEE, yes=True)
    await evening.say(match, CY, yes=False)
    assert (await evening.header(match)).vote is None
    assert "rewind" not in [row.kind for row in await evening.log(match)]


async def test_who_plays_alone_earns_no_badge_by_it(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"], **brief("pistard"))
    await evening.answer(match, ADA)
    await evening.think(match)
    await evening.answer(match, ADA)
    [here, *_] = await points(evening, match)
    assert (await evening.house.rewinds.prospect(match, here.number, ADA)).uncounted == "player"
    await rewind(evening, match, here, user=ADA)
    await evening.play_on(match, random.Random(2))
    header, rows = await evening.header(match), await evening.log(match)
    assert Event("house.uncounted", None, {"why": "player"}) in [event for row in rows for event in row.events]
    public = (await evening.matches.see(match, None)).view
    sat = await evening.store.careers.sittings(match)
    assert finish_of(header, public, rows, sat).badges == ()
    assert [row.kind for row in rows].count(RowKind.REWIND) == 1


async def test_the_dice_can_be_had_back_that_a_rewind_has_taken(evening: Evening) -> None:
    """Also from what was given up, for the log keeps all: the rows of that moment stand again."""
    match = await evening.ride(ADA, BO)
    await evening.move(match, 4)
    whole = await evening.matches.see(match, None)
    latest = (await evening.log(match))[-1].seq
    [*_, first] = await points(evening, match)
    await rewind(evening, match, first)
    back = next(point for point in await points(evening, match) if point.seq == latest)
    await rewind(evening, match, back)
    assert (await evening.matches.see(match, None)).fingerprint == whole.fingerprint
    stand = [row.seq for row in kept(await evening.log(match)) if row.kind == RowKind.MOVE]
    assert stand == [row.seq for row in await evening.log(match) if row.kind == RowKind.MOVE]


async def test_people_stay_where_they_sit_now(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY)
    [*_, first] = await points(evening, match)
    await evening.seats.resign(match, CY, evening.press())
    await rewind(evening, match, first)
    assert [row.resigned for row in (await evening.header(match)).seats] == [False, False, True]
    assert 2 in first.seen.view.waiting
    await evening.think(match)
    assert 2 not in (await evening.matches.see(match, None)).view.waiting  # the bot plays on there


async def test_in_a_pause_the_match_rests_on(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, clock="daily")
    await evening.move(match)
    await evening.ask(match, ADA, VoteKind.PAUSE)
    await evening.say(match, BO, yes=True)
    evening.now.later(5 * 3600)
    [here, *_] = await points(evening, match)
    await rewind(evening, match, here)
    header = await evening.header(match)
    assert (header.paused, header.paused_at) == ("voted", evening.now())


async def test_a_state_that_cant_be_read_is_left_behind(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a match that no one can play on, the moments before are still there."""
    match = await evening.ride(ADA, BO)
    await evening.move(match, 2)
    header = await evening.header(match)
    spoil = evening.store.snapshot

    async def spoilt(match_id: int, seq: int | None = None) -> Snapshot | None:
        found = await spoil(match_id, seq)
        if found is not None and found.seq == header.seq:
            return replace(found, schema=found.schema + 7)
        return found

    monkeypatch.setattr(evening.store, "snapshot", spoilt)
    evening.house._match_log.kept.clear()
    with refused("house.save", match=match):
        await evening.matches.see(match, ADA)
    [here, *_] = await points(evening, match)
    await rewind(evening, match, here)
    await evening.move(match)


async def test_log_replay_and_packing_understand_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="2")
    await evening.think(match)
    await leg(evening, match)
    [*_, first] = [point for point in await points(evening, match) if point.seen.view.sealed]
    await rewind(evening, match, first)
    doctor = Doctor(evening.store, GAMES, evening.now)
    assert [str(line) async for line in doctor.replay()] == ["ok   replay: 1 matches were played again."]
    await evening.play_on(match, random.Random(4))
    header = await evening.header(match)
    rows, saved = await evening.store.course(match, 1, header.seq)
    whole = packed(GAMES["tiny"], header, rows, saved)
    made = unpacked(GAMES["tiny"], header, whole)
    assert [row.events for row in made.rows] == [row.events for row in rows]
    assert {seq: s.body for seq, s in made.snapshots.items()} == {seq: s.body for seq, s in saved.items()}
    public = json.loads(await evening.house.exports.export(match))
    assert [row["path"] for row in public["log"] if row["kind"] == "rewind"] == [[str(first.seq)]]


async def test_the_latest_moments_come_in_pages(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    while len(await evening.log(match)) < 40:
        await evening.move(match)
    pages = [await evening.house.rewinds.page(match, page) for page in range(3)]
    assert [len(page.points) for page in pages[:1]] == [PAGE]
    assert [page.goes_on for page in pages] == [True, False, False]
    numbers = [point.number for page in pages for point in page.points]
    assert numbers == sorted({*numbers}, reverse=True)
    for one in pages[1].points:
        assert (await evening.house.rewinds.prospect(match, one.number, MEG)).point.seq == one.seq


async def test_a_doubled_press_counts_once(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.move(match)
    [here, *_] = await points(evening, match)
    now, by = await number(evening, match), steward(evening)
    await evening.house.rewinds.rewind(match, here.number, now, by)
    with pytest.raises(Doubled):
        await evening.house.rewinds.rewind(match, here.number, now, by)
    assert [row.kind for row in await evening.log(match)].count(RowKind.REWIND) == 1


@pytest.mark.parametrize("key", ["superechelon", "legstrong", "schlangennest"])
async def test_no_moment_lies_within_a_sealed_stage(evening: Evening, key: str) -> None:
    """In no game can the public tell from more than the waiting list that a player has moved in one."""
    match = await evening.play(ADA, BO, game=key)
    rng, found, before = random.Random(1), 0, await evening.matches.see(match, None)
    for _ in range(24):
        await evening.think(match)
        before = await evening.matches.see(match, None)
        if before.match.phase != "running":
            break
        user = rng.choice([row.user for row in before.match.seats if row.seat in before.view.waiting])
        assert user is not None
        await evening.answer(match, user)
        after = await evening.matches.see(match, None)
        pending = before.view.sealed and {*after.view.waiting} < {*before.view.waiting} and after.view.waiting
        found += bool(pending)
        assert is_one(before.view, after.view) == bool(pending)
    assert found or not before.view.sealed

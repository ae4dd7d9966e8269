"""A cup of sixteen through a month: people vanish and come back, the bot is restarted, and the format's rules hold."""

from __future__ import annotations

import itertools
import random

import pytest

from host.cups import groups
from host.cups.duels import duel_of
from host.cups.field import Field, Outcome, meetings
from host.cups.state import field_of, outcomes_of, standing_of
from host.cups.verify import Replay, decode, encode, published, replay
from host.time.clocks import DAY, HOUR
from model.cup import CupRow, WholeCup
from model.kinds import EntrantState
from tests.host.cups.gathering import FIRST, Gathering
from tests.host.evening import Evening

pytestmark = [pytest.mark.usefixtures("rope"), pytest.mark.long]
VANISHING = (3, 8, 12)  # who never answer


@pytest.mark.parametrize(
    ("form", "table", "days", "legs"),
    [
        ("knockout", 2, 5, False),
        ("knockout", 2, 5, True),
        ("swiss", 2, 5, False),
        ("groups", 4, 5, False),
        ("groups", 2, 5, True),
        ("league", 2, 4, False),
        ("robin", 4, 5, False),
    ],
)
async def test_a_month(evening: Evening, *, form: str, table: int, days: int, legs: bool) -> None:
    gathering, rng = Gathering(evening), random.Random(form)
    whole = await gathering.begin(16, format=form, table=table, days=days, seasons=2, legs=legs)
    await gathering.cups.join(whole.cup.id, gathering.person(17))
    begun = gathering.evening.now()
    while whole.cup.phase == "running":
        assert gathering.evening.now() < begun + 45 * DAY
        await gathering.later(0.5, step=12 * HOUR)
        if rng.random() < 0.1:
            await gathering.restart()
        whole = await gathering.cups.whole(whole.cup.id)
        for one in whole.of_round(whole.cup.round):
            if one.match is not None and one.ranks is None:
                await answer(gathering, one.match, rng)
        whole = await gathering.work(whole.cup.id)
    check(whole, form)
    check_lots(whole, await gathering.cups.log(whole.cup.id))
    if gathering.evening is not evening:
        await gathering.evening.store.close()


@pytest.mark.parametrize(("form", "people"), [("swiss", 16), ("teams", 4)])
async def test_a_month_of_tables_with_the_same_luck(evening: Evening, form: str, people: int) -> None:
    """Each round's tables are checked against each other, pair by pair, from their logs alone."""
    gathering, rng = Gathering(evening), random.Random("duplicate")
    options = {"track": "sprint", "race": "points", "target": "3"}
    whole = await gathering.begin(people, game="pistard", options=options, format=form, table=2, days=5, seasons=1)
    assert whole.cup.duplicate
    begun = gathering.evening.now()
    while whole.cup.phase == "running":
        assert gathering.evening.now() < begun + 45 * DAY
        await gathering.later(0.25, step=6 * HOUR)
        if rng.random() < 0.1:
            await gathering.restart()
        whole = await gathering.cups.whole(whole.cup.id)
        for one in whole.of_round(whole.cup.round):
            if one.match is not None and one.ranks is None:
                for _ in range(6):
                    await answer(gathering, one.match, rng)
        whole = await gathering.work(whole.cup.id)
    assert all(table.ranks is not None for table in whole.tables)
    check_lots(whole, await gathering.cups.log(whole.cup.id))
    for number in range(1, whole.cup.round + 1):
        logs = [await gathering.evening.log(table.match) for table in whole.of_round(number) if table.match is not None]
        assert len(logs) > 1
        drawn = [[(draw.why, draw.fell) for row in log for draw in row.draws] for log in logs]
        for one, other in itertools.combinations(map(by_reason, drawn), 2):
            for why in one.keys() & other.keys():
                for mine, theirs in zip(one[why], other[why], strict=False):
                    assert mine[: len(theirs)] == theirs[: len(mine)], why
    for table in whole.tables:
        assert table.match is None or not (await gathering.evening.header(table.match)).hidden
    if gathering.evening is not evening:
        await gathering.evening.store.close()


def by_reason(draws: list[tuple[str, list[int]]]) -> dict[str, list[list[int]]]:
    """How the draws fell, by their reasons, in order."""
    fell: dict[str, list[list[int]]] = {}
    for why, pips in draws:
        fell.setdefault(why, []).append(pips)
    return fell


async def answer(gathering: Gathering, match: int, rng: random.Random) -> None:
    """Most of those who are asked answer, but those who have vanished."""
    seen = await gathering.evening.matches.see(match, None)
    for seat in seen.view.waiting if seen.match.phase == "running" else ():
        user = seen.match.seats[seat or 0].user
        if user is not None and user - FIRST not in VANISHING and rng.random() < 0.9:
            await gathering.evening.answer(match, user)


def check_lots(whole: WholeCup, log: list[CupRow]) -> None:
    """Any reader of the published file draws the same, no matter who came and went."""
    again = replay(decode(encode(published(whole, log))))
    assert again == Replay(len(whole.tables), ())


def check(whole: WholeCup, form: str) -> None:
    """What the format says."""
    outcomes, field = outcomes_of(whole), field_of(whole)
    lines = standing_of(whole)
    assert sorted(line.place for line in lines) == list(range(1, 17))
    assert all(table.ranks is not None for table in whole.tables)
    for number in range(1, whole.cup.round + 1):
        duels = {duel_of(whole, table) for table in whole.of_round(number)}
        places = [place for duel in duels for place in duel[0].places]
        assert len(places) == len(set(places))
        assert all(len(duel) == 1 or duel[0].ranks == (duel[1].ranks or ())[::-1] for duel in duels)
        assert all(field.plays(place, number) for place in places)
    gone = {entrant.user - FIRST for entrant in whole.entrants if entrant.state == EntrantState.GONE}
    assert gone & set(VANISHING)
    if form == "knockout":
        assert whole.cup.round == 4
        lost = {(outcome.round, place) for outcome in outcomes for place in outcome.ranked()[1:]}
        assert len(lost) == len({place for _, place in lost}) == 15
        assert lines[0].place not in {place for _, place in lost}
    if form == "swiss":
        assert max(meetings(outcomes).values()) == 1
    if form == "league":
        check_league(field, outcomes)
    if form == "robin":
        assert whole.cup.round == 5
        assert all(count == 1 for count in meetings(outcomes).values())
    if form == "groups":
        assert all(len(table.places) <= 4 for table in whole.tables)


def check_league(field: Field, outcomes: list[Outcome]) -> None:
    """Two seasons, in each of which every two of a division meet once; two go up and two go down in between."""
    length = groups.season_rounds(field)
    assert max(outcome.round for outcome in outcomes) == 2 * length
    before, after = (groups.divisions(field, outcomes, season) for season in (1, 2))
    assert [len(table) for table in before] == [len(table) for table in after] == [6, 5, 5]
    for upper, lower in itertools.pairwise(range(3)):
        assert len(set(before[lower]) & set(after[upper])) == groups.MOVING
    for season, divisions in ((1, before), (2, after)):
        held = [outcome for outcome in outcomes if (season - 1) * length < outcome.round <= season * length]
        met = meetings(held)
        assert set(met.values()) == {1}
        home = {place: at for at, division in enumerate(divisions) for place in division}
        assert all(home[first] == home[other] for first, other in met)
        stay = [place for place in field.places if field.plays(place, season * length)]
        for first, other in itertools.combinations(stay, 2):
            assert ((first, other) in met) is (home[first] == home[other])

"""A clock that stands in PACES alone: every place where clocks count takes it as it is."""

import pytest

import model.pace
from cogs.opening.form import opening_form
from cogs.opening.request import OpeningRequest
from cogs.ui.controls import CLOCK_FIELD
from host.cups.cups import CupRequest
from host.lobby.forecast import Length
from host.lobby.lobby import MatchRequest
from host.lobby.presets import days_of
from host.time.clocks import DAY, HOUR, refilled
from locales import Catalogue, catalogue
from model.kinds import Owed, Reminder, VoteKind
from model.pace import Pace
from model.terms import Terms
from tests.host.evening import ADA, BO, CY, PLACE, Evening, refused
from tests.host.repair.stewards import MEG, number, steward

HERE = PLACE.guild or 0

pytestmark = pytest.mark.usefixtures("rope")

NEW = {
    "weekly": Pace(7 * DAY, DAY, 14 * DAY, DAY, 5 * DAY, 2 * DAY, 3 * DAY, handover=DAY),
    "midday": Pace(0.0, 0.0, 0.0, 3 * HOUR, 2 * DAY, DAY, DAY, by_evenings=True),
    "blitz": Pace(60.0, 5.0, 120.0, 0.0, 50.0, 30.0, 40.0, is_live=True),
    "never": Pace(0.0, 0.0, 0.0, 0.0, 3 * DAY, 0.0, DAY, is_endless=True),
}


@pytest.fixture(params=NEW)
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(model.pace._PACES, request.param, NEW[request.param])
    return request.param


@pytest.fixture
def pace(clock: str) -> Pace:
    return NEW[clock]


async def late(evening: Evening, match: int) -> list[float]:
    """When each player's time is up."""
    return [deadline.due for deadline in await evening.store.deadlines(match) if deadline.kind == Owed.LATE]


async def test_it_is_offered_and_stored(evening: Evening, clock: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Catalogue._text  # its words are all that it needs besides
    monkeypatch.setattr(Catalogue, "_text", lambda say, key, n: clock if clock in key else known(say, key, n))
    form = opening_form(evening.house, OpeningRequest("pistard", 2), catalogue("en"), alone=False).to_dict()
    [field] = [part["component"] for part in form["components"] if part["component"]["custom_id"] == CLOCK_FIELD]
    assert clock in [option["value"] for option in field["options"]]
    opened = await evening.lobby.open(MatchRequest("rope", {}, 2, Terms(clock)), PLACE, evening.person(ADA))
    assert (await evening.header(opened.id)).terms == Terms(clock)


async def test_time_runs_out_as_it_says_but_where_it_never_does(evening: Evening, clock: str, pace: Pace) -> None:
    match = await evening.play(ADA, BO, game="rope", clock=clock)
    owed = {deadline.kind: deadline.due - evening.now() for deadline in await evening.store.deadlines(match)}
    assert owed[Reminder.STALLED] == pace.stall
    assert (Owed.LATE in owed) is not pace.is_endless
    if not pace.is_endless and not pace.by_evenings:
        assert owed[Owed.LATE] == refilled(pace, pace.bank) + pace.grace
    elif pace.by_evenings:
        assert pace.grace <= owed[Owed.LATE] <= pace.grace + DAY
    evening.now.later(max(owed.values()) + 1)
    await evening.owe()
    assert any(row.how == "late" for row in await evening.log(match)) is not pace.is_endless


async def test_a_vote_on_a_seat_comes_when_it_says(evening: Evening, clock: str, pace: Pace) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock=clock)
    early = evening.now() + pace.replaced_after
    evening.now.later(pace.replaced_after - 1)
    with refused("vote.early", at=int(early)):
        await evening.ask(match, BO, VoteKind.REPLACE, 0)
    evening.now.later(1)
    await evening.ask(match, BO, VoteKind.REPLACE, 0)
    vote = (await evening.header(match)).vote
    assert vote is not None and vote.until - vote.since == (HOUR if pace.is_live else 2 * DAY)


async def test_a_vote_gives_the_time_that_it_says(evening: Evening, clock: str, pace: Pace) -> None:
    match = await evening.play(ADA, BO, CY, game="rope", clock=clock)
    if pace.is_endless:
        with refused("vote.no.clock"):
            await evening.ask(match, ADA, VoteKind.EXTEND)
        return
    await evening.ask(match, ADA, VoteKind.EXTEND)
    given = await evening.say(match, BO, yes=True)
    assert [row.credit for row in given.seats] == [pace.extension, 0, 0]


async def test_an_answer_undo_pause_and_outage_know_it(evening: Evening, clock: str, pace: Pace) -> None:
    match = await evening.ride(ADA, BO, clock=clock)
    await evening.move(match)
    await evening.pauses.guild_gone(7)
    evening.now.later(HOUR)
    await evening.pauses.guild_back(7)
    await evening.owe()
    header = await evening.header(match)
    assert header.phase == "running" and all(row.bank <= max(pace.most, DAY) for row in header.seats)


async def test_time_is_given_back_and_left_out(evening: Evening, clock: str, pace: Pace) -> None:
    """In downtime that was announced, and by a manager."""
    match = await evening.play(ADA, BO, game="rope", clock=clock)
    before = await late(evening, match)
    since = evening.now() + 10
    await evening.house.downtimes.announce(HERE, since, since + HOUR, steward(evening, MEG))
    if pace.is_endless:
        assert before == await late(evening, match) == []
        with refused("vote.no.clock"):
            await evening.house.repairs.excused(match, None, MEG)
        return
    assert await late(evening, match) == [before[0] + HOUR]
    evening.now.later(5)
    await evening.house.repairs.excuse(match, None, 0, await number(evening, match), steward(evening, MEG))
    assert (await late(evening, match))[0] >= before[0]


async def test_presets_and_cups_know_it(evening: Evening, clock: str, pace: Pace) -> None:
    if pace.handover:
        assert days_of(Length(answers=100, legs=False, handovers=10), clock) == 10
    cup = CupRequest("rope", {}, "swiss", clock=clock)
    if pace.is_live:
        with refused("house.clock"):
            await evening.house.cups.open(cup, PLACE, evening.person(ADA))
    else:
        assert (await evening.house.cups.open(cup, PLACE, evening.person(ADA))).clock == clock

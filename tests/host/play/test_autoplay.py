"""The moves a bot owes a match: openings, forced moves, computers, absent seats; also after a crash."""

import random
from typing import Any
from unittest.mock import Mock

import pytest

from db.store import Doubled
from host.play.step_facts import SEALED_DELAY
from opponents import OPPONENTS
from tests.host.evening import ADA, BO, CY, GAMES, Evening, addressed, view_of
from tests.host.toll import Toll


@pytest.fixture
def toll(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "tiny", Toll())


async def hows(evening: Evening, match: int) -> list[str]:
    """How each move came about."""
    return [row.how for row in await evening.moves(match)]


def slowly(evening: Evening, due: float) -> bool:
    """Whether an answer that is due then takes as long as a sealed one does."""
    least, most = SEALED_DELAY
    return 0 < least <= due - evening.now() <= most


async def test_the_house_opens_a_leg(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    deal, opening = (await evening.log(match))[-2:]
    assert (deal.kind, deal.how, deal.draws[0].why) == ("deal", "house", "deck")
    assert (opening.kind, opening.how, opening.by, opening.path, opening.user) == (
        "move",
        "opening",
        None,
        ("leg.1",),
        None,
    )
    assert await evening.owed(match) == []


# --- forced answers


async def test_a_player_who_has_no_choice_is_not_asked(evening: Evening, toll: None) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.answer(match, ADA, ("0", "-"))
    seen = await evening.answer(match, BO, ("3", "-"))
    assert (seen.view.stage, seen.view.waiting, view_of(seen).prize) == ("prize", (1,), 0)
    row = (await evening.log(match))[-1]
    assert (row.how, row.by, row.path, row.user, row.interaction_id) == ("forced", 1, ("pay",), None, None)


async def test_with_forced_answers_off_everybody_presses_for_themselves(evening: Evening, toll: None) -> None:
    match = await evening.play(ADA, BO, game="tiny", forced=False)
    await evening.play_on(match, random.Random(1))
    assert set(await hows(evening, match)) == {"player", "opening"}


async def test_a_player_who_gets_a_question_after_a_forced_answer_is_called(evening: Evening, toll: None) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.answer(match, BO, ("3", "-"))
    await evening.deliver()
    seen = await evening.answer(match, ADA, ("0", "-"))
    assert (seen.view.stage, seen.view.waiting) == ("prize", (1,))
    assert ("turn", BO) in addressed(await evening.deliver())
    assert [m.match.id for m in await evening.matches.asked(BO)] == [match]


# --- computers


async def test_computers_ride_on_within_the_press(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy", "easy"])
    await evening.think(match)
    seen = await evening.answer(match, ADA)
    assert seen.view.waiting == (0,)
    await evening.play_on(match, random.Random(3), until=lambda seen: view_of(seen).turn > 3)
    rows = await evening.log(match)
    assert {row.how for row in rows if row.by in (1, 2)} == {"computer"}


async def test_what_is_too_much_for_one_press_is_left_to_the_clock_of_any_process(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.play.autoplay.AT_ONCE", 1)
    match = await evening.play(ADA, opponents=["easy", "easy", "easy"])
    await evening.think(match)
    await evening.answer(match, ADA)
    while not (await evening.owed(match)):
        await evening.answer(match, ADA)
    assert (await hows(evening, match))[-2:] == ["player", "computer"]
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.seq, owed.due) == ("computer", (await evening.header(match)).seq, evening.now())
    assert await neighbour.owe() is None
    assert (await evening.matches.see(match, None)).view.waiting == (0,)


async def test_a_computer_thinks_about_a_sealed_answer_for_a_while(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"] * 3)
    seen = await evening.answer(match, ADA)
    assert seen.view.stage == "start"
    dues = [(owed.kind, owed.seat, owed.due) for owed in await evening.owed(match)]
    assert sorted((kind, seat) for kind, seat, _ in dues) == [("computer", 1), ("computer", 2), ("computer", 3)]
    assert len({due for _, _, due in dues}) == 3
    assert all(slowly(evening, due) for _, _, due in dues)


async def test_a_sealed_stage_ends_when_all_have_answered_and_not_before(evening: Evening) -> None:
    match = await evening.play(ADA, BO, opponents=["easy"], game="tiny")
    await evening.think(match)
    assert (await evening.matches.see(match, None)).view.waiting == (0, 1)
    evening.now.later(100_000)
    await evening.owe()
    assert await evening.owed(match) == []
    await evening.answer(match, BO)
    seen = await evening.matches.see(match, None)
    assert (seen.view.stage, view_of(seen).leg, seen.view.waiting) == ("bid", 1, (0,))
    await evening.answer(match, ADA)
    events = [event.kind for row in await evening.log(match) for event in row.events]
    assert (events.count("revealed"), events.count("won")) == (3, 1)


# --- failures


async def test_the_press_counts_even_if_the_computer_after_it_fails(
    evening: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    await evening.think(match)
    monkeypatch.setitem(OPPONENTS, "easy", Mock(side_effect=ValueError))
    seen = await evening.answer(match, ADA)
    while not reports:
        seen = await evening.answer(match, ADA)
    assert seen.view.waiting == (1,)
    assert (await hows(evening, match))[-1] in ("player", "forced")
    [report] = reports
    assert (report["event"], report["match"], report["seq"]) == ("owed answer failed", match, seen.match.seq)


async def test_a_neighbour_that_was_faster_with_what_is_owed_goes_on_itself(
    evening: Evening, neighbour: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    await evening.think(match)
    commit, faster = evening.store.commit, []

    async def second(change: Any) -> Any:
        if change.row.how == "computer" and not faster:
            faster.append(await neighbour.owe())
        return await commit(change)

    monkeypatch.setattr(evening.store, "commit", second)
    seen = await evening.answer(match, ADA)
    while not faster:
        seen = await evening.answer(match, ADA)
    assert seen.view.waiting == (0,)
    assert reports == []
    seqs = [row.seq for row in await evening.log(match)]
    assert seqs == list(range(1, seen.match.seq + 1))


# --- giving up


async def test_with_one_of_two_gone_the_match_is_over(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, seen = await evening.due(match)
    left = await evening.seats.resign(match, user, evening.press())
    assert (left.phase, left.key, left.seats[seen.seat or 0].resigned) == ("over", b"", True)
    row = (await evening.log(match))[-1]
    assert (row.kind, row.by, row.user, row.events[0].data) == ("resign", seen.seat, user, {"seat": seen.seat})
    public = await evening.matches.see(match, None)
    assert [standing.seat for standing in public.standings][-1] == seen.seat
    assert [standing.rank for standing in public.standings] == [1, 2]
    assert await evening.owed(match) == []
    assert await evening.matches.asked(ADA) == await evening.matches.asked(BO) == []


async def test_with_one_of_three_gone_the_house_rides_for_that_seat(evening: Evening) -> None:
    match = await evening.ride(ADA, BO, CY)
    user, seen = await evening.due(match)
    left = await evening.seats.resign(match, user, evening.press())
    assert left.phase == "running"
    first = (await evening.log(match))[seen.match.seq + 1]
    assert (first.how, first.by, first.path) == ("absent", seen.seat, seen.game.fallback(seen.view))
    assert (await evening.matches.see(match, user)).seat is None
    seen = await evening.play_on(match, random.Random(5), until=lambda seen: view_of(seen).turn > 3)
    assert (await hows(evening, match)).count("absent") > 2
    assert [standing.rank for standing in seen.standings][-1] == 3
    assert seen.standings[-1].seat == first.by


async def test_the_house_answers_for_a_player_who_left_in_a_sealed_stage_as_slowly_as_a_computer(
    evening: Evening,
) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny")
    await evening.seats.resign(match, BO, evening.press())
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.seat) == ("absent", 1)
    assert slowly(evening, owed.due)
    await evening.answer(match, ADA)
    await evening.answer(match, CY)
    assert (await evening.matches.see(match, None)).view.stage == "bid"
    await evening.think(match)
    assert (await evening.matches.see(match, None)).view.stage == "prize"


async def test_a_player_who_began_alone_against_computers_ends_it_by_giving_up(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy", "easy"])
    assert (await evening.seats.resign(match, ADA, evening.press())).phase == "over"


async def test_a_player_gives_up_once(evening: Evening) -> None:
    match, interaction_id = await evening.play(ADA, BO, CY), evening.press()
    await evening.seats.resign(match, ADA, interaction_id)
    with pytest.raises(Doubled):
        await evening.seats.resign(match, ADA, interaction_id)

"""Where the lead of a match changed hardest, as the standings tell it."""

import random

import pytest

from engines.table import Standing
from host.careers import endings
from host.careers.swing import Swing, hardest, unchallenged
from tests.host.evening import ADA, BO, CY, Evening


def stood(*points: int) -> tuple[Standing, ...]:
    """Standings by points alone."""
    return tuple(Standing(seat, 1 + sum(more > own for more in points), own) for seat, own in enumerate(points))


def test_the_change_with_the_most_points_between_before_and_after_is_the_hardest() -> None:
    course = [stood(0, 0, 0), stood(2, 0, 0), stood(2, 3, 0), stood(9, 3, 0), stood(9, 9, 0), stood(9, 10, 0)]
    assert hardest(course) == Swing(3, 0, 1, behind=1, ahead=6)


def test_of_equal_changes_the_latest_counts() -> None:
    assert hardest([stood(2, 0), stood(2, 3), stood(5, 3)]) == Swing(2, 0, 1, behind=1, ahead=2)


def test_a_lead_that_was_level_in_between_has_changed_all_the_same() -> None:
    course = [stood(4, 0), stood(4, 4), stood(4, 6)]
    assert hardest(course) == Swing(2, 1, 0, behind=0, ahead=2)


def test_going_level_and_away_again_is_no_change() -> None:
    course = [stood(4, 0), stood(4, 4), stood(6, 4)]
    assert hardest(course) is None
    assert unchallenged(course) == 0


def test_a_lead_that_points_do_not_tell_is_left_out() -> None:
    last_on_the_track = (Standing(0, 1, 3), Standing(1, 2, 12))
    assert hardest([stood(3, 12), last_on_the_track]) is None
    assert unchallenged([stood(3, 12), last_on_the_track]) is None


@pytest.mark.parametrize(
    "course",
    [[], [stood(0, 0)], [stood(0, 0), stood(1, 1)], [stood(0, 0), stood(0, 5)], [stood(1, 0), stood(1, 1)]],
    ids=["nothing", "the start", "level at the end", "decided by the last step", "caught up at the end"],
)
def test_without_a_lead_there_is_nothing_to_tell(course: list[tuple[Standing, ...]]) -> None:
    assert hardest(course) is None
    assert unchallenged(course) is None


# --- of real matches


async def ended(evening: Evening, *users: int, luck: int) -> int:
    match = await evening.play(*users, game="rope")
    await evening.play_on(match, random.Random(luck))
    return match


async def ending_of(evening: Evening, match: int) -> endings.Ending:
    return await evening.house.endings.of(await evening.matches.see(match, None))


@pytest.mark.usefixtures("rope")
async def test_the_swing_of_a_match_is_the_one_that_all_its_steps_tell(evening: Evening) -> None:
    found = 0
    for luck in range(4):
        match = await ended(evening, ADA, BO, CY, luck=luck)
        seqs = await evening.house.replays.steps(match, None)
        frames = await evening.house.replays.frames(match, None, seqs)
        expected = hardest([frame.seen.view.standings for frame in frames])
        ending = await ending_of(evening, match)
        assert (ending.swing is None) == (expected is None)
        if ending.swing is not None and expected is not None:
            found += 1
            assert (ending.swing.seat, ending.swing.rival) == (expected.seat, expected.rival)
            heard = tuple(event for event in frames[expected.at].news if event.to is None)
            assert ending.happened == (heard if expected.at < len(frames) - 1 else ())
    assert found


@pytest.mark.usefixtures("rope")
async def test_in_a_long_match_the_step_is_looked_for_between_two_states(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await ended(evening, ADA, BO, luck=3)
    whole = await ending_of(evening, match)
    monkeypatch.setattr(endings, "LOOKED_AT", 8)
    evening.now.later(endings.KEPT_FOR + 1)
    assert whole.swing is not None
    coarse = await ending_of(evening, match)
    assert coarse.swing is not None
    assert coarse.happened, "it is one step, not the stretch between two states"


async def test_it_is_read_once_for_all_messages_and_each_person_hears_of_their_own(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.play_on(match, random.Random(1))
    whole = await ending_of(evening, match)
    assert {gain.user for gain in whole.gains} == {ADA, BO}
    assert await ending_of(evening, match) is whole
    assert [gain.user for gain in whole.of(BO).gains] == [BO]
    assert whole.of(BO).swing == whole.swing


async def test_what_was_given_up_has_no_swing(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.seats.resign(match, ADA, None)
    ending = await ending_of(evening, match)
    assert (ending.swing, ending.unchallenged) == (None, None)
    assert {gain.user for gain in ending.gains} == {ADA, BO}, "it counts all the same"


async def test_who_is_forgotten_is_named_no_longer(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.play_on(match, random.Random(1))
    assert "Ada" in [gain.name for gain in (await ending_of(evening, match)).gains]
    await evening.house.privacy.forget(ADA)
    assert "Ada" not in [gain.name for gain in (await ending_of(evening, match)).gains]


async def test_records_are_told_the_first_time_only(evening: Evening) -> None:
    wins = []
    for luck in range(3):
        match = await evening.play(ADA, BO, game="tiny")
        await evening.play_on(match, random.Random(luck))
        gains = {gain.user: gain for gain in (await ending_of(evening, match)).gains}
        wins += [user for user, gain in gains.items() if gain.is_first_win]
        assert luck or not any(gain.is_best for gain in gains.values()), "a first rating is no record"
        for gain in gains.values():
            assert gain.change is not None
            assert not gain.is_best or gain.change.before is None or gain.change.points > gain.change.before
    assert wins
    assert len(wins) == len(set(wins))

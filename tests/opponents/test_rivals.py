"""The tables of the levels: how they are counted, and once a night whether each is as strong as it is said to be."""

import pytest

from bench import rivals
from bench.rivals import AIMS, BATCH, BRIEF, Aim, Share, Trial, tried, won

DOUBTLESS = 3.29  # standard deviations: one of a thousand right shares is outside of them
ROWS = [(game, level, seats) for game, aims in AIMS.items() for level, seats in aims]


def test_the_interval_is_wilson_s() -> None:
    low, high = Share(30.0, 40).interval()
    assert (round(low, 3), round(high, 3)) == (0.598, 0.858)
    assert Share().interval() == (0.0, 1.0)


def test_matches_of_one_luck_are_played_from_every_seat() -> None:
    trial = Trial("pistard", "fair", "fair", seats=2, options={"track": "sprint", "target": "3"})
    firsts = [won(trial, number) for number in range(2, 8)]
    assert [first + other for first, other in zip(firsts[::2], firsts[1::2], strict=True)] == [1, 1, 1], (
        "equals swap places"
    )


def test_it_stops_as_soon_as_the_aim_is_surely_missed_or_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "BATCH", 16)
    trial = Trial("schlangennest", "easy", "easy")
    assert tried(trial, Aim(0.99, 0.95), most=48, jobs=1).matches == 16
    assert tried(trial, Aim(0.2, 0.0), most=48, jobs=1).matches == 16


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "level", "seats"), ROWS)
def test_a_level_is_as_strong_as_it_is_said_to_be(game: str, level: str, seats: int) -> None:
    aim = AIMS[game][level, seats]
    trial = Trial(game, level, seats=seats, seconds=BRIEF.get(level, 0.0))
    share = tried(trial, aim, most=BATCH, jobs=1)
    low, high = share.interval(DOUBTLESS)
    assert low <= aim.most, share
    assert high >= aim.least, share

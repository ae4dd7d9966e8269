"""The path of someone who plays alone: which level comes next, and wins in a row."""

import pytest

from host.careers.solo_path import SoloPath, path_of, streak_of
from model.kinds import ResultKind
from model.match import Result

pytestmark = pytest.mark.quick

LEVELS = ("easy", "fair", "strong")


def path(played: str) -> SoloPath:
    """The path after these matches: "e" is a match against easy, "E" one that was won; "x" was played with people."""
    kind, ranks = ResultKind.STAYED, [1 + letter.islower() for letter in played]
    results = [
        Result(number, 1, 0, "Ann", "pistard", None, float(number), kind, False, rank, 2, 0, 1, 0)
        for number, rank in enumerate(ranks)
    ]
    names = {level[0]: level for level in LEVELS}
    met = {number: (names[letter.lower()],) for number, letter in enumerate(played) if letter.lower() in names}
    return path_of(results, met, LEVELS)


@pytest.mark.parametrize(
    ("played", "level", "beaten"),
    [
        ("", "easy", ""),
        ("EE", "easy", ""),
        ("EEE", "fair", "easy"),
        ("EEeE", "fair", "easy"),
        ("EEEee", "easy", ""),
        ("EEEFfFF", "strong", "fair"),
        ("EEEFFFSSS", "strong", "strong"),
        ("FFF", "strong", "fair"),
        ("EEEFFFeee", "strong", "fair"),
        ("xxxx", "easy", ""),
    ],
)
def test_three_wins_of_four_lead_to_the_next_level(played: str, level: str, beaten: str) -> None:
    assert (path(played).level, path(played).beaten) == (level, beaten)


def test_of_the_latest_four_matches_it_tells_the_wins() -> None:
    assert path("eEEeEE") == SoloPath("fair", "easy", 3, 4, 2)


@pytest.mark.parametrize(("played", "streak"), [("", 0), ("e", 0), ("EF", 2), ("EeFE", 2), ("EExx", 2)])
def test_wins_in_a_row_count_against_all_levels(played: str, streak: int) -> None:
    assert path(played).streak == streak


def test_a_streak_ends_with_what_was_not_won() -> None:
    assert [streak_of(wins) for wins in ([], [True], [False], [True, False], [False, True, True])] == [0, 1, 0, 0, 2]

"""The pictures of careers: small, legible, the same every time, with all that they must show inside its cell."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from locales import catalogue
from model.career import LadderRow, Profile, Rating, Record
from render import Say
from render.career import ladder, podium, profile, roll
from render.career.colours import LINES
from render.career.curve import thinned
from render.career.ladder import NAME, NAME_WIDE
from render.career.signs import mask
from tests.render import careers
from tests.render.careers import KINDS, SHOWN, WHEN, dated, first_page, person, row
from tests.render.png import check_golden, check_picture, check_speed, opened

SAY, LONGER = catalogue("en"), catalogue("en-XA")
MOST_BYTES = 64 * 1024
MOST_HEIGHT = 1500
MOST_SECONDS = 0.2  # several times what it takes, for a busy machine

DRAW: dict[str, Callable[..., bytes]] = {"ladder": ladder, "profile": profile, "podium": podium, "roll": roll}


def drawn(page: str, say: Say) -> bytes:
    """The picture of that page."""
    kind, career, more = SHOWN[page]
    return DRAW[kind](career, say, *more)


def changed(value: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    """The part in which two pictures of one size differ."""
    return ImageChops.difference(opened(value).convert("RGB"), opened(other).convert("RGB")).getbbox()


def grey(png: bytes) -> bytes:
    return opened(png).convert("L").tobytes()


@pytest.mark.parametrize("page", SHOWN)
def test_a_picture_is_small_the_same_every_time_and_another_in_a_longer_language(page: str) -> None:
    png, longer = drawn(page, SAY), drawn(page, LONGER)
    for picture in (png, longer):
        check_picture(picture, MOST_BYTES, MOST_HEIGHT, 201)
    assert drawn(page, SAY) == png != longer


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_a_name_stays_in_its_cell(name: str | None) -> None:
    known, named = (ladder(first_page((row(1, "Ann"), row(2, second), row(3, "Bob"))), SAY) for second in ("l", name))
    box = changed(known, named)
    assert box is not None
    assert opened(known).size == opened(named).size
    assert box[0] >= NAME - 8 and box[2] <= NAME + NAME_WIDE + 8
    assert box[3] - box[1] <= 64, "it keeps to its own row"


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_everybody_has_a_profile_a_step_and_an_honour(name: str | None) -> None:
    met = replace(careers.FULL.favourites[0], **person(name))
    others = replace(careers.FULL, **person(name), games=careers.GAMES[:1], favourites=(met,), nemesis=met)
    assert opened(profile(others, SAY, dated)).width == 800
    on = tuple(replace(row, **person(name)) for row in careers.PODIUM.rows)
    assert opened(podium(replace(careers.PODIUM, rows=on), SAY, WHEN)).width == 800
    winner = (careers.LEFT if name is None else 1, name or "")
    won = (replace(careers.HONOURS[0], winners=(winner, winner, winner)),)
    assert opened(roll(replace(careers.ROLL, entries=won), SAY, dated)).width == 800


def test_my_own_row_differs_by_more_than_colour() -> None:
    plain, mine = (replace(careers.FIRST, mine=mine) for mine in (None, careers.ROWS[0]))
    box = changed(ladder(plain, SAY), ladder(mine, SAY))
    assert box is not None and box[0] < 20, "a pointer at the left"
    assert grey(ladder(plain, SAY)) != grey(ladder(mine, SAY))


def test_my_own_row_is_there_on_every_page() -> None:
    without = replace(careers.PAGE, mine=None)
    assert opened(ladder(careers.PAGE, SAY, WHEN)).height > opened(ladder(without, SAY, WHEN)).height
    other = replace(careers.PAGE, mine=row(7, "Greta"))
    assert changed(ladder(careers.PAGE, SAY, WHEN), ladder(other, SAY, WHEN)) is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (row(1, "Ann", climbed=3), row(1, "Ann", climbed=-3)),
        (row(1, "Ann", climbed=0), row(1, "Ann", climbed=None)),
        (row(1, "Ann", rating=Rating(1500, 90)), row(1, "Ann", rating=Rating(1500, 90, provisional=True))),
        (row(1, "Ann"), row(None, "", opponent="fair")),
        (row(1, "Ann", streak=1), row(1, "Ann", streak=2)),
    ],
    ids=["up and down", "same and new", "sure and provisional", "person and computer", "streaks"],
)
def test_signs_can_be_told_apart_without_colours(one: LadderRow, other: LadderRow) -> None:
    first, second = (ladder(first_page((found,)), SAY) for found in (one, other))
    assert grey(first) != grey(second)


def test_curves_have_markers_of_their_own() -> None:
    for (_, first), (_, other) in combinations(LINES, 2):
        assert mask(first, 22).tobytes() != mask(other, 22).tobytes()


def test_long_curves_are_thinned_and_keep_their_ends() -> None:
    points = careers.curve(1500, 300)
    kept = thinned(points, 50)
    assert (len(kept), kept[0], kept[-1]) == (50, points[0], points[-1])
    assert thinned(points[:3], 50) == list(points[:3])


def test_a_rating_that_never_moved_is_drawn() -> None:
    flat = tuple(replace(point, points=1500, spread=0) for point in careers.curve(1500, 3))
    game = replace(careers.GAMES[0], curve=flat)
    assert opened(profile(Profile(1, "Ann", (game,)), SAY, dated)).height > 400


def test_a_long_career_fits_its_columns() -> None:
    long, short = (replace(careers.GAMES[0], record=Record(n, n, n), curve=()) for n in (12_345, 1))
    first, second = (profile(Profile(1, "Ann", (game,)), SAY, dated) for game in (long, short))
    box = changed(first, second)
    assert box is not None
    assert opened(first).height == opened(second).height


def test_more_than_three_on_a_step_are_counted() -> None:
    four = tuple(replace(careers.PODIUM.rows[0], user=at + 1, name=str(at)) for at in range(4))
    three, more = (podium(replace(careers.PODIUM, rows=four[:n]), SAY, WHEN) for n in (3, 4))
    assert opened(more).height > opened(three).height


def test_a_known_ladder_looks_as_it_did() -> None:
    check_golden(ladder(careers.PAGE, SAY, WHEN), "career-ladder")


@pytest.mark.parametrize("page", ["page of the ladder", "profile", "podium with ties", "roll of honour"])
def test_a_picture_is_drawn_quickly(page: str) -> None:
    check_speed(lambda: drawn(page, SAY), MOST_SECONDS)

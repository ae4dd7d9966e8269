"""The podium of a match: for every game and any table small, legible, the same every time, with all names in cells."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops

from engines import GAMES
from locales import catalogue
from render import Say
from render.career.heading import HEAD
from render.career.steps import MARGIN, ROOM, WIDE
from render.podium import Placed, Podium, podium, podium_alt
from tests.render.careers import KINDS
from tests.render.png import check_picture, check_speed, opened

SAY, LONGER = catalogue("en"), catalogue("en-XA")
MOST_BYTES, MOST_HEIGHT, MOST_ALT = 60 * 1024, 1500, 1000
MOST_SECONDS = 0.2  # several times what it takes, for a busy machine
CUT = 24  # characters of a name that reach a picture


def ended(game: str, ranks: Sequence[int], names: Sequence[str] = ()) -> Podium:
    """The end of match 7, with these ranks by seat."""
    called = [*names, *(f"Rider {seat}" for seat in range(len(names), len(ranks)))]
    rows = [Placed(seat, rank, called[seat], f"{20 - rank} points") for seat, rank in enumerate(ranks)]
    return Podium(game, 7, tuple(sorted(rows, key=lambda row: row.rank)))


TABLES = [(key, seats) for key, game in GAMES.items() for seats in (game.spec.seats[0], game.spec.seats[-1])]
RANKS = {
    "two": (2, 1),
    "two level": (1, 1),
    "a winner": (2, 1, 4, 3),
    "two winners": (1, 3, 1, 4),
    "two seconds": (2, 2, 1, 4),
    "all level": (1, 1, 1, 1),
}


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("say", [SAY, LONGER], ids=["en", "en-XA"])
def test_every_game_has_a_small_picture_that_says_nothing_about_itself(game: str, seats: int, say: Say) -> None:
    end = ended(game, range(1, seats + 1))
    png = podium(end, say)
    check_picture(png, MOST_BYTES, MOST_HEIGHT, 401)
    assert podium(end, say) == png
    alt = podium_alt(end, say)
    assert 0 < len(alt) <= MOST_ALT
    assert all(winner.name in alt for winner in end.placed[:3])
    assert not any(winner.name in alt for winner in end.placed[3:])


@pytest.mark.parametrize("ranks", RANKS.values(), ids=RANKS.keys())
def test_all_ways_to_rank_are_drawn_and_told(ranks: Sequence[int]) -> None:
    end = ended("pistard", ranks)
    assert opened(podium(end, SAY)).height <= MOST_HEIGHT
    told = [winner for winner in end.placed if winner.rank <= 3]
    assert podium_alt(end, SAY).count(" points.") == len(told)


def test_as_many_tie_as_a_table_has_seats() -> None:
    three, many = (podium(ended("superechelon", (1,) * seats), SAY) for seats in (3, 8))
    assert opened(three).height < opened(many).height <= MOST_HEIGHT


@pytest.mark.parametrize("name", KINDS.values(), ids=KINDS.keys())
def test_a_name_in_any_script_stays_below_its_step(name: str | None) -> None:
    # of two lines at least, so that the picture is as high for all
    known, named = (podium(ended("pistard", (1, 2, 3), (first[:CUT],)), SAY) for first in ("l", name or "A rider"))
    before, after = opened(known).convert("RGB"), opened(named).convert("RGB")
    size = max(before.height, after.height)
    left, right = (WIDE + MARGIN + MARGIN, 2 * (WIDE + MARGIN))
    if before.size == after.size:
        box = ImageChops.difference(before, after).getbbox()
        assert box is None or (box[0] >= left and box[2] <= right and box[1] >= HEAD + ROOM)
    assert size <= MOST_HEIGHT
    assert len(podium_alt(ended("pistard", (1, 2, 3), ((name or "")[:CUT],)), SAY)) <= MOST_ALT


@pytest.mark.parametrize("game", GAMES)
def test_without_colours_two_seats_still_differ(game: str) -> None:
    seats = GAMES[game].spec.seats[-1]
    greys = [
        opened(podium(Podium(game, 7, (Placed(seat, 1, "Ann", ""), Placed(99 % seats, 4, "Bob", ""))), SAY))
        .convert("L")
        .tobytes()
        for seat in range(seats)
    ]
    assert all(first != other for first, other in combinations(greys, 2))


def test_games_have_their_own_colours() -> None:
    pictures = [podium(replace(ended("pistard", (1, 2)), game=game), SAY) for game in GAMES]
    tops = {opened(picture).convert("RGB").getpixel((400, 2)) for picture in pictures}
    assert len(tops) == len(GAMES)


def test_the_winner_stands_highest() -> None:
    def differs(winner: int) -> int:
        end, other = ended("pistard", (1, 2, 3)), ended("pistard", (1, 2, 3))
        rows = [replace(w, seat=3) if w.rank == winner else w for w in other.placed]
        changed = ImageChops.difference(
            opened(podium(end, SAY)).convert("RGB"),
            opened(podium(replace(other, placed=tuple(rows)), SAY)).convert("RGB"),
        ).getbbox()
        assert changed is not None
        return changed[1]

    assert differs(1) < differs(2) < differs(3)


def test_it_is_drawn_quickly() -> None:
    end = ended("schlangennest", (1, 1, 3, 4), ("Иван", KINDS["wide"] or "", "Zoë"))
    check_speed(lambda: podium(end, SAY), MOST_SECONDS)

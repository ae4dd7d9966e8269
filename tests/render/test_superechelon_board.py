"""Road and hand of SuperEchelon: what a step changes in their pictures, how cards find room, and what differs."""

from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from PIL import ImageChops

import locales
from engines.superechelon import FIGURES, TERRAINS, Breakaway, Played, SuperEchelon, SuperEchelonView, TourResult
from engines.superechelon.cards import MOST_TOURS
from engines.superechelon.road import with_cancelled, with_card
from engines.table import Path
from render import RENDERERS, kit
from render.superechelon.cards import CHIPS
from render.superechelon.colours import TOUR
from render.superechelon.figures import figure
from render.superechelon.icons import leader, sign
from render.superechelon.pages import ROAD, moment, on_road
from render.superechelon.preview import after
from render.superechelon.road import HEAD, arrange, ground, spots
from render.superechelon.words import tour_name
from tests.render.moments import moments
from tests.render.png import check_picture, opened

RENDERER = RENDERERS["superechelon"]
SAY = locales.catalogue("en")
GAME = SuperEchelon()
MOST_BYTES = 100 * 1024


def check(png: bytes) -> None:
    check_picture(png, MOST_BYTES)


def private(view: SuperEchelonView, path: Path = ()) -> bytes:
    png = RENDERER.hand(view, path)
    assert png is not None
    return png


def test_the_table_looks_the_same_to_everybody() -> None:
    for played in moments("superechelon")[3::29]:
        assert RENDERER.board(played.own) == RENDERER.board(played.public)
        assert RENDERER.hand(played.public) is None


def test_every_step_changes_the_pictures() -> None:
    view = moment(ROAD, viewer=0)
    steps: list[Path] = [(), ("bad.1.02",), ("bad.1.02", "b.1"), ("bad.1.02", "b.1", "climber.1.03")]
    assert len({RENDERER.board(view, path) for path in steps}) == 4
    assert len({private(view, path) for path in steps[:2]}) == 2
    assert private(view, steps[1]) == private(view, steps[3])


def test_a_preview_shows_what_the_play_will_do() -> None:
    previews = [(before, now) for before, now in pairwise(moments("superechelon")) if before.own.stage == "play"]
    for before, now in previews:
        if now.public.breakaways:
            assert after(before.own, before.path) == now.public.breakaways


def test_a_result_stays_on_the_road_until_the_next_card() -> None:
    played = next(
        m for m in moments("superechelon") if m.public.last and not m.public.breakaways and m.public.stage == "play"
    )
    view = played.public
    other = replace(view, last=replace(view.last, breakaways=view.last.breakaways[:1]))
    assert RENDERER.board(view) != RENDERER.board(other)
    assert opened(RENDERER.board(view)).height > opened(RENDERER.board(replace(view, last=None))).height


def test_an_empty_road_shows_who_leads() -> None:
    view = moments("superechelon")[0].public
    assert not view.breakaways and view.last is None
    others = [replace(view, leader=seat) for seat in range(view.table.seats)]
    assert len({RENDERER.board(other) for other in others}) == len(others)


def test_cancelled_and_copied_cards_can_be_told() -> None:
    played = moment(ROAD)
    struck = (ROAD[0], with_cancelled(ROAD[1], "climber.1.03", "mountain"))
    assert RENDERER.board(played) != RENDERER.board(replace(played, breakaways=struck))
    # a Good Day that copies a Super Gregario, or a Time Trialist of the same worth
    copies = [on_road("mountain", ((0, rider), (2, "good.1.03"))) for rider in ("super.1.00", "trialist.1.00")]
    assert copies[0][0].points == copies[1][0].points == 10
    pictures = [opened(RENDERER.board(replace(played, breakaways=made))).convert("RGB") for made in copies]
    lane = arrange((2,)).lanes[0]
    right = (lane.left + lane.width // 2, 170, lane.left + lane.width, 300)
    assert pictures[0].crop(right).tobytes() != pictures[1].crop(right).tobytes()


# --- room on the road


def crowds() -> list[tuple[int, ...]]:
    """Ways in which the cards of a stage may lie, from two players to eight."""
    rng = Random(4)
    counts: list[tuple[int, ...]] = [(1,), (28,), (1,) * 8, (21, *(1,) * 7), (3, 3), (4,) * 7, (14, 14)]
    for _ in range(40):
        counts.append(tuple(rng.randrange(1, 12) for _ in range(rng.randrange(1, 9))))
    return [count for count in counts if sum(count) <= 28]


@pytest.mark.parametrize("counts", crowds(), ids=lambda counts: "-".join(map(str, counts)))
def test_cards_keep_to_the_road_and_don_t_overlap(counts: tuple[int, ...]) -> None:
    layout = arrange(counts)
    width, height = layout.chip, CHIPS[layout.chip]
    assert layout.height <= 700
    corners: list[tuple[int, int]] = []
    for count, lane in zip(counts, layout.lanes, strict=True):
        assert lane.left >= 0 and lane.left + lane.width <= kit.WIDTH
        assert lane.top + lane.height <= layout.height
        for x, y in spots(lane, count, layout.chip):
            assert lane.left <= x and x + width <= lane.left + lane.width
            assert lane.top + HEAD <= y and y + height <= lane.top + lane.height
            corners.append((x, y))
    for (x, y), (left, top) in combinations(corners, 2):
        assert abs(x - left) >= width or abs(y - top) >= height


def test_fewer_cards_are_drawn_larger() -> None:
    assert arrange((3, 3)).chip > arrange((7, 7, 7, 7)).chip


# --- differences that show


def test_figures_terrains_and_scenes_differ_without_colour() -> None:
    for pictures in (
        [figure(name, (88, 70), close=True).convert("L") for name in FIGURES],
        [sign(terrain, 30) for terrain in TERRAINS],
        [ground(terrain, 100).convert("L") for terrain in TERRAINS],
    ):
        for first, other in combinations(pictures, 2):
            changed = ImageChops.difference(first, other).point([value > 40 for value in range(256)])
            assert sum(changed.histogram()[1:]) > 0.08 * first.width * first.height


@pytest.mark.parametrize("tours", [1, 3, 9])
def test_a_full_table_of_eight_can_be_drawn(tours: int) -> None:
    cards = [card for card in ("climber", "sprinter", "bad", "good") for _ in range(6)]
    breakaway = Breakaway("b.1", 0, (), 0)
    for at, name in enumerate(cards):
        breakaway = with_card(breakaway, Played(f"{name}.1.{at % 6:02}", at % 8), "mountain")
    base = moment((breakaway,))
    full = replace(
        base,
        table=replace(base.table, seats=8, options={**base.table.options, "tours": str(tours)}),
        tours=tours,
        tour=tours,
        results=(TourResult((200,) * 8, tuple(range(8))),) * (tours - 1),
        backs=(TERRAINS,) * 8,
        piles=(("climber.1.07",) * 12,) * 8,
        gc=(120,) * 8,
        down=(12,) * 8,
        standings=base.standings,
    )
    check(RENDERER.board(full))
    check(RENDERER.board(full, (), ("W" * 100,) * 8))


def test_every_tour_of_a_season_has_a_jersey_and_a_name_of_its_own() -> None:
    jerseys = {leader(tour, 38).tobytes() for tour in range(1, MOST_TOURS + 1)}
    assert len(jerseys) == len(set(TOUR)) == len({tour_name(tour, SAY) for tour in range(1, MOST_TOURS + 1)}) == 9


def test_the_boards_of_a_long_season_differ_from_tour_to_tour() -> None:
    base = moment(())
    base = replace(base, tours=9, table=replace(base.table, options={**base.table.options, "tours": "9"}))
    results = (TourResult((70, 65, 65), (0,)), TourResult((65, 70, 65), (1,))) * 4
    boards = [RENDERER.board(replace(base, tour=tour, results=results[: tour - 1])) for tour in range(1, 10)]
    assert len(set(boards)) == 9
    heights = [opened(board).height for board in boards]
    assert heights[1] - heights[0] == heights[6] - heights[5], "a line for five tours"
    assert heights[1:6] == heights[1:2] * 5

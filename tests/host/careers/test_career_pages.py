"""Pages of ladders with computer players between the people; what a match has brought; what is played most."""

from itertools import pairwise

import pytest

from host.careers.careers import Careers
from host.careers.ladders import final_table
from host.careers.opponent_ratings import opponent_points
from host.careers.pages import PAGE
from model.career import Ceremony, LadderRow, Rating, Record
from opponents import LEVELS
from tests.db.ended import AUTUMN, end
from tests.host.evening import ADA, BO, NOON, Evening

pytestmark = pytest.mark.quick

GUILD, ELSEWHERE = 7, 8
CROWD = range(1000, 1000 + 3 * PAGE)


@pytest.fixture
def careers(evening: Evening) -> Careers:
    return evening.house.careers


async def test_page_nought_is_the_one_with_me(evening: Evening, careers: Careers) -> None:
    await end(evening.store, NOON, {user: rank for rank, user in enumerate(CROWD, 1)}, guild=GUILD)
    last = CROWD[-1]
    mine = await careers.ladder("pistard", GUILD, page=0, me=last)
    assert (mine.page, mine.mine) == (3, mine.rows[-1])
    assert (await careers.ladder("pistard", GUILD, page=0, me=ADA)).page == 1
    assert (await careers.ladder("pistard", GUILD, page=0)).page == 1


async def test_each_computer_player_is_on_the_page_where_its_rating_lies(evening: Evening, careers: Careers) -> None:
    await end(evening.store, NOON, {user: rank for rank, user in enumerate(CROWD, 1)}, guild=GUILD)
    pages = [await careers.ladder("pistard", GUILD, page=page) for page in (1, 2, 3)]
    computers = [(row.opponent, row.rating.points) for page in pages for row in page.rows if row.opponent]
    assert computers == [(key, opponent_points("pistard", key)) for key in LEVELS], "the strongest first"
    for page in pages:
        points = [row.rating.points for row in page.rows]
        assert points == sorted(points, reverse=True)
    for before, page in pairwise(pages):
        assert page.rows[0].rating.points < before.rows[-1].rating.points


def test_a_final_table_has_pages_and_my_own_row_on_each() -> None:
    rows = tuple(
        LadderRow(rank, user, f"Rider {user}", Rating(2000 - rank, 99), Record(2, 0, 0), climbed=0)
        for rank, user in enumerate(CROWD, 1)
    )
    end = Ceremony(GUILD, "pistard", AUTUMN, rows)
    first, last = final_table(end, 1, CROWD[-1]), final_table(end, 99, CROWD[-1])
    assert (first.rows, first.own) == (rows[:PAGE], rows[-1])
    assert (last.page, last.pages, last.rows, last.mine, last.own) == (3, 3, rows[-PAGE:], rows[-1], None)
    assert final_table(end, 1, ADA).mine is None


async def test_what_a_match_has_brought_the_best_rating_first(evening: Evening, careers: Careers) -> None:
    await end(evening.store, NOON, {ADA: 2, BO: 1}, guild=GUILD)
    second = await end(evening.store, NOON + 1, {ADA: 2, BO: 1}, guild=GUILD, badges={ADA: "broom"})
    _, (bo, ada) = await careers.outcome(second.id, GUILD)
    assert (bo.user, bo.badges, ada.user, ada.badges) == (BO, (), ADA, ("broom",))
    assert bo.change is not None
    assert bo.change.before is not None
    assert bo.change.points > bo.change.before


async def test_an_unrated_match_brings_badges_alone(evening: Evening, careers: Careers) -> None:
    match = await end(evening.store, NOON, {ADA: 2, BO: 1}, guild=GUILD, badges={ADA: "broom"}, rated=False)
    _, [ada] = await careers.outcome(match.id, GUILD)
    assert (ada.user, ada.change, ada.badges) == (ADA, None, ("broom",))


async def test_the_game_that_is_played_most_here_or_by_me(evening: Evening, careers: Careers) -> None:
    assert await careers.most_played(GUILD, ADA) == next(iter(evening.house.games))
    for at in range(3):
        await end(evening.store, NOON + at, {ADA: 1, BO: 2}, guild=ELSEWHERE, game="tiny")
    await end(evening.store, NOON + 9, {ADA: 1, BO: 2}, guild=GUILD)
    assert await careers.most_played(GUILD, ADA) == "pistard"
    assert await careers.most_played(None, ADA) == "tiny"

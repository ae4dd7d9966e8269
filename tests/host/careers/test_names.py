"""A name belongs to its server; across servers people go by that of their Discord, and those who hide there by none."""

import json

import pytest

from engines import GAMES
from host.coach.puzzles import Puzzles
from host.lobby.lobby import ChannelRef, MatchRequest, Person
from host.time.clocks import DAY
from model.terms import Terms
from tests.db.ended import AUTUMN, end
from tests.host.coach.planted import STOCK
from tests.host.evening import ADA, BO, NAMES, Evening

pytestmark = pytest.mark.quick

HERE, THERE = 7, 8  # servers, and their channels
ADA_HERE, ADA_THERE, ADA_OVER_ALL = "Ada of the Hills", "Mole", "Ada Lovelace"


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


async def lives(evening: Evening) -> None:
    """Ada is known in two servers; the one where she was last has a channel that few see."""
    for user, name in {**NAMES, ADA: ADA_OVER_ALL}.items():
        await evening.house.languages.remember(user, "en", name)
    for guild, name in ((HERE, ADA_HERE), (HERE, ADA_HERE), (THERE, ADA_THERE)):
        evening.now.later(60.0)
        await end(evening.store, evening.now(), {ADA: 1, BO: 2}, guild=guild, season=AUTUMN, names={ADA: name})
    await evening.store.seasons.close(HERE, "pistard", AUTUMN.key, AUTUMN.ends)
    for guild in (HERE, THERE):
        await evening.house.open_tables.set_shares(guild, shares=True)
    request = MatchRequest("tiny", {}, 2, Terms())
    await evening.lobby.open(request, ChannelRef(THERE, 77), Person(ADA, ADA_THERE, evening.press()))
    puzzles = Puzzles(evening.store, GAMES, evening.now, lambda: STOCK)
    for _ in range(2):
        posed = await puzzles.today()
        await puzzles.answer(posed, ADA, HERE, posed.stored.puzzle.best)
        evening.now.later(DAY)


async def names_by_place(evening: Evening) -> dict[str, list[str]]:
    """What leaves for others than Ada, in the first server and over all: the names in it, by where they stand."""
    careers, puzzles = evening.house.careers, Puzzles(evening.store, GAMES, evening.now, lambda: STOCK)
    [season] = await careers.archives(HERE, "pistard")
    here, over_all = await careers.profile(BO, HERE), await careers.profile(BO)
    yesterday = await puzzles.yesterday()
    assert here is not None and over_all is not None and yesterday is not None
    return {
        "ladder here": [row.name for row in (await careers.ladder("pistard", HERE)).rows if row.user == ADA],
        "ladder over all": [row.name for row in (await careers.ladder("pistard", None)).rows if row.user == ADA],
        "ceremony": [row.name for row in (await careers.archived(HERE, "pistard", season)).rows if row.user == ADA],
        "rivals here": [favourite.name for favourite in here.favourites],
        "rivals over all": [favourite.name for favourite in over_all.favourites],
        "nemesis over all": [] if over_all.nemesis is None else [over_all.nemesis.name],
        "card here": [await careers.name(ADA, HERE)],
        "card over all": [await careers.name(ADA, None)],
        "streaks": [name for _, name, _ in (await puzzles.solution(yesterday, HERE)).streaks],
        "tables elsewhere": [
            row.name for t in (await evening.house.open_tables.listing(HERE)).elsewhere for row in t.seats if row.name
        ],
    }


OPEN = {
    "ladder here": [ADA_HERE],
    "ladder over all": [ADA_OVER_ALL],
    "ceremony": [ADA_HERE],
    "rivals here": [ADA_HERE],
    "rivals over all": [ADA_OVER_ALL],
    "nemesis over all": [ADA_OVER_ALL],
    "card here": [ADA_HERE],
    "card over all": [ADA_OVER_ALL],
    "streaks": [ADA_OVER_ALL],
    "tables elsewhere": [ADA_OVER_ALL],
}
OF_THE_SERVER = ("ladder here", "ceremony", "rivals here", "card here")
HIDDEN = {where: names if where in OF_THE_SERVER else [] for where, names in OPEN.items()} | {"card over all": [""]}


async def test_each_server_shows_its_own_name_and_all_together_that_of_discord(evening: Evening) -> None:
    await lives(evening)
    careers, boards, privacy = evening.house.careers, evening.house.open_tables, evening.house.privacy
    assert await names_by_place(evening) == OPEN
    await end(evening.store, evening.now(), {ADA: 1, BO: 2}, guild=THERE, names={ADA: "Owl"})
    assert await names_by_place(evening) == OPEN, "a name elsewhere changes nothing here"
    assert "Owl" in [row.name for row in (await careers.ladder("pistard", THERE)).rows]
    assert [row.name for table in (await boards.listing(THERE)).here for row in table.seats] == [ADA_THERE]
    assert [await careers.name(user, 9) for user in (ADA, 99)] == [ADA_OVER_ALL, ""], "new to a server, or to all"
    await privacy.hide(ADA, hidden=True)
    assert await names_by_place(evening) == HIDDEN
    await privacy.hide(ADA, hidden=False)
    assert await names_by_place(evening) == OPEN


async def test_the_name_over_servers_is_the_last_one_exported_and_forgotten(evening: Evening) -> None:
    await lives(evening)
    privacy = evening.house.privacy
    await evening.house.languages.remember(ADA, "en", "Countess of Lovelace")
    assert (await names_by_place(evening))["rivals over all"] == ["Countess of Lovelace"]
    exported = (await privacy.export_of(ADA))["stored"]
    assert [row["name"] for row in exported["people"]] == ["Countess of Lovelace"]
    assert {row["name"] for row in exported["results"]} == {ADA_HERE, ADA_THERE}
    assert "Lovelace" not in json.dumps(await privacy.export_of(BO))
    await privacy.forget(ADA)
    assert not [name for name in (ADA_HERE, ADA_THERE, "Lovelace") if name in str(await evening.rows())]
    assert await names_by_place(evening) == {where: [""] if where.startswith("card") else [] for where in OPEN}

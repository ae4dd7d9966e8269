"""No question about careers, and none of privacy, reads a table of moves, matches or results from end to end."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Engine, event, make_url

from db.sql.engine import make_engine
from host.careers.recount import Recount
from tests.db.ended import AUTUMN, end
from tests.host.evening import ADA, BO, CY, NOON, Evening

pytestmark = pytest.mark.quick

LARGE = (
    "matches",
    "log",
    "snapshots",
    "seats",
    "sittings",
    "results",
    "badges",
    "ratings",
    "changes",
    "archive",
    "notes",
)
# read whole on purpose: which games have ratings at all, asked when everything is counted again
MEANT = ("SELECT DISTINCT ratings.game",)

Statement = tuple[str, Any]


@pytest.fixture
def statements() -> Iterator[list[Statement]]:
    """What the database is asked and told."""
    said: list[Statement] = []

    def note(_connection: Any, _cursor: Any, order: str, values: Any, _context: Any, many: bool) -> None:
        if not many and order.startswith(("SELECT", "UPDATE", "DELETE")):
            said.append((order, values))

    event.listen(Engine, "before_cursor_execute", note)
    yield said
    event.remove(Engine, "before_cursor_execute", note)


async def scans(evening: Evening, statements: list[Statement]) -> dict[str, list[str]]:
    """The statements that read a large table from end to end, with the steps in which they do."""
    found: dict[str, list[str]] = {}
    engine = make_engine(make_url(evening.url))
    async with engine.begin() as read:
        for order, values in dict(statements).items():
            plan = await read.exec_driver_sql(f"EXPLAIN QUERY PLAN {order}", values)
            steps = [str(detail) for detail in plan.scalars(3)]
            if bad := [step for step in steps if re.match(rf"SCAN ({'|'.join(LARGE)}|mine|other|met)\b", step)]:
                found[order] = bad
    await engine.dispose()
    return found


async def ask_everything(evening: Evening) -> None:
    """All that people may ask of careers and privacy, and the ends of matches and seasons."""
    careers, privacy = evening.house.careers, evening.house.privacy
    match = await evening.play(ADA, BO, CY, game="tiny")
    await evening.play_on(match, random.Random(1))
    for at in (0, 1):
        await end(evening.store, NOON + at, {ADA: 1, BO: 2}, guild=7, season=AUTUMN, badges={ADA: "broom"})
    evening.now.time = AUTUMN.ends + 1
    await evening.house.seasons.work()
    for guild in (7, None):
        for period in ("all", "season", "month"):
            await careers.ladder("pistard", guild, period, me=ADA)
        await careers.profile(ADA, guild)
    await careers.roll("legstrong", 7)
    await careers.ceremonies(match)
    await careers.outcome(match, 7)
    for guild in (7, None):
        await careers.most_played(guild, ADA)
    for season in await careers.archives(7, "pistard"):
        await careers.archived(7, "pistard", season)
    recount = Recount(evening.store, evening.house.games)
    await recount.check()
    await recount.rebuild()
    await evening.play(CY, ADA, BO, game="tiny")
    await privacy.export_of(ADA)
    await privacy.hide(ADA, hidden=True)
    await privacy.forget(ADA)


async def test_no_question_reads_a_large_table_from_end_to_end(evening: Evening, statements: list[Statement]) -> None:
    await ask_everything(evening)
    asked = [(order, values) for order, values in statements if not order.startswith(MEANT)]
    assert len(asked) > 100
    assert await scans(evening, asked) == {}


async def test_a_question_without_an_index_would_be_noticed(evening: Evening) -> None:
    order = "SELECT * FROM log WHERE how = 'late'"
    assert await scans(evening, [(order, ())]) == {order: ["SCAN log"]}

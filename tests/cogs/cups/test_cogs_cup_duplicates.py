"""A cup whose tables have the same luck, as its people see it: what each of them hears when the last table is over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from locales import catalogue
from model.kinds import VoteKind
from tests.cogs.cups.test_cogs_cup import cup_of, draw, message, play_out
from tests.cogs.world import World

SAY = catalogue("en")
OVER = "All tables with your luck are over"


async def test_players_hear_when_their_table_begins_and_how_it_compares(world: World) -> None:
    ann, *people = await cup_of(world, 4, game="schlangennest", preset="meadow", format="swiss", duplicate=True)
    *others, absent = people
    absent.close_dms()
    await draw(ann)
    calls = [m for m in world.races.history() if m.content == SAY("mention.table", user=f"<@{absent.id}>")]
    assert len(calls) == 1, "all tables of a round begin together, so it tells no one anything"
    for player in others:
        begun = next(shown.content for shown in player.dms() if SAY("opening.by.dm") in shown.content)
        assert "Round 1" in begun and "mixed with your joins" in begun
    one, other = [table.match or 0 for table in (await world.house.cups.whole(1)).of_round(1)]
    early = await play_out(world, people, one)
    await world.later(61)
    for player in {*early} - {absent}:
        assert "counts when the last table of the round is over" in player.dms()[-1].content
    await play_out(world, people, other)
    await world.later(61)
    assert not any(OVER in shown.content for shown in absent.dms()), "the message of the cup serves"
    for player in others:
        told = next(shown for shown in player.dms() if OVER in shown.content)
        assert "Against the same seat at the other tables: **+0.0**. That makes you number **1** of 2" in told.content
        assert message(world).jump_url in [part.get("url") for part in world.parts(told)]


@pytest.mark.long
async def test_what_was_left_for_one_player_opens_no_thread_when_the_set_is_over(world: World) -> None:
    ann, *people = await cup_of(world, 4, game="schlangennest", preset="meadow", format="swiss", duplicate=True)
    await draw(ann)
    one, other = [table.match or 0 for table in (await world.house.cups.whole(1)).of_round(1)]
    match = await world.match(one)
    asker, asked = (row.user or 0 for row in match.seats)
    asked_player = next(player for player in people if player.id == asked)
    hour = datetime.fromtimestamp(world.now(), UTC).hour
    await asked_player.prefers(quiet=((hour - 1) % 24, (hour + 2) % 24), zone="UTC")
    await world.house.votes.open(one, asker, VoteKind.PAUSE, None, 99)
    for table in (one, other):
        await play_out(world, people, table)
    before = len(world.races.threads)
    await world.later(4 * 3600)
    assert not any("Round 1" in str(thread.name) for thread in world.races.threads[before:])
    assert not any("Round 1" in str(thread.name) for thread in world.races.threads)

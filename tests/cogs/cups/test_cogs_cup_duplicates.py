"""A cup whose tables have the same luck, as its people see it: what each of them hears when the last table is over."""

from __future__ import annotations

from tests.cogs.cups.test_cogs_cup import cup_of, draw, message, play_out
from tests.cogs.world import Player, World

OVER = "All tables with your luck are over"


def newest(player: Player) -> str:
    """What the newest of a player's direct messages says."""
    return player.dms()[-1].content


async def test_when_the_last_table_is_over_each_player_hears_how_theirs_compares(world: World) -> None:
    ann, *people = await cup_of(world, 4, game="schlangennest", preset="meadow", format="swiss", duplicate=True)
    await draw(ann)
    one, other = [table.match or 0 for table in (await world.house.cups.whole(1)).of_round(1)]
    early = await play_out(world, people, one)
    await world.later(61)
    assert all("counts when the last table of the round is over" in newest(player) for player in early)
    absent, *others = sorted(people, key=early.__contains__)
    absent.close_dms()
    await play_out(world, people, other)
    await world.later(61)
    assert not any(OVER in shown.content for shown in absent.dms()), "the message of the cup serves"
    for player in others:
        told = next(shown for shown in player.dms() if OVER in shown.content)
        assert "Against the same seat at the other tables: **+0.0**. That makes you number **1** of 2" in told.content
        assert message(world).jump_url in [part.get("url") for part in world.parts(told)]

"""A nickname stays in its server, whatever its person does elsewhere; over all servers another name is read."""

import json

import discord
import pytest

from locales import catalogue
from render import career
from tests.cogs.quiz import PIXEL
from tests.cogs.races import Race, race
from tests.cogs.world import Player, World

SAY = catalogue("en")
HERE, THERE, OVER_ALL = "Ann of the Hills", "Mole", "Ann Lovelace"  # one person

pytestmark = [pytest.mark.parametrize("quiz", [Race()]), pytest.mark.usefixtures("undrawn")]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a picture shows stands beside it as well."""
    for name in ("ladder", "profile"):
        monkeypatch.setattr(career, name, lambda *_: PIXEL)


async def in_two_servers(world: World) -> tuple[Player, Player]:
    """Ann and Bob have raced here and then, behind a closed door, in another server."""
    user, bob = world.env.create_user("ann_123", global_name=OVER_ALL), world.person("Bob")
    ann, there = Player(world, world.guild.add_member(user, nick=HERE)), world.env.create_guild("Criterium")
    mole, bob_there = there.add_member(user, nick=THERE), there.add_member(bob.member.user)
    hidden, shown = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    doors = {there.default_role: hidden, there.me: shown, mole: shown, bob_there: shown}
    closed, here = there.create_text_channel("closed", overwrites=doors), world.races
    await world.env.settle()
    await race(world, ann, bob)
    world.races = closed
    await race(world, Player(world, mole), Player(world, bob_there))
    world.races = here
    return ann, bob


async def test_a_nickname_stays_in_its_server(world: World) -> None:
    ann, bob = await in_two_servers(world)
    before = len([*world.bodies()])
    card, anns = await bob.command("profile"), await ann.command("profile")
    here = [card, anns, await bob.command("leaderboard"), await bob.command("profile", player=ann.member)]
    over_all = [
        await bob.command("leaderboard", scope="everywhere"),
        await bob.command("leaderboard", by_dm=True),
        await bob.command("profile", by_dm=True),
        await ann.command("profile", by_dm=True),
    ]
    here_over_all = await bob.press(anns, "All servers")  # a card is read here, whatever it counts
    for shown, name, other in ((here, HERE, OVER_ALL), (over_all, OVER_ALL, HERE), ([here_over_all], HERE, OVER_ALL)):
        assert all(name in answer.alt and other not in answer.alt for answer in shown)
    assert HERE in (await bob.press(anns, "As text")).text
    assert OVER_ALL in (await bob.press(over_all[0], "As text")).text
    assert OVER_ALL in (await bob.press(card, "All servers")).alt
    hidden = await ann.press(await ann.command("settings"), SAY("settings.hide"))
    assert OVER_ALL not in (await bob.command("profile", by_dm=True)).alt, "nobody's rival over all servers"
    assert HERE in (await bob.command("profile")).alt
    world.env.backend.users[ann.id].global_name = "Countess of Lovelace"
    await ann.press(hidden, SAY("settings.show"))
    assert "Countess of Lovelace" in (await bob.command("leaderboard", by_dm=True)).alt
    assert THERE not in json.dumps([*world.bodies()][before:])


async def test_what_is_done_by_direct_message_is_done_under_the_name_of_the_match_s_server(world: World) -> None:
    ann, _ = await in_two_servers(world)
    dm = ann.dms()[-1]
    for match, name in ((1, HERE), (2, THERE)):
        world.forge(dm, f"h:rematch:{match}")
        await ann.press(dm, "forged 0")
        again = await world.house._store.rematch_of(match)
        assert again is not None
        assert [row.name for row in again.seats] == [name]
        await ann.command("match resign", by_dm=True, sure="yes", match=str(again.id))
        names = [event.data["name"] for row in await world.house._store.log(again.id) for event in row.events]
        assert names == [name, name], "opened, and left"

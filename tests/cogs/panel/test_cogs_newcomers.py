"""A free seat in Discord: who may press for it, what the players vote on, and what the newcomer learns."""

import discord
import pytest

from locales import catalogue
from opponents import FAIR, OPPONENTS
from tests.cogs.world import MORE, Player, World, quick_race

SAY = catalogue("en")


async def hidden(world: World) -> tuple[Player, Player, Player, discord.Message]:
    """Ann and Bob play on at SuperEchelon where Carla has given up; last comes the notice that the seat is free."""
    ann, bob, carla = (world.person(name) for name in ("Ann", "Bob", "Carla"))
    await ann.start_match(bob, carla, command="superechelon new")
    await carla.command("match resign", sure="yes")
    await world.later(1)
    return ann, bob, carla, notice(world)


def notice(world: World) -> discord.Message:
    """The newest word that a seat is free."""
    return [message for message in world.thread.history() if "Take this seat" in world.labels(message)][-1]


def vote(world: World) -> discord.Message:
    """The newest vote in the thread."""
    return [message for message in world.thread.history() if "Yes" in world.labels(message)][-1]


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponent that sits in doesn't think for long."""
    monkeypatch.setitem(OPPONENTS, FAIR, lambda game, view, rng: game.fallback(view))


async def test_the_players_are_asked_before_a_hand_is_given_away(world: World) -> None:
    ann, bob, _, free = await hidden(world)
    dora = world.person("Do*ra")
    asked = await dora.press(free, "Take this seat")
    when = f"<t:{int(world.now()) + 86400}:R>"
    assert asked.whisper == SAY("seat.asked", thread=world.thread.id, when=when)
    assert vote(world).content.splitlines() == [
        "🗳️ **Let Do\\*ra take over Carla's seat and see its secrets?**",
        "0 yes, 0 no. 2 of 2 needed.",
        "Still to vote: Ann and Bob.",
        f"The vote ends {when}; unless more than half say no, Do\\*ra sits down then.",
    ]
    looking = await dora.press(world.board(), "Your move")
    assert SAY("panel.spectator") in looking.text
    assert not dora.dms()
    for player in (ann, bob):
        await player.press(vote(world), "Yes")
    assert vote(world).content.splitlines()[0] == "-# Do\\*ra would like the free seat; the players vote."
    assert "Do\\*ra has taken over the seat." in vote(world).content
    assert (await world.seen(1, dora)).seat == 2
    await world.later(1)
    assert dora.dms()[-1].attachments


async def test_a_newcomer_whom_the_players_refuse_only_watches(world: World) -> None:
    ann, bob, _, free = await hidden(world)
    dora = world.person("Dora")
    await dora.command("match replace", player="3", match="1")
    for player in (ann, bob):
        await player.press(vote(world), "No")
    assert vote(world).content.splitlines()[-1] == "-# Voted down: giving the free seat to a newcomer."
    assert (await dora.press(free, "Take this seat")).whisper == SAY("refusal.seat.refused")
    assert (await world.seen(1, dora)).seat is None


async def test_a_newcomer_where_nothing_is_hidden_can_be_sent_away_from_table(world: World) -> None:
    ann, bob = await quick_race(world)
    await world.later(48 * 3600)
    await bob.command("match replace", player="1")
    await world.later(1)
    dora = world.person("Dora")
    taken = await dora.press(notice(world), "Take this seat")
    assert SAY("seat.taken.over") in taken.text
    table = await bob.press(await bob.press(world.board(), "Your move"), MORE)
    assert table.labels[-1] == "Remove Dora"
    await bob.press(table, "Remove Dora")
    assert "Dora loses the seat by vote; a computer plays on." in vote(world).content
    await world.later(1)
    assert (await dora.press(notice(world), "Take this seat")).whisper == SAY("refusal.seat.refused")
    assert (await ann.press(notice(world), "Take this seat")).text.count(SAY("seat.taken.over")) == 1


async def test_a_player_who_left_takes_the_seat_again_in_the_server_only(world: World) -> None:
    _, _, carla, free = await hidden(world)
    rows = await world.rows(1)
    answer = await carla.command("match replace", player="3", match="1", by_dm=True)
    assert answer.whisper == SAY("refusal.seat.elsewhere", channel=world.races.id)
    assert await world.rows(1) == rows
    assert (await carla.press(free, "Take this seat")).whisper.startswith("That seat knows secrets")

"""A tour of SuperEchelon in process: hands come privately, presses hand out loot, and no one else hears of it."""

from __future__ import annotations

import pytest

from engines.superechelon import BAD, CARDS, NEW, NONE, SuperEchelonView
from tests.cogs.world import OWN, Player, World, hand_of, opened_match, press_through, view_of


@pytest.fixture
async def riders(world: World) -> list[Player]:
    """Three players at the start of match 1, a season of one tour."""
    return await opened_match(world, "superechelon new", "Ann", "Bob", "Cy", preset="short")


async def test_a_card_is_played_by_presses(world: World, riders: list[Player]) -> None:
    player = await world.due(*riders)
    answer = await press_through(await player.command("play"))
    assert OWN in answer.text
    [breakaway] = (await view_of(world, SuperEchelonView)).breakaways
    assert breakaway.starter == riders.index(player)
    assert " starts breakaway A with " in world.board().content


async def ride_together(world: World, riders: list[Player]) -> None:
    """One card of the player due, no Bad Day if they can help it: all join the first breakaway but the last's."""
    player = await world.due(*riders)
    seen = await world.seen(1, player)
    view = await view_of(world, SuperEchelonView, player)
    last = (view.leader - 1) % 3
    place = {0: NEW, 1: "b.1" if view.due != last else NEW}.get(
        len(view.breakaways), "b.2" if view.due == last else "b.1"
    )
    card = min(view.hand, key=lambda card: CARDS[card].figure == BAD)
    path = (card, place, NONE) if CARDS[card].figure == BAD else (card, place)
    await world.house.matches.play(1, player.id, path, seen.fingerprint)
    await world.env.settle()


async def test_loot_is_handed_out_by_presses_and_told_to_nobody_else(world: World, riders: list[Player]) -> None:
    while (await view_of(world, SuperEchelonView)).stage != "loot":
        await ride_together(world, riders)
    view = await view_of(world, SuperEchelonView)
    assert view.last is not None and view.last.spoils is not None
    assert view.last.spoils.counts == (2, 1)
    giver = riders[view.last.spoils.giver]

    panel = await giver.command("play")
    assert "Which 2 of the 3 cards left" in panel.text and "do you take?" in panel.text
    panel = await giver.choose(panel, "0", "1")
    assert "You hand it out face down." in panel.text
    await giver.press(panel, "Confirm")

    view = await view_of(world, SuperEchelonView)
    assert view.down[riders.index(giver)] == 2 and sum(view.down) == 3
    for player in riders:
        text = (await player.command("match history")).text
        assert ("You kept " in text) == (player is giver)
        described = hand_of((await player.command("play", match="1")).panel).description
        assert described is not None and ("Loot you kept" in described) == (player is giver)

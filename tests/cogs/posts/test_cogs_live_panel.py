"""One live panel a match by direct message: what is new is shown where its person has just pressed."""

from __future__ import annotations

import discord
import pytest

from db.kinds import IDLE, PANEL
from host.play.presence import NEAR
from locales import catalogue
from tests.cogs.world import SELECT, Answer, Message, Player, World, play_fallback, quick_match

SAY = catalogue("en")
HOUR = 3600
MOST_PRESSES = 200


def panels(player: Player) -> list[discord.Message]:
    """The direct messages that still have buttons."""
    return [dm for dm in player.dms() if player.world.parts(dm)]


def lines(player: Player) -> list[str]:
    """What is left of the others."""
    return [dm.content for dm in player.dms() if not player.world.parts(dm)]


def link(dm: discord.Message) -> str:
    return f"https://discord.com/channels/@me/{dm.channel.id}/{dm.id}"


async def answer_by_dm(player: Player) -> discord.Message:
    """Give an answer of first options in the only panel; the same message goes on."""
    [panel] = panels(player)
    shown = await step(player, panel)
    while "Played" not in shown.text:
        shown = await step(player, shown.panel)
    assert shown.panel.id == panel.id
    return panels(player)[0]


async def step(player: Player, panel: Message) -> Answer:
    """Confirm, or the first thing to choose."""
    world = player.world
    if [part for part in world.parts(panel) if part["type"] == SELECT]:
        return await player.choose(panel, "0")
    labels = world.labels(panel)
    return await player.press(panel, "Confirm" if "Confirm" in labels else labels[0])


async def test_a_leg_against_a_computer_needs_three_messages_at_most_and_leaves_one_panel(world: World) -> None:
    ann = world.person("Ann")
    await ann.command("legstrong new", tour="custom", course="FGDF", doping="off", players=2)
    await ann.add_computer(world.lobby())
    await ann.press(world.lobby(), "Start")
    await world.later(1)
    for _ in range(MOST_PRESSES):
        if (await world.seen(1)).view.over:
            break
        if 0 in (await world.seen(1)).view.waiting:
            await answer_by_dm(ann)
        await world.later(5)  # a computer's sealed answer comes after some seconds
    assert (await world.seen(1)).view.over
    assert len(ann.dms()) <= 3
    [last] = panels(ann)
    assert "The match is over" in last.content or "History" in world.labels(last)
    assert not [dm for dm in ann.dms() if SAY("panel.sealed") in dm.content]


async def test_the_next_question_comes_where_the_player_has_just_pressed(world: World) -> None:
    ann, bob = await quick_match(world)
    panel = await answer_by_dm(ann)
    assert SAY("panel.sealed") in panels(ann)[0].content
    await play_fallback(world, bob)
    await world.later(1)
    [same] = ann.dms()
    assert same.id == panel.id
    assert "Yellow 1 is due" in same.content and SAY("panel.sealed") not in same.content


async def test_who_has_looked_away_is_called_anew_and_the_old_panel_links_to_the_new_one(world: World) -> None:
    ann, bob = await quick_match(world)
    old = await answer_by_dm(ann)
    await world.later(NEAR + 1)
    await play_fallback(world, bob)
    await world.later(1)
    [new] = panels(ann)
    assert not new.flags.suppress_notifications
    assert new.id != old.id
    assert lines(ann) == [SAY("call.newer", match=link(new))]


async def test_others_sealed_answers_send_nothing(world: World) -> None:
    ann, bob, carla = world.person("Ann"), world.person("Bob"), world.person("Carla")
    await ann.command("pistard new", preset="quick", players=3)
    for player in (bob, carla):
        await player.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    panel = await answer_by_dm(ann)
    shown = panel.content
    await world.later(HOUR)
    await play_fallback(world, bob)
    await world.later(1)
    assert [dm.id for dm in ann.dms()] == [panel.id]
    assert panels(ann)[0].content == shown and SAY("panel.sealed") in shown


async def test_a_panel_that_was_deleted_is_sent_anew(world: World) -> None:
    ann, bob = await quick_match(world)
    panel = await answer_by_dm(ann)
    world.env.inject_error("PATCH", f"/channels/{panel.channel.id}/messages/{panel.id}", status=404, code=10008)
    await play_fallback(world, bob)
    await world.later(1)
    assert len(ann.dms()) == 2
    assert "Yellow 1 is due" in ann.dms()[-1].content


async def test_the_end_retires_what_is_left(world: World) -> None:
    ann, bob = await quick_match(world)
    await answer_by_dm(ann)
    await world.later(NEAR + 1)
    await world.house.seats.resign(1, bob.id, None)
    await world.later(1)
    [result] = panels(ann)
    assert world.labels(result) == ["History"]
    assert lines(ann) == [SAY("call.newer", match=link(result))]


@pytest.mark.parametrize("kind", [PANEL, IDLE])
async def test_a_panel_is_known_through_the_whole_match(world: World, kind: str) -> None:
    ann, bob = await quick_match(world)
    if kind == PANEL:
        await play_fallback(world, bob)
    panel = await answer_by_dm(ann)
    facts = await world.house._store.facts(1)
    assert facts is not None
    assert [(one.kind, one.message) for one in facts.shown_to(ann.id)] == [(kind, panel.id)]

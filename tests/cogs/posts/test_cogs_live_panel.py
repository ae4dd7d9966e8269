"""One live panel a match by direct message: what is new is shown where its person has just pressed."""

from __future__ import annotations

import discord
import pytest

from host.play.presence import NEAR
from locales import catalogue
from model.kinds import IDLE, PANEL
from tests.cogs.world import SELECT, Answer, Message, Player, World, is_played, opened_match, play_fallback, quick_match

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
    """Give an answer of first options in the only panel; the same message goes on, unless that was the last one."""
    [panel] = panels(player)
    shown = await step(player, panel)
    while not is_played(shown.text) and player.world.parts(shown.panel):
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
    await ann.start_match(command="legstrong new", computers=1, tour="custom", course="FGDF", doping="off")
    await world.later(1)
    for _ in range(MOST_PRESSES):
        if (await world.seen(1)).view.over:
            break
        if 0 in (await world.seen(1)).view.waiting:
            await answer_by_dm(ann)
        await world.later(5)  # a computer's sealed answer comes after some seconds
    assert (await world.seen(1)).view.over
    assert len(ann.dms()) <= 3
    [end] = panels(ann)
    assert end.content.startswith("### ") and "Rematch" in world.labels(end)
    assert lines(ann)[-1] == SAY("call.newer", match=link(end)), "the panel in which the last answer was given, too"
    assert not [dm for dm in ann.dms() if SAY("panel.sealed") in dm.content]


async def against_computer(world: World) -> Player:
    """Ann in a race of Pistard against a computer, in a server."""
    ann = world.person("Ann")
    await ann.start_match(computers=1, preset="quick")
    await world.later(1)
    return ann


async def test_what_a_computer_s_answer_leads_to_comes_where_the_player_has_just_pressed(world: World) -> None:
    ann = await against_computer(world)
    panel = await answer_by_dm(ann)
    for _ in range(3):
        await world.later(60)
        assert 0 in (await world.seen(1)).view.waiting
        [same] = ann.dms()
        assert same.id == panel.id
        assert SAY("panel.sealed") not in same.content
        await answer_by_dm(ann)


async def test_another_person_s_answer_calls_anew_however_short_ago_the_press_was(world: World) -> None:
    ann, bob = await quick_match(world)
    old = await answer_by_dm(ann)
    assert SAY("panel.sealed") in old.content
    await world.later(5)
    await play_fallback(world, bob)
    await world.later(1)
    [new] = panels(ann)
    assert new.id != old.id and "Yellow 1: to which square?" in new.content
    assert not new.flags.suppress_notifications, "the phone may be away by now"
    assert lines(ann) == [SAY("call.newer", match=link(new))]


async def test_what_a_panel_says_of_a_sealed_answer_is_true_when_all_is_revealed_too(world: World) -> None:
    ann, bob = await quick_match(world)
    assert SAY("panel.sealed") not in panels(bob)[0].content
    mine = await answer_by_dm(bob)
    assert SAY("panel.sealed") in mine.content and "Until everyone has moved" in mine.content
    await answer_by_dm(ann)
    await world.later(1)
    assert SAY("panel.sealed") not in panels(ann)[0].content, "it is Ann's turn"
    [left] = panels(bob)
    assert left.content == mine.content, "nothing is asked of Bob, so nothing is sent"
    shown = await bob.press(left, SAY("panel.change"))
    assert SAY("panel.stale") in shown.text and SAY("panel.sealed") not in shown.text


async def test_a_person_who_is_away_when_a_computer_has_answered_at_last_is_called(world: World) -> None:
    ann = await against_computer(world)
    old = await answer_by_dm(ann)
    presence = world.house.matches.presence
    pressed = presence.near(1, ann.id)
    assert pressed is not None and pressed.message == old.id
    await world.later(NEAR / 2)
    renewed = presence.near(1, ann.id)
    assert renewed is not None and renewed.at == pressed.at, "a panel that renews itself is no press"
    await world.later(NEAR)
    assert presence.near(1, ann.id) is None


async def test_others_sealed_answers_send_nothing(world: World) -> None:
    ann, bob, _ = await opened_match(world, "pistard new", "Ann", "Bob", "Carla", preset="quick")
    panel = await answer_by_dm(ann)
    shown = panel.content
    await world.later(HOUR)
    await play_fallback(world, bob)
    await world.later(1)
    assert [dm.id for dm in ann.dms()] == [panel.id]
    assert panels(ann)[0].content == shown and SAY("panel.sealed") in shown


async def test_a_panel_that_was_deleted_is_sent_anew(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await against_computer(world)
    # so that the message is left to the outbox
    monkeypatch.setattr(world.bots[-1].renewals, "keep", lambda *panel: None)
    panel = await answer_by_dm(ann)
    world.env.inject_error("PATCH", f"/channels/{panel.channel.id}/messages/{panel.id}", status=404, code=10008)
    await world.later(60)
    assert len(ann.dms()) == 2
    assert SAY("call.turn") in ann.dms()[-1].content


async def test_the_end_retires_what_is_left(world: World) -> None:
    ann, bob = await quick_match(world)
    await answer_by_dm(ann)
    await world.later(NEAR + 1)
    await world.house.seats.resign(1, bob.id, None)
    await world.later(1)
    [result] = panels(ann)
    assert world.labels(result) == ["Rematch", "Film", "Review", "History", "Share from the thread"]
    assert lines(ann) == [SAY("call.newer", match=link(result))]


@pytest.mark.usefixtures("last_squares")
async def test_the_end_comes_once_to_each_player_and_to_nobody_who_only_looked(world: World) -> None:
    ann, bob, zoe = world.person("Ann"), world.person("Bob"), world.person("Zoe")
    await ann.start_match(bob, preset="quick", target=3)
    for place in (world.board(), await zoe.command("play", match="1")):
        looked = place if isinstance(place, Answer) else await zoe.press(place, "Your move")
        assert looked.panel.ephemeral
    await ann.command("play", match="1")
    await world.play_out(ann, bob)
    await world.later(60)
    assert zoe.dms() == []
    for player in (ann, bob):
        [end] = panels(player)
        assert end.content.startswith("### ") and player.dms()[-1].id == end.id
        assert sum("wins the race" in dm.content for dm in player.dms()) == 1
        assert all(dm.content.startswith("✓") for dm in player.dms()[:-1])
    facts = await world.house._store.facts(1)
    assert facts is not None
    assert facts.shown_to(ann.id) == facts.shown_to(zoe.id) == ()


@pytest.mark.parametrize("kind", [PANEL, IDLE])
async def test_a_panel_is_known_through_the_whole_match(world: World, kind: str) -> None:
    ann, bob = await quick_match(world)
    if kind == PANEL:
        await play_fallback(world, bob)
    panel = await answer_by_dm(ann)
    facts = await world.house._store.facts(1)
    assert facts is not None
    assert [(message.kind, message.message) for message in facts.shown_to(ann.id)] == [(kind, panel.id)]


async def test_a_panel_under_the_board_shrinks_once_its_person_goes_on_by_direct_message(world: World) -> None:
    ann, _ = await quick_match(world)
    under = await ann.press(world.board(), "Your move")
    assert under.panel.ephemeral and under.labels
    await step(ann, ann.dms()[-1])
    assert world.labels(under.panel) == []
    left = world.env.backend.get_message(under.panel.channel_id, under.panel.id)
    assert left.content == SAY("panel.newer")

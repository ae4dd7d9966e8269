"""SuperEchelon by direct message: one message a deal with hand, stage and leader, and buttons for the player due."""

import discord

from engines.superechelon import SuperEchelonView
from locales import catalogue
from tests.cogs.world import Message, Player, World, opened_match, play_fallback, press_through, view_of

SAY = catalogue("en")
NAMES = ("Ann", "Bob", "Cy")
STALE = "The match has moved on. Here's how it stands now."
CLOSED = "it's your turn. I can't send you direct messages, so please use this button."


async def begin(world: World, *closed: str) -> list[Player]:
    """Three players at the start of a tour; those that are named take no direct messages."""
    riders = [world.person(name) for name in NAMES]
    for player in riders:
        if player.member.name in closed:
            player.close_dms()
    await riders[0].start_match(*riders[1:], command="superechelon new", preset="short")
    await world.later(1)
    return riders


def picture(message: Message) -> discord.Attachment:
    [picture] = message.attachments
    return picture


async def test_each_player_gets_their_hand_in_one_message_at_the_first_deal(world: World) -> None:
    riders = await begin(world)
    view = await view_of(world, SuperEchelonView)
    for seat, player in enumerate(riders):
        own = await view_of(world, SuperEchelonView, player)
        [dm] = player.dms()
        hand, *_, table = (picture(dm).description or "").splitlines()
        assert hand.startswith("Your hand: ") and hand.count(" back") == len(own.hand) == 5
        assert table.startswith("Tour (1 of 1), stage 1 of 5")
        assert "You're dealt 5 cards" in dm.content and "joined" not in dm.content
        assert ("Look again" in world.labels(dm)) == (seat != view.due)
        others = [other for other in riders if other is not player]
        assert all(hand not in (picture(other.dms()[-1]).description or "") for other in others)
    assert not [file for message in world.thread.history() for file in message.attachments if "hand" in file.filename]
    assert not [message for message in world.thread.history() if "You're dealt" in message.content]


async def test_a_new_hand_comes_while_it_is_somebody_elses_turn(world: World) -> None:
    riders = await begin(world)
    while True:
        before = [len(player.dms()) for player in riders]
        due = riders[(await view_of(world, SuperEchelonView)).due]
        panel = await press_through(await due.command("play"))
        await world.later(1)
        view = await view_of(world, SuperEchelonView)
        if view.leg != 1:
            break
    assert picture(panel.panel).filename.endswith("-hand.png")  # the hand appears where it was pressed
    for count, player in zip(before, riders, strict=True):
        new = player.dms()[count:]
        assert len(new) == (player is not due)
        for dm in new:
            assert "You're dealt 3 cards" in dm.content
            assert "(1 of 1): " not in dm.content, "told before"


async def test_a_panel_that_is_out_of_date_renews_itself(world: World) -> None:
    riders = await begin(world)
    due = riders[(await view_of(world, SuperEchelonView)).due]
    panel = await due.command("play", match="1")
    await play_fallback(world, due)
    rows = await world.rows(1)
    pressed = await due.press(panel, panel.labels[0])
    assert STALE in pressed.text and pressed.panel.id == panel.panel.id
    assert "to play card 1 of 3" in pressed.text and "Look again" in pressed.labels
    assert await world.rows(1) == rows


async def test_with_closed_direct_messages_the_thread_shows_the_same_panel_to_that_player_alone(world: World) -> None:
    riders = await begin(world, *NAMES)
    due = riders[(await view_of(world, SuperEchelonView)).due]
    assert not any(player.dms() for player in riders)
    [mention] = [message for message in world.thread.history() if message.content.endswith(CLOSED)]
    assert mention.content.startswith(f"<@{due.id}>") and not mention.attachments
    assert [user.id for user in mention.mentions] == [due.id]
    for player in riders:
        panel = await player.press(mention, "Your move")
        assert panel.panel.ephemeral
        described = (panel.picture.description or "").splitlines()[0]
        assert described.startswith("Your hand: ") and described.count(" back") == 5
        assert ("Look again" in panel.labels) == (player is not due)


async def test_the_aim_stands_before_the_cards_that_were_dealt(world: World) -> None:
    ann, _ = await opened_match(world, "superechelon new", "Ann", "Bob")
    assert f"-# {SAY('superechelon.aim')}" in (await ann.command("play", match="1")).text.splitlines()

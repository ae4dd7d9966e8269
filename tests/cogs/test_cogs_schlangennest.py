"""Schlangennest as its players press and type it: small pictures of what would come of each choice, and refusals."""

from io import BytesIO

import discord
from PIL import Image

from tests.cogs.world import OWN, Player, World


def height(world: World, picture: discord.Attachment) -> int:
    png = world.env.backend.cdn.get(picture.url)
    assert png is not None
    return Image.open(BytesIO(png)).height


async def test_a_nest_is_opened_pressed_and_typed(world: World, ann: Player, bob: Player) -> None:
    await ann.command("schlangennest new", players=2, ends="one", board="hard")
    assert "Ends: **One: tails first**" in world.lobby_text()
    assert "Nest: **Hard**" in world.lobby_text()
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    first, second = (ann, bob) if (await world.seen(1)).view.waiting == (0,) else (bob, ann)

    # snake, square and card are the only ones: four ways round are left, each with its picture
    panel = await first.command("play")
    assert "the tail on M20. Which way round?" in panel.text
    assert panel.labels[:4] == ["↑", "→", "↓", "←"]
    played = await first.press(panel, "→")
    assert "\n**Done:** " in played.text and "\n**Turn 2**: " in played.text
    assert "lays the tail on M20: Red ◆ has one part." in world.board().content.replace("Yellow ■", "Red ◆")

    assert ("8: N21", "N21") in await second.complete("move", "choice", "n2")
    assert (await second.command("move", choice="M20")).whisper == "There's already a card on M20."
    assert [text for _, text in await second.complete("move", "choice", "N21 so")] == ["N21 s"]
    only_tail = await second.command("move", choice="n21 curve east-south")
    assert only_tail.whisper == "In this variant a snake's first card is its tail."
    assert OWN in (await second.command("move", choice="n21 East")).text

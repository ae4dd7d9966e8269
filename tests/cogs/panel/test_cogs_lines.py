"""Try things out in Discord: a panel in which nothing is played, and the lines that are kept beside the match."""

from model.line import KEPT
from tests.cogs.world import MORE, Answer, Player, World, quick_race

HEAD = "💭 You're trying things out. Nothing is played. I imagine what is hidden."


async def answered(player: Player, panel: Answer) -> Answer:
    """The first answer of the panel, whole."""
    panel = await player.press(panel, panel.labels[0])
    while "Keep" not in panel.labels:
        panel = await player.press(panel, panel.labels[0])
    return panel


async def begun(world: World, player: Player) -> Answer:
    """The person opens ⋯ and tries something out."""
    return await player.press(await player.press(await player.command("play"), MORE), "Try things out")


async def test_answers_are_tried_for_all_seats_and_the_line_is_kept(world: World) -> None:
    ann, bob = await quick_race(world)
    rows = await world.rows(1)
    who = await world.due(ann, bob)
    panel = await begun(world, who)
    assert HEAD in panel.text and "Keep" not in panel.labels
    panel = await answered(who, panel)
    first = panel.text
    panel = await answered(who, panel)
    assert panel.text.count(" → ") >= 1 and panel.text != first
    panel = await who.press(panel, "Undo")
    assert panel.text == first
    panel = await who.press(panel, "Keep")
    assert "Your line is kept with this match, for you alone." in panel.text and "💭 1) " in panel.text
    assert await world.rows(1) == rows, "nothing was played"
    assert "💭" not in (await (bob if who is ann else ann).command("play")).text
    assert "My lines" in (await who.press(panel, MORE)).labels


async def test_a_kept_line_is_taken_up_made_one_s_own_and_deleted(world: World) -> None:
    ann, bob = await quick_race(world)
    who = await world.due(ann, bob)
    panel = await who.press(await answered(who, await begun(world, who)), "Keep")
    lines = await who.press(await who.press(panel, MORE), "My lines")
    assert lines.labels == ["1) Use my answer", "1) Go on", "1) Delete"]
    on = await who.press(lines, "1) Go on")
    assert HEAD in on.text
    lines = await who.press(await who.press(await who.command("play"), MORE), "My lines")
    mine = await who.press(lines, "1) Use my answer")
    assert HEAD not in mine.text and mine.labels[0] == "Confirm"
    rows = await world.rows(1)
    await who.press(mine, "Confirm")
    assert await world.rows(1) > rows
    lines = await who.press(await who.press(await who.command("play"), MORE), "My lines")
    assert "isn't possible any more" in lines.text and lines.labels == ["1) Delete"]
    assert (await who.press(lines, "1) Delete")).whispers[-1] == "Your line is deleted."
    assert "My lines" not in (await who.press(await who.command("play"), MORE)).labels


async def test_a_sixth_line_is_refused_and_so_is_what_is_nobody_s(world: World) -> None:
    ann, bob = await quick_race(world)
    who = await world.due(ann, bob)
    panel = await begun(world, who)
    for _ in range(KEPT):
        panel = await answered(who, panel)
        await who.press(panel, "Keep")
        panel = await begun(world, who)
    panel = await answered(who, panel)
    assert (await who.press(panel, "Keep")).whispers[-1] == "You keep 5 lines here already. Delete one first."
    lines = await who.press(await who.press(await who.command("play"), MORE), "My lines")
    await who.press(lines, "1) Delete")
    assert (await who.press(lines, "1) Go on")).whispers[-1] == "You don't keep that line any more."

"""The bot is put out of a server and invited again: its matches rest, say so, and go on where they were."""

import pytest
from simcord.backend.serializers import guild_create_payload

from locales import catalogue
from tests.cogs.world import AUTO, MORE, Player, World, play_fallback, quick_match, quick_race

WHY = catalogue("en")("refusal.house.paused.gone")


async def put_out(world: World) -> None:
    """Remove the bot from the server."""
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id)})
    await world.env.settle()


async def invite(world: World) -> None:
    """Invite the bot again; the server is as it was."""
    backend = world.env.backend
    server = guild_create_payload(backend, backend.get_guild(world.guild.id))
    # a server that is entered says nothing of this; one that was down says that it is up again
    backend.emit("GUILD_CREATE", {key: value for key, value in server.items() if key != "unavailable"})
    await world.env.settle()


async def test_out_of_the_server_nothing_is_posted_and_back_again_all_goes_on(world: World) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    await put_out(world)
    assert (await world.seen(1)).match.paused == "gone"
    before = [len(player.dms()) for player in (ann, bob)]
    await world.later(100_000)
    assert [len(player.dms()) for player in (ann, bob)] == before
    await invite(world)
    assert (await world.seen(1)).match.paused is None
    await play_fallback(world, bob)
    assert len(ann.dms()) == before[0] + 1
    assert "Yellow 1: to which square?" in (await ann.command("play")).text


async def test_a_server_that_is_down_for_a_while_pauses_nothing(world: World) -> None:
    await quick_match(world)
    world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    await world.env.settle()
    assert (await world.seen(1)).match.paused is None


async def test_an_invitation_that_nobody_saw_counts_at_the_next_start(world: World) -> None:
    await quick_match(world)
    await put_out(world)
    await world.restart()
    assert (await world.seen(1)).match.paused is None


async def test_a_paused_match_says_why_and_asks_nothing(world: World) -> None:
    ann, _ = await quick_race(world)
    await put_out(world)
    assert (await ann.command("games", by_dm=True)).text == f"⏸️ **Pistard #1** · {WHY}"
    for asking in (ann.command("play", by_dm=True), ann.command("play", match="1", by_dm=True)):
        panel = await asking
        assert panel.text.splitlines()[-1] == WHY
        assert panel.labels == ["Look again", MORE]
    board = await ann.command("match board", match="1", by_dm=True)
    assert board.text.splitlines()[-1] == WHY


@pytest.mark.parametrize("button", ["1", AUTO])
async def test_a_press_in_a_paused_match_gets_one_sentence_and_moves_nothing(world: World, button: str) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.command("play", by_dm=True)
    if button == AUTO:
        panel = await ann.press(panel, MORE)
    await put_out(world)
    rows = await world.rows(1)
    assert (await ann.press(panel, button)).whisper == WHY
    for doing in (
        ann.command("move", choice="5", match="1", by_dm=True),
        ann.command("move", choice="no such word", match="1", by_dm=True),
        ann.command("match undo", match="1", by_dm=True),
        ann.command("match resign", match="1", sure="yes", by_dm=True),
    ):
        assert (await doing).whisper == WHY
    assert await world.rows(1) == rows
    await invite(world)
    assert (await ann.press(panel, button)).whispers == []


async def test_a_sealed_answer_cannot_be_changed_while_the_match_rests(world: World) -> None:
    ann, _ = await quick_match(world)
    await play_fallback(world, ann)
    sealed = await ann.command("play", match="1", by_dm=True)
    assert "Change my move" in sealed.labels
    await put_out(world)
    assert (await ann.press(sealed, "Change my move")).whisper == WHY
    assert (await ann.command("play", match="1", by_dm=True)).labels == ["Look again", MORE]


async def test_a_lobby_that_rests_says_so(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=4)
    await put_out(world)
    assert (await ann.command("games", by_dm=True)).text == f"⏸️ **Pistard #1** · {WHY}"
    assert (await ann.command("play", by_dm=True)).whisper.startswith("Nothing is waiting for you")


async def test_another_match_that_waits_comes_before_one_that_rests(world: World) -> None:
    ann, _ = await quick_race(world)
    await put_out(world)
    there = world.env.create_guild("Neighbours")
    carla = there.add_member(ann.member.user)
    races = there.create_text_channel("races")
    await carla.slash(races, "pistard new", players=2)
    [lobby] = races.history()
    asked = await carla.click(lobby, label="Add computer")
    await carla.click(asked.followups[-1], label="Fair")
    await carla.click(lobby, label="Start")
    assert (await ann.command("play", by_dm=True)).text.startswith("**Pistard #2**")

"""Whole matches in process, from the lobby to the result; and the largest screens that names can make."""

import pytest

from engines.table import Event
from locales import catalogue
from render.podium import podium_alt
from screen.verdicts import podium_of
from tests.cogs.world import Player, World, is_played, play_fallback, press_through

pytestmark = pytest.mark.older


async def play_to_the_end(world: World, *players: Player, pressed: int, typed: int) -> list[Event]:
    """Some answers are pressed, some typed, the rest is played unseen; returns what all may hear of it."""
    played = 0
    while not (public := (await world.seen(1)).view).over:
        waiting = [players[seat] for seat in public.waiting if seat is not None and seat < len(players)]
        if not waiting:
            await world.later(5)
            continue
        played += 1
        if played <= pressed:
            assert is_played((await press_through(await waiting[0].command("play"))).text)
        elif played <= pressed + typed:
            mine = await world.seen(1, waiting[0])
            words = " ".join(mine.game.fallback(mine.view))
            assert is_played((await waiting[0].command("move", choice=words, match="1")).text)
        else:
            await play_fallback(world, waiting[0])
    await world.later(1)
    return [event for _, events in await world.house.matches.history(1, None) for event in events]


async def test_a_quick_race_of_two_to_its_result(world: World, ann: Player, bob: Player) -> None:
    await ann.start_match(bob, preset="quick", target=3)
    events = await play_to_the_end(world, ann, bob, pressed=4, typed=4)

    [won] = [event.data["seats"] for event in events if event.kind == "won"]
    assert isinstance(won, tuple)
    winner = ("Ann", "Bob")[int(str(won[0]))]
    result = world.thread.history()[-1]
    lines = result.content.splitlines()
    assert lines[0] == "## Match over"
    assert lines[1].startswith(f"### 🏆 {winner} wins the race with ")
    assert lines[2].startswith(f"🥇 1. {winner} — ")
    assert lines[3].startswith("🥈 2. ")
    assert "wins!" in result.content
    [picture] = result.attachments
    say = catalogue("en")
    assert (picture.description or "").startswith(podium_alt(podium_of(await world.seen(1), say), say))
    assert world.labels(result) == ["Rematch", "Film", "Review", "Share", "History", "Rules"]
    assert f"Finished: see <#{world.thread.id}>." in world.lobby_text()

    over = await ann.command("play", match="1")
    assert "The match is over.\n\u200b1. " in over.text
    assert over.labels == ["History"]
    assert "wins!" in (await ann.press(over, "History")).whisper
    assert (await ann.command("play")).whisper.startswith("Nothing is waiting for you")
    assert (await bob.command("games")).whisper.startswith("You aren't playing anything")


async def test_a_race_without_forced_moves_asks_for_every_one(world: World, ann: Player, bob: Player) -> None:
    await ann.start_match(bob, preset="quick", forced=False)
    for _ in range(6):
        waiting = (await world.seen(1)).view.waiting
        player = (ann, bob)[waiting[0] or 0]
        panel = await player.command("play")
        assert panel.labels
        await press_through(panel)
    rows = await world.house.matches.history(1, None)
    assert {row.how for row, _ in rows if row.kind == "move"} == {"player"}


async def test_the_longest_names_fit_on_every_screen(world: World) -> None:
    # 32 characters each, as long as Discord allows, and all of them double when their Markdown is escaped
    people = [world.person(dm, nick=dm + mark * 31) for dm, mark in zip("abcd", "_*`|", strict=True)]
    ann = people[0]
    await ann.start_match(*people[1:], preset="quick")
    assert len(str(world.thread.name)) <= 100
    for player in people:
        await press_through(await player.command("play"))
    for _ in range(6):
        public = (await world.seen(1)).view
        await press_through(await people[public.waiting[0] or 0].command("play"))
    for name in ("match history", "match board", "games"):
        assert len((await ann.command(name)).text) <= 2000
    assert len((await ann.command("match board", text=True)).text) <= 2000
    history = (await ann.command("match history")).text
    assert len(history) > 1000
    assert "\\_\\_" in history
    await ann.command("match resign", sure="yes")
    assert max(len(message.content) for message in world.thread.history()) <= 2000

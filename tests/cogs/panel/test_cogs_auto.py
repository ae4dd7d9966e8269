"""Play this turn for me: what it plays, where it ends, and presses that come late or twice."""

from engines.pistard import PistardView
from tests.cogs.world import AUTO, MORE, World, play_fallback, quick_match, quick_race, view_of

STALE = "The match has moved on. Here's how it stands now."


async def test_the_rest_of_my_turn_is_played_and_nothing_after_it(world: World) -> None:
    ann, bob = await quick_race(world)
    before, turn = await world.rows(1), (await view_of(world, PistardView)).turn
    panel = await ann.press(await ann.press(await ann.press(world.board(), "Your move"), MORE), AUTO)
    assert "**Played for you:** " in panel.text
    while (await view_of(world, PistardView)).turn == turn:
        assert (await world.seen(1)).view.waiting == (1,), "Ann isn't asked again in this turn"
        await play_fallback(world, bob)
        await world.later(1)
    played = [row for row, _ in await world.house.matches.history(1, None, before) if row.by == 0]
    assert len(played) > 1
    assert {row.how for row in played} <= {"auto", "forced"}
    assert [row.user for row in played if row.user is not None] == [ann.id], "one press"

    while 0 not in (await world.seen(1)).view.waiting:
        await play_fallback(world, bob)
    asked = await ann.command("play")
    assert "Undo" not in asked.labels
    assert AUTO in (await ann.press(asked, MORE)).labels, "the next turn is hers again"


async def test_it_is_offered_beside_the_first_question_to_whom_it_is_put(world: World) -> None:
    ann, bob = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    assert AUTO in (await ann.press(panel, MORE)).labels
    panel = await ann.press(panel, "5")
    assert MORE not in panel.labels
    assert MORE in (await ann.press(panel, "Back")).labels
    assert AUTO not in (await bob.press(await bob.press(world.board(), "Your move"), MORE)).labels
    assert AUTO in (await ann.press(ann.dms()[-1], MORE)).labels


async def test_a_sealed_answer_is_never_played_for_anybody(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    assert AUTO not in (await ann.press(panel, MORE)).labels
    rows = await world.rows(1)
    world.forge(panel.panel, f"h:auto:1.{(await world.seen(1, ann)).fingerprint}")
    refused = await ann.press(panel, "forged 0")
    assert refused.whisper == "It isn't your turn, so there's nothing to play for you."
    assert await world.rows(1) == rows


async def test_a_late_press_plays_nothing(world: World) -> None:
    ann, _ = await quick_race(world)
    old = await ann.press(await ann.press(world.board(), "Your move"), MORE)
    await play_fallback(world, ann)
    rows = await world.rows(1)
    panel = await ann.press(old, AUTO)
    assert panel.text.splitlines()[1] == STALE
    assert "Green 1: to which square?" in panel.text
    assert await world.rows(1) == rows


async def test_two_presses_in_the_same_moment_count_once(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(await ann.press(world.board(), "Your move"), MORE)
    await world.together(panel.panel, AUTO, ann, ann)
    pressed = [row for row, _ in await world.house.matches.history(1, None) if row.how == "auto" and row.user == ann.id]
    assert len(pressed) == 1


async def test_the_same_press_delivered_twice_counts_once(world: World) -> None:
    ann, _ = await quick_race(world)
    played = await ann.press(await ann.press(await ann.press(world.board(), "Your move"), MORE), AUTO)
    rows = await world.rows(1)
    played.result._interaction.responded = False  # Discord hasn't noticed that it was answered
    await world.again(played)
    assert await world.rows(1) == rows


async def test_nothing_is_played_for_a_player_whose_turn_it_is_not(world: World) -> None:
    ann, bob = await quick_race(world)
    code = world.code((await ann.press(await ann.press(world.board(), "Your move"), MORE)).panel, AUTO)
    rows = await world.rows(1)
    for player, why in (
        (bob, "It isn't your turn, so there's nothing to play for you."),
        (world.person("Carla"), "You aren't playing in this match."),
    ):
        own = await player.press(world.board(), "Your move")
        world.forge(own.panel, code, f"h:auto:1.{(await world.seen(1, player)).fingerprint}")
        assert (await player.press(own, "forged 1")).whisper == why
    assert await world.rows(1) == rows

"""Taking a move back: when it is offered, what it brings back, who hears of it; and what needs no Confirm for it."""

import pytest

from engines.table import Amount, Pick
from tests.cogs.quiz import Quiz, QuizView
from tests.cogs.world import MORE, OWN, Answer, Player, World, quick_race, to_confirm, view_of

CLOSED = "Nothing to take back: someone has moved since, or something was rolled or revealed."
STALE = "The match has moved on. Here's how it stands now."
LEFT, RIGHT = (side.ljust(10, "~") for side in ("left", "right"))  # as the quiz's renderer labels them
SIDES = Pick("side", ("left", "right"))


@pytest.fixture
def quiz() -> Quiz:
    """A quiz of a single question, whose answers can be taken back, unless the test names another."""
    return Quiz(SIDES)


async def three(world: World) -> tuple[Player, Player, Player]:
    """Ann, Bob and Carla in a quiz that has started."""
    ann, bob, carla = (world.person(name) for name in ("Ann", "Bob", "Carla"))
    await ann.start_match(bob, carla)
    return ann, bob, carla


async def answers(world: World) -> tuple[str, ...]:
    """What has been answered."""
    return (await view_of(world, QuizView)).answers


async def test_one_click_that_can_be_taken_back_is_played_at_once(world: World) -> None:
    ann, _, _ = await three(world)
    asked = await ann.command("play")
    assert asked.labels == [LEFT, RIGHT, MORE]
    panel = await ann.press(asked, LEFT)
    assert OWN in panel.text
    assert panel.labels == ["Look again", "Undo", MORE]
    assert await answers(world) == ("left",)


async def test_undo_brings_the_question_back_in_the_same_panel_and_tells_the_thread(world: World) -> None:
    ann, bob, _ = await three(world)
    panel = await ann.press(await ann.command("play"), LEFT)
    taken = await ann.press(panel, "Undo")
    assert taken.panel.id == panel.panel.id
    head, said, question = taken.text.splitlines()
    assert (said, question) == ("Taken back.", "Question 1 after nothing")
    assert "⏳ Your time runs out <t:" in head
    assert taken.labels == [LEFT, RIGHT, MORE]
    assert await answers(world) == ()
    assert "Ann took back their last move." in world.board().content
    assert "Ann took back their last move." in (await bob.command("match history", match="1")).text
    await ann.press(taken, RIGHT)
    assert await answers(world) == ("right",)


async def test_undo_from_the_direct_message_works_after_a_restart(world: World) -> None:
    ann, _, _ = await three(world)
    await ann.press(ann.dms()[-1], RIGHT)
    assert world.labels(ann.dms()[-1]) == ["Look again", "Undo", MORE]
    await world.restart()
    taken = await ann.press(ann.dms()[-1], "Undo")
    assert taken.labels == [LEFT, RIGHT, MORE]
    assert await answers(world) == ()


async def test_undo_by_command(world: World) -> None:
    ann, _, _ = await three(world)
    await ann.press(await ann.command("play"), LEFT)
    taken = await ann.command("match undo", match="1")
    assert taken.panel.ephemeral
    assert "Taken back." in taken.text
    assert taken.labels == [LEFT, RIGHT, MORE]
    again = await ann.command("match undo")
    assert again.whisper == CLOSED
    assert await answers(world) == ()


async def test_a_look_shows_undo_only_while_it_is_open(world: World) -> None:
    ann, bob, carla = await three(world)
    for player in (ann, bob):
        assert "Undo" not in (await player.command("play", match="1")).labels
    panel = await ann.press(await ann.command("play"), LEFT)
    assert "Undo" in (await ann.press(panel, "Look again")).labels
    assert "Undo" not in (await bob.command("play", match="1")).labels
    assert "Undo" not in (await carla.press(world.board(), "Your move")).labels
    await bob.press(await bob.command("play"), RIGHT)
    assert "Undo" not in (await ann.press(panel, "Look again")).labels
    assert (await ann.command("match undo")).whisper == CLOSED
    assert await answers(world) == ("left", "right")


async def test_a_late_undo_gets_a_fresh_panel_and_takes_nothing_back(world: World) -> None:
    ann, bob, _ = await three(world)
    panel = await ann.press(await ann.command("play"), LEFT)
    await bob.press(await bob.command("play"), RIGHT)
    rows = await world.rows(1)
    late = await ann.press(panel, "Undo")
    assert late.text.splitlines()[1] == STALE
    assert late.labels == ["Look again", MORE]
    assert await world.rows(1) == rows


async def test_undo_pressed_twice_takes_back_once(world: World) -> None:
    ann, _, _ = await three(world)
    panel = await ann.press(await ann.command("play"), LEFT)
    rows = await world.rows(1)
    await world.together(panel.panel, "Undo", ann, ann)
    assert await world.rows(1) == rows + 1
    assert panel.labels == [LEFT, RIGHT, MORE]


async def test_undo_delivered_twice_takes_back_once(world: World) -> None:
    ann, _, _ = await three(world)
    taken = await ann.press(await ann.press(await ann.command("play"), LEFT), "Undo")
    rows = await world.rows(1)
    taken.result._interaction.responded = False  # Discord hasn't noticed that it was answered
    await world.again(taken)
    assert await world.rows(1) == rows


async def test_nobody_takes_back_what_somebody_else_has_played(world: World) -> None:
    ann, bob, _ = await three(world)
    panel = await ann.press(await ann.command("play"), LEFT)
    code = world.code(panel.panel, "Undo")
    for player, why in (
        (bob, CLOSED),
        (world.person("Dora"), "You aren't playing in this match."),
    ):
        own = await player.press(world.board(), "Your move")
        fingerprint = (await world.seen(1, player)).fingerprint
        world.forge(own.panel, code, f"h:undo:1.{fingerprint}")
        assert (await player.press(own, "forged 1")).whisper == why
    assert await answers(world) == ("left",)


@pytest.mark.parametrize("quiz", [Quiz(SIDES, rolls=True)])
async def test_one_click_that_rolls_a_die_wants_a_confirm(world: World) -> None:
    ann, _, _ = await three(world)
    panel = await ann.press(await ann.command("play"), LEFT)
    assert panel.labels == ["Confirm", "Back"]
    assert await answers(world) == ()
    panel = await ann.press(panel, "Confirm")
    assert panel.labels == ["Look again", MORE], "a die has fallen"
    assert (await ann.command("match undo")).whisper == CLOSED


@pytest.mark.parametrize("quiz", [Quiz(SIDES, SIDES)])
async def test_two_clicks_want_a_confirm_and_can_be_taken_back(world: World) -> None:
    ann, _, _ = await three(world)
    panel = await ann.press(await ann.press(await ann.command("play"), LEFT), RIGHT)
    assert panel.labels == ["Confirm", "Back"]
    panel = await ann.press(panel, "Confirm")
    assert panel.labels == ["Look again", "Undo", MORE]
    taken = await ann.press(panel, "Undo")
    assert taken.text.endswith("Question 1 after nothing")


@pytest.mark.parametrize("quiz", [Quiz(Pick("only", ("o",)), SIDES, Amount("laps", 4, 4))])
async def test_what_is_stepped_over_is_no_click(world: World) -> None:
    ann, _, _ = await three(world)
    panel = await ann.press(await ann.command("play"), LEFT)
    assert panel.labels == ["Look again", "Undo", MORE]
    assert await answers(world) == ("o/left/4",)


@pytest.mark.parametrize("quiz", [Quiz(Amount("laps", 1, 9))])
async def test_one_choice_from_a_list_is_one_click(world: World) -> None:
    ann, _, _ = await three(world)
    asked = await ann.command("play")
    panel = await ann.press(asked, next(label for label in asked.labels if label.startswith("7")))
    assert panel.labels == ["Look again", "Undo", MORE]
    assert await answers(world) == ("7",)


@pytest.mark.parametrize("quiz", [None])
async def test_a_whole_answer_in_a_race_wants_its_confirm(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    assert panel.labels == ["Confirm", "Back"]
    panel = await ann.press(panel, "Confirm")
    assert "Undo" in panel.labels, "it rolled nothing and told only what could be foreseen"
    taken: Answer = await ann.press(panel, "Undo")
    assert "Yellow 1: to which square?" in taken.text
    assert "Ann took back their last move." in world.board().content

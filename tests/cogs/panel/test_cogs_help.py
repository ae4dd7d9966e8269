"""❓ on every panel: what each answer does, and the way to the page of the rules that the question belongs to."""

from __future__ import annotations

from typing import Any

import pytest

from locales import catalogue
from render import RENDERERS
from tests.cogs.world import (
    BUTTON,
    MORE,
    SELECT,
    SINCE,
    Answer,
    Message,
    Player,
    World,
    play_fallback,
    quick_match,
    quick_race,
)

SAY = catalogue("en")


def help_code(world: World, message: Message) -> str:
    """The custom id of the message's ❓."""
    [code] = [part["custom_id"] for part in world.parts(message) if part["custom_id"].endswith("~")]
    return code


async def ask_for_help(player: Player, what: Answer | Message) -> Answer:
    """Press ❓."""
    message = what.panel if isinstance(what, Answer) else what
    return await player.send(message, {"custom_id": help_code(player.world, message), "component_type": BUTTON})


def title(answer: Answer) -> str | None:
    """Of a page of rules."""
    return answer.panel.embeds[-1].title


def help_text(answer: Answer) -> str:
    """All that is said of the answers."""
    return "\n".join([answer.text, *(str(embed.description) for embed in answer.panel.embeds)])


def answers(panel: Answer) -> list[str]:
    """The labels of the buttons that answer the question."""
    parts = panel.by.world.parts(panel.panel)
    return [part["label"] for part in parts if part["custom_id"].startswith("g:") and part.get("label")]


async def opened(world: World, command: str, **options: Any) -> Player:
    """The first of two players of match 1 who is asked."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob, command=command, **options)
    await world.later(1)
    return await world.due(ann, bob)


async def test_help_is_private_and_leaves_the_panel_as_it_is(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    shown = await ask_for_help(ann, panel)
    assert shown.panel.ephemeral and shown.panel.id != panel.panel.id
    assert shown.text == SAY("help.buttons")
    assert shown.labels[0] == "Riding"
    assert world.labels(panel.panel) == panel.labels
    page = await ann.press(shown, "Riding")
    assert (title(page), page.panel.embeds[-1].footer.text) == ("Riding", "Page 5 of 11")
    assert page.panel.id == shown.panel.id


async def test_help_has_a_line_on_each_of_the_answers_that_join_several_questions(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    shown = await ask_for_help(ann, panel)
    head, *lines = help_text(shown).removeprefix(f"{shown.text}\n").splitlines()
    assert head == SAY("help.head")
    assert len(answers(panel)) > 4, "die and lane in one press"
    for label in answers(panel):
        [line] = [line for line in lines if line.startswith(f"• **{label}: ")]
        assert " – " in line or line.endswith("**"), "what it does stands there, or above all that do the same"
    assert any("the others are left for your next riders" in line for line in lines), "what the die does"
    assert any("No bonus there." in line for line in lines), "what the square does"


async def test_help_is_about_the_step_on_the_screen(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    die = world.parts(panel.panel)[0]["custom_id"].rpartition(":")[0] + ":0"
    landing = await ann.send(panel.panel, {"custom_id": die, "component_type": BUTTON})
    assert "rides the 5." in landing.text
    shown = await ask_for_help(ann, landing)
    assert shown.labels[0] == "Colour bonus"
    assert all(label in help_text(shown) for label in answers(landing) if label != "Back")
    stale = help_code(world, landing.panel)
    await play_fallback(world, ann)
    late = await ann.send(landing.panel, {"custom_id": stale, "component_type": BUTTON})
    assert late.panel.ephemeral, "the present question is explained"


async def test_help_in_a_direct_message_is_a_message_of_its_own(world: World) -> None:
    ann, _ = await quick_match(world)
    [call] = ann.dms()
    shown = await ask_for_help(ann, call)
    assert shown.panel.ephemeral and shown.panel.id != call.id
    assert shown.labels[0] == "The first move"
    assert "Row 6" in shown.text
    page = await ann.press(shown, "The first move")
    assert (title(page), page.text) == ("The first move", ""), "from there on it is a page of the rules"
    assert title(await ann.choose(page, "0")) == "The aim"


async def test_a_page_has_its_picture_and_the_next_page_another(world: World) -> None:
    ann, _ = await quick_match(world)
    pages = RENDERERS["pistard"].rules(SAY)
    helped = await ask_for_help(ann, await ann.press(world.board(), "Your move"))
    shown = await ann.press(helped, pages[3].title)
    for place in (3, 4):
        [picture] = shown.panel.attachments
        draw = pages[place].picture
        assert draw is not None
        assert (title(shown), shown.picture_bytes()) == (pages[place].title, draw())
        image: Any = shown.panel.embeds[0].to_dict().get("image")
        assert picture.description == image["description"] == pages[place].alt
        shown = await ann.press(shown, "Next")
    shown = await ann.choose(shown, "9")
    assert (title(shown), shown.panel.attachments) == ("When time runs out", [])


@pytest.mark.parametrize(
    ("command", "options", "page", "words"),
    [
        ("superechelon new", {"tours": "1"}, "Two players", "GC for the player who has the card in the end"),
        ("schlangennest new", {}, "Coloured and grey", "crosses a grey strand"),
        (
            "legstrong new",
            {"tour": "custom", "course": "FGDF", "doping": "off"},
            "Three types of riders",
            "rows near the finish and in the bunch sprint",
        ),
    ],
)
async def test_every_game_helps_with_its_first_question(
    world: World, command: str, options: dict[str, Any], page: str, words: str
) -> None:
    player = await opened(world, command, **options)
    shown = await ask_for_help(player, await player.press(world.board(), "Your move"))
    assert shown.labels[0] == page
    assert words in help_text(shown)
    shown = await player.press(shown, page)
    [contents] = [part for part in world.parts(shown.panel) if part["type"] == SELECT]
    [here] = [option["label"] for option in contents["options"] if option.get("default")]
    assert here.endswith(f". {page}")


async def test_whoever_waits_or_looks_on_gets_the_page_of_what_goes_on(world: World) -> None:
    _, bob = await quick_race(world)
    for player in (bob, world.person("Zoe")):
        shown = await ask_for_help(player, await player.press(world.board(), "Your move"))
        assert shown.text.splitlines()[0] == SAY("help.idle")
        assert shown.labels[0] == "Riding"


async def test_the_film_of_what_happened_is_behind_the_three_dots(world: World) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    assert SINCE not in panel.labels
    assert SINCE in (await ann.press(panel, MORE)).labels

"""A stage race in process: roles and attacks are sealed, bottles private, courses that break a rule refused."""

from __future__ import annotations

import pytest

from cogs.posts.board import LEG_LINES
from engines.legstrong import LegstrongView, drink_of
from engines.table import Event
from locales import catalogue, languages
from render import RENDERERS
from screen.outcome import lines_of
from tests.cogs.world import Player, World, answer_all, hand_of, opened_match, play_fallback, press_through, view_of


@pytest.fixture
async def riders(world: World) -> list[Player]:
    """Two players of match 1, a tour of one short leg, before they have named their roles."""
    return await opened_match(world, "legstrong new", "Ann", "Bob", tour="custom", course="FGDF", doping="off")


async def test_a_leg_opens_when_everybody_has_named_their_roles(world: World, riders: list[Player]) -> None:
    assert (await view_of(world, LegstrongView)).stage == "roles"
    answer = await press_through(await riders[0].command("play"))
    assert catalogue("en")("panel.sealed") in answer.text
    await press_through(await riders[1].command("play"))
    await world.later(1)
    view = await view_of(world, LegstrongView)
    assert (view.stage, view.leg, view.road.turn) == ("attack", 1, 1)
    board = world.board()
    assert "to say who attacks" in board.content
    [picture] = board.attachments
    assert picture.description is not None and picture.description.startswith(
        "Stage 1 of 1, own course, ▬ flat, ◢ a rise"
    )


async def test_an_attack_is_told_when_all_have_decided(world: World, riders: list[Player]) -> None:
    await answer_all(world, riders)
    first, second = (riders[seat] for seat in (await view_of(world, LegstrongView)).waiting if seat is not None)
    panel = await first.command("play")
    leader = "1" if first is riders[0] else "11"
    assert f"{leader}: {'🔴' if first is riders[0] else '⚪'} Leader {leader}" in panel.alt
    await press_through(await first.press(panel, leader))
    assert not [message for message in world.thread.history() if "attacks**" in message.content]
    await play_fallback(world, second)
    await world.env.settle()
    text = (await first.command("match history")).text
    assert "Leader 1" in text and " attacks**: " in text


async def test_what_is_in_a_bottle_is_told_to_its_owner_alone(world: World, riders: list[Player]) -> None:
    while not any(rider.tiles for rider in (await view_of(world, LegstrongView)).road.riders):
        await answer_all(world, riders)
    for player in riders:
        own = await view_of(world, LegstrongView, player)
        values = [drink_of(bottle.id) for bottle in own.bottles]
        assert values
        text = (await player.command("match history")).text
        assert text.count("Only you know.") == len(values)
        described = hand_of((await player.command("play", match="1")).panel).description
        assert described is not None and described.count("energy in bottles: ") == len(values)
    assert not [message for message in world.thread.history() if "Only you know." in message.content]
    assert not [file for message in world.thread.history() for file in message.attachments if "hand" in file.filename]


async def test_a_course_that_breaks_a_rule_is_refused_with_leg_hex_and_rule(world: World) -> None:
    answer = await world.person("Ann").command("legstrong new", tour="custom", course="flat FFMM", players=2)
    assert "Stage 2, hex 3: there has to be a rise (G) right before a mountain (rule L3)." in answer.text


async def test_the_thread_tells_how_a_leg_ended_and_in_the_end_the_gaps(world: World) -> None:
    course = "FFFF FFFF"
    people = await opened_match(world, "legstrong new", "Ann", "Bob", tour="custom", course=course, doping="off")
    while not (view := await view_of(world, LegstrongView)).over:
        await answer_all(world, people)
    [*_, result] = shown = [message for message in world.thread.history() if message.attachments]
    [ridden] = [message.content for message in shown if not message.components]
    assert "**Stage 1**: 1. " in ridden
    assert "waiting to start" not in ridden
    seconds = -min(standing.points for standing in view.standings)
    assert result.content.startswith("## Match over\n### 🏆 ")
    assert "\n🥇 1. " in result.content
    assert " — +0:00\n" in result.content
    assert f" — +{seconds // 60}:{seconds % 60:02}\n" in result.content


@pytest.mark.parametrize("language", languages())
def test_the_result_of_a_leg_fits_with_who_was_struck_however_long_the_names_are(language: str) -> None:
    riders, names = [f"{seat}.climber" for seat in range(4)], ("W" * 32,) * 4
    finish = Event("finish", None, {"leg": 1, "riders": riders, "seconds": [0] * 4})
    struck = Event("struck", None, {"rider": riders[0]})
    said = [RENDERERS["legstrong"].sentence(event, names, catalogue(language)) for event in (finish, struck)]
    assert sum(lines_of(f"-# {sentence}") for sentence in said) <= LEG_LINES
    order = [kind for kind in RENDERERS["legstrong"].STYLE.news if kind in ("finish", "struck", "jerseys")]
    assert order == ["finish", "struck", "jerseys"]

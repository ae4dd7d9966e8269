"""Learn by playing in Discord: from the rules to the end, left in the middle, opened twice, forgotten."""

from __future__ import annotations

import re

import pytest

from cogs.ui.controls import CHOOSE
from cogs.ui.custom_id import lesson_code
from engines import GAMES
from engines.table import Amount, Path, Pick, Ready
from lessons import walk
from lessons.lesson import Lesson
from locales import catalogue
from render.shortcuts import MOST_WAYS
from tests.cogs.world import BUTTON, SELECT, Answer, Player, World

SAY = catalogue("en")
STALE, RESUMED = SAY("lesson.stale"), SAY("lesson.resumed")
LEARN = SAY("lesson.learn")
RIGHT, SMALL = "🎲6", "🎲4"  # at the first step of Pistard


async def opened(ann: Player, game: str = "pistard") -> Answer:
    """The lesson, from the first page of the rules."""
    return await ann.press(await ann.command(f"{game} rules"), LEARN)


async def on_right_way(ann: Player, panel: Answer, lesson: Lesson, step: int) -> Answer:
    """Press or choose what is right at a step, one button after the other as they are offered."""
    right, later = lesson.steps[step].right[0], step + 1
    while later < len(lesson.steps) and walk.scene(lesson, later).begun == right:  # a press may be worth both
        right, later = lesson.steps[later].right[0], later + 1
    title = f"{step + 1} of {len(lesson.steps)}"
    while title in panel.text:
        parts = {part["custom_id"]: part for part in ann.world.parts(panel.panel)}
        ways = (pressed(lesson, step, right[:at]) for at in range(len(right), 0, -1))
        code, values = next((code, values) for code, values in ways if code in parts)
        if parts[code]["type"] == SELECT:
            panel = await ann.send(panel.panel, {"custom_id": code, "component_type": SELECT, "values": values})
        else:
            panel = await ann.send(panel.panel, {"custom_id": code, "component_type": BUTTON})
    return panel


def pressed(lesson: Lesson, step: int, path: Path) -> tuple[str, list[str]]:
    """The custom id of the last step of a path, and what is chosen there in a select."""
    view, numbers = walk.scene(lesson, step).view, list[str]()
    for at, word in enumerate(path):
        ask = GAMES[lesson.game].ask(view, path[:at])
        assert ask is not None
        assert not isinstance(ask, Ready)
        places = [str(ask.options.index(option)) for option in word.split("+")] if isinstance(ask, Pick) else [word]
        is_select = ask.most - ask.least >= MOST_WAYS if isinstance(ask, Amount) else ask.most > 1
        if at == len(path) - 1 and is_select:
            return lesson_code(lesson.game, lesson.chapter, step, f"g:0:0:{'.'.join(numbers)}{CHOOSE}"), places
        numbers.append("+".join(places))
    return lesson_code(lesson.game, lesson.chapter, step, f"g:0:0:{'.'.join(numbers)}"), []


async def test_a_lap_of_pistard_from_the_rules_to_the_end(world: World, ann: Player) -> None:
    rules = await ann.command("pistard rules")
    panel = await ann.press(rules, LEARN)
    assert panel.panel.ephemeral
    assert panel.panel.id != rules.panel.id
    assert panel.panel.attachments
    assert len(panel.labels) == 4
    wrong = await ann.press(panel, SMALL)
    assert wrong.panel.id == panel.panel.id, "the panel goes on in its place"
    assert SAY("lesson.pistard.start.why") in wrong.text
    assert SAY("lesson.pistard.start") not in wrong.text, "one thing at a time"
    assert wrong.labels == panel.labels, "and one may try again"
    lesson = walk.chapters("pistard")[0]
    for step in range(len(lesson.steps)):
        panel = await on_right_way(ann, panel, lesson, step)
        assert SAY(walk.text(lesson, step, "done")) in panel.text
    assert SAY("lesson.pistard.end.lap") in panel.text
    assert panel.labels == ["Play the computer now", "Other games", "Rules", "Play again"]
    again = await ann.press(panel, "Play again")
    assert "1 of 8" in again.text
    assert again.panel.id == panel.panel.id


async def test_a_wrong_way_asks_where_it_parted_from_the_right_one_and_back_leads_to_the_begin(world: World) -> None:
    ann = world.person("Ann")
    panel = await opened(ann, "superechelon")
    lesson = walk.chapters("superechelon")[0]
    for step in range(5):
        panel = await on_right_way(ann, panel, lesson, step)
    cards = panel.labels
    bad = next(pad for pad in re.findall(r"(\S+): Bad Day", panel.alt) if pad in cards)
    targets = await ann.press(panel, bad)
    wrong = await ann.press(targets, "Cancel nothing")
    assert SAY("lesson.superechelon.bad.why.target") in wrong.text
    assert wrong.labels == targets.labels
    assert wrong.labels[-1] == SAY("panel.back")
    assert (await ann.press(wrong, SAY("panel.back"))).labels == cards


async def test_what_an_earlier_step_has_settled_is_not_taken_back(world: World, ann: Player) -> None:
    panel = await opened(ann, "legstrong")
    panel = await ann.send(panel.panel, {"custom_id": "h:learn:legstrong.energy", "component_type": BUTTON})
    panel = await on_right_way(ann, panel, walk.chapters("legstrong")[1], 0)
    assert "2 of 6" in panel.text
    assert SAY("panel.back") not in panel.labels
    world.forge(panel.panel, "l:legstrong:energy:1:")
    back = await ann.press(panel, "forged 0")
    assert "2 of 6" in back.text
    assert SAY("panel.back") not in back.labels


async def test_a_single_answer_is_confirmed(world: World, ann: Player) -> None:
    panel, nest = await opened(ann, "schlangennest"), walk.chapters("schlangennest")[0]
    for step in range(len(nest.steps) - 1):
        panel = await on_right_way(ann, panel, nest, step)
    assert panel.labels == ["Confirm"]
    assert SAY("lesson.schlangennest.end.nest") in (await ann.press(panel, "Confirm")).text


async def test_other_games_are_found_in_the_one_home_there_is(world: World, ann: Player) -> None:
    home = await ann.command("start")
    panel = await ann.press(home, "Learn by playing")
    lesson = walk.chapters("pistard")[0]
    for step in range(len(lesson.steps)):
        panel = await on_right_way(ann, panel, lesson, step)
    again = await ann.press(panel, "Other games")
    assert again.panel.id != panel.panel.id
    assert "## Pistard" in again.text
    assert home.result.response is None
    assert SAY("lesson.pistard.end.lap") in panel.text, "what was said at the end stays to be read"


async def test_a_lesson_that_was_left_goes_on_where_it_was_even_after_a_restart(world: World, ann: Player) -> None:
    await ann.press(await opened(ann), RIGHT)
    await world.restart()
    panel = await opened(ann)
    assert RESUMED in panel.text
    assert "2 of 8" in panel.text
    bob = world.person("Bob")
    assert "1 of 8" in (await opened(bob)).text, "everybody has their own"


async def test_a_lesson_that_is_opened_twice_stays_one(world: World, ann: Player) -> None:
    first, second = await opened(ann), await opened(ann)
    await ann.press(second, RIGHT)
    late = await ann.press(first, RIGHT)
    assert STALE in late.text
    assert "2 of 8" in late.text
    late = await ann.press(late, "🎲4")
    answers = await world.together(late.panel, "🎲3", ann, ann)
    assert all("3 of 8" in answer.text for answer in answers)


async def test_the_chapters_of_legstrong_follow_one_another(world: World, ann: Player) -> None:
    bunch, energy, _, _ = walk.chapters("legstrong")
    panel = await opened(ann, "legstrong")
    for step in range(len(bunch.steps)):
        panel = await on_right_way(ann, panel, bunch, step)
    [*first, third, last] = panel.labels
    assert first == ["Next: Energy and risk", "Play the computer now", "Other games", "Rules", "Play again"]
    assert (third, last) == ("3 · Sleeves and control", "4 · Alliances")
    assert f"1 of {len(energy.steps)}" in (await opened(ann, "legstrong")).text, "the first chapter is done"
    panel = await ann.press(panel, "Next: Energy and risk")
    assert f"Energy and risk · 1 of {len(energy.steps)}" in panel.text


@pytest.mark.parametrize(("game", "chapter"), [("superechelon", "stages"), ("legstrong", "sleeves")])
async def test_choices_of_several_and_long_ways_lead_to_the_end_too(world: World, game: str, chapter: str) -> None:
    ann = world.person("Ann")
    lesson = walk.find(game, chapter)
    assert lesson is not None
    panel = await opened(ann, game)
    panel = await ann.send(panel.panel, {"custom_id": f"h:learn:{game}.{chapter}", "component_type": BUTTON})
    for step in range(len(lesson.steps)):
        panel = await on_right_way(ann, panel, lesson, step)
    assert SAY(f"lesson.{game}.end.{chapter}") in panel.text


@pytest.mark.parametrize("game", [game for game in GAMES if walk.chapters(game)])
async def test_the_end_leads_on_to_a_match_of_as_many_players(world: World, game: str, ann: Player) -> None:
    lesson = walk.chapters(game)[-1]
    await world.house.lessons.open(ann.id, game, lesson.chapter)
    await world.house.lessons.move(ann.id, game, lesson.chapter, 0, len(lesson.steps))
    panel = await opened(ann, game)
    end = await ann.send(panel.panel, {"custom_id": f"h:learn:{game}.{lesson.chapter}", "component_type": BUTTON})
    begun = await ann.press(await ann.press(end, SAY("start.solo")), "Easy")
    assert "has started in your direct messages" in begun.text
    match = await world.match(1)
    assert [row.opponent for row in match.seats] == [None, *["easy"] * (lesson.seats - 1)]


async def test_in_direct_messages_a_lesson_is_private_as_well(world: World, ann: Player) -> None:
    rules = await ann.command("pistard rules", by_dm=True)
    panel = await ann.press(rules, LEARN)
    assert "2 of 8" in (await ann.press(panel, RIGHT)).text


async def test_a_lesson_is_exported_and_forgotten_with_its_person(world: World, ann: Player) -> None:
    panel = await ann.press(await opened(ann), RIGHT)
    [stored] = (await world.house.privacy.export_of(ann.id))["stored"]["lessons"]
    assert (stored["game"], stored["chapter"], stored["step"]) == ("pistard", "lap", 1)
    await world.house.privacy.forget(ann.id)
    assert "lessons" not in (await world.house.privacy.export_of(ann.id))["stored"]
    begun = await ann.press(panel, "🎲3")
    assert STALE in begun.text
    assert "1 of 8" in begun.text


MADE_UP = ["l:pistard:lap:0:9", "l:pistard:lap:0:0.0.0.0.0.0", "l:pistard:lap:0:+", "l:pistard:lap:0:1@99"]
UNKNOWN = ["l:chess:lap:0:0", "l:pistard:tour:0:0", "h:learn:chess", "h:learn:pistard.tour", "h:learn:pistard.lap.x"]


async def test_what_nobody_was_offered_changes_nothing(world: World, ann: Player) -> None:
    panel = await opened(ann)
    for code in MADE_UP:
        world.forge(panel.panel, code)
        assert "1 of 8" in (await ann.press(panel, "forged 0")).text, code
    for code in UNKNOWN:
        world.forge(panel.panel, code)
        assert SAY("refusal.house.button") in (await ann.press(panel, "forged 0")).whispers, code


async def test_who_wants_words_on_buttons_has_them_in_lessons_too(world: World, ann: Player) -> None:
    pads = (await opened(ann, "superechelon")).labels
    await ann.command("settings", buttons="words")
    words = (await opened(ann, "superechelon")).labels
    assert words != pads

"""Every lesson played from its first step to its end on the real engine, and read in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import discord
import pytest

from cogs.panel import lesson_screen, paths
from cogs.panel.compose import Panel
from cogs.ui.controls import CHOOSE, Component, LessonStep
from cogs.ui.custom_id import read
from cogs.ui.views import CONTENT, Widget
from engines import GAMES
from engines.pistard import PistardView, colour
from engines.table import Amount, Ask, Path, Pick, Ready
from lessons import LESSONS, walk
from lessons.lesson import Lesson
from lessons.luck import LessonDice
from locales import ENGLISH, FOLDER, OUTSIDE, PSEUDO, catalogue, languages
from render.pistard.words import way
from screen.questions import stops
from tests.cogs.limits import check_layout

MOST_CLICKS, MOST_STEPS = 40, 10
FIRST_CLICKS = 2  # of the first step: the first decision comes quickly
LONGEST_CAPTION = 480
EVERY = [lesson for lessons in LESSONS.values() for lesson in lessons]
SAID = [*languages(), PSEUDO]
every_lesson = pytest.mark.parametrize("lesson", EVERY, ids=lambda lesson: f"{lesson.game}-{lesson.chapter}")


def asked(lesson: Lesson, step: int, path: Path) -> Ask:
    """What the real engine asks the learner after these answers."""
    ask = GAMES[lesson.game].ask(walk.scene(lesson, step).view, path)
    assert ask is not None
    return ask


def offered(ask: Ask) -> Iterator[str]:
    """Steps that answer a question: all options, some choices of several, all amounts."""
    match ask:
        case Pick(_, options, 1, 1):
            yield from options
        case Pick(_, options, least, _):
            for first in range(len(options) - least + 1):
                yield "+".join(options[first : first + least]) or "-"
        case Amount(_, least, most):
            yield from map(str, range(least, most + 1))
        case Ready():
            return


def presses(lesson: Lesson, step: int) -> Iterator[Path]:
    """All that a learner can press on the right way: what is right, and what is wrong."""
    here = lesson.steps[step]
    for right in here.right:
        for at in range(len(walk.scene(lesson, step).begun), len(right)):
            for option in offered(asked(lesson, step, right[:at])):
                yield (*right[:at], option)


def clicks(lesson: Lesson, step: int) -> int:
    """Presses and choices that the right answer takes; some answer several questions."""
    seen = lesson_screen.seen_at(lesson, step, catalogue(None))
    begun, right = walk.scene(lesson, step).begun, lesson.steps[step].right[0]
    return len(stops(seen, right)) - len(stops(seen, begun)) or 1


def test_lessons_are_about_games_that_there_are_and_legstrong_has_four() -> None:
    assert {*LESSONS} <= {*GAMES}, "a game may have lessons, or none"
    assert all(lesson.game == game for game, lessons in LESSONS.items() for lesson in lessons)
    assert all(len({lesson.chapter for lesson in lessons}) == len(lessons) for lessons in LESSONS.values())
    assert [lesson.chapter for lesson in LESSONS["legstrong"]] == ["bunch", "energy", "sleeves", "alliances"]


@every_lesson
def test_the_right_answers_lead_from_the_first_step_to_the_end(lesson: Lesson) -> None:
    step = 0
    while step < len(lesson.steps):
        verdict = walk.judge(lesson, step, lesson.steps[step].right[0])
        assert (verdict.step, verdict.why) == (step + 1, "")
        step = verdict.step


@every_lesson
def test_the_real_engine_offers_what_is_right(lesson: Lesson) -> None:
    for step, here in enumerate(lesson.steps):
        view = walk.scene(lesson, step).view
        assert view.viewer in view.waiting, f"{here.name}: nobody waits for the learner"
        begun = walk.scene(lesson, step).begun
        for right in here.right:
            assert right[: len(begun)] == begun
            assert right != begun
            GAMES[lesson.game].ask(view, right)  # raises IllegalMove where a step of it isn't offered
        if not isinstance(asked(lesson, step, here.right[0]), Ready):
            about = f"{here.name}: its answer isn't whole, so the next step begins where it ends:"
            assert step + 1 < len(lesson.steps), f"{about} there is none"
            assert walk.scene(lesson, step + 1).begun == here.right[0], f"{about} let its answers begin with this one"
            assert len(here.right) == 1, f"{about} only one answer can be right"
            assert not here.then, f"{about} nothing can be played in between (`then`)"


@every_lesson
def test_every_wrong_press_has_a_reason_and_leads_back_to_its_question(lesson: Lesson) -> None:
    say, told = catalogue(None), set[str]()
    for step, here in enumerate(lesson.steps):
        for path in presses(lesson, step):
            verdict = walk.judge(lesson, step, path)
            on_the_way = any(right[: len(path)] == path for right in here.right)
            assert bool(verdict.why) is not on_the_way, f"{here.name}: {path}"
            if verdict.why:
                assert say(verdict.why)
                assert verdict.step == step
                assert verdict.path == path[:-1]
                told.add(verdict.why)
        for reason in here.why.values():
            assert walk.text(lesson, step, f"why.{reason}") in told, f"{here.name}: nobody ever hears {reason}"


@every_lesson
def test_a_lesson_and_its_captions_are_short(lesson: Lesson) -> None:
    assert len(lesson.steps) <= MOST_STEPS
    keys = [walk.text(lesson, step, *part) for step in range(len(lesson.steps)) for part in ((), ("done",))]
    assert all(len(catalogue(None)(key)) <= LONGEST_CAPTION for key in keys)
    taken = sum(clicks(lesson, step) for step in range(len(lesson.steps)))
    assert taken <= MOST_CLICKS
    assert clicks(lesson, 0) <= FIRST_CLICKS, (
        f"{lesson.steps[0].name} takes {clicks(lesson, 0)} clicks, the first step of a lesson {FIRST_CLICKS} at most: "
        "play the questions before it in `before`, or make two steps of it"
    )


def test_all_three_chapters_of_legstrong_take_less_clicks_than_one_lesson_may() -> None:
    taken = sum(clicks(lesson, step) for lesson in LESSONS["legstrong"] for step in range(len(lesson.steps)))
    assert taken <= MOST_CLICKS


def check(items: list[Widget]) -> None:
    """Assert that Discord would take a screen with these buttons."""
    panel = Panel("?", discord.File(BytesIO(), "board.png", description="!"), items)
    check_layout({"components": lesson_screen.layout(panel).to_components()})


@every_lesson
def test_each_step_offers_what_is_right_and_if_it_can_something_wrong(lesson: Lesson) -> None:
    say = catalogue(None)
    for step in range(len(lesson.steps)):
        seen = lesson_screen.seen_at(lesson, step, say)
        question = lesson_screen.question_at(seen, lesson, step, ())
        assert question is not None
        whys: list[str] = []
        for item in lesson_screen.buttons(seen, lesson, step, question, say):
            assert item.custom_id is not None
            if item.custom_id.endswith(CHOOSE):
                continue
            place = read(Component.BUTTON, item.custom_id)
            assert isinstance(place, LessonStep)
            path = lesson_screen.settled(seen, paths.walk(seen, place.steps))
            whys.append(walk.judge(lesson, step, path).why)
        assert not whys or "" in whys
        known = {walk.judge(lesson, step, path).why for path in presses(lesson, step)}
        assert any(whys) or len(whys) <= 1 or not any(known), lesson.steps[step].name


@every_lesson
@pytest.mark.parametrize("language", SAID)
def test_every_screen_fits_in_every_language(lesson: Lesson, language: str) -> None:
    say = catalogue(language)
    heads = {"": ""}
    for step, here in enumerate(lesson.steps):
        seen = lesson_screen.seen_at(lesson, step, say)
        whys = [walk.text(lesson, step, "why"), *(walk.text(lesson, step, f"why.{key}") for key in here.why.values())]
        heads |= {why: say("lesson.why", text=say(why)) for why in whys}
        for at in range(len(walk.scene(lesson, step).begun), len(here.right[0])):
            question = lesson_screen.question_at(seen, lesson, step, here.right[0][:at])
            assert question is not None
            items = lesson_screen.buttons(seen, lesson, step, question, say)
            check(items)
            assert not any("?" in str(item.custom_id) for item in items), "no form"
            assert len({item.row for item in items}) <= 4, "three rows of pads and one of tools, as in a match"
            lines = [lesson_screen.title(lesson, step, say), *lesson_screen.asked(seen, lesson, step, question, say)]
            longest = max(heads.values(), key=len)
            assert len("\n".join([*lines, longest])) <= CONTENT
        heads = {"done": say("lesson.done", text=say(walk.text(lesson, step, "done")))}
    check(lesson_screen.afterwards(lesson, say))
    last = lesson_screen.title(lesson, len(lesson.steps), say)
    assert len("\n".join([last, lesson_screen.end(lesson, say), *heads.values()])) <= CONTENT


def test_every_text_of_a_lesson_is_said_in_it() -> None:
    said = {f"lesson.{lesson.game}.{kind}.{lesson.chapter}" for lesson in EVERY for kind in ("title", "end")}
    for lesson in EVERY:
        for step, here in enumerate(lesson.steps):
            parts = ("", "why", "done", *(f"why.{reason}" for reason in here.why.values()))
            said |= {walk.text(lesson, step, part) for part in parts}
    for game in LESSONS:
        po = (OUTSIDE.get(game, FOLDER) / ENGLISH / f"lessons_{game}.po").read_text(encoding="utf-8")
        assert {*re.findall(r'^msgid "(lesson.+)"$', po, re.MULTILINE)} == {
            key for key in said if key.startswith(f"lesson.{game}.")
        }


def test_dice_that_are_written_down_fall_so_and_the_others_the_same_every_time() -> None:
    dice, again = (LessonDice({"turn.1": (6, 1)}, {"deck": ("c",)}, 1) for _ in range(2))
    assert dice.roll("turn.1", 6, 2) == [6, 1]
    assert dice.shuffle("deck", ["a", "b", "c"])[0] == "c"
    assert again.roll("turn.1", 6, 2) == [6, 1]
    assert again.roll("turn.2", 6, 9) == LessonDice({}, {}, 1).roll("turn.2", 6, 9)
    with pytest.raises(ValueError, match="on 3 dice"):
        dice.roll("turn.1", 6, 3)
    with pytest.raises(ValueError, match="not in list"):
        dice.shuffle("deck", ["a", "b"])


def test_pistard_is_learnt_from_the_question_that_each_match_begins_with() -> None:
    [lesson] = LESSONS["pistard"]
    first, *_, move = [walk.scene(lesson, step).view for step in range(3)]
    assert (first.stage, move.stage) == ("start", "move") and not lesson.before


def test_the_squares_that_pistard_s_lesson_points_at_have_the_colours_that_it_names() -> None:
    [lesson], say = LESSONS["pistard"], catalogue(ENGLISH)
    steps = {step.name: at for at, step in enumerate(lesson.steps)}
    view, right = walk.scene(lesson, steps["die"]).view, lesson.steps[steps["die"]].right[0]
    assert isinstance(view, PistardView)
    by_die = way(view, (*right[:-1], "stop"))[-1]
    assert colour(view.table, by_die.d, by_die.lane) == "Y"
    caption = say(walk.text(lesson, steps["die"]))
    assert f"to row {by_die.d}. Choose the **yellow** square in lane {by_die.lane}" in caption
    view, right = walk.scene(lesson, steps["wind"]).view, lesson.steps[steps["wind"]].right[0]
    assert isinstance(view, PistardView)
    at_last = way(view, right)[-1]
    assert colour(view.table, at_last.d, at_last.lane) == "B"
    caption = say(walk.text(lesson, steps["wind"]))
    assert f"the blue square on row {at_last.d}, in lane {at_last.lane}" in caption

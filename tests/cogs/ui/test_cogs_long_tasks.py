"""What takes long holds up nothing else of its person, and shows by itself what came of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.traffic.rate_limit import Line
from cogs.ui import long_tasks as patience
from cogs.ui.long_tasks import LONGEST, Task
from locales import catalogue
from tests.cogs.test_cogs_routes import ABOUT, Action
from tests.cogs.world import BUTTON, SAY, Answer, LogLines, World, quick_race

HANGS = 100 * LONGEST  # seconds


def shown(answer: Answer) -> str:
    """What the message says by now in which the answer is waited for."""
    return str(answer.by.world._stored(answer.panel).content)


@pytest.fixture
def film(world: World, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Films come to their end when this is set; people's presses are answered one after the other, as quick as ever."""
    real, goes_on = world.house.replays.frames, asyncio.Event()

    async def hanging(*asked: Any) -> Any:
        await world.env.external_wait(goes_on.wait(), reason="a film is being made")
        return await real(*asked)

    monkeypatch.setattr(world.house.replays, "frames", hanging)
    monkeypatch.setattr(patience, "SOON", 0.0)
    world.bots[-1].line = Line()
    return goes_on


@pytest.mark.parametrize("by_command", [True, False])
async def test_a_person_plays_on_while_a_long_task_hangs(
    world: World, film: asyncio.Event, *, by_command: bool
) -> None:
    ann, _ = await quick_race(world)
    board, button = world.board(), {"custom_id": "h:film:1", "component_type": BUTTON}
    made = await (ann.command("match replay") if by_command else ann.send(board, button))
    assert "to which square?" in (await ann.press(board, "Your move")).text, "at once"
    assert shown(made).startswith(SAY("task.film"))
    assert (await ann.send(board, button)).whisper == SAY("refusal.task.film")
    assert (await ann.command("match replay")).whisper == SAY("refusal.task.film")
    assert (await ann.command("match export")).picture.filename == "match-1.json", "one of another kind"
    film.set()
    await world.later(2)
    assert "Pistard" in shown(made) and made.picture.filename == "pistard-1.webp"
    assert (await ann.command("match replay")).picture.filename == "pistard-1.webp", "the next one"


async def test_what_isn_t_made_in_time_says_so_where_it_was_waited_for(world: World, film: asyncio.Event) -> None:
    ann, _ = await quick_race(world)
    made = await ann.command("match replay")
    await world.later(LONGEST - 1)
    assert shown(made).startswith(SAY("task.film"))
    await world.later(2)
    assert shown(made) == SAY("refusal.task.late")
    assert not made.result.followups


async def test_a_fault_takes_the_place_of_the_words_with_its_number(
    world: World, film: asyncio.Event, monkeypatch: pytest.MonkeyPatch, log_lines: LogLines
) -> None:
    ann, _ = await quick_race(world)
    made = await ann.command("match replay")
    await world.later(2)
    monkeypatch.setattr(world.bots[-1].pictures, "series", None)
    film.set()
    await world.later(2)
    [fault] = [line for line in log_lines if line["log_level"] == "error"]
    assert shown(made) == SAY("fault", reference=fault["reference"])
    log_lines.remove(fault)


async def test_whoever_waits_is_told_that_the_bot_ends(world: World, film: asyncio.Event) -> None:
    ann, _ = await quick_race(world)
    made = await ann.command("match replay")
    await world.later(2)
    await world.bots[-1].long_tasks.stop()
    assert shown(made) == SAY("task.stopped")


BUTTONS = {
    Action.BACKUP: Task.BACKUP,
    Action.WEBHOOK_TEST: Task.WEBHOOK,
    Action.CUP_LOTS: Task.DICE,
    Action.CUP_PAGE: Task.CUP,
    Action.DICE: Task.DICE,
    Action.EXPORT: Task.EXPORT,
    Action.FILM: Task.FILM,
    Action.RACE_FILM: Task.FILM,
    Action.HINT: Task.HINT,
    Action.REVIEW: Task.REVIEW,
    Action.SINCE: Task.SINCE,
    Action.SOLUTION: Task.SOLUTION,
}
COMMANDS = {
    "cup show": Task.CUP,
    "cup verify": Task.DICE,
    "match export": Task.EXPORT,
    "match replay": Task.FILM,
    "match review": Task.REVIEW,
    "match verify": Task.DICE,
    "privacy export": Task.DATA,
}


async def test_of_each_kind_a_person_has_one_at_a_time_by_whichever_way_they_ask(world: World) -> None:
    ann, _ = await quick_race(world)
    for kind in Task:
        world.bots[-1].long_tasks.begin(ann.id, kind, lambda: asyncio.sleep(HANGS))
    for action, kind in BUTTONS.items():
        sent = {"custom_id": f"h:{action}:{ABOUT.get(action, '1')}", "component_type": BUTTON}
        assert (await ann.send(world.board(), sent)).whisper == SAY(f"refusal.task.{kind}"), action
    for command, kind in COMMANDS.items():
        assert (await ann.command(command)).whisper == SAY(f"refusal.task.{kind}"), command
    sent = {"custom_id": "c:film:1", "component_type": 8, "values": [str(world.races.id)]}
    assert (await ann.send(world.board(), sent)).whisper == SAY("refusal.task.share")
    assert {*BUTTONS.values(), *COMMANDS.values(), Task.SHARE} == {*Task}


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_each_kind_has_words_of_its_own(language: str) -> None:
    say = catalogue(language)
    words = [say(key) for kind in Task for key in (f"task.{kind}", f"refusal.task.{kind}")]
    assert len({*words, say("refusal.house.fast"), say("refusal.house.busy")}) == 2 * len(Task) + 2

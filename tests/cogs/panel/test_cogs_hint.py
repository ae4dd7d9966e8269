"""The hint: where it stands, what it shows, what can be done from it, and what the end says of it."""

import asyncio
from unittest.mock import AsyncMock

import pytest
from structlog.testing import capture_logs

from cogs.panel import compose
from engines import GAMES
from host.play.seen import Seen
from host.thinking.hints import Ranking, Weighed
from host.thinking.pool import ThoughtPool
from locales import catalogue
from opponents import STRONG, THINKING
from opponents.levels import ThinkingLevel
from opponents.worker import Question
from screen import panel_words
from tests.cogs.panel.test_cogs_help import ask_for_help
from tests.cogs.world import AUTO, BUTTON, MORE, Answer, Player, World, play_fallback, quick_match
from tests.host.desk import Beside
from tests.marks import few

SAY = catalogue("en")
HINT = "Hint"


@pytest.fixture(autouse=True)
def soon(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint takes a moment, and no process is needed."""
    monkeypatch.setitem(THINKING, STRONG, ThinkingLevel(0.02))
    world.house.hints._pool = Beside()


async def unrated(world: World, game: str = "pistard") -> tuple[Player, Player]:
    """Ann and Bob at the start of match 1, which isn't rated."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob, command=f"{game} new", rated=False)
    await world.later(1)
    return ann, bob


@pytest.mark.parametrize("game", few(GAMES))
async def test_it_shows_the_best_answers_by_their_buttons_with_what_each_does(world: World, game: str) -> None:
    ann, bob = await unrated(world, game)
    player = await world.due(ann, bob)
    panel = await player.press(world.board(), "Your move")
    hint = await player.press(panel, HINT)
    assert hint.panel.id == panel.panel.id, "it takes the panel's place"
    seen, (_, head, *lines) = await world.seen(1, player), hint.text.splitlines()
    assert head == SAY("hint.head")
    assert 1 <= len(lines) == len(set(lines)) <= 3
    assert all(line.startswith(f"**{label}** – ") for label, line in zip(hint.labels[:-1], lines, strict=True))
    assert hint.labels[-1] == "Back"
    assert hint.alt, "a picture without words says nothing to some"
    assert (await world.seen(1)).match.seats[seen.seat or 0].hints == 1
    shown = await player.press(hint, hint.labels[0])
    assert shown.panel.id == hint.panel.id
    assert SAY("hint.head") not in shown.text, "the panel has taken its place"


async def test_an_answer_is_given_from_the_hint(world: World) -> None:
    ann, _ = await unrated(world)
    hint = await ann.press(await ann.press(world.board(), "Your move"), HINT)
    sure = await ann.press(hint, hint.labels[0])
    assert sure.labels == ["Confirm", "Back"]
    rows = await world.rows(1)
    await ann.press(sure, "Confirm")
    assert await world.rows(1) == rows + 1


async def test_a_hint_that_has_become_old_plays_nothing(world: World) -> None:
    ann, bob = await unrated(world)
    for player in (ann, bob):
        await play_fallback(world, player)
    player = await world.due(ann, bob)
    panel = await player.press(world.board(), "Your move")
    more = await player.press(panel, MORE)
    hint, rows = await player.press(panel, HINT), await world.rows(1)
    [code, *_] = [part["custom_id"] for part in world.parts(hint.panel)]
    await player.press(more, AUTO)
    played = await world.rows(1)
    assert played > rows
    assert SAY("panel.stale") in (await player.send(hint.panel, {"custom_id": code, "component_type": BUTTON})).text
    assert await world.rows(1) == played


async def test_it_stands_behind_the_question_mark_too(world: World) -> None:
    ann, _ = await unrated(world)
    panel = await ann.press(world.board(), "Your move")
    [code] = [part["custom_id"] for part in world.parts(panel.panel) if part["custom_id"].endswith("~")]
    shown = await ann.send(panel.panel, {"custom_id": code, "component_type": BUTTON})
    assert HINT in shown.labels
    assert SAY("hint.head") in (await ann.press(shown, HINT)).text


async def test_a_rated_match_offers_none_and_refuses_it(world: World) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    assert HINT not in panel.labels
    world.forge(panel.panel, "h:hint:1")
    assert (await ann.press(panel, "forged 0")).whisper == SAY("refusal.hint.rated")


async def test_a_stranger_and_a_person_who_is_not_asked_get_none(world: World) -> None:
    ann, bob = await unrated(world)
    panel = await ann.press(world.board(), "Your move")
    await play_fallback(world, bob)
    for player in (bob, world.person("Carla")):
        world.forge(world.board(), "h:hint:1")
        assert (await player.press(world.board(), "forged 0")).whisper == SAY("refusal.hint.nothing")
    assert HINT in panel.labels


async def test_how_many_there_were_is_told_at_the_end_and_not_before(world: World) -> None:
    ann, bob = await unrated(world)
    await ann.press(await ann.press(world.board(), "Your move"), HINT)
    panel = await bob.press(world.board(), "Your move")
    assert "💡" not in panel.text + world.board().content
    await bob.command("match resign", sure="yes")
    await world.later(1)
    told = f"💡 {SAY('ending.hints', had=SAY('ending.hints.of', name='Ann', n=1))}"
    assert told in world.thread.history()[-1].content.splitlines()
    assert told in ann.dms()[-1].content.splitlines()


async def test_back_leads_from_the_hint_to_the_panel(world: World) -> None:
    ann, _ = await unrated(world)
    panel = await ann.press(world.board(), "Your move")
    hint = await ann.press(panel, HINT)
    back = await ann.press(hint, "Back")
    assert (back.panel.id, back.text, back.labels) == (panel.panel.id, panel.text, panel.labels)


async def test_a_hint_that_comes_too_late_leaves_the_panel_of_now(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player plays while the computer thinks: what it would have said is about another question."""
    ann, _ = await unrated(world)
    panel = await ann.press(world.board(), "Your move")
    think = world.house.hints.hint

    async def slow(seen: Seen) -> Ranking:
        ranking = await think(seen)
        await world.house.matches.play(1, ann.id, seen.game.fallback(seen.view), seen.fingerprint, None)
        return ranking

    monkeypatch.setattr(world.house.hints, "hint", slow)
    late = await ann.press(panel, HINT)
    assert SAY("panel.stale") in late.text and SAY("hint.head") not in late.text


# --- the mark


class Sure(ThoughtPool):
    """A pool that knows at once that two answers come to this."""

    def __init__(self, *hopes: float) -> None:
        super().__init__(size=1)
        self.hopes, self.asked = hopes, 0
        self.ready = asyncio.Event()
        self.ready.set()

    async def think(self, question: Question) -> Ranking:
        self.asked += 1
        await self.ready.wait()
        return [Weighed((str(number),), hope) for number, hope in enumerate(self.hopes)]


def thinker(world: World, *hopes: float) -> Sure:
    pool = Sure(*hopes)
    world.house.hints._pool = pool
    return pool


EXPLAINED = f"-# {SAY('panel.alike')}"


def questions(answer: Answer) -> list[str]:
    """The lines that bear the mark."""
    return [line for line in answer.text.splitlines() if line.startswith("≈ ")]


async def test_a_question_in_which_a_strong_player_sees_no_difference_has_a_mark(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compose, "SCREEN", 1000)
    ann, _ = await unrated(world)
    thinker(world, 0.5, 0.5)
    panel = await ann.press(world.board(), "Your move")
    assert len(questions(panel)) == 1
    lines = panel.text.splitlines()
    assert lines[lines.index(questions(panel)[0]) + 1] == EXPLAINED
    assert "≈" not in world.board().content, "it is for its person alone"


async def test_a_question_that_matters_has_none(world: World) -> None:
    ann, _ = await unrated(world)
    thinker(world, 0.5, 0.4)
    assert "≈" not in (await ann.press(world.board(), "Your move")).text


async def test_a_rated_match_has_none(world: World) -> None:
    ann, _ = await quick_match(world)
    pool = thinker(world, 0.5, 0.5)
    assert "≈" not in (await ann.press(world.board(), "Your move")).text
    assert not pool.asked


async def test_a_panel_does_not_wait_for_a_long_thought(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_words, "SOON", 0.0)
    ann, _ = await unrated(world)
    pool = thinker(world, 0.5, 0.5)
    pool.ready.clear()
    seen = await world.seen(1, ann)
    panel = await compose.compose(world.bots[-1], seen, SAY)
    assert panel.items and "≈" not in panel.content
    pool.ready.set()
    await asyncio.gather(*world.house.hints._tasks)
    again = await ann.press(world.board(), "Your move")
    assert questions(again) and pool.asked == 1


async def test_a_fault_in_the_thought_hides_no_question(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await unrated(world)
    pool = thinker(world, 0.5, 0.5)
    monkeypatch.setattr(pool, "think", AsyncMock(spec=pool.think, side_effect=ZeroDivisionError))
    with capture_logs() as logs:
        panel = await ann.press(world.board(), "Your move")
    assert panel.labels and "≈" not in panel.text
    assert "a question can't be marked" in [line["event"] for line in logs]


async def test_where_there_is_no_room_the_mark_alone_is_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "SCREEN", 0)
    ann, _ = await unrated(world)
    thinker(world, 0.5, 0.5)
    panel = await ann.press(world.board(), "Your move")
    assert questions(panel) and EXPLAINED not in panel.text
    assert f"≈ {SAY('panel.alike')}" in (await ask_for_help(ann, panel)).text.splitlines()

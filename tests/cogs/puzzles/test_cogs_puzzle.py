"""The puzzle of the day: answered in private, once; its solution comes the day after, also in a channel."""

from __future__ import annotations

import discord
import pytest

from cogs.panel.paths import walk
from cogs.puzzles.presses import FIRST, seen_of
from cogs.ui.controls import Component, PuzzleStep, Tail
from cogs.ui.custom_id import read
from cogs.ui.views import CONTENT
from engines import GAMES
from engines.table import Pick
from locales import catalogue
from render import RENDERERS
from tests.cogs.world import Answer, Player, World, decided
from tests.host.coach.planted import planted
from tests.host.desk import Beside, hurry_reasons

SAY = catalogue("en")
DAY = 86400.0
PISTARD = [planted("pistard", 1, number) for number in (1, 2, 3, 4)]


@pytest.fixture(autouse=True)
def beside(world: World, monkeypatch: pytest.MonkeyPatch) -> Beside:
    """A reason is a short one, and no process is needed."""
    hurry_reasons(monkeypatch)
    world.house.reasons._pool = pool = Beside()
    return pool


@pytest.fixture
def ann(world: World) -> Player:
    world.house.puzzles._stock = lambda: PISTARD
    return world.person("Ann")


async def solved(world: World, player: Player, *, right: bool = True) -> Answer:
    """The answer to the puzzle of the day, pressed through to its end."""
    posed = await world.house.puzzles.today()
    puzzle, seen = posed.stored.puzzle, seen_of(posed, SAY)
    path = puzzle.best if right else puzzle.costs[0][0]
    shown = await player.command("puzzle")
    while SAY("panel.confirm") not in shown.labels:
        for part in world.parts(shown.panel):
            kind = Component.SELECT if part["type"] == Component.SELECT.value else Component.BUTTON
            place = read(kind, part["custom_id"])
            if not isinstance(place, PuzzleStep):
                continue
            way = walk(seen, place.steps)
            if kind is Component.SELECT:
                ask = seen.ask(way)
                values = path[len(way)].split("+")
                numbers = [str(ask.options.index(value)) for value in values] if isinstance(ask, Pick) else values
                shown = await player.choose(shown, *numbers)
                break
            if path[: len(way)] == way and place.tail is Tail.GO and SAY("panel.back") != part.get("label"):
                shown = await player.press(shown, part["label"])
                break
    return await player.press(shown, SAY("panel.confirm"))


async def test_it_is_asked_like_a_match_and_told_at_once_whether_it_was_right(world: World, ann: Player) -> None:
    shown = await ann.command("puzzle")
    assert shown.panel.ephemeral and "Puzzle of" in shown.text and "★☆☆" in shown.text
    assert SAY("puzzle.ask") in shown.text
    assert all(code.startswith(("z:1:", "h:rules:")) for code in codes(world, shown))
    done = await solved(world, ann)
    assert SAY("puzzle.right") in done.text and SAY("puzzle.tomorrow") in done.text
    assert SAY("puzzle.streak", n=1) in done.text and "1 of 1 right" in done.text
    assert SAY("puzzle.show") not in done.labels, "the solution is tomorrow's"


async def test_a_player_who_wants_words_on_buttons_has_them_in_puzzles_too(world: World, ann: Player) -> None:
    world.house.puzzles._stock = lambda: [planted("superechelon", 1, 1)]
    pads = (await ann.command("puzzle")).labels
    await ann.command("settings", buttons="words")
    words = (await ann.command("puzzle")).labels
    assert len(words) == len(pads) and words != pads


def codes(world: World, shown: Answer) -> list[str]:
    return [part["custom_id"] for part in world.parts(shown.panel) if "custom_id" in part]


def posts(world: World) -> list[discord.Message]:
    """What the bot has posted in the channel of puzzles."""
    return [message for message in world.races.history() if SAY("puzzle.solve") in world.labels(message)]


async def test_a_wrong_answer_learns_what_it_costs_and_not_what_is_better(world: World, ann: Player) -> None:
    done = await solved(world, ann, right=False)
    posed = await world.house.puzzles.today()
    best = RENDERERS["pistard"].question(posed.view, posed.stored.puzzle.best, SAY)
    assert SAY("puzzle.wrong", points=8) in done.text and best not in done.text


async def test_it_counts_once(world: World, ann: Player) -> None:
    first = await solved(world, ann, right=False)
    again = await ann.command("puzzle")
    assert again.text == first.text
    posed = await world.house.puzzles.today()
    given = await world.house.puzzles.answer_of(posed, ann.id)
    world.forge(again.panel, "z:1:0.0.0.0!")
    await ann.press(again, "forged 0")
    assert await world.house.puzzles.answer_of(posed, ann.id) == given


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("z:2:", "puzzle.unknown"),
        ("z:zzzzzz:", "puzzle.unknown"),
        ("h:solution:1", "puzzle.open"),
        ("h:solution:2", "puzzle.unknown"),
        ("h:older:now", "puzzle.all"),
        ("h:older:then", "house.button"),
        ("h:puzzle:0", "house.button"),
    ],
)
async def test_what_no_button_has_is_refused(world: World, ann: Player, code: str, reason: str) -> None:
    shown = await ann.command("puzzle")
    world.forge(shown.panel, code)
    assert (await ann.press(shown, "forged 0")).whisper == SAY(f"refusal.{reason}")


async def test_the_day_after_the_solution_is_told_to_all(world: World, ann: Player) -> None:
    await solved(world, ann)
    await solved(world, world.person("Bob"), right=False)
    await world.later(DAY)
    done = await solved(world, ann)
    told = await ann.press(done, SAY("puzzle.yesterday"))
    assert "solution" in told.text and SAY("puzzle.found", right=1, n=2) in told.text
    assert SAY("puzzle.streaks", people=SAY("puzzle.streak.of", name="Ann", n=2)) in told.text
    assert told.picture.filename.endswith("solution.png")


@pytest.mark.parametrize("game", ["pistard", "superechelon"])
async def test_a_solution_shows_what_both_answers_may_lead_to(world: World, game: str, beside: Beside) -> None:
    world.house.puzzles._stock = lambda: [planted(game, 1, number) for number in (1, 2)]
    await world.house.puzzles.today()
    await world.later(DAY)
    done = await solved(world, ann := world.person("Ann"))
    told = (await ann.press(done, SAY("puzzle.yesterday"))).text
    lines = told.splitlines()
    best, other = (lines.index(f"> -# {SAY(key)}") for key in ("puzzle.example", "puzzle.instead"))
    for shown in (lines[best + 1 : other], lines[other + 1 :]):
        assert 1 <= len(shown) <= FIRST + 1 and shown[0].startswith(f"> -# {SAY('puzzle.team')} ")
    assert len(told) < CONTENT
    beside.is_closed = True
    world.house.reasons._known.clear()
    assert SAY("puzzle.example") not in (await ann.press(done, SAY("puzzle.yesterday"))).text, "nobody could think"


async def test_what_was_missed_can_be_answered_and_is_told_at_once(world: World, ann: Player) -> None:
    await world.person("Bob").command("puzzle")
    await world.later(DAY)
    done = await solved(world, ann)
    older = await ann.press(done, SAY("puzzle.older"))
    assert "Puzzle of Jan 1" in older.text
    shown = older
    while SAY("panel.confirm") not in shown.labels:
        shown = await ann.press(shown, shown.labels[0])
    answered = await ann.press(shown, SAY("panel.confirm"))
    assert SAY("puzzle.tomorrow") not in answered.text
    assert "solution" in (await ann.press(answered, SAY("puzzle.show"))).text


async def test_it_counts_in_the_profile_also_of_whoever_has_played_no_match(world: World, ann: Player) -> None:
    await solved(world, ann, right=False)
    missed = str((await ann.command("profile")).picture.description)
    assert SAY("career.puzzles.right", right=0, n=1) in missed
    assert SAY("career.puzzles.streak", n=0, longest=0) not in missed
    await world.later(DAY)
    await solved(world, ann)
    card = await ann.command("profile")
    told = str(card.picture.description)
    assert "Ann" in told and SAY("career.puzzles.right", right=1, n=2) in told
    assert SAY("career.puzzles.streak", n=1, longest=1) in told and SAY("badge.first.find.name") in told
    assert SAY("profile.badges") in card.labels
    assert SAY("career.puzzles") in (await ann.press(card, "As text")).text
    await world.house.privacy.hide(ann.id, hidden=True)
    theirs = await world.person("Bob").command("profile", player=ann.member)
    assert SAY("career.puzzles") not in str(theirs.picture.description), "they are the same for all servers"


async def test_without_puzzles_there_is_a_word(world: World) -> None:
    world.house.puzzles._stock = tuple
    assert (await world.person("Ann").command("puzzle")).whisper == SAY("refusal.puzzle.none")


async def test_a_server_has_it_posted_at_its_hour_with_the_solution_of_the_day_before(world: World) -> None:
    world.house.puzzles._stock = lambda: PISTARD
    boss = world.person("Boss", manage_guild=True)
    assert decided("puzzles", f"<#{world.races.id}>") in (await boss.decide("puzzles", world.races)).text
    assert decided("puzzle_hour", "09:00") in (await boss.decide("puzzle_hour", "9")).text
    before = len(posts(world))
    await world.later(DAY)
    assert len(posts(world)) == before + 1
    [post] = posts(world)[-1:]
    assert world.labels(post) == [SAY("puzzle.solve"), SAY("race.button")] and len(post.embeds) == 1
    ann = world.person("Ann")
    solving = await ann.press(post, SAY("puzzle.solve"))
    assert solving.panel.ephemeral and "Puzzle of" in solving.text
    await solved(world, ann)
    await world.later(2 * DAY)
    [post] = posts(world)[-1:]
    assert [embed.image is not None for embed in post.embeds] == [True, True]
    assert SAY("puzzle.found", right=1, n=1) in (post.embeds[0].description or "")
    count = len(posts(world))
    await world.restart()
    await world.later(60)
    assert len(posts(world)) == count, "once a day"


@pytest.mark.parametrize("game", GAMES)
async def test_a_puzzle_of_each_game_can_be_pressed_through(world: World, game: str) -> None:
    world.house.puzzles._stock = lambda: [planted(game, 1)]
    assert SAY("puzzle.right") in (await solved(world, world.person("Ann"))).text

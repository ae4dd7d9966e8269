"""Reviews and puzzles tell nothing of a match that runs, nothing that was hidden from its seat, and no one's name."""

from __future__ import annotations

import re
import zlib
from collections.abc import AsyncIterator
from functools import partial
from random import Random
from typing import Any

import pytest

from cogs.looking_back import review
from cogs.opening.solo import try_on
from cogs.puzzles import presses as puzzle
from db.sql.codec import decode, encode
from db.stores.puzzles import NewPuzzle, from_match
from db.stores.reviews import Ordered
from engines import GAMES
from engines.table import Game, View
from host.coach.making import new_puzzle
from model.kinds import RowKind
from opponents import worker
from opponents.puzzles import Cost, Puzzle, before, imagined
from opponents.random import play_random
from opponents.reasons import reason
from opponents.review import has_choice
from opponents.thinking import Budget
from tests.engines.facts import FACTS, brief
from tests.host.desk import Beside, hurry
from tests.host.evening import ADA, BO, NAMES, Evening, refused
from tests.opponents.recorded import nothing_special, played
from tests.secrets.transport import Asking, Sent, Wire, new_bot

GUS, NAME = 2**61 + 987_654_321, "Gustave Garin"  # nothing else looks like them
ROWS = 5  # answers of a match that become puzzles
EARLY = 8  # rows of a match that ends early


@pytest.fixture(autouse=True)
def gus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, GUS, NAME)


@pytest.fixture
async def evening(sqlite_url: str) -> AsyncIterator[Evening]:
    evening = await Evening.begin(sqlite_url)
    evening.house.reasons._pool = Beside()
    yield evening
    await evening.store.close()


def asking(evening: Evening, user: int) -> Any:
    """A person who asks this host's bot."""
    bot = new_bot(Wire(evening.now), evening.now)
    bot.house = evening.house
    return Asking(bot, user)


def decisions(game: Game[Any, Any], key: str) -> list[tuple[int, View]]:
    """Some decisions of a match between computers: the number of the answer, and what its seat saw."""
    record, found = played(key, 2, nothing_special, {}, **brief(key)), list[tuple[int, View]]()
    for number, row in enumerate(record.rows, 1):
        if row.by is not None:
            view = before(record, number, 1).view()
            if has_choice(game, view):
                found.append((number, view))
        if len(found) == ROWS:
            break
    return found


@pytest.mark.parametrize("key", GAMES)
def test_a_puzzle_is_made_of_what_its_seat_saw_alone(key: str) -> None:
    game, rng, unlike = GAMES[key], Random(1), 0
    for number, view in decisions(game, key):
        other = game.imagine(view, rng)
        assert game.view(other, view.viewer) == view
        found = imagined(key, view, number)
        assert encode(game.spec, found.state) == encode(
            game.spec, imagined(key, game.view(other, view.viewer), number).state
        )
        unlike += encode(game.spec, found.state) != encode(game.spec, other)
    assert unlike or not FACTS[key].unlike, "what is hidden isn't what it was"


async def test_of_a_match_that_runs_nothing_is_looked_at_and_nothing_shown(evening: Evening) -> None:
    match = await evening.play(GUS, ADA, BO, game="superechelon", **brief("superechelon"))
    for _ in range(3):
        await evening.answer(match, (await evening.due(match))[0])
    rows = [row for row in await evening.log(match) if row.kind == RowKind.MOVE]
    reviews = evening.house.reviews
    for user in (GUS, ADA):
        asked = asking(evening, user)
        for press in (review.made_review(asked, match), *(try_on(asked, match, row.seq) for row in rows)):
            with refused("review.running"):
                await press
        assert not asked.shown
        with refused("review.running"):
            await reviews.awaited(match, user)
    for row in rows:
        assert row.by is not None
        with refused("house.unknown"):
            await reviews.before(match, row.seq, row.by)
    assert await evening.store.reviews.review(match) is None and await reviews.made_of(match) is None
    assert await evening.house.maker.work() is None and not await evening.store.puzzles.sources()


async def puzzle_of_gus(evening: Evening) -> tuple[int, NewPuzzle]:
    """A match that Gus has played, with its number, and the first of its decisions as a puzzle."""
    match = await evening.play(GUS, ADA, game="superechelon", **brief("superechelon"))
    await evening.play_on(match, Random(1), lambda seen: seen.number > EARLY)
    await evening.seats.resign(match, ADA, evening.press())
    await evening.house.reviews.review(match, GUS)
    course = await evening.house.reviews._course(match)
    position = next(
        found
        for number, row in enumerate(course.record.rows, 1)
        if row.by == 0 and has_choice(GAMES["superechelon"], (found := before(course.record, number, match)).view())
    )
    view, rng = position.view(), Random(1)
    best, *others = dict.fromkeys(play_random(GAMES["superechelon"], view, rng) for _ in range(40))
    made = Puzzle(position, best, 0.9, tuple(Cost(path, 0.2, 0.01) for path in others), grade=1)
    return match, new_puzzle(f"{from_match(match)}.1", made)


async def test_no_name_and_no_id_is_in_a_puzzle(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "reason", partial(reason, budget=Budget(rounds=1)))
    match, made = await puzzle_of_gus(evening)
    await evening.store.puzzles.add([made])
    evening.house.puzzles._stock = tuple
    posed = await evening.house.puzzles.today()
    state = decode(posed.game, made.schema, made.state)
    for text in (str(state), str(made.best), str(made.costs)):
        assert NAME not in text and str(GUS) not in text and str(ADA) not in text
    reader = asking(evening, BO)
    await puzzle.today(reader)
    await evening.house.puzzles.answer(posed, BO, None, posed.stored.puzzle.best)
    await puzzle.today(reader)
    evening.now.later(86400.0)
    await reader.wait(puzzle.made_solution, posed.stored.id)
    assert len(reader.shown) == 3
    for sent in reader.shown:
        assert_anonymous(sent, match)


def assert_anonymous(sent: Sent, match: int) -> None:
    """Nothing in it leads to the match or its people."""
    for name in (NAME, NAMES[ADA], str(GUS), from_match(match)):
        assert name not in sent.text and all(name.encode() not in file for file in sent.files.values())


async def test_what_is_kept_of_a_review_names_nobody(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    evening.house.reviews._pool = Beside()
    match = await evening.play(GUS, ADA, game="schlangennest")
    await evening.play_on(match, Random(1))
    await evening.house.reviews.review(match, GUS)
    assert await evening.house.reviews.work() is None
    stored = await evening.store.reviews.review(match)
    assert isinstance(stored, Ordered) and stored.is_made
    kept = "".join(zlib.decompress(piece).decode() for piece in stored.pieces)
    assert '"example"' in kept or '"reason"' in kept
    for text in (kept, str(stored), str((await evening.rows()).get("reviews"))):
        # chances have digits enough to hold the number of a person
        assert not re.search(rf"(?<![\w.])({GUS}|{ADA})(?![\w.])|{re.escape(NAME)}|{re.escape(NAMES[ADA])}", text)


async def test_strangers_get_no_board_of_a_match_of_somebody_who_hides(evening: Evening) -> None:
    match, _ = await puzzle_of_gus(evening)
    await evening.house.privacy.hide(GUS, hidden=True)
    seq = next(row.seq for row in await evening.log(match) if row.kind == RowKind.MOVE)
    asked = asking(evening, BO)
    for press in (review.made_review(asked, match), try_on(asked, match, seq)):
        with refused("review.hidden"):
            await press
    assert not asked.shown

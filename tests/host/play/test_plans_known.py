"""A plan shows what its maker can know: whatever is imagined for it, the same is asked, or nothing is."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engines import GAMES
from engines.dice import SeededDice
from engines.table import Event, Game, Move, Table, View
from host.play import plans
from host.play.plans import coming, leads_to
from host.play.seen import first_path
from opponents.random import play_random
from tests.engines.bluff import Bluff
from tests.engines.facts import brief, seats_near
from tests.host.evening import ADA, BO, CY, Evening
from tests.host.evening import GAMES as PLAYED

ANSWERS = 60  # of a match at random


def table(game: Game[Any, Any]) -> Table:
    """Three at a short match, or as many as can be."""
    return Table(seats_near(game.spec.key, 3), brief(game.spec.key), game.spec.rules)


def foretold(game: Game[Any, Any], view: Any, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[View, Any] | None:
    """What the viewer would plan upon, with this imagination, and what an answer would lead to."""
    monkeypatch.setattr(plans, "SEED", seed)
    seen: Any = SimpleNamespace(game=game, seat=view.viewer, view=view, match=SimpleNamespace(phase="running"))
    future = coming(seen)
    return None if future is None else (future, leads_to(game, future, game.fallback(future)))


@pytest.mark.parametrize("key", GAMES)
def test_a_plan_does_not_hang_on_what_was_imagined(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = GAMES[key], Random(1)
    state, _ = game.setup(table(game), SeededDice(b"plans", 0))
    planned = 0
    for number in range(1, ANSWERS):
        public = game.view(state, None)
        if public.over:
            break
        for seat in set(range(seats_near(key, 3))).difference(public.waiting):
            future = foretold(game, game.view(state, seat), number, monkeypatch)
            assert future == foretold(game, game.view(state, seat), ANSWERS + number, monkeypatch)
            planned += future is not None
            if future is not None:
                assert future[0].waiting and seat in future[0].waiting
                assert game.view(game.imagine(future[0], Random(number)), seat) == future[0], "a view like any other"
                assert all(event.to is None for event in future[1])
        who = rng.choice(public.waiting)
        view = game.view(state, who)
        answer = first_path(game, view) if who is None else play_random(game, view, rng)
        game.apply(state, Move(who, answer), SeededDice(b"plans", number))
    assert planned, f"nobody can plan in {key}, as each answer before theirs draws: give it Extras.as_if_asked"


def test_a_plan_takes_nothing_for_known_that_its_answer_reveals_in_one_imagined_world() -> None:
    game = Bluff()
    state, _ = game.setup(Table(2, {}, 1), SeededDice(b"bluff", 0))
    game.apply(state, Move(0, ("high",)), SeededDice(b"bluff", 1))
    view = game.view(state, 1)
    assert leads_to(game, view, ("believe",)) == [Event("believed", None, {"seat": 1})]
    assert leads_to(game, view, ("look",)) == [Event("looked", None, {"seat": 1})], "the card isn't known before"
    told = game.apply(state, Move(1, ("look",)), SeededDice(b"bluff", 2))
    assert [event.kind for event in told] == ["looked", "found"]


async def test_what_others_reveal_before_does_not_overtake_a_plan_that_will_reveal_something(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cy will look at whatever Bo says; that Bo looks first shows a card, which Cy might have imagined elsewhere."""
    monkeypatch.setitem(PLAYED, "bluff", Bluff())
    match = await evening.play(ADA, BO, CY, game="bluff", clock="daily")
    await evening.matches.plan(match, CY, ("look",))
    for user, step in ((ADA, "high"), (BO, "look"), (BO, "high")):
        await evening.answer(match, user, (step,))
    assert [(row.by, row.how) for row in await evening.log(match) if row.kind == "move"][-1] == (2, "plan")

"""Silence tells nothing: an only move is played at once if all know that it is one, else it remains a question.

The last stage of three players, a breakaway with room for two. Bo has one card left and one breakaway to play it to,
their own; a Bad Day would have targets in the other one. Cy has the last card that no one else has seen.
"""

from functools import partial

import pytest

from engines.superechelon import SuperEchelon, legs, turns
from host.play.easy import IDLE, LIMITS, OBVIOUS
from host.play.seen import fingerprint_of
from model.match import Preferences
from tests.engines.superechelon.stage import leg
from tests.host.evening import ADA, BO, CY, GAMES, Evening, view_of

pytestmark = pytest.mark.quick

ROAD = ("0:trialist 2:trialist", "1:debutant")
HIDDEN_BAD = ("gregario", "super.00", "bad.00")  # Ada, Bo, Cy
HELD_BAD = ("gregario", "bad.00", "super.00")  # all backs are as in HIDDEN_BAD
NO_BAD = ("gregario", "super.00", "super.04")


async def last_cards(evening: Evening, monkeypatch: pytest.MonkeyPatch, hands: tuple[str, ...]) -> int:
    """The match in which Ada has just played her last card."""
    game, last = SuperEchelon(), legs(3)
    state = partial(leg, *hands, road=ROAD, number=last, turn=turns(3, last), tours="1", room="half")
    monkeypatch.setattr(game, "setup", lambda *_: (state(), []))
    monkeypatch.setitem(GAMES, "superechelon", game)
    match = await evening.play(ADA, BO, CY, game="superechelon", tours="1", room="half")
    seen = await evening.matches.see(match, ADA)
    await evening.answer(match, ADA, (view_of(seen).hand[0], "b.1"))
    return match


@pytest.mark.parametrize("hands", [HELD_BAD, HIDDEN_BAD], ids=["a choice", "no choice"])
async def test_nobody_learns_from_the_time_of_an_answer_whether_there_was_a_choice(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, hands: tuple[str, ...]
) -> None:
    match = await last_cards(evening, monkeypatch, hands)
    seen = await evening.matches.see(match, ADA)
    assert (seen.view.stage, seen.view.waiting) == ("play", (1,))
    assert (await evening.log(match))[-1].how == "player"
    assert await evening.owed(match) == []
    assert await evening.matches.can_undo(seen)


async def test_whether_a_question_is_easy_does_not_hang_on_the_hand(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host.lobby.limits.NEWCOMERS", 6)
    hows: dict[int, set[str]] = {limit: set() for limit in LIMITS}
    for most, found in hows.items():
        for house, hands in ((evening, HELD_BAD), (neighbour, HIDDEN_BAD)):
            await house.store.people.set_preferences(BO, Preferences(easy=most))
            match = await last_cards(house, monkeypatch, hands)
            found.add(" ".join(row.how for row in await house.log(match) if row.by == 1))
    assert hows == {0: {""}, OBVIOUS: {""}, IDLE: {"easy"}}, "Bo may hold cards with several answers, all as good"


async def test_the_others_see_the_same_whatever_the_player_holds(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints: list[list[str]] = []
    for hands in (HELD_BAD, HIDDEN_BAD):
        match = await last_cards(evening, monkeypatch, hands)
        prints.append([fingerprint_of((await evening.matches.see(match, user)).view) for user in (ADA, BO, CY)])
    ada, bo, cy = zip(*prints, strict=True)
    assert ada[0] == ada[1]
    assert bo[0] != bo[1] and cy[0] != cy[1]


async def test_an_answer_that_everybody_knows_to_be_the_only_one_is_played_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await last_cards(evening, monkeypatch, NO_BAD)
    assert [(row.how, row.by) for row in await evening.log(match)][-2:] == [("player", 0), ("forced", 1)]

"""Silence tells nothing of a sleeve: owners who could lower a level after a test wait like owners who couldn't.

Ada's leader, on a jack, has won the leg and passed the test. In one world they hold lower cards, in the other none.
"""

from __future__ import annotations

import pytest

from engines.legstrong import Legstrong, State
from engines.legstrong.race import run_on
from engines.table import Dice, Event, Table
from host.play.seen import fingerprint_of
from tests.engines.legstrong.doped import at_the_line, tour
from tests.engines.legstrong.position import Luck
from tests.host.evening import ADA, BO, CY, GAMES, Evening

LOWER = "sJ h2 d7 c8"
ONLY_KEEP = "sJ hQ dK x1"
OTHER_WAYS = "sJ h3 d4 x2"
SLEEVES = [LOWER, ONLY_KEEP, OTHER_WAYS]
ALL = " ".join(SLEEVES)  # the others hold the same in every world


class AfterControl(Legstrong):
    """A match that begins after the first control, or while the levels are chosen."""

    def __init__(self, sleeve: str, winner: str = "0.leader", *, dealt: bool = False, collusion: str = "off") -> None:
        self.winner, self.sleeve, self.dealt, self.collusion = winner, {winner: sleeve}, dealt, collusion

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        if table.seats < 3:  # the lobby tries smaller tables
            return super().setup(table, dice)
        if self.dealt:
            return tour(3, self.sleeve, away=ALL), []
        order = f"{self.winner} 2.leader 0.climber 1.rouleur"
        levels = {self.winner: "sJ"}
        state = at_the_line(order, sleeves=self.sleeve, seats=3, levels=levels, away=ALL, collusion=self.collusion)
        run_on(state, Luck(control=[[1]]))
        return state, []


async def after_control(evening: Evening, monkeypatch: pytest.MonkeyPatch, sleeve: str) -> int:
    """The match in which Ada's leader has this sleeve."""
    monkeypatch.setitem(GAMES, "legstrong", AfterControl(sleeve))
    return await evening.play(ADA, BO, CY, game="legstrong")


@pytest.mark.parametrize("sleeve", SLEEVES)
async def test_an_owner_who_could_only_keep_a_level_is_asked_and_waited_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, sleeve: str
) -> None:
    match = await after_control(evening, monkeypatch, sleeve)
    seen = await evening.matches.see(match, ADA)
    assert (seen.view.stage, seen.view.waiting, seen.view.sealed) == ("keep", (0,), True)
    assert await evening.owed(match) == []
    assert not await evening.matches.can_undo(seen)


async def test_the_others_see_the_same_whatever_is_in_the_sleeve(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints: list[list[str]] = []
    for place, sleeve in ((evening, LOWER), (neighbour, ONLY_KEEP)):
        match = await after_control(place, monkeypatch, sleeve)
        prints.append([fingerprint_of((await place.matches.see(match, user)).view) for user in (ADA, BO, CY)])
    (ada, *others), (other_ada, *other_others) = prints
    assert ada != other_ada
    assert others == other_others


async def test_messages_and_log_of_the_others_are_the_same_when_the_level_is_kept(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    for place, sleeve in ((evening, LOWER), (neighbour, ONLY_KEEP)):
        match = await after_control(place, monkeypatch, sleeve)
        before = [(message.post.kind, message.post.to) for message in await place.deliver()]
        await place.answer(match, ADA, ("keep",))
        after = [(message.post.kind, message.post.to) for message in await place.deliver()]
        rows = [(row.kind, row.how, row.by, len(row.draws), row.at) for row in await place.log(match)]
        heard.append((before, after, rows, await place.owed(match)))
    assert heard[0] == heard[1]


@pytest.mark.parametrize("stage", ["el", "keep", "signal"])
async def test_a_computer_answers_after_a_delay_that_tells_nothing(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    due: list[list[float]] = []
    for place, sleeve in ((evening, LOWER), (neighbour, ONLY_KEEP)):
        game = AfterControl(sleeve, "1.leader", dealt=stage == "el", collusion="on" if stage == "signal" else "off")
        monkeypatch.setitem(GAMES, "legstrong", game)
        match = await place.play(BO, opponents=("fair", "fair"), game="legstrong")
        seen = await place.matches.see(match, BO)
        assert seen.view.stage == stage
        due.append([deadline.due for deadline in await place.owed(match)])
    assert due[0] == due[1]
    assert all(1 <= at - evening.now() <= 4 for at in due[0])

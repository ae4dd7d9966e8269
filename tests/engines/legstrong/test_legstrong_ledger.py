"""Whole races kept in a ledger from public events alone: rows, energy and prices must agree with the game's."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engines.dice import SeededDice
from engines.legstrong import CONFIG, HOME, INSIDE, ON_ROAD, Rider, State
from engines.table import Event, Move, Table
from opponents.greedy import play_greedy
from opponents.random import play_random
from tests.engines.legstrong.position import GAME

pytestmark = pytest.mark.quick

PRICES = (0, 1, 3, 5, 8, 11, 15)
RACES = [(2, "summit DDDF"), (3, "passes"), (4, "hilly"), (5, "FGMDFF/1"), (8, "queen")]


class Ledger:
    """Where everyone is and what they have left, as an onlooker would write it down."""

    def __init__(self, riders: tuple[Rider, ...]) -> None:
        self.riders = {rider.id: rider for rider in riders}
        self.energy: dict[str, int] = {}
        self.row: dict[str, int] = {}
        self.place: dict[str, str] = {}
        self.peloton, self.hexes, self.failed = 0, "", ""

    def note(self, event: Event) -> None:
        """Enter an event."""
        data: Mapping[str, Any] = event.data
        match event.kind:
            case "opened":
                self.energy = dict(zip(data["riders"], data["energy"], strict=True))
                self.row, self.place = dict.fromkeys(self.energy, 0), dict.fromkeys(self.energy, INSIDE)
                self.peloton, self.hexes = 0, data["hexes"]
            case "risk":
                self.failed = "" if data["passed"] else data["rider"]
            case "rode":
                self._rode(data)
            case "home":
                self.place[data["rider"]] = HOME
                assert data["over"] == self.row[data["rider"]] - 6 * len(self.hexes) > 0
            case "peloton":
                assert data["start"] == self.peloton < data["row"]
                self.peloton = data["row"]
            case "absorbed" | "rejoined":
                assert data["row"] == self.peloton
                self.place[data["rider"]] = INSIDE
            case "dropped":
                self.place[data["rider"]], self.row[data["rider"]] = ON_ROAD, data["row"]
                assert data["row"] < self.peloton
            case "bid":
                assert data["price"] == PRICES[data["bid"]]
                self._pay(data, data["price"])
                self.place[data["rider"]], self.row[data["rider"]] = HOME, self.peloton
            case kind:
                self._note_energy(kind, data)

    def _note_energy(self, kind: str, data: Mapping[str, Any]) -> None:
        match kind:
            case "drank":
                self._pay(data, -data["value"])
            case "paid":
                for rider, price in zip(data["riders"], data["prices"], strict=True):
                    self.energy[rider] -= price
            case "held":
                self.energy[data["rider"]] -= data["price"]
            case _:
                pass

    def _pay(self, data: Mapping[str, Any], price: int) -> None:
        self.energy[data["rider"]] -= price
        assert self.energy[data["rider"]] == data["energy"] >= 0

    def _rode(self, data: Mapping[str, Any]) -> None:
        rider, attack = self.riders[data["rider"]], data["how"] == "attack"
        assert data["start"] == (self.peloton + 1 if attack else self.row[rider.id])
        assert self.place[rider.id] == (INSIDE if attack else ON_ROAD)
        extra = data["rows"] - self._base(rider, self.peloton if attack else data["start"])
        if self.failed == rider.id:
            assert extra <= 0 < data["price"]
        else:
            assert data["price"] == PRICES[max(0, extra) - data["slip"]]
            assert data["gain"] <= min(2, max(0, -extra))
        self.failed = ""
        self.row[rider.id], self.place[rider.id] = data["row"], ON_ROAD
        self._pay(data, data["price"] - data["gain"])

    def _base(self, rider: Rider, row: int) -> int:
        number = max(1, (row + 5) // 6)
        ground = self.hexes[number - 1]
        faster = rider.sprinter and ground != "M" and number >= len(self.hexes) - 1
        return CONFIG.base[rider.type][ground] + (rider.descender and ground == "D") + faster

    def agrees(self, state: State) -> None:
        """Everything in the ledger is true."""
        for rider in state.road.riders:
            assert rider.place == self.place[rider.id], rider
            assert rider.energy == self.energy[rider.id], rider
            assert rider.row == (self.peloton if rider.place == INSIDE else self.row[rider.id]), rider
        assert state.road.peloton == self.peloton


@pytest.mark.parametrize("attacks", ["sealed", "clockwise"])
@pytest.mark.parametrize(("seats", "tour"), RACES)
def test_rows_energy_and_prices_are_what_is_told(seats: int, tour: str, attacks: str) -> None:
    options = {"tour": "custom", "course": tour, "attacks": attacks, "hold": "on"}
    key, rng = f"{seats}{tour}".encode(), Random(seats)
    state, _ = GAME.setup(Table(seats, options, GAME.spec.rules), SeededDice(key, 0))
    ledger: Ledger | None = None
    for number in range(1, GAME.spec.limit):
        waiting = GAME.view(state, None).waiting
        if not waiting:
            break
        opponent = play_greedy if waiting[0] == 0 else play_random
        path = opponent(GAME, GAME.view(state, waiting[0]), rng)
        events = GAME.apply(state, Move(waiting[0], path), SeededDice(key, number))
        ledger = ledger or (Ledger(state.road.riders) if waiting == (None,) else None)
        if ledger:
            for event in events:
                ledger.note(event)
            ledger.agrees(state)
    assert state.stage == "over"

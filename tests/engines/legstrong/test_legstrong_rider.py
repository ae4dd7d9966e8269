"""A rider who has moved is the same rider in all but where they are and what it cost them."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engines.legstrong import HOME, Rider

pytestmark = pytest.mark.quick


def test_a_move_changes_place_row_arrival_and_energy_alone() -> None:
    numbers = {field.name: at for at, field in enumerate(fields(Rider), 1) if field.type == "int"}
    rider = replace(Rider("1.climber", 1, 1, "climber", 13, sprinter=False, descender=True), **numbers)
    assert rider.at(HOME, 61, 70, 80) == replace(rider, place=HOME, row=61, arrival=70, energy=80)

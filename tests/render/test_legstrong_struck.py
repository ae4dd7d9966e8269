"""Pictures after a positive test: the rider is still on the road and in no classification any more."""

from __future__ import annotations

import pytest

from render import RENDERERS
from tests.engines.legstrong.doped import at_the_line, control
from tests.engines.legstrong.position import GAME, answer


@pytest.mark.parametrize(
    ("finishers", "stage"), [("0.leader 1.leader 0.rouleur", "open"), ("0.leader 1.leader", "over")]
)
def test_the_classification_is_drawn_of_the_riders_left(finishers: str, stage: str) -> None:
    state = at_the_line(finishers, sleeves={"0.leader": "sA h2 d3 x1"}, tests="pick")
    control(state, 1)
    answer(state, 1, "2")
    view = GAME.view(state, None)
    assert (view.stage, [score.rider for score in view.scores]) == (
        stage,
        finishers.split()[1:][::-1] if stage == "open" else ["1.leader"],
    )
    assert RENDERERS["legstrong"].board(view).startswith(b"\x89PNG")

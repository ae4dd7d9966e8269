"""What answers cost, looked at once more in other worlds: chance that made a cost large doesn't come twice."""

import pytest

from engines import GAMES
from opponents.confirming import confirmed
from opponents.review import Choice, Moment
from opponents.thinking import Budget
from tests.opponents.recorded import played
from tests.opponents.toss import Toss


@pytest.mark.parametrize(("given", "cost"), [("50", 0.1), ("60", 0.0), ("70", -0.1)])
def test_a_cost_is_what_it_comes_to_in_other_worlds(given: str, cost: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toss", Toss())
    record = played("toss", 2, lambda number, view: ("a",), chances=f"{given} 60")
    told = Moment(1, None, None, Choice(("b",), 0.5, 0.01))
    again = confirmed(record, told, 1, Budget(rounds=600))
    assert again.is_confirmed and again.choice is not None and again.choice.best == ("b",)
    assert again.choice.cost == pytest.approx(cost, abs=0.05)
    assert again.choice.error <= 0.02

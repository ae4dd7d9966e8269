"""What the contract has to know about New Game."""

from engines.newgame import NOBODY, State
from tests.engines.fact_sheet import Facts, everybody, nothing


def _books(state: State) -> object:
    """A stone is laid each turn."""
    return sum(seat != NOBODY for seat in state.squares) - state.turn


FACTS = Facts(hidden=nothing, reveals=(), choosers=everybody, conserved=_books, unlike=0, silent={"turn"})

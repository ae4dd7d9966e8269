"""What the contract has to know about New Game."""

from engines.newgame import State
from tests.engines.fact_sheet import Facts, everybody, nothing


def _books(state: State) -> object:
    """Everyone takes one die a turn."""
    return sum(len(taken) for taken in state.taken) - state.turn


FACTS = Facts(hidden=nothing, reveals=(), choosers=everybody, conserved=_books, unlike=0, silent={"turn"})

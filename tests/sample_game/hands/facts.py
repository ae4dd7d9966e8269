"""What the contract has to know about New Game."""

from engines.newgame import State
from engines.table import Viewer
from tests.engines.fact_sheet import Facts, everybody


def _hidden(state: State, viewer: Viewer) -> set[str]:
    """The deck, and the hands of others."""
    return {*state.deck, *(card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand)}


def _books(state: State) -> object:
    """Every card is somewhere."""
    return sorted([*state.deck, *state.pile, *(card for hand in state.hands for card in hand)])


FACTS = Facts(
    hidden=_hidden,
    reveals={"drew", "played"},
    choosers=everybody,
    conserved=_books,
    unlike=0.95,
    silent={"turn", "drawn"},
)

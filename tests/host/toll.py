"""A game with answers that leave no choice."""

from engines.table import Ask, Dice, Event, Move, Path, Pick, Ready, require
from tests.engines.tiny import State, Tiny, TinyView


class Toll(Tiny):
    """The tiny game, in which the winner of a leg pays a toll before taking the prize: an answer without a choice."""

    def ask(self, view: TinyView, path: Path = ()) -> Ask | None:
        if view.stage != "prize" or not view.prize:
            return super().ask(view, path)
        if view.viewer != view.winner:
            return None
        return Ready() if path == ("pay",) else Pick("toll", ("pay",))

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        if state.stage != "prize" or not state.prize:
            return super().apply(state, move, dice)
        require(self, state, move)
        state.prize = 0
        return [Event("paid", None, {"seat": state.winner})]

"""The computer players of every game, by its key."""

from engines import outside
from opponents import legstrong, pistard, schlangennest, superechelon
from opponents.players import Players

PLAYERS: dict[str, Players] = {
    "pistard": pistard.PLAYERS,
    "superechelon": superechelon.PLAYERS,
    "schlangennest": schlangennest.PLAYERS,
    "legstrong": legstrong.PLAYERS,
}
outside.join(PLAYERS, "players", lambda _, module: outside.typed(module.PLAYERS, Players), optional=True)


def players_of(game: str) -> Players:
    """Those of a game; for one that has none of its own, those that can play any game."""
    return PLAYERS.get(game, Players())

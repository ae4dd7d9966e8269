"""Every game that the bot hosts, by its key."""

from types import ModuleType
from typing import Any

from engines import legstrong, outside, pistard, schlangennest, superechelon
from engines.extras import Extras
from engines.table import Game

ENGINES: tuple[tuple[Game[Any, Any], Extras], ...] = (
    (pistard.Pistard(), pistard.EXTRAS),
    (superechelon.SuperEchelon(), superechelon.EXTRAS),
    (schlangennest.Schlangennest(), schlangennest.EXTRAS),
    (legstrong.Legstrong(), legstrong.EXTRAS),
)
GAMES: dict[str, Game[Any, Any]] = {game.spec.key: game for game, _ in ENGINES}
EXTRAS: dict[str, Extras] = {game.spec.key: extras for game, extras in ENGINES}


def _game(key: str, module: ModuleType) -> Game[Any, Any]:
    if module.GAME.spec.key != key:
        raise ValueError(f"its key is {module.GAME.spec.key}")
    return module.GAME


outside.join(GAMES, "engine", _game)
outside.join(EXTRAS, "engine", lambda _, module: outside.typed(getattr(module, "EXTRAS", Extras()), Extras))


def extras_of(game: str) -> Extras:
    """A game's optional parts; the defaults for an unknown key."""
    return EXTRAS.get(game, Extras())

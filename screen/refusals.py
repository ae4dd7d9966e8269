"""Refusals in words, ours or the game's."""

from __future__ import annotations

from copy import copy

from engines.table import Refused
from locales import Catalogue
from render import RENDERERS
from render.words import cut
from screen.names import defused

# beginnings of general reasons, for which a game may have better words
GAMES_OWN = ("not.asked", "no.seat", "path.", "step.", "table.")
TYPED = ("word", "step", "zone", "letter", "digit")  # values in a refusal that quote typed text
QUOTED = 40  # characters quoted


def refusal(refused: Refused, game: str | None, say: Catalogue, names: tuple[str, ...] = ()) -> str:
    """A refusal's reason in our words or the game's; `names` are the players' by seat, safe for a message.

    Typed text is quoted, shortened and made harmless. The refusal that caused this one comes first.
    KeyError for a reason without words.
    """
    because = refused.__cause__
    refusals = [because, refused] if isinstance(because, Refused) else [refused]
    return " ".join(_worded(r, game, say, names) for r in refusals)


def _worded(refused: Refused, game: str | None, say: Catalogue, names: tuple[str, ...]) -> str:
    typed = {name: defused(cut(str(refused.about[name]), QUOTED)) for name in TYPED if name in refused.about}
    quoted = copy(refused)
    quoted.about = {**refused.about, **typed}
    key = f"refusal.{quoted.reason}"
    if game in RENDERERS and (quoted.reason.startswith(GAMES_OWN) or key not in say):
        return RENDERERS[game].refusal(quoted, names, say)
    return say(key, **quoted.about)

"""An example of how a match may go on after a move: first events and final standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from host.coach.reasons import GoingOn
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.news import is_told
from render.words import cut
from screen.match_text import standing_lines

SENTENCE = 160  # characters


def going_on(seen: Seen, names: Sequence[str], going: GoingOn, most: int, say: Catalogue) -> list[str]:
    """Sentences on what follows, at most so many, one line each, with the seat's and its best rival's final standing.

    `seen` is the view of the seat to move, `names` are everyone's names in sentences.
    """
    game = seen.match.game
    events = (event for event in going.events if is_told(game, event.kind))
    texts = (RENDERERS[game].sentence(event, tuple(names), say) for event in events)
    lines = [cut(text, SENTENCE) for text in texts if text][:most]
    if going.standings != seen.view.standings:
        after = replace(seen, view=replace(seen.view, standings=going.standings))
        stand = " · ".join(_first_two(after, say))
        lines.append(say("puzzle.end" if going.is_over else "puzzle.later", standings=stand))
    return lines


def quoted(lines: Sequence[str]) -> list[str]:
    """The lines in small print, set off from the text around them."""
    return [f"> -# {line}" for line in lines]


def _first_two(seen: Seen, say: Catalogue) -> list[str]:
    """Standings of the seat and of the best of the others."""
    lines = {standing.seat: line for standing, line in zip(seen.standings, standing_lines(seen, say), strict=True)}
    rival = next(seat for seat in lines if seat != seen.seat)
    return [line for seat, line in lines.items() if seat in (seen.seat, rival)]

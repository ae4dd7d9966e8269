"""News of a match in words, for places outside of its thread."""

from __future__ import annotations

from host.outside.herald import Told, Words
from locales import Catalogue
from model.kinds import NewsKind
from screen.links import link
from screen.match_text import headline, standing_lines
from screen.names import match_name
from screen.sentences import newest, sentences
from screen.verdicts import verdict

LONGEST = 1500  # characters


def words_of(told: Told, say: Catalogue) -> Words:
    """The news in words: what has happened, then whose turn it is, or how the match or its stage has ended.

    While moves are sealed, no word says whose move is missing.
    """
    seen, shown = told.seen, told.seen.match
    match told.kind:
        case NewsKind.END:
            last = [f"**{verdict(seen, say)}**", *standing_lines(seen, say)]
        case NewsKind.STAGE:
            last = standing_lines(seen, say)
        case NewsKind.TURN:
            last = [] if seen.view.sealed else [headline(seen, say)]
    room = LONGEST - sum(len(line) + 1 for line in last)
    text = "\n".join(filter(None, (newest(sentences(seen, told.events, say), max(room, 0)), *last)))
    return Words(match_name(shown, say), text, link(shown.guild, shown.thread) if shown.thread else "")

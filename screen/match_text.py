"""Texts for all messages about a match: title, whose turn, standings."""

from __future__ import annotations

from collections.abc import Callable

from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from screen.names import escaped, match_name, names_of, rest
from screen.verdicts import score, words_for


def title(seen: Seen, say: Catalogue) -> str:
    """A match's title, with a link to its thread."""
    name = match_name(seen.match, say)
    return f"**{name}** · <#{seen.match.thread}>" if seen.match.thread else f"**{name}**"


def headline(seen: Seen, say: Catalogue) -> str:
    """Whose turn it is, or that the match rests, or that it is over, even if it ended early."""
    if seen.match.phase != "running":
        return say("panel.over")
    if seen.match.paused is not None:
        return rest(seen.match, say)
    return RENDERERS[seen.match.game].headline(seen.view, names_of(seen.match, say), say)


def opening(time: float, say: Catalogue) -> str:
    """When the next leg opens (unix seconds), in the reader's own time."""
    return say("panel.opens", when=f"<t:{int(time)}:f>", left=f"<t:{int(time)}:R>")


def who_is_who(seen: Seen, say: Catalogue, shown: Callable[[str], str] = escaped) -> str:
    """A sentence that names players with their marks on the board, for people who can't see it."""
    names = names_of(seen.match, say, shown)
    numbers = tuple(str(seat + 1) for seat in range(len(names)))
    marked = RENDERERS[seen.match.game].STYLE.marks
    marks = numbers if marked is None else marked(seen.view, say)
    return say("board.names", names=say.together(f"{mark} {name}" for mark, name in zip(marks, names, strict=True)))


def standings(seen: Seen, say: Catalogue) -> str:
    """Standings, one line each."""
    # a zero-width space keeps Discord from numbering the lines itself
    return "\n".join("\u200b" + line for line in standing_lines(seen, say))


def standing_lines(seen: Seen, say: Catalogue) -> list[str]:
    """Standings, one line each, in the game's own words if it has any.

    Points of a tour are seconds behind, those of a lap race are riders.
    """
    names, key = names_of(seen.match, say), words_for(seen, "standing", say)
    return [
        say(
            key,
            rank=standing.rank,
            name=names[standing.seat],
            n=standing.points,
            gap=f"+{-standing.points // 60}:{-standing.points % 60:02}",
            score=score(seen, standing, say),
        )
        for standing in seen.standings
    ]

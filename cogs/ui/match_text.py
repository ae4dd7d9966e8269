"""Words of every message about a match: title, whose turn, standings."""

from __future__ import annotations

from collections.abc import Callable

from cogs.ui.names import escaped, match_name, names_of, rest
from cogs.ui.verdicts import score, words_for
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS

CONTENT = 2000


def title(seen: Seen, say: Catalogue) -> str:
    """Title of a match, with a link to its thread."""
    name = match_name(seen.match, say)
    return f"**{name}** · <#{seen.match.thread}>" if seen.match.thread else f"**{name}**"


def headline(seen: Seen, say: Catalogue) -> str:
    """Whose turn it is, or that the match rests, or that it is over, even if it was given up in the middle."""
    if seen.match.phase != "running":
        return say("panel.over")
    if seen.match.paused is not None:
        return rest(seen.match, say)
    return RENDERERS[seen.match.game].headline(seen.view, names_of(seen.match, say), say)


def opening(time: float, say: Catalogue) -> str:
    """Opening of the next leg (unix seconds), in the reader's own time."""
    return say("panel.opens", when=f"<t:{int(time)}:f>", left=f"<t:{int(time)}:R>")


def who_is_who(seen: Seen, say: Catalogue, shown: Callable[[str], str] = escaped) -> str:
    """The players beside what marks them on the board, in a sentence for those who can't see it."""
    names = names_of(seen.match, say, shown)
    numbers = tuple(str(seat + 1) for seat in range(len(names)))
    marked = RENDERERS[seen.match.game].STYLE.marks
    marks = numbers if marked is None else marked(seen.view, say)
    return say("board.names", names=say.together(f"{mark} {name}" for mark, name in zip(marks, names, strict=True)))


def standings(seen: Seen, say: Catalogue) -> str:
    """Standings, a line each."""
    # a space of no width keeps Discord from counting the lines itself
    return "\n".join("\u200b" + line for line in standing_lines(seen, say))


def standing_lines(seen: Seen, say: Catalogue) -> list[str]:
    """Standings, a line each, in the words of the game if it has any of its own.

    Points of a tour are seconds behind, those of a race over laps riders.
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

"""A match's verdict in its game's words: winner, margin, biggest swing."""

from __future__ import annotations

from engines.table import Standing
from host.careers.swing import Swing
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.podium import Placed, Podium
from screen.names import names_of, plain


def is_played_out(seen: Seen) -> bool:
    """Whether the match was played to its end: otherwise no one has won, and there is no podium."""
    return seen.match.phase == "over" and seen.view.over


def verdict(seen: Seen, say: Catalogue) -> str:
    """The verdict: the winner and the margin, or who led when it was ended, or that it was called off."""
    if seen.match.phase != "over":
        return say("verdict.off")
    names, standings = names_of(seen.match, say), seen.standings
    first = [standing for standing in standings if standing.rank == 1]
    winners = say.together(names[standing.seat] for standing in first)
    if not is_played_out(seen):
        return say("verdict.stopped", names=winners)
    key = words_for(seen, "verdict", say)
    points = first[0].points
    if len(standings) == 1:
        return say("verdict.alone", name=winners, n=points)
    if len(first) > 1:
        key = _ending_in("shared", key, _own_key(seen, "verdict", say), say)
        return say(key, names=winners, n=points, score=score(seen, first[0], say))
    second = [standing for standing in standings if standing.rank == standings[1].rank]
    by, others = points - second[0].points, say.together(names[standing.seat] for standing in second)
    # something other than points has decided
    if by <= 0 or _before_points(seen, first[0], say) != _before_points(seen, second[0], say):
        key = _ending_in("close", key, _own_key(seen, "verdict", say), say)
    worth, less = score(seen, first[0], say), score(seen, second[0], say)
    return say(key, name=winners, other=others, n=points, by=by, gap=clock(by), score=worth, less=less)


def _ending_in(form: str, key: str, own: str, say: Catalogue) -> str:
    """This form of the words for this match, if there is one, else of the game's own."""
    return f"{key}.{form}" if f"{key}.{form}" in say else f"{own}.{form}"


def swing_line(seen: Seen, swing: Swing, say: Catalogue) -> str:
    """The biggest change of the lead, in a sentence."""
    names, key = names_of(seen.match, say), _own_key(seen, "swing", say)
    values = {"name": names[swing.seat], "other": names[swing.rival], "n": swing.behind, "ahead": swing.ahead}
    how = "turned" if swing.behind else "level"
    return say(f"{key}.{how}", **values, gap=clock(swing.behind), lead=clock(swing.ahead))


def podium_of(seen: Seen, say: Catalogue) -> Podium:
    """All seats with their ranks, for a picture."""
    names = names_of(seen.match, say, plain)
    placed = tuple(Placed(s.seat, s.rank, names[s.seat], score(seen, s, say)) for s in seen.standings)
    return Podium(seen.match.game, seen.match.id, placed)


def score(seen: Seen, standing: Standing, say: Catalogue) -> str:
    """The score behind a rank, in a few words: points, and before them what ranks before points."""
    key = words_for(seen, "score", say)
    points = say(key, n=standing.points, gap=clock(-standing.points))
    return ", ".join(filter(None, (_before_points(seen, standing, say), points)))


def _before_points(seen: Seen, standing: Standing, say: Catalogue) -> str:
    return RENDERERS[seen.match.game].STYLE.before_points(seen.view, standing.seat, say)


def clock(seconds: int) -> str:
    """A time as minutes and seconds: "0:34"."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _own_key(seen: Seen, what: str, say: Catalogue) -> str:
    """The key of the game's own words, if it has any, else of ours."""
    key = f"{seen.match.game}.{what}"
    return key if _has(key, say) else f"match.{what}"


def words_for(seen: Seen, what: str, say: Catalogue) -> str:
    """The key of the words for this match; a game may have its own, and so may a race that isn't about points."""
    by_option = [f"{seen.match.game}.{what}.{value}" for value in seen.match.options.values()]
    return next((key for key in by_option if key in say), _own_key(seen, what, say))


def _has(key: str, say: Catalogue) -> bool:
    return any(k in say for k in (key, f"{key}.turned"))

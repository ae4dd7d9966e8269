"""Rating changes of a match's players for its result: ratings, records, badges."""

from __future__ import annotations

from collections.abc import Iterable

from locales import Catalogue
from model.career import Gain
from render import badges
from screen.names import called

MOST = 12  # lines: the most seats of a game, and some people who left


def gains_text(gained: Iterable[Gain], say: Catalogue) -> list[str]:
    """Lines on gains, one per person."""
    lines = [say("gain.line", name=called(gain.user, gain.name, say), gained=_parts(gain, say)) for gain in gained]
    return [f"📈 {line}" for line in lines][:MOST]


def own_gain(gained: Iterable[Gain], say: Catalogue) -> list[str]:
    """The line to the person whose gains these are; none if there are none."""
    return [say("gain.own", gained=_parts(gain, say)) for gain in gained]


def _parts(gain: Gain, say: Catalogue) -> str:
    parts: list[str] = []
    if gain.change is not None:
        parts.append(_rated(gain.change.points, gain.change.before, say))
    parts += [say(f"gain.{record}") for record, is_new in _records(gain).items() if is_new]
    parts += [say("gain.badge", name=badges.name(badge, say)) for badge in gain.badges]
    return " · ".join(parts)


def _records(gain: Gain) -> dict[str, bool]:
    return {"best": gain.is_best, "win": gain.is_first_win}


def _rated(points: int, before: int | None, say: Catalogue) -> str:
    if before is None:
        return say("gain.first", points=points)
    return say("gain.rating", before=before, points=points, change=f"{points - before:+d}".replace("-", "−"))

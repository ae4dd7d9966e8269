"""What a match has brought its people, in the words of its result: ratings and badges."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.ui.names import called
from db.career_rows import Gain
from locales import Catalogue
from render import badges

MOST = 12  # lines: as many seats as a game has, and some people who left


def gains_text(gained: Iterable[Gain], say: Catalogue) -> list[str]:
    """A line a person."""
    return [_line(one, say) for one in gained][:MOST]


def _line(one: Gain, say: Catalogue) -> str:
    name = called(one.user, one.name, say)
    parts: list[str] = []
    if one.change is not None:
        parts.append(_rated(one.change.points, one.change.before, say))
    parts += [say("gain.badge", name=badges.name(badge, say)) for badge in one.badges]
    return f"📈 {say('gain.line', name=name, gained=' · '.join(parts))}"


def _rated(points: int, before: int | None, say: Catalogue) -> str:
    if before is None:
        return say("gain.first", points=points)
    return say("gain.rating", points=points, change=f"{points - before:+d}".replace("-", "−"))

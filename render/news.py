"""Which kinds of events come first where there is room for few: after an answer, and where a match is told briefly."""

from collections.abc import Mapping
from types import MappingProxyType

WEIGHTY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pistard": ("won", "team.out", "crossed", "rolled", "precedence"),
        "superechelon": (
            *("season.won", "tour.won", "counted", "won", "tied", "scored", "took", "recovered", "kept"),
            *("shares", "shared", "cancelled", "drew"),
        ),
        "schlangennest": ("won", "closed", "stuck", "cornered", "looped", "ended", "grew"),
        "legstrong": (
            *("won", "finish", "jerseys", "struck", "out", "tested", "saved", "called", "control", "kept", "lowered"),
            *("absorbed", "risk", "dropped", "punctured", "missed", "summit", "home", "peloton", "drew", "bottle"),
        ),
    }
)

TOLD: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "pistard": ("rode", "crossed", "team.out", "won"),
        "superechelon": ("played", "cancelled", "tied", "won", "shares", "took", "tour.won", "season.won"),
        "schlangennest": ("laid", "looped", "grew", "closed", "stuck", "cornered", "won"),
        "legstrong": ("risk", "rode", "peloton", "absorbed", "dropped", "home", "finish", "won"),
    }
)


def is_told(game: str, kind: str) -> bool:
    """Whether an event of this kind belongs to how a match goes on, told in a few sentences: all of an unknown game."""
    return game not in TOLD or kind in TOLD[game]


def weight(game: str, kind: str) -> int | None:
    """How early to report an event of this kind, 0 first; None for one that comes after all of those."""
    kinds = WEIGHTY.get(game, ())
    return kinds.index(kind) if kind in kinds else None

"""What a player wants to hear first of all that their answer has caused: kinds of events, the weightiest first."""

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


def weight(game: str, kind: str) -> int | None:
    """How early to report an event of this kind, 0 first; None for one that comes after all of those."""
    kinds = WEIGHTY.get(game, ())
    return kinds.index(kind) if kind in kinds else None

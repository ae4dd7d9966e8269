"""News priority: which events come first where there is room for few, after an answer or in a short account."""

from render import style_of


def is_told(game: str, kind: str) -> bool:
    """Whether an event of this kind belongs to how a match goes on, told in a few sentences: all of an unknown game."""
    story = style_of(game).story
    return story is None or kind in story


def priority(game: str, kind: str) -> int | None:
    """How early to report an event of this kind, 0 first; None for one that comes after all of those."""
    kinds = style_of(game).news
    return kinds.index(kind) if kind in kinds else None

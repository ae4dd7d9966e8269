"""Priority of news: which events come first when there is room for few."""

from render import style_of


def is_told(game: str, kind: str) -> bool:
    """Whether an event of this kind belongs into a short account of a match; for an unknown game all do."""
    story = style_of(game).story
    return story is None or kind in story


def priority(game: str, kind: str) -> int | None:
    """How early to report an event of this kind, 0 first; None for one that comes after all of those."""
    kinds = style_of(game).news
    return kinds.index(kind) if kind in kinds else None

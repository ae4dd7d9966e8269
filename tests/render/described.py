"""Whether what stands in pictures is told in words too, within Discord's limits and a phone's width."""

from collections.abc import Iterable
from typing import Any

from engines.table import Path
from render import Renderer, Say


def check_descriptions(
    renderer: Renderer, views: Iterable[tuple[Any, Path]], plain: Say, longer: Say, *, is_wide: bool = False
) -> None:
    """Alt text and text board of every view fit, by turns in both languages; only the longer one may be cut.

    Where boards are wide, only those in the plain language fit a phone.
    """
    for at, (view, path) in enumerate(views):
        words = longer if at % 2 else plain
        alt = renderer.alt(view, path, words)
        assert 0 < len(alt) <= 1000
        assert "…" not in alt or words is longer
        board = renderer.text_board(view, path, words)
        assert 0 < len(board) <= 1900
        is_free = is_wide and words is longer
        assert is_free or max(map(len, board.split("```")[1].splitlines())) <= 44


def check_hand_alts(renderer: Renderer, views: Iterable[Any], longer: Say) -> None:
    """Private pictures are described exactly where there are any."""
    for view in views:
        described = renderer.hand_alt(view, (), longer)
        assert (described is None) == (renderer.hand(view) is None)
        assert described is None or len(described) <= 1000

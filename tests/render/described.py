"""What renderers say: in English of a game, and instead of pictures, within Discord's limits and a phone's width."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import locales
from engines import GAMES
from engines.table import Event, IllegalMove, Path, Pick
from render import RENDERERS, Renderer, Say

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jim")


class Voice:
    """The English words of one game, among players with short names."""

    def __init__(self, key: str) -> None:
        self._game, self._renderer, self._say = GAMES[key], RENDERERS[key], locales.catalogue("en")

    def sentence(self, kind: str, data: dict[str, Any], seats: int = 3) -> str | None:
        """The sentence on a public event."""
        return self._renderer.sentence(Event(kind, None, data), NAMES[:seats], self._say)

    def labels(self, view: Any, path: Path = ()) -> list[str]:
        """The options after the steps."""
        ask = self._game.ask(view, path)
        assert isinstance(ask, Pick)
        return [self._renderer.label(view, path, option, self._say) for option in ask.options]

    def refused(self, attempt: Callable[..., object], *arguments: Any) -> str:
        """Why the game refuses it."""
        with pytest.raises(IllegalMove) as caught:
            attempt(*arguments)
        return self._renderer.refusal(caught.value, NAMES, self._say)


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

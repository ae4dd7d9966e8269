"""Pictures and words for every game, made from views alone."""

from types import ModuleType
from typing import Any, Protocol, cast

from engines import outside
from engines.table import Event, Path, Refused
from render import legstrong, pistard, schlangennest, superechelon
from render.style import Style
from render.words import Help, RulesPage, Say

__all__ = ["RENDERERS", "Help", "Renderer", "RulesPage", "Say", "style_of"]


class Renderer(Protocol):
    """The look of a game; implemented by a plain module.

    `view` is that game's view of a viewer, `path` the steps they have chosen so far, `say` the catalogue in the
    reader's language, `names` the players by seat with their Markdown escaped. Each function raises IllegalMove for a
    path that isn't legal in the view of someone who is asked, and none changes the view. `tests/render/contract.py`
    holds every renderer against this.
    """

    @property
    def STYLE(self) -> Style:
        """A game's optional parts; `Style()` for a game without any."""
        ...

    def board(self, view: Any, path: Path = (), names: tuple[str, ...] = ()) -> bytes:
        """The table as a PNG, 800 pixels wide; an unfinished path is drawn as a preview.

        Here `names` are the players by seat as they write themselves, in any script: they stand beside the jerseys, cut
        to fit (`render/roster.py`). Without names, none are drawn.
        """
        ...

    def hand(self, view: Any, path: Path = ()) -> bytes | None:
        """What only this viewer may see, as a PNG in the board's palette; None if the game hides nothing in pictures.

        Both are shown as one picture, the hand below the board.
        """
        ...

    def hand_alt(self, view: Any, path: Path, say: Say) -> str | None:
        """The picture of `hand` in words, in at most 1,000 characters; None exactly where there is no picture."""
        ...

    def question(self, view: Any, path: Path, say: Say) -> str:
        """The present question, in a sentence or two that repeat the steps chosen so far; asked or not."""
        ...

    def label(self, view: Any, path: Path, option: str, say: Say) -> str:
        """An option of the question after `path`, in at most 80 characters; no two options have the same label.

        It says what the option costs and gains. If the question asks for a number, each number is an option.
        """
        ...

    def help(self, view: Any, path: Path, say: Say) -> Help:
        """The page of the rules that explains the question after `path`, and what each of its options does.

        A line has at most 150 characters. For a viewer without a question it is the page on what is going on.
        """
        ...

    def headline(self, view: Any, names: tuple[str, ...], say: Say) -> str:
        """Where the match stands and who must do what, as Markdown for the thread; names everyone who is to move."""
        ...

    def sentence(self, event: Event, names: tuple[str, ...], say: Say) -> str | None:
        """What happened, as Markdown; None where there is nothing to say."""
        ...

    def refusal(self, illegal: Refused, names: tuple[str, ...], say: Say) -> str:
        """Why a move or a table isn't possible."""
        ...

    def alt(self, view: Any, path: Path, say: Say) -> str:
        """The board in words for readers who can't see it, in at most 1,000 characters."""
        ...

    def text_board(self, view: Any, path: Path, say: Say) -> str:
        """The board as a monospace code block of at most 1,900 characters."""
        ...

    def rules(self, say: Say) -> list[RulesPage]:
        """The rules in short pages, each of at most 120 words."""
        ...


RENDERERS: dict[str, Renderer] = {
    "pistard": pistard,
    "superechelon": superechelon,
    "schlangennest": schlangennest,
    "legstrong": legstrong,
}


def _checked(_: str, module: ModuleType) -> Renderer:
    if missing := [name for name in vars(Renderer) if not name.startswith("_") and not hasattr(module, name)]:
        raise TypeError(f"its renderer has no {', '.join(missing)}")
    return cast(Renderer, module)


outside.join(RENDERERS, "renderer", _checked)


def style_of(game: str) -> Style:
    """A game's style; the default for an unknown key."""
    return RENDERERS[game].STYLE if game in RENDERERS else Style()

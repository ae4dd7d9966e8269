"""The style of a game: optional pictures and words besides those every renderer needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image

from engines.table import Path, Seat
from render.brush import Draw
from render.kit import Colour
from render.places import Places
from render.shortcuts import Shortcuts
from render.words import Say


@dataclass(frozen=True, slots=True)
class Medals:
    """The medals of a family of badges: a common shape and rim colour, and each badge's sign by its id."""

    outline: Draw
    rim: Colour
    signs: Mapping[str, Draw]


@dataclass(frozen=True)
class Dress:
    """A rider's clothing: colours of jersey and helmet, and a piece of the jersey's cloth in any size."""

    jersey: Colour
    helmet: Colour
    cloth: Callable[[tuple[int, int]], Image.Image]


@dataclass(frozen=True)
class Wardrobe:
    """What the seats of a game wear, the sign of each, and the colours used."""

    dress: Callable[[Seat], Dress]
    emblem: Callable[[Seat], Image.Image]
    colours: Callable[[Seat], list[Colour]]


@dataclass(frozen=True, slots=True)
class Style:
    """The optional parts of a renderer."""

    vocabulary: Callable[[Any, Say], Mapping[str, str]] = lambda view, say: {}
    """For a game that says why a step isn't offered: the words for every step that someone may type, by its id."""

    marks: Callable[[Any, Say], tuple[str, ...]] | None = None
    """What a player's things are called, by seat; None where they bear the seat's number, counted from 1."""

    filmed: Callable[[Sequence[Any]], Callable[[Any, Path, tuple[str, ...]], bytes]] | None = None
    """For a game whose picture grows: the board as it is drawn for all frames of a film alike, from all their views."""

    before_points: Callable[[Any, Seat, Say], str] = lambda view, seat, say: ""
    """For a game in which something ranks before points: in words how much of it a seat has, "" where nothing does."""

    shortcuts: Shortcuts | None = None
    """How several questions are answered with one press."""

    pads: Callable[[Any, Path, Say], list[str]] | None = None
    """Short buttons for what may be chosen after a path: a label for each shortcut, else for each option or number.

    A pad (at most 6 characters) says what the picture numbers; what no picture shows has words (at most 24). No two are
    called the same, and all fit in three rows (`render.pads`). None: the labels are the buttons.
    """

    close_up: Callable[[Any, Path], bytes] | None = None
    """The picture for a question: what it is about, with every number of its pads, and what only this viewer may see.

    A PNG, 800 pixels wide and at most 660 high. None: the board with the hand below it.
    """

    places: Callable[[Any, Path], Places] = lambda view, path: {}
    """Where on the picture for a question its answers lie: for a touch instead of a pad.

    A way on from the path has the boxes that mean it, in the pixels of `close_up`; ways without a box have words. The
    boxes of two ways have no pixel in common. A way may be a step of several: the next question is asked after it.
    """

    reason: Callable[[Any, Path, Say], str] | None = None
    """What a whole answer gains and risks, in a sentence or two; "" where the question says it already."""

    news: tuple[str, ...] = ()
    """The kinds of events that come first where there is room for few, the weightiest first."""

    story: tuple[str, ...] | None = None
    """The kinds of events that tell in a few sentences how a match goes on; None: all do."""

    order_words: Callable[[str, Say], str] = lambda order, say: order
    """A standing order as a button has it, in at most 80 characters."""

    wardrobe: Wardrobe | None = None
    """What seats wear on the podium, where these aren't the jerseys of teams."""

    medals: Medals | None = None
    """The medals of the game's badges, in the order of their clauses."""

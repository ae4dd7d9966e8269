"""Shortcuts: consecutive questions answered with one press."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from engines.table import Ask, Path, Pick
from render.words import Say

MOST_WAYS = 15  # three rows of five pads
VIEWS = 16  # of which is remembered what has been made of them

P = ParamSpec("P")
T = TypeVar("T")
V = TypeVar("V")

Wanted: TypeAlias = Callable[[Path, Pick], bool]  # whether this question, reached by these steps, is joined
Fits: TypeAlias = Callable[[Sequence[Path]], bool]  # whether a panel has room for buttons of all these ways


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """How a game joins questions.

    As with `render.Renderer`, everything is made from a view; a board drawn for a path numbers the squares as these
    labels do.
    """

    after: Callable[[Any, Path], tuple[Path, ...]]
    """The steps that may be taken at once after a path, at most MOST_WAYS; () where one question is put alone."""

    labels: Callable[[Any, Path, Say], list[str]]
    """What each of them is and costs, in their order, in at most 80 characters; no two are called the same."""

    question: Callable[[Any, Path, Say], str]
    """What they answer, in a sentence or two that repeat the steps chosen so far."""

    explained: Callable[[Any, Path, Path], tuple[int, ...]] = lambda view, path, way: tuple(range(len(way)))
    """The places of those steps of a way on from a path that need a line of help; the label says all of the others."""

    is_idle: Callable[[Any, Path, int], bool] = lambda view, path, begun: False
    """Whether the steps of a whole answer past the first so many undertake nothing: they spend and risk nothing."""

    is_said: Callable[[Any, Path], bool] = lambda view, path: False
    """Whether a whole answer is only said to someone, so that it needs no Confirm."""


def once_a_view(make: Callable[Concatenate[V, P], T]) -> Callable[Concatenate[V, P], T]:
    """Remember what a function makes of the latest views: a panel's words, buttons and picture all ask for it."""
    kept: OrderedDict[int, tuple[V, dict[tuple[Any, ...], T]]] = OrderedDict()  # by the view's id, as it has no hash

    @wraps(make)
    def found(view: V, *args: P.args, **named: P.kwargs) -> T:
        about = kept.get(id(view))
        if about is None:
            about = kept[id(view)] = (view, {})  # a view that is kept shares its id with no other
            if len(kept) > VIEWS:
                kept.popitem(last=False)
        key = (*args, *named.items())
        if key not in about[1]:
            about[1][key] = make(view, *args, **named)
        return about[1][key]

    return found


def are_few(ways: Sequence[Path]) -> bool:
    """Whether there are at most MOST_WAYS."""
    return len(ways) <= MOST_WAYS


def shortcuts_on(
    ask: Callable[[Path], Ask | None], path: Path, rounds: Iterable[Wanted], fits: Fits = are_few
) -> tuple[Path, ...]:
    """The ways on from `path`: each round joins the questions it wants, unless the ways no longer fit.

    Single options are skipped, as everywhere.
    """
    ways = first = _further(ask, path, [()], lambda way, _: not way)
    for wanted in rounds:
        ways = _joined(ask, path, ways, wanted, fits)
    return tuple(ways) if len(first) < len(ways) and fits(ways) else ()


def _joined(ask: Callable[[Path], Ask | None], path: Path, ways: list[Path], wanted: Wanted, fits: Fits) -> list[Path]:
    """The ways with everything the round wants joined; the ways before it if they no longer fit."""
    now = ways
    while fits(now):
        more = _further(ask, path, now, wanted)
        if more == now:
            return now
        now = more
    return ways


def _further(ask: Callable[[Path], Ask | None], path: Path, ways: Iterable[Path], wanted: Wanted) -> list[Path]:
    further: list[Path] = []
    for way in ways:
        match ask((*path, *way)):
            case Pick(_, options, 1, 1) as pick if len(options) == 1 or wanted(way, pick):
                further += [(*way, option) for option in options]
            case _:
                further.append(way)
    return further


def distinct(labels: Sequence[str]) -> list[str]:
    """The labels, with a number after each of several equal ones."""
    counts, seen = Counter(labels), Counter[str]()
    distinct_labels: list[str] = []
    for label in labels:
        seen[label] += 1
        distinct_labels.append(f"{label} ({seen[label]})" if counts[label] > 1 else label)
    return distinct_labels

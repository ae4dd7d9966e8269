"""Attacker and length in one press, sprinter and bid, and what an owner has to say about chase and token."""

from collections.abc import Sequence
from functools import partial

from engines.legstrong import CONFIG, KEEP, LegstrongView, find
from engines.legstrong.questions import ALL
from engines.legstrong.sprint import HARD, ROLL, SEVERAL
from engines.table import Amount, Path, Pick
from render.legstrong.names import sign_of
from render.legstrong.preview import EVEN, GAME, steps, strength
from render.legstrong.words import label, length_name, question
from render.pads import MOST_ROWS, rows_needed
from render.shortcuts import Shortcuts, Wanted, distinct, once_a_view, shortcuts_on
from render.words import DOT, Say

GOING = ("ride", "rows")
WORDS = (
    "stay",
    "inside",
    "drink",
    "done",
    "no",
    "yes",
    "keep",
    "pass",
    "easy",
    "hard",
)  # answers without a pad
TOKEN = ("keep", "pass")
SPRINT_PADS = 10  # of a bunch sprint: two rows, and words below them
IDLE = ("stay", "done", "no", "pass")


@once_a_view
def shortcuts(view: LegstrongView, path: Path = ()) -> tuple[Path, ...]:
    """A verdict with what leads to it, then the length; in the bunch sprint a rider with the rows of the bid.

    Whether another rider attacks is asked when the length is known: who says no has confirmed what stands above it.
    """

    def asks(*about: str) -> Wanted:
        apart = ("inside", "drink", ALL, "bottle")  # answers after which the length is asked for alone
        return lambda way, pick: (
            pick.about.partition(".")[0] in about and not any(step.partition(".")[0] in apart for step in way)
        )

    def follows(about: str) -> Wanted:
        return lambda way, pick: pick.about == about and (not way or way[-1] in WORDS)

    if view.stage == "sprint":
        return () if path else _sprints(view)
    if view.stage not in ("ride", "attack", "chase"):
        return ()
    rounds = (follows("chase"), follows("hold"), asks(*GOING))
    return shortcuts_on(lambda path: GAME.ask(view, path), path, rounds, partial(_fit, view, path))


def _sprints(view: LegstrongView) -> tuple[Path, ...]:
    """Each rider with some rows that they can pay for, the strongest first; no one; or several riders by hand.

    Where there isn't room for all rows, those that come off at least half the time come first.

    Riders who are still out ride hard.
    """
    ask = GAME.ask(view, ())
    if not (isinstance(ask, Pick) and ask.about == "sprint"):
        return ()
    riders = sorted((o for o in ask.options if "." in o), key=lambda rider: -_strength(view, rider))
    if not riders:
        return ()
    each = SPRINT_PADS // len(riders)
    ways: list[Path] = []
    for rider in riders:
        bid = GAME.ask(view, (rider,))
        assert isinstance(bid, Amount), "a rider who is able to bid"
        rows = sorted(range(bid.least, bid.most + 1), key=_preferred)
        ways += [(rider, str(count)) for count in sorted(rows[:each])]
    ways += [(option,) for option in ask.options if option == ROLL]
    finished = [(*way, HARD) if _asks_late(view, way) else way for way in ways]
    return (*finished, *((option,) for option in ask.options if option == SEVERAL))


def _preferred(rows: int) -> tuple[bool, int]:
    """Bids that come off at least half the time, the most rows first; then riskier bids."""
    risky = CONFIG.bid_risks[rows] > EVEN
    return risky, rows if risky else -rows


def _asks_late(view: LegstrongView, way: Path) -> bool:
    ask = GAME.ask(view, way)
    return ask is not None and ask.about == "late"


def _strength(view: LegstrongView, rider_id: str) -> int:
    """What the rider comes to with the most rows that they can pay for (L21)."""
    rider = find(view.road, rider_id)
    bid = GAME.ask(view, (rider_id,))
    assert isinstance(bid, Amount), "a rider who is able to bid"
    return strength(view, rider) + bid.most


def _fit(view: LegstrongView, path: Path, ways: Sequence[Path]) -> bool:
    """Whether pads and words have room; a rider of several is chosen first, before the length."""
    riders = {rider.id for rider in view.road.riders}
    pads = [way for way in ways if way and way[-1] not in WORDS]
    if len({way[0] for way in pads if way[0] in riders}) > 1 and any(len(way) > 1 for way in pads):
        return False
    words = [way for way in ways if way not in pads]
    long = sum(_is_long(view, path, way) for way in words)
    return rows_needed(len(pads), len(words) - long, long) <= MOST_ROWS


def _is_long(view: LegstrongView, path: Path, way: Path) -> bool:
    """Whether a way has words for three choices, or for two of which one is about the token."""
    count = sum(is_choice(view, (*path, *way[:index])) for index in range(len(way)))
    return count > 2 or (count > 1 and way[-1] in TOKEN)


def is_choice(view: LegstrongView, path: Path) -> bool:
    """Whether there is something to choose after `path`."""
    ask = GAME.ask(view, path)
    return isinstance(ask, Pick) and len(ask.options) > 1


def shortcut_labels(view: LegstrongView, path: Path, say: Say) -> list[str]:
    """The steps of each, the row first with its price and chance."""
    return distinct([_label(view, path, way, say) for way in shortcuts(view, path)])


def _label(view: LegstrongView, path: Path, way: Path, say: Say) -> str:
    answer = (*path, *way)
    parts: list[str] = []
    for index, step in enumerate(steps(view, answer)[0]):
        ask = GAME.ask(view, answer[:index]) if index >= len(path) else None
        if (
            step.about == "late"
            or not isinstance(ask, Pick | Amount)
            or (isinstance(ask, Pick) and len(ask.options) == 1)
        ):
            continue
        if step.choice:
            parts.append(length_name(view, step.choice, say))
        elif step.about in ("attack", "sprint") and step.value in {rider.id for rider in view.road.riders}:
            parts.append(sign_of(view, step.value, say))
        elif step.value != "done" or index == len(path):
            parts.append(label(view, answer[:index], step.value, say))
    return DOT.join(parts)


def is_idle(view: LegstrongView, path: Path, begun: int) -> bool:
    """Whether no one else attacks and no one chases, and the token goes as before."""
    if view.stage not in ("attack", "chase") or view.viewer is None:
        return False
    as_before = (*IDLE, KEEP) if view.wishes[view.viewer] == KEEP else IDLE
    return begun < len(path) and all(step in as_before for step in path[begun:])


def is_said(view: LegstrongView, path: Path) -> bool:
    """Whether the answer is a signal (L33a)."""
    return view.stage == "signal"


SHORTCUTS = Shortcuts(shortcuts, shortcut_labels, question, is_idle=is_idle, is_said=is_said)

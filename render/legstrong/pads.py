"""Short buttons: race numbers, rows, bottles and cards as the picture has them, and few words for the rest."""

from engines.legstrong import CONFIG, LegstrongView, find
from engines.legstrong.questions import DRINK, drinks
from engines.table import Amount, Path, Pick
from render.legstrong.doping import card_name
from render.legstrong.preview import GAME, bottles_of, steps
from render.legstrong.shortcuts import is_choice, shortcuts
from render.legstrong.words import type_name
from render.shortcuts import distinct
from render.words import DOT, Say

CUP = "🥤"  # before the energy of a bottle, and alone for those that are drunk first
TYPE_SIGNS = {"leader": "★", "rouleur": "◎", "climber": "▲"}  # like those in the picture
RISK = "?"  # behind a row or a bid that isn't sure


def pads(view: LegstrongView, path: Path, say: Say) -> list[str]:
    """The row or the race number; what is in a bottle; words for verdicts on chase and token."""
    ask = GAME.ask(view, path)
    if isinstance(ask, Amount):
        return [str(number) for number in range(ask.least, ask.most + 1)]
    if not isinstance(ask, Pick):
        return []
    ways = shortcuts(view, path) or tuple((option,) for option in ask.options)
    return distinct([_pad(view, path, way, say) for way in ways])


def _pad(view: LegstrongView, path: Path, way: Path, say: Say) -> str:
    answer = (*path, *way)
    rows: list[str] = []
    words: list[str] = []
    asked = [index for index in range(len(path), len(answer)) if index == len(path) or is_choice(view, answer[:index])]
    taken, _ = steps(view, answer)
    if len(way) > 1 and taken[len(path) + 1].about == "bid":  # who sprints, and for how many rows
        return f"{find(view.road, way[0]).number}+{way[1]}{RISK if CONFIG.bid_risks[int(way[1])] else ''}"
    for index in asked:
        step = taken[index]
        if step.choice:
            over = step.choice.row - view.road.course.rows
            rows.append(f"{f'+{over}' if over > 0 else step.choice.row}{RISK if step.choice.risk else ''}")
        elif step.about == "bottle":
            words.append(f"{CUP}{drinks(bottles_of(view, step.subject, step.value))}")
        elif len(asked) == 1 or (step.value != "done" and step.about != "late"):  # what follows says that, too
            words.append(_word(view, step.about, step.value, say))
    if len(asked) > 1 and taken[asked[1]].about in ("chase", "hold") and taken[asked[0]].value == "stay":
        words[:2] = [say(f"legstrong.pad.stay.{taken[asked[1]].value}")]
    elif len(asked) > 1 and taken[asked[1]].about == "chase" and taken[asked[0]].value == "done":
        words[:1] = [say(f"legstrong.pad.done.{taken[asked[1]].value}")]
    row = "/".join(rows)  # of each rider in turn
    if row:
        words = [word for word in words if not word.isdigit()]
    return f"{DOT.join(words)}{DOT if words and row else ''}{row}"


def _word(view: LegstrongView, about: str, value: str, say: Say) -> str:
    """An answer that isn't a length or a bottle."""
    if is_rider(view, value):
        return str(find(view.road, value).number)
    if about in ("type", "types"):
        return " ".join(f"{TYPE_SIGNS[kind]} {type_name(kind, say)}" for kind in value.split("+"))
    if value == DRINK:
        return CUP
    name, _, rest = value.partition(".")
    if name in ("hex", "leg"):
        return rest
    if name == "card":
        return card_name(value, say)
    return value if value.isdigit() else say(f"legstrong.pad.{about}.{value}")


def is_rider(view: LegstrongView, value: str) -> bool:
    """Whether an answer is a rider's id."""
    return any(rider.id == value for rider in view.road.riders)

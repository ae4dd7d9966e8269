"""Reason for an answer in Pistard: the rows that it gains, and the dice that stay for others."""

from engines.pistard import PistardView, find
from engines.table import Path
from render.pistard.words import way
from render.words import Say, listed


def reason(view: PistardView, path: Path, say: Say) -> str:
    """What a whole answer gains and costs; "" at the start, where the question says it."""
    if view.stage != "move":
        return ""
    spots, die = way(view, path), int(path[0])
    gained = spots[-1].d - spots[0].d
    key = "pistard.reason.bonus" if gained > die else "pistard.reason.short" if gained < die else "pistard.reason.rows"
    sentences = [say(key, n=gained, die=die, bonus=gained - die)]
    rider = find(view.riders, view.due)
    left = list(view.pools[rider.seat])
    left.remove(die)
    if left:
        sentences.append(say("pistard.reason.left", dice=listed(left)))
    return " ".join(sentences)

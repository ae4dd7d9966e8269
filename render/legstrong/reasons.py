"""Reason for an answer in LEGSTRONG: how far each rider is ahead of the peloton then, and the energy that is left."""

from engines.legstrong import LegstrongView
from engines.table import Path
from render.legstrong.names import rider_sign
from render.legstrong.preview import left_of, planned
from render.words import Say

ON_THE_ROAD = ("ride", "attack")
MOST = 3  # riders of an answer about more


def reason(view: LegstrongView, path: Path, say: Say) -> str:
    """What a whole answer gains and costs; "" where no rider moves."""
    if view.stage not in ON_THE_ROAD:
        return ""
    sentences: list[str] = []
    for plan in planned(view, path).values():
        if plan.choice is None:
            continue
        lead = plan.choice.row - view.road.peloton
        key = "level" if lead == 0 else "ahead" if lead > 0 else "behind"
        values = {"rider": rider_sign(plan.rider, say), "left": left_of(view, plan)}
        sentences.append(say(f"legstrong.reason.{key}", n=abs(lead), **values))
    return " ".join(sentences[:MOST])

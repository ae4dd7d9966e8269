"""Reason for an answer in SuperEchelon: where its breakaway stands then, and what is at stake."""

from engines.superechelon import CARDS, SuperEchelonView
from engines.table import Path
from render.superechelon.preview import after, place_of
from render.superechelon.words import find
from render.words import Say


def reason(view: SuperEchelonView, path: Path, say: Say) -> str:
    """What a whole answer gains and risks; "" for loot, of which the question says all."""
    if view.stage != "play":
        return ""
    there = after(view, path)
    mine = find(there, place_of(view, path))
    lead = mine.points - max((other.points for other in there if other is not mine), default=0)
    key = "level" if lead == 0 else "ahead" if lead > 0 else "behind"
    sentences = [say(f"superechelon.reason.{key}", n=abs(lead))]
    if stake := CARDS[path[0]].gc:
        sentences.append(say("superechelon.reason.stake", gc=stake))
    return " ".join(sentences)

"""Pictures and words of careers: ladders, profiles, the ceremony at a season's end, the roll of honour."""

from render.career.honours import roll
from render.career.ladder import ladder
from render.career.podium import podium
from render.career.profile import profile
from render.career.text import ladder_alt, ladder_text, podium_alt, profile_alt, profile_text, roll_alt, roll_text

__all__ = [
    "ladder",
    "ladder_alt",
    "ladder_text",
    "podium",
    "podium_alt",
    "profile",
    "profile_alt",
    "profile_text",
    "roll",
    "roll_alt",
    "roll_text",
]

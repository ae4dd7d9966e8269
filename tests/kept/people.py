"""The people, servers and times of the life."""

from __future__ import annotations

from host.lobby.lobby import ChannelRef
from tests.host.evening import NAMES

EVE, FLO = 105, 106
GUS = 2**62 + 987_654_321  # ids need all of a column's 64 bits
PEOPLE = {**NAMES, GUS: "Gustave Garin", EVE: "Ève"}
FORGOTTEN = {FLO: "Flo"}
OWNER = "1001"  # the application to which the database belongs
HERE, THERE = 7, 8  # servers
ELSEWHERE = ChannelRef(guild=THERE, channel=88)
BEGINS = 1_767_207_600.0  # 2025-12-31 19:00 UTC, when no one sleeps
ENDS = BEGINS + 5 * 3600  # when simcord's clock begins
QUICK = {"track": "sprint", "race": "points", "target": "3"}

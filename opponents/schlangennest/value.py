"""What the snakes of Schlangennest may still become, and what that makes of a match for each seat."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import NamedTuple

from engines.schlangennest.cards import SET
from engines.schlangennest.field import snakes_of
from engines.schlangennest.patterns import CURVE, plans
from engines.schlangennest.simulation import Position

BODIES = SET[0] + SET[1]  # straights and curves of a snake
LOOP = 3  # in place of the number of ends
MOST_WAYS, ROOMS, ROOM = 6, 10, 2.0  # the steps of the table: ways, and squares for each growing snake
FRESH = (2, MOST_WAYS)  # a snake without a card: two ends

SURE, LOOSE = 1.0, 0.15  # parts by which a lead may be wrong: at the end, and for each part that may still come
TEMPO = 0.5  # parts that it is worth to have the turn
SECOND = 0.1  # of the other snake, where the longest wins
LEAD = 0.002  # what a part more is worth whoever wins

FILE = Path(__file__).with_name("growth.json")
GROWTH: list[list[list[float]]] = json.loads(FILE.read_text()) if FILE.exists() else []


class Hope(NamedTuple):
    """A snake's parts, its ends that can go on (or LOOP), and the ways in which they can without coming to an end."""

    parts: int
    ends: int
    ways: int


def hope(position: Position, snake: int) -> Hope:
    """What a snake is and what it can do."""
    strand = position.strands.get(snake + 1)
    if strand is None:
        return Hope(0, *FRESH)
    parts, ports, closed, _ = strand
    if snake in position.stuck:
        return Hope(parts, 0, 0)
    if not ports and not closed:
        return Hope(parts, LOOP, 0)
    ends = ways = 0
    for port in ports:
        possible, further = end_ways(position, snake, port)
        ends += possible > 0
        ways += further
    return Hope(parts, ends, ways)


def end_ways(position: Position, snake: int, port: int) -> tuple[int, int]:
    """The ways to go on from an end with a straight or a curve, and how many of them lead where there is room again."""
    cell, possible, further = port >> 2, 0, 0
    setting, box = position.setting, position.box
    if not setting.has_room(box, cell):
        return 0, 0
    here = position.reach[cell]
    for plan in plans(here, snake).joining[port & 3]:
        if plan.kind <= CURVE and position.held(snake, plan.kind) and position.may_lie(cell, snake, plan):
            possible += 1
            joint = next(joint for joint in plan.owned if joint.owner == snake + 1)
            further += any(setting.has_room(box, cell + step) for step, _ in joint.outs) or any(
                end >> 2 != cell and setting.has_room(box, end >> 2)
                for gray in joint.grays
                for end in position.strands[here[gray]][1]
            )
    return possible, further


def room_of(position: Position, hopes: list[Hope]) -> int:
    """The step of the squares that are left for each snake that can grow (on a meadow: the cards)."""
    setting, hands = position.setting, position.hands
    left = sum(hands[::4]) + sum(hands[1::4])
    if setting.field.wide:
        left = setting.field.wide * setting.field.high - BODIES * setting.snakes + left
    growing = sum(one.ends > 0 for one in hopes)
    return min(ROOMS - 1, int(max(0, left) / ROOM / max(1, growing)))


def results(position: Position) -> list[float]:
    """How the match looks for each seat, from 0 (lost) to 1 (won)."""
    setting = position.setting
    seats = range(setting.seats)
    hopes = [hope(position, snake) for snake in range(setting.snakes)]
    over = position.stage == "over"
    room = 0 if over else room_of(position, hopes)
    more = [0.0 if over or not one.ends else GROWTH[one.ends - 1][one.ways][room] for one in hopes]
    final = [one.parts + growth for one, growth in zip(hopes, more, strict=True)]
    worth: list[float] = []
    for seat in seats:
        own = [final[snake] for snake in snakes_of(seat, setting.seats, setting.snakes)]
        least = sum(own) - max(own)
        worth.append(max(own) + least * (1.0 if setting.table.options["score"] == "sum" else SECOND))
    doubt = SURE + LOOSE * sum(more)
    if not over:
        worth[position.due] += TEMPO
    found: list[float] = []
    for seat in seats:
        lead = worth[seat] - max(worth[other] for other in seats if other != seat)
        won = 0.5 if not lead else 1 / (1 + exp(-max(-30.0, min(30.0, lead / doubt))))
        found.append(won + LEAD * lead)
    return found

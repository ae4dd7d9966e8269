"""The people of the season: when they sleep, how they take to being called, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import inf
from random import Random

from engines.table import Path
from host.play.easy import IDLE, OBVIOUS
from host.play.seen import Seen
from host.time.clocks import DAY, HOUR, NIGHT, SATURDAY, Quiet, zone_of
from opponents.random import play_random

ZONES = ("Europe/Brussels", "America/New_York", "Asia/Tokyo", "Europe/Lisbon")
WAKES, SLEEPS = (6, 10), (21, 24)  # hours of their day, from earliest to latest
LOOKS = (1, 5)  # how often a day they look without being called
AT_ONCE = 0.35  # of the calls that reach a person who is awake: they look soon
SOON = HOUR / 3  # seconds until then, on average
THINKS = (10.0, 60.0)  # seconds for an answer
STAYS = 0.97  # of their calls in live play, and while they wait for it, find them still there
AWAY = (3, 10)  # days of a holiday
WEEKDAYS_ONLY = 0.2  # of the people
PLANNERS = 0.75  # of the people plan ahead ...
PLANS = 0.8  # ... and so often where it is offered
FURTHER = 0.5  # so often they name one more answer, up to three
ORDERS = 0.3  # so often they give a standing order where one is offered
HURRIES = 0.15  # of their questions they leave to the bot, and more up to the next turn, choice or leg
EASES = ((0, 0.3), (OBVIOUS, 0.1), (IDLE, 0.6))  # what planners leave to the bot, and how often: it is offered to all

# How often the strongest computer player answers what the engine's fallback does. People do so as often, and otherwise
# answer at random: a plan, which foretells the fallback of the others, comes true as often as among good players.
USUALLY_FORESEEN = 0.5
FORESEEN = {"pistard": 0.45, "superechelon": 0.45, "schlangennest": 0.85, "legstrong": 0.75}


@dataclass
class Player:
    """A person with their preferences."""

    user: int
    zone: str
    wakes: int
    sleeps: int
    weekends: bool
    looks: int
    plans: bool
    easy: int
    vanishes: float = inf  # from then on they are never seen again
    closed: bool = False  # they take no direct messages
    joins: bool = False  # they play live when they are offered it
    stays: float = 0.0  # until when they wait for the others to agree
    looks_at: float = inf  # when they look next (unix seconds)
    away: tuple[float, float] = (inf, inf)  # on holiday, since and until

    def is_awake(self, now: float) -> bool:
        """Whether they may be found at their phone."""
        local = datetime.fromtimestamp(now, zone_of(self.zone))
        plays = self.weekends or local.weekday() < SATURDAY
        plays = plays and not self.away[0] <= now < self.away[1]
        return now < self.vanishes and plays and self.wakes <= local.hour < self.sleeps

    def looks_after(self, now: float, rng: Random) -> float:
        """When they look again, uncalled: in the morning, if they would sleep then; never, if they have vanished."""
        when = now + rng.expovariate(self.looks / DAY)
        if when >= self.vanishes or self.is_awake(when):
            return inf if when >= self.vanishes else when
        while not self.is_awake(when) and when < self.vanishes:
            when += HOUR / 2
        return when + rng.random() * HOUR / 2


def is_night(person: Player, now: float) -> bool:
    """Whether it is quiet where they are, by the hours of people who have chosen none."""
    return Quiet(*NIGHT, person.zone).over(now) > now


def player(user: int, rng: Random, *, plans: bool) -> Player:
    """A player; with `plans` they may be one of those who plan ahead and leave easy questions to the bot."""
    easy = rng.choices([limit for limit, _ in EASES], [often for _, often in EASES])[0]
    patient = rng.random() >= PLANNERS
    return Player(
        user=user,
        zone=rng.choice(ZONES),
        wakes=rng.randint(*WAKES),
        sleeps=rng.randint(*SLEEPS),
        weekends=rng.random() >= WEEKDAYS_ONLY,
        looks=rng.randint(*LOOKS),
        plans=plans and not patient,
        easy=easy if plans and not patient else 0,
    )


def choice(seen: Seen, rng: Random) -> Path:
    """The move of a person who sees this."""
    if rng.random() < FORESEEN.get(seen.match.game, USUALLY_FORESEEN):
        return seen.game.fallback(seen.view)
    return play_random(seen.game, seen.view, rng)

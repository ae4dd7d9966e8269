"""Worth of a position of SuperEchelon for a seat: GC won, the breakaways on the road, and the cards kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, sqrt

from engines.superechelon import (
    BAD,
    CARDS,
    GOOD,
    LAST_TERRAIN,
    TERRAINS,
    WHOLE_TOUR,
    Breakaway,
    SuperEchelonView,
    entitled,
    gc,
    places,
    read_loot,
    tours_won,
)
from engines.table import Seat

TOUR = 150.0  # what a tour won is worth, in GC points
LAST_POINT = 0.1  # a GC point when all is over
KEPT = 1.5  # a stage point on the card's best terrain, for a card that stays in hand
AVERAGE = 5.0  # stage points that another player's next card adds
CALM, DOUBT = 0.7, 1.3  # how far totals can still shift: at the end, and with each card to come
KEEPING = {GOOD: 7.0, BAD: 4.0}  # what these are like, in stage points


@dataclass(frozen=True, slots=True)
class Leg:
    """A leg under way as a seat sees it: further GC points to expect, and how many cards everyone has yet to play."""

    view: SuperEchelonView
    seat: Seat
    totals: Sequence[float]
    left: Sequence[int]


def superechelon_worth(view: SuperEchelonView, seat: Seat) -> float:
    """GC points ahead of the others as they can be expected when the leg is over, and the strength of the hand."""
    totals = _expected(view, seat)
    seats = range(view.table.seats)
    season = _lead([TOUR * parts / WHOLE_TOUR for parts in tours_won(view.results, len(seats))], seat)
    if view.over:
        return season + LAST_POINT * _lead(totals, seat)
    if view.stage == "loot" or not view.breakaways:
        return season + _lead(totals, seat) + KEPT * sum(_strength(view, card) for card in view.hand)
    players = [card.seat for breakaway in view.breakaways for card in breakaway.cards]
    left = [view.turns - players.count(other) for other in seats]
    return season + max(_plans(Leg(view, seat, totals, left)))


def _lead(points: Sequence[float], seat: Seat) -> float:
    """Mine against the others', half their average, half the best of them."""
    others = [*points[:seat], *points[seat + 1 :]]
    return points[seat] - sum(others) / len(others) / 2 - max(others) / 2


def _strength(view: SuperEchelonView, card: str) -> float:
    """Stage points that a card may yet bring: between those of its best terrain and its average."""
    figure = CARDS[card]
    if figure.figure in KEEPING:
        return 0.0 if figure.figure == BAD and view.table.seats == 2 else KEEPING[figure.figure]
    if view.leg >= view.legs - 1:  # only the last leg is left, and it is flat
        return figure.points[TERRAINS.index(LAST_TERRAIN)]
    return max(figure.points) / 2 + sum(figure.points) / len(figure.points) / 2


def _expected(view: SuperEchelonView, seat: Seat) -> list[float]:
    """GC points of each seat in this tour: those seen, and hidden loot as far as this seat knows it or on average."""
    totals: list[float] = list(view.gc)
    handed = [read_loot(loot) for loot in view.handed]
    for _, receiver, card in handed:
        totals[receiver] += CARDS[card].gc
    for spoils in view.spoils:
        if all(leg != spoils.leg for leg, _, _ in handed):
            for receiver, count in zip(spoils.seats, spoils.counts, strict=True):
                totals[receiver] += count * gc(spoils.cards) / len(spoils.cards)
    if view.stage == "loot" and view.last is not None and view.last.spoils is not None:
        spoils = view.last.spoils
        best, rest = spoils.cards[: spoils.counts[0]], spoils.cards[spoils.counts[0] :]
        totals[spoils.giver] += gc(best)
        for receiver, count in zip(spoils.seats[1:], spoils.counts[1:], strict=True):
            totals[receiver] += count * gc(rest) / len(rest)
    return totals


def _plans(leg: Leg) -> Iterator[float]:
    """What it comes to if the seat's next cards in this leg are its best or its weakest, all in one breakaway."""
    view = leg.view
    column = TERRAINS.index(view.terrain)
    now = {c: KEEPING[GOOD] if CARDS[c].figure == GOOD else CARDS[c].points[column] for c in view.hand}
    strength = {card: _strength(view, card) for card in view.hand}
    by_points = sorted(view.hand, key=lambda card: (-now[card], strength[card]))
    by_strength = sorted(view.hand, key=strength.__getitem__)
    free = places(view.table, view.breakaways, leg.seat)
    road = [b for b in view.breakaways if (b.id in free if view.table.seats > 2 else b.starter == leg.seat)]
    road = road or view.breakaways
    for cards in (by_points[: leg.left[leg.seat]], by_strength[: leg.left[leg.seat]]):
        kept = KEPT * sum(strength[card] for card in view.hand if card not in cards)
        for mine in road:
            yield kept + _outcome(leg, mine, sum(now[card] for card in cards), gc(cards))


def _outcome(leg: Leg, mine: Breakaway, more: float, more_gc: int) -> float:
    """The lead to expect if `mine` gets more points and GC, and each breakaway wins as likely as its points say."""
    breakaways = leg.view.breakaways
    points = [b.points + (more if b is mine else 0.0) for b in breakaways]
    to_come = [(other, cards) for other, cards in enumerate(leg.left) if other != leg.seat]
    for other, cards in to_come:
        points[_favourite(breakaways, points, other)] += AVERAGE * cards
    shift = CALM + DOUBT * sqrt(sum(cards for _, cards in to_come))
    chances = [exp((total - max(points)) / shift) for total in points]
    hope = 0.0
    for chance, winner in zip(chances, breakaways, strict=True):
        gained = _gained(leg.view, winner, (leg.seat, more_gc, mine))
        hope += chance / sum(chances) * _lead([a + b for a, b in zip(leg.totals, gained, strict=True)], leg.seat)
    return hope


def _favourite(breakaways: Sequence[Breakaway], points: Sequence[float], seat: Seat) -> int:
    """Which breakaway another player is likely to help: the best of those that they are in, else the best of all."""
    theirs = [place for place, b in enumerate(breakaways) if any(c.seat == seat for c in b.cards)]
    return max(theirs or range(len(points)), key=lambda place: points[place])


def _gained(view: SuperEchelonView, winner: Breakaway, to_come: tuple[Seat, int, Breakaway]) -> list[float]:
    """GC points for every seat if this breakaway wins, with those to come: whose, how many and where."""
    gained, lost = [0.0] * view.table.seats, 0.0
    played = [(card.seat, CARDS[card.card].gc, b) for b in view.breakaways for card in b.cards]
    for seat, points, where in (*played, to_come):
        if where is winner:
            gained[seat] += points
        else:
            lost += points
    # with two players the winner takes all, and Bad Day is a blank card
    two = view.table.seats == 2
    receivers = (winner.starter,) if two else entitled(view.breakaways, winner, view.table.seats)
    for seat in receivers:
        gained[seat] += lost / len(receivers)
    return gained

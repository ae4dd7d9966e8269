"""State and views of SuperEchelon.

In the code a stage of a grand tour is a *leg*, since a stage is a point of decision there, and its type is its
*terrain*. Seats are ints; the cards of an event are ids (see `cards`), joined in tuples where there are several.

Paths, question by question (each name is the `about` of its Pick)::

    play, 2 players   card
    play, 3 or more   card, breakaway ("b.1", ... or "new"), and after a Bad Day target (a card id or "none")
    loot              loot.<seat> for every receiver but the last, clockwise from the distributor: k of the cards left

Events; `to` is everyone where nothing else is said::

    tour        tour, tours, cards, gc            a grand tour begins, with `cards` cards worth `gc` GC points
    drew        seat, figure, gc                  a card drawn for the first deal (E7)
    dealer      seat                              who deals and leads first
    dealt       seat, cards                       to that seat: the cards that were dealt to it
    backs       seat, backs                       the same for everyone
    leg         leg, legs, terrain, leader, turns, deck   a stage begins; everyone plays `turns` cards; `deck` are left
    turn        seat, leg, turn                   a seat's turn begins; turn 0: it distributes the loot
    played      seat, card, breakaway, new        new is 1 if the card starts the breakaway
    cancelled   seat, by, card, breakaway         the Bad Day `by` of this seat cancels the card in that breakaway
    scored      breakaway, seat, points           the breakaway that `seat` has started, when the stage ends
    won         breakaway, seats, points          the best breakaway and all who have cards in it
    tied        breakaways, points                no winner, everyone keeps their own
    kept        breakaway                         it won, but no one in it is entitled to loot: all keep their own
    recovered   seat, cards, gc                   own cards go to the score pile
    took        seat, cards, gc                   loot that goes to one player, openly
    shares      seat, cards, seats, counts        `seat` distributes these cards: `counts` of them to each of the seats
    handed      seat, receiver, cards             to `seat`, who distributes: which cards each receiver got
    shared      seat                              the loot has been distributed
    counted     tour, seat, gc, loot              when the tour ends: a seat's GC points, and the loot that was hidden
    tour.won    tour, seats                       several seats share it
    season.won  seats                             the match is over
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.superechelon.cards import MOST_TOURS
from engines.table import Seat, Table, View

NEW, NONE = "new", "none"  # a new breakaway; a Bad Day that cancels nothing
WHOLE_TOUR = 840  # parts of a tour that 1 to 8 winners can share evenly (E20a)
# E20: the first three as in the source
TOURS = ("tour", "giro", "vuelta", "suisse", "romandie", "dauphine", "catalunya", "itzulia", "tirreno")
assert len(TOURS) == MOST_TOURS


@dataclass(frozen=True, slots=True)
class Played:
    """A card on the table and who played it; `target` is what it has cancelled as a Bad Day, "" for nothing."""

    card: str
    seat: Seat
    cancelled: bool = False
    target: str = ""


@dataclass(frozen=True, slots=True)
class Breakaway:
    """Cards that score together, in the order of play; with two players each one's echelon. `points` are provisional.

    Ids are "b.1", "b.2", ... in the order of starting in each leg.
    """

    id: str
    starter: Seat
    cards: tuple[Played, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Spoils:
    """Loot of a leg: who distributes it, who is entitled (clockwise from them), to how many cards each (E15, E15a)."""

    leg: int
    giver: Seat
    seats: tuple[Seat, ...]
    counts: tuple[int, ...]
    cards: tuple[str, ...]  # highest GC first


@dataclass(frozen=True, slots=True)
class LegResult:
    """How a leg ended."""

    tour: int  # from 1
    leg: int  # from 1
    terrain: str  # of the leg
    how: str  # "won", "tied", or "kept": a winner, and no one entitled to loot, so that all keep their own
    breakaways: tuple[Breakaway, ...]  # with final points
    best: tuple[str, ...]  # ids: the winner, or those that tied
    recovered: tuple[tuple[str, ...], ...]  # by seat
    spoils: Spoils | None  # None: no loot


@dataclass(frozen=True, slots=True)
class Ridden:
    """A leg of this tour that is over, in short: terrain, and those in the winning breakaway (none after a tie)."""

    terrain: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class TourResult:
    """A tour that is over: GC points by seat, and who had most of them."""

    gc: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(slots=True)
class State:
    """A match of SuperEchelon; `deck`, `hands` and `handed` are hidden."""

    table: Table  # as agreed
    stage: str  # "play", "loot" or "over"
    tour: int  # from 1
    leg: int  # from 1
    terrain: str  # of the leg
    leader: Seat  # who deals and leads
    due: Seat  # who plays a card or distributes the loot
    turn: int  # from 1: which of their cards everyone plays now; 0 while the loot is distributed
    deck: tuple[str, ...]  # top card first
    hands: tuple[tuple[str, ...], ...]  # in the order of a pack
    breakaways: tuple[Breakaway, ...]  # in the order of starting
    piles: tuple[tuple[str, ...], ...]  # by seat: score piles of this tour as far as everyone saw them taken (E6a)
    gc: tuple[int, ...]  # by seat: the GC points in them
    down: tuple[int, ...]  # by seat: further loot cards, face down
    spoils: tuple[Spoils, ...]  # loot of this tour that was distributed face down
    handed: tuple[tuple[str, ...], ...]  # hidden, for each of them: who got which card, "loot.<leg>.<seat>.<card>"
    last: LegResult | None  # the leg that ended last, be it of the tour before
    ridden: tuple[Ridden, ...]  # legs of this tour
    results: tuple[TourResult, ...]  # tours of the season


@dataclass(frozen=True, slots=True)
class SuperEchelonView(View):
    """All of the state but the deck below the top back, the others' hands, and loot that others have distributed.

    In the stage "loot" the breakaways are gone from the table; `last` has them, and the loot in its `spoils`.
    """

    table: Table
    tours: int  # agreed for the season
    tour: int
    leg: int
    legs: int
    terrain: str
    leader: Seat
    due: Seat
    turn: int
    turns: int  # cards that everyone plays in this leg
    deck: int  # cards left
    top: str  # back of its top card, "" if there is none
    hand: tuple[str, ...]  # the viewer's
    backs: tuple[tuple[str, ...], ...]  # of every hand, in the order of TERRAINS
    breakaways: tuple[Breakaway, ...]
    piles: tuple[tuple[str, ...], ...]
    gc: tuple[int, ...]
    down: tuple[int, ...]
    spoils: tuple[Spoils, ...]
    handed: tuple[str, ...]  # what the viewer has distributed: "loot.<leg>.<seat>.<card>"
    last: LegResult | None
    ridden: tuple[Ridden, ...]
    results: tuple[TourResult, ...]

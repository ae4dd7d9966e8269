"""SuperEchelon played in numbers: the rules of `game` and `tour` once more for answers that are known to be legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from engines.superechelon.cards import FIRST_HAND, LAST_TERRAIN, TERRAINS, TOP_UP, pack
from engines.superechelon.road import shares
from engines.superechelon.state import NEW, NONE, Ridden, State, TourResult
from engines.superechelon.tour import decided, draw_dealer, legs, turns
from engines.table import Dice, Path, Seat, Viewer
from opponents.simulation import Chance
from opponents.superechelon.fast.position import (
    BACK,
    FIRST_BAD,
    GC,
    IDS,
    LOOT,
    OVER,
    PLAY,
    Booty,
    Ended,
    Given,
    OnRoad,
    Position,
    numbers,
    points,
    position,
    state,
)

# Of a turn: card, place of the breakaway (one that isn't there yet is new), what a Bad Day cancels or -1.
# Of loot: for each of its cards the place of the receiver.
Answer: TypeAlias = tuple[int, ...]

LAST_COLUMN = TERRAINS.index(LAST_TERRAIN)


class SuperEchelonSimulation:
    """See `opponents.simulation.Simulation`; what an answer is stands at `Answer`."""

    def load(self, state: State) -> Position:
        """The position of a state."""
        return position(state)

    def state(self, position: Position) -> State:
        """The state of a position."""
        return state(position)

    def copy(self, position: Position) -> Position:
        """A position of its own."""
        return position.copy()

    def waiting(self, position: Position) -> Sequence[Viewer]:
        """Whose turn it is."""
        return () if position.stage == OVER else (position.due,)

    def answers(self, position: Position, viewer: Viewer) -> Sequence[Answer]:
        """All of them; loot can have millions."""
        if position.booty:
            return list(_dealings(position.booty))
        where = places(position, position.due)
        answers: list[Answer] = []
        for card in position.hands[position.due]:
            for place in where:
                answers.append((card, place, -1))
                if card >= FIRST_BAD and position.seats > 2:
                    answers += [(card, place, target) for target in targets(position, place)]
        return answers

    def random_answer(self, position: Position, viewer: Viewer, rng: Chance) -> Answer:
        """Card, breakaway and target by lot, each on its own; loot is shuffled."""
        if position.booty:
            return _shuffled(position.booty, rng)
        where, hand = places(position, position.due), position.hands[position.due]
        card, place = hand[int(rng.random() * len(hand))], where[int(rng.random() * len(where))]
        if card < FIRST_BAD or position.seats == 2:
            return card, place, -1
        struck = [*targets(position, place), -1]
        return card, place, struck[int(rng.random() * len(struck))]

    def path(self, position: Position, viewer: Viewer, answer: Answer) -> Path:
        """The steps: ids of cards and breakaways."""
        ids = IDS[position.tour]
        if position.booty:
            cards, asked = position.booty.cards, _asked(position.booty)
            dealt = [[ids[card] for card, to in zip(cards, answer, strict=True) if to == r] for r in range(asked)]
            return tuple(map("+".join, dealt))
        card, place, target = answer
        if position.seats == 2:
            return (ids[card],)
        step = f"b.{place + 1}" if place < len(position.starters) else NEW
        if card < FIRST_BAD:
            return (ids[card], step)
        return (ids[card], step, NONE if target < 0 else ids[target])

    def play(self, position: Position, viewer: Viewer, answer: Answer, dice: Dice) -> None:
        """A card to the table, or a leg's loot to its receivers."""
        if position.booty:
            _hand_out(position, position.booty, answer, dice)
            return
        put(position, answer)
        position.due = (position.due + 1) % position.seats
        if position.due == position.leader:
            position.turn += 1
            if position.turn > turns(position.seats, position.leg):
                _end_leg(position, dice)


# --- a turn


def places(position: Position, seat: Seat) -> Sequence[int]:
    """Where a seat may play a card; with two players its own echelon (E8, E10, E10b)."""
    starters = position.starters
    count = len(starters)
    if position.seats == 2:
        return (starters.index(seat) if seat in starters else count,)
    starts = seat not in starters
    most, mine = position.room, 1 << seat
    if most == position.seats:
        return range(count + starts)
    free = [place for place, inside in enumerate(position.inside) if inside & mine or inside.bit_count() < most]
    return [*free, count] if starts else free


def targets(position: Position, place: int) -> list[int]:
    """What a Bad Day that is played to this breakaway can cancel (E13, E13a)."""
    off = position.cancelled
    return [card for card, _, where, _ in position.road if where != place and card < FIRST_BAD and not off >> card & 1]


def put(position: Position, answer: Answer) -> None:
    """The card of the seat that is due goes to the table; the turn isn't passed on."""
    card, place, target = answer
    seat = position.due
    hand = position.hands[seat]
    where = hand.index(card)
    position.hands[seat] = hand[:where] + hand[where + 1 :]
    if place == len(position.starters):
        position.start(seat)
    position.add(OnRoad(card, seat, place, target))
    if target >= 0:
        position.cancel(target)


# --- the end of a leg


def _end_leg(position: Position, dice: Dice) -> None:
    """E11 to E17, as in `tour.end_leg`."""
    road, seats, scored = position.road, position.seats, points(position)
    most = max(scored)
    winner = scored.index(most) if scored.count(most) == 1 else -1
    booty = booty_of(position, winner)
    kept = winner >= 0 and booty is None and len(scored) > 1
    how = "tied" if winner < 0 else "kept" if kept else "won"
    inside = [seat for seat in range(seats) if position.inside[winner] >> seat & 1] if winner >= 0 else []
    last = Ended(
        tour=position.tour,
        leg=position.leg,
        column=position.column,
        how=how,
        starters=tuple(position.starters),
        points=tuple(scored),
        road=tuple(road),
        cancelled=position.cancelled,
        booty=booty,
    )
    for card, seat, place, _ in road:
        if place == winner or how != "won":
            position.piles[seat] += (card,)
            position.gc[seat] += GC[card]
    position.last = last
    position.ridden = (*position.ridden, Ridden(TERRAINS[position.column], tuple(inside)))
    starter = position.starters[winner]
    position.clear()
    if booty is None:
        # with two players only a tie has no loot, and the same one leads again (E8, E17, E17a)
        leader = position.leader if seats == 2 else ((position.leader if winner < 0 else starter) + 1) % seats
        _go_on(position, leader, dice)
    elif len(booty.seats) == 1 or not booty.counts[1]:
        giver = booty.seats[0]
        position.piles[giver] += booty.cards
        position.gc[giver] += sum([GC[card] for card in booty.cards])
        _go_on(position, _after(position, booty), dice)
    else:
        position.stage, position.due, position.turn, position.booty = LOOT, booty.seats[0], 0, booty


def booty_of(position: Position, winner: int) -> Booty | None:
    """The loot if that breakaway wins; None without loot, without a winner, or if no one is entitled (E14, E15)."""
    cards = sorted([card for card, _, p, _ in position.road if p != winner])
    if winner < 0 or not cards:
        return None
    seats, starter = position.seats, position.starters[winner]
    if seats == 2:
        return Booty(position.leg, (starter,), (len(cards),), tuple(cards))
    fit = position.inside[winner] & ~position.unfit
    entitled = tuple([seat for seat in (*range(starter, seats), *range(starter)) if fit >> seat & 1])
    return Booty(position.leg, entitled, shares(len(cards), len(entitled)), tuple(cards)) if entitled else None


def _after(position: Position, booty: Booty) -> Seat:
    """Who leads after loot (E8, E17)."""
    return booty.seats[0] if position.seats == 2 else (booty.seats[0] + 1) % position.seats


# --- loot


def _asked(booty: Booty) -> int:
    """How many receivers' cards are chosen: the last one gets what is left."""
    return max(i for i, count in enumerate(booty.counts) if count)


def _dealings(booty: Booty, receiver: int = 0, left: tuple[int, ...] | None = None) -> Iterator[Answer]:
    """All ways to deal the loot to the receivers from that place on; `left` are the places of cards still to deal."""
    left = tuple(range(len(booty.cards))) if left is None else left
    if receiver == _asked(booty):
        answer = [0] * len(booty.cards)
        for place in left:
            answer[place] = receiver
        yield tuple(answer)
        return
    for chosen in combinations(left, booty.counts[receiver]):
        for rest in _dealings(booty, receiver + 1, tuple([place for place in left if place not in chosen])):
            answer = list(rest)
            for place in chosen:
                answer[place] = receiver
            yield tuple(answer)


def _shuffled(booty: Booty, rng: Chance) -> Answer:
    answer = [receiver for receiver, count in enumerate(booty.counts) for _ in range(count)]
    for last in range(len(answer) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        answer[last], answer[other] = answer[other], answer[last]
    return tuple(answer)


def _hand_out(position: Position, booty: Booty, answer: Answer, dice: Dice) -> None:
    """Each receiver's cards go to their pile face down (E15)."""
    dealt_to: list[list[int]] = [[] for _ in booty.seats]
    for card, receiver in zip(booty.cards, answer, strict=True):
        dealt_to[receiver].append(card)
    for seat, count in zip(booty.seats, booty.counts, strict=True):
        position.down[seat] += count
    dealt: Given = tuple(map(tuple, dealt_to))
    position.hidden, position.booty = (*position.hidden, (booty, dealt)), None
    _go_on(position, _after(position, booty), dice)


# --- the next leg, the next tour, or the end


def _go_on(position: Position, leader: Seat, dice: Dice) -> None:
    if position.leg < legs(position.seats):
        _begin_leg(position, leader)
        return
    _count(position)
    left = position.tours - position.tour
    if decided(position.results, left, position.seats):
        position.stage = OVER
        return
    position.tour += 1
    _begin_tour(position, dice)


def _begin_leg(position: Position, leader: Seat) -> None:
    """Deal, and read the terrain from the top of the deck (E4, E5)."""
    seats, deck = position.seats, position.deck
    position.stage, position.leader, position.due, position.turn = PLAY, leader, leader, 1
    position.leg += 1
    count = FIRST_HAND if position.leg == 1 else min(TOP_UP, len(deck) // seats)
    dealt = count * seats
    for step in range(1, seats + 1):
        seat = (leader + step) % seats
        position.hands[seat] = tuple(sorted(position.hands[seat] + deck[step - 1 : dealt : seats]))
    position.deck = deck[dealt:]
    position.column = BACK[deck[dealt]] if len(deck) > dealt else LAST_COLUMN


def _begin_tour(position: Position, dice: Dice) -> None:
    """As in `tour.begin_tour`: draw for the first deal, shuffle, deal."""
    seats, tour = position.seats, position.tour
    position.piles, position.gc, position.down = [()] * seats, [0] * seats, [0] * seats
    position.hands, position.hidden, position.ridden, position.leg = [()] * seats, (), (), 0
    dealer, _ = draw_dealer(tour, seats, dice)
    position.deck = numbers(tuple(dice.shuffle(f"deck.tour.{tour}", pack(tour, seats))))
    _begin_leg(position, dealer)


def _count(position: Position) -> None:
    """The hidden loot is turned up, and most GC wins the tour (E18)."""
    for booty, dealt in position.hidden:
        for seat, cards in zip(booty.seats, dealt, strict=True):
            position.piles[seat] += cards
            position.gc[seat] += sum([GC[card] for card in cards])
    position.hidden, position.down = (), [0] * position.seats
    totals = tuple(position.gc)
    winners = tuple([seat for seat, total in enumerate(totals) if total == max(totals)])
    position.results = (*position.results, TourResult(totals, winners))

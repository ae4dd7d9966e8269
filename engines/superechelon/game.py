"""The play of SuperEchelon behind the one interface: a card a turn, and the loot."""

from __future__ import annotations

from itertools import chain

from engines.superechelon.cards import (
    BAD,
    CARDS,
    GOOD,
    MOST_SEATS,
    MOST_TOURS,
    TERRAINS,
    backs,
    in_order,
    pack,
)
from engines.superechelon.road import ROOMS, places, played, targets, with_cancelled, with_card
from engines.superechelon.state import NEW, NONE, Breakaway, Played, Spoils, State, SuperEchelonView
from engines.superechelon.tour import (
    begin_tour,
    end_leg,
    hand_out,
    legs,
    loot_id,
    read_loot,
    standings,
    turn_event,
    turns,
    with_item,
)
from engines.table import (
    Ask,
    Dice,
    Event,
    Move,
    Option,
    Path,
    Pick,
    Ready,
    Rng,
    Seat,
    Spec,
    Stage,
    Table,
    Viewer,
    check_viewer,
    read,
    read_one,
    require,
    settle,
)

SEATS = range(2, MOST_SEATS + 1)
TOURS_OF_A_SEASON = tuple(str(number) for number in range(1, MOST_TOURS + 1))  # E20: as many as are agreed

SPEC = Spec(
    key="superechelon",
    seats=SEATS,
    options=(
        Option("tours", Pick("tours", TOURS_OF_A_SEASON), "3"),
        Option("room", Pick("room", tuple(ROOMS)), "half"),  # E10b
    ),
    rules=1,
    schema=1,
    # In a tour every card is played once, and after each leg one seat at most distributes loot.
    limit=MOST_TOURS * max(len(pack(1, seats)) + legs(seats) for seats in SEATS),
    presets={"short": {"tours": "1"}, "author": {"tours": "3", "room": "open"}},  # E10b, E20
    lengths=({"tours": "1"}, {"tours": "2"}, {"tours": "3"}),
    honours=True,
    difficulty=2,
)


# --- play: card, breakaway, what a Bad Day cancels (E8, E10-E13)


def ask_play(view: SuperEchelonView, path: Path) -> Ask | None:
    """For the seat whose turn it is."""
    if view.viewer is None or view.viewer != view.due:
        return None
    ask = Pick("card", view.hand)
    if not path:
        return ask
    figure = CARDS[read_one(ask, path[0])].figure
    if view.table.seats == 2:  # E8, E9: everyone has one echelon, and Bad Day is a blank card
        return _ready(path[1:])
    ask = Pick("breakaway", places(view.table, view.breakaways, view.viewer))
    if len(path) == 1:
        return ask
    place = read_one(ask, path[1])
    if figure != BAD:
        return _ready(path[2:])
    ask = Pick("target", (*targets(view.breakaways, place), NONE))
    if len(path) == 2:
        return ask
    read_one(ask, path[2])
    return _ready(path[3:])


def _ready(rest: Path) -> Ask:
    """The path is complete; IllegalMove if it goes on."""
    ready = Ready()
    for step in rest:
        read(ready, step)
    return ready


def do_play(state: State, move: Move, dice: Dice) -> list[Event]:
    """The card goes to the table; after everyone's last one the leg is over."""
    seat, card = _seat(move), move.path[0]
    place = move.path[1] if len(move.path) > 1 else _echelon(state, seat)
    target = move.path[2] if len(move.path) > 2 and move.path[2] != NONE else ""
    laid = Played(card, seat, target=target)
    state.hands = with_item(state.hands, seat, tuple(other for other in state.hands[seat] if other != card))
    if place == NEW:
        state.breakaways = (*state.breakaways, Breakaway(f"b.{len(state.breakaways) + 1}", seat, (), 0))
        index = len(state.breakaways) - 1
    else:
        index = next(index for index, breakaway in enumerate(state.breakaways) if breakaway.id == place)
    state.breakaways = with_item(state.breakaways, index, with_card(state.breakaways[index], laid, state.terrain))
    where = state.breakaways[index].id
    events = [Event("played", None, {"seat": seat, "card": card, "breakaway": where, "new": int(place == NEW)})]
    if target:
        events.append(_cancel(state, laid))
    state.due = (seat + 1) % state.table.seats
    state.turn += state.due == state.leader
    if state.turn > turns(state.table.seats, state.leg):
        return [*events, *end_leg(state, dice)]
    return [*events, turn_event(state)]


def _echelon(state: State, seat: Seat) -> str:
    """With two players: where this seat's cards lie (E8)."""
    return next((breakaway.id for breakaway in state.breakaways if breakaway.starter == seat), NEW)


def _cancel(state: State, bad: Played) -> Event:
    """The Bad Day's target counts nothing in this leg (E13)."""
    for index, breakaway in enumerate(state.breakaways):
        if any(p.card == bad.target for p in breakaway.cards):
            cancelled = with_cancelled(breakaway, bad.target, state.terrain)
            state.breakaways = with_item(state.breakaways, index, cancelled)
            about = {"seat": bad.seat, "by": bad.card, "card": bad.target, "breakaway": breakaway.id}
            return Event("cancelled", None, about)
    raise AssertionError(f"{bad.target} is not on the table")


# --- loot: which cards each receiver gets (E15, E15a)


def ask_loot(view: SuperEchelonView, path: Path) -> Ask | None:
    """For the distributor, receiver by receiver, beginning with their own share; the last one gets what is left."""
    if view.viewer is None or view.viewer != view.due:
        return None
    return _deal_loot(_loot(view), path)[1]


def do_loot(state: State, move: Move, dice: Dice) -> list[Event]:
    """Hand it out face down."""
    assert state.last is not None and state.last.spoils is not None
    dealt, _ = _deal_loot(state.last.spoils, move.path)
    return hand_out(state, dealt, dice)


def _loot(view: SuperEchelonView) -> Spoils:
    assert view.last is not None and view.last.spoils is not None
    return view.last.spoils


def _deal_loot(spoils: Spoils, path: Path) -> tuple[list[tuple[str, ...]], Ask]:
    """What each of the seats has got after the steps of `path`, and the next question (Ready: everything is dealt)."""
    dealt: list[tuple[str, ...]] = []
    left = spoils.cards
    asked = max(i for i, count in enumerate(spoils.counts) if count)  # nothing is chosen for the last receiver
    for index, (seat, count) in enumerate(zip(spoils.seats[:asked], spoils.counts, strict=False)):
        ask = Pick(f"loot.{seat}", left, count, count)
        if index == len(path):
            return dealt, ask
        step = read(ask, path[index])
        assert not isinstance(step, int)
        chosen = (step,) if isinstance(step, str) else step
        dealt.append(chosen)
        left = tuple(card for card in left if card not in chosen)
    dealt += [left, *((),) * (len(spoils.seats) - asked - 1)]
    return dealt, _ready(path[asked:])


def _seat(move: Move) -> Seat:
    assert move.by is not None, "the host is never asked"
    return move.by


STAGES: dict[str, Stage[State, SuperEchelonView]] = {
    "play": Stage(ask_play, do_play),
    "loot": Stage(ask_loot, do_loot),
}


# --- out of time (E21)


def _lowest_card(view: SuperEchelonView) -> Path:
    """The card of lowest stage value to the breakaway with most points; a Bad Day cancels nothing."""
    column = TERRAINS.index(view.terrain)

    def key(card: str) -> tuple[bool, int, int, int]:
        c = CARDS[card]
        return c.figure in (GOOD, BAD), c.points[column], c.gc, c.place

    card = min(view.hand, key=key)
    if view.table.seats == 2:
        return (card,)
    assert view.viewer is not None
    free = places(view.table, view.breakaways, view.viewer)
    on_road = [breakaway for breakaway in view.breakaways if breakaway.id in free]
    place = max(on_road, key=lambda breakaway: breakaway.points).id if on_road else NEW  # the older of equal ones
    return (card, place, NONE) if CARDS[card].figure == BAD else (card, place)


def _loot_by_turns(view: SuperEchelonView) -> Path:
    """Card by card clockwise: the distributor takes the highest GC, the others get the lowest."""
    spoils = _loot(view)
    left, piles = list(spoils.cards), [list[str]() for _ in spoils.seats]
    while left:
        for place, cards in enumerate(piles):
            if left:
                cards.append(left.pop(0 if place == 0 else -1))
    asked = max(i for i, count in enumerate(spoils.counts) if count)
    return tuple("+".join(in_order(cards)) for cards in piles[:asked])


class SuperEchelon:
    """The game behind the one interface; see `engines.table.Game`."""

    spec = SPEC
    State = State

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        """The first tour: draw, shuffle, deal."""
        table = settle(SPEC, table)
        state = State(
            table=table,
            stage="play",
            tour=1,
            leg=0,
            terrain="",
            leader=0,
            due=0,
            turn=0,
            deck=(),
            hands=(),
            breakaways=(),
            piles=(),
            gc=(),
            down=(),
            spoils=(),
            handed=(),
            last=None,
            ridden=(),
            results=(),
        )
        return state, begin_tour(state, dice)

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        """One card, or all of a leg's loot."""
        require(self, state, move)
        return STAGES[state.stage].do(state, move, dice)

    def view(self, state: State, viewer: Viewer) -> SuperEchelonView:
        """The table, the viewer's hand, and the backs of everything else."""
        check_viewer(viewer, state.table.seats)
        seats = state.table.seats
        cards = [handed for spoils, handed in zip(state.spoils, state.handed, strict=True) if spoils.giver == viewer]
        return SuperEchelonView(
            viewer=viewer,
            stage=state.stage,
            waiting=() if state.stage == "over" else (state.due,),
            standings=standings(state),
            over=state.stage == "over",
            sealed=False,
            table=state.table,
            tours=int(state.table.options["tours"]),
            tour=state.tour,
            leg=state.leg,
            legs=legs(seats),
            terrain=state.terrain,
            leader=state.leader,
            due=state.due,
            turn=state.turn,
            turns=turns(seats, state.leg),
            deck=len(state.deck),
            top=CARDS[state.deck[0]].back if state.deck else "",
            hand=() if viewer is None else state.hands[viewer],
            backs=tuple(map(backs, state.hands)),
            breakaways=state.breakaways,
            piles=state.piles,
            gc=state.gc,
            down=state.down,
            spoils=state.spoils,
            handed=tuple(chain.from_iterable(cards)),
            last=state.last,
            ridden=state.ridden,
            results=state.results,
        )

    def ask(self, view: SuperEchelonView, path: Path = ()) -> Ask | None:
        """A card and where it goes, or who gets which loot."""
        stage = STAGES.get(view.stage)
        return stage.ask(view, path) if stage else None

    def fallback(self, view: SuperEchelonView) -> Path:
        """E21; nothing for a seat that isn't asked."""
        if view.viewer is None or view.viewer not in view.waiting:
            return ()
        return _loot_by_turns(view) if view.stage == "loot" else _lowest_card(view)

    def imagine(self, view: SuperEchelonView, rng: Rng) -> State:
        """Cards that the viewer hasn't seen are shuffled over hands and deck, by their backs; so is face-down loot."""
        hands, deck = _imagine_cards(view, rng)
        return State(
            table=view.table,
            stage=view.stage,
            tour=view.tour,
            leg=view.leg,
            terrain=view.terrain,
            leader=view.leader,
            due=view.due,
            turn=view.turn,
            deck=deck,
            hands=hands,
            breakaways=view.breakaways,
            piles=view.piles,
            gc=view.gc,
            down=view.down,
            spoils=view.spoils,
            handed=_imagine_loot(view, rng),
            last=view.last,
            ridden=view.ridden,
            results=view.results,
        )


def _imagine_cards(view: SuperEchelonView, rng: Rng) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Hands and deck that go with the backs."""
    seen = {*view.hand, *(p.card for p in played(view.breakaways))}
    seen.update(*view.piles, *(spoils.cards for spoils in view.spoils))
    if view.stage == "loot":
        seen.update(_loot(view).cards)
    unseen: dict[str, list[str]] = {terrain: [] for terrain in TERRAINS}
    cards = [card for card in pack(view.tour, view.table.seats) if card not in seen]
    rng.shuffle(cards)
    for card in cards:
        unseen[CARDS[card].back].append(card)
    hands = tuple(
        view.hand if seat == view.viewer else in_order(unseen[back].pop() for back in held)
        for seat, held in enumerate(view.backs)
    )
    deck = [unseen[view.top].pop()] if view.top else []
    left = [card for pile in unseen.values() for card in pile]
    rng.shuffle(left)
    return hands, (*deck, *left)


def _imagine_loot(view: SuperEchelonView, rng: Rng) -> tuple[tuple[str, ...], ...]:
    """What the viewer has handed out, and the rest at random."""
    handed: list[tuple[str, ...]] = []
    for spoils in view.spoils:
        if spoils.giver == view.viewer:
            handed.append(tuple(loot for loot in view.handed if read_loot(loot)[0] == spoils.leg))
            continue
        cards = list(spoils.cards)
        rng.shuffle(cards)
        dealt: list[str] = []
        for seat, count in zip(spoils.seats, spoils.counts, strict=True):
            dealt += [loot_id(spoils.leg, seat, card) for card in in_order(cards[:count])]
            cards = cards[count:]
        handed.append(tuple(dealt))
    return tuple(handed)

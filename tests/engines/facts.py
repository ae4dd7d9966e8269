"""The fact sheets of all games."""

from __future__ import annotations

from engines import GAMES, legstrong, outside, pistard, schlangennest, superechelon
from engines.legstrong.attacks import attackers, could_attack, pursuer
from engines.legstrong.riding import attack_ground
from engines.table import Seat, Viewer
from tests.engines import tiny
from tests.engines.fact_sheet import Facts, everybody, nothing


def _pistard_plans(state: pistard.State, viewer: Viewer) -> set[str]:
    return {plan for seat, plan in state.plans.items() if seat != str(viewer)}


def _pistard_books(state: pistard.State) -> object:
    """No square holds two riders, each prize was given once, eliminated teams have no riders, no one lacks a die.

    By the option no one has a spare one either (P17b).
    """
    squares = {(pistard.row(state.table, rider.d), rider.lane) for rider in state.riders}
    given = sum(sum(pistard.POINTS[:count]) for count in state.crossed)
    in_race = {rider.seat for rider in state.riders}
    to_move = [rider.seat for rider in state.riders if rider.id not in state.moved]
    spare = [len(pool) - to_move.count(seat) for seat, pool in enumerate(state.pools) if seat in state.rolled]
    exact = state.table.options["dice"] == "as-riders"
    wrong = [dice for dice in spare if state.stage == "move" and (dice < 0 or (exact and dice))]
    return (
        state.stage == "start" or len(squares) == len(state.riders),
        sum(state.points) - given,
        in_race | set(state.gone) == set(range(state.table.seats)) and not in_race & set(state.gone),
        wrong,
    )


def _superechelon_secrets(state: superechelon.State, viewer: Viewer) -> set[str]:
    hands = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    pairs = zip(state.spoils, state.handed, strict=True)
    return {*state.deck, *hands, *(loot for spoils, handed in pairs if spoils.giver != viewer for loot in handed)}


def _superechelon_books(state: superechelon.State) -> object:
    """Every card of the tour is somewhere once, and so are its GC points; no one started two breakaways."""
    public = [card for pile in state.piles for card in pile]
    hidden = [*state.deck, *(card for hand in state.hands for card in hand)]
    loot = [superechelon.read_loot(loot)[2] for handed in state.handed for loot in handed]
    table = [card.card for breakaway in state.breakaways for card in breakaway.cards]
    if state.stage == "loot" and state.last is not None and state.last.spoils is not None:
        table += state.last.spoils.cards
    cards = [*public, *hidden, *loot, *table]
    starters = [breakaway.starter for breakaway in state.breakaways]
    return (
        sorted(card.split(".")[0] + card[-2:] for card in cards),
        {int(card.split(".")[1]) for card in cards} == {state.tour},
        sum(state.gc) + superechelon.gc([*hidden, *loot, *table]),
        [superechelon.gc(pile) for pile in state.piles] == list(state.gc),
        sum(state.down) - len(loot),
        [sum(result.gc) for result in state.results] == [superechelon.total(state.table.seats)] * len(state.results),
        len(set(starters)) - len(starters),
    )


def _schlangennest_sets(state: schlangennest.State) -> object:
    """Each snake's cards, on the table and in hand, are one set."""
    nest, kinds = state.nest, schlangennest.KINDS
    laid = [(card.colour, card.kind) for card in nest.cards.values()]
    return [
        [hand[n] + laid.count((snake, kind)) for n, kind in enumerate(kinds)] for snake, hand in enumerate(nest.hands)
    ]


def _legstrong_secrets(state: legstrong.State, viewer: Viewer) -> set[str]:
    """Others' answers, bottles and signals, all cards the viewer hasn't seen, the rest of a pile that others hold."""
    strangers = {rider.id for rider in state.road.riders if rider.seat != viewer}
    held = {bottle.id for bottle in state.bottles if bottle.rider in strangers}
    kinds = {bottle.split(".")[1] for bottle in held}
    gone = {*state.cashed, *(bottle.id for bottle in state.bottles)}
    left = {bottle for kind in kinds for bottle in legstrong.full_pile(kind) if bottle not in gone}
    seen = {card for level in state.levels for card in level.known}
    seen |= {card for sleeve in state.sleeves if sleeve.seat == viewer for card in sleeve.cards}
    cards = {card for card in legstrong.DECK if card not in seen} if state.sleeves else set[str]()
    sample = legstrong.tested_now(state.control)
    if state.signal and sample and viewer not in (sample.seat, sample.tester):
        cards.add(state.signal)
    return held | left | cards | {answer for seat, answer in state.answers.items() if seat != str(viewer)}


def _legstrong_choosers(view: legstrong.LegstrongView) -> set[Seat]:
    """All before the tour; then owners who could attack or who decide about the chase, or whose riders are out.

    No one decides for want of a pursuit.

    At the control the owner of the sleeve that is tested, then the owners of all riders tested negative.
    """
    road = view.road
    if view.stage in ("types", "roles", "el"):
        return everybody(view)
    if view.stage in ("signal", "keep"):
        assert view.control is not None
        wanted = "" if view.stage == "signal" else legstrong.NEGATIVE
        found = [sample.seat for sample in view.control.samples if sample.result == wanted]
        return set(found[:1]) if view.stage == "signal" else set(found)
    if view.stage == "sprint":
        return {rider.seat for rider in road.riders if rider.place != legstrong.HOME}
    ground = attack_ground(road, sealed=True)
    able = {rider.seat for rider in attackers(road) if could_attack(ground, rider)}
    holder = pursuer(road, view.token, view.pursuits)
    return {seat for seat in able | {holder} if seat is not None and not view.declared[seat]}


def _legstrong_books(state: legstrong.State) -> object:
    """No bottle or card is in two places, all can count them, no one owes energy, points and places are given once.

    A sleeve holds four cards, all that were shown of it among them; everything of a struck rider is still counted.
    """
    bottles = [*state.cashed, *(bottle.id for bottle in state.bottles)]
    held = [bottle.rider for bottle in state.bottles]
    won = [(prize.summit, prize.place) for prize in state.won]
    places = [[finish.place for finish in leg] for leg in state.results]
    cards = [card for sleeve in state.sleeves for card in sleeve.cards]
    known = {level.rider: {level.card, *level.known} for level in state.levels}
    scores = [*state.scores, *(struck.score for struck in state.struck)]
    return (
        len(cards) - len(set(cards) & {*legstrong.DECK}),
        [s for s in state.sleeves if len(s.cards) != 4 or not known.get(s.rider, set()) <= {*s.cards}],
        len(scores) - len({score.rider for score in scores}),
        len(bottles) - len(set(bottles)),
        [rider.id for rider in state.road.riders if rider.tiles != held.count(rider.id) or rider.energy < 0],
        len(won) - len(set(won)),
        [leg for leg in places if leg != list(range(1, len(leg) + 1))],
        sum(score.seconds for score in scores) - sum(score.seconds for leg in state.results for score in leg),
    )


def _tiny_cards(state: tiny.State, viewer: Viewer) -> set[str]:
    hands = {card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand}
    bids = {bid for seat, bid in state.bids.items() if seat != str(viewer)}
    return {*state.deck, *hands, *bids}


def _tiny_cards_of_all(state: tiny.State) -> object:
    return sorted([*state.deck, *(card for hand in state.hands for card in hand), *state.played])


TINY = Facts(
    hidden=_tiny_cards,
    reveals={"drew", "revealed"},
    choosers=everybody,
    conserved=_tiny_cards_of_all,
    unlike=0.95,
    texts={"name": ("", "Giro", "x" * 40)},
    silent={"dealt", "opened", "drew", "drawn", "bid", "sealed", "revealed", "fed"},
)

FACTS: dict[str, Facts] = {
    "pistard": Facts(
        hidden=_pistard_plans,
        reveals={"assigned"},
        choosers=everybody,
        conserved=_pistard_books,
        unlike=0.6,
        options={"target": "3"},
        silent={"crossed"},  # without a point
        sealed=(8, {}, {"start"}),
    ),
    "superechelon": Facts(
        hidden=_superechelon_secrets,
        reveals={"dealt", "backs", "leg", "counted"},
        choosers=everybody,
        conserved=_superechelon_books,
        values={"tours": ("1", "2", "3")},  # the longest tours have a test of their own
        seats=(2, 3, 5, 8),
        options={"tours": "1"},
        unlike=0.75,  # with two players the last cards are often known from those played and from their backs
        silent={"turn"},
    ),
    "schlangennest": Facts(
        hidden=nothing,
        reveals=(),
        choosers=everybody,
        conserved=_schlangennest_sets,
        unlike=0,
    ),
    "legstrong": Facts(
        hidden=_legstrong_secrets,
        reveals={
            *("team", "role", "ordered", "chase", "drank", "paid", "dropped", "bottle", "bid", "late"),
            *("levels", "tested", "kept", "lowered"),
        },
        choosers=_legstrong_choosers,
        conserved=_legstrong_books,
        unlike=0.6,
        texts={"course": ("FGMD", "FGMDF/1", "FGMM/1 DFFF")},
        values={"tour": ("custom",)},
        seats=(2, 5, 7),
        examples=2,
        options={"tour": "custom", "course": "FGMDF/1"},
        brief={"tour": "weekend"},
        silent={"turn", "ordered"},
        sealed=(32, {"tour": "custom", "course": "FFFF"}, {"roles", "el", "attack", "sprint"}),
    ),
}
outside.join(FACTS, "facts", lambda _, module: module.FACTS)


def seats_near(key: str, wanted: int) -> int:
    """That many seats, or the number next to it that the game has."""
    return min(GAMES[key].spec.seats, key=lambda seats: abs(seats - wanted))


def brief(key: str) -> dict[str, str]:
    """Options of a match of this game that is soon over."""
    return dict(FACTS[key].brief or next(iter(GAMES[key].spec.presets.values()), {}))

"""Standing orders: whether one is carried out depends on what everyone can see, and then it can be carried out."""

import re
from random import Random

import pytest

from engines import EXTRAS, GAMES
from engines.dice import SeededDice
from engines.orders import answer, filled, fires, kept, offered
from engines.superechelon import SuperEchelon
from engines.table import Move, Table
from host.play.seen import first_path
from locales import catalogue
from opponents.random import play_random
from render import style_of
from tests.engines.contract import is_ready
from tests.engines.superechelon.stage import leg

TABLES = {
    "superechelon": (3, {"tours": "1"}, 40),
    "schlangennest": (3, {}, 40),
    "legstrong": (2, {"tour": "custom", "course": "FFFF", "attacks": "clockwise", "doping": "off"}, 60),
}
ID = re.compile(r"[A-Za-z0-9.]{1,60}")
SAY = catalogue("en")


@pytest.mark.parametrize("key", [key for key, extras in EXTRAS.items() if extras.orders])
def test_where_an_order_fires_for_the_public_it_can_be_carried_out_whatever_the_seat_holds(key: str) -> None:
    game, rng = GAMES[key], Random(2)
    seats, options, most = TABLES[key]
    state, _ = game.setup(Table(seats, options, game.spec.rules), SeededDice(b"orders", 0))
    given: dict[int, tuple[str, ...]] = dict.fromkeys(range(seats), ())
    fired = 0
    for number in range(1, most):
        public = game.view(state, None)
        if public.over:
            break
        who = rng.choice(public.waiting)
        view = game.view(state, who)
        path = first_path(game, view) if who is None else play_random(game, view, rng)
        if who is not None and fires(key, public, who, given[who]):
            path, fired = answer(key, view, given[who]), fired + 1
            world = game.view(game.imagine(public, rng), who)
            assert is_ready(game, world, answer(key, world, given[who])), "in another world it is possible, too"
        game.apply(state, Move(who, path), SeededDice(b"orders", number))  # or it would be refused
        for seat in range(seats):
            own = game.view(state, seat)
            given[seat] = kept(key, own, given[seat])
            found = offered(key, own, given[seat])
            assert len(found) == len(set(found)) <= 15 and all(ID.fullmatch(order) for order in found)
            labels = {style_of(key).order_words(order, SAY) for order in found}
            assert len(labels) == len(found) and all(len(label) <= 80 for label in labels)
            if found:
                given[seat] = (*given[seat], rng.choice(found))
    assert fired >= 2


def test_an_order_is_judged_in_the_public_view_alone() -> None:
    game = GAMES["superechelon"]
    state, _ = game.setup(Table(3, {}, game.spec.rules), SeededDice(b"orders", 0))
    with pytest.raises(AssertionError):
        fires("superechelon", game.view(state, 0), 0, ("follow.1.1.1.most",))


def test_a_game_without_orders_offers_none() -> None:
    game = GAMES["pistard"]
    state, _ = game.setup(Table(2, {}, game.spec.rules), SeededDice(b"orders", 0))
    assert offered("pistard", game.view(state, 0), ()) == kept("pistard", game.view(state, 0), ("x",)) == ()
    assert not fires("pistard", game.view(state, None), 0, ("x",))


# --- SuperEchelon

HANDS = ("sprinter gregario bad.00", "climber super.00", "trialist super.04")
GAME = SuperEchelon()


def test_suit_is_followed_by_the_strongest_or_the_weakest_rider() -> None:
    state = leg(*HANDS, road=("0:debutant", "1:specialist"), turn=2)
    for which in ("most", "least"):
        order = f"follow.{state.tour}.{state.leg}.1.{which}"
        view = GAME.view(state, 0)
        assert order in offered("superechelon", view, ())
        assert fires("superechelon", GAME.view(state, None), 0, (order,))
        card, place = answer("superechelon", view, (order,))
        assert place == "b.1"
        others = [c for c in view.hand if not c.startswith("bad")]
        assert card in others
    assert offered("superechelon", view, (order,)) == (), "one at a time"


def test_nobody_follows_in_the_next_stage_nor_where_a_rider_is_hit() -> None:
    state = leg(*HANDS, road=("0:debutant", "1:specialist"), turn=2)
    public = GAME.view(state, None)
    assert not fires("superechelon", public, 0, (f"follow.{state.tour}.{state.leg + 1}.1.most",))
    assert not fires("superechelon", public, 0, (f"follow.{state.tour}.{state.leg}.2.most",)), "that is another's"
    assert not fires("superechelon", public, 1, (f"follow.{state.tour}.{state.leg}.2.most",)), "not their turn"


# --- LEGSTRONG


def test_a_sealed_attack_is_only_filled_in() -> None:
    game, rng = GAMES["legstrong"], Random(1)
    options = {"tour": "custom", "course": "FFFF", "doping": "off"}
    state, _ = game.setup(Table(2, options, game.spec.rules), SeededDice(b"sealed", 0))
    number = 0
    while (public := game.view(state, None)).stage != "attack":
        number += 1
        who = public.waiting[0]
        view = game.view(state, who)
        path = first_path(game, view) if who is None else play_random(game, view, rng)
        game.apply(state, Move(who, path), SeededDice(b"sealed", number))
    orders = ("inside.1.4", "chase.1.unless")
    for seat in public.waiting:
        assert seat is not None and not fires("legstrong", public, seat, orders)
        view = game.view(state, seat)
        path = filled("legstrong", view, orders)
        assert path[0] == "stay" and is_ready(game, view, path)
        assert filled("legstrong", view, ()) == filled("legstrong", view, ("chase.1.yes",)) == ()

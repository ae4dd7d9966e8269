"""The engine's answers, snakes and scores compared with the slow oracle's, over all variants, seats and sizes."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from engines.schlangennest import SNAKES, State, is_closed, is_loop, parts, place, trace
from engines.table import Move
from tests.engines.schlangennest.oracle import Board, pieces
from tests.engines.schlangennest.position import (
    GAME,
    NEIGHBOURING,
    NO_LUCK,
    OPPOSITE,
    answers,
    match,
    of_kind,
    table,
    tables,
)
from tests.marks import in_long

TABLES = tables()


def lays(state: State) -> set[tuple[int, str, str, str]]:
    """What the answers would lay: snake, square, kind and rotation."""
    if state.stage == "first":
        return {(int(snake[-1]), square, kind, rotation) for snake, square, kind, rotation in answers(state)}
    owners = {end: int(name) for name in SNAKES if name in state.nest.strands for end in state.nest.strands[name].ends}
    return {(owners[end], end.split(".")[0], kind, rotation) for end, kind, rotation in answers(state)}


def check(state: State) -> None:
    """One position: what has been done, and what can be done."""
    board = Board.of(state)
    found = pieces(board.cards)
    strands = {name: strand for name, strand in state.nest.strands.items() if name in SNAKES}
    for snake in board.snakes:
        mine = [piece for piece in found if snake in piece.owners]
        assert len(mine) == (SNAKES[snake] in strands), f"snake {snake} is in {len(mine)} pieces"
        for piece in mine:
            assert parts(state.nest, snake) == len(piece.parts)
            assert is_loop(state.nest, snake) == (not piece.ends and not piece.closed)
            assert is_closed(state.nest, snake) == (not piece.ends and piece.closed == 2)
            ends = {(place(end.split(".")[0]), end[-1]) for end in strands[SNAKES[snake]].ends}
            assert ends == set(piece.ends)
    strand = {(place(at), n): name for at, card in state.nest.cards.items() for n, name in enumerate(card.strands)}
    for piece in found:
        assert len({strand[part] for part in piece.parts}) == 1, "one strand has two names"
    assert [standing.rank for standing in GAME.view(state, None).standings] == board.ranks()
    if state.stage == "open":
        assert {path[1] for path in answers(state) if path[0] == "turn"} == board.turns()
    elif state.stage != "over":
        assert lays(state) == (board.first_cards() if state.stage == "first" else board.lays())


def check_match(number: int, most: int) -> int:
    """Some positions of one match at a table of its own, all with loops among them; how many."""
    rng, checked = Random(number), 0
    for state, _ in match(TABLES[number % len(TABLES)], number):
        if state.stage == "open" or rng.random() < most / (18 * len(state.nest.hands)):
            check(state)
            checked += 1
    return checked


@pytest.mark.parametrize("part", [0, *in_long(1)])
def test_the_engine_and_the_oracle_agree(part: int) -> None:
    assert sum(check_match(number, 5) for number in range(part, len(TABLES), 2)) > 60


CORNERED = [
    # from the west and the south-east another snake can bring about what S11 is about
    f"{OPPOSITE} N22.2.straight.ns L23.3.straight.ew",
    f"{NEIGHBOURING} M22.2.straight.ew L24.3.straight.ew",
]


HANDS = ((0, 0, 1, 1), (0, 2, 0, 1), (3, 0, 0, 1), (3, 2, 1, 1))  # straights, curves, tails and heads of the others
# the same with snakes 1 and 2 exchanged: in twins and hunt both that meet are then one player's
OWN = [words.replace(".1.", ".y.").replace(".2.", ".1.").replace(".y.", ".2.") for words in CORNERED]


@pytest.mark.parametrize("words", [*CORNERED, *in_long(*OWN)])
@pytest.mark.parametrize(("each", "seats"), [("one", 4), ("twins", 2), ("hunt", 2)])
def test_the_engine_and_the_oracle_agree_on_both_ends_of_two_snakes(words: str, each: str, seats: int) -> None:
    """Such squares are rare in play, so here everything leads to them, with and without the cards that they need."""
    doubles = 0
    for due, hand in product(range(seats), HANDS):
        short = dict.fromkeys(range(4), hand) | {due: (3, 2, 1, 1)}
        state = table(words, snakes=each, seats=seats, due=due, hands=short)
        check(state)
        for path in sorted(answers(state)):
            after = GAME.imagine(GAME.view(state, due), Random(1))
            events = GAME.apply(after, Move(due, path), NO_LUCK)
            if of_kind(events, "cornered"):
                doubles += 1
                check(after)
    assert doubles >= 2


@pytest.mark.long
def test_the_engine_and_the_oracle_agree_in_many_positions() -> None:
    assert sum(check_match(number, 8) for number in range(12 * len(TABLES))) > 2000


def test_the_nest_kept_from_card_to_card_is_the_one_traced_from_the_cards() -> None:
    for number, some in enumerate(TABLES[::2]):
        *_, (last, _) = match(some, number + 500)
        nest = last.nest
        traced = trace(nest.field, nest.cards, nest.hands)
        assert traced is not None
        names = {
            now: then
            for at, card in nest.cards.items()
            for now, then in zip(card.strands, traced.cards[at].strands, strict=True)
        }
        assert {names[name]: strand for name, strand in nest.strands.items()} == traced.strands
        assert {at: tuple(names.get(name, "") for name in reach) for at, reach in nest.reach.items()} == traced.reach
        assert nest.field.rect or nest.box == traced.box

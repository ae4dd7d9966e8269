"""Dice that anyone can check: a sealed seed, mixed with the presses by which the players joined."""

import hashlib
import hmac
import random
from dataclasses import replace
from typing import get_args
from unittest.mock import AsyncMock

import pytest

from engines.dice import Draw, SeededDice
from host.play.fair_dice import commitment, dice_key, entropy, proof, wrong_draws
from model.kinds import Phase
from model.match import LogRow, Match, SeatRow
from tests.db.sample import LOBBY, row
from tests.host.evening import ADA, BO, CY, Evening, refused, view_of

pytestmark = pytest.mark.quick

SEED = bytes(range(32))
STARTED = replace(LOBBY, phase="running", key=SEED, entropy="11,12")


def joined(kind: str, interaction_id: int | None) -> LogRow:
    return row(kind, interaction_id, draws=[], events=[])


def dealt(match: Match, seq: int) -> LogRow:
    """A log row with two dice and a shuffle as they fall in that match."""
    dice = SeededDice(dice_key(match), seq)
    dice.roll("sprint", 6, 3)
    dice.shuffle("deck", "abcdef")
    return row(seq=seq, draws=dice.draws)


# --- commitment, entropy, key


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert len(commitment(SEED)) == 64


def test_opening_and_joining_add_a_press_in_the_order_of_the_log() -> None:
    rows = [joined("open", 31), joined("join", 12), joined("join", 27)]
    assert entropy(rows) == "31,12,27"
    assert entropy(reversed(rows)) == "27,12,31"
    assert entropy([]) == ""


@pytest.mark.parametrize("kind", ["opponent", "leave", "start", "deal", "move", "undo", "resign"])
def test_no_other_press_adds_anything(kind: str) -> None:
    assert entropy([joined("open", 31), joined(kind, 99), joined("join", 12)]) == "31,12"


def test_a_row_without_a_press_adds_nothing() -> None:
    assert entropy([joined("open", None), joined("join", 12)]) == "12"


def test_the_key_hangs_on_seed_and_entropy_alone() -> None:
    key = dice_key(STARTED)
    assert key == hmac.digest(SEED, b"11,12", "sha256")
    assert key != dice_key(replace(STARTED, entropy="12,11"))
    assert key != dice_key(replace(STARTED, key=SEED[::-1]))
    seats = (SeatRow(0, BO, None, "Bo"),)
    assert key == dice_key(replace(STARTED, id=9, seq=40, game="tiny", phase="over", seats=seats))


async def test_the_entropy_is_fixed_by_the_presses_of_open_and_join(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    await evening.lobby.leave(match.id, evening.person(BO))
    await evening.lobby.join(match.id, evening.person(CY))
    assert (await evening.header(match.id)).entropy == ""
    await evening.start(match.id, ADA)
    presses = [str(row.interaction_id) for row in await evening.log(match.id) if row.kind in ("open", "join")]
    assert len(presses) == 3
    fixed = (await evening.header(match.id)).entropy
    assert fixed == ",".join(presses)
    await evening.answer(match.id, ADA)
    assert (await evening.header(match.id)).entropy == fixed


# --- proof


def test_a_match_to_which_nobody_has_added_keeps_the_dice_that_it_began_with() -> None:
    assert dice_key(replace(STARTED, entropy="")) == STARTED.key


@pytest.mark.parametrize("phase", get_args(Phase))
def test_the_seed_is_shown_once_no_die_is_to_come(phase: Phase) -> None:
    known = proof(replace(STARTED, phase=phase))
    assert (known.commitment, known.entropy) == (commitment(SEED), "11,12")
    assert known.seed == (SEED.hex() if phase in ("over", "cancelled") else None)


async def test_the_seed_is_not_in_any_message_before_the_end(evening: Evening) -> None:
    match = await evening.open(ADA, BO, game="tiny", legs="1", places=2)
    seed = (await evening.header(match.id)).key
    messages = await evening.deliver()
    await evening.lobby.start(match.id, evening.person(ADA))
    messages += await evening.deliver()
    assert {message.post.kind for message in messages} == {"lobby", "opening", "board", "turn"}
    assert {(message.proof.commitment, message.proof.seed) for message in messages} == {(commitment(seed), None)}
    assert seed.hex() not in repr(messages) and repr(seed) not in repr(messages)
    await evening.play_on(match.id, random.Random(1))
    messages = await evening.deliver()
    assert {message.post.kind for message in messages} == {"board", "result", "lobby", "end"}
    assert {message.proof.seed for message in messages} == {seed.hex()}


async def test_a_match_that_is_called_off_shows_its_seed(evening: Evening) -> None:
    match = await evening.open(ADA)
    seed = (await evening.header(match.id)).key
    await evening.lobby.cancel(match.id, evening.person(ADA))
    assert (await evening.house.exports.verify(match.id)).proof.seed == seed.hex()


# --- checking


def test_draws_that_follow_from_the_seed_are_right() -> None:
    assert wrong_draws(STARTED, {}, [joined("open", 11), dealt(STARTED, 4), dealt(STARTED, 5)]) == []


@pytest.mark.parametrize(
    ("place", "forged"),
    [
        (0, Draw("sprint", 6, [6, 6, 6])),
        (0, Draw("Sprint", 6, [1, 1, 1])),
        (1, Draw("deck", 0, [0, 1, 2, 3, 4, 5])),
        (1, Draw("deck", 0, [5, 4, 3, 2, 1])),
    ],
)
def test_a_forged_draw_is_found_by_its_row(place: int, forged: Draw) -> None:
    honest = dealt(STARTED, 5)
    draws = list(honest.draws)
    draws[place] = forged
    assert wrong_draws(STARTED, {}, [dealt(STARTED, 4), replace(honest, draws=draws)]) == [(5, forged)]


def test_draws_in_another_order_or_of_another_row_are_wrong() -> None:
    honest = dealt(STARTED, 5)
    assert wrong_draws(STARTED, {}, [replace(honest, seq=6)]) == [(6, draw) for draw in honest.draws]
    assert wrong_draws(STARTED, {}, [replace(honest, draws=honest.draws[::-1])]) == [
        (5, draw) for draw in reversed(honest.draws)
    ]


@pytest.mark.parametrize("forged", [{"key": bytes(32)}, {"entropy": "11,13"}])
def test_another_seed_or_entropy_gives_other_draws(forged: dict[str, object]) -> None:
    honest = dealt(STARTED, 5)
    assert [seq for seq, _ in wrong_draws(replace(STARTED, **forged), {}, [honest])] == [5, 5]


async def test_a_whole_match_is_verified_when_it_is_over(evening: Evening) -> None:
    with refused("house.unknown"):
        await evening.house.exports.verify(99)
    match = await evening.ride(ADA, BO)
    sealed = await evening.house.exports.verify(match)
    assert (sealed.draws, sealed.wrong, sealed.proof.seed) == (0, (), None)
    await evening.play_on(match, random.Random(1), until=lambda seen: view_of(seen).turn > 3)
    await evening.seats.resign(match, ADA, evening.press())
    verdict = await evening.house.exports.verify(match)
    assert verdict.draws == sum(len(row.draws) for row in await evening.log(match)) > 8
    assert (verdict.wrong, verdict.proof) == ((), proof(await evening.header(match)))


async def test_a_forged_log_is_found_row_by_row(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await evening.ride(ADA, BO)
    await evening.seats.resign(match, ADA, evening.press())
    log = await evening.log(match)
    forged = [replace(r, draws=[replace(draw, fell=[6] * len(draw.fell)) for draw in r.draws]) for r in log]
    monkeypatch.setattr(evening.store, "log", AsyncMock(return_value=forged))
    verdict = await evening.house.exports.verify(match)
    assert verdict.wrong == tuple(row.seq for row in log if row.draws)

"""Undo: my last answer can be taken back if it drew nothing, told no one a secret and no one has moved since."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from db.sql.codec import encode_json
from engines.dice import SeededDice
from engines.pistard import Pistard
from engines.table import Dice, Event, Move, Pick, Seat, Table, View
from host.play.fair_dice import dice_key
from host.play.matches import Doubled
from host.play.seen import Seen
from host.play.undo import NoDice, can_take_back, taken_back_from, was_free
from model.match import LogRow
from opponents.random import play_random
from tests.db.sample import row
from tests.engines.tiny import CARDS, State, Tiny
from tests.host.evening import ADA, BO, CY, DEE, GAMES, Evening, addressed, refused
from tests.host.toll import Toll
from tests.marks import in_long

Match = int


class Whisper(Toll):
    """The game with a toll, in which the other hears in private what was paid."""

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        if move.path == ("pay",):
            events.append(Event("whisper", frozenset({1 - state.winner}), {"seat": state.winner}))
        return events


class Gamble(Toll):
    """The game with a toll, in which the deck is shuffled at each payment."""

    def apply(self, state: State, move: Move, dice: Dice) -> list[Event]:
        events = super().apply(state, move, dice)
        if move.path == ("pay",):
            state.deck = dice.shuffle("toll", state.deck)
        return events


def afterwards(seen: Seen) -> View:
    """What the player who is asked sees after their fallback, if nothing is drawn."""
    state = seen.game.imagine(seen.view, random.Random(1))
    seen.game.apply(state, Move(seen.seat, seen.game.fallback(seen.view)), NoDice())
    return seen.game.view(state, seen.seat)


def to_me(seen: Seen) -> bool:
    return afterwards(seen).waiting == (seen.seat,)


def to_another(seen: Seen) -> bool:
    return afterwards(seen).waiting != (seen.seat,)


async def before_a_free_answer(
    evening: Evening, match: Match, wanted: Callable[[Seen], bool] = lambda seen: True
) -> tuple[int, Seen]:
    """The player who is due, and what they see, where their fallback could be taken back."""
    while True:
        user, seen = await evening.due(match)
        if can_take_back(seen, seen.game.fallback(seen.view)) and wanted(seen):
            return user, seen
        await evening.answer(match, user)


async def after_a_roll(evening: Evening, match: Match) -> int:
    """The person whose answer has just made dice roll for the next."""
    while True:
        user, _ = await evening.due(match)
        await evening.answer(match, user)
        rows = await evening.log(match)
        if rows[-1].draws and rows[-1].how == "player":
            return user


async def is_open(evening: Evening, match: Match, user: int | None) -> bool:
    return await evening.matches.can_undo(await evening.matches.see(match, user))


async def stays_closed(evening: Evening, match: Match, user: int) -> None:
    """Undo isn't offered, and a player who tries it is refused and changes nothing."""
    assert not await is_open(evening, match, user)
    before = await evening.rows()
    with refused("undo.closed"):
        await evening.matches.undo(match, user, None, evening.press())
    assert await evening.rows() == before


async def at_the_toll(evening: Evening, monkeypatch: pytest.MonkeyPatch, game: Tiny, *, forced: bool) -> Match:
    """Bo has won a leg and has to pay before taking the prize."""
    monkeypatch.setitem(GAMES, "tiny", game)
    match = await evening.play(ADA, BO, game="tiny", clock="daily", forced=forced)
    await evening.think(match)
    await evening.answer(match, ADA, ("0", "-"))
    await evening.answer(match, BO, ("3", "-"))
    return match


# --- open


@pytest.mark.parametrize("next_one", [to_me, to_another])
async def test_an_answer_that_only_moved_a_rider_is_taken_back(
    evening: Evening, next_one: Callable[[Seen], bool]
) -> None:
    match = await evening.ride(ADA, BO)
    user, before = await before_a_free_answer(evening, match, next_one)
    kept, seq = await evening.body(match), before.match.seq
    after = await evening.answer(match, user)
    assert await is_open(evening, match, user)
    evening.now.later(30)
    press = evening.press()
    undone = await evening.matches.undo(match, user, after.fingerprint, press)
    assert await evening.body(match) == kept
    assert (undone.view, undone.fingerprint, undone.match.seq) == (before.view, before.fingerprint, after.match.seq + 1)
    rows = [row for row in await evening.log(match) if row.seq > after.match.seq]
    assert [(row.kind, row.how, row.by, row.user, row.interaction_id, row.path, row.draws, row.at) for row in rows] == [
        ("undo", "player", before.seat, user, press, (), [], evening.now())
    ]
    assert before.seat is not None
    assert rows[0].events == [Event("house.undone", None, {"seat": before.seat})]
    assert [row.seq for row in await evening.log(match)] == list(range(1, seq + 3))


async def test_a_person_who_paid_takes_their_money_back(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await at_the_toll(evening, monkeypatch, Toll(), forced=False)
    kept = await evening.body(match)
    assert can_take_back(await evening.matches.see(match, BO), ("pay",))
    await evening.answer(match, BO, ("pay",))
    await evening.matches.undo(match, BO, None, evening.press())
    assert await evening.body(match) == kept


async def test_after_an_undo_another_answer_can_be_given_and_taken_back_too(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, before = await before_a_free_answer(evening, match, to_another)
    kept = await evening.body(match)
    for _ in range(3):
        await evening.answer(match, user)
        assert await evening.body(match) != kept
        await evening.matches.undo(match, user, None, evening.press())
        assert await evening.body(match) == kept
    assert (await evening.header(match)).seq == before.match.seq + 6


async def test_undo_is_open_in_another_process_too(evening: Evening, neighbour: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await before_a_free_answer(evening, match)
    kept = await evening.body(match)
    after = await evening.answer(match, user)
    await neighbour.matches.undo(match, user, after.fingerprint, neighbour.press())
    assert await evening.body(match) == kept


async def test_forced_answers_that_followed_go_with_it(evening: Evening) -> None:
    match, rng = await evening.ride(ADA, BO), random.Random(4)
    while True:
        user, before = await evening.due(match)
        kept = await evening.body(match)
        after = await evening.answer(match, user, play_random(before.game, before.view, rng))
        rows = [row for row in await evening.log(match) if row.seq > before.match.seq]
        if [row.how for row in rows][:2] == ["player", "forced"] and await is_open(evening, match, user):
            break
    assert {(row.how, row.by) for row in rows[1:]} == {("forced", before.seat)}
    undone = await evening.matches.undo(match, user, after.fingerprint, evening.press())
    assert await evening.body(match) == kept
    assert undone.view == before.view


# --- dice


async def test_after_an_undo_the_dice_are_not_those_that_would_have_fallen(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, before = await before_a_free_answer(evening, match, to_another)
    await evening.answer(match, user)
    await evening.matches.undo(match, user, None, evening.press())
    await after_a_roll(evening, match)
    header, rows = await evening.header(match), await evening.log(match)
    rolled, [draw] = rows[-1].seq, rows[-1].draws
    assert rolled > before.match.seq + 2

    def fall(seq: int) -> list[int]:
        return SeededDice(dice_key(header), seq).roll(draw.why, draw.sides, len(draw.fell))

    assert draw.fell == fall(rolled)
    assert draw.fell != fall(rolled - 2), "two rows were spent on the answer that was taken back"


# --- closed


async def test_a_roll_cannot_be_taken_back(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user = await after_a_roll(evening, match)
    await stays_closed(evening, match, user)


@pytest.mark.parametrize(
    ("game", "step", "forced"),
    [(Gamble(), "pay", False), (Whisper(), "pay", False), (Tiny(), "watts", True)],
    ids=["it shuffles", "it tells another a secret", "the house opens the next leg"],
)
async def test_an_answer_is_final_if(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, game: Tiny, step: str, forced: bool
) -> None:
    match = await at_the_toll(evening, monkeypatch, game, forced=forced)
    assert not can_take_back(await evening.matches.see(match, BO), (step,))
    await evening.answer(match, BO, (step,))
    await stays_closed(evening, match, BO)


async def test_only_the_player_who_answered_takes_it_back(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await before_a_free_answer(evening, match, to_another)
    await evening.answer(match, user)
    await stays_closed(evening, match, ADA + BO - user)
    assert await is_open(evening, match, user)


async def test_what_the_house_answered_for_me_is_not_mine_to_take_back(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await at_the_toll(evening, monkeypatch, Toll(), forced=True)
    assert [row.how for row in await evening.log(match)][-2:] == ["player", "forced"]
    await stays_closed(evening, match, BO)


async def test_a_sealed_answer_is_not_taken_back_but_replaced(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    seen = await evening.matches.see(match, ADA)
    assert not can_take_back(seen, seen.game.fallback(seen.view))
    await evening.answer(match, ADA)
    await stays_closed(evening, match, ADA)


async def test_after_the_end_everything_stays(evening: Evening) -> None:
    match = await evening.play(ADA, BO, target="3")
    rng, free, user = random.Random(3), True, ADA
    while (await evening.header(match)).phase == "running":
        seat = (await evening.matches.see(match, None)).view.waiting[0]
        user = ADA if seat == 0 else BO
        seen = await evening.matches.see(match, user)
        path = play_random(seen.game, seen.view, rng)
        free = can_take_back(seen, path)
        await evening.answer(match, user, path)
    last = (await evening.log(match))[-1]
    assert (last.how, last.draws, free) == ("player", [], False)
    assert not await is_open(evening, match, user)


# --- presses


@pytest.mark.parametrize("with_fingerprint", [True, False])
async def test_a_press_takes_back_once(evening: Evening, with_fingerprint: bool) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await before_a_free_answer(evening, match)
    after, interaction_id = await evening.answer(match, user), evening.press()
    fingerprint = after.fingerprint if with_fingerprint else None
    undone = await evening.matches.undo(match, user, fingerprint, interaction_id)
    before = await evening.rows()
    with pytest.raises(Doubled) as doubled:
        await evening.matches.undo(match, user, fingerprint, interaction_id)
    assert (doubled.value.match, doubled.value.seq) == (match, undone.match.seq)
    assert await evening.rows() == before


async def test_the_press_of_the_answer_does_not_count_as_undo(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await before_a_free_answer(evening, match)
    await evening.answer(match, user)
    with pytest.raises(Doubled):
        await evening.matches.undo(match, user, None, (await evening.log(match))[-1].interaction_id)
    assert await is_open(evening, match, user)


# --- calls


async def test_a_player_called_too_early_is_not_called_before_it_is_their_turn_again(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await before_a_free_answer(evening, match, to_another)
    other = ADA + BO - user
    await evening.deliver()
    await evening.answer(match, user)
    await evening.matches.undo(match, user, None, evening.press())
    messages = await evening.deliver()
    assert addressed(messages) == [("board", None), ("turn", user)]
    assert messages[0].news[-1].kind == "house.undone"
    header = await evening.header(match)
    assert {row.user: row.asked is not None for row in header.seats} == {user: True, other: False}
    assert [m.match.id for m in await evening.matches.asked(user)] == [match]
    assert await evening.matches.asked(other) == []
    await evening.answer(match, user)
    assert addressed(await evening.deliver()) == [("board", None), ("turn", other)]


async def test_a_player_who_goes_on_after_an_undo_is_not_called(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await before_a_free_answer(evening, match, to_me)
    await evening.deliver()
    await evening.answer(match, user)
    await evening.matches.undo(match, user, None, evening.press())
    assert addressed(await evening.deliver()) == [("board", None)]


# --- what is promised beforehand


def foretold(seen: Seen, path: Sequence[str]) -> list[Event]:
    """The events of an answer in a world of the test's own."""
    state = seen.game.imagine(seen.view, random.Random(99))
    return seen.game.apply(state, Move(seen.seat, tuple(path)), NoDice())


SOME = (  # game, seats, options, and whether any answer can be taken back if forced answers are on, or off
    (Pistard(), 2, {"target": "9"}, (True, True)),
    (Pistard(), 3, {"race": "half-lap"}, (True, True)),
    (Pistard(), 4, {"track": "classic", "target": "4"}, (True, True)),
    (Tiny(), 3, {"legs": "3"}, (False, False)),
    (Toll(), 4, {"legs": "3"}, (False, True)),
    (Whisper(), 2, {"legs": "3"}, (False, False)),
)


@pytest.mark.parametrize("which", [0, *in_long(*range(1, len(SOME)))])
@pytest.mark.parametrize("forced", [True, *in_long(False)])
async def test_undo_is_open_after_those_answers_for_which_it_was_promised(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, which: int, forced: bool
) -> None:
    game, seats, options, (any_if_forced, any_if_not) = SOME[which]
    monkeypatch.setitem(GAMES, game.spec.key, game)
    users = [ADA, BO, CY, DEE][:seats]
    match = await evening.play(*users, game=game.spec.key, clock="daily", forced=forced, **options)
    rng = random.Random(seats)
    promised = answers = 0
    while answers < 60 and (await evening.header(match)).phase == "running":
        await evening.think(match)
        public = await evening.matches.see(match, None)
        seat = rng.choice([s for s in public.view.waiting if s is not None])
        seen = await evening.matches.see(match, users[seat])
        path = play_random(seen.game, seen.view, rng)
        free = can_take_back(seen, path)
        after = await evening.answer(match, users[seat], path)
        answers += 1
        assert await evening.matches.can_undo(after) == free
        if free:
            promised += 1
            rows = [row for row in await evening.log(match) if row.seq > seen.match.seq]
            assert encode_json(rows[0].events) == encode_json(foretold(seen, path))
            assert {row.by for row in rows} == {seat}
    assert answers > 5
    assert bool(promised) == (any_if_forced if forced else any_if_not)


# --- judged row by row


def log(*hows: str, by: Seat = 0, draws: bool = False) -> list[LogRow]:
    more: dict[str, Any] = {} if draws else {"draws": []}
    return [row(how=how, by=by, seq=seq, **more) for seq, how in enumerate(hows, 4)]


@pytest.mark.parametrize(
    ("rows", "first"),
    [
        (log("player"), 4),
        (log("player", "player"), 5),
        (log("player", "forced", "forced"), 4),
        (log("forced"), 0),
        (log("auto"), None),
        (log("player", "auto"), None),
        (log("player", "computer"), None),
        (log("player", draws=True), None),
        (log("player", by=1), None),
        ([*log("player"), row("undo", seq=5, draws=[])], None),
        ([row("deal", seq=4, how="house", by=None)], None),
        ([], 0),
    ],
)
def test_the_last_answer_of_the_seat_is_found_in_the_log(rows: list[LogRow], first: int | None) -> None:
    assert taken_back_from(rows, 0) == first


@pytest.mark.parametrize(
    ("between", "first"),
    [
        (log("computer", "forced", "absent", by=1), 3),
        (log("forced"), 3),
        (log("computer", by=1, draws=True), None),
        (log("player", by=1), None),
        (log("computer"), None),
        (log("auto", by=1), None),
    ],
)
def test_who_plays_alone_takes_what_computers_have_answered_back_too(between: list[LogRow], first: int | None) -> None:
    own = row(how="player", by=0, seq=3, draws=[])
    assert taken_back_from([own, *between], 0, alone=True) == first
    assert taken_back_from([own, *between], 0) == (first if between[0].by == 0 else None)


@pytest.mark.parametrize("hidden", [None, ("card.00", "card.01"), ("card.01", "card.00")])
def test_what_could_not_be_foreseen_was_not_free(hidden: tuple[str, str] | None) -> None:
    game = Tiny()
    state, _ = game.setup(Table(2, {}, 1), SeededDice(b"undo", 0))
    game.apply(state, Move(None, ("leg.1",)), SeededDice(b"undo", 1))
    game.apply(state, Move(0, ("3", "-")), NoDice())
    game.apply(state, Move(1, ("0", "-")), NoDice())
    if hidden is not None:  # one card in the deck and one in the other's hand, as few as leave anything open
        state.deck, state.hands = [hidden[0]], [["card.31"], [hidden[1]]]
        state.played = [card for card in CARDS if card not in (*hidden, "card.31")]
    view = game.view(state, 0)
    prize = game.ask(view)
    assert prize == Pick("prize", ("watts", "card"))
    saved = msgspec.json.encode(state)
    for answer, free in (("watts", True), ("card", False)):
        world = msgspec.json.decode(saved, type=State)
        events = game.apply(world, Move(0, (answer,)), NoDice())
        assert was_free(game, view, [row(path=(answer,), events=events)]) == free
    wrong = [Event("fed", None, {"seat": 0, "watts": 99})]
    assert not was_free(game, view, [row(path=("watts",), events=wrong)])

"""Moves without Confirm: alone the computers' moves go back with one's own, in company the bot waits a while."""

from collections.abc import Callable

import pytest

from engines.legstrong import Legstrong
from engines.table import Move
from host.play.fair_dice import computer_luck
from host.play.seen import Seen
from host.play.undo import UNDO_WAIT, NoDice, can_change, can_take_back, was_free
from model.kinds import QuickConfirm
from model.match import LogRow, Preferences
from tests.db.sample import row
from tests.engines.legstrong.position import FLAT, leg
from tests.host.evening import ADA, BO, NOON, Evening, refused

pytestmark = pytest.mark.quick

Match = int


async def wants(evening: Evening, quick: QuickConfirm, *users: int) -> None:
    """These people want no Confirm there."""
    for user in users:
        await evening.house.notifications.set_preferences(user, Preferences(quick=quick))


async def answered(evening: Evening, match: Match, user: int) -> tuple[Seen, list[LogRow]]:
    """What the person saw before they gave their fallback without Confirm, and the rows that came of it at once."""
    seen = await evening.matches.see(match, user)
    path = seen.game.fallback(seen.view)
    await evening.matches.play(match, user, path, seen.fingerprint, evening.press(), unconfirmed=True)
    return seen, [row for row in await evening.log(match) if row.seq > seen.match.seq]


def shown(rows: list[LogRow]) -> bool:
    """Whether computers have answered, and nothing was drawn."""
    return any(row.how == "computer" for row in rows) and not any(row.draws for row in rows)


def drawn_by_a_computer(rows: list[LogRow]) -> bool:
    return not rows[0].draws and any(row.draws for row in rows[1:])


async def alone(
    evening: Evening, wanted: Callable[[list[LogRow]], bool]
) -> tuple[Match, bytes, Seen, list[LogRow], bool]:
    """Ada plays alone until her answer brought what is wanted: match, save and view before it, rows, what was said."""
    match = await evening.play(ADA, opponents=["easy", "easy"])
    await evening.think(match)
    await evening.answer(match, ADA)
    await evening.think(match)
    while True:
        before, seen = await evening.body(match), await evening.matches.see(match, ADA)
        said = await evening.matches.can_take_back(seen, seen.game.fallback(seen.view))
        seen, rows = await answered(evening, match, ADA)
        if wanted(rows):
            return match, before, seen, rows, said


async def test_a_person_who_plays_alone_takes_the_computers_answers_back_with_their_own(evening: Evening) -> None:
    match, before, seen, rows, said = await alone(evening, shown)
    assert said, "no Confirm was asked for"
    assert {row.at for row in rows} == {evening.now()}, "nobody has waited"
    assert await evening.matches.can_undo(await evening.matches.see(match, ADA))
    undone = await evening.matches.undo(match, ADA, None, evening.press())
    assert await evening.body(match) == before
    assert (undone.view, undone.fingerprint) == (seen.view, seen.fingerprint)
    assert undone.match.seats[0].asked is not None
    again, same = await answered(evening, match, ADA)
    assert again.fingerprint == seen.fingerprint
    assert [(row.by, row.path) for row in same] == [(row.by, row.path) for row in rows], "computers answer the same"


async def test_in_another_match_computers_have_other_luck(evening: Evening) -> None:
    matches = [await evening.header(await evening.play(ADA, opponents=["easy"])) for _ in range(2)]
    first, second = (computer_luck(match, 1, "1001769d") for match in matches)
    assert first != second


async def test_dice_that_a_computer_has_thrown_since_are_not_taken_back(evening: Evening) -> None:
    match, _, seen, _, said = await alone(evening, drawn_by_a_computer)
    assert not said, "Confirm was asked for"
    assert not await evening.matches.can_undo(await evening.matches.see(match, ADA))
    assert not can_take_back(seen, seen.game.fallback(seen.view), waits=True)
    with refused("undo.closed"):
        await evening.matches.undo(match, ADA, None, evening.press())


async def test_what_is_said_beforehand_holds_afterwards(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    said: list[bool] = []
    kept: list[bool] = []
    await evening.think(match)
    await evening.answer(match, ADA)
    await evening.think(match)
    for _ in range(24):
        seen = await evening.matches.see(match, ADA)
        if ADA not in [seen.match.seats[seat].user for seat in seen.view.waiting if seat is not None]:
            break
        said.append(await evening.matches.can_take_back(seen, seen.game.fallback(seen.view)))
        await answered(evening, match, ADA)
        kept.append(await evening.matches.can_undo(await evening.matches.see(match, ADA)))
    assert said == kept
    assert set(said) == {True, False}


async def test_a_person_who_never_wants_it_is_asked_as_before(evening: Evening) -> None:
    await wants(evening, QuickConfirm.NEVER, ADA)
    match = await evening.play(ADA, opponents=["easy"])
    await evening.think(match)
    await evening.answer(match, ADA)
    await evening.think(match)
    for _ in range(12):
        seen = await evening.matches.see(match, ADA)
        path = seen.game.fallback(seen.view)
        assert not seen.own.quick
        assert await evening.matches.can_take_back(seen, path) == can_take_back(seen, path)
        await evening.answer(match, ADA, path)


@pytest.mark.parametrize(
    ("quick", "solo", "company"),
    [(QuickConfirm.ALWAYS, True, True), (QuickConfirm.ALONE, True, False), (QuickConfirm.NEVER, False, False)],
)
async def test_where_a_person_wants_no_confirm(
    evening: Evening, quick: QuickConfirm, solo: bool, company: bool
) -> None:
    await wants(evening, quick, ADA)
    mine, ours = await evening.play(ADA, opponents=["easy"]), await evening.play(ADA, BO)
    assert (await evening.matches.see(mine, ADA)).own.quick == solo
    assert (await evening.matches.see(ours, ADA)).own.quick == company
    assert not (await evening.matches.see(ours, BO)).own.quick, "nobody has to say so in company"


# --- in company


async def in_company(evening: Evening) -> tuple[Match, int, Seen]:
    """Ada and Bo with a computer, which answers next after a free answer of the one returned."""
    await wants(evening, QuickConfirm.ALWAYS, ADA, BO)
    match = await evening.play(ADA, BO, opponents=["easy"])
    for user in (ADA, BO):
        await evening.answer(match, user)
    await evening.think(match)
    while True:
        user, seen = await evening.due(match)
        path = seen.game.fallback(seen.view)
        if can_take_back(seen, path, waits=True) and not can_take_back(seen, path):
            return match, user, seen
        await evening.answer(match, user)
        await evening.think(match)


async def test_the_house_waits_in_company_so_that_an_answer_without_confirm_can_be_taken_back(evening: Evening) -> None:
    match, user, seen = await in_company(evening)
    assert await evening.matches.can_take_back(seen, seen.game.fallback(seen.view))
    before = await evening.body(match)
    _, rows = await answered(evening, match, user)
    assert all(row.by == seen.seat for row in rows), "the computer hasn't answered yet"
    [owed] = await evening.owed(match)
    assert (owed.kind, owed.due) == ("computer", evening.now() + UNDO_WAIT)
    evening.now.later(UNDO_WAIT - 1)
    await evening.owe()
    undone = await evening.matches.undo(match, user, None, evening.press())
    assert await evening.body(match) == before
    assert undone.fingerprint == seen.fingerprint
    assert await evening.owed(match) == [], "what the computer would have answered is forgotten"


async def test_after_that_the_computer_answers_and_undo_is_closed(evening: Evening) -> None:
    match, user, seen = await in_company(evening)
    await answered(evening, match, user)
    evening.now.later(UNDO_WAIT)
    await evening.owe()
    rows = [row for row in await evening.log(match) if row.seq > seen.match.seq]
    assert rows[-1].how == "computer"
    assert not await evening.matches.can_undo(await evening.matches.see(match, user))


async def test_after_an_answer_with_confirm_nobody_waits(evening: Evening) -> None:
    match, user, seen = await in_company(evening)
    await evening.answer(match, user)
    rows = [row for row in await evening.log(match) if row.seq > seen.match.seq]
    assert "computer" in [row.how for row in rows]


# --- sealed


async def test_a_sealed_answer_makes_nobody_wait_longer(evening: Evening) -> None:
    await wants(evening, QuickConfirm.ALWAYS, ADA, BO)
    match = await evening.play(ADA, BO, opponents=["easy"])
    [before] = await evening.owed(match)
    assert before.due <= NOON + 4
    assert can_change(await evening.matches.see(match, ADA)), "Bo hasn't answered"
    await answered(evening, match, ADA)
    [after] = await evening.owed(match)
    assert after.due < evening.now() + UNDO_WAIT
    assert not can_change(await evening.matches.see(match, BO)), "only a computer is left, and that is quick"


async def test_a_sealed_answer_that_opens_all_makes_nobody_wait_either(evening: Evening) -> None:
    await wants(evening, QuickConfirm.ALWAYS, ADA, BO)
    match = await evening.play(ADA, BO, opponents=["easy"])
    await evening.think(match)
    await answered(evening, match, ADA)
    await answered(evening, match, BO)
    assert all(owed.due <= evening.now() for owed in await evening.owed(match))


def test_what_a_computer_has_sealed_closes_undo_whatever_it_is() -> None:
    game, state = Legstrong(), leg(FLAT, "0.leader@40", peloton=20)
    view = game.view(state, 0)
    assert view.stage == "ride"
    path = game.fallback(view)
    ridden = row(by=0, path=path, draws=[], events=game.apply(state, Move(0, path), NoDice()))
    assert was_free(game, view, [ridden])
    assert game.view(state, None).sealed, "now all say whether they attack"
    path = game.fallback(game.view(state, 1))
    events = game.apply(state, Move(1, path), NoDice())
    sealed = row(by=1, path=path, how="computer", draws=[], events=events)
    assert not was_free(game, view, [ridden, sealed])

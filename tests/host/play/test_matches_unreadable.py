"""Matches that can't be read: a game that this version doesn't know, a save that is broken; the others go on."""

from collections.abc import Awaitable
from typing import Any

import pytest
from sqlalchemy import update

from db.sql.codec import encode
from db.sql.tables import matches, snapshots
from host.outbox.outbox import BACKOFF
from tests.host.evening import ADA, BO, CY, Evening, refused


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


async def forget_game(evening: Evening, match: int) -> None:
    """The match's game is one that this version doesn't know."""
    await evening.write(update(matches).where(matches.c.id == match).values(game="tandem"))


async def break_save(evening: Evening, match: int) -> None:
    """The match's saves are damaged, and the host has forgotten them."""
    evening.house._match_log.kept.clear()
    await evening.write(update(snapshots).where(snapshots.c.match == match).values(body=b"damaged"))


def steps(evening: Evening, match: int) -> list[Awaitable[object]]:
    """All that a person could do in a match."""
    return [evening.matches.see(match, ADA), *evening.presses(match, ADA)]


async def test_a_match_of_an_unknown_game_is_refused_and_kept(evening: Evening, reports: list[Any]) -> None:
    match = await evening.play(ADA, BO)
    await forget_game(evening, match)
    before = await evening.rows()
    for step in steps(evening, match):
        with refused("house.game"):
            await step
    assert await evening.rows() == before
    assert [(m.id, m.game) for m in await evening.matches.mine(ADA)] == [(match, "tandem")]
    assert reports == []


async def test_a_lobby_of_an_unknown_game_is_refused_too(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=3)
    await forget_game(evening, match.id)
    before = await evening.rows()
    for step in (evening.lobby.join, evening.lobby.leave, evening.lobby.start, evening.lobby.cancel):
        with refused("house.game"):
            await step(match.id, evening.person(ADA if step != evening.lobby.join else CY))
    with refused("house.game"):
        await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    assert await evening.rows() == before


async def test_a_broken_save_is_refused_reported_and_left_as_it_is(evening: Evening, reports: list[Any]) -> None:
    match = await evening.play(ADA, BO)
    await break_save(evening, match)
    before = await evening.rows()
    todo = steps(evening, match)
    for step in todo:
        with refused("house.save", match=match):
            await step
    assert await evening.rows() == before
    seq = (await evening.header(match)).seq
    logged = [(report["log_level"], report["event"], report["match"], report["seq"]) for report in reports]
    assert logged == [("error", "save can't be read", match, seq)] * len(todo)


async def test_where_a_state_has_changed_the_log_names_the_field_and_the_player_what_to_do(
    evening: Evening, reports: list[Any]
) -> None:
    match = await evening.play(ADA, BO)
    state = {"table": {"seats": 2, "options": {}, "rules": 1}, "secret": "card.07"}
    evening.house._match_log.kept.clear()
    body = encode(evening.house.games["pistard"].spec, state)
    await evening.write(update(snapshots).where(snapshots.c.match == match).values(body=body))
    with refused("house.save.changed", match=match):
        await evening.answer(match, ADA, ("1",))
    assert [(report["event"], report["field"]) for report in reports] == [
        ("State has changed: raise `schema` or begin a new match", "`stage`")
    ]
    assert "card.07" not in str(reports)


@pytest.mark.parametrize("spoil", [forget_game, break_save])
async def test_what_cannot_be_read_does_not_stand_in_the_way_of_other_matches(
    evening: Evening, spoil: Any, reports: list[Any]
) -> None:
    good = await evening.play(ADA, opponents=["easy"])
    bad = await evening.play(ADA, opponents=["easy"])
    await spoil(evening, bad)
    assert [seen.match.id for seen in await evening.matches.asked(ADA)] == [good]
    evening.now.later(10)
    await evening.owe()
    assert [(await evening.log(match))[-1].how for match in (bad, good)] == ["house", "computer"]
    messages = await evening.deliver()
    found = {message.match.id for message in messages if message.post.kind != "lobby"}  # which tells nothing of it
    assert found == {good}
    assert {report["event"] for report in reports} >= {"deadline failed", "post failed"}
    assert {report["match"] for report in reports} == {bad}


async def test_a_save_that_is_restored_is_played_on(evening: Evening, reports: list[Any]) -> None:
    match = await evening.play(ADA, BO)
    body = await evening.body(match)
    await break_save(evening, match)
    assert [message.post.kind for message in await evening.deliver()] == ["lobby"]
    await evening.write(update(snapshots).where(snapshots.c.match == match).values(body=body))
    evening.house._match_log.kept.clear()
    evening.now.later(BACKOFF[0])
    assert {message.post.kind for message in await evening.deliver()} == {"board", "turn"}
    assert (await evening.answer(match, ADA)).seat == 0

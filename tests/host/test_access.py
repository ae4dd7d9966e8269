"""Borders: players know of their match everywhere, others only where they see its channel."""

from typing import Any

import pytest

from db.sql.reader import Reader
from engines.table import Refused
from host.access import Asker
from tests.host.evening import ADA, BO, CY, DEE, PLACE, Evening, refused

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]

HERE, ELSEWHERE = 7, 8  # servers; the first is where matches are opened
EVE = 105


def at(user: int, guild: int | None, *sees: int) -> Asker:
    return Asker(user, guild, lambda channel: channel in sees)


async def knows(evening: Evening, match: int, asker: Asker) -> bool:
    """Whether that person may know of the match; if not, they read that there is none."""
    try:
        await evening.house.borders.check(match, asker)
    except Refused as illegal:
        assert (illegal.reason, illegal.about) == ("house.unknown", {})
        return False
    return True


async def test_a_player_knows_of_the_match_everywhere(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    for user in (ADA, BO):
        for guild in (HERE, ELSEWHERE, None):
            assert await knows(evening, match, at(user, guild))


@pytest.mark.parametrize("phase", ["lobby", "starting", "running", "over", "cancelled"])
async def test_others_know_of_it_in_its_server_if_they_see_its_channel(evening: Evening, phase: str) -> None:
    match = (await evening.open(ADA, BO)).id
    if phase == "cancelled":
        await evening.lobby.cancel(match, evening.person(ADA))
    elif phase != "lobby":
        await evening.lobby.start(match, evening.person(ADA))
    if phase in ("running", "over"):
        await evening.open_thread(match)
    if phase == "over":
        await evening.seats.resign(match, ADA, evening.press())
    assert (await evening.header(match)).phase == phase
    assert await knows(evening, match, at(CY, HERE, PLACE.channel))
    assert not await knows(evening, match, at(CY, HERE, 78))
    assert not await knows(evening, match, at(CY, ELSEWHERE, PLACE.channel))
    assert not await knows(evening, match, at(CY, None, PLACE.channel))
    assert not await knows(evening, 99, at(CY, HERE, PLACE.channel))


async def test_a_person_who_left_the_table_was_a_player_and_one_who_left_the_lobby_was_none(evening: Evening) -> None:
    lobby = await evening.open(ADA, BO, CY, DEE, game="rope", places=4)
    await evening.lobby.leave(lobby.id, evening.person(DEE))
    match = await evening.start(lobby.id, ADA)
    await evening.seats.resign(match, ADA, evening.press())
    await evening.seats.take_over(match, 0, EVE, "Eve", evening.press())
    assert all(row.user != ADA for row in (await evening.header(match)).seats)
    assert await knows(evening, match, at(ADA, ELSEWHERE))
    assert await knows(evening, match, at(EVE, None))
    assert not await knows(evening, match, at(DEE, ELSEWHERE))


async def test_a_person_who_had_themselves_forgotten_is_a_stranger(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.house.privacy.forget(ADA)
    assert not await knows(evening, match, at(ADA, ELSEWHERE))


async def test_a_match_of_no_server_is_its_players_alone(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.host.evening.PLACE", type(PLACE)(None, PLACE.channel))
    match = await evening.play(ADA, BO)
    assert await knows(evening, match, at(ADA, None))
    assert not await knows(evening, match, at(CY, None, PLACE.channel))


async def test_a_newcomer_must_see_the_channel_even_if_they_played_before(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, game="rope")
    await evening.seats.resign(match, ADA, evening.press())
    borders = evening.house.borders
    await borders.check_near(match, at(ADA, HERE, PLACE.channel))
    await borders.check_near(match, at(DEE, HERE, PLACE.channel))
    with refused("seat.elsewhere", channel=PLACE.channel):
        await borders.check_near(match, at(ADA, None))
    for asker in (at(DEE, None), at(DEE, HERE), at(DEE, ELSEWHERE, PLACE.channel)):
        with refused("house.unknown"):
            await borders.check_near(match, asker)


async def test_strangers_cause_the_same_questions_to_the_database_as_a_number_of_no_match(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await evening.play(ADA, BO)
    asked: list[str] = []
    answer = Reader._answer

    async def counted(reader: Reader, query: Any, *how: Any) -> Any:
        asked.append(str(query))
        return await answer(reader, query, *how)

    monkeypatch.setattr(Reader, "_answer", counted)
    statements: list[list[str]] = []
    for number, asker in ((99, at(CY, HERE)), (match, at(CY, HERE)), (match, at(CY, None)), (match, at(CY, ELSEWHERE))):
        asked.clear()
        assert not await knows(evening, number, asker)
        statements.append(list(asked))
    assert statements[0]
    assert all(statement == statements[0] for statement in statements)

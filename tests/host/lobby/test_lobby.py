"""Lobbies: opening, joining, leaving, and the start."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest

from engines.table import Dice, Event, IllegalMove, Refused, Table
from host.access import Borders
from host.delivery import Unsent
from host.lobby.lobby import Lobby, MatchRequest
from host.play.autoplay import AutoPlayer
from host.play.match_log import TRIES, MatchLog
from host.play.matches import Doubled, Matches, Stale
from host.time.heartbeat import Heartbeat
from model.kinds import How, RowKind
from model.match import LogRow, Match, Step
from tests.engines.tiny import State, Tiny
from tests.host.evening import ADA, BO, CY, DEE, NOON, PLACE, Evening, refused

pytestmark = pytest.mark.quick


def names(match: Match) -> list[str]:
    return [row.name for row in match.seats]


# --- opening


async def test_ada_opens_a_match_and_sits_down_first(evening: Evening) -> None:
    match = await evening.open(ADA, target="6")
    assert (match.phase, match.host, match.places, names(match)) == ("lobby", ADA, 4, ["Ada"])
    assert match.options == {"track": "sprint", "race": "points", "target": "6", "dice": "surplus"}
    assert (match.guild, match.channel, match.thread) == (PLACE.guild, PLACE.channel, None)
    assert (match.opened, match.changed) == (NOON, NOON)
    assert await evening.matches.match(match.id) == match
    assert [(row.kind, row.user, row.events[0].data) for row in await evening.log(match.id)] == [
        ("open", ADA, {"name": "Ada"})
    ]


async def test_every_match_has_luck_of_its_own_that_stays_in_the_house(evening: Evening) -> None:
    first, second = await evening.open(ADA), await evening.open(ADA)
    assert (first.key, second.key) == (b"", b"")
    keys = [(await evening.header(match.id)).key for match in (first, second)]
    assert [len(key) for key in keys] == [32, 32]
    assert keys[0] != keys[1]


@pytest.mark.parametrize(
    ("options", "reason", "about"),
    [
        ({"target": "31"}, "table.value", {"option": "target", "least": 3, "most": 30}),
        ({"target": "many"}, "table.value", {"option": "target", "least": 3, "most": 30}),
        ({"race": "marathon"}, "table.value", {"option": "race", "choices": "points, lap, half-lap"}),
        ({"weather": "rain"}, "table.option", {"option": "weather"}),
    ],
)
async def test_options_out_of_range_are_refused_when_opening(
    evening: Evening, options: dict[str, Any], reason: str, about: dict[str, str | int]
) -> None:
    with refused(reason, **about):
        await evening.open(ADA, **options)
    assert await evening.matches.mine(ADA) == []


async def test_a_long_text_is_refused_when_opening(evening: Evening) -> None:
    with refused("table.text", option="name", most=40):
        await evening.open(ADA, game="tiny", name="x" * 41)


@pytest.mark.parametrize("places", [0, 1, 5])
async def test_a_table_has_as_many_places_as_the_game_knows(evening: Evening, places: int) -> None:
    with refused("table.seats", least=2, most=4):
        await evening.open(ADA, places=places)


async def test_a_doubled_press_opens_one_match(evening: Evening) -> None:
    ada = evening.person(ADA)
    match = await evening.lobby.open(MatchRequest("pistard", {}), PLACE, ada)
    with pytest.raises(Doubled) as doubled:
        await evening.lobby.open(MatchRequest("pistard", {}), PLACE, ada)
    assert doubled.value.match == match.id
    assert await evening.matches.mine(ADA) == [match]


# --- sitting down


async def test_bo_joins_and_sees_it_in_the_list_of_matches(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    assert names(match) == ["Ada", "Bo"]
    assert match.key == b""
    assert await evening.matches.mine(BO) == [match]
    assert [row.kind for row in await evening.log(match.id)] == ["open", "join"]


async def test_nobody_joins_twice(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    for user in (ADA, BO):
        with refused("lobby.joined"):
            await evening.lobby.join(match.id, evening.person(user))
    assert names(await evening.header(match.id)) == ["Ada", "Bo"]


async def test_a_full_table_takes_nobody(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    with refused("lobby.full"):
        await evening.lobby.join(match.id, evening.person(CY))
    with refused("lobby.full"):
        await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))


async def test_of_three_who_race_for_the_last_place_one_sits(evening: Evening, neighbour: Evening) -> None:
    match = await evening.open(ADA, places=2)
    racing = [
        house.lobby.join(match.id, house.person(user))
        for house, user in ((evening, BO), (neighbour, CY), (evening, DEE))
    ]
    ends = await asyncio.gather(*racing, return_exceptions=True)
    assert sum(isinstance(end, Match) for end in ends) == 1
    assert [end.reason for end in ends if isinstance(end, Refused)] == ["lobby.full"] * 2
    assert len((await evening.header(match.id)).seats) == 2


async def test_all_who_join_in_the_same_moment_are_seated(evening: Evening, neighbour: Evening) -> None:
    match = await evening.open(ADA)
    racing = [
        house.lobby.join(match.id, house.person(user))
        for house, user in ((evening, BO), (neighbour, CY), (evening, DEE))
    ]
    await asyncio.gather(*racing)
    assert sorted(names(await evening.header(match.id))) == ["Ada", "Bo", "Cy", "Dee"]


async def test_a_person_who_is_overtaken_again_and_again_is_told_in_the_end(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, tries = await evening.open(ADA), []

    async def overtaken(step: Step) -> Match:
        tries.append(step)
        raise Stale

    monkeypatch.setattr(evening.store, "commit", overtaken)
    with pytest.raises(Stale):
        await evening.lobby.join(match.id, evening.person(BO))
    assert len(tries) == TRIES


async def test_a_join_that_is_delivered_twice_at_once_counts_once(evening: Evening, neighbour: Evening) -> None:
    match, bo = await evening.open(ADA), evening.person(BO)
    ends = await asyncio.gather(
        evening.lobby.join(match.id, bo), neighbour.lobby.join(match.id, bo), return_exceptions=True
    )
    assert sum(isinstance(end, Match) for end in ends) == 1
    assert names(await evening.header(match.id)) == ["Ada", "Bo"]


async def test_anybody_at_the_table_adds_an_opponent(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    match = await evening.lobby.add_opponent(match.id, "easy", evening.person(BO))
    assert [(row.user, row.opponent) for row in match.seats] == [(ADA, None), (BO, None), (None, "easy")]
    with refused("lobby.not.seated"):
        await evening.lobby.add_opponent(match.id, "easy", evening.person(CY))
    with refused("lobby.opponent"):
        await evening.lobby.add_opponent(match.id, "grandmaster", evening.person(ADA))


class Choosy(Tiny):
    """A game that two or four can play, and of several legs four alone."""

    def setup(self, table: Table, dice: Dice) -> tuple[State, list[Event]]:
        legs = table.options.get("legs", "2")
        if table.seats == 3 or (table.seats == 2 and legs != "1"):
            raise IllegalMove("tiny.crowd", {"n": table.seats})
        return super().setup(table, dice)


def choosy(evening: Evening) -> Lobby:
    """A lobby for that game."""
    match_log = MatchLog(
        evening.store,
        {"tiny": Choosy()},
        Heartbeat(evening.store, evening.now),
        now=evening.now,
        wake=lambda: None,
        cup_ended=lambda: None,
        watch=lambda _: None,
        rng=random.Random(1),
    )
    matches = Matches(match_log, AutoPlayer(match_log), Borders(evening.store))
    return Lobby(evening.store, matches, now=evening.now, luck=bytes, wake=lambda: None)


async def test_a_match_starts_only_with_a_number_that_can_play(evening: Evening) -> None:
    lobby = choosy(evening)
    match = await lobby.open(MatchRequest("tiny", {"legs": "1"}), PLACE, evening.person(ADA))
    assert (match.places, lobby.players(match)) == (4, (2, 4))
    with refused("lobby.alone", n=2):
        await lobby.start(match.id, evening.person(ADA))
    for user in (BO, CY):
        match = await lobby.join(match.id, evening.person(user))
    with refused("table.players", places=3, players="2, 4"):
        await lobby.start(match.id, evening.person(ADA))
    await lobby.add_opponent(match.id, "easy", evening.person(ADA))
    assert (await lobby.start(match.id, evening.person(BO))).phase == "starting"


async def test_a_table_has_as_many_places_as_can_play(evening: Evening) -> None:
    lobby = choosy(evening)
    match = await lobby.open(MatchRequest("tiny", {"legs": "2"}), PLACE, evening.person(ADA))
    assert (match.places, lobby.players(match)) == (4, (4,))
    await lobby.join(match.id, evening.person(BO))
    with refused("lobby.alone", n=4):
        await lobby.start(match.id, evening.person(ADA))
    with refused("table.players", places=2, players="4"):
        await lobby.open(MatchRequest("tiny", {"legs": "2"}, places=2), PLACE, evening.person(ADA))


async def test_an_old_lobby_that_cannot_be_played_takes_nobody_and_can_be_left(evening: Evening) -> None:
    lobby = choosy(evening)
    match = await lobby.open(MatchRequest("tiny", {"legs": "1"}), PLACE, evening.person(ADA))
    header = await evening.header(match.id)
    row = LogRow(match.id, 2, RowKind.OPEN, None, (), How.PLAYER, [], [], None, ADA, NOON)
    await evening.store.commit(Step(replace(header, options=header.options | {"legs": "2"}, places=3), row))
    for user in (BO, CY):
        await lobby.join(match.id, evening.person(user))
    with refused("table.players", places=3, players="4"):
        await lobby.start(match.id, evening.person(ADA))
    assert (await lobby.leave(match.id, evening.person(ADA))).host == BO


# --- getting up


async def test_a_player_who_leaves_frees_their_seat_for_the_next(evening: Evening) -> None:
    match = await evening.open(ADA, BO, CY)
    match = await evening.lobby.leave(match.id, evening.person(BO))
    assert [(row.seat, row.name) for row in match.seats] == [(0, "Ada"), (1, "Cy")]
    assert (match.host, await evening.matches.mine(BO)) == (ADA, [])
    match = await evening.lobby.join(match.id, evening.person(BO))
    assert [(row.seat, row.name) for row in match.seats] == [(0, "Ada"), (1, "Cy"), (2, "Bo")]


async def test_a_leaving_host_hands_over_to_the_next_person(evening: Evening) -> None:
    match = await evening.open(ADA)
    await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    await evening.lobby.join(match.id, evening.person(BO))
    match = await evening.lobby.leave(match.id, evening.person(ADA))
    assert (match.host, names(match), match.phase) == (BO, ["easy", "Bo"], "lobby")


async def test_when_the_last_person_leaves_the_match_is_called_off(evening: Evening) -> None:
    match = await evening.open(ADA)
    await evening.lobby.add_opponent(match.id, "easy", evening.person(ADA))
    match = await evening.lobby.leave(match.id, evening.person(ADA))
    assert match.phase == "cancelled"
    with refused("lobby.cancelled"):
        await evening.lobby.join(match.id, evening.person(BO))


async def test_a_stranger_cannot_leave(evening: Evening) -> None:
    match = await evening.open(ADA)
    with refused("lobby.not.seated"):
        await evening.lobby.leave(match.id, evening.person(BO))


async def test_the_host_alone_calls_a_match_off(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    with refused("lobby.not.host", host=ADA):
        await evening.lobby.cancel(match.id, evening.person(BO))
    match = await evening.lobby.cancel(match.id, evening.person(ADA))
    assert (match.phase, names(match)) == ("cancelled", ["Ada", "Bo"])
    with refused("lobby.cancelled"):
        await evening.lobby.start(match.id, evening.person(ADA))
    with refused("house.finished"):
        await evening.matches.see(match.id, ADA)


# --- the start


async def test_the_host_starts_with_those_who_are_there(evening: Evening) -> None:
    match = await evening.open(ADA, BO)
    match = await evening.lobby.start(match.id, evening.person(ADA))
    assert (match.phase, match.key) == ("starting", b"")
    await evening.open_thread(match.id)
    seen = await evening.matches.see(match.id, BO)
    assert (seen.seat, seen.view.stage, seen.view.waiting) == (1, "start", (0, 1))
    assert (seen.match.phase, seen.match.seats) == ("running", (await evening.header(match.id)).seats)
    assert [row.kind for row in await evening.log(match.id)] == ["open", "join", "start", "deal"]


async def test_others_wait_for_the_host_until_the_table_is_full(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=3)
    with refused("lobby.not.host", host=ADA):
        await evening.lobby.start(match.id, evening.person(BO))
    await evening.lobby.join(match.id, evening.person(CY))
    with refused("lobby.not.seated"):
        await evening.lobby.start(match.id, evening.person(DEE))
    assert (await evening.lobby.start(match.id, evening.person(BO))).phase == "starting"


async def test_nobody_starts_alone(evening: Evening) -> None:
    match = await evening.open(ADA)
    with refused("lobby.alone", n=2):
        await evening.lobby.start(match.id, evening.person(ADA))


async def test_what_has_started_is_no_lobby_any_more(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    log = await evening.log(match)
    for step in (evening.lobby.start, evening.lobby.join, evening.lobby.leave, evening.lobby.cancel):
        with refused("lobby.started"):
            await step(match, evening.person(ADA))
    assert await evening.log(match) == log


async def test_of_two_starts_at_once_one_counts(evening: Evening, neighbour: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    ends = await asyncio.gather(
        evening.lobby.start(match.id, evening.person(ADA)),
        neighbour.lobby.start(match.id, neighbour.person(BO)),
        return_exceptions=True,
    )
    assert sum(isinstance(end, Match) for end in ends) == 1
    assert [row.kind for row in await evening.log(match.id)] == ["open", "join", "start"]


async def test_a_match_that_nobody_opened_is_unknown(evening: Evening) -> None:
    for step in (evening.lobby.start, evening.lobby.join, evening.lobby.leave, evening.lobby.cancel):
        with refused("house.unknown"):
            await step(99, evening.person(ADA))


async def test_a_match_that_is_about_to_start_can_be_called_off_by_its_host_alone(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    await evening.lobby.start(match.id, evening.person(ADA))
    for step in (evening.lobby.start, evening.lobby.join, evening.lobby.leave):
        with refused("lobby.starting"):
            await step(match.id, evening.person(BO))
    with refused("lobby.not.host", host=ADA):
        await evening.lobby.cancel(match.id, evening.person(BO))
    evening.box.faults = [Unsent("no thread")]
    assert await evening.deliver() == []
    assert (await evening.lobby.cancel(match.id, evening.person(ADA))).phase == "cancelled"
    messages = await evening.deliver()
    assert {(message.post.kind, message.match.phase) for message in messages} == {("lobby", "cancelled")}
    await evening.matches.deal(match.id)
    assert [row.kind for row in await evening.log(match.id)] == ["open", "join", "start", "cancel"]

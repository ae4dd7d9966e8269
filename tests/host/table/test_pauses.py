"""A guild that puts the bot out: its matches rest as they are and go on when it is back, over restarts too."""

import asyncio
import random
from typing import Any

import pytest

from host.lobby.lobby import ChannelRef, MatchRequest
from model.kinds import PlayOn, VoteKind
from model.match import Match
from opponents.random import play_random
from tests.host.evening import ADA, BO, CY, PLACE, Evening, addressed, refused, view_of

pytestmark = pytest.mark.usefixtures("db_url")

GUILD, NEIGHBOURS = 7, 8


async def play_next_door(evening: Evening) -> int:
    """A running match with a computer in the neighbours' guild."""
    match = await evening.lobby.open(MatchRequest("pistard", {}, 2), ChannelRef(NEIGHBOURS, 88), evening.person(CY))
    await evening.lobby.add_opponent(match.id, "easy", evening.person(CY))
    return await evening.start(match.id, CY)


async def computers(evening: Evening, match: int) -> int:
    """How often computers have answered."""
    return sum(row.how == "computer" for row in await evening.log(match))


async def test_while_the_bot_is_out_nothing_is_owed_sent_or_played(evening: Evening) -> None:
    assert PLACE.guild == GUILD
    match = await evening.play(ADA, opponents=["easy"])
    await evening.pauses.guild_gone(GUILD)
    async with evening.unchanged():
        evening.now.later(100_000)
        assert await evening.owe() is None
        assert await evening.deliver() == []
        assert await evening.outbox.work() is None
        seen = await evening.matches.see(match, ADA)
        path = seen.game.fallback(seen.view)
        for doing in (
            evening.matches.play(match, ADA, path, seen.fingerprint, evening.press()),
            evening.matches.undo(match, ADA, seen.fingerprint, evening.press()),
            evening.matches.play_for(match, ADA, PlayOn.TURN, seen.fingerprint, evening.press()),
            evening.seats.resign(match, ADA, evening.press()),
            evening.ask(match, ADA, VoteKind.RESUME),
        ):
            with refused("house.paused.gone"):
                await doing


async def test_a_match_that_rests_waits_for_nobody_but_is_still_there(evening: Evening) -> None:
    match = await evening.play(ADA, BO)
    await evening.pauses.guild_gone(GUILD)
    assert await evening.matches.asked(ADA) == []
    [mine] = await evening.matches.mine(ADA)
    assert (mine.id, mine.phase, mine.paused) == (match, "running", "gone")
    assert (await evening.matches.see(match, ADA)).view.waiting == (0, 1)


async def test_when_the_bot_is_back_all_goes_on_where_it_was(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    seen = await evening.matches.see(match, ADA)
    await evening.pauses.guild_gone(GUILD)
    evening.now.later(100_000)
    await evening.pauses.guild_back(GUILD)
    assert (await evening.matches.see(match, ADA)).fingerprint == seen.fingerprint
    assert [m.match.id for m in await evening.matches.asked(ADA)] == [match]
    await evening.think(match)
    assert await computers(evening, match) == 1
    assert {kind for kind, _ in addressed(await evening.deliver())} == {"lobby", "board", "turn"}
    assert view_of(await evening.play_on(match, random.Random(1), until=lambda seen: view_of(seen).turn > 2)).turn > 2


async def test_a_guild_that_was_never_out_has_nothing_to_go_on_with(evening: Evening) -> None:
    await evening.play(ADA, BO)
    async with evening.unchanged():
        await evening.pauses.guild_back(GUILD)


async def test_one_guild_rests_while_the_other_plays(evening: Evening) -> None:
    resting, playing = await evening.play(ADA, opponents=["easy"]), await play_next_door(evening)
    await evening.pauses.guild_gone(GUILD)
    evening.now.later(10)
    assert await evening.owe() is None
    assert [await computers(evening, match) for match in (resting, playing)] == [0, 1]
    assert {message.match.id for message in await evening.deliver()} == {playing}
    await evening.pauses.guild_back(NEIGHBOURS)
    assert (await evening.header(resting)).paused == "gone"
    await evening.pauses.guild_gone(NEIGHBOURS)
    await evening.pauses.guild_back(GUILD)
    assert [(await evening.header(match)).paused for match in (resting, playing)] == [None, "gone"]
    with refused("house.paused.gone"):
        await evening.answer(playing, CY)
    await evening.answer(resting, ADA)


async def test_a_restart_does_not_wake_what_rests(evening: Evening) -> None:
    match = await evening.play(ADA, opponents=["easy"])
    await evening.pauses.guild_gone(GUILD)
    await evening.store.close()
    morning = await Evening.begin(evening.url, evening.now)
    evening.now.later(100_000)
    await morning.store.forget_leases(evening.now())
    assert await morning.owe() is None
    assert await morning.deliver() == []
    assert await computers(morning, match) == 0
    await morning.pauses.guild_back(GUILD)
    await morning.think(match)
    assert await computers(morning, match) == 1
    assert ("turn", ADA) in addressed(await morning.deliver())
    await morning.store.close()


async def test_a_match_that_starts_meanwhile_is_dealt_when_the_bot_is_back(evening: Evening) -> None:
    match = await evening.open(ADA, BO, places=2)
    await evening.lobby.start(match.id, evening.person(ADA))
    await evening.pauses.guild_gone(GUILD)
    assert await evening.deliver() == []
    assert (await evening.header(match.id)).phase == "starting"
    await evening.pauses.guild_back(GUILD)
    assert ("opening", None) in addressed(await evening.deliver())
    assert (await evening.header(match.id)).phase == "running"


async def test_an_answer_that_was_under_way_counts_and_the_match_rests_after_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, commit = await evening.play(ADA, BO), evening.store.commit
    await evening.deliver()
    going: list[asyncio.Task[None]] = []

    async def put_out(change: Any) -> Match:
        if not going:
            going.append(asyncio.create_task(evening.pauses.guild_gone(GUILD)))
            await asyncio.sleep(0)
        return await commit(change)

    with monkeypatch.context() as patch:
        patch.setattr(evening.store, "commit", put_out)
        await evening.answer(match, ADA)
        await going[0]
    header = await evening.header(match)
    assert (header.paused, [row.kind for row in await evening.log(match)][-2:]) == ("gone", ["move", "pause"])
    assert await evening.deliver() == []


async def test_while_a_match_rests_no_undo_is_offered(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    user, _ = await evening.due(match)
    rng = random.Random(1)
    while not await evening.matches.can_undo(seen := await evening.matches.see(match, user)):
        user, seen = await evening.due(match)
        await evening.answer(match, user, play_random(seen.game, seen.view, rng))
    await evening.pauses.guild_gone(GUILD)
    assert not await evening.matches.can_undo(await evening.matches.see(match, user))
    await evening.pauses.guild_back(GUILD)
    assert await evening.matches.can_undo(await evening.matches.see(match, user))

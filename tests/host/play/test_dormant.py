"""A month after its end a match is packed: it takes little room, and looks in every way as it did."""

import random
from dataclasses import replace
from typing import Any

import pytest

from engines import GAMES
from host.careers.recount import Recount
from host.play.dormant import AWAKE, LOOKS, PAUSE, Dormancy
from host.play.replay import Frame
from model.match import LogRow, Snapshot
from tests.host.evening import ADA, BO, CY, Evening

SHORT = {"track": "sprint", "race": "points", "target": "3"}
DORMANT = 15_000  # bytes that a match may take


@pytest.fixture
def dormancy(evening: Evening) -> Dormancy:
    return Dormancy(evening.store, evening.house.games, evening.now)


async def played(evening: Evening, game: str = "tiny", *users: int, **options: str) -> int:
    """A finished match whose end everyone has heard of."""
    match = await evening.play(*(users or (ADA, BO)), game=game, **options)
    await evening.play_on(match, random.Random(1))
    await evening.deliver()
    return match


async def looks(evening: Evening, match: int) -> dict[str, Any]:
    """How the match looks to all: its log, its film, its export, its end."""
    log = [replace(row, interaction_id=None) for row in await evening.log(match)]
    rows, saved = await evening.store.course(match, 1, len(log), 3)
    frames: dict[int | None, list[Frame]] = {}
    for user in (None, ADA, BO):
        steps = await evening.house.replays.steps(match, user)
        frames[user] = await evening.house.replays.frames(match, user, steps)
    seen = await evening.matches.see(match, ADA)
    return {
        "log": log,
        "snapshots": [await evening.store.snapshot(match, row.seq) for row in log],
        "course": ([row.seq for row in rows], saved),
        "changes": [await evening.store.changes(match, row.seq) for row in log],
        "frames": frames,
        "export": await evening.house.exports.export(match),
        "verdict": await evening.house.exports.verify(match),
        "ending": await evening.house.endings.of(seen),
        "history": [(row.seq, heard) for row, heard in await evening.matches.history(match, ADA, 3)],
    }


async def counted(evening: Evening, match: int) -> dict[str, int]:
    rows = await evening.rows()
    return {name: sum(row[0] == match for row in rows[name]) for name in ("log", "snapshots", "dormant")}


@pytest.mark.usefixtures("db_url")
async def test_a_month_after_its_end_a_match_is_packed_and_looks_as_it_did(
    evening: Evening, dormancy: Dormancy
) -> None:
    match = await played(evening, "pistard", ADA, BO, **SHORT)
    before, rows = await looks(evening, match), await counted(evening, match)
    assert rows["log"] > 20
    evening.now.later(AWAKE)
    assert await dormancy.work() == evening.now() + LOOKS
    assert await counted(evening, match) == rows
    evening.now.later(1)
    assert await dormancy.work() == evening.now() + PAUSE
    assert await counted(evening, match) == {"log": 0, "snapshots": 1, "dormant": 1}
    evening.house._match_log.kept.clear()
    evening.house.endings._kept.clear()
    assert await looks(evening, match) == before
    assert await dormancy.work() == evening.now() + LOOKS


@pytest.mark.usefixtures("slow_url")
@pytest.mark.parametrize("game", ["schlangennest", "superechelon", "legstrong"])
async def test_matches_of_every_game_are_packed_whole(
    evening: Evening, dormancy: Dormancy, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(evening.house.games, game, GAMES[game])  # pyright: ignore[reportArgumentType]
    match, left = await evening.play(ADA, BO, game=game), iter(range(20))
    await evening.play_on(match, random.Random(1), lambda _: next(left, None) is None)
    await evening.write("UPDATE matches SET phase = 'over'", "DELETE FROM outbox")
    log, header = await evening.log(match), await evening.header(match)
    saved = [await evening.store.snapshot(match, row.seq) for row in log]
    assert await dormancy.pack(match)
    assert await evening.log(match) == [replace(row, interaction_id=None) for row in log]
    assert [await evening.store.snapshot(match, row.seq) for row in log] == saved
    assert await evening.header(match) == header


@pytest.mark.usefixtures("slow_url", "rope")
async def test_what_was_taken_back_and_what_was_changed_in_silence_is_packed_too(
    evening: Evening, dormancy: Dormancy
) -> None:
    match = await evening.play(ADA, BO, CY, game="tiny")
    await evening.answer(match, ADA)
    await evening.answer(match, ADA)  # a sealed answer is changed
    await evening.play_on(match, random.Random(2))
    undone = await evening.play(ADA, BO, game="rope")
    moved = await evening.answer(undone, ADA, ("1",))
    await evening.matches.undo(undone, ADA, moved.fingerprint, evening.press())
    await evening.play_on(undone, random.Random(3))
    await evening.deliver()
    for over in (match, undone):
        before = await looks(evening, over)
        assert await dormancy.pack(over)
        evening.house.endings._kept.clear()
        assert await looks(evening, over) == before
    assert sum(row.how == "changed" for row in await evening.log(match)) == 1
    assert sum(row.kind == "undo" for row in await evening.log(undone)) == 1


@pytest.mark.usefixtures("db_url")
async def test_what_playing_again_does_not_bring_is_kept_as_it_was(evening: Evening, dormancy: Dormancy) -> None:
    """As if the rules had been others when the match was played."""
    match = await played(evening, "pistard", ADA, BO, **SHORT)
    log = await evening.log(match)
    middle, other = log[len(log) // 2].seq, await evening.store.snapshot(match, log[-3].seq)
    assert other is not None
    await evening.write("UPDATE snapshots SET body = :body WHERE seq = :seq", body=other.body, seq=middle)
    await evening.write("UPDATE log SET events = '[]' WHERE seq = :seq", seq=middle + 1)
    before = [replace(row, interaction_id=None) for row in await evening.log(match)]
    saved = [await evening.store.snapshot(match, row.seq) for row in before]
    assert await dormancy.pack(match)
    assert await evening.log(match) == before
    assert [await evening.store.snapshot(match, row.seq) for row in before] == saved


@pytest.mark.usefixtures("slow_url")
async def test_a_match_that_is_not_told_yet_or_runs_is_left_alone(evening: Evening, dormancy: Dormancy) -> None:
    running = await evening.ride(ADA, BO)
    untold = await evening.play(ADA, BO, game="tiny")
    await evening.play_on(untold, random.Random(1))
    evening.now.later(2 * AWAKE)
    assert await dormancy.work() == evening.now() + LOOKS
    assert (await counted(evening, running))["dormant"] == (await counted(evening, untold))["dormant"] == 0


@pytest.mark.usefixtures("slow_url")
async def test_a_match_that_this_version_cannot_read_stays_as_it_is(
    evening: Evening, dormancy: Dormancy, reports: list[Any]
) -> None:
    match = await played(evening)
    await evening.write(f"UPDATE matches SET game = 'tandem' WHERE id = {match}")
    rows = await evening.rows()
    evening.now.later(2 * AWAKE)
    assert await dormancy.work() == evening.now() + PAUSE
    assert await dormancy.work() == evening.now() + LOOKS
    assert await evening.rows() == rows
    assert [line["event"] for line in reports if line["log_level"] == "warning"] == [
        "a match that is over can't be packed"
    ]


@pytest.mark.usefixtures("slow_url")
async def test_careers_are_counted_again_from_packed_matches(evening: Evening, dormancy: Dormancy) -> None:
    match = await played(evening)
    assert await dormancy.pack(match)
    recount = Recount(evening.store, evening.house.games)
    assert (await recount.check()).wrong == ()
    rows = await evening.rows()
    assert (await recount.rebuild()).matches == 1
    assert await evening.rows() == rows


@pytest.mark.usefixtures("slow_url")
async def test_a_person_can_have_what_a_packed_match_holds_of_them(evening: Evening, dormancy: Dormancy) -> None:
    match = await played(evening)
    before = await evening.house.privacy.export_of(ADA)
    assert await dormancy.pack(match)
    after = await evening.house.privacy.export_of(ADA)
    for row in before["stored"]["log"]:
        row["press"] = None
    assert after == before


@pytest.mark.usefixtures("db_url")
async def test_who_is_forgotten_is_forgotten_in_packed_matches_too(evening: Evening, dormancy: Dormancy) -> None:
    match = await played(evening)
    assert await dormancy.pack(match)
    await evening.house.privacy.forget(ADA)
    rows: list[LogRow] = await evening.log(match)
    assert ADA not in {row.user for row in rows}
    assert "Ada" not in str(rows)
    evening.now.later(2 * AWAKE)
    await dormancy.work()
    assert await evening.log(match) == rows
    assert await evening.store.dormant.of(ADA) == []
    assert BO in {row.user for row in await evening.log(match)}
    assert isinstance(await evening.store.snapshot(match, 5), Snapshot)

"""Closed direct messages, missing permissions and faults: who hears what, and what is kept."""

import errno
import functools
import sqlite3
import time
from contextlib import closing
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from cogs.posts.permissions import NEEDED
from host.play.matches import Stale
from locales import catalogue
from tests.cogs.world import (
    AUTO,
    MORE,
    LogLines,
    Player,
    World,
    play_fallback,
    press_through,
    quick_match,
    quick_race,
    to_confirm,
)

SAY = catalogue("en")


async def test_a_missing_permission_is_named_before_a_match_opens(world: World, ann: Player) -> None:
    for missing in NEEDED:
        nook = world.nook(missing)
        refused = await ann.command("pistard new", at=nook)
        assert refused.whisper.startswith("I need more permissions here: ")
        assert SAY(f"permission.{missing}") in refused.whisper
        assert not nook.history()
    assert await world.house.matches.match(1) is None


async def test_all_missing_permissions_are_named_at_once(world: World) -> None:
    nook = world.nook("embed_links", "attach_files")
    refused = await world.person("Ann").command("pistard new", at=nook)
    assert refused.whisper == (
        "I need more permissions here: Embed Links and Attach Files. Please ask someone who manages the server."
    )


async def test_a_fault_gives_a_number_that_the_log_knows(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("the wheel came off")

    for way in ("see", "visit"):
        monkeypatch.setattr(world.house.matches, way, broken)
    presses = [(panel.panel, "1"), (world.board(), "Your move"), (world.board(), "History")]
    commands: list[dict[str, Any]] = [
        {"name": "play"},
        {"name": "move", "choice": "5"},
        {"name": "match board"},
        {"name": "match history"},
        {"name": "match export"},
    ]
    answers = [functools.partial(ann.press, *press) for press in presses]
    answers += [functools.partial(ann.command, command.pop("name"), match="1", **command) for command in commands]
    for answer in answers:
        answered = await answer()
        line = log_lines.pop()
        assert (line["event"], line["log_level"]) == ("interaction failed", "error")
        assert isinstance(line["exc_info"], ZeroDivisionError)
        assert line["interaction"] == answered.result._interaction.id
        assert answered.whisper == SAY("fault", reference=line["reference"])
        assert "wheel" not in answered.whisper


async def test_a_fault_in_one_place_leaves_the_others_alone(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    monkeypatch.setattr(world.house.lobby, "join", None)
    await ann.command("pistard new", players=4)
    answer = await ann.press(world.lobby(), "Join")
    assert log_lines.pop()["reference"] in answer.whisper
    assert "Back" in (await ann.press(panel, "1")).labels


@pytest.mark.parametrize("code", [10062, 10008])  # the interaction has expired; the panel was dismissed meanwhile
async def test_an_answer_that_comes_too_late_loses_nothing(world: World, log_lines: LogLines, code: int) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=404, code=code)
    assert (await ann.press(panel, "Confirm")).whispers == []
    assert log_lines.pop()["event"] == "answer came too late"
    assert await world.rows(1) == rows + 1
    assert "Green 1: to which square?" in (await ann.press(world.board(), "Your move")).text


async def test_a_player_who_was_slower_than_somebody_elsewhere_is_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)

    async def overtaken(*_: object) -> None:
        raise Stale("another process was faster")

    monkeypatch.setattr(world.house.seats, "resign", overtaken)
    answer = await ann.command("match resign", sure="yes")
    assert answer.whisper == "Someone was faster; please look again."


async def test_a_message_that_fails_is_tried_again_and_sent_once(world: World) -> None:
    ann, bob = await quick_match(world)
    await play_fallback(world, ann)
    world.env.inject_error("POST", f"/channels/{ann.member.user.dm_channel.id}/messages", status=500, times=2)
    await play_fallback(world, bob)
    for wait in (3, 6):  # seconds
        assert len(ann.dms()) == 1
        await world.later(wait)
    assert len(ann.dms()) == 2
    await world.later(3600)
    assert len(ann.dms()) == 2
    nonces = [str(body["nonce"]) for body in world.bodies() if "### It's your turn" in str(body.get("content"))]
    assert len(nonces) == 5
    assert len(set(nonces)) == 3, "a repeat carries the same nonce"


DAMAGE = [
    ("UPDATE snapshots SET body = X'00' WHERE match = 1", "Pistard", SAY("refusal.house.save", match=1)),
    ("UPDATE snapshots SET schema = 99 WHERE match = 1", "Pistard", SAY("refusal.house.save", match=1)),
    ("UPDATE matches SET game = 'chess' WHERE id = 1", "chess", SAY("refusal.house.game")),
]


@pytest.mark.parametrize(("damage", "name", "why"), DAMAGE, ids=["no save", "a save from the future", "no such game"])
async def test_a_match_that_cannot_be_read_hides_no_other(
    world: World, log_lines: LogLines, damage: str, name: str, why: str
) -> None:
    ann, bob = await quick_race(world)
    await ann.start_match(bob, preset="quick")
    boards = [thread.history()[1] for thread in world.races.threads]
    panel = await ann.press(boards[0], "Your move")
    with sqlite3.connect(world.file) as base:
        base.execute(damage)
    base.close()
    world.house._match_log.kept.clear()  # as after a restart: what is in use isn't read again

    assert (await ann.command("games")).text.splitlines() == [
        f"🟢 **Pistard #2** · <#{world.races.threads[1].id}> · **your move**, since <t:{int(world.now())}:R>",
        f"⚠️ **{name} #1** · {why}",
    ]
    assert [text for _, text in await ann.complete("play", "match", "")] == ["1", "2"]
    for answer in (
        await ann.press(boards[0], "Your move"),
        await ann.press(panel, "1"),
        await ann.command("play", match="1"),
        await ann.command("match board", match="1"),
    ):
        assert answer.whisper == why
    assert (await ann.command("play")).text.startswith("**Pistard #2**")
    assert (await ann.command("play", match="2")).text.startswith("**Pistard #2**")
    assert (await ann.press(boards[1], "Your move")).labels == [
        *(f"🎲{die}" for die in await world.options(2, ann)),
        MORE,
    ]
    unread = [line for line in log_lines if line["log_level"] == "error"]
    assert bool(unread) == (name == "Pistard"), "the owner is told of a broken save"
    for line in unread:
        assert (line["event"], line["match"]) == ("save can't be read", 1)
        log_lines.remove(line)


async def test_a_match_that_fails_is_listed_with_a_number_that_the_log_knows(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)

    async def broken(*_: object) -> None:
        raise ZeroDivisionError("the wheel came off")

    monkeypatch.setattr(world.house.matches, "see", broken)
    listed = await ann.command("games")
    line = log_lines.pop()
    assert (line["event"], line["interaction"]) == ("interaction failed", listed.result._interaction.id)
    assert listed.text == f"⚠️ **Pistard #1** · {SAY('games.broken', reference=line['reference'])}"


@pytest.mark.parametrize("fault", [aiohttp.ClientConnectionError("cut"), ConnectionResetError(104), TimeoutError()])
async def test_a_line_that_is_cut_while_a_press_is_answered_is_no_fault_of_ours(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    ann, _ = await quick_race(world)

    async def cut(*_: object) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(world.house.matches, "see", cut)
        answer = await ann.press(world.board(), "Your move")
    [line] = [line for line in log_lines if line["event"] == "connection lost"]
    assert line["log_level"] == "info"
    assert answer.whisper == SAY("fault", reference=line["reference"])


async def test_a_press_while_the_database_is_locked_is_answered_so_in_time(world: World, log_lines: LogLines) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))
    rows = await world.rows(1)
    with closing(sqlite3.connect(world.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.perf_counter()
        answer = await ann.press(panel, "Confirm")
        assert time.perf_counter() - began < 3.0, "Discord waits no longer"
    assert answer.whisper == SAY("fault.busy")
    assert log_lines.pop()["event"] == "interaction failed"
    assert await world.rows(1) == rows
    assert "Green 1: to which square?" in (await ann.press(panel, "Confirm")).text


def full() -> Exception:
    """What SQLite says where the disk is."""
    fault = sqlite3.OperationalError("database or disk is full")
    fault.sqlite_errorcode = sqlite3.SQLITE_FULL
    return OperationalError("INSERT", None, fault)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (full(), "fault.full"),
        (OSError(errno.ENOSPC, "no room"), "fault.full"),
        (OperationalError("SELECT", None, psycopg.OperationalError("no server")), "fault.away"),
    ],
)
async def test_a_press_while_nothing_can_be_saved_is_answered_with_why(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str
) -> None:
    ann, _ = await quick_race(world)
    monkeypatch.setattr(world.house.matches, "see", AsyncMock(side_effect=fault))
    assert (await ann.press(world.board(), "Your move")).whisper == SAY(told)
    assert log_lines.pop()["exc_info"] is fault


@pytest.mark.parametrize("button", ["Confirm", AUTO, "Undo"])
async def test_a_player_who_has_played_is_not_told_to_try_again(world: World, log_lines: LogLines, button: str) -> None:
    ann, _ = await quick_race(world)
    panel = await ann.press(world.board(), "Your move")
    if button == "Undo":
        panel = await press_through(panel)
    elif button == "Confirm":
        panel = await to_confirm(panel)
    else:
        panel = await ann.press(panel, MORE)
    rows = await world.rows(1)
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=500)
    answer = await ann.press(panel, button)
    assert answer.whisper == SAY("fault.saved", reference=log_lines.pop()["reference"])
    assert await world.rows(1) > rows


async def test_an_undo_that_is_typed_is_saved_too(world: World, log_lines: LogLines) -> None:
    ann, _ = await quick_race(world)
    assert "Undo" in (await press_through(await ann.press(world.board(), "Your move"))).labels
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=500)
    answer = await ann.command("match undo", match="1")
    assert answer.whisper == SAY("fault.saved", reference=log_lines.pop()["reference"])


async def test_a_player_who_came_too_late_is_not_told_that_anything_is_saved(
    world: World, log_lines: LogLines, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await quick_race(world)
    panel = await to_confirm(await ann.press(world.board(), "Your move"))

    async def overtaken(*_: object) -> None:
        raise Stale("another process was faster")

    monkeypatch.setattr(world.house.matches, "play", overtaken)
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=500)
    answer = await ann.press(panel, "Confirm")
    assert answer.whisper == SAY("fault", reference=log_lines.pop()["reference"])

"""The start in two steps: the thread hears commitment and entropy first, then the dice fall, once."""

from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from db.store import LEASE
from host.delivery import Unsent
from host.outbox.messages import Message
from host.outbox.outbox import BACKOFF
from host.play.fair_dice import commitment
from host.play.loaded_match import Origin
from host.play.matches import Stale
from model.kinds import How, RowKind
from model.match import Match, MessageRef, Step
from tests.engines.tiny import Tiny
from tests.host.evening import ADA, BO, CY, Evening, PowerCut, addressed, refused


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


async def send_first(evening: Evening) -> None:
    """Send the post that is due first, as the outbox does."""
    [post] = await evening.store.take_posts(evening.now(), 1, LEASE)
    await evening.outbox.send(post)


async def kinds(evening: Evening, match: int) -> list[str]:
    return [row.kind for row in await evening.log(match)]


async def starting(evening: Evening) -> int:
    """A match whose Start has been pressed; the thread doesn't know yet."""
    match = await evening.open(ADA, BO, game="tiny", places=2)
    await evening.deliver()
    return (await evening.lobby.start(match.id, evening.person(ADA))).id


# --- nothing is drawn before the opening is delivered


async def test_start_closes_the_lobby_and_draws_nothing(evening: Evening) -> None:
    match = await starting(evening)
    header, row = await evening.header(match), (await evening.log(match))[-1]
    assert (header.phase, row.kind, row.how, row.user, row.draws, row.events) == (
        "starting", "start", "player", ADA, [], [],
    )  # fmt: skip
    assert header.entropy
    assert await evening.store.snapshot(match) is None
    assert await evening.owed(match) == []
    evening.now.later(100_000)
    assert await evening.owe() is None
    assert await kinds(evening, match) == ["open", "join", "start"]


async def test_the_opening_tells_commitment_and_entropy_before_the_first_draw(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, deliver = await starting(evening), evening.box.deliver
    header = await evening.header(match)
    drawn: list[int] = []

    async def look(message: Message) -> MessageRef | None:
        drawn.append(sum(len(row.draws) for row in await evening.log(match)))
        return await deliver(message)

    monkeypatch.setattr(evening.box, "deliver", look)
    opening, *others = await evening.deliver()
    assert addressed([opening]) == [("opening", None)]
    assert (opening.seen, opening.news, opening.match.phase, opening.match.key) == (None, (), "starting", b"")
    assert (opening.proof.commitment, opening.proof.entropy) == (commitment(header.key), header.entropy)
    assert opening.proof.seed is None
    assert opening.lobby is not None
    assert drawn[0] == 0 < drawn[1]
    assert {kind for kind, _ in addressed(others)} == {"board", "lobby", "turn"}
    assert await kinds(evening, match) == ["open", "join", "start", "deal", "move"]


async def test_while_the_opening_cannot_be_sent_no_die_falls(evening: Evening) -> None:
    match = await starting(evening)
    for pause in BACKOFF[:3]:
        evening.box.faults = [Unsent()]
        assert await evening.deliver() == []
        assert await kinds(evening, match) == ["open", "join", "start"]
        evening.now.later(pause)
    await evening.deliver()
    assert (await evening.header(match)).phase == "running"


async def test_between_the_steps_there_is_nothing_to_see_or_to_play(evening: Evening) -> None:
    match = await starting(evening)
    before, matches = await evening.rows(), evening.matches
    looks = [matches.see(match, ADA), matches.see(match, None), evening.house.exports.export(match)]
    for step in (*looks, *evening.presses(match, ADA)):
        with refused("house.not.started"):
            await step
    assert await evening.rows() == before
    assert await matches.asked(ADA) == []
    assert [(m.id, m.phase) for m in await matches.mine(BO)] == [(match, "starting")]
    assert (await evening.house.exports.verify(match)).proof.seed is None


async def test_between_the_steps_the_lobby_is_closed(evening: Evening) -> None:
    match = await starting(evening)
    before = await evening.rows()
    for step in (evening.lobby.start, evening.lobby.join, evening.lobby.leave):
        with refused("lobby.starting"):
            await step(match, evening.person(CY))
    with refused("lobby.starting"):
        await evening.lobby.add_opponent(match, "easy", evening.person(ADA))
    assert await evening.rows() == before


# --- crashes


async def test_a_crash_between_delivery_and_deal_repeats_the_opening_under_its_nonce(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await starting(evening)
    monkeypatch.setattr(evening.matches, "deal", AsyncMock(side_effect=PowerCut))
    with pytest.raises(PowerCut):
        await send_first(evening)
    [first] = evening.box.take()
    assert await kinds(evening, match) == ["open", "join", "start"]
    assert await neighbour.deliver() == []
    evening.now.later(LEASE)
    again = (await neighbour.deliver())[0]
    assert (again.post.kind, again.post.nonce, again.proof) == ("opening", first.post.nonce, first.proof)
    assert again.place == MessageRef(first.match.channel, evening.box.sent)
    assert (await kinds(neighbour, match)).count("deal") == 1


async def test_after_a_crash_behind_the_deal_neither_opening_nor_deal_is_repeated(
    evening: Evening, neighbour: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await starting(evening)
    monkeypatch.setattr(evening.store, "settle", AsyncMock(spec=evening.store.settle, side_effect=PowerCut))
    with pytest.raises(PowerCut):
        await send_first(evening)
    assert addressed(evening.box.take()) == [("opening", None)]
    log = await evening.log(match)
    assert [row.kind for row in log].count(RowKind.DEAL) == 1
    evening.now.later(LEASE)
    messages = await neighbour.deliver()
    assert ("board", None) in addressed(messages)
    assert ("opening", None) not in addressed(messages)
    assert await neighbour.log(match) == log


async def test_a_deal_that_fails_is_reported_and_tried_again(
    evening: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await starting(evening)
    with monkeypatch.context() as patch:
        patch.setattr(Tiny, "setup", Mock(side_effect=ZeroDivisionError))
        await evening.deliver()
    [report] = reports
    assert (report["event"], report["kind"]) == ("post failed", "opening")
    assert await kinds(evening, match) == ["open", "join", "start"]
    evening.now.later(BACKOFF[0])
    await evening.deliver()
    assert (await kinds(evening, match)).count("deal") == 1


# --- two processes


async def test_a_process_that_deals_too_late_has_nothing_to_report(
    evening: Evening, neighbour: Evening, reports: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, commit = await starting(evening), evening.store.commit

    async def overtaken(step: Step) -> Match:
        if step.row.kind == "deal":
            await neighbour.matches.deal(match)
        return await commit(step)

    monkeypatch.setattr(evening.store, "commit", overtaken)
    assert addressed(await evening.deliver())[0] == ("opening", None)
    assert (await kinds(evening, match)).count("deal") == 1
    assert reports == []
    assert ("opening", None) not in addressed(await neighbour.deliver())


async def test_a_match_is_dealt_only_when_it_starts(evening: Evening) -> None:
    lobby = await evening.open(ADA)
    running = await evening.play(ADA, BO)
    before = await evening.rows()
    for match in (lobby.id, running, 99):
        await evening.matches.deal(match)
    assert await evening.rows() == before


async def test_a_process_that_is_overtaken_while_starting_tries_again(evening: Evening, neighbour: Evening) -> None:
    match = await evening.open(ADA, BO)
    old = await evening.header(match.id)
    await neighbour.lobby.join(match.id, neighbour.person(CY))
    with pytest.raises(Stale):
        await evening.matches.begin(old, Origin(How.PLAYER, ADA, evening.press()))
    await evening.start(match.id, ADA)
    assert len((await evening.header(match.id)).entropy.split(",")) == 3

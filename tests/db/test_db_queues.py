"""What is owed and what is to be sent: handed out to one taker, in order, and again if that one doesn't come back."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import update

from db.sql.tables import deadlines, outbox
from db.store import Store
from model.kinds import RETIRING, How, Owed, PostKind
from model.match import Deadline, Match, Outgoing, Post
from tests.db.sample import ADA, BO, LOBBY, NOON, owed, row, start, step

TURN, BOARD = Outgoing(PostKind.TURN, ADA, 0), Outgoing(PostKind.BOARD, None, None)


@pytest.fixture
async def running(store: Store) -> Match:
    return await store.commit(start(await store.create(LOBBY, row("open"))))


def kinds(given: list[Deadline] | list[Post]) -> list[str]:
    return [holiday.kind for holiday in given]


async def test_deadlines_come_when_they_are_due_earliest_first(store: Store, running: Match) -> None:
    await store.commit(step(running, owed("late", 300.0, 1), owed("computer", 100.0, 0), owed("forced", 200.0)))
    assert await store.next_due() == 100.0
    assert await store.due(99.0, 10) == []
    assert await store.due(200.0, 10) == [
        Deadline(running.id, 3, Owed.COMPUTER, 0, 100.0),
        Deadline(running.id, 3, Owed.FORCED, None, 200.0),
    ]
    assert await store.next_due() == 260.0  # when the lease of those two ends
    assert kinds(await store.due(400.0, 2)) == ["computer", "forced"]
    assert kinds(await store.due(400.0, 2)) == ["late"]


async def test_a_step_replaces_all_deadlines_of_its_match(store: Store, running: Match) -> None:
    other = await store.commit(start(await store.create(LOBBY, row("open")), owed("forced", 60.0)))
    second = await store.commit(step(running, owed("late", 100.0, 0), owed("late", 100.0, 1)))
    third = await store.commit(step(second, owed("late", 500.0, 1)))
    assert await store.deadlines(running.id) == [Deadline(third.id, third.seq, Owed.LATE, 1, 500.0)]
    assert await store.deadlines(other.id) == [Deadline(other.id, other.seq, Owed.FORCED, None, 60.0)]
    await store.commit(step(third))
    assert await store.deadlines(running.id) == []


async def test_a_silent_step_leaves_what_is_owed_and_since_when_the_match_rests(store: Store, running: Match) -> None:
    second = await store.commit(step(running, owed("computer", 100.0, 0), owed("late", 900.0, 1)))
    [taken] = await store.due(100.0, 10)
    how = row(how=How.CHANGED, at=NOON + 50)
    third = await store.commit(replace(step(second), row=how, silent=True))
    assert (third, await store.match(running.id)) == (replace(second, seq=second.seq + 1),) * 2
    assert await store.deadlines(running.id) == [
        Deadline(third.id, third.seq, Owed.COMPUTER, 0, 100.0),
        Deadline(third.id, third.seq, Owed.LATE, 1, 900.0),
    ]
    assert await store.due(100.0, 10) == [replace(taken, seq=third.seq)], "whoever had taken it finds it changed"
    assert [await store.changes(running.id, seq) for seq in range(1, 5)] == [0, 0, 0, 1]
    assert (await store.log(running.id))[-1] == replace(how, match=third.id, seq=third.seq)
    assert await store.take_posts(NOON * 2, 10) == []


async def test_nothing_is_owed_to_a_match_that_is_not_running(store: Store, running: Match) -> None:
    await store.commit(step(replace(running, phase="over"), owed("late", 100.0, 0)))
    assert await store.due(1000.0, 10) == []
    assert await store.next_due() is None


async def test_a_deadline_that_failed_rests(store: Store, running: Match) -> None:
    await store.commit(step(running, owed("forced", 100.0), owed("computer", 100.0, 1)))
    forced, computer = await store.due(100.0, 10)
    await store.postpone(forced, 500.0)
    await store.postpone(computer, 900.0)
    assert await store.next_due() == 500.0
    assert await store.due(499.0, 10) == []
    assert await store.due(500.0, 10) == [forced]


async def test_six_takers_in_two_processes_never_take_the_same_deadline(store: Store, neighbour: Store) -> None:
    for _ in range(10):
        match = await store.create(LOBBY, row("open"))
        await store.commit(start(match, *(owed("computer", 100.0 + seat, seat) for seat in range(20))))
    taken: list[Deadline] = []

    async def take(mine: Store) -> None:
        while some := await mine.due(200.0, 7, lease=99.0):
            assert [deadline.due for deadline in some] == sorted(deadline.due for deadline in some)
            taken.extend(some)

    await asyncio.gather(*(take((store, neighbour)[n % 2]) for n in range(6)))
    assert len(taken) == len(set(taken)) == 200
    assert await store.next_due() == 299.0


async def test_posts_are_handed_out_once_in_order(store: Store, running: Match) -> None:
    await store.commit(step(running, posts=(BOARD, TURN, Outgoing(PostKind.TURN, BO, 1))))
    assert await store.next_post() == NOON + 60
    assert await store.take_posts(NOON, 10) == []
    posts = await store.take_posts(NOON + 60, 10, lease=30.0)
    assert [(p.match, p.seq, p.kind, p.to, p.seat, p.tries) for p in posts] == [
        (running.id, 3, "board", None, None, 0),
        (running.id, 3, "turn", ADA, 0, 0),
        (running.id, 3, "turn", BO, 1, 0),
    ]
    assert await store.take_posts(NOON + 60, 10) == []
    assert await store.next_post() == NOON + 90
    for post in posts:
        await store.settle(post, post.seq)
    assert await store.next_post() is None
    assert await store.take_posts(NOON + 999, 10) == []


async def test_posts_say_when_the_first_of_those_that_were_put_off_falls_due(store: Store, running: Match) -> None:
    running = await store.commit(step(running, posts=(BOARD, TURN, Outgoing(PostKind.TURN, BO, 1))))
    board, to_ada, to_bo = await store.take_posts(NOON + 60, 10)
    assert (board.later, to_ada.later, to_bo.later) == (None, None, None), "the others are under way"
    await store.settle(board, board.seq)
    await store.put_off(to_ada.id, NOON + 300)
    await store.retry(to_bo.id, NOON + 90)
    await store.commit(step(running, posts=(BOARD,)))
    [board] = await store.take_posts(NOON + 60, 10)
    assert board.later == NOON + 90


async def test_the_lobby_s_message_waits_for_the_thread_and_not_for_what_stands_there(
    store: Store, running: Match
) -> None:
    lobby, opening = Outgoing(PostKind.LOBBY, None, None), Outgoing(PostKind.OPENING, None, None)
    running = await store.commit(step(running, posts=(lobby, opening)))
    running = await store.commit(step(running, posts=(BOARD, lobby)))
    await store.commit(step(running, posts=(Outgoing(PostKind.RESULT, None, None),)))
    waves: list[list[str]] = []
    while posts := await store.take_posts(NOON + 180, 10):
        waves.append([post.kind for post in posts])
        for post in posts:
            await store.settle(post, post.seq)
    assert waves == [["lobby"], [PostKind.OPENING], ["board", "lobby"], ["result"]]


async def test_a_post_whose_taker_died_is_handed_out_again_under_the_same_nonce(store: Store, running: Match) -> None:
    await store.commit(step(running, posts=(BOARD, TURN)))
    first = await store.take_posts(NOON + 60, 10, lease=30.0)
    assert await store.take_posts(NOON + 89, 10) == []
    again = await store.take_posts(NOON + 90, 10)
    assert again == [replace(post, tries=1) for post in first]  # they may have been sent before the sender died
    assert len({post.nonce for post in first}) == 2
    assert all(len(post.nonce) <= 25 for post in first)


async def test_a_nonce_is_not_used_again_when_the_outbox_was_empty(store: Store, running: Match) -> None:
    third = await store.commit(step(running, posts=(BOARD,)))
    [old] = await store.take_posts(NOON + 60, 10)
    await store.settle(old, old.seq)
    await store.commit(step(third, posts=(BOARD,)))
    [new] = await store.take_posts(NOON + 60, 10)
    assert new.nonce != old.nonce


async def test_a_post_that_failed_holds_back_what_the_same_addressee_gets_after_it(
    store: Store, running: Match
) -> None:
    third = await store.commit(step(running, posts=(TURN, BOARD)))
    await store.commit(step(third, posts=(replace(TURN, kind="result"), BOARD)))
    turn, board = await store.take_posts(NOON + 60, 10)
    await store.settle(board, board.seq)
    await store.retry(turn.id, NOON + 500)
    [second] = await store.take_posts(NOON + 60, 10)
    assert (second.kind, second.seq) == ("board", 4)  # the thread goes on, Ada's result waits for her turn's post
    await store.settle(second, second.seq)
    assert await store.next_post() == NOON + 500
    assert await store.take_posts(NOON + 499, 10) == []
    assert await store.take_posts(NOON + 500, 10) == [replace(turn, tries=1)]
    await store.settle(turn, turn.seq)
    assert kinds(await store.take_posts(NOON + 500, 10)) == ["result"]


async def test_a_post_or_deadline_of_an_unknown_kind_leaves_the_others_alone(store: Store, running: Match) -> None:
    """Another version of the bot wrote them: before an upgrade, or beside this one while workers are replaced."""
    running = await store.commit(step(running, owed("computer", 100.0, 0), owed("forced", 100.0), posts=(BOARD, TURN)))
    async with store._engine.begin() as write:  # pyright: ignore[reportPrivateUsage]
        await write.execute(update(outbox).where(outbox.c.kind == PostKind.BOARD).values(kind="of.later"))
        await write.execute(update(deadlines).where(deadlines.c.kind == Owed.FORCED).values(kind="of.later"))
    assert kinds(await store.take_posts(NOON + 99, 10)) == ["turn"]
    assert kinds(await store.due(NOON, 10)) == ["computer"]


async def test_a_post_that_was_not_tried_counts_no_try(store: Store, running: Match) -> None:
    await store.commit(step(running, posts=(TURN,)))
    [post] = await store.take_posts(NOON + 60, 10)
    for later in (70, 80):
        await store.put_off(post.id, NOON + later)
        assert await store.next_post() == NOON + later
        assert await store.take_posts(NOON + later - 1, 10) == []
        assert await store.take_posts(NOON + later, 10) == [post]
    await store.retry(post.id, NOON + 90)
    assert await store.take_posts(NOON + 90, 10) == [replace(post, tries=1)]


async def test_one_message_settles_the_posts_that_it_makes_superfluous(store: Store, running: Match) -> None:
    third = await store.commit(step(running, posts=(BOARD, replace(BOARD, to=ADA))))
    fourth = await store.commit(step(third, posts=(BOARD,)))
    fifth = await store.commit(step(fourth, posts=(BOARD, replace(BOARD, kind="result"))))
    other = await store.create(LOBBY, row("open"), [BOARD])
    board, *_ = await store.take_posts(NOON + 60, 10, lease=9.0)
    await store.settle(board, through=fourth.seq)  # it was drawn when the match stood there
    left = await store.take_posts(NOON + 70, 10)
    assert [(p.match, p.kind, p.seq) for p in left] == [
        (third.id, "board", 3),  # Ada's own
        (third.id, "board", 5),
        (other.id, "board", 1),
    ]
    await store.settle(left[1], through=fifth.seq)
    assert kinds(await store.take_posts(NOON + 70, 10)) == ["result"]


# ten kinds that wait for older ones as most do
PLAIN = [kind for kind in PostKind if kind not in (PostKind.LOBBY, PostKind.OPENING, *RETIRING)][:10]


async def test_six_takers_in_two_processes_send_every_post_once_and_in_order(store: Store, neighbour: Store) -> None:
    written: dict[tuple[int, int], list[str]] = {}
    for _ in range(4):
        match = await store.create(LOBBY, row("open"))
        for kind in PLAIN:  # each step tells five readers something
            match = await store.commit(
                step(match, posts=tuple(Outgoing(kind, ADA + reader, None) for reader in range(5)))
            )
            for reader in range(5):
                written.setdefault((match.id, ADA + reader), []).append(kind)
    sent: dict[tuple[int | None, int], list[str]] = {}
    under_way: set[tuple[int | None, int]] = set()

    async def send(mine: Store) -> None:
        while await mine.next_post() is not None:
            for post in await mine.take_posts(NOON + 60, 4):
                reader = (post.match, post.to or 0)
                assert reader not in under_way
                under_way.add(reader)
                await asyncio.sleep(0)  # on its way to Discord
                under_way.remove(reader)
                sent.setdefault(reader, []).append(post.kind)
                await mine.settle(post, post.seq)

    await asyncio.gather(*(send((store, neighbour)[n % 2]) for n in range(6)))
    assert sent == written
    assert sum(map(len, sent.values())) == 200


async def test_one_post_at_a_time_is_under_way_to_a_person(store: Store, running: Match) -> None:
    other = await store.commit(start(await store.create(LOBBY, row("open"))))
    for match in (running, other):
        await store.commit(step(match, posts=(TURN, BOARD)))
    now = NOON + 60
    first = await store.take_posts(now, 10, lease=30.0)
    assert [(p.match, p.kind) for p in first] == [(running.id, "turn"), (running.id, "board"), (other.id, "board")]
    assert await store.take_posts(now, 10) == []
    assert await store.next_post(now) == now + 30
    await store.retry(first[0].id, now + 500)  # it rests, and so nothing is under way to her
    [second] = await store.take_posts(now, 10, lease=30.0)
    assert (second.match, second.kind) == (other.id, "turn")
    await store.put_off(second.id, now + 500)
    assert await store.next_post(now) == now + 30


async def test_one_lobby_at_a_time_is_shown_in_a_channel(store: Store) -> None:
    lobby = Outgoing(PostKind.LOBBY, None, None)
    here = [await store.create(LOBBY, row("open"), [lobby]) for _ in range(2)]
    there = await store.create(replace(LOBBY, channel=LOBBY.channel + 1), row("open"), [lobby])
    first, elsewhere = await store.take_posts(NOON + 60, 10)
    assert [first.match, elsewhere.match] == [here[0].id, there.id]
    assert await store.take_posts(NOON + 60, 10) == []
    await store.settle(first, first.seq)
    assert [post.match for post in await store.take_posts(NOON + 60, 10)] == [here[1].id]


async def test_a_process_that_takes_long_over_a_post_keeps_it(store: Store, running: Match) -> None:
    await store.commit(step(running, posts=(TURN, BOARD)))
    turn, board = await store.take_posts(NOON + 60, 10, lease=30.0)
    await store.renew([turn.id], NOON + 200)
    assert await store.take_posts(NOON + 90, 10) == [replace(board, tries=1)]
    assert await store.take_posts(NOON + 199, 10) == [replace(board, tries=2)]
    assert await store.take_posts(NOON + 200, 10) == [replace(turn, tries=1)]
    await store.retry(turn.id, NOON + 500)
    await store.renew([turn.id], NOON + 900)
    assert await store.next_post(NOON + 200) == NOON + 259, "a post that rests has no lease to be renewed"


async def test_what_is_under_way_cannot_be_hurried(store: Store, running: Match) -> None:
    await store.commit(step(running, posts=(TURN, BOARD)))
    turn, board = await store.take_posts(NOON + 60, 10)
    await store.put_off(board.id, NOON + 900)
    await store.hurry(running.id, NOON + 61)
    assert await store.take_posts(NOON + 61, 10) == [board]
    assert await store.take_posts(NOON + 120, 10) == [replace(turn, tries=1)]


# --- pauses


async def test_a_paused_match_is_owed_and_sent_nothing_until_it_goes_on(store: Store, running: Match) -> None:
    resting = replace(running, paused="gone", paused_at=NOON)
    paused = await store.commit(step(resting, owed("computer", 100.0, 1), posts=(BOARD, TURN)))
    assert (paused.paused, paused.paused_at) == ("gone", NOON)
    assert await store.match(running.id) == paused
    assert (await store.next_due(), await store.next_post()) == (None, None)
    assert await store.due(NOON + 999, 10) == []
    assert await store.take_posts(NOON + 999, 10) == []
    assert await store.deadlines(running.id) == [Deadline(running.id, 3, Owed.COMPUTER, 1, 100.0)]

    await store.commit(step(replace(paused, paused=None, paused_at=None), owed("computer", 100.0, 1)))
    assert (await store.next_due(), await store.next_post()) == (100.0, NOON + 60)
    assert kinds(await store.due(NOON + 999, 10)) == ["computer"]
    assert kinds(await store.take_posts(NOON + 999, 10)) == ["board", "turn"]


async def test_a_match_that_rests_leaves_the_others_alone(store: Store, running: Match) -> None:
    await store.commit(step(replace(running, paused="gone"), owed("computer", 100.0, 1), posts=(BOARD,)))
    other = await store.commit(start(await store.create(LOBBY, row("open"))))
    await store.commit(step(other, owed("forced", 100.0, 0), posts=(TURN,)))
    assert kinds(await store.due(NOON, 10)) == ["forced"]
    assert kinds(await store.take_posts(NOON + 60, 10)) == ["turn"]


# --- another life


async def test_what_another_life_had_taken_is_handed_out_at_once_where_there_is_one_bot(
    store: Store, running: Match, db_url: str
) -> None:
    await store.commit(step(running, owed("computer", 100.0, 1), owed("late", NOON + 900, 0), posts=(BOARD, TURN)))
    [computer] = await store.due(NOON, 10)
    board, turn = await store.take_posts(NOON + 60, 10)
    await store.retry(turn.id, NOON + 500)
    await store.forget_leases(NOON + 61)
    if db_url.startswith("sqlite"):
        assert await store.due(NOON + 61, 10) == [computer]
        assert await store.take_posts(NOON + 61, 10) == [replace(board, tries=1), replace(turn, tries=1)]
        assert await store.next_due() == NOON + 121
    else:  # another bot may be at work on them
        assert await store.due(NOON + 59, 10) == []
        assert await store.take_posts(NOON + 61, 10) == []
        assert (await store.next_due(), await store.next_post()) == (NOON + 60, NOON + 120)

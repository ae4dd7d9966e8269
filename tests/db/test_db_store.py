"""Matches, their log and their snapshots: written whole, counted once, kept."""

import asyncio
import traceback
from dataclasses import replace

import pytest
from sqlalchemy import delete, insert, make_url, text
from sqlalchemy.exc import IntegrityError

import db.sql.engine
from db.sql.engine import make_engine
from db.sql.tables import log, matches, seats, snapshots
from db.store import Doubled, Stale, Store
from db.stores.puzzles import NewPuzzle, PuzzleAnswer, PuzzleChannel
from engines.table import Event
from model.cup import CupRow, CupStep, CupTable, Entrant
from model.follow import Digest
from model.kinds import CallChannel, CupRowKind, EntrantState, InvitationState, NewsKind, PostKind
from model.line import KEPT, Line
from model.match import (
    Counted,
    Downtime,
    Invitation,
    Limit,
    Match,
    Outgoing,
    Plan,
    PlannedAnswer,
    Preferences,
    Snapshot,
    Step,
    StoredPosition,
)
from model.page import Invited
from model.seeker import Seeker, Wishes
from model.sets import LuckSet, Racer
from model.standing_table import StandingTable
from model.terms import Terms
from model.webhook import Webhook
from tests.db.ended import AUTUMN, end
from tests.db.sample import (
    ADA,
    BO,
    CHANNEL,
    CUP,
    GUILD,
    LOBBY,
    NOON,
    SEATED,
    THREAD,
    behind,
    everything,
    owed,
    row,
    start,
    step,
)
from tests.forked import UNSYNCED

pytestmark = [pytest.mark.quick, pytest.mark.older]
CANARY = b"card.9"


async def test_a_new_match_has_an_id_and_one_log_row(store: Store) -> None:
    match = await store.create(LOBBY, row("open", interaction_id=1))
    assert match == replace(LOBBY, id=match.id, seq=1, changed=NOON + 60)
    assert await store.match(match.id) == match
    assert await store.log(match.id) == [row("open", interaction_id=1, match=match.id, seq=1)]
    assert await store.match(match.id + 1) is None


async def test_a_step_changes_header_seats_log_and_snapshot(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    running = await store.commit(start(lobby))
    assert running == replace(lobby, phase="running", seq=2, seats=SEATED)
    over = replace(
        running,
        phase="over",
        terms=Terms(forced=False),
        seats=(replace(SEATED[0], asked=NOON), replace(SEATED[1], resigned=True)),
    )
    over = await store.commit(step(over, body=b"last", at=NOON + 120))
    assert over.seq == 3
    assert over.changed == NOON + 120
    assert await store.match(over.id) == over
    assert [(r.seq, r.kind) for r in await store.log(over.id)] == [(1, "open"), (2, "start"), (3, "move")]
    assert [r.seq for r in await store.log(over.id, after=2)] == [3]
    assert await store.snapshot(over.id) == Snapshot(over.id, 3, 1, b"last")
    assert await store.snapshot(over.id, 2) == Snapshot(over.id, 2, 1, b"state")
    assert await store.snapshot(over.id, 1) is None


async def test_a_log_row_comes_back_as_it_was_written(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    written = row("start", interaction_id=2**62, by=None, path=("Straße", "a+b"))
    await store.commit(replace(start(lobby), row=written))
    assert await store.pressed(2**62) == replace(written, match=lobby.id, seq=2)
    assert await store.pressed(5) is None


async def test_matches_are_found_by_player_place_and_thread(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    elsewhere = await store.create(replace(LOBBY, guild=None, channel=7, seats=()), row("open", at=NOON))
    running = await store.commit(start(lobby, interaction_id=3))
    await store.set_thread(running.id, THREAD, NOON)
    running = replace(running, thread=THREAD)
    assert await store.matches_of(BO, ["running"]) == [running]
    assert await store.matches_of(BO, ["lobby", "over"]) == []
    assert await store.matches_in(["lobby", "running"]) == [elsewhere, running]  # the longest at rest first
    assert await store.matches_in(["running"], guild=GUILD) == [running]
    assert await store.matches_in(["running"], channel=CHANNEL) == [running]
    assert await store.matches_in(["lobby"], channel=7) == [elsewhere]
    assert await store.matches_in(["lobby"], guild=GUILD) == []
    assert await store.by_thread(THREAD) == running
    assert await store.by_thread(CHANNEL) is None


async def test_a_thread_is_lost_once_and_a_newer_one_stays(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    await store.set_thread(lobby.id, THREAD, NOON)
    await store.lose_thread(lobby.id, THREAD, None, NOON)
    await store.set_thread(lobby.id, THREAD + 1, NOON)
    await store.lose_thread(lobby.id, THREAD, None, NOON)
    assert await store.by_thread(THREAD) is None
    assert await store.by_thread(THREAD + 1) == replace(lobby, thread=THREAD + 1)


async def test_calls_that_stood_in_a_lost_thread_are_owed_again_but_for_the_person_being_called(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    running = await store.commit(start(lobby))
    await store.set_thread(running.id, THREAD, NOON)
    for user in (ADA, BO):
        await store.remember(running.id, "turn", user, THREAD, user)
    await store.lose_thread(running.id, THREAD, ADA, NOON)
    owed = {(post.kind, post.to) for post in await store.take_posts(NOON, 99)}
    assert ("turn", BO) in owed and ("turn", ADA) not in owed


async def test_a_step_that_was_planned_before_the_thread_was_known_keeps_the_thread(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    await store.set_thread(lobby.id, THREAD, NOON)
    running = await store.commit(start(lobby))
    assert running.thread == THREAD
    assert await store.match(lobby.id) == running


async def test_of_twenty_racing_steps_one_wins(store: Store, neighbour: Store) -> None:
    running = await store.commit(start(await store.create(LOBBY, row("open"))))
    racing = [
        (store, neighbour)[n % 2].commit(step(running, body=b"%d" % n, path=(str(n),), interaction_id=n))
        for n in range(20)
    ]
    ends = await asyncio.gather(*racing, return_exceptions=True)
    [winner] = [n for n, end in enumerate(ends) if isinstance(end, Match)]
    assert [type(end) for n, end in enumerate(ends) if n != winner] == [Stale] * 19
    assert [r.path for r in await store.log(running.id, after=2)] == [(str(winner),)]
    assert await store.snapshot(running.id) == Snapshot(running.id, 3, 1, b"%d" % winner)


async def test_a_press_counts_once_and_the_second_learns_which_row_it_is(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open", interaction_id=1))
    running = await store.commit(start(lobby, interaction_id=2))
    later = await store.commit(step(running, interaction_id=3))
    for match, press, seq in ((later, 1, 1), (later, 2, 2), (running, 3, 3), (lobby, 3, 3)):
        with pytest.raises(Doubled) as caught:
            await store.commit(step(match, interaction_id=press))
        assert (caught.value.match, caught.value.seq) == (lobby.id, seq)
    with pytest.raises(Doubled) as caught:
        await store.create(LOBBY, row("open", interaction_id=2))
    assert (caught.value.match, caught.value.seq) == (lobby.id, 2)
    assert [r.interaction_id for r in await store.log(lobby.id)] == [1, 2, 3]
    assert await store.matches_in(["lobby", "running"]) == [later]


async def test_of_twenty_deliveries_of_one_press_one_counts(store: Store, neighbour: Store) -> None:
    running = await store.commit(start(await store.create(LOBBY, row("open"))))
    racing = [(store, neighbour)[n % 2].commit(step(running, interaction_id=9)) for n in range(20)]
    ends = await asyncio.gather(*racing, return_exceptions=True)
    assert sorted(type(end).__name__ for end in ends) == ["Doubled"] * 19 + ["Match"]


async def test_a_step_on_a_match_that_does_not_exist_is_stale(store: Store) -> None:
    with pytest.raises(Stale):
        await store.commit(step(replace(LOBBY, id=77)))


async def test_nothing_is_written_or_told_when_the_snapshot_cannot_be(store: Store, db_url: str) -> None:
    lobby = await store.create(LOBBY, row("open"), [Outgoing(PostKind.LOBBY, None, None)])
    await behind(db_url, insert(snapshots).values(match=lobby.id, seq=2, schema=1, body=b"in the way"))
    before = await everything(db_url)
    posts = (Outgoing(PostKind.TURN, ADA, 0),)
    begins = step(lobby, owed("late", NOON), posts=posts, body=CANARY, kind="start", interaction_id=4)
    with pytest.raises(IntegrityError, match="snapshots") as caught:
        await store.commit(begins)
    assert CANARY.decode() not in "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert await everything(db_url) == before
    assert await store.pressed(4) is None


async def test_all_is_kept_over_a_restart(db_url: str) -> None:
    store = await Store.open(db_url)
    lobby = await store.create(LOBBY, row("open", interaction_id=1), [Outgoing(PostKind.LOBBY, None, None)])
    running = await store.commit(start(lobby, owed("late", NOON + 900, 1), interaction_id=2))
    await store.set_meta("commands", "hash")
    await store.people.meet(ADA, "de", "Ada")
    await store.people.set_preferences(
        BO, Preferences(channel=CallChannel.BOTH, zone="Europe/Brussels", quiet=(1320, 420))
    )
    await store.people.set_note(running.id, ADA, "keep the climber")
    await store.servers.change(7, zone="Europe/Rome")
    await store.lessons.begin(ADA, "pistard", "play")
    await store.plan(Plan(running.id, 1, (PlannedAnswer(("a", "b"), (Event("rode", None, {"to": 3}),)),)), 2)
    await store.give_orders(running.id, 1, 2, ("follow.1.1.2.most",))
    await store.agree(running.id, 1, 2, NOON)
    await store.outages.beat(NOON - 600)
    await store.outages.begin(NOON - 100)
    assert await store.outages.announce(Downtime(GUILD, NOON, NOON + 60), NOON)
    await store.remember(running.id, "board", None, THREAD, 5)
    for at in (NOON, NOON + 1):
        await end(store, at, {ADA: 1, BO: 2}, season=AUTUMN, badges={ADA: "broom"})
    await end(store, NOON + 2, {ADA: 1}, sparring=1.0)
    await store.seasons.close(GUILD, "pistard", AUTUMN.key, AUTUMN.ends)
    await store.reviews.order(running.id, NOON)
    await store.reviews.add(running.id, 0, b"piece")
    await store.reviews.finish(running.id, {ADA: 81.5})
    tried = replace(LOBBY, position_of=running.id)
    await store.create(tried, row("open"), position=StoredPosition(1, 0, 1, b"state"))
    await store.puzzles.add([NewPuzzle("here", "pistard", 1, 0, 1, b"state", ("5",), 0.9, ((("4",), 0.2),))])
    chosen = await store.puzzles.choose(9, NOON, "pistard", 1)
    assert chosen is not None
    answer = PuzzleAnswer(chosen.id, ADA, GUILD, ("5",), 0.0, NOON, 9, "pistard", 1)
    assert await store.puzzles.answer(answer) == answer
    await store.puzzles.set_place(PuzzleChannel(GUILD, CHANNEL, 9))
    assert await store.puzzles.owe_post(PuzzleChannel(GUILD, CHANNEL, 9), 9, NOON)
    cup = await store.cups.create(CUP, [CupRow(CupRowKind.OPEN, NOON, by=ADA)])
    entered = Entrant(ADA, 1, "Ada", EntrantState.IN)
    began = CupStep(cup, (CupRow(CupRowKind.START, NOON),), (entered,), tables=(CupTable(1, 1, 0, (1, 2)),))
    assert await store.cups.commit(began) is not None
    asking = Invitation(lobby.id, BO, ADA, "Bo", InvitationState.OPEN, NOON, NOON + 60)
    gathers = await store.commit(Step(await store.create(LOBBY, row("open")), row("invite"), invitation=asking))
    post = Outgoing(PostKind.DECLINED, ADA, None)
    assert await store.invitations.decline(asking, gathers.seq, post, NOON, block=True)
    await store.open_tables.set(GUILD, channel=CHANNEL, role=5, shares=True)
    packed = await store.commit(start(await store.create(LOBBY, row("open"))))
    assert await store.dormant.pack(packed.id, packed.seq, b"piece", [ADA])
    race = await store.sets.open_race(LuckSet("pistard", {}, 1, 2, bytes(32), NOON, day=9))
    assert await store.sets.enter(Racer(race.id, ADA, 0, GUILD), LOBBY, row("open"), [], [])
    await store.lines.put(running.id, ADA, Line(1, "01234567", 1, ((0, ("a", "b")), (1, ()))))
    line = Line(KEPT + 3, "01234567", 1, ((0, ("a",)),))
    assert await store.lines.share(running.id, line, Limit(Counted.LINES, ADA, 1), time=NOON, lost=NOON)
    for secret in (b"token", b"other token"):
        await store.page.leave(secret, Invited(ADA, running.id, "reply"), now=NOON, until=NOON + 300)
    assert await store.page.spend(b"token", b"session", NOON, NOON + 3600) is not None
    await store.page.grant(running.id, ADA, NOON, NOON + 3600)
    seeker = Seeker(ADA, GUILD, CHANNEL, True, "Ada", 77, False, Wishes(("pistard",), ("week",)), NOON, NOON + 60)
    for user in (ADA, BO):
        await store.seekers.ask(replace(seeker, user=user), 60, (), move=False)
    opened, joins = row("open", interaction_id=78), [Step(LOBBY, row("join", interaction_id=79))]
    assert await store.seekers.gather(LOBBY, opened, joins, [replace(seeker, user=BO)], ()) is not None
    await store.standing_tables.keep(StandingTable(lobby.id, ADA, GUILD, NOON))
    await store.page.set_calendar(ADA, b"calendar")
    await store.follows.allow(ADA, allowed=True)
    first = Digest(BO, GUILD, NOON, NOON + 900)
    assert await store.follows.follow_person(ADA, first, Limit(Counted.FOLLOWED_PEOPLE, BO, 1), NOON)
    await store.follows.follow_match(lobby.id, first, Limit(Counted.FOLLOWED_MATCHES, BO, 1), NOON)
    hook = Webhook(
        0, GUILD, CHANNEL, ADA, "https://example.org/", "secret", opened=NOON, confirmed=NOON, failures=0, ready=NOON
    )
    await store.webhooks.add(hook, Limit(Counted.WEBHOOKS, GUILD, 3))
    running = await store.commit(replace(step(running, owed("late", NOON + 900, 1)), news=NewsKind.TURN))
    await store.close()
    before = await everything(db_url)
    assert all(before.values())

    store = await Store.open(db_url)
    assert await everything(db_url) == before
    assert await store.match(running.id) == running
    assert (await store.commit(step(running))).seq == 4
    await store.close()


async def test_the_id_of_a_match_is_never_given_twice(store: Store, db_url: str) -> None:
    first = await store.create(LOBBY, row("open"))
    orders = (delete(log), delete(seats), delete(matches))
    await behind(db_url, *orders, foreign_keys=False)
    assert (await store.create(LOBBY, row("open"))).id > first.id


async def test_small_texts_of_the_house_are_kept_and_replaced(store: Store) -> None:
    assert await store.meta("commands") is None
    await store.set_meta("commands", "a")
    await store.set_meta("commands", "b")
    await store.set_meta("other", "c")
    assert await store.meta("commands") == "b"


async def test_sqlite_is_set_up_to_lose_nothing(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db.sql.engine, "PRAGMAS", UNSYNCED[:-1])  # as they are where someone may pull the plug
    engine = make_engine(make_url(f"sqlite+aiosqlite:///{tmp_path}/house.db"))
    async with engine.begin() as read:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        assert [(await read.execute(text(f"PRAGMA {name}"))).scalar_one() for name in asked] == ["wal", 2, 1, 900]
    await engine.dispose()

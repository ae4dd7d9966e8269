"""What is read with a match in one go, and what a step writes of its seats."""

from dataclasses import replace

from db.store import Store
from engines.table import Event
from model.kinds import IDLE, PANEL, CallChannel, Owed, PostKind, Reminder
from model.match import (
    Counted,
    Limit,
    MatchFacts,
    Outgoing,
    Plan,
    PlannedAnswer,
    Preferences,
    SeatFacts,
    Shown,
)
from model.webhook import Webhook
from tests.db.sample import ADA, BO, CHANNEL, GUILD, LOBBY, NOON, SEATED, everything, owed, row, start, step


async def read(store: Store, match: int) -> MatchFacts:
    facts = await store.facts(match)
    assert facts is not None
    return facts


async def test_a_match_that_does_not_exist_has_no_facts(store: Store) -> None:
    assert await store.facts(77) is None


async def test_a_lobby_without_anything_beside_it_is_read_as_its_header(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    assert await read(store, lobby.id) == MatchFacts(lobby, seats=(SeatFacts(),))


async def test_a_lobby_that_everybody_has_left_keeps_what_was_posted_of_it(store: Store) -> None:
    lobby = await store.create(replace(LOBBY, seats=()), row("open"))
    await store.remember(lobby.id, "lobby", None, 10, 100)
    assert await read(store, lobby.id) == MatchFacts(lobby, messages=(Shown("lobby", None, 10, 100),))


async def test_facts_tell_whether_the_server_has_news_sent_somewhere(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    for guild, expected in ((GUILD + 1, False), (GUILD, True)):
        hook = Webhook(
            0, guild, CHANNEL, ADA, "https://example.org/", "", opened=NOON, confirmed=NOON, failures=0, ready=NOON
        )
        await store.webhooks.add(hook, Limit(Counted.WEBHOOKS, guild, 3))
        assert (await read(store, lobby.id)).has_webhooks is expected


async def test_all_that_is_stored_beside_a_match_is_read_with_it(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    late, stalled = owed(Owed.LATE, NOON + 90, 1), owed(Reminder.STALLED, NOON + 70, 1)
    opening, forced = owed(Owed.OPENING, NOON + 80), owed(Owed.FORCED, NOON, 0)
    match = await store.commit(start(lobby, late, stalled, opening, forced))
    await store.servers.change(GUILD, zone="Europe/Brussels", months=6, first=4)
    likes = Preferences(channel=CallChannel.BOTH, easy=3)
    await store.people.set_preferences(ADA, likes)
    await store.people.set_preferences(3, Preferences(easy=1))  # of a person who doesn't play
    await store.people.set_note(match.id, BO, "Watch the gap.")
    plan = Plan(match.id, 1, (PlannedAnswer(("4",), (Event("climbed", None, {"seat": 1, "knots": 4}),)),))
    await store.plan(plan, match.seq)
    await store.give_orders(match.id, 1, match.seq, ("follow.1.1.2.most",))
    await store.show_panel(PANEL, ADA, 20, 201, match.id)
    await store.remember(match.id, "turn", ADA, 20, 200)
    for message in (99, 100):
        await store.remember(match.id, "board", None, 10, message)
    other = await store.commit(start(await store.create(LOBBY, row("open")), owed(Owed.LATE, NOON, 0)))
    await store.remember(other.id, "board", None, 10, 900)

    facts = await read(store, match.id)
    assert (facts.match, facts.zone, facts.seasons) == (match, "Europe/Brussels", (6, 4))
    assert [(deadline.kind, deadline.seat, deadline.due) for deadline in facts.deadlines] == [
        (deadline.kind, deadline.seat, deadline.due) for deadline in (forced, stalled, opening, late)
    ]
    assert {(deadline.match, deadline.seq) for deadline in facts.deadlines} == {(match.id, match.seq)}
    assert set(facts.messages) == {
        Shown("board", None, 10, 100),
        Shown("turn", ADA, 20, 200),
        Shown(PANEL, ADA, 20, 201),
    }
    assert sorted(message.message for message in facts.shown_to(ADA)) == [200, 201]
    assert facts.shown_to(None) == facts.shown_to(BO) == ()
    assert facts.seats == (SeatFacts(likes), SeatFacts(plan=plan, note="Watch the gap.", orders=("follow.1.1.2.most",)))


async def test_a_person_is_called_until_the_post_has_arrived(store: Store) -> None:
    lobby = await store.create(LOBBY, row("open"))
    match = await store.commit(replace(start(lobby), posts=(Outgoing(PostKind.TURN, BO, 1),)))
    assert [seat.is_called for seat in (await read(store, match.id)).seats] == [False, True]
    [post] = await store.take_posts(NOON + 60, 9)
    assert [seat.is_called for seat in (await read(store, match.id)).seats] == [False, True], "it is under way"
    await store.settle(post, post.seq)
    assert [seat.is_called for seat in (await read(store, match.id)).seats] == [False, False]


async def test_a_seat_says_where_its_person_is_written_to_and_whether_others_wait_for_them(store: Store) -> None:
    async def of_seats(match: int) -> list[tuple[int | None, bool]]:
        return [(seat.dm, seat.has_others) for seat in (await read(store, match)).seats]

    match = await store.commit(start(await store.create(LOBBY, row("open"))))
    await store.people.set_dm(BO, 77)
    other = await store.commit(start(await store.create(LOBBY, row("open"))))
    assert await of_seats(match.id) == [(None, False), (77, False)]
    waiting = (SEATED[0], replace(SEATED[1], asked=NOON))
    other = await store.commit(replace(step(replace(other, seats=waiting)), seats_before=other.seats))
    assert await of_seats(match.id) == [(None, False), (77, True)]
    assert await of_seats(other.id) == [(None, False), (77, False)], "it waits for Bo itself"
    await store.commit(step(replace(other, phase="over")))
    assert await of_seats(match.id) == [(None, False), (77, False)]


async def test_of_the_seats_a_step_writes_those_that_have_changed(store: Store, db_url: str) -> None:
    match = await store.commit(start(await store.create(LOBBY, row("open"))))
    asked = (SEATED[0], replace(SEATED[1], asked=NOON, bank=3.5, missed=2))
    moved = await store.commit(replace(step(replace(match, seats=asked)), seats_before=match.seats))
    assert (moved.seats, (await read(store, match.id)).match) == (asked, moved)
    seats = await everything(db_url)
    again = await store.commit(replace(step(moved), seats_before=moved.seats))
    assert (await everything(db_url))["seats"] == seats["seats"]
    fewer = await store.commit(replace(step(replace(again, seats=asked[:1])), seats_before=asked))
    assert (await read(store, match.id)).match == fewer


async def test_a_post_says_whether_others_wait_until_it_has_arrived(store: Store) -> None:
    match = await store.commit(start(await store.create(LOBBY, row("open"))))
    alone, to_bo = Outgoing(PostKind.TURN, ADA, 0), Outgoing(PostKind.TURN, BO, 1)
    board, result = Outgoing(PostKind.BOARD, None, None), Outgoing(PostKind.RESULT, None, None)
    match = await store.commit(replace(step(match), posts=(alone, to_bo, board, result)))
    other = await store.commit(start(await store.create(LOBBY, row("open"))))
    await store.commit(replace(step(other), posts=(Outgoing(PostKind.TURN, BO, 1),)))
    taken = {(post.kind, post.to): post.is_followed for post in await store.take_posts(NOON + 60, 9)}
    assert taken == {("turn", ADA): False, ("turn", BO): True, ("board", None): True}


async def test_the_panel_that_was_pressed_for_a_step_is_known_as_what_it_shows_from_then_on(store: Store) -> None:
    match = await store.commit(start(await store.create(LOBBY, row("open"))))
    await store.remember(match.id, "turn", ADA, 20, 200)
    match = await store.commit(replace(step(match), panel=Shown(IDLE, ADA, 20, 200)))
    assert (await read(store, match.id)).messages == (Shown(IDLE, ADA, 20, 200),)
    await store.remember(match.id, "turn", ADA, 20, 201)
    match = await store.commit(replace(step(match), panel=Shown(IDLE, ADA, 20, 201)))
    assert (await read(store, match.id)).messages == (Shown(IDLE, ADA, 20, 201),), "the older one is forgotten"
    await store.remember(match.id, "turn", ADA, 20, 202)
    await store.remember(match.id, PANEL, ADA, 20, 202)
    match = await store.commit(replace(step(match), panel=Shown("half", ADA, 20, 202)))
    assert set((await read(store, match.id)).messages) == {Shown(IDLE, ADA, 20, 201), Shown("half", ADA, 20, 202)}

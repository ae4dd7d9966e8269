"""News of matches on its way to webhooks: what is sent, in what order, after what failure, and never what is hidden."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest
from aiohttp import web

from db.sql.tables import webhook_news
from db.store import LEASE, Store
from engines.table import TURN, Refused
from host.access import Asker
from host.house import House
from host.outside.carrier import DELIVERY, Carrier, Untried
from host.outside.herald import Place, Told, Words
from host.outside.news import AGAIN, BACKOFF, OLDEST
from host.outside.webhooks import TRUST, Ordered
from host.play.dormant import remaker
from host.time.clocks import DAY
from model.kinds import NewsKind, PostKind
from model.webhook import MOST_FAILURES, Webhook
from opponents.random import play_random
from tests.host.cups.gathering import Gathering
from tests.host.evening import ADA, BO, CY, GAMES, PLACE, Evening, refused, view_of
from tests.host.outside.receiver import ADDRESS, Receiver, receiving

GUILD, CHANNEL, ELSEWHERE = PLACE.guild or 0, PLACE.channel, 78
MANAGER = Asker(ADA, GUILD, lambda _channel: True)  # who has ordered them, and sees every channel


@dataclass
class Town:
    """The servers as a test wants them to be: every channel is seen by everyone."""

    there: Place = Place.OPEN
    own: bool = True  # the server is one of this process's
    told: list[Told] = field(default_factory=list[Told])

    def hears_of(self, _guild: int, /) -> bool:
        return self.own

    def place(self, _guild: int, _channel: int, /) -> Place:
        return self.there

    def words(self, _guild: int, told: Told, /) -> Words:
        self.told.append(told)
        return Words(f"#{told.seen.match.id}", " ".join(event.kind for event in told.events), "")


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with receiving() as receiver:
        yield receiver


@pytest.fixture
def town(evening: Evening, receiver: Receiver) -> Town:
    return moved_in(evening.house, receiver)


def moved_in(house: House, receiver: Receiver) -> Town:
    """A host that sends to the receiver from now on."""
    town = Town()
    house.tell_outside(town)
    house.webhooks.carrier = receiver.carrier()
    return town


async def order(evening: Evening, channel: int = CHANNEL, address: str = ADDRESS) -> Ordered:
    return await evening.house.webhooks.order(GUILD, channel, ADA, address)


async def hook(evening: Evening) -> Webhook:
    [webhook] = await evening.house.webhooks.of(GUILD)
    return webhook


async def owed(evening: Evening) -> list[str]:
    """The kinds of news that are owed, oldest first."""
    names = [column.name for column in webhook_news.c]
    return [row[names.index("kind")] for row in (await evening.rows())["webhook_news"]]


def named(receiver: Receiver) -> list[str]:
    """The names of the deliveries that have come."""
    return [got.headers[DELIVERY] for got in receiver.got]


async def played_out(evening: Evening, game: str = "tiny") -> int:
    """A match, from its deal to its end."""
    match = await evening.play(ADA, BO, game=game)
    await evening.play_on(match, random.Random(1))
    return match


# --- what is sent


async def test_turns_stages_and_the_end_are_sent_signed_and_in_order(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    secret = (await order(evening)).webhook.secret
    match = await evening.play(ADA, BO)
    rng = random.Random(1)
    while (await evening.header(match)).phase == "running":
        before = len(receiver.got)
        turn = len([row for row in await evening.log(match) if any(e.kind == TURN for e in row.events)])
        await evening.play_on(match, rng, until=lambda seen: bool(rng.getrandbits(1)))
        await evening.house.news.work()
        after = len([row for row in await evening.log(match) if any(e.kind == TURN for e in row.events)])
        assert (len(receiver.got) > before) == (after > turn or (await evening.header(match)).phase != "running")
    assert receiver.events[-1] == "end" and set(receiver.events) == {"turn", "end"}
    assert all(got.is_signed(secret) for got in receiver.got)
    assert {got.json["title"] for got in receiver.got} == {f"#{match}"}
    assert all((got.json["match"], got.json["game"]) == (match, "pistard") for got in receiver.got)
    assert len({*named(receiver)}) == len(receiver.got)
    assert await owed(evening) == [] and (await hook(evening)).failures == 0


async def test_late_news_tells_of_all_turns_at_once(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    match, rng = await evening.play(ADA, BO), random.Random(1)
    while (await owed(evening)).count("turn") < 3:
        seen = await evening.matches.see(match, None)
        user = seen.match.seats[seen.view.waiting[0] or 0].user
        assert user is not None
        own = await evening.matches.see(match, user)
        await evening.answer(match, user, play_random(own.game, own.view, rng))
    await evening.house.news.work()
    assert receiver.events == ["turn"] and await owed(evening) == []
    [told] = town.told
    assert told.seen.seat is None and (await evening.matches.see(match, None)).view == told.seen.view


async def test_a_stage_of_a_tour_is_told_as_it_ended(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    match = await evening.play(ADA, BO, game="tiny")
    await evening.play_on(match, random.Random(1), until=lambda seen: view_of(seen).leg == 2)
    assert await owed(evening) == ["stage"]
    [(_, _, _, then, *_)] = (await evening.rows())["webhook_news"]
    await evening.think(match)
    await evening.house.news.work()
    [told] = town.told
    assert (told.kind, told.seen.match.seq) == (NewsKind.STAGE, then) and told.events
    await evening.play_on(match, random.Random(1))
    await evening.house.news.work()
    assert receiver.events == ["stage", "end"], "the last stage is the end"


async def test_a_message_for_discord_mentions_no_one(evening: Evening, town: Town, receiver: Receiver) -> None:
    discord = "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz"
    ordered = await order(evening, address=discord)
    assert not ordered.signs
    match = await played_out(evening)
    await evening.house.news.work()
    for got in receiver.got:
        assert got.path == "/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz"
        assert got.json.keys() == {"content", "allowed_mentions"} and got.json["allowed_mentions"] == {"parse": []}
        assert f"#{match}" in got.json["content"] and len(got.json["content"]) <= 2000
        assert "Gruppetto-Signature" not in got.headers


async def test_what_is_sent_is_made_of_the_public_view_alone(evening: Evening, town: Town, receiver: Receiver) -> None:
    """While moves are sealed, what is sent depends on nothing that anyone has answered since."""
    await order(evening)
    match = await evening.play(ADA, BO, CY, game="tiny")
    await evening.play_on(match, random.Random(1), until=lambda seen: view_of(seen).leg == 2)
    await evening.think(match)
    assert (await evening.matches.see(match, None)).view.sealed
    queued = await owed(evening)
    await evening.answer(match, BO)
    assert await owed(evening) == queued == ["stage"], "an answer is no news"
    await evening.write("UPDATE webhook_news SET kind = 'turn'")  # as in a game whose turns begin so
    await evening.house.news.work()
    [told] = town.told
    assert told.seen.view.viewer is None and all(event.to is None for event in told.events)
    rows = await evening.log(match)
    assert told.seen.match.seq < rows[-1].seq, "as of its own row"


async def test_private_and_hidden_matches_lobbies_and_other_servers_are_no_news(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    await order(evening)
    await evening.house.webhooks.order(8, CHANNEL, ADA, ADDRESS)
    lobby = await evening.open(ADA, BO)
    await evening.lobby.cancel(lobby.id, evening.person(ADA))
    for secret in ("guild = NULL", "hidden = TRUE"):
        match = await evening.play(ADA, BO, game="tiny")
        await evening.write(f"UPDATE matches SET {secret}")
        await evening.play_on(match, random.Random(1))
        assert await owed(evening) == []
    await played_out(evening)
    assert {row[1] for row in (await evening.rows())["webhook_news"]} == {(await hook(evening)).id}


async def test_tables_with_the_same_luck_are_news_when_the_last_is_over(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    await order(evening)
    gathering = Gathering(evening)
    whole = await gathering.begin(4, game="tiny", format="swiss", table=2, duplicate=True)
    one, other = [table.match or 0 for table in whole.of_round(1)]
    await evening.play_on(one, random.Random(1))
    await gathering.work(whole.cup.id)
    assert await owed(evening) == []
    await evening.play_on(other, random.Random(2))
    await gathering.work(whole.cup.id)
    await evening.house.news.work()
    assert receiver.events == ["end", "end"] and {told.seen.match.id for told in town.told} == {one, other}


@pytest.mark.parametrize(
    "case",
    [
        (Place.OPEN, ELSEWHERE, True),
        (Place.CLOSED, ELSEWHERE, False),
        (Place.CLOSED, CHANNEL, True),
        (Place.GONE, CHANNEL, False),
    ],
)
async def test_the_channel_decides_when_it_is_sent(
    evening: Evening, town: Town, receiver: Receiver, case: tuple[Place, int, bool]
) -> None:
    place, ordered_in, sent = case
    await order(evening, ordered_in)
    await played_out(evening)
    assert await owed(evening)
    town.there = place
    await evening.house.news.work()
    assert bool(receiver.got) is sent
    assert await owed(evening) == [], "what isn't sent now is dropped"
    assert (await hook(evening)).failures == 0


async def test_nothing_is_sent_before_discord_has_said_enough(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    town.there = Place.UNKNOWN
    before = await owed(evening)
    due = await evening.house.news.work()
    assert due == evening.now() + 60 and await owed(evening) == before and receiver.got == []
    town.there = Place.OPEN
    evening.now.later(60)
    await evening.house.news.work()
    assert receiver.got


async def test_servers_of_other_processes_are_left_to_them(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    town.own = False
    assert await evening.house.news.work() is None
    assert receiver.got == [] and await owed(evening)


async def sent_of_closed(evening: Evening, town: Town, receiver: Receiver) -> bool:
    """Whether news of a match in the channel of the order is sent, which not everyone sees."""
    town.there = Place.CLOSED
    receiver.got.clear()
    await played_out(evening)
    await evening.house.news.work()
    assert await owed(evening) == []
    return bool(receiver.got)


async def test_a_closed_channel_s_news_needs_its_manager_to_see_it(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    webhook, blind = (await order(evening)).webhook, replace(MANAGER, sees=lambda _channel: False)
    evening.now.later(TRUST * DAY - 1)
    assert await sent_of_closed(evening, town, receiver)
    evening.now.later(2)
    assert not await sent_of_closed(evening, town, receiver), "no one knows whether they are still there"
    for tester, is_sent in ((replace(MANAGER, user=BO), False), (MANAGER, True), (blind, False), (MANAGER, True)):
        await evening.house.webhooks.test(GUILD, webhook.id, tester, "Hello")
        assert await sent_of_closed(evening, town, receiver) is is_sent
    await evening.house.privacy.forget(ADA)
    assert not await sent_of_closed(evening, town, receiver)
    town.there = Place.OPEN
    await played_out(evening)
    await evening.house.news.work()
    assert receiver.events == ["end"], "what everyone sees is sent all the same"


# --- failures


async def test_a_delivery_that_has_to_wait_is_no_failure(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    carrier = receiver.carrier()

    async def busy(_name: str, _server: int) -> list[str]:
        raise Untried

    evening.house.webhooks.carrier = Carrier(busy)
    for _ in range(MOST_FAILURES + 1):
        assert await evening.house.news.work() == evening.now() + AGAIN
        evening.now.later(AGAIN)
    assert (await hook(evening)).failures == 0
    with refused("webhook.busy"):
        await order(evening, address=f"{ADDRESS}2")
    evening.house.webhooks.carrier = carrier
    await evening.house.news.work()
    assert receiver.events == ["end"]


async def test_a_failure_is_tried_again_later_and_in_order(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    receiver.answers = [500, 500]
    for failures, pause in ((1, BACKOFF[0]), (2, BACKOFF[1])):
        assert await evening.house.news.work() == evening.now() + pause
        assert (await hook(evening)).failures == failures and len(receiver.got) == failures
        evening.now.later(pause)
    await evening.house.news.work()
    assert (await hook(evening)).failures == 0 and await owed(evening) == []
    names = named(receiver)
    assert names[0] == names[1] == names[2] and len({*names[2:]}) == len(names[2:])
    assert receiver.events[-1] == "end"


async def test_the_receiver_s_own_pause_counts(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    receiver.answers, receiver.headers = [429], {"Retry-After": "90"}
    assert await evening.house.news.work() == evening.now() + 90


async def failed(evening: Evening, receiver: Receiver) -> None:
    """Ten deliveries in a row fail."""
    receiver.answers = [500] * MOST_FAILURES
    for _ in range(MOST_FAILURES):
        evening.now.later(BACKOFF[-1])
        await evening.house.news.work()


async def test_ten_failures_switch_it_off_and_its_author_hears_of_it_once(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    await order(evening)
    await played_out(evening)
    evening.box.take()
    await failed(evening, receiver)
    assert len(receiver.got) == MOST_FAILURES and (await hook(evening)).is_off
    assert await owed(evening) == []
    await evening.deliver()
    [notice] = [n for n in evening.box.notices if n.post.kind == PostKind.WEBHOOK]
    assert (notice.post.to, notice.post.guild) == (ADA, GUILD)
    await played_out(evening)
    assert await owed(evening) == [], "nothing more is queued for it"
    await evening.house.news.work()
    await evening.deliver()
    assert len([n for n in evening.box.notices if n.post.kind == PostKind.WEBHOOK]) == 1
    assert len(receiver.got) == MOST_FAILURES


async def test_a_test_that_arrives_switches_it_on_again(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    await failed(evening, receiver)
    webhook = await hook(evening)
    receiver.answers = [404]
    with refused("webhook.status", n=404):
        await evening.house.webhooks.test(GUILD, webhook.id, MANAGER, "Hello")
    assert (await hook(evening)).is_off
    await evening.house.webhooks.test(GUILD, webhook.id, MANAGER, "Hello")
    assert not (await hook(evening)).is_off
    assert receiver.got[-1].json == {"event": "test", "title": "", "text": "Hello", "link": ""}
    assert receiver.got[-1].is_signed(webhook.secret)
    await evening.deliver()
    assert not [n for n in evening.box.notices if n.post.kind == PostKind.WEBHOOK], "it is on when the notice goes out"
    await played_out(evening)
    await evening.house.news.work()
    assert receiver.events[-1] == "end"


async def test_a_slow_receiver_holds_up_no_other(evening: Evening, town: Town, receiver: Receiver) -> None:
    slow = asyncio.Event()

    async def reply(request: web.Request) -> web.Response:
        if request.path == "/slow":
            await slow.wait()
        return web.Response()

    receiver.reply = reply
    await order(evening, address="https://receiver.example.org/slow")
    await order(evening, address="https://receiver.example.org/quick")
    await played_out(evening)
    work = asyncio.create_task(evening.house.news.work())
    await receiver.until(lambda: ("/quick", "end") in [(got.path, got.json["event"]) for got in receiver.got])
    assert [got.path for got in receiver.got].count("/slow") == 1
    slow.set()
    await work
    assert await owed(evening) == []


async def test_news_of_yesterday_is_none(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    await played_out(evening)
    evening.now.later(OLDEST + 1)
    await evening.house.news.work()
    assert receiver.got == [] and await owed(evening) == []


# --- kills, and several processes


async def come_back(evening: Evening, receiver: Receiver) -> Evening:
    """Another process, after the first one was killed."""
    again = Evening(await Store.open(evening.url, remake=remaker(GAMES)), evening.url, evening.now)
    moved_in(again.house, receiver)
    await again.store.forget_leases(again.now())
    if evening.url.startswith("postgresql"):
        again.now.later(LEASE)
    return again


async def test_a_kill_between_commit_and_delivery_loses_nothing(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    await order(evening)
    await played_out(evening)
    assert receiver.got == []
    again = await come_back(evening, receiver)
    await again.house.news.work()
    assert receiver.events == ["end"] and await owed(again) == []
    await again.store.close()


async def test_a_kill_before_it_is_known_to_have_arrived_sends_it_again_under_the_same_name(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    await order(evening)
    await played_out(evening)
    waits = asyncio.Event()

    async def reply(_: web.Request) -> web.Response:
        await waits.wait()
        return web.Response()

    receiver.reply = reply
    work = asyncio.create_task(evening.house.news.work())
    await receiver.until(lambda: len(receiver.got) == 1)
    work.cancel()
    await asyncio.gather(work, return_exceptions=True)
    waits.set()
    assert await owed(evening) == ["end"]
    again = await come_back(evening, receiver)
    await again.house.news.work()
    assert named(receiver) == [named(receiver)[0]] * 2
    assert await owed(again) == []
    await again.store.close()


async def test_two_processes_send_each_piece_of_news_once(
    evening: Evening, neighbour: Evening, receiver: Receiver
) -> None:
    for house in (evening.house, neighbour.house):
        moved_in(house, receiver)
    await order(evening)
    for _ in range(3):
        await played_out(evening)
        await asyncio.gather(evening.house.news.work(), neighbour.house.news.work())
        for one in (evening, neighbour):  # what the other was just giving back
            await one.house.news.work()
    names = named(receiver)
    assert len({*names}) == len(names) and receiver.events.count("end") == 3
    assert await owed(evening) == []


async def test_a_running_house_sends_by_itself(evening: Evening, town: Town, receiver: Receiver) -> None:
    await order(evening)
    match = await evening.play(ADA, BO, game="tiny")
    await evening.house.start()
    try:
        await evening.play_on(match, random.Random(1))
        await receiver.until(lambda: "end" in receiver.events)
    finally:
        for worker in evening.house._workers.values():
            await worker.stop()


# --- managers


async def test_a_server_has_three_and_no_address_twice(evening: Evening, town: Town) -> None:
    for number in range(2):
        await order(evening, address=f"{ADDRESS}{number}")
    [first, *_] = await evening.house.webhooks.of(GUILD)
    with refused("webhook.again"):
        await order(evening, address=first.address)
    await order(evening, address=f"{ADDRESS}2")
    with refused("webhook.many", n=3):
        await order(evening)
    await evening.house.webhooks.remove(GUILD, first.id)
    with refused("webhook.gone"):
        await evening.house.webhooks.remove(GUILD, first.id)
    await order(evening)


@pytest.mark.usefixtures("db_url")
async def test_an_address_ordered_twice_at_once_is_one_webhook(evening: Evening, town: Town) -> None:
    orders = await asyncio.gather(*(order(evening) for _ in range(3)), return_exceptions=True)
    assert sorted(str(fault) for fault in orders if isinstance(fault, Refused)) == ["webhook.again"] * 2
    assert len(await evening.house.webhooks.of(GUILD)) == 1


async def test_a_webhook_of_another_server_is_no_webhook(evening: Evening, town: Town, receiver: Receiver) -> None:
    webhook = (await order(evening)).webhook
    for number in (webhook.id, 99):
        with refused("webhook.gone"):
            await evening.house.webhooks.remove(8, number)
        with refused("webhook.gone"):
            await evening.house.webhooks.test(8, number, MANAGER, "Hello")
    assert receiver.got == [] and await evening.house.webhooks.of(GUILD) == [webhook]


async def test_an_address_inside_is_refused_when_it_is_ordered(
    evening: Evening, town: Town, receiver: Receiver
) -> None:
    receiver.behind = ["10.0.0.1"]
    with refused("webhook.inside"):
        await order(evening)
    receiver.behind = []
    with refused("webhook.unknown"):
        await order(evening)
    with refused("webhook.address"):
        await order(evening, address="https://127.0.0.1/")
    assert await evening.house.webhooks.of(GUILD) == []


async def test_a_server_that_removes_the_bot_has_none(evening: Evening, town: Town, receiver: Receiver) -> None:
    for number in range(2):
        await order(evening, address=f"{ADDRESS}{number}")
    other = await evening.house.webhooks.order(8, CHANNEL, ADA, ADDRESS)
    await played_out(evening)
    assert await owed(evening)
    await evening.house.webhooks.guild_gone(GUILD)
    assert await evening.house.webhooks.of(GUILD) == [] and await owed(evening) == []
    assert await evening.house.webhooks.of(8) == [other.webhook]
    await order(evening)


async def test_removing_one_drops_its_news(evening: Evening, town: Town, receiver: Receiver) -> None:
    webhook = (await order(evening)).webhook
    await played_out(evening)
    await evening.house.webhooks.remove(GUILD, webhook.id)
    assert await owed(evening) == []
    await evening.house.news.work()
    assert receiver.got == []


def test_a_webhook_says_its_secrets_to_no_log() -> None:
    webhook = Webhook(1, 7, 77, ADA, ADDRESS, "secret of it", opened=0.0, confirmed=0.0, failures=0, ready=0.0)
    assert ADDRESS not in repr(webhook) and "secret of it" not in repr(webhook)

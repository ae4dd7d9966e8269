"""People can get what is stored about them, and be forgotten; the others' careers stay as they were."""

import json
import random

import pytest

from db.sql.tables import NOT_EXPORTED, metadata
from db.stores.careers import Rated
from db.stores.privacy import personal
from engines import GAMES
from host.careers.recount import Findings, Recount
from host.coach.puzzles import Puzzles
from host.cups.cups import CupRequest
from host.lobby.limits import webhooks_of
from host.lobby.lobby import Person
from host.lobby.seekers import Place
from host.privacy import Privacy
from model.kinds import CallChannel, RowKind
from model.line import Line
from model.match import Downtime, Preferences
from model.seeker import Wishes
from model.webhook import Webhook
from tests.db.ended import AUTUMN, end
from tests.host.coach.planted import STOCK
from tests.host.evening import ADA, BO, CY, NAMES, PLACE, Evening

GUS, NAME = 2**61 + 987_654_321, "Gustave Garin"  # nothing else looks like them
ADDRESS, SECRET = "https://example.org/hook/9f3c", "s3cr3t-of-the-server"
NAMED = ("user", "to", "host", "director", "author", "followed")  # what columns are called that hold people
pytestmark = pytest.mark.usefixtures("gus", "rope")


@pytest.fixture
def gus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NAMES, GUS, NAME)


@pytest.fixture
def privacy(evening: Evening) -> Privacy:
    return evening.house.privacy


async def lead_a_life(evening: Evening) -> dict[str, int]:
    """Gus appears in every table that can hold a person; returns Gus's matches by what has become of them."""
    people = evening.store.people
    await evening.house.languages.remember(GUS, "fr", NAME)
    await people.set_preferences(GUS, Preferences(channel=CallChannel.BOTH))
    await evening.house.lessons.open(GUS, "pistard", "lap")
    over = await evening.play(GUS, ADA, BO, game="tiny")
    await evening.play_on(over, random.Random(1))
    await evening.store.reviews.order(over, evening.now())
    await evening.store.reviews.finish(over, {GUS: 81.5, ADA: 60.0})
    own = next(row for row in await evening.log(over) if row.user == GUS and row.kind == RowKind.MOVE)
    await evening.house.solo.open_at(*await evening.house.reviews.position(over, own.seq, GUS), evening.person(GUS))
    packed = await evening.play(GUS, ADA, game="tiny")
    await evening.play_on(packed, random.Random(2))
    await evening.house._dormancy.pack(packed)
    for at in (0, 1):
        await end(evening.store, evening.now() + at, {GUS: 1, ADA: 2}, guild=7, season=AUTUMN, badges={GUS: "broom"})
    await end(evening.store, evening.now() + 2, {GUS: 1}, guild=None, sparring=0.0)
    await evening.store.seasons.close(7, "pistard", AUTUMN.key, AUTUMN.ends)
    puzzles = Puzzles(evening.store, GAMES, evening.now, lambda: STOCK)
    posed = await puzzles.today()
    await puzzles.answer(posed, GUS, 7, posed.stored.puzzle.best)
    await evening.house.races.enter(evening.person(GUS), 7)
    cup = await evening.house.cups.open(CupRequest("tiny", {}, "knockout"), PLACE, evening.person(GUS))
    for user in (GUS, ADA, BO):
        await evening.house.cups.join(cup.id, evening.person(user))
    await evening.store.outages.announce(Downtime(8, evening.now() + 60, evening.now() + 120, GUS), evening.now())
    asked = await evening.open(ADA, game="tiny", places=4)
    await evening.lobby.invite(asked.id, Person(GUS, NAME, None), evening.person(ADA))
    await evening.house.invitations.block(asked.id, GUS)
    watched = await evening.play(ADA, BO, game="tiny", hand="long")
    for person, other in ((GUS, BO), (BO, GUS)):
        await evening.house.follows.allow(person, allowed=True)
        await evening.house.follows.follow_person(person, other, 7)
    await evening.house.follows.follow_match(watched, GUS)
    running = await evening.play(ADA, GUS, BO, game="tiny", hand="long")
    await people.set_note(running, GUS, "Ada bids low")
    await evening.store.lines.put(running, GUS, Line(1, "01234567", 1, ((0, ("a",)),)))
    await people.set_dm(GUS, 60)
    await evening.answer(running, GUS)
    turns = await evening.play(ADA, GUS, BO, game="rope")
    await evening.matches.plan(turns, GUS, ("1",))
    duel = await evening.play(GUS, CY, game="rope")
    lobby = (await evening.open(GUS, ADA, game="tiny", places=4)).id
    await evening.lobby.invite(lobby, Person(CY, "Cy", None), evening.person(GUS))
    alone = (await evening.open(GUS, game="tiny")).id
    starting = (await evening.open(GUS, BO, game="tiny", places=2)).id
    await evening.lobby.start(starting, evening.person(GUS))
    await evening.store.remember(running, "turn", GUS, 5, 6)
    token, _ = [await evening.house.browsers.invite(GUS, running) for _ in range(2)]
    await evening.house.browsers.enter(token)
    await evening.house.standing_tables.keep(alone, evening.person(GUS))
    await evening.house.seekers.ask(Wishes(("pistard",), ("week",)), Place(7, 77, is_open=True), evening.person(GUS))
    await evening.house.calendars.renew(GUS)
    hook = Webhook(0, 8, 77, GUS, ADDRESS, SECRET, opened=evening.now(), confirmed=evening.now(), failures=0, ready=0.0)
    await evening.store.webhooks.add(hook, webhooks_of(8))
    return {
        "over": over,
        "running": running,
        "turns": turns,
        "duel": duel,
        "lobby": lobby,
        "alone": alone,
        "starting": starting,
    }


async def stored(evening: Evening) -> str:
    return str(await evening.rows())


def test_every_column_that_can_hold_a_person_is_marked() -> None:
    marked = {(table.name, column.name) for table, column in personal()}
    named = {(t.name, c.name) for t in metadata.sorted_tables for c in t.c if c.name in NAMED}
    assert named == marked


def test_every_marked_column_begins_an_index() -> None:
    for table, column in personal():
        starts = [next(iter(index.columns)) for index in table.indexes] + [next(iter(table.primary_key))]
        assert column in starts, table.name


async def test_an_export_has_everything_that_is_stored(evening: Evening, privacy: Privacy) -> None:
    lives = await lead_a_life(evening)
    holders = {table.name for table, column in personal() if not column.info[NOT_EXPORTED]}
    assert {*await evening.store.personal.of(GUS)} == holders, "a life leaves traces in all of them"
    whole = json.loads(json.dumps(await privacy.export_of(GUS)))
    assert whole["stored"].keys() == holders - {"dormant_people"}, "a packed match is read like any other"
    assert whole["stored"]["people"] == [
        {
            "user": GUS,
            "locale": "fr",
            "name": NAME,
            "hidden": False,
            "language": "",
            "holidays": "",
            "unannounced": False,
            "dm": 60,
            "followable": True,
            "dm_closed": False,
            "habits": {
                "way": "both",
                "moments": ["start", "half", "ninety"],
                "zone": "",
                "quiet": None,
                "easy": 0,
                "quick": "alone",
                "hides_accuracy": False,
                "in_words": False,
                "over_servers": False,
            },
        }
    ]
    assert whole["stored"]["notes"] == [{"match": lives["running"], "user": GUS, "text": "Ada bids low"}]
    assert {badge["badge"] for badge in whole["stored"]["badges"]} == {"broom"}
    assert {row["user"] for row in whole["stored"]["results"]} == {GUS}


async def test_an_export_of_a_running_match_is_what_its_person_sees(evening: Evening, privacy: Privacy) -> None:
    lives = await lead_a_life(evening)
    match = lives["running"]
    whole = await privacy.export_of(GUS)
    text = json.dumps(whole)
    header = await evening.header(match)
    own, ada = [await evening.matches.see(match, user) for user in (GUS, ADA)]
    [seen] = [match_seen for match_seen in whole["running"] if match_seen["match"] == match]
    assert seen["view"]["hand"] == own.view.hand  # pyright: ignore[reportAttributeAccessIssue]
    for card in ada.view.hand:  # pyright: ignore[reportAttributeAccessIssue]
        rows = [row for row in whole["stored"]["log"] if row["match"] == match]
        assert card not in json.dumps([seen, rows])
    assert header.key.hex() not in text
    assert "key" not in whole["stored"]["matches"][0]
    assert all("draws" not in row for row in whole["stored"]["log"] if row["match"] == match)
    [planned] = [match_seen for match_seen in whole["running"] if match_seen["match"] == lives["turns"]]
    assert planned["plan"]


async def test_what_is_a_server_s_secret_is_in_no_export(evening: Evening, privacy: Privacy) -> None:
    """Who ordered a webhook may manage the server no more."""
    await lead_a_life(evening)
    whole = await privacy.export_of(GUS)
    [hook] = whole["stored"]["webhooks"]
    assert hook.keys() == {"id", "guild", "channel", "author", "opened", "confirmed", "failures", "ready"}
    assert not any(secret in json.dumps(whole) for secret in (ADDRESS, SECRET))


async def test_a_link_to_a_calendar_ends_with_its_person(evening: Evening, privacy: Privacy) -> None:
    token = await evening.house.calendars.renew(GUS)
    assert await evening.house.calendars.reader(token) == GUS
    assert token not in await stored(evening), "only a hash is kept"
    assert "page_calendars" not in (await privacy.export_of(GUS))["stored"]
    await privacy.forget(GUS)
    assert await evening.house.calendars.reader(token) is None


async def test_nobody_learns_from_an_export_who_wants_no_invitations_of_them(
    evening: Evening, privacy: Privacy
) -> None:
    exports: list[str] = []
    for says_no in (evening.house.invitations.decline, evening.house.invitations.block):
        match = (await evening.open(ADA, game="tiny", places=4)).id
        await evening.lobby.invite(match, Person(GUS, NAME, None), evening.person(ADA))
        await says_no(match, GUS)
        stored = (await privacy.export_of(ADA))["stored"]
        assert "blocks" not in stored
        exports.append(str(next(i for i in stored["invitations"] if i["match"] == match) | {"match": 0}))
    assert exports[0] == exports[1]
    assert (await privacy.export_of(GUS))["stored"]["blocks"] == [{"user": GUS, "author": ADA}]


async def test_of_a_stranger_nothing_is_stored(evening: Evening, privacy: Privacy) -> None:
    await evening.play(ADA, BO, game="rope")
    assert await privacy.export_of(GUS) == {"format": 1, "user": str(GUS), "stored": {}, "running": []}


async def test_nothing_is_left_of_a_forgotten_person_who_comes_back_as_a_new_one(
    evening: Evening, privacy: Privacy
) -> None:
    await lead_a_life(evening)
    assert str(GUS) in await stored(evening)
    assert NAME in await stored(evening)
    await privacy.forget(GUS)
    assert str(GUS) not in await stored(evening)
    assert NAME not in await stored(evening)
    assert await evening.house.languages.of(GUS) is None
    rows = await evening.rows()
    await privacy.forget(GUS)
    assert await evening.rows() == rows, "to be forgotten twice is harmless"
    match = await evening.play(GUS, ADA, game="tiny")
    await evening.play_on(match, random.Random(1))
    [state] = [rank.state for rank in await evening.store.careers.ranks("tiny", 7) if rank.user == GUS]
    assert state.matches == 1


async def test_the_others_careers_stay_and_can_be_counted_again(evening: Evening, privacy: Privacy) -> None:
    lives = await lead_a_life(evening)
    recount = Recount(evening.store, {key: game for key, game in evening.house.games.items() if key != "pistard"})

    async def ranks() -> list[Rated]:
        return [rank for rank in await evening.store.careers.ranks("tiny", 7) if rank.user in (ADA, BO)]

    before = await ranks()
    assert len(before) == 2
    await privacy.forget(GUS)
    assert await ranks() == before
    assert (await recount.check()).wrong == ()
    assert {rank.user for rank in await evening.store.careers.ranks("tiny", 7)} == {ADA, BO}
    rows = await evening.rows()
    await recount.rebuild()
    assert await evening.rows() == rows
    # a duel that Gus gave up by leaving is won
    assert {r.user: r.rank for r in await evening.store.careers.results_of_match(lives["duel"]) if r.user > 0} == {
        CY: 1
    }


async def test_running_matches_go_on_without_a_forgotten_person(evening: Evening, privacy: Privacy) -> None:
    lives = await lead_a_life(evening)
    await privacy.forget(GUS)
    seat = (await evening.header(lives["running"])).seats[1]
    assert (seat.resigned, seat.name) == (True, "")
    assert (await evening.header(lives["duel"])).phase == "over"
    assert [row.user for row in (await evening.header(lives["lobby"])).seats] == [ADA]
    assert (await evening.header(lives["lobby"])).host == ADA
    assert (await evening.header(lives["alone"])).phase == "cancelled"
    assert (await evening.header(lives["starting"])).phase == "cancelled"
    ended = await evening.play_on(lives["turns"], random.Random(3))
    assert ended.match.phase == "over"
    assert {message.post.to for message in await evening.deliver()} <= {None, ADA, BO, CY}
    verdict = await evening.house.exports.verify(lives["over"])
    assert verdict.wrong == ()


async def test_a_match_of_a_server_that_the_bot_has_left_forgets_too(evening: Evening, privacy: Privacy) -> None:
    match = await evening.play(ADA, GUS, BO, game="rope")
    await evening.pauses.guild_gone(7)
    await privacy.forget(GUS)
    assert str(GUS) not in await stored(evening)
    assert (await evening.header(match)).seats[1].resigned
    await evening.pauses.guild_back(7)
    await evening.play_on(match, random.Random(1))
    assert await Recount(evening.store, evening.house.games).check() == Findings(1, (), ())


async def test_a_seat_given_up_before_is_somebody_else_s_by_now(evening: Evening, privacy: Privacy) -> None:
    match = await evening.play(GUS, ADA, BO, game="rope")
    await evening.seats.resign(match, GUS, evening.press())
    await evening.seats.take_over(match, 0, CY, "Cy", evening.press())
    await privacy.forget(GUS)
    assert str(GUS) not in await stored(evening)
    assert (await evening.header(match)).seats[0].user == CY
    await evening.play_on(match, random.Random(1))
    kinds = sorted((result.kind, result.user > 0) for result in await evening.store.careers.results_of_match(match))
    assert kinds == [("joined", True), ("left", False), ("stayed", True), ("stayed", True)]

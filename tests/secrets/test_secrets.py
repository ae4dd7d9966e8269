"""Nothing that leaves tells anyone what is hidden from them: whole matches, all messages and screens in two worlds.

Pictures are drawn and compared in every 25th position; `make long` plays 300 matches of the game that hides most.
"""

import logging
from collections.abc import AsyncIterator, MutableMapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog
from sqlalchemy.engine.default import DefaultDialect

import host.logs
import host.play.export
import host.play.matches
from engines import GAMES
from engines.dice import SeededDice
from engines.table import Event, Pick, Refused, Table
from host.play.matches import Matches
from host.repair.steward import Steward
from host.time.live_play import BEGUN, OVER, is_open
from model.kinds import RowKind, VoteKind
from model.match import MatchFacts
from tests.engines.facts import FACTS, brief, seats_near
from tests.marks import in_long
from tests.secrets.dream import FIRST, SPECTATOR, WHOLE, Night

MATCHES = {"superechelon": 300}  # in the long run; of the others
FEW = 10
ASKED = 3  # so many positions apart someone asks for all that they can see, in the long run
EASY = 4  # in one match of so many the bot answers what is easy for a player
IN_ONE = 2  # in one test: those of LEGSTRONG take minutes each
# Games that only the long run looks at, which saves CI's time, with their seats; all others are looked at in CI.
LATER = {"schlangennest": 3, "pistard": 3, "legstrong": 2}
TABLES = [(key, seats_near(key, 3)) for key in GAMES if key not in LATER]
MORE_TABLES = [*LATER.items(), ("superechelon", 2)]
SLEEVES: dict[str, Any] = {"tour": "custom", "course": "FFFF FFFF", "doping": "on"}  # and in them levels
TRIES = 20  # to find options at random
MOMENTS, LASTS = {"superechelon": 14, "legstrong": 90}, 4  # positions of a match, and how many of them are played live
LogLines = list[MutableMapping[str, Any]]


@pytest.fixture
def house_url(sqlite_url: str) -> str:
    return sqlite_url


@pytest.fixture
async def night(house_url: str, log_lines: LogLines, written: StringIO) -> AsyncIterator[Night]:
    night = await Night.begin(house_url, 1, log_lines, written)
    yield night
    await night.store.close()


def options(game: str, seats: int, rng: Random) -> dict[str, str]:
    """A short match, else at random, as far as such a table can be played."""
    spec = GAMES[game].spec
    preset = brief(game)
    for _ in range(TRIES):
        chosen = {
            option.name: rng.choice(option.ask.options) for option in spec.options if isinstance(option.ask, Pick)
        } | preset
        with suppress(Refused):
            for taken in range(spec.seats[0], seats + 1):
                GAMES[game].setup(Table(taken, chosen, spec.rules), SeededDice(b"lobby", 0))
            return chosen
    return preset


async def check(
    night: Night, game: str, seats: int, rng: Random, *, most: int = 10_000, every: int = 1, easy: bool = True
) -> None:
    """A match at random, every message of it, and in `every` so many positions what someone can ask for."""
    chosen: dict[str, Any] = {**options(game, seats, rng)}
    match = await night.deal(game, seats, easy=easy, **chosen)
    positions = await night.play(match, rng, most, every)
    assert night.messages > positions > 5 or positions == most
    assert night.told > 0 or positions == most
    await night.check_logs(match)


@pytest.mark.parametrize("table", [*TABLES, *in_long(*MORE_TABLES)])
async def test_nothing_that_leaves_tells_a_secret(night: Night, table: tuple[str, int]) -> None:
    game, seats = table
    await check(night, game, seats, Random(seats), most=WHOLE)
    assert night.store.looks > 0 or not FACTS[game].unlike
    assert night.store.unlike >= FACTS[game].unlike * night.store.looks or night.store.looks < 40


@pytest.mark.parametrize("seats", [3, *in_long(2)])
async def test_nothing_that_leaves_tells_what_is_in_a_sleeve(night: Night, seats: int) -> None:
    """Levels are chosen, tested with (three seats) and without signals, and lowered."""
    collusion = "on" if seats == 3 else "off"
    match = await night.deal("legstrong", seats, easy=False, **SLEEVES, tests="pick", collusion=collusion)
    await night.play(match, Random(seats + 12), most=WHOLE)  # luck with which a rider is tested and keeps the level
    assert {event.kind for row in await night.store.log(match) for event in row.events} >= {"levels", "tested", "kept"}
    assert night.store.unlike >= 0.95 * night.store.looks > 0
    await night.check_logs(match)


@pytest.mark.parametrize("game", ["superechelon", *in_long("legstrong")])
async def test_nothing_tells_a_secret_after_a_rewind(night: Night, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a manager who watches: what they see before, the public news, and the match that goes on.

    What everyone saw before it is hidden once more, and stands in the history, so only two worlds can be compared.
    """

    async def known(*_: object) -> None:
        """Whatever is hidden may have been seen."""

    monkeypatch.setattr(Night, "check_canary", known)
    match = await night.deal(game, 3, rated=False, easy=True, **options(game, 3, Random(5)))
    await night.play(match, Random(1), most=11)
    rewinds, by = night.house.rewinds, Steward(SPECTATOR, "Manager", None)
    points = (await rewinds.page(match, 0)).points
    now = await night.house.repairs.number(await night.header(match))
    await rewinds.rewind(match, points[len(points) // 2].number, now, by)
    await night.post()
    await night.play(match, Random(3), most=3)
    assert [row.kind for row in await night.store.log(match)].count(RowKind.REWIND) == 1
    await night.check_logs(match)


@pytest.mark.parametrize("game", ["superechelon", *in_long("legstrong")])
async def test_nothing_tells_a_secret_while_a_slow_match_is_played_live(
    night: Night, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Agreed to by one person after another, also within sealed stages, in which it lasts as well."""
    monkeypatch.setattr("tests.secrets.dream.PAUSES", (5,))
    chosen: dict[str, Any] = SLEEVES if game == "legstrong" else options(game, 3, Random(5))
    match = await night.deal(game, 3, rated=False, easy=False, **chosen)
    live, rng, played, sealed = night.house.live, Random(7), 0, 0
    for position in range(MOMENTS[game]):
        public = await night.matches.see(match, None)
        if is_open(public.match, night.now()):
            await live.agree(match, FIRST + position % 3, None)
        if public.match.is_live and played > LASTS:
            await live.enough(match, FIRST, None)
        played, sealed = played + public.match.is_live, sealed + (public.match.is_live and public.view.sealed)
        await night.play(match, rng, most=1)
    told = [event.kind for row in await night.store.log(match) for event in row.events]
    assert {BEGUN, OVER} <= set(told) and (sealed or game != "legstrong")
    await night.check_logs(match)


@pytest.mark.parametrize("game", ["superechelon", *in_long("legstrong")])
async def test_nothing_tells_a_secret_at_a_table_over_servers(night: Night, game: str) -> None:
    """Votes go to each player there, and the news that a computer plays on; no one but them can look at it."""
    chosen: dict[str, Any] = SLEEVES if game == "legstrong" else options(game, 3, Random(5))
    match = await night.deal_apart(game, 3, **chosen)
    rng, votes = Random(1), night.house.votes
    for about in (VoteKind.EXTEND, VoteKind.PAUSE):
        await night.play(match, rng, most=5)
        await votes.open(match, FIRST, about, None, None)
        await night.post()
        await votes.cast(match, FIRST + 1, yes=False, interaction_id=None)
        await night.post()
        await votes.cast(match, FIRST + 2, yes=about == VoteKind.EXTEND, interaction_id=None)
        await night.post()
    await night.house.seats.resign(match, FIRST + 2, None)
    await night.play(match, rng, most=5)
    assert night.messages > 20 and night.told == 0
    await night.check_logs(match)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("game", "start"), [(game, start) for game in GAMES for start in range(0, MATCHES.get(game, FEW), IN_ONE)]
)
async def test_nothing_tells_a_secret_in_many_matches(
    tmp_path: Path, log_lines: LogLines, written: StringIO, game: str, start: int
) -> None:
    seats = GAMES[game].spec.seats
    for seed in range(start, start + IN_ONE):
        night = await Night.begin(f"sqlite+aiosqlite:///{tmp_path}/{seed}.db", seed, log_lines, written)
        # whether an answer is easy takes more time than all else in a match
        easy = seed % EASY == 0
        await check(night, game, seats[seed % len(seats)], Random(seed), every=ASKED, easy=easy)
        assert night.store.unlike >= FACTS[game].unlike * night.store.looks or night.store.looks < 40
        await night.store.close()


async def leak(night: Night, most: int = 30) -> str:
    """What the test says of a host that isn't tight."""
    with pytest.raises(AssertionError) as found:
        await check(night, "superechelon", 3, Random(3), most=most, easy=False)
    night.lines.clear()  # the outbox reports it as a fault of ours
    return str(found.value)


async def test_a_history_that_tells_everything_is_found(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    def hears(event: Event, viewer: object) -> bool:
        return True

    monkeypatch.setattr(host.play.matches, "may_hear", hears)
    assert "tells two worlds apart" in await leak(night)


async def test_an_export_that_tells_everything_is_found(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host.play.export, "_public_row", host.play.export._whole_row)
    assert "deck.tour.1" in await leak(night)


async def test_a_panel_that_is_made_for_another_player_is_found(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Matches.shown

    async def mistaken(matches: Matches, read: MatchFacts, user: int | None) -> object:
        return await shown(matches, read, user and FIRST)

    monkeypatch.setattr(Matches, "shown", mistaken)
    assert "tells two worlds apart" in await leak(night)


async def test_a_log_line_with_a_hand_in_it_is_found(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    see = Matches.see

    async def talkative(matches: Matches, match: int, user: int | None) -> object:
        seen = await see(matches, match, user)
        structlog.get_logger().info("seen", view=seen.view)
        return seen

    monkeypatch.setattr(Matches, "see", talkative)
    assert "hidden from None and told them" in await leak(night, most=5)


async def test_a_library_that_logs_what_it_stores_is_found(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    execute = DefaultDialect.do_execute

    def talkative(dialect: DefaultDialect, cursor: Any, sql: str, parameters: Any, about: Any = None) -> None:
        logging.getLogger("sqlalchemy").warning("executing %s with %s", sql, parameters)
        execute(dialect, cursor, sql, parameters, about)

    monkeypatch.setattr(DefaultDialect, "do_execute", talkative)
    monkeypatch.setattr(host.logs, "own_words", logging.LogRecord.getMessage)
    assert "hidden from None and told them" in await leak(night, most=2)

"""What the commit before the rooms of cogs/ and host/ were laid out (df09b56) has left behind lives on.

That commit's own bot played in its own sandbox; `old/` holds what was there then: the database as SQL, the sandbox's
world with every message that has buttons (also those that had been pressed on since, as copies), buttons, selects and
forms with the person who saw each, and how each match looked to each of its players: the fingerprint of their view, and
the SHA-256 of its export. Database and world are gzipped, for each has more than 300 kB.
"""

import gzip
import hashlib
import json
import random
import re
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest
from babel.messages.pofile import read_po

import locales
from cogs.ui.controls import (
    Act,
    Action,
    Component,
    Contents,
    CustomId,
    LessonPlace,
    Number,
    OpeningForm,
    PointSelect,
    PuzzlePlace,
    SettingButton,
    SettingSelect,
    SharePlace,
    Step,
    Tail,
)
from cogs.ui.custom_id import match_about, read
from engines import GAMES
from engines.table import Standing
from locales import catalogue
from model.kinds import VoteKind
from tests.driver import Driver, Failed, Json, Player, running_sandbox
from tests.e2e.match import replay
from tests.e2e.programs import Bot, running_bot
from tests.host.evening import Evening, Noon
from tests.marks import in_long

OLD = Path(__file__).with_name("old")
SAY = catalogue("en")
BOB = "1100000000000000022"
UNKNOWN = SAY("refusal.house.button")


def recorded(name: str) -> Any:
    """What one of the files of the recording holds."""
    file = OLD / name
    return json.loads(gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes())


FORMS: dict[str, str] = {form["button"]: form["form"] for form in recorded("forms.json")}
MATCHES: dict[int, Json] = {row["match"]: row for row in recorded("matches.json")}
LAST_ID: int = recorded("world.json.gz")["world"]["last_id"]
RUNNING = [number for number, row in MATCHES.items() if row["phase"] == "running"]


def chosen(select: Json) -> list[str]:
    """What is chosen in a recorded select: as many of the first values as it wants, Bob in one of people."""
    if select["type"] == Component.USER_SELECT.value:
        return [BOB]
    return select["values"][: max(1, select["least"])] if "values" in select else []


# --- the database and its matches


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database as it was left."""
    file = tmp_path / "gruppetto.db"
    with sqlite3.connect(file) as base:
        base.executescript(gzip.decompress((OLD / "gruppetto.sql.gz").read_bytes()).decode())
    base.close()
    return file


@pytest.fixture
async def evening(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """A house of today on it, at the hour when the old one closed."""
    monkeypatch.setattr("tests.host.evening.GAMES", GAMES)
    noon = Noon()
    noon.time = recorded("world.json.gz")["at"]
    evening = await Evening.begin(f"sqlite+aiosqlite:///{database}", noon)
    yield evening
    await evening.store.close()


async def test_every_match_looks_to_each_of_its_players_as_it_did(evening: Evening) -> None:
    """And its public record, or all of it once it is over, is the same."""
    for number, then in MATCHES.items():
        now = await evening.matches.see(number, None)
        looks = {
            "match": number,
            "game": now.match.game,
            "phase": now.match.phase,
            "paused": now.match.paused,
            "seq": now.match.seq,
            "waiting": [*now.view.waiting],
            "public": now.fingerprint,
            "users": {user: (await evening.matches.see(number, int(user))).fingerprint for user in then["users"]},
            "standings": [[one.seat, one.rank, one.points] for one in now.standings],
            "vote": now.match.vote and now.match.vote.about,
            "export": hashlib.sha256(await evening.house.exports.export(number)).hexdigest(),
        }
        assert looks == then


# one match of each game always, the others in the long run
BRIEF = {MATCHES[number]["game"]: number for number in RUNNING}.values()


@pytest.mark.parametrize("number", [*BRIEF, *in_long(*(number for number in RUNNING if number not in BRIEF))])
async def test_every_running_match_is_played_on_to_its_end(evening: Evening, number: int) -> None:
    """Its log, the old rows and the new, gives the same result when it is played again from the seed."""
    if MATCHES[number]["paused"]:
        first, second, *_ = map(int, MATCHES[number]["users"])
        await evening.votes.open(number, first, VoteKind.RESUME, None, evening.press())
        await evening.votes.cast(number, second, yes=True, interaction_id=evening.press())
    await evening.play_on(number, random.Random(number))
    export = json.loads(await evening.house.exports.export(number))
    assert export["phase"] == "over"
    assert export["log"][-1]["seq"] > MATCHES[number]["seq"]
    assert replay(export) == [Standing(**standing) for standing in export["standings"]]


# --- the buttons

# Actions that the commit before didn't have, each with the reason why it is newer.
REPAIRS = (Action.POINTS, Action.REWIND, Action.EXCUSE, Action.DROP, Action.REPOST, Action.ANNOUNCE, Action.BACKUP)
ORDERS = tuple(one for one in Action if "order" in one or "countermand" in one)
INVITED = (Action.ACCEPT, Action.DECLINE, Action.BLOCK, Action.ALLOW)
NEWER: dict[Action, str] = {
    Action.FILM: "a film was made by a command alone",
    Action.SHARE: "nothing of a match could be posted elsewhere",
    Action.DICE: "what vouches for the dice stood in the thread alone",
    Action.SEAT: "there was one computer player to choose from",
    Action.OPEN: "a match was opened by a command alone",
    Action.PRESET: "a match was opened by a command alone",
    Action.DETAILS: "a match was opened by a command alone",
    Action.SOLO: "nobody could play alone",
    Action.LEARN: "there were no lessons",
    Action.HOME: "there was no home",
    Action.FRIENDS: "there was no home",
    Action.HINT: "nobody got a hint",
    Action.REVIEW: "no match was looked at",
    Action.TRY: "no match was looked at",
    Action.PUZZLE: "there were no puzzles",
    Action.OLDER: "there were no puzzles",
    Action.SOLUTION: "there were no puzzles",
    Action.HIDE_ACCURACY: "no match was looked at",
    Action.SHOW_ACCURACY: "no match was looked at",
    **dict.fromkeys((one for one in Action if one.startswith("cup")), "there were no cups"),
    **dict.fromkeys(ORDERS, "there were no standing orders"),
    **dict.fromkeys(REPAIRS, "nothing was put right by Discord"),
    **dict.fromkeys(INVITED, "nobody was invited by message"),
}
NEWER_SETTINGS = {SettingButton.QUICK_ALWAYS, SettingButton.QUICK_ALONE, SettingButton.QUICK_NEVER}
NEWER_SETTINGS |= {SettingButton.HOLIDAY, SettingButton.HOLIDAY_OVER}
NEWER_SELECTS = {SettingSelect.FIRST, SettingSelect.LAST}
NEWER_KINDS = {LessonPlace, PuzzlePlace, Contents, SharePlace, OpeningForm, PointSelect}

PLANS = (Action.PLAN, Action.WITHDRAW)
SPENDING = (Action.UNDO, Action.AUTO, Action.FAST, Action.LEG)
VOTES = (Action.NO, Action.YES, Action.VOTE, Action.RETURN, Action.TAKEOVER, Action.REMATCH)
GUEST = "u"
LOBBY = (Action.WAIT, Action.LEAVE, Action.JOIN, Action.OPPONENT, Action.START, Action.CANCEL)
# In this order; what isn't here only shows something, or is of nobody but the person who presses, and comes first.
LATER = ("p", *PLANS, Action.SNOOZE, "first", "g", *SPENDING, *VOTES, Action.INVITE, GUEST, *LOBBY, Action.FORGET)
# What is pressed "first" in these matches, for any of the others may leave it nothing to do.
FIRST = {20: Action.TAKEOVER, 21: Action.UNDO, 22: Action.LEG, 24: Action.AUTO, 28: Action.FAST}
# Where these succeed, nobody is told anything in answer: the lobby is shown anew.
WORDLESS = (Action.LEAVE, Action.OPPONENT, Action.WAIT, Action.CANCEL)

STALE = SAY("panel.stale")
PLAYED = tuple(SAY(key) for key in ("panel.done", "panel.done.auto", "panel.undone"))
PLAYED_IN = re.compile(r"Played in match #(\d+)\.")  # where the panel goes on to another match


@dataclass(frozen=True)
class Old:
    """A recorded button or select: its `place` in the recording, and what is known of it."""

    place: int
    component: Component
    code: str
    user: str
    message: str
    values: list[str]

    @property
    def about(self) -> str:
        """Its action, or the beginning of its custom id."""
        said = read(self.component, self.code)
        return said.action if isinstance(said, Act) else self.code.partition(":")[0]

    @property
    def match(self) -> int | None:
        """The number of the match that it is about."""
        return match_about(self.code)

    @property
    def is_fresh(self) -> bool:
        """Whether it belongs to how a running match looked to this person in the end."""
        seen = MATCHES[self.match]["users"].get(self.user) if self.match in RUNNING else None
        return seen is not None and seen in self.code

    @property
    def turn(self) -> int:
        """When it is pressed."""
        about = self.about
        if FIRST.get(self.match or 0) == about and (self.is_fresh or about not in SPENDING):
            about = "first"
        return 1 + LATER.index(about) if about in LATER else 0


BUTTONS = [
    Old(place, Component(one["type"]), one["custom_id"], one["user"], one["message"], chosen(one))
    for place, one in enumerate(recorded("buttons.json"))
]


def in_order() -> list[Old]:
    """All buttons by turn; within it one person after the other, for each is answered only ten times a second."""
    pressed: Counter[tuple[int, str]] = Counter()
    rounds: dict[int, int] = {}
    for button in BUTTONS:
        rounds[button.place] = pressed[button.turn, button.user]
        pressed[button.turn, button.user] += 1
    return sorted(BUTTONS, key=lambda button: (button.turn, rounds[button.place]))


def test_all_that_a_button_could_say_was_recorded() -> None:
    assert {button.about for button in BUTTONS} >= set(Action) - set(NEWER)
    read_as = [read(button.component, button.code) for button in BUTTONS]
    assert {one for one in read_as if isinstance(one, SettingButton)} == set(SettingButton) - NEWER_SETTINGS
    assert {one for one in read_as if isinstance(one, SettingSelect)} == set(SettingSelect) - NEWER_SELECTS
    forms = [read(Component.FORM, form) for form in FORMS.values()]
    # not the form that asks for a number, nor its button: no game asks for an amount of more than 25 values
    assert {type(one) for one in (*read_as, *forms)} == set(get_args(CustomId)) - {Number} - NEWER_KINDS
    assert {one.tail for one in read_as if isinstance(one, Step)} == set(Tail) - {Tail.TYPE, Tail.HELP}


def refusals() -> list[re.Pattern[str]]:
    """What each refusal of the house or of a game looks like."""
    texts: list[str] = []
    for file in (Path(locales.__file__).parent / "en").glob("*.po"):
        with file.open("rb") as opened:
            refusals = [message.string for message in read_po(opened) if "refusal." in str(message.id)]
        texts += chain.from_iterable([text] if isinstance(text, str) else text or () for text in refusals)
    return [re.compile(re.sub(r"\\{\w+\\}", ".*", re.escape(text)), re.DOTALL) for text in texts]


REFUSALS = refusals()


def is_refused(text: str) -> bool:
    """Whether a sentence says why not, or a panel that it is too late."""
    return STALE in text or any(pattern.fullmatch(text) for pattern in REFUSALS)


@pytest.fixture
def place(database: Path, tmp_path: Path) -> Iterator[tuple[str, Bot]]:
    """The old sandbox, at the hour when it was left, and in it today's bot on the old database.

    Each button stands in a message of its own, so that pressing one doesn't take others away.
    """
    saved = recorded("world.json.gz")
    world = saved["world"] | {"ahead": saved["at"] - time.time(), "last_id": LAST_ID + len(BUTTONS)}
    for user in world["users"].values():
        user["locale"] = "en-US"  # some spoke languages that there weren't yet, so that all was said in English
    messages = {message["id"]: message for message in world["messages"]}
    world["messages"] += [messages[one.message] | {"id": copy_of(one), "nonce": None} for one in BUTTONS]
    state = tmp_path / "state"
    state.mkdir()
    (state / "world.json").write_text(json.dumps(world), encoding="utf-8")
    with running_sandbox(state) as url, running_bot(database.parent, url) as bot:
        yield url, bot


def copy_of(button: Old) -> str:
    """The id of the message in which this button is pressed."""
    return str(LAST_ID + 1 + button.place)


async def press(driver: Driver, button: Old) -> str:
    """What the person is told; nothing where the lobby is just shown anew."""
    player, message = driver.player(button.user), driver.messages[copy_of(button)]
    if button.about in WORDLESS:
        act = {"do": "press", "user": player.id, "message_id": message.id, "custom_id": button.code}
        outcome = await driver.act(**act)
        await look(driver, player)
        return "".join(driver.messages[id].content for id in outcome.touched)
    if button.component is Component.BUTTON:
        answer = await player.press(message, custom_id=button.code)
    else:
        answer = await player.select(message, *button.values, custom_id=button.code)
    if player.has_form:
        assert player.form.raw["custom_id"] == FORMS[button.code]
        answer = await player.submit("Rome")
    assert answer is not None
    return answer.content


async def look(driver: Driver, player: Player) -> None:
    """Press a button that everybody sees: it is answered when the person's press before is done."""
    shows = next(button for button in BUTTONS if button.about == Action.HISTORY)
    await player.press(driver.messages[copy_of(shows)], custom_id=shows.code)


async def test_every_old_button_is_answered(place: tuple[str, Bot]) -> None:
    """By a refusal that names a reason at worst, and each kind of them does what it did at least once."""
    url, bot = place
    played: set[int | None] = set()  # in these matches
    done: set[str] = set()
    async with await Driver.connect(url) as driver:
        await driver.wait(lambda: driver.online)
        for button in in_order():
            try:
                text = await press(driver, button)
            except (Failed, AssertionError) as failed:
                failed.add_note(f"It was {button}")
                raise
            assert text != UNKNOWN, button
            if button.about in ("g", *SPENDING) and button.is_fresh and button.match not in played:
                assert STALE not in text, button
            if any(said in text for said in PLAYED):
                played.add(button.match)
            played.update(int(number) for number in PLAYED_IN.findall(text))
            if button.about not in done and not is_refused(text):
                done.add(button.about)
        assert done == {button.about for button in BUTTONS}
        await bot.has_sent_all()
    assert bot.faults == [], bot.log

"""The bot is killed just before and just after each of its commits: then it starts again as if nothing had been."""

import asyncio
import inspect
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.world import CARLA_ID
from tests.driver import PATIENCE, Driver, running_sandbox
from tests.e2e.deeds import DEEDS
from tests.e2e.drama import Drama
from tests.e2e.mortal_bot import FLAWS, WRITES
from tests.e2e.programs import Bot, ForkedBot, port_of
from tests.e2e.trouble import COMPUTER, PUT_BACK, REMINDER, REPAIRED
from tests.forks import Forks

LIFE = 2 * PATIENCE  # seconds within which the bot must have come to a point
EXPECTED = {"post failed", "deadline failed"}
WHEN = ("before", "after")
COMMITS = re.compile(
    r"@transaction|self\._(once|engine)\b.*\.(begin|run|execute)\(|self\._(counted_once|take)\(|\bupsert\("
)
ALIKE = re.compile(
    "((half|ninety|snooze) and others|half|ninety|stalled|overtaken|hand|forced|answered|lapsed|ballot|full"
    "|settle late|remember late)$"
)  # posts and answers written down like the others

# What the host commits, play by play, in the order of a match's life: the transaction, the method of the store that
# writes it, and what the players do to bring it about ("": they just play).
PLAYS = {
    "lobby": [
        ("set_meta", "set_meta", ""),
        ("forget_leases", "forget_leases", ""),
        ("begin", "begin", ""),
        ("beat", "beat", ""),
        ("set_preferences", "set_preferences", "set preferences"),
        ("change", "change", "decide"),
        ("hide", "hide", "hide"),
        ("set_language", "set_language", "choose a language"),
        ("set_holidays", "set_holidays", "take a holiday"),
        ("told", "told", "take a holiday"),
        ("meet", "meet", ""),
        ("open", "create", ""),
        ("take_posts", "take_posts", ""),
        ("remember lobby", "remember", ""),
        ("settle lobby", "settle", ""),
        ("join", "commit", ""),
        ("leave", "commit", "leave"),
        ("cancel", "commit", "cancel"),
        ("hurry", "hurry", "cancel late"),
        ("start", "commit", ""),
        ("set_thread", "set_thread", ""),
    ],
    "opening": [
        ("remember opening", "remember", ""),
        ("deal", "commit", ""),
        ("settle opening", "settle", ""),
        ("remember board", "remember", ""),
        ("settle board", "settle", ""),
        ("remember turn", "remember", ""),
        ("settle turn", "settle", ""),
        ("move player", "commit", ""),
        ("show_panel", "show_panel", ""),
    ],
    "played": [
        ("undo", "commit", "undo"),
        ("move auto", "commit", "let play"),
        ("put_off", "put_off", "dawdle"),
        ("retry", "retry", "fail"),
        ("renew", "renew", "hold up"),
        ("pause", "commit", "kick"),
        ("resume", "commit", "kick"),
    ],
    "ended": [
        ("resign", "commit", "resign"),
        ("remember result", "remember", ""),
        ("settle result", "settle", ""),
        ("settle end", "settle", ""),
        ("rematch", "create", "play again"),
    ],
    "waiting": [
        ("set_note", "set_note", "take a note"),
        ("snooze", "snooze", "snooze"),
        ("remind", "remind", "be reminded"),
        ("remember snooze", "remember", "be reminded"),
        ("settle snooze", "settle", "be reminded"),
        ("forget_places", "forget_places", "be reminded"),
        ("drop", "drop", "answer first"),
        ("delay", "delay", "rest"),
    ],
    "planning": [
        ("plan", "plan", "plan"),
        ("drop_plan", "drop_plan", "withdraw"),
        ("move plan", "commit", "keep to the plan"),
        ("move late", "commit", "keep to the plan"),
        ("settle turn and others", "settle", "play elsewhere"),
    ],
    "table": [
        ("vote", "commit", "vote"),
        ("remember vote", "remember", "vote"),
        ("settle vote", "settle", "vote"),
        ("pause", "commit", "vote"),
        ("resume", "commit", "vote"),
        ("replace", "commit", "replace"),
        ("remember free", "remember", "replace"),
        ("settle free", "settle", "replace"),
        ("return", "commit", "come back"),
        ("takeover", "commit", "take over"),
    ],
    "alone": [
        ("opponent", "commit", ""),
        ("move computer", "commit", ""),
        ("count_hint", "count_hint", "ask for a hint"),
        ("due", "due", ""),
        ("postpone", "postpone", "miss"),
    ],
    "absent": [
        ("move absent", "commit", "resign"),
    ],
    "repaired": [
        ("rewind", "commit", "put back"),
        ("remember repair", "remember", "put back"),
        ("settle repair", "settle", "put back"),
        ("repost", "commit", "post anew"),
        ("announce", "announce", "announce"),
        ("end", "end", "announce"),
    ],
}
# in the sandbox time is meant to leap; tests/host/time/test_heartbeat.py has it. The game that is played has no orders;
# tests/host/play/test_standing_orders.py has them. The bot isn't watched; tests/host/test_vitals.py has that.
# It has met its players, and no thread is deleted; tests/cogs/posts/test_cogs_first_contact.py has both.
# No one plays live, or with riders who talk; tests/host/table/test_live.py and thinking/test_talk.py have both.
UNPLAYED = {"leap", "give_orders", "touch", "set_dm", "set_closed", "lose_thread", "agree", "talk"}
OTHERS = {"alone": (COMPUTER,), "absent": ("Bob", "Carla")}


def writing(owner: type) -> set[str]:
    """The methods of a class of the database that commit."""
    methods = {name: method for name, method in vars(owner).items() if name[0] != "_" and inspect.isfunction(method)}
    return {name for name, method in methods.items() if COMMITS.search(inspect.getsource(method))}


def test_every_method_of_the_store_that_commits_is_in_a_play() -> None:
    listed = {owner: set(methods) for owner, methods in WRITES.items()}
    assert listed == {owner: writing(owner) - UNPLAYED for owner in WRITES}
    assert set.union(*listed.values()) == {method for play in PLAYS.values() for _, method, _ in play}
    assert set(DEEDS) == {deed for play in PLAYS.values() for _, _, deed in play}


@pytest.fixture
def bot(tmp_path: Path, forks: Forks) -> Iterator[Bot]:
    with running_sandbox() as url:
        bot = ForkedBot(tmp_path, forks, SANDBOX_PORT=port_of(url), OWNER_IDS=CARLA_ID)
        bot.meet()
        assert bot.run("--check").returncode == 0  # there is a database before the first life
        yield bot
        bot.close()
        assert set(bot.faults) <= EXPECTED, bot.log


def happened(bot: Bot, *kinds: str) -> int:
    """How often something of these kinds stands in the logs of the matches."""
    counts = (bot.query(f"SELECT count(*) FROM log WHERE events LIKE '%house.{kind}%'") for kind in kinds)
    return sum(count for ((count,),) in counts)


@pytest.mark.long
@pytest.mark.parametrize("play", PLAYS)
async def test_a_kill_before_and_after_each_commit(bot: Bot, play: str) -> None:
    points = [(f"{when} {name}", deed) for name, _, deed in PLAYS[play] for when in WHEN]
    listed = {f"{when} {name}" for p in PLAYS.values() for name, _, _ in p for when in WHEN}
    async with await Driver.connect(f"http://127.0.0.1:{bot.settings['SANDBOX_PORT']}/") as driver:
        drama = Drama(driver, bot, OTHERS.get(play, ("Bob",)), 2 if play == "lobby" else None, DEEDS)
        for point, deed in points:
            try:
                async with asyncio.timeout(LIFE):
                    await drama.die_at(point, deed, FLAWS)
            except TimeoutError:
                pytest.fail(f"It never came to {point}.\n{driver.account()}")
        await drama.to_the_end()
        public = [message for message in driver.messages.values() if not message.ephemeral]
    assert sum(REMINDER in message.content for message in public) <= bot.log.count("passed: after snooze\n")
    threads = [thread.id for thread in driver.threads()]
    votes = sum("Yes" in message.labels for message in public if message.channel_id in threads)
    assert votes <= happened(bot, "vote.opened")
    put_back = Counter(m.channel_id for m in public if REPAIRED in m.content and PUT_BACK in m.content)
    assert max(put_back.values(), default=0) <= happened(bot, "rewound")
    assert sum("Take this seat" in message.labels for message in public) <= happened(bot, "substituted", "resigned")
    assert re.findall("^killed: (.*)$", bot.log, re.MULTILINE) == [point for point, _ in points]
    passed = set(re.findall("^passed: (.*)$", bot.log, re.MULTILINE))
    assert {point for point in passed if not ALIKE.search(point)} <= listed

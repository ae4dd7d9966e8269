"""The log of the real bot, at its default level and where it says most: no hand, no name, no word that was typed."""

import re
from pathlib import Path

import pytest

from db.sql.codec import decode
from engines import GAMES
from tests.driver import Driver, running_sandbox
from tests.e2e.match import Match
from tests.e2e.programs import Bot, running_bot
from tests.engines.facts import FACTS
from tests.marks import in_long

GAME = "superechelon"
NOTE, CHOICE = "keep the hunter", "attack hunter2"  # typed by Ann
FORBIDDEN = "CREATE TRIGGER forbidden BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'forbidden'); END"


def hidden(bot: Bot) -> set[str]:
    """All cards that not everyone may know, or might have known at some time."""
    game, found = GAMES[GAME], set[str]()
    for schema, body in bot.query("SELECT schema, body FROM snapshots"):
        found |= set(FACTS[GAME].hidden(decode(game, schema, body), None))
    return found


@pytest.mark.parametrize("level", ["DEBUG", *in_long("INFO")])
async def test_no_secret_name_or_typed_word_is_logged(tmp_path: Path, level: str) -> None:
    with running_sandbox() as url, running_bot(tmp_path, url, LOG_LEVEL=level) as bot:
        async with await Driver.connect(url) as driver:
            await driver.ready()
            match = await Match.begin(driver, "Ann", "Bob", game=GAME, preset="short")
            await match.play(3)
            ann = match.players[0]
            await driver.rate_limit(0.1, path="/webhooks/.*")
            await ann.slash(match.thread, "move", choice=CHOICE)
            assert await driver.no_faults() == []
            bot.query(FORBIDDEN)
            answer = await ann.slash(match.thread, "match", "note", text=NOTE)
            assert answer is not None
            [number] = re.findall(r"\b[0-9A-F]{6}\b", answer.content)
            await bot.says(number)
            await bot.has_sent_all()
            cards = hidden(bot)
        bot.stop()
        bot.expected_faults = ["interaction failed"]
        [failed] = [line for line in bot.log.splitlines() if "interaction failed" in line]
        assert re.search(rf"interaction=\d{{10,}} .*match={match.number}\b", failed)
        for said in ("rate limited", "IntegrityError", "in set_note"):
            assert said in bot.log
        secrets = {*cards, "hunter", "/webhooks/", "Ann", "Bob", match.title, str(ann.id)}
        assert len(cards) > 20
        assert [secret for secret in secrets if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", bot.log)] == []
        assert re.search(r"g:[0-9a-z]+:[0-9a-f]{8}", bot.log) is None

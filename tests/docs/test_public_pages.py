"""The pages for a public bot's owner: the privacy policy says what the tables hold, and every blank is listed."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

import bot
from bot import make_bot
from cogs.doctor import MANY
from cogs.traffic.request_rate import STEADY
from db.sql.tables import metadata
from db.stores.privacy import OWN, personal
from docs import directory
from docs.draw import for_the_directory
from host.browsers import GRANT, SESSION, TOKEN
from host.coach.making import HELD_BACK
from host.lobby import standing_tables
from host.lobby.seekers import HELD
from host.play.dormant import AWAKE
from host.settings import SETTINGS, Settings
from host.time.backup_folder import NEWEST, WEEKS
from host.time.clocks import DAY, HOUR
from tests.driver import ROOT

FOLDER = ROOT / "docs" / "public"
PAGES = sorted(FOLDER.glob("*.md"))
POLICY = (FOLDER / "privacy.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "public-bot.md").read_text(encoding="utf-8")
DIRECTORY = (FOLDER / "directory.md").read_text(encoding="utf-8")
DELETED, STAYS = "### What is deleted when", "### What stays, without you,"
BLANK = re.compile(r"\[OWNER: [^\]]+\]")
# tables with nothing about a person
OF_NO_ONE = {
    "guilds",
    "meta",
    "open_tables",
    "outages",
    "puzzle_posts",
    "seasons",
    "sets",
    "waits",
    "webhook_news",
}
# tables that hold something about a person by their seat, which goes when the person is forgotten
BY_SEAT = {"plans", "orders"}


def named(section: str) -> list[str]:
    """The tables in the last column of a section of the policy."""
    rows = re.findall(r"^\|.*\|([^|]*)\|$", POLICY.partition(section)[2].partition("\n#")[0], re.MULTILINE)
    return [table for row in rows for table in re.findall(r"`(\w+)`", row)]


# --- the privacy policy


def test_the_policy_names_each_table_that_holds_something_about_a_person_once() -> None:
    """A new table fails here until the policy says what it is for, or OF_NO_ONE that it is about no one."""
    policy = [*named(DELETED), *named(STAYS)]
    assert len(policy) == len({*policy})
    assert {*policy} | OF_NO_ONE == metadata.tables.keys()
    assert not {*policy} & OF_NO_ONE
    assert {table.name for table, _ in personal()} <= {*policy}


def test_the_policy_says_what_is_deleted_when_someone_is_forgotten() -> None:
    assert {*named(DELETED)} == {table.name for table in OWN} | BY_SEAT


def test_how_long_the_policy_says_things_are_kept() -> None:
    assert (TOKEN, SESSION, GRANT) == (300.0, 30 * DAY, HOUR)
    assert "a link five minutes, a browser 30 days, a view one hour" in POLICY
    assert HELD == DAY
    assert "a day after you last asked, and one more" in POLICY
    assert standing_tables.KEPT == 30 * DAY
    assert "30 days after it has ended" in POLICY
    assert AWAKE == HELD_BACK == 30 * DAY
    assert "packed 30 days after the end" in POLICY
    assert "30 days after the end, and none from your matches while you hide" in POLICY
    assert (NEWEST, WEEKS, Settings().BACKUP_HOURS) == (7, 4, 24.0)
    assert "a backup each day and keeps the last seven, and one of each of the four weeks before" in " ".join(
        POLICY.replace("- ", "").split()
    )


def test_the_bot_reads_no_messages_and_asks_for_no_members() -> None:
    intents = make_bot(Settings(DISCORD_TOKEN="any")).intents
    assert {name for name, is_on in intents if is_on} == {"guilds", "dm_messages"}
    assert "It reads no messages. It asks Discord for no list of members" in POLICY
    assert "The bot needs none." in GUIDE


# --- blanks


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_blank_is_listed_at_the_top(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    box = "\n".join(line for line in text.splitlines() if line.startswith(">"))
    listed = BLANK.findall(box)
    assert len(listed) == len({*listed})
    assert {*listed} == {*BLANK.findall(text.replace(box, ""))}


def test_the_pages_with_blanks_are_those_that_the_guide_names() -> None:
    with_blanks = {page.name for page in PAGES if BLANK.search(page.read_text(encoding="utf-8"))}
    assert with_blanks == {"privacy.md", "terms.md", "support.md"}
    assert all(f"](public/{page.name})" in GUIDE for page in PAGES)


# --- the guide


def test_each_fact_about_discord_says_where_it_is_from() -> None:
    table = GUIDE.partition("| What Discord says |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(table) > 12
    for row in table:
        assert re.search(r"\]\(https://(docs|discord|support-dev)\.(discord\.)?com/[^)]+\) \|$", row), row


def test_the_guide_names_settings_and_numbers_of_the_bot() -> None:
    assert {*re.findall(r"`([A-Z]+_[A-Z_]+)`", GUIDE)} <= SETTINGS.keys()
    assert f"From {MANY} servers on `doctor` reminds you" in " ".join(GUIDE.split())
    assert f"{STEADY:.0f} requests a second" in " ".join(GUIDE.split())
    assert bot.make_bot(Settings(DISCORD_TOKEN="any", POLICY_URL="https://a.example/p")).owner_pages == {
        "policy": "https://a.example/p"
    }


# --- the App Directory


def quoted(heading: str) -> str:
    """The text in the block below a heading."""
    return DIRECTORY.partition(f"## {heading}\n")[2].partition("```text\n")[2].partition("\n```")[0]


def test_texts_for_the_directory_are_as_long_as_discord_allows() -> None:
    assert 200 < len(quoted("Description")) <= 400
    assert 100 < len(quoted("Summary")) <= 200
    tags = quoted("Tags").splitlines()
    assert len({*tags}) == len(tags) == 5
    assert all(len(tag) <= 20 for tag in tags)


def test_the_five_pictures_are_as_they_are_drawn_and_of_one_size() -> None:
    drawn = for_the_directory()
    assert len(drawn) == 5
    assert {f"{name}.png" for name in drawn} == {file.name for file in directory.PICTURES.iterdir()}
    for name, png in drawn.items():
        kept, now = (Image.open(BytesIO(data)) for data in ((directory.PICTURES / f"{name}.png").read_bytes(), png))
        assert kept.size == directory.SIZE == (1920, 1080)
        assert kept.mode == "P"
        assert kept.convert("RGB").tobytes() == now.convert("RGB").tobytes()
        assert len(png) < 100_000
        assert re.search(rf"!\[.{{30,}}\]\(pictures/{name}\.png\)", DIRECTORY), "it has words beside it"

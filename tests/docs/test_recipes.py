"""The recipes for a server setting and a column of `matches`, followed in a copy of the project: so many files know."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.driver import ROOT
from tests.marks import in_long

PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
ROOMS = (
    "cogs",
    "db",
    "engines",
    "host",
    "lessons",
    "locales",
    "model",
    "opponents",
    "platforms",
    "render",
    "puzzles",
    "screen",
    "web",
)
KEEP_SETTING = """
import asyncio
from cogs.server_setup import NAMED, Decided
from db.store import Store
from host.outbox.languages import Languages
from host.servers import Servers
from locales import catalogue
from sqlalchemy.engine import make_url

async def main():
    url = make_url("sqlite+aiosqlite:///recipe.db")
    store = await Store.open(url)
    try:
        servers, setting = Servers(store, Languages(store)), NAMED["bells"]
        assert (await servers.settings(7)).bells == 4
        await servers.change(7, bells=setting.offers[-1])
        settings = await servers.settings(7)
        assert settings.bells == 9 and (await servers.settings(8)).bells == 4
        line = setting.line(Decided(settings, await store.open_tables.of(7), None), catalogue("en"))
        assert line.endswith("**9**"), line
    finally:
        await store.close()
asyncio.run(main())
"""
KEEP_TERM = """
import asyncio
from dataclasses import replace
from db.store import Store
from engines.table import Table
from host.lobby.rematch import next_match
from model.kinds import How, RowKind
from model.match import LogRow, Match, SeatRow, Step
from model.terms import Terms
from sqlalchemy.engine import make_url

def row(kind):
    return LogRow(0, 0, kind, None, (), How.PLAYER, [], [], None, 1, 2.0)

async def main():
    url = make_url("sqlite+aiosqlite:///recipe.db")
    store = await Store.open(url)
    try:
        seats = (SeatRow(0, 1, None, "Ada"),)
        new = Match("rope", {}, 1, 2, 7, 8, 1, b"key", 1.0, 1.0, seats, Terms(bells=9), scarf="red")
        match = await store.create(new, row(RowKind.OPEN))
        assert (await store.match(match.id)) == match and (match.terms.bells, match.scarf) == (9, "red")
        changed = replace(match, terms=replace(match.terms, bells=5), scarf="blue")
        await store.commit(Step(changed, row(RowKind.WAIT)))
        kept = await store.match(match.id)
        assert (kept.terms.bells, kept.scarf) == (5, "blue")
        again = next_match(kept, Table(2, {}, 1), 1, "Ada", key=b"", now=9.0)
        assert again.terms.bells == 5, "players agree on it"
        assert again.scarf == "", "nothing else is copied"
    finally:
        await store.close()
asyncio.run(main())
"""

MIGRATE = ("-m", "db.upkeep.revise", "0002", "Add bells")

pytestmark = pytest.mark.xdist_group("recipes")


def files_named(heading: str) -> list[str]:
    """The files that a recipe names, one a step."""
    steps = re.findall(r"^\d\. .*?(?=^\d\. |^$)", PAGE.split(f"## {heading}\n")[1].split("\n## ")[0], re.M | re.S)
    named = [re.search(r"`([\w/]+\.py)`", step) for step in steps]
    return [file[1] for file in named if file is not None]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what is needed to keep a setting and a match."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("*.pyc.*"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def add(house: Path, file: str, before: str, line: str) -> str:
    """Write a line before another one; returns the file."""
    text = (house / file).read_text(encoding="utf-8")
    assert text.count(before) == 1, (file, before)
    (house / file).write_text(text.replace(before, f"{line}\n{before}"), encoding="utf-8")
    return file


def run(house: Path, *words: str) -> None:
    done = subprocess.run([sys.executable, *words], cwd=house, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_recipe_names_at_most_so_many_files() -> None:
    setting, column = files_named("A server setting"), files_named("A column of `matches`")
    assert (len(setting), len(column)) == (3, 4)
    assert all((ROOT / file).exists() for file in (*setting, *column))


@pytest.mark.long
def test_a_server_setting_is_added_in_the_files_of_its_recipe(house: Path) -> None:
    changed = {
        add(house, "model/server_settings.py", "    def terms(self)", "    bells: int = 4  # of the last lap\n"),
        add(house, "cogs/server_setup.py", "    ZONE,\n", '    _of_server("bells", "🔔", range(10), _number),'),
    }
    add(house, "locales/en/server_setup.po", 'msgid "setup.zone"', 'msgid "setup.bells"\nmsgstr "Bells"\n')
    run(house, *MIGRATE)
    run(house, "-c", KEEP_SETTING)
    *where_it_is_kept, _ = files_named("A server setting")
    assert changed == {*where_it_is_kept}


@pytest.mark.long
def test_a_column_of_matches_is_added_in_the_files_of_its_recipe(house: Path) -> None:
    """A term, which needs its field alone, and another one, which needs its column as well."""
    add(house, "model/terms.py", "    @property\n    def pace", "    bells: int = 4  # of the last lap\n")
    add(house, "model/match.py", "    cup: int | None = None", '    scarf: str = ""  # of the host')
    add(house, "db/sql/tables.py", '    Column("cup", Id),  # the', '    Column("scarf", Text, server_default=""),')
    run(house, *MIGRATE)
    run(house, "-c", KEEP_TERM)
    assert "model/terms.py" in files_named("A column of `matches`")


@pytest.mark.parametrize("column", ["least_in_time", *in_long("least_finished")])
def test_no_other_file_knows_a_term(column: str) -> None:
    """What is there already keeps to the recipe, from the command to where it counts."""
    knowing = [
        str(file.relative_to(ROOT))
        for room in ROOMS
        for file in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in file.parts and column in file.read_text(encoding="utf-8") and column in words_of(file)
    ]
    assert sorted(knowing) == sorted(files_named("A column of `matches`"))


def words_of(file: Path) -> set[str]:
    """The names and texts of a file, without its comments."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word) | ast.keyword(arg=str(word)):
                found.add(word)
            case ast.Constant(value=str(word)):
                found.add(word)
    return found


def test_no_other_file_knows_a_setting_by_name() -> None:
    """A setting is handed over whole: what keeps and changes it knows no name of one."""
    for file in ("db/stores/servers.py", "db/sql/mapping.py", "db/sql/tables.py", "cogs/admin.py"):
        known = words_of(ROOT / file) & {"ceremonies", "lobbies", "evening", "longest", "months"}
        assert not known, (file, known)
    assert not words_of(ROOT / "host/servers.py") & {"ceremonies", "lobbies", "evening", "longest", "holidays"}

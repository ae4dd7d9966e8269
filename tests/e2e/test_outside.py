"""A game of another package, installed beside the bot: it is played like the bot's own, and a faulty one is a line."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.docs.test_fifth_game import in_python, play
from tests.driver import ROOT, Driver, running_sandbox
from tests.e2e.programs import Bot, port_of

KEY = "sixth_wheel"
ENGINE = """
from dataclasses import replace
from engines.pistard import Pistard

class Other(Pistard):
    spec = replace(Pistard.spec, key="{key}")

GAME = Other()
"""
PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a package was installed that has just been begun."""
    folder = tmp_path_factory.mktemp("outside")
    begun = in_python(ROOT, "tests.new_game", KEY, "--with", "hands", "--package", str(folder / "package"))
    assert begun.returncode == 0, begun.stderr
    order = [Path(sys.executable).with_name("uv"), "pip", "install", "--offline", "--python", sys.executable]
    place = folder / "place"
    subprocess.run([*order, "--quiet", "--target", place, folder / "package"], check=True)
    return place


def install(place: Path, key: str, package: str, **modules: str) -> None:
    """Put a package with these modules there, as an installer does."""
    about = place / f"{package}-1.dist-info"
    (place / package / "locales" / "en").mkdir(parents=True)
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[gruppetto.games]\n{key} = {package}\n")
    (place / package / "locales" / "en" / f"{key}.po").write_text(PO)
    for name, text in {"__init__": "", **modules}.items():
        (place / package / f"{name}.py").write_text(text)


@contextmanager
def running(folder: Path, address: str, **settings: str) -> Iterator[Bot]:
    """The bot as it starts from a shell, until the end."""
    bot = Bot(folder, ROOT / "bot.py", SANDBOX_PORT=port_of(address), **settings)
    bot.start()
    try:
        yield bot
    finally:
        bot.close()


async def test_it_is_played_against_a_computer_that_thinks_and_without_it_the_others_are_played_on(
    place: Path, tmp_path: Path
) -> None:
    with running_sandbox() as address:
        async with await Driver.connect(address) as driver:
            ann = driver.player("Ann")
            with running(tmp_path, address, PYTHONPATH=str(place)) as bot:
                await driver.ready()
                await play(driver, ann, KEY, "Strong")
                await ann.slash("races", KEY, "new", players=2)
                assert "thought" not in bot.log  # that failed or broke off
                assert ("computer",) in bot.query("SELECT DISTINCT how FROM log")
                await bot.has_sent_all()  # how the match ended, which nothing shows without its game
            with running(tmp_path, address) as bot:
                await driver.wait(lambda: driver.online and all(command["name"] != KEY for command in driver.commands))
                answer = await ann.slash("races", "games")
                assert answer is not None
                await ann.slash("races", "pistard", "new", players=2)
        assert bot.faults == [], bot.log


@pytest.mark.long
async def test_one_that_cannot_be_loaded_is_a_line(tmp_path: Path) -> None:
    folder, place = tmp_path / "bot", tmp_path / "place"
    folder.mkdir()
    install(place, "no_rules", "p1", engine="raise RuntimeError('out of order')")
    install(place, "no_pictures", "p2", engine=ENGINE.format(key="no_pictures"))
    install(place, "half_drawn", "p3", engine=ENGINE.format(key="half_drawn"), renderer="STYLE = None")
    install(place, "pistard", "p4", engine=ENGINE.format(key="pistard"))
    install(place, "match", "p5", engine=ENGINE.format(key="match"), renderer="from render.pistard import *")
    install(place, "misnamed", "p6", engine=ENGINE.format(key="other"))
    install(place, "wordless", "p7", engine=ENGINE.format(key="wordless"), renderer="from render.pistard import *")
    install(place, "no_rules", "p8", engine=ENGINE.format(key="no_rules"))
    fit = {"engine": ENGINE.format(key="wrong_types"), "renderer": "from render.pistard import *"}
    install(place, "wrong_types", "p9", **fit, players="PLAYERS = None")
    install(place, "leaves", "p10", engine="raise SystemExit(1)")
    with running_sandbox() as address, running(folder, address, PYTHONPATH=str(place)) as bot:
        async with await Driver.connect(address) as driver:
            await driver.ready()
            names = {command["name"] for command in driver.commands}
            assert {"pistard", "match"} < names
            assert (
                not {"no_rules", "no_pictures", "half_drawn", "misnamed", "wordless", "wrong_types", "leaves"} & names
            )
        assert len(bot.faults) == bot.log.count("a game from outside isn't hosted") == 10, bot.log
        why = ("out of order", "p2 has no renderer", "has no board", "already", "command of this name", "key is other")
        assert all(text in bot.log for text in (*why, "wordless: KeyError", "p1 has a game of the key no_rules, too"))
        checked, doctor = bot.run("--check"), bot.run("doctor")
    assert checked.returncode == 0 and "pistard: there is a game of this key already" in checked.stdout
    assert "p1/engine.py:1)" in checked.stdout and checked.stdout.endswith("\nAll else is fine.\n"), checked.stdout
    assert "bad  games: pistard: there is a game of this key already" in doctor.stdout, doctor.stdout

"""The eight steps of CONTRIBUTING for another game, followed to the letter in a copy of the house."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.driver import ROOT, Driver, Message, Player, running_sandbox
from tests.e2e.programs import Bot, port_of

PARTS = Path(__file__).parent / "fifth_game"
HOUSE = ("cogs", "db", "engines", "host", "locales", "opponents", "render", "sandbox", "bot.py")


def steps() -> list[str]:
    """The numbered list below "Adding a game"."""
    chapter = (
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Adding a game")[2].partition("\n## ")[0]
    )
    return re.findall(r"^\d+\. (.+?)(?=^\d+\. |^$)", chapter, re.MULTILINE | re.DOTALL)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house into which the tiny game has moved as CONTRIBUTING says."""
    copy = tmp_path / "house"
    copy.mkdir()
    for part in HOUSE:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / part, copy / part)

    def add(file: str, after: str, line: str) -> None:
        text = (copy / file).read_text(encoding="utf-8")
        assert text.count(after) == 1, f"{file} has changed"
        (copy / file).write_text(text.replace(after, after + line), encoding="utf-8")

    shutil.copy(ROOT / "tests/engines/tiny.py", copy / "engines/tiny.py")  # step 1
    add("engines/__init__.py", '    "pistard": Pistard(),\n', '    "tiny": Tiny(),\n')  # step 2
    add("engines/__init__.py", "from engines.table import Game\n", "from engines.tiny import Tiny\n")
    shutil.copy(PARTS / "renderer.py", copy / "render/tiny.py")  # step 4
    add("render/__init__.py", '    "pistard": pistard,\n', '    "tiny": tiny,\n')
    add("render/__init__.py", "from render import ", "tiny, ")
    shutil.copy(PARTS / "words.po", copy / "locales/en/tiny.po")  # step 5
    cog = (copy / "cogs/pistard.py").read_text(encoding="utf-8")  # step 6
    (copy / "cogs/tiny.py").write_text(cog.replace("pistard", "tiny").replace("Pistard", "Tiny"), encoding="utf-8")
    return copy


def test_there_are_eight_steps_and_each_names_its_place() -> None:
    places = ("engines/<game>.py", "engines/__init__.py", "tests/engines/", "render/<game>.py", "locales/en/<game>.po")
    listed = steps()
    assert len(listed) == 8
    assert all(place in step for place, step in zip(places, listed, strict=False))
    assert "cogs/pistard.py" in listed[5]
    assert "README" in listed[6]
    assert "make run" in listed[7]


def test_nothing_else_has_to_know(house: Path) -> None:
    changed = subprocess.run(
        ["diff", "-rq", "-x", "__pycache__", str(house), str(ROOT)], capture_output=True, text=True, check=False
    ).stdout
    touched = {line for line in changed.splitlines() if not line.startswith(f"Only in {ROOT}")}
    assert {re.split(r"[ :]", line.removeprefix("Only in "))[0].removeprefix(f"{house}/") for line in touched} <= {
        "cogs", "engines", "locales/en", "render", "Files",
    }  # fmt: skip
    differing = {line.split()[1].removeprefix(f"{house}/") for line in touched if line.startswith("Files")}
    assert differing == {"engines/__init__.py", "render/__init__.py"}


def test_the_house_with_the_game_is_fit_to_start(house: Path, tmp_path: Path) -> None:
    checked = subprocess.run(
        [sys.executable, str(house / "bot.py"), "--check"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


async def test_the_game_is_played_to_its_end(house: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    folder.mkdir()
    with running_sandbox() as address:
        bot = Bot(folder, program=house / "bot.py", SANDBOX_PORT=port_of(address))
        bot.start()
        try:
            async with await Driver.connect(address) as driver:
                await driver.ready()
                await play(driver, driver.player("Ann"))
        finally:
            bot.close()
        assert bot.faults == [], bot.log


async def play(driver: Driver, ann: Player) -> None:
    """Ann alone against the computer, answering with the first choice that she is offered."""
    await ann.slash("races", "tiny", "new", preset="brief", players=2)

    def lobby() -> Message | None:
        return next((message for message in ann.sees("races") if "Join" in message.labels), None)

    await driver.wait(lobby)
    message = lobby()
    assert message is not None
    await ann.press(message, "Add opponent", silent=True)
    await driver.wait(lambda: "Computer" in str(message.embeds))
    await ann.press(message, "Start")

    def over() -> bool:
        return any("🥇" in said.content for thread in driver.threads() for said in ann.sees(thread))

    def asking() -> Message | None:
        panels = [said for said in ann.sees(ann.dm()) if said.parts and not said.deleted]
        return next((said for said in reversed(panels) if is_question(said)), None)

    while True:
        await driver.wait(lambda: over() or asking())
        panel = asking()
        if over() or panel is None:
            break
        part = panel.parts[0]
        if part["type"] == 2:
            await ann.press(panel, custom_id=part["custom_id"])
        else:
            await ann.select(panel, *[option["value"] for option in part["options"][: part.get("min_values", 1)]])
    assert over()


def is_question(panel: Message) -> bool:
    """Whether its first component answers something."""
    return panel.parts[0]["custom_id"].startswith("g:") and "Change my answer" not in panel.labels

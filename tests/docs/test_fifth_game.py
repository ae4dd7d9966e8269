"""Games begun as docs/adding-a-game.md says in a copy of the project: they keep the contracts, and can be played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import playwright
import pytest

from tests import new_game
from tests.driver import ROOT, Driver, Message, Player, running_sandbox
from tests.e2e.programs import Bot, port_of

KEYS = {kind: f"fifth_{kind}" for kind in new_game.KINDS}  # no real game will have them
KEY = KEYS["dice"]
# lines in lists of games, but for the game's own files
LISTS = {
    *(".importlinter", "CHANGELOG.md", "README.md", "engines/__init__.py", "render/__init__.py"),
    *("tests/engines/facts.py", "tests/engines/golden.py"),
}
OWN = {
    file
    for key in KEYS.values()
    for file in (
        *(f"cogs/{key}.py", f"engines/{key}.py", f"render/{key}.py", f"locales/en/{key}.po"),
        *(f"tests/engines/{key}/facts.py", f"tests/engines/{key}/test_{key}_clauses.py"),
        f"tests/render/test_{key}_words.py",
        *(f"tests/engines/golden/{key}-2-brief.json", f"tests/engines/golden/{key}-4.json"),
    )
}
# rooms of tests in which each game is looked at, and tests that look at all games together
ROOMS = [f"tests/{room}" for room in ("cogs", "db", "engines", "host", "opponents", "render", "secrets")]
TOGETHER = (
    *("tests/docs/test_docs.py", "tests/docs/test_badges_page.py", "tests/engines/test_badges.py", "tests/locales"),
    *("tests/cogs/test_cogs_tree.py", "tests/cogs/test_cogs_words.py"),
)
CACHES = {"__pycache__", ".ruff_cache", ".hypothesis"}

pytestmark = pytest.mark.xdist_group("fifth game")  # one copy for all


def copied(to: Path) -> Path:
    """The project without what git doesn't keep, but compiled: a process that starts there compiles what is new."""
    left_out = (".*", "*.db", "*.pyc.*", "site", "dist")  # the third are being written, the last are built
    shutil.copytree(ROOT, to, ignore=shutil.ignore_patterns(*left_out), symlinks=True)
    shutil.copy(ROOT / ".importlinter", to)
    shutil.copy(ROOT / ".env.example", to)
    return to


def in_python(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What a Python module prints in that copy of the project."""
    return subprocess.run([sys.executable, "-m", *words], cwd=house, capture_output=True, text=True, check=False)


def files_of(house: Path) -> dict[str, bytes]:
    """All files of the copy."""
    return {
        str(file.relative_to(house)): file.read_bytes()
        for file in house.rglob("*")
        if file.is_file() and not CACHES & {*file.parts}
    }


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project."""
    return copied(tmp_path_factory.mktemp("fifth") / "house")


@pytest.fixture(scope="module")
def before(copy: Path) -> dict[str, bytes]:
    """All that stood in it."""
    return files_of(copy)


@pytest.fixture(scope="module")
def house(copy: Path, before: dict[str, bytes]) -> Path:
    """The copy in which a game of each kind was begun."""
    for kind, key in KEYS.items():
        begun = in_python(copy, "tests.new_game", key, "--with", kind)
        assert begun.returncode == 0, begun.stderr
        assert f"engines/{key}.py" in begun.stdout
        assert "95% of its matches" in begun.stdout
    return copy


def test_the_game_has_files_of_its_own_and_lines_in_lists(before: dict[str, bytes], house: Path) -> None:
    now = files_of(house)
    assert before.keys() - now.keys() == set()
    assert now.keys() - before.keys() == OWN
    assert {name for name in before if before[name] != now[name]} == LISTS


def test_nothing_in_the_code_still_has_the_sample_s_name(house: Path) -> None:
    for name in (*OWN, *LISTS):
        if not name.endswith(".save"):  # which is compressed
            assert not re.search("newgame|new game", (house / name).read_text(encoding="utf-8"), re.IGNORECASE), name


@pytest.mark.long
@pytest.mark.parametrize("kind", KEYS)
def test_each_kind_keeps_all_that_is_asked_of_a_game(house: Path, kind: str) -> None:
    checked = in_python(house, "tests.contract", KEYS[kind])
    assert checked.returncode == 0, checked.stdout
    assert f"{KEYS[kind]} keeps all" in checked.stdout


@pytest.mark.long
def test_a_rule_that_breaks_is_named_in_its_words(house: Path) -> None:
    engine = house / "engines" / f"{KEY}.py"
    whole = engine.read_text(encoding="utf-8")
    try:
        engine.write_text(whole.replace("state.taken[seat].append(pips)", "pass"), encoding="utf-8")
        checked = in_python(house, "tests.contract", KEY)
    finally:
        engine.write_text(whole, encoding="utf-8")
    assert checked.returncode == 1
    sentence = "Rule 9: Recorded draws give the same bytes; fallback ends every match;"
    assert f"\n✗ {sentence}" in checked.stdout, checked.stdout


def test_ruff_finds_nothing(house: Path) -> None:
    for words in (("check",), ("format", "--check")):
        checked = in_python(house, "ruff", *words, "--no-cache")
        assert checked.returncode == 0, checked.stdout


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_all_that_looks_at_every_game_is_green(house: Path) -> None:
    for what in ([*ROOMS, "-k", " or ".join(KEYS.values())], TOGETHER):
        checked = in_python(house, "pytest", "-p", "no:cacheprovider", *what)
        assert checked.returncode == 0, checked.stdout
    node = Path(playwright.__file__).parent / "driver"  # for pyright
    settings = {**os.environ, "PATH": f"{node}:{os.environ['PATH']}"}
    for tool, *words in (("pyright", "--pythonpath", sys.executable), ("lint-imports", "--no-cache")):
        command = [Path(sys.executable).with_name(tool), *words]
        found = subprocess.run(command, cwd=house, env=settings, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.long
def test_the_bot_with_the_game_is_fit_to_start(house: Path, tmp_path: Path) -> None:
    checked = subprocess.run(
        [sys.executable, str(house / "bot.py"), "--check"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.long
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


async def play(driver: Driver, ann: Player, key: str = KEY, level: str = "Fair") -> None:
    """Ann alone against the computer, answering with the first choice that she is offered."""
    await ann.slash("races", key, "new", preset="brief", players=2)

    def lobby() -> Message | None:
        return next((message for message in ann.sees("races") if "Join" in message.labels), None)

    await driver.wait(lobby)
    message = lobby()
    assert message is not None
    asked = await ann.press(message, "Add computer")
    assert asked is not None
    await ann.press(asked, level)
    await driver.wait(lambda: "Computer" in str(message.embeds))
    await ann.press(message, "Start")

    def over() -> bool:
        return any("🥇" in said.content for thread in driver.threads() for said in ann.sees(thread))

    def asking() -> Message | None:
        panels = [said for place in (*driver.threads(), ann.dm()) for said in ann.sees(place) if said.parts]
        return next((said for said in reversed(panels) if is_question(said) and not said.deleted), None)

    def first_call() -> Message | None:
        calls = [said for thread in driver.threads() for said in ann.sees(thread) if "it's your turn" in said.content]
        return next((said for said in calls if said.labels == ["Your move"]), None)

    await driver.wait(first_call)
    call = first_call()
    assert call is not None
    await ann.press(call, "Your move")
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
    return panel.parts[0]["custom_id"].startswith("g:") and "Change my move" not in panel.labels


# --- what can't be a game's key


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("legstrong", "is taken, by cogs/legstrong.py."),
        ("dice", "/dice.py."),
        ("kit", "is taken, by render/kit.py."),
        ("tiny", "is taken, by tests/engines/tiny.py."),
        ("badge", "is taken, by locales/en/badges.po with its texts."),
        ("resign", "is taken, by locales/en/house.po with its texts."),
        ("event", "with its"),
        ("Dicey", "can't be a game's key"),
        ("liar's dice", "can't be a game's key"),
        ("6nimmt", "can't be a game's key"),
        ("class", "can't be a game's key"),
        ("../dicey", "can't be a game's key"),
        ("würfel", "can't be a game's key"),
        ("d" * 33, "can't be a game's key"),
        ("", "can't be a game's key"),
    ],
)
def test_a_key_that_is_taken_or_no_name_is_refused_in_a_sentence(key: str, why: str) -> None:
    text = new_game.refusal(key)
    assert why in text
    assert text.endswith(".")
    assert "\n" not in text


def test_a_game_that_is_refused_writes_nothing(house: Path) -> None:
    was = files_of(house)
    refused = in_python(house, "tests.new_game", KEY)
    assert refused.returncode == 1
    assert refused.stdout == ""
    assert refused.stderr.count("\n") == 1, refused.stderr
    assert files_of(house) == was


def test_without_a_key_it_asks_for_one() -> None:
    with pytest.raises(SystemExit, match=r"^Name the game's key, as in: .+$"):
        new_game.main([])


def test_a_key_that_is_free_is_free() -> None:
    assert new_game.refusal(KEY) == ""


# --- the steps


def steps() -> list[str]:
    """The numbered list of the page on adding a game."""
    chapter = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8").partition("## Replace it")[2]
    return re.findall(r"^\d+\. (.+?)(?=^\d+\. |^$)", chapter, re.MULTILINE | re.DOTALL)


PLACES = (
    *("engines/<key>.py", "tests/engines/<key>/facts.py", "tests/engines/<key>/", "render/<key>.py"),
    *("locales/en/<key>.po", "opponents/<key>/", "engines/extras.py", "lessons/<key>.py", "cogs/<key>.py", "make test"),
)


def test_the_steps_name_their_places_in_order() -> None:
    listed = steps()
    assert len(listed) == len(PLACES)
    for step, place in zip(listed, PLACES, strict=True):
        assert place in step


def test_the_steps_name_every_file_that_a_game_has_of_its_own() -> None:
    text = " ".join(steps())
    for file in (new_game.COG, *(inside for inside, _ in new_game.FILES.values())):
        place = file.replace("newgame", "<key>")
        assert place in text or f"{Path(place).parent}/" in text, place

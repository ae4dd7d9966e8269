"""Begins a game: `python -m tests.new_game <key> --with dice` writes a small one that can be played, to be replaced.

It is a sample game under the new key, with dice and nothing hidden, with cards in hidden hands, or with stones on a
board: engine, renderer, English words, slash commands, tests and its fact sheet. Inside the project it gets its lines
in every list of games and two golden matches, and all that CI runs is green with it. With `--package FOLDER` it
is a package of its own there.
"""

from __future__ import annotations

import argparse
import keyword
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from engines import table
from locales import ENGLISH, FOLDER
from tests.engines.fact_sheet import Facts

ROOT = Path(__file__).parents[1]
PARTS = Path(__file__).parent / "sample_game"
KINDS = ("dice", "hands", "board")
ROOMS = (
    *("bench", "cogs", "db", "docs", "engines", "host", "lessons", "locales", "model", "opponents"),
    *("platforms", "render", "sandbox", "screen", "tests", "web"),
)
LONGEST = 32  # characters of a slash command's name

# Each part of a sample game, and the file that it becomes in the project and in a package.
FILES = {
    "engine.py": ("engines/newgame.py", "gruppetto_newgame/engine.py"),
    "renderer.py": ("render/newgame.py", "gruppetto_newgame/renderer.py"),
    "words.po": (f"locales/{ENGLISH}/newgame.po", f"gruppetto_newgame/locales/{ENGLISH}/newgame.po"),
    "facts.py": ("tests/engines/newgame/facts.py", "gruppetto_newgame/facts.py"),
    "clauses.py": ("tests/engines/newgame/test_newgame_clauses.py", "tests/test_newgame_clauses.py"),
    "words.py": ("tests/render/test_newgame_words.py", "tests/test_newgame_words.py"),
}
COG = "cogs/newgame.py"  # a package has the one that the cogs make
ABOUT = '"""New Game, a game for Gruppetto."""\n'
PROJECT = """[project]
name = "gruppetto-newgame"
version = "0.1.0"
description = "New Game, a game for Gruppetto."
requires-python = ">=3.11"

[project.entry-points."gruppetto.games"]
newgame = "gruppetto_newgame"

[build-system]
requires = ["uv_build>=0.9"]
build-backend = "uv_build"

[tool.uv.build-backend]
module-root = ""

[tool.pytest.ini_options]
gruppetto = true
markers = ["quick: a test that takes little time"]
"""

ENTRIES = r"\b{}\b.* = [{{(]\n(?:    .*\n)*"  # a list of the name, up to its last line
RECIPES = """    "newgame-2-brief": Recipe("newgame", 2, {"rounds": "4"}, 1),
    "newgame-4": Recipe("newgame", 4, {}, 2),
"""
SHEET = "from tests.engines.newgame import facts as newgame\n"
ROW = "| New Game | 2–4 | {about} | `/newgame new`, `/newgame rules` |\n"
CHANGE = "- **New Game** for 2 to 4 players, with the preset `brief`.\n"

# Lines that are added: the file, a pattern that it has once, what stands before and what after the pattern's match.
LINES: tuple[tuple[str, str, str, str], ...] = (
    ("engines/__init__.py", r"from engines import ", "", "newgame, "),
    ("engines/__init__.py", ENTRIES.format("ENGINES"), "", "    (newgame.GAME, newgame.EXTRAS),\n"),
    ("render/__init__.py", r"from render import ", "", "newgame, "),
    ("render/__init__.py", ENTRIES.format("RENDERERS"), "", '    "newgame": newgame,\n'),
    (".importlinter", r" \| start \| play \| match", " | newgame", ""),
    ("tests/engines/facts.py", r"from tests.engines import tiny\n", "", SHEET),
    ("tests/engines/facts.py", ENTRIES.format("FACTS"), "", '    "newgame": newgame.FACTS,\n'),
    ("tests/engines/golden.py", ENTRIES.format("RECIPES"), "", RECIPES),
    ("README.md", r"\| Game \|.*\n(?:\|.*\n)*", "", ROW),
    ("CHANGELOG.md", r"## Unreleased\n\n### Added\n", "", CHANGE),
)

NEXT = """{title} can be played: {play}
Now replace it, file by file, as docs/adding-a-game.md says:
{files}
{lists}After each step `.venv/bin/python -m tests.contract {key}` says what doesn't hold yet: the ten rules, pictures,
words, secrets, recordings, lessons, and strength: Fair has to win {enough:.0%} of its matches of two against chance."""


def refusal(key: str) -> str:
    """Why no game can have this key, in a sentence; "" if one can."""
    name = named(key, "NewGame")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key) or keyword.iskeyword(key) or len(key) > LONGEST:
        return (
            f"{key!r} can't be a game's key, which is a name in Python of small letters, digits and underscores, "
            f"{LONGEST} characters at most."
        )
    taken = [path for room in ROOMS for path in (ROOT / room, *(ROOT / room).rglob("*")) if path.stem == key]
    taken += [*(ROOT / "tests").rglob(f"test_{key}_*.py")]
    where = [str(path.relative_to(ROOT)) for path in taken if "__pycache__" not in path.parts]
    where += [f"{po.relative_to(ROOT)} with its texts" for po in (FOLDER / ENGLISH).glob("*.po") if has_texts(po, key)]
    where += ["engines/table.py with its names"] if name in {*vars(table), "State", "Any"} else []
    return f"{key!r} is taken, by {where[0]}." if where else ""


def has_texts(po: Path, key: str) -> bool:
    """Whether texts of that file begin with the key, or describe a slash command of that name."""
    return re.search(rf'^msgid "(command\.)?{key}\.', po.read_text(encoding="utf-8"), re.MULTILINE) is not None


def named(key: str, text: str) -> str:
    """The text with the new game's key, class and title in the place of the sample's."""
    words = [word.capitalize() for word in key.split("_")]
    return text.replace("newgame", key).replace("NewGame", "".join(words)).replace("New Game", " ".join(words))


def part(kind: str, name: str) -> str:
    """A part of a sample game, as it stands there."""
    return (PARTS / kind / name).read_text(encoding="utf-8")


def inside(key: str, kind: str) -> dict[Path, str]:
    """Every file of a game of the project, and every file in which it has lines, as they are to be."""
    found = {ROOT / named(key, to): named(key, part(kind, name)) for name, (to, _) in FILES.items()}
    found[ROOT / named(key, COG)] = named(key, (PARTS / "cog.py").read_text(encoding="utf-8"))
    [about] = re.findall(r'msgid "newgame.about"\nmsgstr "(.*)"', part(kind, "words.po"))
    for name, pattern, before, after in LINES:
        file = ROOT / name
        text = found.get(file) or file.read_text(encoding="utf-8")
        places = list(re.finditer(pattern, text))
        assert len(places) == 1, f"{name} has {pattern!r} {len(places)} times"
        start, end = places[0].span()
        added = named(key, after.replace("{about}", about))
        found[file] = text[:start] + named(key, before) + text[start:end] + added + text[end:]
    return found


def package(key: str, kind: str, folder: Path) -> dict[Path, str]:
    """Every file of a package with a game."""
    moved = (("engines.newgame", "gruppetto_newgame.engine"), ("from engines import newgame\n", ""))
    found = {
        folder / "pyproject.toml": named(key, PROJECT),
        folder / named(key, "gruppetto_newgame/__init__.py"): named(key, ABOUT),
    }
    for name, (_, to) in FILES.items():
        text = part(kind, name)
        for before, after in moved:
            text = text.replace(before, after)
        found[folder / named(key, to)] = named(key, text)
    return found


def run(*words: str) -> None:
    """A module of Python in the project."""
    subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=True)


def write(files: dict[Path, str]) -> None:
    """Write them, the code in order."""
    for file, text in files.items():
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text, encoding="utf-8")
    code = [str(file) for file in files if file.suffix == ".py"]
    run("ruff", "check", "--quiet", "--config", "pyproject.toml", "--select", "I", "--fix", *code)
    run("ruff", "format", "--quiet", "--config", "pyproject.toml", *code)


def tell(key: str, play: str, files: Iterable[object], lists: Iterable[str] = ()) -> None:
    """Say what comes next, and which files have lines of the game."""
    title, listed = named(key, "New Game"), "\n".join(f"  {file}" for file in files)
    entered = f"It has lines in {', '.join(lists)}.\n" if lists else ""
    print(NEXT.format(title=title, key=key, play=play, files=listed, lists=entered, enough=Facts.beats_chance))


def main(args: list[str]) -> None:
    """Write the game of that key, or say why not and write nothing."""
    parser = argparse.ArgumentParser(prog="python -m tests.new_game", description="Begin a game.")
    parser.add_argument("key", nargs="?", help="what it is called in code, files, commands and texts")
    parser.add_argument(
        "--with", dest="kind", choices=KINDS, default="dice", help="hands hide cards; dice if not given"
    )
    parser.add_argument("--package", type=Path, metavar="FOLDER", help="make a package of its own there")
    given = parser.parse_args(args)
    if given.key is None:
        sys.exit("Name the game's key, as in: .venv/bin/python -m tests.new_game liars_dice --with dice")
    key, kind, folder = given.key, given.kind, given.package
    if why := refusal(key):
        sys.exit(why)
    if folder is None:
        write(inside(key, kind))
        run("tests.engines.golden")
        made = [named(key, file) for file in (*(to for to, _ in FILES.values()), COG)]
        tell(key, f"make play {key}", made, dict.fromkeys(name for name, *_ in LINES))
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sys.exit(f"{folder} is there already: name a new folder, or an empty one.")
    files = package(key, kind, folder.absolute())
    write(files)
    tell(key, f".venv/bin/uv pip install -e {folder}, then make play {key}", [folder.absolute(), *files])


if __name__ == "__main__":
    main(sys.argv[1:])

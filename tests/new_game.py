"""Begins a game: `python -m tests.new_game <key>` writes a small one that can be played, for its author to replace.

It is the sample game under the new key: engine, renderer, words, slash commands and tests, with its lines in every list
of games, two golden matches and a save. All that CI runs is green with it.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from pathlib import Path

from engines import table
from locales import ENGLISH, FOLDER, languages

ROOT = Path(__file__).parents[1]
PARTS = Path(__file__).parent / "sample_game"
ROOMS = (
    *("bench", "cogs", "db", "docs", "engines", "host", "lessons", "locales", "model", "opponents"),
    *("render", "sandbox", "tests"),
)
LONGEST = 32  # characters of a slash command's name

# Each part of the sample game, and the file that it becomes.
FILES = {
    "engine.py": "engines/newgame.py",
    "renderer.py": "render/newgame.py",
    "cog.py": "cogs/newgame.py",
    "words.po": f"locales/{ENGLISH}/newgame.po",
    **{f"words.{one}.po": f"locales/{one}/newgame.po" for one in languages() if one != ENGLISH},
    "clauses.py": "tests/engines/newgame/test_newgame_clauses.py",
    "words.py": "tests/render/test_newgame_words.py",
}

ENTRIES = r"\b{}\b.* = [{{(]\n(?:    .*\n)*"  # a list of the name, up to its last line
BOOKS = '''def _newgame_books(state: newgame.State) -> object:
    """Everybody takes one die a turn."""
    return sum(len(taken) for taken in state.taken) - state.turn


'''
FACT = """    "newgame": Facts(
        hidden=nothing, reveals=(), choosers=everybody, conserved=_newgame_books, unlike=0
    ),
"""
RECIPES = """    "newgame-2-brief": Recipe("newgame", 2, {"rounds": "4"}, 1),
    "newgame-4": Recipe("newgame", 4, {}, 2),
"""
ROW = (
    "| New Game | 2–4 | Dice on the table: take one in turn, and have the most pips in the end. "
    "| `/newgame new`, `/newgame rules` |\n"
)
ROWS = {  # in the READMEs of other languages: how the table begins, and what the game is
    "de": ("Spiel", "Würfel auf dem Tisch: Nehmt reihum einen, und wer am Ende die meisten Augen hat, gewinnt."),
    "es": ("Juego", "Dados sobre la mesa: se toma uno por turno, y gana quien acabe con más puntos."),
    "fr": ("Jeu", "Des dés sur la table : prenez-en un à tour de rôle, et ayez le plus de points à la fin."),
}
CHANGE = "- **New Game** for 2 to 4 players, with the preset `brief`.\n"

# Lines that are added: the file, a pattern that it has once, what stands before and what after the pattern's match.
LINES: tuple[tuple[str, str, str, str], ...] = (
    ("engines/__init__.py", r"from engines import ", "", "newgame, "),
    ("engines/__init__.py", ENTRIES.format("ENGINES"), "", "    (newgame.NewGame(), Extras()),\n"),
    ("render/__init__.py", r"from render import ", "", "newgame, "),
    ("render/__init__.py", ENTRIES.format("RENDERERS"), "", '    "newgame": newgame,\n'),
    (".importlinter", r" \| start \| play \| match", " | newgame", ""),
    ("tests/engines/facts.py", r"from engines import GAMES, ", "", "newgame, "),
    ("tests/engines/facts.py", r"def _tiny_cards\(", BOOKS, ""),
    ("tests/engines/facts.py", ENTRIES.format("FACTS"), "", FACT),
    ("tests/engines/golden.py", ENTRIES.format("RECIPES"), "", RECIPES),
    ("tests/render/test_render_contract.py", ENTRIES.format("SILENT"), "", '    "newgame": {"turn"},\n'),
    ("README.md", r"\| Game \|.*\n(?:\|.*\n)*", "", ROW),
    *(
        (
            f"README.{language}.md",
            rf"\| {head} \|.*\n(?:\|.*\n)*",
            "",
            f"| New Game | 2–4 | {what} | `/newgame new`, `/newgame rules` |\n",
        )
        for language, (head, what) in ROWS.items()
    ),
    (
        "CHANGELOG.md",
        r"## Unreleased\n\n### Added\n",
        "",
        CHANGE,
    ),
)

NEXT = """{title} can be played: `make run`, then /{key} new. Now replace it, by docs/adding-a-game.md from step 2 on:
{files}"""


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


def written(key: str) -> dict[Path, str]:
    """Every file of the game, and every file in which it has lines, as they are to be."""
    found = {
        ROOT / named(key, to): named(key, (PARTS / part).read_text(encoding="utf-8")) for part, to in FILES.items()
    }
    for name, pattern, before, after in LINES:
        file = ROOT / name
        text = found.get(file) or file.read_text(encoding="utf-8")
        places = list(re.finditer(pattern, text))
        assert len(places) == 1, f"{name} has {pattern!r} {len(places)} times"
        start, end = places[0].span()
        found[file] = text[:start] + named(key, before) + text[start:end] + named(key, after) + text[end:]
    return found


def run(*words: str) -> None:
    """A module of Python in the project."""
    subprocess.run([sys.executable, "-m", *words], cwd=ROOT, check=True)


def main(args: list[str]) -> None:
    """Write the game of that key, or say why not and write nothing."""
    if len(args) != 1:
        sys.exit("Name the game's key, as in: python -m tests.new_game liars_dice")
    [key] = args
    if why := refusal(key):
        sys.exit(why)
    files = written(key)
    for file, text in files.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    code = [str(file) for file in files if file.suffix == ".py"]
    run("ruff", "check", "--quiet", "--select", "I", "--fix", *code)
    run("ruff", "format", "--quiet", *code)
    run("tests.engines.golden")
    run("tests.db.test_db_saves", key)
    listed = "\n".join(f"  {named(key, to)}" for to in FILES.values())
    print(NEXT.format(title=named(key, "New Game"), key=key, files=listed))


if __name__ == "__main__":
    main(sys.argv[1:])

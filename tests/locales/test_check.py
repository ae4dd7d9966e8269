"""What the check of texts finds in a file, beside English, and against a language's glossary."""

from pathlib import Path

import pytest

from locales import ENGLISH, FOLDER
from locales.check import GLOSSARY, TRANSLATED, _forbidden, check, lacking, main
from tests.locales.texts import RIDERS, entry, write

pytestmark = pytest.mark.quick


def test_the_shipped_texts_are_sound() -> None:
    assert check() == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (entry("only", "nur"), "de: hello is missing"),
        (entry("hello", "Hallo {nom}!"), "de/game.po: hello: has ['nom'], English has ['name']"),
        (entry("hello", "Hallo {name!"), "de/game.po: hello: has a brace without its partner"),
        (entry("hello", "Hallo {name} {0}!"), "de/game.po: hello: has a placeholder that is no name: 0"),
        (entry("hello", ""), "de/game.po: hello: has no text"),
        ("#, fuzzy\n" + entry("hello", "Hallo {name}"), "de/game.po: hello: has no text"),
        (entry("riders", "{n} von {team}"), "de/game.po: riders: has plural forms here or in English only"),
        (entry("bye", "Tschüss"), "de: bye is not in English"),
        (
            entry("only", "English only"),
            "de/game.po: only: is the same as in English; if that is right, flag it: #, same",
        ),
        (entry("only", "x" * 41), "de/game.po: only: has 41 characters; 40 are tried to fit"),
        (entry("parameter.x", "Zwei Wörter"), "is no name of a command or an option"),
        (entry("command.x.about", "x" * 101), "has more than 100 characters"),
        ('msgid "hello"\nthis is no po\n', "de/game.po: Unknown or misformatted keyword"),
    ],
)
def test_check_names_each_fault(folder: Path, text: str, problem: str) -> None:
    write(folder, "de", text)
    assert [found for found in check(folder) if problem in found]


def test_check_names_a_key_that_two_files_have_and_a_folder_that_is_no_language(folder: Path) -> None:
    write(folder, "en", entry("hello", "Hi {name}"), name="house.po")
    write(folder, "xx_nowhere", entry("hello", "?"))
    found = check(folder)
    assert "en/house.po: hello is there twice" in found
    assert any(problem.startswith("xx_nowhere/game.po: ") for problem in found)


@pytest.mark.parametrize(
    ("key", "text", "most"),
    [
        ("game.label.ride", "{n} rows " + "x" * 26, 34),
        ("refusal.closed", "x" * 111, 110),
        ("game.refusal.closed", "**{name}** " + "x" * 106, 110),
        ("call.due", "Due <t:{due}:R>: " + "x" * 110, 120),
    ],
)
def test_check_names_english_texts_over_their_budget(folder: Path, key: str, text: str, most: int) -> None:
    write(folder, "en", entry(key, text), name="more.po")
    assert any(f"en/more.po: {key}: has" in found and f"its budget is {most}" in found for found in check(folder))
    write(folder, "en", entry(key, text[:-10]), name="more.po")
    assert not any("its budget" in found for found in check(folder))


def test_the_same_text_can_be_right(folder: Path) -> None:
    write(folder, "de", "#, same\n" + entry("only", "English only") + entry("hello", "{name} 42"))
    assert not [problem for problem in check(folder) if "same as" in problem]


def test_check_names_words_that_the_glossary_forbids(folder: Path) -> None:
    (folder / "de" / "glossary.md").write_text(
        "| English | German | Note | Never |\n|---|---|---|---|\n| rider | Fahrer | | Reiter, Radler |\n"
    )
    write(folder, "de", entry("only", "Nur der Reiter"))
    assert "de/game.po: only: says Reiter, which the glossary doesn't" in check(folder)
    write(folder, "de", entry("only", "Nur Reiterei"))
    assert not [problem for problem in check(folder) if "glossary" in problem]


def test_check_holds_english_to_its_glossary_too(folder: Path) -> None:
    (folder / "en" / "glossary.md").write_text(
        "| Thing | English | Note | Not |\n|---|---|---|---|\n| **Tone** | | | |\n| a person | | | somebody, name |\n"
    )
    assert not [problem for problem in check(folder) if "glossary" in problem], "names of placeholders don't count"
    teams = RIDERS.replace('"riders"', '"teams"').replace("riders of", "riders of somebody in")
    write(folder, "en", entry("more", "Somebody won") + teams, name="more.po")
    found = [problem for problem in check(folder) if "glossary" in problem]
    assert found == [f"en/more.po: {key}: says somebody, which the glossary doesn't" for key in ("more", "teams")]


def test_the_glossary_of_english_forbids_words() -> None:
    forbidden = {"somebody", "whom", "anew", "usual", "gray", "leg", "ladder", "the house"}
    assert forbidden <= _forbidden(FOLDER / ENGLISH / GLOSSARY).keys()


def test_a_game_that_is_not_translated_yet_lacks_texts_without_fault(folder: Path) -> None:
    write(folder, "en", entry("dicey.name", "Dicey") + entry("parameter.rounds", "rounds"), name="dicey.po")
    write(folder, "en", entry("lesson.dicey.roll", "Roll it"), name="lessons_dicey.po")
    assert not [problem for problem in check(folder) if "dicey" in problem or "rounds" in problem]
    assert "de: dicey lacks 3 texts, which are said in English" in lacking(folder)
    write(folder, "de", entry("dicey.name", ""), name="dicey.po")
    assert "de/dicey.po: dicey.name: has no text" in check(folder)
    assert "de: dicey lacks 2 texts, which are said in English" in lacking(folder)


def test_games_that_are_translated_may_lack_nothing(folder: Path) -> None:
    assert {"pistard", "superechelon", "schlangennest", "legstrong"} <= TRANSLATED
    write(folder, "en", entry("pistard.name", "Pistard"), name="pistard.po")
    assert "de: pistard.name is missing" in check(folder)
    assert not [line for line in lacking() if any(f": {game} lacks" in line for game in TRANSLATED)]


def test_one_language_can_be_checked_alone(folder: Path) -> None:
    write(folder, "es", entry("hello", "¡Hola, {name}!"))
    write(folder, "de", entry("bye", "Tschüss"))
    assert check(folder, only="es") == ["es: riders is missing", "es: only is missing"]


def test_the_command_says_what_is_wrong_and_which_languages_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["en"]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert (first, others) == ("Nothing is wrong.", [f"Also: {line}" for line in lacking()])
    assert main(["tlh"]) == 2
    assert "tlh" in capsys.readouterr().out

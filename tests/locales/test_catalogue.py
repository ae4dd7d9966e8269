"""The catalogue finds, fills and chooses texts, falls back to English, and says what is wrong with its files."""

from pathlib import Path

import pytest

import locales

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {}\\n"\n\n'
TWO_FORMS = "nplurals=2; plural=(n != 1);"
RIDERS = 'msgid "riders"\nmsgid_plural "riders"\nmsgstr[0] "one rider of {team}"\nmsgstr[1] "{n} riders of {team}"\n\n'


def write(folder: Path, language: str, text: str, name: str = "game.po", plurals: str = TWO_FORMS) -> None:
    (folder / language).mkdir(parents=True, exist_ok=True)
    (folder / language / name).write_text(HEADER.format(plurals) + text, encoding="utf-8")


def entry(key: str, text: str) -> str:
    return f'msgid "{key}"\nmsgstr "{text}"\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "en", RIDERS + entry("hello", "Hello {name}!") + entry("only", "English only"))
    german = RIDERS.replace("one rider of", "ein Fahrer von").replace("riders of", "Fahrer von")
    write(tmp_path, "de", german + entry("hello", "Hallo {name}!"))
    return tmp_path


def test_the_value_n_chooses_the_plural_form(folder: Path) -> None:
    say = locales.catalogue("en", folder)
    assert say("riders", n=1, team="Y") == "one rider of Y"
    assert say("riders", n=0, team="Y") == "0 riders of Y"
    assert say("riders", n=4, team="Y") == "4 riders of Y"


def test_plural_forms_follow_the_rule_of_the_language(tmp_path: Path) -> None:
    write(tmp_path, "en", entry("laps", "{n} laps"))
    forms = 'msgid "laps"\nmsgid_plural "laps"\n' + "".join(f'msgstr[{at}] "{{n}} form {at}"\n' for at in range(3))
    rule = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
    write(tmp_path, "pl", forms, plurals=rule)
    say = locales.catalogue("pl", tmp_path)
    assert [say("laps", n=n) for n in (1, 3, 5, 12, 22)] == [
        "1 form 0",
        "3 form 1",
        "5 form 2",
        "12 form 2",
        "22 form 1",
    ]


def test_values_are_put_in_as_they_are(folder: Path) -> None:
    assert locales.catalogue("en", folder)("hello", name="{name} {0} %s {") == "Hello {name} {0} %s {!"


def test_the_pseudo_language_is_english_in_brackets_and_longer(folder: Path) -> None:
    say = locales.catalogue("en-XA", folder)
    assert say.language == "en-XA"
    assert say("hello", name="Ada") == "⟦Hello Ada!" + "·" * 6 + "⟧"
    assert say("riders", n=1, team="Y").startswith("⟦one rider of Y·")
    assert say("riders", n=4, team="Y").startswith("⟦4 riders of Y·")
    assert "only" in say
    assert "never" not in say
    with pytest.raises(KeyError, match="never"):
        say("never")
    assert len(say("only")) >= 1.4 * len("English only")


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("de-AT", "de"),
        ("de_DE", "de"),
        ("en-US", "en"),
        ("ja", "en"),
        ("", "en"),
        (None, "en"),
        ("?", "en"),
    ],
)
def test_a_locale_finds_the_language_that_fits_best(folder: Path, locale: str | None, language: str) -> None:
    assert locales.catalogue(locale, folder).language == language


def test_a_key_that_a_language_lacks_is_said_in_english(folder: Path) -> None:
    german = locales.catalogue("de", folder)
    assert german("hello", name="Ada") == "Hallo Ada!"
    assert german("only") == "English only"
    assert "only" in german


def test_an_unknown_key_is_an_error(folder: Path) -> None:
    for locale in ("de", "en"):
        with pytest.raises(KeyError, match=r"no\.such\.key"):
            locales.catalogue(locale, folder)("no.such.key")
    assert "no.such.key" not in locales.catalogue("de", folder)


def test_a_catalogue_is_read_once(folder: Path) -> None:
    assert locales.catalogue("de-CH", folder) is locales.catalogue("de", folder)


def test_the_shipped_texts_are_sound() -> None:
    assert locales.check() == []


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
    ],
)
def test_check_names_each_fault(folder: Path, text: str, problem: str) -> None:
    write(folder, "de", text)
    assert problem in locales.check(folder)


def test_check_names_a_key_that_two_files_have(folder: Path) -> None:
    write(folder, "en", entry("hello", "Hi {name}"), name="house.po")
    assert "en/house.po: hello is there twice" in locales.check(folder)


def test_check_names_a_file_that_cannot_be_read(folder: Path) -> None:
    write(folder, "de", 'msgid "hello"\nthis is no po\n')
    assert any("de/game.po: Unknown or misformatted keyword" in problem for problem in locales.check(folder))


def test_check_names_a_folder_that_is_no_language(folder: Path) -> None:
    write(folder, "xx_nowhere", entry("hello", "?"))
    assert any(problem.startswith("xx_nowhere/game.po: ") for problem in locales.check(folder))

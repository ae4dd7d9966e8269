"""The catalogue finds, fills and chooses texts, falls back to English, and says what is wrong with its files."""

from pathlib import Path

import pytest

import locales
from tests.locales.texts import entry, write

pytestmark = pytest.mark.quick


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


def test_texts_call_commands_as_the_language_does(folder: Path) -> None:
    spoken = {
        "Use `/match board`!": "Use `/partie brett`!",
        "Use /{game} new.": "Use /{game} neu.",
        "/match helps, /board and a/match don't": "/partie helps, /board and a/match don't",
        "/match text:hello, /match board text:": "/partie worte:hello, /partie brett worte:",
        "/match board size:": "/partie brett länge:",
        "`/match give_time`": "`/partie zeit_geben`",
        "https://match/new </match:1> /lane/match": "https://match/new </match:1> /lane/match",
    }
    keys = {text: f"text.{at}" for at, text in enumerate(spoken)}
    names = {"command.match": "match", "command.match.board": "board", "command.new": "new", "parameter.text": "text"}
    names |= {"parameter.size": "size", "parameter.match.board.size": "size", "command.match.give_time": "give_time"}
    texts = "".join(entry(key, text) for text, key in keys.items())
    write(folder, "en", texts + "".join(entry(key, name) for key, name in names.items()), name="more.po")
    local = dict(zip(names, ("partie", "brett", "neu", "worte", "größe", "länge", "zeit_geben"), strict=True))
    write(folder, "de", texts + "".join(entry(key, name) for key, name in local.items()), name="more.po")
    german = locales.catalogue("de", folder)
    assert {text: german(key, game="{game}") for text, key in keys.items()} == spoken
    english = locales.catalogue("en", folder)
    assert {english(key, game="{game}") for key in keys.values()} == set(spoken)


def test_an_unknown_key_is_an_error(folder: Path) -> None:
    for locale in ("de", "en"):
        with pytest.raises(KeyError, match=r"no\.such\.key"):
            locales.catalogue(locale, folder)("no.such.key")
    assert "no.such.key" not in locales.catalogue("de", folder)


def test_a_catalogue_is_read_once(folder: Path) -> None:
    assert locales.catalogue("de-CH", folder) is locales.catalogue("de", folder)


def test_names_are_listed_as_each_language_lists_them() -> None:
    names = ["Ann", "Bob", "Zoë"]
    listed = {
        "en": "Ann, Bob and Zoë",
        "de": "Ann, Bob und Zoë",
        "es": "Ann, Bob y Zoë",
        "fr": "Ann, Bob et Zoë",
    }
    for language, whole in listed.items():
        together = locales.catalogue(language).together
        assert together(names) == whole
        assert together(names[:1]) == "Ann" and together([]) == ""
        assert together(names[:2]) == whole.replace(", Bob", "").replace("Zoë", "Bob")


def test_a_list_of_the_pseudo_language_shows_that_its_word_is_translated() -> None:
    together = locales.catalogue("en-XA").together
    assert together(["Ann", "Bob"]) == "⟦Ann and Bob⟧" and together(["Ann"]) == "Ann"


@pytest.mark.parametrize(
    ("last", "word"), [("Iris", "e"), ("**Isa**", "e"), ("Hilde", "e"), ("Hielo", "y"), ("Yolanda", "y"), ("Ana", "y")]
)
def test_spanish_avoids_two_i_in_a_row(last: str, word: str) -> None:
    assert locales.catalogue("es").together(["Bob", last]) == f"Bob {word} {last}"

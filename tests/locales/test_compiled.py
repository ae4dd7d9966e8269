"""Compiled texts are those that are written, as long as they are; else the written ones count."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

import locales
from locales.compile import compile_texts
from locales.compiled import FILE, compiled
from locales.po import written
from tests.locales.texts import entry, write

pytestmark = pytest.mark.quick


@pytest.fixture(autouse=True)
def just_started() -> Iterator[None]:
    """Nothing is read yet."""
    yield
    compiled.cache_clear()


def add_text(folder: Path) -> None:
    write(folder, "de", entry("only", "Nur Deutsch"), name="more.po")


def change_text(folder: Path) -> None:
    file = folder / "de" / "game.po"
    file.write_text(file.read_text().replace("Hallo", "Guten Tag"))


def drop_language(folder: Path) -> None:
    (folder / "de" / "game.po").unlink()


def write_glossary(folder: Path) -> None:
    (folder / "de" / "glossary.md").write_text("# Deutsch\n")


def damage(folder: Path) -> None:
    file = folder / FILE
    file.write_bytes(file.read_bytes()[:-1])


def empty(folder: Path) -> None:
    (folder / FILE).write_bytes(b"")


def put_another_s(folder: Path) -> None:
    (folder / FILE).write_bytes(msgspec.msgpack.encode({"digest": 1, "languages": []}))


def put_a_folder(folder: Path) -> None:
    (folder / FILE).unlink()
    (folder / FILE).mkdir()


def test_compiled_texts_are_those_that_are_written(folder: Path) -> None:
    add_text(folder)
    assert not compiled(folder)
    compiled.cache_clear()
    compile_texts(folder)
    assert compiled(folder) == {language: written(language, folder) for language in ("de", "en")}
    say = locales.catalogue("de", folder)
    assert say("only") == "Nur Deutsch"
    assert say("riders", n=1, team="Y") == "ein Fahrer von Y"
    assert say("riders", n=2, team="Y") == "2 Fahrer von Y"
    assert say("hello", name="Ada") == "Hallo Ada!"


@pytest.mark.parametrize(
    "happen",
    [add_text, change_text, drop_language, write_glossary, damage, empty, put_another_s, put_a_folder],
)
def test_what_is_of_another_day_or_broken_does_not_count(folder: Path, happen: Callable[[Path], None]) -> None:
    compile_texts(folder)
    happen(folder)
    assert not compiled(folder)
    assert locales.catalogue("en", folder)("hello", name="Ada") == "Hello Ada!"


def test_texts_with_a_fault_are_not_compiled(folder: Path) -> None:
    write(folder, "de", entry("only", "Nur {wort}"), name="more.po")
    compile_texts(folder)
    assert not (folder / FILE).exists()


def test_what_cannot_be_put_in_its_place_leaves_nothing(folder: Path) -> None:
    (folder / FILE).mkdir()
    with pytest.raises(OSError):
        compile_texts(folder)
    assert {path.name for path in folder.iterdir()} == {"de", "en", FILE}

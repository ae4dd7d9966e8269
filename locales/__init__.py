"""The bot's texts in every language: `locales/<language>/*.po`, looked up by key, with English behind all others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from math import ceil
from pathlib import Path

from babel import negotiate_locale
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from engines import outside
from locales.commands import name_commands

FOLDER = Path(__file__).parent
OUTSIDE: dict[str, Path] = {}
"""The folders of games from outside, by their keys."""
outside.join(OUTSIDE, "locales", lambda _, module: Path(module.__path__[0]))
ENGLISH = "en"
SPANISH = "es"
PSEUDO = "en-XA"  # no one's language: English in brackets and longer, so that one sees what is left out or doesn't fit
LONGER = 0.4
SEMICOLONS = {"fr": "\u202f; "}
LISTS = {ENGLISH: "en_GB", PSEUDO: "en_GB"}  # British: no comma before "and"


class Catalogue:
    """The texts of one language; calling it says the text of a key.

    In a text `{name}` stands for the value of that name, and the value `n` chooses the plural form. A key that this
    language lacks is said in English.
    """

    def __init__(self, language: str, texts: NullTranslations, english: Catalogue | None = None) -> None:
        self.language = language
        self._texts = texts
        self._english = english

    def __call__(self, key: str, /, **values: str | int) -> str:
        """The text of `key` with its values filled in as they are; KeyError for a key that English lacks too."""
        return self._text(key, values.get("n")).format_map(values)

    def __contains__(self, key: str) -> bool:
        """Whether this language or English has a text of that key."""
        try:
            self._text(key, None)
        except KeyError:
            return False
        return True

    def together(self, things: Iterable[str | int]) -> str:
        """The things in a row, as this language lists them: "Ann", "Ann and Bob", "Ann, Bob and Carla"."""
        parts = [str(thing) for thing in things]
        listed = format_list(parts, locale=LISTS.get(self.language, self.language)) if parts else ""
        if self.language == SPANISH and len(parts) > 1 and _sounds_like_i(parts[-1]):
            return f"{listed.removesuffix(f' y {parts[-1]}')} e {parts[-1]}"
        return listed

    def apart(self, things: Iterable[str]) -> str:
        """Things that have commas of their own in a row: "Ann, 12 points; Bob, 9 points"."""
        return SEMICOLONS.get(self.language, "; ").join(things)

    def _text(self, key: str, n: str | int | None) -> str:
        # gettext answers with the key itself where it has nothing
        text = self._texts.ngettext(key, key, n) if isinstance(n, int) else key
        if text == key:
            text = self._texts.gettext(key)
        if text != key:
            return text
        if self._english is None:
            raise KeyError(key)
        return self._english._text(key, n)


def _sounds_like_i(name: str) -> bool:
    """Whether Spanish has "e" and not "y" before it: "Ana e Iris", but "Ana y Hielo"."""
    letters = "".join(char for char in unicodedata.normalize("NFD", name.casefold()) if char.isalpha())
    return letters.startswith(("i", "hi")) and not letters.startswith(("hia", "hie", "hio", "hiu"))


class _PseudoCatalogue(Catalogue):
    """What the texts would be like in a language that needs more room."""

    def __init__(self, english: Catalogue) -> None:
        super().__init__(PSEUDO, NullTranslations(), english)

    def together(self, things: Iterable[str | int]) -> str:
        parts = [str(thing) for thing in things]
        listed = super().together(parts)
        return f"⟦{listed}⟧" if len(parts) > 1 else listed  # then there is a word in it

    def apart(self, things: Iterable[str]) -> str:
        """Things that have commas of their own in a row: "Ann, 12 points; Bob, 9 points"."""
        return SEMICOLONS.get(self.language, "; ").join(things)

    def _text(self, key: str, n: str | int | None) -> str:
        text = super()._text(key, n)
        return f"⟦{text}{'·' * ceil(LONGER * len(text))}⟧"


@lru_cache  # a press asks for several, and to look which languages there are takes longer than all the rest
def catalogue(locale: str | None, folder: Path = FOLDER) -> Catalogue:
    """The catalogue that fits a locale best ("de", "pt-BR", "en_US"); English where none does.

    The locale "en-XA" gives English texts in brackets, 40 % longer.
    """
    if locale == PSEUDO:
        return _pseudo(folder)
    wanted = [locale.replace("-", "_")] if locale else []
    return _load(negotiate_locale(wanted, languages(folder)) or ENGLISH, folder)


def languages(folder: Path = FOLDER) -> list[str]:
    """The languages that have texts, in alphabetical order."""
    return sorted({po.parent.name for po in folder.glob("*/*.po")})


@cache
def _load(language: str, folder: Path) -> Catalogue:
    texts = Catalog(language)
    for part in (folder, *(OUTSIDE.values() if folder == FOLDER else ())):
        for po in po_files(language, part):
            for message in po_messages(po, language):
                if part == folder or message.id not in texts:  # what is ours stays ours
                    texts.add(message.id, message.string, flags=message.flags)
    if language != ENGLISH:
        name_commands(texts)
    compiled = BytesIO()
    write_mo(compiled, texts)
    compiled.seek(0)
    english = None if language == ENGLISH else _load(ENGLISH, folder)
    return Catalogue(language, GNUTranslations(compiled), english)


@cache
def _pseudo(folder: Path) -> Catalogue:
    return _PseudoCatalogue(_load(ENGLISH, folder))


def po_files(language: str, folder: Path) -> list[Path]:
    """The files of a language."""
    return sorted((folder / language).glob("*.po"))


def po_messages(po: Path, language: str) -> list[Message]:
    """The messages of one file without its header; PoFileError or UnknownLocaleError where it can't be read."""
    with po.open("rb") as lines:
        return [message for message in read_po(lines, language, abort_invalid=True) if message.id]

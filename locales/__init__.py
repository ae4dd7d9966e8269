"""The bot's texts in every language: `locales/<language>/*.po`, looked up by key, with English behind all others."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from gettext import c2py
from math import ceil
from pathlib import Path

from babel import negotiate_locale
from babel.lists import format_list

from engines import outside
from locales.commands import ENGLISH, Text
from locales.compiled import FOLDER, Language, compiled

OUTSIDE: dict[str, Path] = {}
"""The folders of games from outside, by their keys."""
outside.join(OUTSIDE, "locales", lambda _, module: Path(module.__path__[0]))
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

    def __init__(self, language: str, own: Language, english: Catalogue | None = None) -> None:
        self.language, self.own_name = language, own.own_name
        self._texts, self._form = own.texts, c2py(own.plural)
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
        parts = tuple(str(thing) for thing in things)
        listed = _listed(parts, LISTS.get(self.language, self.language)) if parts else ""
        if self.language == SPANISH and len(parts) > 1 and _sounds_like_i(parts[-1]):
            return f"{listed.removesuffix(f' y {parts[-1]}')} e {parts[-1]}"
        return listed

    def apart(self, things: Iterable[str]) -> str:
        """Things that have commas of their own in a row: "Ann, 12 points; Bob, 9 points"."""
        return SEMICOLONS.get(self.language, "; ").join(things)

    def _text(self, key: str, n: str | int | None) -> str:
        text = self._texts.get(key)
        if text is not None:
            return text if isinstance(text, str) else text[self._form(n if isinstance(n, int) else 1)]
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
        super().__init__(PSEUDO, Language("", "0", {}), english)

    def together(self, things: Iterable[str | int]) -> str:
        parts = [str(thing) for thing in things]
        listed = super().together(parts)
        return f"⟦{listed}⟧" if len(parts) > 1 else listed  # then there is a word in it

    def _text(self, key: str, n: str | int | None) -> str:
        text = super()._text(key, n)
        return f"⟦{text}{'·' * ceil(LONGER * len(text))}⟧"


@lru_cache(maxsize=512)  # the names of a match stand in each of its posts
def _listed(parts: tuple[str, ...], language: str) -> str:
    return format_list(parts, locale=language)


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
    own = compiled(folder).get(language) or _written(language, folder)
    for part in OUTSIDE.values() if folder == FOLDER else ():
        theirs = _written(language, part, own.texts).texts
        own = Language(own.own_name, own.plural, theirs | own.texts)  # what is ours stays ours
    return Catalogue(language, own, None if language == ENGLISH else _load(ENGLISH, folder))


def _written(language: str, folder: Path, beside: Mapping[str, Text] | None = None) -> Language:
    from locales.po import written  # noqa: PLC0415 -- a part of Babel that a start with compiled texts doesn't need

    return written(language, folder, beside)


@cache
def _pseudo(folder: Path) -> Catalogue:
    return _PseudoCatalogue(_load(ENGLISH, folder))

"""The bot's texts in every language: `locales/<language>/*.po`, looked up by key, with English behind all others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from math import ceil
from pathlib import Path
from string import Formatter

from babel import UnknownLocaleError, negotiate_locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

FOLDER = Path(__file__).parent
ENGLISH = "en"
PSEUDO = "en-XA"  # nobody's language: English in brackets and longer, so that one sees what is left out or doesn't fit
LONGER = 0.4


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


class _PseudoCatalogue(Catalogue):
    """What the texts would be like in a language that needs more room."""

    def __init__(self, english: Catalogue) -> None:
        super().__init__(PSEUDO, NullTranslations(), english)

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
    whole = Catalog(language)
    for po in _files(language, folder):
        for message in _messages(po, language):
            whole.add(message.id, message.string, flags=message.flags)
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    english = None if language == ENGLISH else _load(ENGLISH, folder)
    return Catalogue(language, GNUTranslations(compiled), english)


@cache
def _pseudo(folder: Path) -> Catalogue:
    return _PseudoCatalogue(_load(ENGLISH, folder))


def _files(language: str, folder: Path) -> list[Path]:
    return sorted((folder / language).glob("*.po"))


def _messages(po: Path, language: str) -> list[Message]:
    """The messages of one file without its header; PoFileError or UnknownLocaleError where it can't be read."""
    with po.open("rb") as lines:
        return [message for message in read_po(lines, language, abort_invalid=True) if message.id]


def check(folder: Path = FOLDER) -> list[str]:
    """What is wrong with the texts: unreadable files, doubled or missing keys, empty texts, differing placeholders."""
    problems: list[str] = []
    english: dict[str, Message] = {}
    for language in sorted(languages(folder), key=lambda name: name != ENGLISH):
        found: dict[str, Message] = {}
        for po in _files(language, folder):
            where = f"{language}/{po.name}"
            try:
                messages = _messages(po, language)
            except (PoFileError, UnknownLocaleError, ValueError) as error:
                problems.append(f"{where}: {error}")
                continue
            for message in messages:
                key = _key(message)
                if key in found:
                    problems.append(f"{where}: {key} is there twice")
                found[key] = message
                problems += [f"{where}: {key}: {problem}" for problem in _faults(message, english.get(key))]
        if language == ENGLISH:
            english = found
        problems += [f"{language}: {key} is missing" for key in english if key not in found]
        problems += [f"{language}: {key} is not in English" for key in found if key not in english]
    return problems


def _faults(message: Message, english: Message | None) -> Iterator[str]:
    if message.fuzzy or not all(_forms(message)):
        yield "has no text"
        return
    names = _placeholders(message)
    if names is None:
        yield "has a brace without its partner"
        return
    strange = sorted(name for name in names if not name.isidentifier())
    if strange:
        yield f"has a placeholder that is no name: {', '.join(strange)}"
    if english is None:
        return
    if message.pluralizable != english.pluralizable:
        yield "has plural forms here or in English only"
    expected = _placeholders(english)
    if expected is not None and names != expected:
        yield f"has {sorted(names)}, English has {sorted(expected)}"


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> tuple[str, ...]:
    """The text, or its plural forms."""
    text = message.string
    return (text or "",) if isinstance(text, str) or text is None else tuple(text)


def _placeholders(message: Message) -> set[str] | None:
    """The names in the braces of all forms together ("one rider" may leave `n` out); None for stray braces."""
    try:
        return {name for text in _forms(message) for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return None

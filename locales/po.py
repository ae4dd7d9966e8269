"""The texts as they are written: `<language>/*.po`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from locales.commands import ENGLISH, Text, name_commands
from locales.compiled import Language


def po_files(language: str, folder: Path) -> list[Path]:
    """The files of a language."""
    return sorted((folder / language).glob("*.po"))


def po_messages(po: Path, language: str) -> list[Message]:
    """The messages of one file without its header; PoFileError or UnknownLocaleError where it can't be read."""
    with po.open("rb") as lines:
        return [message for message in read_po(lines, language, abort_invalid=True) if message.id]


def written(language: str, folder: Path, beside: Mapping[str, Text] | None = None) -> Language:
    """The finished texts of a language, which calls commands by its names for them, also by those in texts `beside`."""
    found: dict[str, Text] = {}
    for po in po_files(language, folder):
        for message in po_messages(po, language):
            forms = message.string if isinstance(message.string, str) else [*(message.string or ())]
            if all(forms) and forms and not message.fuzzy:
                found.setdefault(message.id if isinstance(message.id, str) else message.id[0], forms)
    if language != ENGLISH:
        found = name_commands(found, {**found, **(beside or {})})
    name = Locale.parse(language).get_display_name(language) or language
    return Language(name[0].upper() + name[1:], Catalog(language).plural_expr, found)

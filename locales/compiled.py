"""The texts of all languages in one file, in which they are found a hundred times as quickly as in their own.

`python -m locales.compile` writes it. It counts as long as the files that it is made of are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

from locales.commands import Text

FOLDER = Path(__file__).parent
FILE = "compiled.msgpack"


class Language(msgspec.Struct, frozen=True):
    """A language's own name for itself, in C which plural form a number has, and the texts by their keys."""

    own_name: str
    plural: str
    texts: dict[str, Text]


class Compiled(msgspec.Struct, frozen=True):
    """All languages, and the digest of the files that they are made of.

    Their keys are written once, so that they are in memory once.
    """

    digest: bytes
    keys: list[str]
    languages: dict[str, tuple[str, str, list[Text | None]]]  # the fields of a Language, with a text for each key


@cache
def compiled(folder: Path = FOLDER) -> Mapping[str, Language]:
    """The languages of a folder from its compiled file; none where it has none that can be read and is of today."""
    with suppress(OSError, ValueError, msgspec.MsgspecError):
        texts = msgspec.msgpack.decode((folder / FILE).read_bytes(), type=Compiled)
        if texts.digest == digest(folder):
            return {name: _language(texts.keys, *rest) for name, rest in texts.languages.items()}
    return {}


def _language(keys: Sequence[str], own_name: str, plural: str, texts: Sequence[Text | None]) -> Language:
    return Language(own_name, plural, {key: text for key, text in zip(keys, texts, strict=True) if text is not None})


def digest(folder: Path) -> bytes:
    """A digest of a folder's texts and glossaries, and of the code that reads and checks them."""
    read = blake2b()
    for file in sorted((*folder.glob("*/*.po"), *folder.glob("*/*.md"), *FOLDER.glob("*.py"))):
        content = file.read_bytes()
        read.update(f"{file.parent.name}/{file.name} {len(content)} ".encode())
        read.update(content)
    return read.digest()

"""Compiles the texts, for a quicker start: `python -m locales.compile`."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from locales import languages
from locales.check import check
from locales.compiled import FILE, FOLDER, Compiled, digest
from locales.po import written


def compile_texts(folder: Path = FOLDER) -> None:
    """Write the compiled file of a folder; none where something is wrong with its texts, for the start tells that."""
    made_of = digest(folder)
    if check(folder, complete=False):
        return
    known = {language: written(language, folder) for language in languages(folder)}
    keys = sorted({key for language in known.values() for key in language.texts})
    rows = {name: (of.own_name, of.plural, [of.texts.get(key) for key in keys]) for name, of in known.items()}
    texts = Compiled(made_of, keys, rows)
    new = folder / f"{FILE}.{os.getpid()}"  # another process may read or write it now
    try:
        new.write_bytes(msgspec.msgpack.encode(texts))
        new.replace(folder / FILE)
    finally:
        new.unlink(missing_ok=True)


if __name__ == "__main__":
    compile_texts()

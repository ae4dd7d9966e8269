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
    by_name = {name: written(name, folder) for name in languages(folder)}
    keys = sorted({key for language in by_name.values() for key in language.texts})
    rows = {
        name: (language.own_name, language.plural, [language.texts.get(key) for key in keys])
        for name, language in by_name.items()
    }
    texts = Compiled(made_of, keys, rows)
    new = folder / f"{FILE}.{os.getpid()}"  # another process may read or write it now
    try:
        new.write_bytes(msgspec.msgpack.encode(texts))
        new.replace(folder / FILE)
    finally:
        new.unlink(missing_ok=True)


if __name__ == "__main__":
    compile_texts()

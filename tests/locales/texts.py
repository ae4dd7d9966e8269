"""Texts for tests of catalogues, and how they come into files."""

from pathlib import Path

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {}\\n"\n\n'
TWO_FORMS = "nplurals=2; plural=(n != 1);"
RIDERS = 'msgid "riders"\nmsgid_plural "riders"\nmsgstr[0] "one rider of {team}"\nmsgstr[1] "{n} riders of {team}"\n\n'


def write(folder: Path, language: str, text: str, name: str = "game.po", plurals: str = TWO_FORMS) -> None:
    (folder / language).mkdir(parents=True, exist_ok=True)
    (folder / language / name).write_text(HEADER.format(plurals) + text, encoding="utf-8")


def entry(key: str, text: str) -> str:
    return f'msgid "{key}"\nmsgstr "{text}"\n\n'

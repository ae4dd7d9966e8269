"""Checks the texts of a language: `python -m locales.check de` prints what is wrong, line by line."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from string import Formatter

from babel import UnknownLocaleError
from babel.messages.catalog import Message
from babel.messages.pofile import PoFileError

from locales import ENGLISH, FOLDER, LONGER, OUTSIDE, languages
from locales.commands import ABOUT, COMMAND, PARAMETER
from locales.po import po_files, po_messages

TRANSLATED = {"pistard", "superechelon", "schlangennest", "legstrong"}  # games that speak all languages; others may
SAME = "same"  # the flag ("#, same") of a text that is the same as in English on purpose
SHORT = 40  # characters that fit everywhere: a line on a phone
MOST_NAME, MOST_ABOUT = 32, 100  # characters of a command's or an option's name, and of what describes it
NAME = re.compile(r"[-_'\w]+")
LETTERS = re.compile(r"[^\W\d_]{4,}")  # what a text that says something has, once names are taken out
GLOSSARY = "glossary.md"
# The most characters of English texts: labels, refusals, and notices that come unasked. Others may have LONGER more.
BUDGETS = (
    (re.compile(r"((?!refusal)\w+\.(label|order|option|pad|way|button)|button|settings\.do)\.(?!.*\.about$)"), 34),
    (re.compile(r"(\w+\.)?refusal\."), 110),
    (re.compile(r"(call|event|fault|host|late|lobby\.open|mention|seat|verify)\."), 120),
)
FILLED = re.compile(r"<t:\{\w+\}:(\w)>|<[#@]&?\{\w+\}>|\{\w+\}")
TIMES = {"f": "28 November 2026 12:07", "R": "in 20 hours", "t": "12:07"}  # in words, by Discord's letters
VALUE = "four"  # any other value has about so many characters
ROW = re.compile(r"^\|(?:[^|]*\|){3}\s*([^|]*?)\s*\|$", re.MULTILINE)  # its fourth column: what isn't said, by commas


def check(folder: Path = FOLDER, only: str | None = None, *, complete: bool = True) -> list[str]:
    """What is wrong with the texts, of the language `only` or of all; if not `complete`, texts may be missing.

    A game that isn't TRANSLATED yet may lack texts in all languages but English.

    Unreadable files; keys that are doubled, missing, or not in English; empty texts and differing placeholders; texts
    that are the same as in English or longer than what is tried to fit. In English too: words its glossary forbids,
    and texts over their budget.
    """
    problems: list[str] = []
    english: dict[str, Message] = {}
    files: dict[str, str] = {}
    for language in sorted(languages(folder), key=lambda name: name != ENGLISH):
        texts: dict[str, Message] = {}
        now: list[str] = []
        forbidden = _forbidden(folder / language / GLOSSARY)
        for po in po_files(language, folder):
            where = f"{language}/{po.name}"
            try:
                messages = po_messages(po, language)
            except (PoFileError, UnknownLocaleError, ValueError) as error:
                now.append(f"{where}: {error}")
                continue
            for message in messages:
                key = _key(message)
                if key in texts:
                    now.append(f"{where}: {key} is there twice")
                texts[key] = message
                files.setdefault(key, po.stem)
                now += [f"{where}: {key}: {problem}" for problem in _faults(message, english.get(key))]
                now += [f"{where}: {key}: {problem}" for problem in _misnamed(message, forbidden)]
                if language != ENGLISH:
                    now += [f"{where}: {key}: {problem}" for problem in _unlike(message, english)]
        if language == ENGLISH:
            english = texts
        missing = english.keys() - texts.keys() if complete else ()
        now += [f"{language}: {key} is missing" for key in english if key in missing and not _new_game(key, files)]
        now += [f"{language}: {key} is not in English" for key in texts if key not in english]
        if only in (None, language):
            problems += now
    return problems


def lacking(folder: Path = FOLDER) -> list[str]:
    """How many texts of games that needn't have them each language lacks, a line each."""
    files = {_key(text): po.stem for po in po_files(ENGLISH, folder) for text in po_messages(po, ENGLISH)}
    lines: list[str] = []
    for language in languages():
        found = {_key(text) for po in po_files(language, folder) for text in po_messages(po, language)}
        games = Counter(_new_game(key, files) for key in files.keys() - found)
        lines += [f"{language}: {game} lacks {n} texts, which are said in English" for game, n in games.items() if game]
    return lines


def _new_game(key: str, files: Mapping[str, str]) -> str:
    """The game in whose file a text stands, if that may lack texts; else ""."""
    game = files[key].removeprefix("lessons_")
    return game if game not in TRANSLATED and files.get(f"{game}.name") == game else ""


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
        yield from _over(message)
        return
    if message.pluralizable != english.pluralizable:
        yield "has plural forms here or in English only"
    expected = _placeholders(english)
    if expected is not None and names != expected:
        yield f"has {sorted(names)}, English has {sorted(expected)}"


def _over(message: Message) -> Iterator[str]:
    """What an English text has more than its budget, with values of a middling length."""
    longest = max(len(_filled(form)) for form in _forms(message))
    for pattern, most in BUDGETS:
        if pattern.match(_key(message)) and longest > most:
            yield f"has {longest} characters with its values; its budget is {most}"


def _filled(text: str) -> str:
    """A text as someone sees it, without Markdown."""
    seen = FILLED.sub(lambda found: TIMES[found[1]] if found[1] else VALUE, text)
    return re.sub(r"\*\*|`", "", seen)


def _misnamed(message: Message, forbidden: Mapping[str, re.Pattern[str]]) -> Iterator[str]:
    """Words in a text that the glossary of its language forbids; names of placeholders don't count."""
    forms = [_words(form) for form in _forms(message)]
    for word, pattern in forbidden.items():
        if any(pattern.search(form) for form in forms):
            yield f"says {word}, which the glossary doesn't"


def _unlike(message: Message, english: Mapping[str, Message]) -> Iterator[str]:
    """What is wrong with a text beside the English ones."""
    forms, key = _forms(message), _key(message)
    named = key.startswith(PARAMETER) or (key.startswith(COMMAND) and f"{key}{ABOUT}" in english)
    if named and not all(NAME.fullmatch(form) and len(form) <= MOST_NAME and form == form.lower() for form in forms):
        yield f"is no name of a command or an option: small letters, digits, - and _, {MOST_NAME} at most"
    if key.startswith(COMMAND) and key.endswith(ABOUT) and max(map(len, forms)) > MOST_ABOUT:
        yield f"has more than {MOST_ABOUT} characters"
    if key in english and all(forms):
        before = _forms(english[key])
        same = forms[0] == before[0] and LETTERS.search(_words(forms[0])) is not None
        if same and not named and SAME not in message.flags:
            yield f"is the same as in English; if that is right, flag it: #, {SAME}"
        longest, allowed = max(map(len, forms)), max(SHORT, ceil((1 + LONGER) * max(map(len, before))))
        if longest > allowed:
            yield f"has {longest} characters; {allowed} are tried to fit"


def _words(text: str) -> str:
    """A text without what is filled in."""
    return re.sub(r"\{\w+\}", "", text)


def _forbidden(glossary: Path) -> dict[str, re.Pattern[str]]:
    """The words that a glossary forbids, from the fourth column of its tables."""
    if not glossary.exists():
        return {}
    cells = ROW.findall(glossary.read_text(encoding="utf-8"))
    words = [word.strip() for cell in cells[1:] for word in cell.split(",")]
    return {word: re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE) for word in words if word.strip("-: ")}


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


def main(arguments: Sequence[str]) -> int:
    """Print what is wrong; returns the exit status."""
    only = arguments[0] if arguments else None
    if only is not None and only not in languages():
        sys.stdout.write(f"There are no texts in {FOLDER / only} yet; there are {', '.join(languages())}.\n")
        return 2
    problems = check(only=only)
    sys.stdout.write("".join(f"{problem}\n" for problem in problems) or "Nothing is wrong.\n")
    told = [] if problems else lacking(FOLDER)
    for folder in OUTSIDE.values():
        told += [f"{folder}: {line}" for line in check(folder, complete=False) or lacking(folder)]
    sys.stdout.write("".join(f"Also: {line}\n" for line in told))
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

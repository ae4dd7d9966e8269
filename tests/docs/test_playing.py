"""The page for players says the same in every language, in the bot's own words."""

from __future__ import annotations

import re
from itertools import zip_longest

import pytest

from locales import ENGLISH, FOLDER, Catalogue, catalogue, languages
from model.pace import PACES
from tests.docs.test_docs import PLAYING, called, commands_in, text

OTHERS = [language for language in languages() if language != ENGLISH]
NARROW = "\N{NARROW NO-BREAK SPACE}"
CODE = re.compile(r"```.*?```|`[^`]+`|\]\([^)]+\)", re.DOTALL)


def page_in(language: str) -> str:
    return PLAYING.replace(".md", f".{language}.md")


def blocks(page: str) -> list[str]:
    """The paragraphs, headings, tables and pictures of a page; not the line that leads to the other languages."""
    parts = text(page).split("\n\n")
    return [part if part.startswith(("|", "```")) else part.replace("\n", " ") for part in parts if " · " not in part]


def pairs(language: str) -> list[tuple[str, str]]:
    """Each block in English, with the one that says it in this language."""
    return list(zip_longest(blocks(PLAYING), blocks(page_in(language)), fillvalue=""))


def shape(block: str) -> tuple[str, list[str]]:
    """What a block is: the mark that it begins with, or each of its rows does, and the code that is to be typed."""
    return re.sub(r"[^#|`]", "", block[:4]) + "|" * block.count("\n|"), re.findall(r"^python .*$", block, re.MULTILINE)


def links(block: str) -> list[str]:
    """Where its links lead, as they stand in English."""
    return sorted(re.sub(r"\.(?:de|es|fr)\.md.*|\.md#.*", ".md", link) for link in re.findall(r"\]\((.+?)\)", block))


def numbers(block: str) -> list[str]:
    return sorted(re.findall(r"\d+", block))


def bold(block: str) -> set[str]:
    return set(re.findall(r"\*\*(.+?)\*\*", block))


def plain(label: str) -> str:
    """A label as a page has it: a number left open, no soft hyphens, no full stop."""
    return re.sub(r"\{\w+\}", "…", label).replace("\N{SOFT HYPHEN}", "").rstrip(".")


def wordings(label: str, say: Catalogue) -> set[str]:
    """What a button of this English label is called in another language: several may have the same in English."""
    return {plain(say(key)) for key in KEYS.get(plain(label), ())}


def keys() -> dict[str, list[str]]:
    """Each text of the bot with its keys, in English."""
    found: dict[str, list[str]] = {}
    for file in sorted((FOLDER / ENGLISH).glob("*.po")):
        for key, label in re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', file.read_text(encoding="utf-8"), re.MULTILINE):
            found.setdefault(plain(label), []).append(key)
    return found


KEYS = keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_blocks_in_the_same_order(language: str) -> None:
    for english, other in pairs(language):
        assert (shape(other), links(other)) == (shape(english), links(english)), other[:80]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_numbers_and_commands(language: str) -> None:
    for english, other in pairs(language):
        assert numbers(other) == numbers(english), other
        assert commands_in(other) == {called(command, language) for command in commands_in(english)}, other


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_calls_the_buttons_as_the_bot_does(language: str) -> None:
    say = catalogue(language)
    for english, other in pairs(language):
        there = {plain(label) for label in bold(other)}
        for label in bold(english):
            names = wordings(label, say)
            assert not names or names & there, f"{label} is {' or '.join(names)}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_calls_the_clocks_as_the_bot_does(language: str) -> None:
    [rows] = [other.splitlines()[2:] for english, other in pairs(language) if english.startswith("| Clock |")]
    named = [row.strip("| ").split(" | ")[0].partition(" (")[0] for row in rows]
    assert named == [catalogue(language)(f"clock.{clock}") for clock in PACES]


def test_french_has_its_narrow_spaces() -> None:
    prose = CODE.sub("", text(page_in("fr")))
    assert re.findall(rf".{{9}}(?<!{NARROW})[;?!%»](?!\[)|.{{9}}[^\d{NARROW}\n]:(?!\d)|«[^{NARROW}]|'", prose) == []

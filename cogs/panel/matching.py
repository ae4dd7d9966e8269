"""Matching of typed words with options, by id, label or beginning."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

SUITS = "♠♥♦♣"
Words = tuple[str, ...]
Wording = Mapping[str, tuple[Words, ...]]  # the words of each thing's id and label


def folded(text: str) -> Words:
    """A text's words without case, accents and punctuation: "→↓ East–south · +1" becomes east, south, 1.

    The suit of a card is a word, as J♦ isn't J♠.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    spaced = (_spaced(char) for char in plain if not unicodedata.combining(char))
    return tuple("".join(spaced).split())


def _spaced(char: str) -> str:
    if char in SUITS:
        return f" {char} "
    return char if char.isalnum() else " "


def same_words(typed: str, wanted: str) -> bool:
    """Whether the typed words are these, in any case, with or without accents: "SI!" matches "sí"."""
    return folded(typed) == folded(wanted)


def worded(labels: Mapping[str, str]) -> Wording:
    """The words for each id: its own and those of its label."""
    return {la: (folded(la), folded(label)) for la, label in labels.items()}


class Meaning(NamedTuple):
    """A meaning of typed words: the thing's id, how many words it took, and whether they name it in full."""

    thing: str
    taken: int
    full: bool


def meanings(wording: Wording, typed: Sequence[str]) -> list[Meaning]:
    """What the first of the typed words, however many, may mean; best first.

    A better fit beats more words; two equally good fits cancel each other out.
    """
    most = max((len(way) for ways in wording.values() for way in ways), default=0)
    results: dict[tuple[str, int], Meaning] = {}
    for fits in (_is, _begins, _begins_cut, _has_all):
        for count in range(min(most, len(typed)), 0, -1):
            words = folded(" ".join(typed[:count]))
            fitting = [item for item, ways in wording.items() if words and any(fits(way, words) for way in ways)]
            if len(fitting) == 1:
                results.setdefault((fitting[0], count), Meaning(fitting[0], count, fits is _is))
    return list(results.values())


def has_begun(ways: tuple[Words, ...], typed: Words) -> bool:
    """Whether each typed word begins one of a thing's words; the last may be unfinished."""
    return all(any(word.startswith(begun) for word in chain(*ways)) for begun in typed)


def _is(way: Words, words: Words) -> bool:
    return way == words


def _begins(way: Words, words: Words) -> bool:
    return way[: len(words)] == words


def _begins_cut(way: Words, words: Words) -> bool:
    *earlier, last = words
    return len(way) >= len(words) and _begins(way, tuple(earlier)) and _cuts(way[len(earlier)], last)


def _has_all(way: Words, words: Words) -> bool:
    """Whether the words appear in any order, each matching a different word; numbers alone aren't enough."""
    free = list(way)
    for begun in words:
        word = next((word for word in free if _cuts(word, begun)), None)
        if word is None:
            return False
        free.remove(word)
    return any(word.isalpha() for word in words)


def _cuts(word: str, begun: str) -> bool:
    """Whether the typed beginning matches the word; numbers must match in full, as row 2 isn't row 21."""
    return word.startswith(begun) and not (begun[-1].isdigit() and word[len(begun) :][:1].isdigit())

"""Typed moves: words for steps; steps with a single option are skipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from cogs.panel.components import OPTION_LABEL
from cogs.panel.matching import Meaning, Wording, folded, has_begun, meanings, worded
from cogs.ui.views import MOST_OPTIONS
from engines.table import Amount, Ask, IllegalMove, Path, Pick, Ready, Refused, read
from host.play.seen import Seen, only_step
from locales import ENGLISH, Catalogue, catalogue
from render import RENDERERS
from render.words import DOT, cut
from screen.questions import choices, step_words

MOST_DIGITS = 19  # of a number being typed: `read` accepts no longer one
MOST_WORDS = 30  # looked up in a game's vocabulary: no move has more, but a text may
WORD, OFFERED_CHARS = 30, 600  # how much of the typed words and of the options a refusal quotes


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggestion of autocomplete: the words shown, and the text to insert."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How far typed words lead: `path` past single options, and its typed `steps` as ids.

    `left` are the words from the first that doesn't fit, `over` the paths whose single option was skipped since
    the last word that did.
    """

    path: Path = ()
    steps: Path = ()
    left: tuple[str, ...] = ()
    over: tuple[Path, ...] = ()


def read_typed(seen: Seen, text: str, say: Catalogue) -> Path:
    """The whole path that a text stands for; Refused tells which word doesn't fit, or what is missing.

    A step may be typed as its id, as its label in the reader's language or in English or an unambiguous beginning
    of either, or as its number in the list of options.
    """
    reading = _follow(seen, Reading(left=_words(text)), say)
    ask = seen.ask(reading.path)
    if ask is None:
        raise Refused("not.asked")
    understood = _understood(seen, reading.path, say)
    if not reading.left:
        if isinstance(ask, Ready):
            return reading.path
        offered = _offered(seen, (reading.path,), say)
        raise Refused("typed.short", {"offered": offered, "understood": understood})
    _refuse(seen, reading, say)
    word = cut(reading.left[0], WORD)
    offered = _offered(seen, (*reading.over, reading.path), say)
    if not offered:
        raise Refused("typed.beyond", {"word": word, "understood": understood})
    raise Refused("typed.word", {"word": word, "offered": offered, "understood": understood})


def _words(text: str) -> Path:
    """Words between blanks, without punctuation around them; "-" means none of several."""
    words = text.split()
    return tuple(word for word in words if word == "-" or folded(word)) or tuple(words)


def _refuse(seen: Seen, reading: Reading, say: Catalogue) -> None:
    """Raise the game's own reason against the remaining words, if it knows why they aren't offered."""
    left = reading.left[:MOST_WORDS]
    spelled = _spelled_out(seen, left, say)
    for path in (reading.path, *reversed(reading.over)):
        for rest in (spelled, left):
            try:
                seen.ask((*path, *rest))
            except IllegalMove as illegal:
                if not illegal.reason.startswith("step."):
                    raise


def _spelled_out(seen: Seen, words: Path, say: Catalogue) -> Path:
    """The steps that the words may mean by the game's vocabulary, offered or not."""

    def wording(tongue: Catalogue) -> Wording:
        return worded(RENDERERS[seen.match.game].STYLE.vocabulary(seen.view, tongue))

    steps: list[str] = []
    while words:
        step = next(iter(_named(wording, words, say)), Meaning(words[0], 1, False))
        steps.append(step.thing)
        words = words[step.taken :]
    return tuple(steps)


def suggestions(seen: Seen, text: str, say: Catalogue) -> list[Suggestion]:
    """Autocomplete: the next question's options, or the whole move if nothing is left to choose."""
    reading = _follow(seen, Reading(left=_words(text)), say, typing=not text[-1:].isspace())
    typed, begun = " ".join(reading.steps), " ".join(reading.left)
    ask, chosen = seen.ask(reading.path), _chosen(seen, reading.path, say)
    if isinstance(ask, Ready):
        ready = say("typed.ready", text=_last_words(chosen, OPTION_LABEL - 2))
        return [Suggestion(cut(ready, OPTION_LABEL), typed)] if not begun else []
    if ask is None:
        return []
    fitting = _amounts(ask, begun) if isinstance(ask, Amount) else _options(seen, reading.path, ask, begun, say)
    return [
        Suggestion(_last_words((*chosen, option.label), OPTION_LABEL), f"{typed} {option.text}".strip())
        for option in islice(fitting, MOST_OPTIONS)
    ]


def _options(seen: Seen, path: Path, ask: Pick, begun: str, say: Catalogue) -> Iterator[Suggestion]:
    """The options whose id, words or English words contain what is being typed, or with that number."""
    typed, numbered = folded(begun), _numbered(ask, begun)
    for tongue in (say, catalogue(ENGLISH)):
        wording = _wording(seen, path, ask, tongue)
        options = [option for option in ask.options if has_begun(wording[option], typed) or option == numbered]
        if options:
            yield from (Suggestion(_label(seen, path, step, say), step) for step in options)
            return


def _label(seen: Seen, path: Path, option: str, say: Catalogue) -> str:
    return RENDERERS[seen.match.game].label(seen.view, path, option, say)


def _amounts(ask: Amount, begun: str) -> Iterator[Suggestion]:
    return (Suggestion(str(number), str(number)) for number in spelled_from(begun, ask.least, ask.most))


def spelled_from(begun: str, least: int, most: int) -> Iterator[int]:
    """Whole numbers from `least` to `most` that begin with these digits; quick for any range."""
    if begun in ("", "-"):
        yield from range(least, min(most, -1 if begun else most) + 1)
        return
    digits = begun.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS and str(int(begun)) == begun):
        return
    low = high = int(digits)
    while low <= max(abs(least), abs(most)):
        first, last = (-high, -low) if begun.startswith("-") else (low, high)
        yield from range(max(first, least), min(last, most) + 1)
        if not low:
            return
        low, high = 10 * low, 10 * high + 9


def _follow(seen: Seen, reading: Reading, say: Catalogue, *, typing: bool = False) -> Reading:
    """Follow the words as far as they lead, then single options, which may be typed too.

    While someone is `typing`, the last word counts only if it names an option in full.
    """
    ask = seen.ask(reading.path)
    if ask is None or isinstance(ask, Ready):
        return reading
    only = only_step(ask)
    ways: list[Reading] = []
    for step, taken, full in _meanings(seen, reading, ask, say):
        left = reading.left[taken:]
        if typing and only is None and not left and not full:
            return reading
        ways.append(Reading((*reading.path, step), (*reading.steps, step), left))
    if only is not None:
        ways.append(Reading((*reading.path, only), reading.steps, reading.left, (*reading.over, reading.path)))
    ends = [_follow(seen, way, say, typing=typing) for way in ways]
    return min(ends, key=lambda end: (len(end.left), -len(end.path)), default=reading)


def _meanings(seen: Seen, reading: Reading, ask: Pick | Amount, say: Catalogue) -> list[Meaning]:
    """The steps that the next words may mean."""
    if not reading.left:
        return []
    word = reading.left[0]
    if isinstance(ask, Amount) or (ask.least, ask.most) != (1, 1):
        spelled = _several(seen, reading.path, ask, word, say) if isinstance(ask, Pick) else word
        return [Meaning(spelled, 1, True)] if spelled is not None and _fits(ask, spelled) else []
    numbered = _numbered(ask, word)
    readings = _named(lambda tongue: _wording(seen, reading.path, ask, tongue), reading.left, say)
    return readings or ([Meaning(numbered, 1, False)] if numbered else [])


def _named(wording: Callable[[Catalogue], Wording], words: Sequence[str], say: Catalogue) -> list[Meaning]:
    """Meanings of the first words in the reader's language, and those that name something fully in English.

    An English beginning counts only if it says more than the match in the reader's language.
    """
    local = wording(say)
    results = {(meaning.thing, meaning.taken): meaning for meaning in meanings(local, words)}
    if say.language != ENGLISH:
        is_begun = any(has_begun(ways, folded(words[0])) for ways in local.values())
        most = max((offer.taken for offer in results.values()), default=int(is_begun))
        for meaning in meanings(wording(catalogue(ENGLISH)), words):
            if meaning.full or meaning.taken > most:
                results.setdefault((meaning.thing, meaning.taken), meaning)
    return list(results.values())


def _several(seen: Seen, path: Path, ask: Pick, word: str, say: Catalogue) -> str | None:
    """Options joined by "+", in the question's order; None if one is unknown."""
    parts: list[str] = []
    for part in word.split("+") if word != "-" else ():
        readings = _named(lambda tongue: _wording(seen, path, ask, tongue), [part], say)
        meaning = readings[0].thing if readings else _numbered(ask, part)
        if meaning is None:
            return None
        parts.append(meaning)
    return "+".join(option for option in ask.options if option in parts) or "-"


def _wording(seen: Seen, path: Path, ask: Pick, say: Catalogue) -> Wording:
    """The words for each option: its label, and its longer words in the game's vocabulary."""
    words = RENDERERS[seen.match.game].STYLE.vocabulary(seen.view, say)
    labels = worded({option: _label(seen, path, option, say) for option in ask.options})
    return {option: (*ways, folded(words[option])) if option in words else ways for option, ways in labels.items()}


def _numbered(ask: Pick, word: str) -> str | None:
    """The option with that number in the list, counted from 1; None if ids are numbers themselves."""
    if not (word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS) or any(o.isdigit() for o in ask.options):
        return None
    return ask.options[int(word) - 1] if 1 <= int(word) <= len(ask.options) else None


def _fits(ask: Ask, step: str) -> bool:
    try:
        read(ask, step)
    except IllegalMove:
        return False
    return True


def _understood(seen: Seen, path: Path, say: Catalogue) -> str:
    """The choices so far as a sentence with a trailing blank; "" if there are none."""
    steps = _chosen(seen, path, say)
    return f"{say('typed.understood', steps=cut(DOT.join(steps), OFFERED_CHARS))} " if steps else ""


def _chosen(seen: Seen, path: Path, say: Catalogue) -> list[str]:
    """The steps of the path that were choices, each in its button's words."""
    return [_short(step_words(seen, path, place, say)) for place in choices(seen, path)]


def _last_words(steps: Sequence[str], most: int) -> str:
    """The steps in one line of `most` characters; the first are left out if they don't all fit."""
    for first in range(len(steps)):
        line = ("… " if first else "") + DOT.join(steps[first:])
        if len(line) <= most:
            return line
    return cut(steps[-1], most) if steps else ""


def _offered(seen: Seen, paths: Iterable[Path], say: Catalogue) -> str:
    """The options after these paths, in words that can be typed."""
    offered: list[str] = []
    for path in paths:
        ask = seen.ask(path)
        if isinstance(ask, Pick) and (ask.least, ask.most) == (1, 1):
            offered += words_of_options(seen, path, ask, say)
        elif isinstance(ask, Pick):
            numbered = [f"{place} {words}" for place, words in enumerate(words_of_options(seen, path, ask, say), 1)]
            offered.append(say("typed.several", offered="; ".join(numbered)))
        elif isinstance(ask, Amount):
            offered.append(f"{ask.least}–{ask.most}")
    return cut("; ".join(offered), OFFERED_CHARS)


def words_of_options(seen: Seen, path: Path, ask: Pick, say: Catalogue) -> list[str]:
    """Words for the options after `path`: by name alone if that tells them apart."""
    labels = [_label(seen, path, option, say) for option in ask.options]
    counts = Counter(folded(_short(label)) for label in labels)
    return [_short(label) if counts[folded(_short(label))] == 1 else label for label in labels]


def _short(label: str) -> str:
    """The name at the beginning of a label, without its explanation."""
    return label.split(DOT, 1)[0]

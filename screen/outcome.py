"""The outcome of a player's own move, at the top of the next panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engines.table import TURN, Event, Path, Refused
from host.outbox.messages import Heard
from host.play.matches import Matches
from host.play.seen import Seen
from locales import Catalogue
from model.kinds import How, RowKind
from render.news import priority
from render.words import cut
from screen.questions import answer_words
from screen.sentences import sentences

ACROSS, SMALL = 40, 50  # characters of a line on a phone, and in small print
OWN = 2  # lines of small print that a move may always take


@dataclass(frozen=True, slots=True)
class NewsSentence:
    """A sentence on an event, and how early it comes: 0 first, None after all others."""

    priority: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Caused:
    """A move and all that it caused in its match, up to the player's next question."""

    match: int
    own: str
    rest: tuple[NewsSentence, ...]
    frame: str = ""  # of a sealed move, whose sentence says no more than that: what `{line}` of news may replace it in

    def text(self, most: int) -> str:
        """The text in so many phone lines, at least one: the move, the weightiest news, then the rest in small print.

        If the lines are too few, the move itself is in small print, in at least two lines, or in one if the weightiest
        news would have no room. Of a sealed move and news one line at most has the news.
        """
        head = self.own
        if lines_of(head) > max(most, 1):
            head = "\n".join(f"-# {cut(line, SMALL * max(most, OWN))}" for line in head.split("\n"))
        weighty = sorted([sentence for sentence in self.rest if sentence.priority is not None], key=_priority)
        if self.frame and weighty and most <= 1:
            newest = min(reversed(weighty), key=_priority)
            return f"-# {self.frame.format(line=newest.text)}"
        wanted = lines_of(f"▸ {weighty[0].text}") if weighty else 0
        if most - lines_of(head) < wanted < most:
            plain = head.replace("-# ", "").replace("\n", " ")
            head = f"-# {cut(plain, SMALL)}"
        left = most - lines_of(head)
        first = fitting(weighty, left, "▸ ")
        small = [sentence for sentence in self.rest if sentence.priority is None]
        return "\n".join((head, *first, *fitting(small, left - sum(map(lines_of, first)), "-# ")))


def lines_of(text: str) -> int:
    """The lines a text takes on a phone."""
    shown = [line.replace("**", "") for line in text.split("\n") if line]
    sizes = [(len(line.removeprefix("-# ")), SMALL if line.startswith("-# ") else ACROSS) for line in shown]
    return sum(-(-length // across) for length, across in sizes)


def fitting(sentences: Sequence[NewsSentence], most: int, mark: str = "") -> list[str]:
    """As many sentences as fit into so many lines, each on its own line after the mark, in order.

    Weightier news go first, then newer ones.
    """
    wanted = sorted(range(len(sentences)), key=lambda place: (_priority(sentences[place]), -place))
    kept: set[int] = set()
    for place in wanted:
        size = lines_of(f"{mark}{sentences[place].text}")
        if size > most:
            continue
        most -= size
        kept.add(place)
    return [f"{mark}{sentences[place].text}" for place in sorted(kept)]


def weighed(seen: Seen, events: Iterable[Event], say: Catalogue) -> list[NewsSentence]:
    """Sentences on the events, each with how early it comes."""
    return [
        NewsSentence(priority(seen.match.game, event.kind), text)
        for event in events
        for text in sentences(seen, (event,), say)
    ]


def private_first(seen: Seen, events: Iterable[Event], say: Catalogue) -> list[NewsSentence]:
    """The same, with private news such as a dealt hand before all else."""
    return [
        sentence if event.to is None else NewsSentence(0, sentence.text)
        for event in events
        for sentence in weighed(seen, (event,), say)
    ]


async def caused(matches: Matches, before: Seen, after: Seen, interaction_id: int, say: Catalogue) -> Caused | None:
    """What the person's press caused in the match, from `before`, which they saw, to `after`.

    None if the press wasn't a move, or not theirs.
    """
    rows = await matches.since(after, before.number)
    moves = [n for n, (row, _) in enumerate(rows) if row.kind == RowKind.MOVE]
    place = next((n for n in moves if rows[n][0].interaction_id == interaction_id), None)
    if place is None:
        return None
    return outcome(before, rows[place], rows[place + 1 :], say)


def outcome(before: Seen, own: Heard, later: Sequence[Heard], say: Catalogue) -> Caused:
    """A move in its own words, and what came of it in the same row of the log and in `later` ones."""
    log_row, events = own
    happened = weighed(before, _without_turns(events), say)
    sealed = weighed(before, (event for event in events if event.to is not None), say)
    first = next((index for index, sentence in enumerate(happened) if sentence.priority is None), None)
    words = [] if first is None else [happened.pop(first).text]
    is_sealed = log_row.how != How.AUTO and any(sentence.text in words for sentence in sealed)
    frame = say("caused.own", line="{line}") if is_sealed else ""
    if log_row.how == How.AUTO:
        answer = _answer(before, log_row.path, say)
        more = sum(row.how == How.AUTO and row.by == log_row.by for row, _ in later)
        words.insert(0, say("caused.auto.more" if more else "caused.auto", answer=answer, n=more))
    elif words:
        words[0] = say("caused.own", line=words[0])
    else:
        words = [say("caused.own", line=_answer(before, log_row.path, say))]
    happened += [sentence for _, heard in later for sentence in weighed(before, _without_turns(heard), say)]
    return Caused(before.match.id, "\n".join(words), tuple(happened), frame)


def _without_turns(events: Iterable[Event]) -> list[Event]:
    """The events without those that the headline or the question repeats."""
    return [event for event in events if event.kind != TURN]


def _answer(before: Seen, path: Path, say: Catalogue) -> str:
    """The move in the words of its buttons."""
    try:
        return answer_words(before, path, say)
    except Refused:  # it was made from another view than the one pressed
        return "–"


def _priority(sentence: NewsSentence) -> int:
    return 1000 if sentence.priority is None else sentence.priority

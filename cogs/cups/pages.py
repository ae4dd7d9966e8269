"""Pages of a cup's picture: summary, bracket or tables, matches of this round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from cogs.posts.cup_words import cup_title, holder_name, round_name
from host.cups import groups, knockout
from host.cups.duels import leg_of
from host.cups.field import Line, Place
from host.cups.formats import FORMATS
from host.cups.state import decided, field_of, is_knock_out, outcomes_of, rounds_of, standing_of
from locales import Catalogue
from model.cup import CupTable, WholeCup
from model.kinds import EntrantState
from render.cup import Box, BracketPage, Cell, Column, Page, RoundPage, Section, StandingPage, StandingRow
from screen.verdicts import clock

SLOTS, COLUMNS = 16, 3  # of a bracket on one page
ROWS = 18  # of standings
HEIGHT = 760  # pixels for the tables of a round
DECIDED = "*"  # marks winners that people have set, as a bracket has no room for a word
BOX, LINE = 56, 34  # pixels of a table's head and of each line

T = TypeVar("T")


def pages_of(record: WholeCup, say: Catalogue) -> list[Page]:
    """All numbered pages of a cup that has begun."""
    pages: list[Page] = []
    if record.cup.round and is_knock_out(record, record.cup.round) and record.cup.most == 2:
        pages += _brackets(record, say)
    else:
        pages += _standings(record, say)
    pages += _rounds(record, say)
    return [replace(page, page=number, pages=len(pages)) for number, page in enumerate(pages, 1)]


def _below(record: WholeCup, say: Catalogue, mark: str = "") -> str:
    """The cup's progress, and the number of results set by people, with their mark."""
    cup, count = record.cup, len(decided(record))
    if cup.phase == "over":
        text = say("cup.below.over")
    else:
        text = round_name(record, cup.round, say) if cup.round else say("cup.below.drawn")
    return f"{text} · {mark}{say('cup.tables.decided', n=count)}" if count else text


# --- a bracket


def _brackets(record: WholeCup, say: Catalogue) -> Iterator[BracketPage]:
    """The bracket from the previous round on; a big one in parts, each with the slot it leads to."""
    field, outcomes = field_of(record), outcomes_of(record)
    first = 1 if record.cup.format == "knockout" else groups.stage_rounds(field) + 1
    seeds: Sequence[Place] = field.places if first == 1 else groups.finalists(field, outcomes)
    slots = knockout.bracket(seeds, field, outcomes, first)
    total = len(slots[0]).bit_length()  # including the winner's own
    start = max(0, min(record.cup.round - first - 1, total - COLUMNS))
    columns = [_column(record, slots, index, first, say) for index in range(start, min(total, start + COLUMNS))]
    parts = -(-len(columns[0].cells) // SLOTS)
    for part in range(parts):
        shown = [replace(c, cells=c.cells[part * (wide := max(1, len(c.cells) // parts)) :][:wide]) for c in columns]
        yield BracketPage(cup_title(record.cup, say), _below(record, say, mark=f"{DECIDED} "), tuple(shown))


def _column(
    record: WholeCup, columns: Sequence[Sequence[knockout.Slot]], index: int, first: int, say: Catalogue
) -> Column:
    size = len(columns[0]) >> index
    slots = columns[index] if index < len(columns) else [None] * size
    number, field = first + index, field_of(record)
    won = {
        place: place == knockout.in_order(outcome, field)[0]
        for outcome in outcomes_of(record)
        if outcome.round == number
        for place in outcome.pairing.places
    }
    by_people = {
        place for outcome in decided(record) if outcome.round == number for place in outcome.places if won[place]
    }
    head = say("cup.winner") if size == 1 else round_name(record, number, say)
    cells = [
        _cell(
            record,
            place,
            number,
            say,
            won=True if size == 1 else won.get(place),
            mark=DECIDED if place in by_people else "",
        )
        if place is not None
        else Cell("")
        for place in slots
    ]
    return Column(head, tuple(cells))


def _cell(record: WholeCup, place: Place, number: int, say: Catalogue, *, won: bool | None, mark: str) -> Cell:
    """A place's holder in a round: seed, jersey in their match, and how they won."""
    name = holder_name(record.holder(place), say)
    tables = [table for table in record.of_round(number) if place in table.places and table.match is not None]
    if not tables:
        return Cell(name, won, mark, place)
    scores = [_score(table.points, table.places.index(place)) for table in tables if table.points is not None]
    return Cell(name, won, f"{' · '.join(scores)}{mark}", place, tables[0].places.index(place))


def _score(points: Sequence[int], seat: int) -> str:
    """A seat's points, or its time gap in games that count seconds."""
    if min(points) >= 0:
        return str(points[seat])
    return f"+{clock(-points[seat])}"


# --- standings


def points(value: Fraction) -> str:
    """Points as people write them: 2½, 1.3."""
    units, rest = divmod(value, 1)
    if not rest:
        return str(units)
    return f"{units or ''}½" if rest == Fraction(1, 2) else f"{float(value):.1f}"


def _standings(record: WholeCup, say: Catalogue) -> Iterator[StandingPage]:
    heads = (say("cup.col.played"), say("cup.col.won"), say("cup.col.points"))
    page: list[Section] = []
    for section in _sections(record, standing_of(record), say):
        if page and sum(len(s.rows) for s in page) + len(section.rows) > ROWS:
            yield StandingPage(cup_title(record.cup, say), _below(record, say), heads, tuple(page))
            page = []
        page.append(section)
    yield StandingPage(cup_title(record.cup, say), _below(record, say), heads, tuple(page))


def _sections(record: WholeCup, lines: Sequence[Line], say: Catalogue) -> Iterator[Section]:
    """A section for each group or division, split if it is long."""
    kind = "division" if record.cup.format == "league" else "group"
    together = record.cup.format == "groups" and is_knock_out(record, record.cup.round)
    for group in sorted({0 if together else line.group for line in lines}):
        mine = [line for line in lines if together or line.group == group]
        has_sides = bool(FORMATS[record.cup.format].sides)  # then both of a side share their rank
        rows = [
            _row(record, 1 + sum(other.score > line.score for other in mine) if has_sides else rank, line, say)
            for rank, line in enumerate(mine, 1)
        ]
        head = say(f"cup.{kind}", n=group) if group else ""
        for part in _parts(rows, ROWS):
            yield Section(head, part)


def _row(record: WholeCup, rank: int, line: Line, say: Catalogue) -> StandingRow:
    holder = record.holder(line.place)
    gone = holder is not None and holder.state == EntrantState.GONE
    return StandingRow(rank, holder_name(holder, say), (str(line.played), str(line.wins), points(line.score)), gone)


# --- the tables of the round


def _rounds(record: WholeCup, say: Catalogue) -> Iterator[RoundPage]:
    tables = record.of_round(record.cup.round)
    if not tables or not rounds_of(record):
        return
    tallest = BOX + LINE * max(len(table.places) for table in tables)
    for part in _parts(tables, 2 * max(1, HEIGHT // tallest)):
        boxes = tuple(_box(record, round_, say) for round_ in part)
        yield RoundPage(cup_title(record.cup, say), round_name(record, record.cup.round, say), boxes)


def _box(record: WholeCup, table: CupTable, say: Catalogue) -> Box:
    head = say("cup.table", n=table.number)
    if len(table.places) == 1:
        head = say("cup.free", n=table.number)
    elif table.match is not None and (table.ranks is not None or not record.cup.duplicate):
        head = say("cup.table.match", n=table.number, match=table.match)
    if (leg := leg_of(record, table)) is not None:
        head = f"{head} · {say('cup.leg', n=leg)}"
    if table in decided(record):
        head = f"{head} · {say('cup.decided')}"
    ranks = table.ranks or (None,) * len(table.places)
    cells = tuple(
        Cell(
            holder_name(record.holder(place), say),
            None if rank is None else rank == 1,
            "" if rank is None else _rank(table, seat, rank, shows_points=record.cup.legs),
            place,
            None if table.match is None else seat,
        )
        for seat, (place, rank) in enumerate(zip(table.places, ranks, strict=True))
    )
    return Box(head, cells)


def _rank(table: CupTable, seat: int, rank: int, *, shows_points: bool) -> str:
    """The rank at a table, behind the lead that gave it among tables with the same luck, or behind a leg's points."""
    if table.leads is not None:
        return f"{table.leads[seat]:+.1f} · {rank}"
    return f"{_score(table.points, seat)} · {rank}" if shows_points and table.points is not None else str(rank)


def _parts(items: Sequence[T], most: int) -> Iterator[tuple[T, ...]]:
    """Parts of at most so many items."""
    for start in range(0, len(items), most):
        yield tuple(items[start : start + most])

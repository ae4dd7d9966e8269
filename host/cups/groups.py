"""Groups: round robin, groups with a final, leagues with divisions and seasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from host.cups import knockout, swiss
from host.cups.field import Field, Line, Outcome, Pairing, Place, snaked
from host.cups.round_robin import schedule

GROUP = 4  # players of a group at tables of two
DIVISION = 6  # players of a division, about
MOVING = 2  # places promoted and relegated at the end of a season, at most


# --- one group


def group_rounds(members: int, field: Field) -> int:
    """The number of rounds in which a group has met."""
    return len(schedule(members, field.least, field.most, field.key))


def _tables(members: Sequence[Place], index: int, number: int, group: int, field: Field) -> list[Pairing]:
    """A group's tables in its round `index` (from 0), which is round `number` of the cup."""
    rounds = schedule(len(members), field.least, field.most, field.key)
    if index >= len(rounds):
        return []
    tables: list[Pairing] = []
    for table in rounds[index]:
        seats = tuple(members[place] for place in table if field.plays(members[place], number))
        if len(seats) >= min(field.least, len(table)) or len(seats) == 1:
            tables.append(Pairing(seats, group))
        else:
            tables += [Pairing((seat,), group) for seat in seats]
    return tables


# --- round robin


def robin_rounds(field: Field) -> int:
    """The number of rounds until everyone has met."""
    return group_rounds(field.entrants, field)


def robin_pairings(field: Field, outcomes: Sequence[Outcome]) -> tuple[Pairing, ...]:
    """The tables of the next round."""
    number = _next(outcomes)
    return tuple(_tables(list(field.places), number - 1, number, 0, field))


def robin_standing(field: Field, outcomes: Sequence[Outcome]) -> list[Line]:
    """Standings by points, then by the points of beaten opponents."""
    return swiss.table(list(field.places), outcomes, beaten=True)


# --- groups and a final


def drawn(field: Field) -> list[list[Place]]:
    """The groups, drawn to equal strength."""
    wanted = round(field.entrants / GROUP) if field.most == 2 else -(-field.entrants // field.most)
    count = max(1, min(wanted, field.entrants // field.least))
    small, more = divmod(field.entrants, count)
    return snaked(list(field.places), [small + (group < more) for group in range(count)])


def stage_rounds(field: Field) -> int:
    """The number of group rounds."""
    return max(group_rounds(len(group), field) for group in drawn(field))


def finalists(field: Field, outcomes: Sequence[Outcome]) -> list[Place]:
    """The finalists, the best seeded first: the group winners, then the runners-up who advance."""
    groups = drawn(field)
    tables, on = _tables_of(groups, outcomes), _finalists_of(groups, field)
    ranks = [
        [table[rank].place for table, most in zip(tables, on, strict=True) if rank < min(most, len(table))]
        for rank in range(max(on))
    ]
    winners, rest = ranks[0], [place for rank in ranks[1:] for place in rank]
    # keeps a group's first and second apart in their first final round where possible
    turns = [rest[turn:] + rest[:turn] for turn in range(len(rest) or 1)]
    return winners + min(turns, key=lambda others: _own(winners + others, groups, field))


def _finalists_of(groups: Sequence[Sequence[Place]], field: Field) -> list[int]:
    """How many of each group advance: two or half of it, or more if the final tables need more."""
    least = 2 if field.most == 2 else 1
    while True:
        on = [min(max(len(group) // 2, least) if field.most > 2 else least, len(group)) for group in groups]
        if sum(on) >= field.least:
            return on
        least += 1


def _own(seeds: Sequence[Place], groups: Sequence[Sequence[Place]], field: Field) -> int:
    """The number of tables in the first final round with two places of one group."""
    full_field = replace(field, gone={})
    home = {place: index for index, group in enumerate(groups) for place in group}
    tables = knockout.pairings(seeds, full_field, (), 1)
    return sum(len({home[place] for place in table.places}) < len(table.places) for table in tables)


def cup_rounds(field: Field) -> int:
    """The number of group rounds and final rounds together."""
    return stage_rounds(field) + knockout.rounds(sum(_finalists_of(drawn(field), field)), field)


def cup_pairings(field: Field, outcomes: Sequence[Outcome]) -> tuple[Pairing, ...]:
    """The tables of the next round."""
    number, stage = _next(outcomes), stage_rounds(field)
    if number <= stage:
        groups = enumerate(drawn(field), 1)
        return tuple(table for index, group in groups for table in _tables(group, number - 1, number, index, field))
    return knockout.pairings(finalists(field, outcomes), field, outcomes, stage + 1)


def cup_standing(field: Field, outcomes: Sequence[Outcome]) -> list[Line]:
    """Standings: the group tables during the group rounds, then the final, followed by the others."""
    stage, groups = stage_rounds(field), drawn(field)
    tables = _tables_of(groups, outcomes)
    lines = [line for table in tables for line in table]
    if not any(outcome.round > stage for outcome in outcomes):
        return lines
    final = knockout.standing(finalists(field, outcomes), field, outcomes, stage + 1)
    ahead = {line.place for line in final}
    rank = {line.place: index for table in tables for index, line in enumerate(table)}
    others = [line for line in lines if line.place not in ahead]
    return [*final, *sorted(others, key=lambda line: (rank[line.place], -line.score, -line.tie, line.place))]


def _tables_of(groups: Iterable[Sequence[Place]], outcomes: Sequence[Outcome]) -> list[list[Line]]:
    """The standings of each group."""
    return [swiss.table(group, _of_group(outcomes, n), beaten=True, group=n) for n, group in enumerate(groups, 1)]


def _of_group(outcomes: Sequence[Outcome], group: int) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.pairing.group == group]


# --- a league


def divisions(field: Field, outcomes: Sequence[Outcome], season: int) -> list[list[Place]]:
    """The divisions of a season (from 1): the first division first, its best places first.

    They start as seeded. After each season the top two of a division swap places with the bottom two above.
    """
    count = _divisions(field)
    small, more = divmod(field.entrants, count)
    sizes, now, start = [small + (n < more) for n in range(count)], list[list[Place]](), 0
    for size in sizes:
        now.append(list(field.places[start : start + size]))
        start += size
    for before in range(1, season):
        now = _moved([[line.place for line in table] for table in _season_tables(field, outcomes, before, now)])
    return now


def _divisions(field: Field) -> int:
    """The number of divisions."""
    wanted = round(field.entrants / max(DIVISION, field.most))
    return max(1, min(wanted, field.entrants // field.least))


def _moved(tables: list[list[Place]]) -> list[list[Place]]:
    """The next season's divisions, from this season's final tables."""
    after = [list(table) for table in tables]
    for above, below in zip(range(len(tables)), range(1, len(tables)), strict=False):
        moving = min(MOVING, len(tables[above]) // 2, len(tables[below]) // 2)
        down, up = tables[above][-moving:], tables[below][:moving]
        after[above] = [place for place in after[above] if place not in down] + up
        after[below] = down + [place for place in after[below] if place not in up]
    return after


def season_rounds(field: Field) -> int:
    """The number of rounds in a season: those of the largest division."""
    return group_rounds(-(-field.entrants // _divisions(field)), field)


def _season_tables(
    field: Field, outcomes: Sequence[Outcome], season: int, members: Sequence[Sequence[Place]]
) -> list[list[Line]]:
    length = season_rounds(field)
    counted = [outcome for outcome in outcomes if (season - 1) * length < outcome.round <= season * length]
    return _tables_of(members, counted)


def league_rounds(field: Field) -> int:
    """The number of rounds in all seasons."""
    return season_rounds(field) * field.seasons


def league_pairings(field: Field, outcomes: Sequence[Outcome]) -> tuple[Pairing, ...]:
    """The tables of the next round."""
    number, length = _next(outcomes), season_rounds(field)
    if number > length * field.seasons:
        return ()
    season, index = divmod(number - 1, length)
    members = enumerate(divisions(field, outcomes, season + 1), 1)
    return tuple(table for group, places in members for table in _tables(places, index, number, group, field))


def league_standing(field: Field, outcomes: Sequence[Outcome]) -> list[Line]:
    """The tables of the current or last season, the first division first."""
    number = max((outcome.round for outcome in outcomes), default=1)
    season = (number - 1) // season_rounds(field) + 1
    tables = _season_tables(field, outcomes, season, divisions(field, outcomes, season))
    return [line for table in tables for line in table]


def _next(outcomes: Sequence[Outcome]) -> int:
    return max((outcome.round for outcome in outcomes), default=0) + 1

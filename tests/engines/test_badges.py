"""All badges together: their ids and clauses, and what the matches on file earn."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from engines import EXTRAS, GAMES
from engines.badges import Badge, Record, earned
from engines.table import Event, settle
from tests.engines import golden

EVERY = [badge for extras in EXTRAS.values() for badge in extras.badges]


@cache
def on_file(name: str) -> Record:
    """The record of a golden match."""
    kept = golden.load(name)
    return Record(settle(GAMES[kept.game].spec, kept.table), golden.happened(name), kept.standings)


def test_games_that_have_badges_have_some_and_not_too_many() -> None:
    assert all(4 <= len(extras.badges) <= 6 for extras in EXTRAS.values() if extras.badges)


def test_ids_are_unique_and_clauses_are_counted() -> None:
    assert len({badge.id for badge in EVERY}) == len(EVERY)
    assert [badge.clause for badge in EVERY] == [f"B{number}" for number in range(1, len(EVERY) + 1)]


@pytest.mark.parametrize("badge", EVERY, ids=lambda badge: badge.id)
def test_the_code_cites_the_clause(badge: Badge) -> None:
    assert (badge.earned.__doc__ or "").startswith(f"{badge.clause}: ")


@pytest.mark.parametrize(
    ("name", "badges"),
    [
        ("superechelon-3-half", [(2, "first.break")]),
        ("superechelon-2-tie", [(1, "gregarios")]),
        ("schlangennest-4-gray-head", [(3, "gray.head")]),
        ("schlangennest-2-both-ends", [(1, "photo.finish")]),
        ("legstrong-6-single", [(3, "lanterne.rouge"), (1, "caught")]),
        ("pistard-4-half-lap", []),
    ],
)
def test_what_a_match_on_file_earns(name: str, badges: list[tuple[int, str]]) -> None:
    assert earned(golden.RECIPES[name].game, on_file(name)) == badges


@pytest.mark.parametrize("name", golden.RECIPES)
def test_a_match_out_of_a_save_earns_the_same(name: str) -> None:
    game, played = golden.RECIPES[name].game, on_file(name)
    saved = msgspec.json.decode(msgspec.json.encode(played.events), type=list[Event])
    badges = earned(game, played)
    assert badges == earned(game, Record(played.table, saved, played.standings))
    assert len(badges) == len(set(badges))
    assert {seat for seat, _ in badges} <= set(range(played.table.seats))


def test_a_game_without_badges_earns_none() -> None:
    assert earned("tiny", on_file("pistard-2-quick")) == []

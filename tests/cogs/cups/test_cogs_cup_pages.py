"""The biggest cups, with the longest names, in a longer language: all that is shown of them fits what Discord takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from time import process_time

import discord
import pytest

from cogs.cups.message import cup_buttons, cup_embed
from cogs.cups.pages import pages_of
from host.cups.formats import FORMATS
from host.cups.state import field_of, outcomes_of
from locales import catalogue
from model.cup import CupTable, Entrant, WholeCup
from model.kinds import EntrantState, ResultHow
from render.cup import alt
from screen.pictures import MOST_ALT
from tests.cogs.limits import check_embed
from tests.cogs.world import World
from tests.db.sample import CUP
from tests.marks import in_long

LONGER = catalogue("en-XA")
NAME = "*_~`|" * 6 + "W"  # every sign of it needs another one before it
TABLES = (2, *in_long(5))
FORMS = ("knockout", "groups", "legs", "teams", *in_long("swiss", "robin", "league"))  # legs: a knock-out with two
MOST_SECONDS = 0.5  # of the event loop, which answers all others meanwhile; several times what it takes


@lru_cache(maxsize=32)
def biggest(form: str, table: int, rounds: int) -> WholeCup:
    """A cup of as many as can play it, after so many rounds, in which the better seeded win."""
    form, legs = ("knockout", table == 2) if form == "legs" else (form, False)
    count = FORMATS[form].most
    cup = replace(
        CUP, id=2**40, title="Q" * 60, format=form, least=2, most=table, places=count, phase="running", game="pistard"
    )
    cup = replace(cup, legs=legs)
    entrants = tuple(
        Entrant(10**18 + at, at, NAME, EntrantState.IN, place=at, press=10**18 + at) for at in range(1, count + 1)
    )
    whole = WholeCup(cup, entrants, ())
    for number in range(1, rounds + 1):
        tables = tuple(
            CupTable(
                number,
                at,
                pairing.group,
                pairing.places,
                10**6 + at,
                tuple(sorted(pairing.places).index(place) + 1 for place in pairing.places),
                ResultHow.PLAYED,
            )
            for at, pairing in enumerate(FORMATS[form].pairings(field_of(whole), outcomes_of(whole)), 1)
        )
        whole = WholeCup(replace(whole.cup, round=number), entrants, (*whole.tables, *tables))
    return whole


def phases(form: str, table: int) -> Iterator[WholeCup]:
    """While people sign up, in the first round, after it, and when it is over."""
    whole = biggest(form, table, 2)
    yield replace(whole, cup=replace(whole.cup, phase="signup", round=0), tables=())
    first = biggest(form, table, 1)
    yield replace(first, tables=tuple(replace(t, ranks=None, how=None) for t in first.tables))
    yield whole
    yield replace(whole, cup=replace(whole.cup, phase="over", due=None))
    yield replace(whole, cup=replace(whole.cup, phase="cancelled", due=None))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("form", FORMS)
async def test_the_message_of_the_biggest_cup_fits(
    world: World, form: str, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.cups.message.picture", lambda page: b"")
    for whole in phases(form, table):
        embed, file = await cup_embed(world.bots[-1], whole, LONGER)
        check_embed(dict(embed.to_dict()))
        assert len(embed) <= 6000
        assert (file is None) is (whole.cup.phase in ("signup", "cancelled"))
        if file is not None:
            assert len(file.description or "") <= MOST_ALT
        buttons = cup_buttons(whole, LONGER)
        assert len({button.custom_id for button in buttons if isinstance(button, discord.ui.Button)}) == len(buttons)
        assert all(len(button.label or "") <= 80 for button in buttons if isinstance(button, discord.ui.Button))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("form", FORMS)
def test_all_pages_of_the_biggest_cup_show_everybody(form: str, table: int) -> None:
    whole = biggest(form, table, 2)
    named = replace(whole, entrants=tuple(replace(e, name=f"Rider{e.place:03}") for e in whole.entrants))
    begun = process_time()
    found = pages_of(named, LONGER)
    assert process_time() - begun < MOST_SECONDS
    assert [(page.page, page.pages) for page in found] == [(at, len(found)) for at in range(1, len(found) + 1)]
    assert len(found) <= 99
    told = " ".join(map(alt, found))
    there = {place for t in whole.of_round(2) for place in t.places}
    assert not [place for place in there if f"Rider{place:03}" not in told]
    assert max(len(alt(page)) for page in found) <= 2000

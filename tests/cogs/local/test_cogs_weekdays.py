"""Weekdays are understood as people type them, in their own language too."""

import pytest

from cogs.local.weekdays import weekday_words, weekdays_named
from engines.table import Refused
from locales import catalogue
from tests.cogs.world import World, decided

SAY = catalogue("en")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("mon, wed, fri", "024"),
        ("Friday Monday", "04"),
        ("mon-fri", "01234"),
        ("Fri \u2013 Mon", "0456"),
        ("mon - mon", "0"),
        ("th", "3"),
        ("Mo, Mi", "02"),
        ("miércoles", "2"),
        ("lundi;jeudi", "03"),
        ("-mon", "0"),
        ("mon tue wed thu fri sat sun", "0123456"),
    ],
)
def test_names_their_beginnings_and_ranges_are_understood(text: str, days: str) -> None:
    assert weekdays_named(text, "en") == days


@pytest.mark.parametrize(
    ("text", "reason"),
    [(" ", "open.days.none"), (", - ;", "open.days.none"), ("never", "open.days"), ("t", "open.days")],
)
def test_what_names_no_day_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        weekdays_named(text, "en")
    assert refused.value.reason == reason


def test_what_is_shown_is_understood() -> None:
    assert weekday_words("024", SAY) == "Mon, Wed, Fri"
    assert weekdays_named(weekday_words("1356", SAY), "en") == "1356"


async def test_a_match_is_opened_for_an_hour_and_some_days(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    assert decided("evening", "20:00") in (await carla.decide("evening", "20")).text
    await ann.command("pistard new", clock="evening", days="mon-wed")
    assert "Clock: **evening** · moves due at 20:00 · only on Mon, Tue, Wed" in world.lobby_text()
    await ann.command("pistard new", clock="evening", due_hour=0, weekends=True)
    assert "Clock: **evening** · moves due at 00:00 · weekends off" in world.lobby_text()
    for days, said in (
        (" ", SAY("refusal.open.days.none")),
        ("whenever", SAY("refusal.open.days", word="whenever")),
        ("sat", SAY("refusal.house.days")),
    ):
        assert (await ann.command("pistard new", days=days, weekends=True)).whisper == said
    assert await world.house.matches.match(3) is None
    offered = await ann.complete("pistard new", "days", "mon")
    assert offered == [(name, name) for name in ("Mon, Tue, Wed, Thu, Fri", "Mon, Wed, Fri")]

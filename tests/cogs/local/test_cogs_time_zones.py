"""Time zones are understood as people name them."""

import pytest

from cogs.local.time_zones import by_offset, spelled, suggestions, typable, zone_named
from cogs.ui.views import MOST_OPTIONS
from engines.table import Refused
from locales import catalogue

SAY = catalogue("en")
NOW = 1_795_000_000.0  # in November


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("", ""),
        ("  ", ""),
        ("Europe/Brussels", "Europe/Brussels"),
        ("europe/brussels", "Europe/Brussels"),
        ("europe brussels", "Europe/Brussels"),
        ("brussels", "Europe/Brussels"),
        ("new york", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Lissabon", "Europe/Lisbon"),
        ("germany", "Europe/Berlin"),
        ("Deutschland", "Europe/Berlin"),
        ("UK", "Europe/London"),
        ("de", "Europe/Berlin"),
        ("utc", "UTC"),
        ("UTC+2", "Etc/GMT-2"),
        ("utc +2", "Etc/GMT-2"),
        ("gmt-3", "Etc/GMT+3"),
        ("\u22123", "Etc/GMT+3"),
        ("+05:30", "Asia/Kolkata"),
        ("UTC+0", "Etc/UTC"),
    ],
)
def test_a_city_a_country_or_an_offset_is_understood(text: str, zone: str) -> None:
    assert zone_named(text, SAY, NOW) == zone


@pytest.mark.parametrize("text", ["Atlantis", "UTC+20", "+5:17", "12", "+", "\u0663"])
def test_what_names_no_place_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        zone_named(text, SAY, NOW)
    assert refused.value.reason == "habits.zone"


@pytest.mark.parametrize(("text", "place"), [("usa", "Chicago"), ("Brazil", "Sao Paulo"), ("berl", "Berlin")])
def test_a_country_of_several_zones_and_a_beginning_are_asked_about(text: str, place: str) -> None:
    with pytest.raises(Refused) as refused:
        zone_named(text, SAY, NOW)
    assert refused.value.reason == "habits.zone.several"
    assert place in str(refused.value.about["places"])


def test_the_list_goes_by_offset_and_tells_the_time_there() -> None:
    listed = by_offset(SAY, NOW)
    assert len(listed) <= MOST_OPTIONS
    assert listed[0] == ("Pacific/Honolulu", "UTC-10 · 01:06 · Honolulu, United States")
    assert ("Asia/Kolkata", "UTC+5:30 · 16:36 · Kolkata, India") in listed


@pytest.mark.parametrize("text", ["", "b", "an", "utc+3", "spain", "x" * 100])
def test_suggestions_fit_into_what_discord_shows_and_can_be_sent_as_they_are(text: str) -> None:
    offered = suggestions(text, SAY, NOW)
    assert len(offered) <= MOST_OPTIONS
    assert len({choice.value for choice in offered}) == len(offered)
    for choice in offered:
        assert 0 < len(choice.name) <= 100
        assert zone_named(choice.value, SAY, NOW) == choice.value


def test_a_fixed_offset_is_spelled_as_people_read_it() -> None:
    zones = ("Etc/GMT-2", "Etc/GMT+11", "Europe/Paris", "Etc/UTC", "", "Mars/Olympus")
    assert [spelled(zone, SAY) for zone in zones] == ["UTC+2", "UTC-11", "Paris", "UTC", "UTC", "Mars/Olympus"]


@pytest.mark.parametrize(
    ("language", "city", "label"),
    [
        ("en", "Vienna", "Vienna, Austria"),
        ("de", "Wien", "Wien, Österreich"),
        ("es", "Viena", "Viena, Austria"),
        ("fr", "Vienne", "Vienne, Autriche"),
    ],
)
def test_a_zone_is_named_in_the_language_of_the_reader_and_understood_in_english(
    language: str, city: str, label: str
) -> None:
    say = catalogue(language)
    assert spelled("Europe/Vienna", say) == city
    assert typable("Europe/Vienna", say, NOW) == city
    for text in (city, "Vienna", "austria", "europe/vienna"):
        assert zone_named(text, say, NOW) == "Europe/Vienna"
        assert [choice.name.split(" · ")[2] for choice in suggestions(text, say, NOW)] == [label]


@pytest.mark.parametrize("zone", ["", "Etc/GMT-2", "UTC", "US/Eastern", "America/Indiana/Knox", "Asia/Kolkata"])
def test_what_stands_in_the_form_means_the_same_zone(zone: str) -> None:
    typed = typable(zone, SAY, NOW)
    assert zone_named(typed, SAY, NOW) == zone

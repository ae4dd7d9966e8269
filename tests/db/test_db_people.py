"""What is kept of people and servers: languages, preferences, notes for oneself, zones."""

import pytest
from db_sample import ADA, BO, GUILD, LOBBY, row

from db.mapping import to_preferences
from db.rows import Preferences
from db.store import Store

PREFERENCES = Preferences("both", ("start", "ninety"), "Pacific/Auckland", (22 * 60, 7 * 60 + 30))


async def test_of_a_stranger_nothing_is_known(store: Store) -> None:
    assert await store.people.locale(ADA) is None
    assert await store.people.preferences(ADA) == Preferences()
    assert await store.people.note(1, ADA) == ""
    assert await store.people.zone(GUILD) == ""


@pytest.mark.parametrize("first", ["locale", "habits"])
async def test_language_and_habits_do_not_hang_on_each_other(store: Store, first: str) -> None:
    if first == "locale":
        await store.people.set_locale(ADA, "de")
    await store.people.set_preferences(ADA, PREFERENCES)
    if first == "habits":
        assert await store.people.locale(ADA) is None
        await store.people.set_locale(ADA, "de")
    assert (await store.people.locale(ADA), await store.people.preferences(ADA)) == ("de", PREFERENCES)
    assert await store.people.preferences(BO) == Preferences()


async def test_it_is_known_what_the_house_answers_for_a_person(store: Store) -> None:
    await store.people.set_preferences(ADA, Preferences(easy=3))
    await store.people.set_preferences(BO, PREFERENCES)
    await store.people.set_locale(3, "de")
    assert await store.people.easy([ADA, BO, 3]) == {ADA: 3}
    assert await store.people.easy([BO]) == await store.people.easy([]) == {}


def test_habits_of_before_ask_for_everything() -> None:
    assert to_preferences('{"way":"off","moments":[],"zone":"","quiet":[60,120]}') == Preferences(
        "off", (), "", (60, 120), easy=0
    )


async def test_the_last_habits_count(store: Store) -> None:
    await store.people.set_preferences(ADA, PREFERENCES)
    await store.people.set_preferences(ADA, Preferences(channel="off", moments=()))
    assert await store.people.preferences(ADA) == Preferences(channel="off", moments=())


async def test_a_note_is_one_person_s_in_one_match(store: Store) -> None:
    first, second = [(await store.create(LOBBY, row("open"))).id for _ in range(2)]
    await store.people.set_note(first, ADA, "Bo holds the sprinter 🚴 'back'; DROP TABLE notes")
    await store.people.set_note(second, ADA, "another")
    assert await store.people.note(first, ADA) == "Bo holds the sprinter 🚴 'back'; DROP TABLE notes"
    assert await store.people.note(first, BO) == ""
    await store.people.set_note(first, ADA, "shorter")
    assert await store.people.note(first, ADA) == "shorter"


async def test_an_empty_note_takes_it_away(store: Store) -> None:
    match = (await store.create(LOBBY, row("open"))).id
    await store.people.set_note(match, ADA, "")
    await store.people.set_note(match, ADA, "x")
    await store.people.set_note(match, ADA, "")
    assert await store.people.note(match, ADA) == ""


async def test_a_server_has_one_zone(store: Store) -> None:
    await store.people.set_zone(GUILD, "Europe/Rome")
    await store.people.set_zone(GUILD + 1, "Asia/Tokyo")
    await store.people.set_zone(GUILD, "Europe/Brussels")
    assert await store.people.zone(GUILD) == "Europe/Brussels"


async def test_a_server_s_matches_are_rated_until_its_managers_say_otherwise(store: Store) -> None:
    assert await store.people.rated(GUILD)
    await store.people.set_zone(GUILD, "Europe/Rome")
    assert await store.people.rated(GUILD)
    await store.people.set_rated(GUILD, rated=False)
    assert not await store.people.rated(GUILD)
    assert await store.people.rated(GUILD + 1)
    await store.people.set_rated(GUILD, rated=True)
    assert await store.people.rated(GUILD)


async def test_a_server_has_one_channel_for_ceremonies(store: Store) -> None:
    assert await store.people.ceremonies(GUILD) is None
    await store.people.set_ceremonies(GUILD, 55)
    assert await store.people.ceremonies(GUILD) == 55
    assert await store.people.ceremonies(GUILD + 1) is None
    assert await store.people.zone(GUILD) == ""

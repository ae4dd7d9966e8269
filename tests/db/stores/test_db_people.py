"""What is kept of people: languages, preferences, notes for oneself."""

from dataclasses import replace

import pytest

from db.sql.mapping import to_preferences
from db.store import Store
from model.kinds import CallChannel
from model.match import Preferences, SeatRow
from tests.db.sample import ADA, BO, LOBBY, row

PREFERENCES = Preferences(CallChannel.BOTH, ("start", "ninety"), "Pacific/Auckland", (22 * 60, 7 * 60 + 30))
TABLE = replace(LOBBY, seats=(SeatRow(0, ADA, None, "Ada"), SeatRow(1, BO, None, "Bo")))


async def notes(store: Store, match: int) -> list[str]:
    """What each player has written down."""
    facts = await store.facts(match)
    assert facts is not None
    return [seat.note for seat in facts.seats]


@pytest.mark.parametrize("first", ["locale", "preferences"])
async def test_language_and_preferences_do_not_hang_on_each_other(store: Store, first: str) -> None:
    if first == "locale":
        await store.people.meet(ADA, "fr", "Ada")
        await store.people.meet(ADA, "de", "Ada")
        await store.people.meet(BO, "en-GB", "Bo")
    await store.people.set_preferences(ADA, PREFERENCES)
    if first == "preferences":
        assert (await store.people.tongue(ADA))[0] == ""
        await store.people.meet(ADA, "de", "Ada")
    assert ((await store.people.tongue(ADA))[0], await store.people.preferences(ADA)) == ("de", PREFERENCES)
    assert await store.people.preferences(BO) == Preferences()


def test_preferences_of_before_ask_for_everything() -> None:
    assert to_preferences('{"way":"off","moments":[],"zone":"","quiet":[60,120]}') == Preferences(
        CallChannel.OFF, (), "", (60, 120), easy=0
    )


async def test_the_last_preferences_count(store: Store) -> None:
    await store.people.set_preferences(ADA, PREFERENCES)
    await store.people.set_preferences(ADA, Preferences(channel=CallChannel.OFF, moments=()))
    assert await store.people.preferences(ADA) == Preferences(channel=CallChannel.OFF, moments=())


async def test_a_note_is_one_person_s_in_one_match(store: Store) -> None:
    first, second = [(await store.create(TABLE, row("open"))).id for _ in range(2)]
    await store.people.set_note(first, ADA, "Bo holds the sprinter 🚴 'back'; DROP TABLE notes")
    await store.people.set_note(second, ADA, "another")
    assert await notes(store, first) == ["Bo holds the sprinter 🚴 'back'; DROP TABLE notes", ""]
    await store.people.set_note(first, ADA, "shorter")
    assert await notes(store, first) == ["shorter", ""]
    await store.people.set_note(first, ADA, "")
    assert await notes(store, first) == ["", ""]
    await store.people.set_note(first, BO, "")

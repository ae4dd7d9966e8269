"""Languages: remembered over restarts, asked and written only when there is something new."""

import asyncio

import pytest

from host.outbox.languages import RENEWED, Languages
from tests.host.evening import ADA, BO, CY, NAMES, Evening

pytestmark = pytest.mark.quick


@pytest.fixture
def house_url(db_url: str) -> str:
    return db_url


async def test_the_language_last_used_is_remembered_over_a_restart(evening: Evening) -> None:
    for user, locale in ((ADA, "en-GB"), (BO, "fr"), (ADA, "de")):
        await evening.house.languages.remember(user, locale, NAMES[user])
    morning = Languages(evening.store)
    for languages in (evening.house.languages, morning):
        assert [await languages.of(user) for user in (ADA, BO)] == ["de", "fr"]


async def test_of_many_people_the_newest_are_remembered(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.outbox.languages.KEPT", 2)
    languages = Languages(evening.store)
    for user, language in ((ADA, "de"), (BO, "fr"), (ADA, "it"), (CY, "es")):
        await languages.choose(user, language)
    assert [languages.chosen(user) for user in (ADA, BO, CY)] == ["it", "", "es"]
    assert await languages.of(BO) == "fr"


async def test_what_is_known_is_neither_asked_nor_written_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages = evening.house.languages
    await languages.remember(ADA, "de", "Ada")
    await evening.store.people.meet(BO, "fr", "Bo")
    assert await languages.of(BO) == "fr"
    await evening.store.people.meet(ADA, "it", "Ada")  # from outside; it shows that the database isn't touched
    await languages.remember(ADA, "de", "Ada")
    assert await evening.store.people.tongue(ADA) == ("it", "", "Ada")
    await languages.remember(ADA, "de", "Ada L.")
    assert await evening.store.people.tongue(ADA) == ("de", "", "Ada L.")
    monkeypatch.setattr(evening.store.people, "tongue", None)
    assert [await languages.of(user) for user in (ADA, BO)] == ["de", "fr"]


async def test_a_newcomer_is_asked_for_until_they_come(evening: Evening) -> None:
    languages = evening.house.languages
    assert await languages.of(ADA) is None
    await evening.store.people.meet(ADA, "de", "Ada")  # by another process
    assert await languages.of(ADA) == "de"


async def test_a_choice_at_another_worker_is_heard_of_in_a_minute(evening: Evening) -> None:
    clock = [0.0]
    here, there = (Languages(evening.store, lambda: clock[0]) for _ in range(2))
    await here.remember(7, "de", "Gus")
    await here.renew()
    await there.choose(7, "fr")
    await evening.store.servers.change(5, language="es")
    clock[0] += RENEWED - 1
    await here.renew()
    assert (await here.of(7), here.server(5, "en")) == ("de", "en")
    clock[0] += 1
    await here.renew()
    assert (await here.of(7), here.server(5, "en")) == ("fr", "es")


async def test_a_zone_that_is_chosen_beside_a_language_does_not_undo_it(evening: Evening) -> None:
    """Two managers press at once: the one who chose the zone had read the language of before."""
    servers, languages = evening.house.servers, evening.house.languages
    await languages.renew()
    await asyncio.gather(servers.change(5, zone="Europe/Rome"), servers.change(5, language="es"))
    await asyncio.gather(servers.change(6, language="es"), servers.change(6, zone="Europe/Rome"))
    assert [languages.server(guild, "en") for guild in (5, 6)] == ["es", "es"]

"""`/about`: which version it is, what is kept, and the owner's pages, for the reader alone."""

import pytest

from locales import catalogue, languages
from model.version import VERSION
from tests.cogs.world import Answer, Player, World

SAY = catalogue("en")
PAGES = {
    "policy": "https://example.org/privacy",
    "terms": "https://example.org/terms",
    "support": "https://discord.gg/x",
}


def links(world: World, answer: Answer) -> dict[str, str]:
    """The addresses behind the buttons, by their labels."""
    return {part["label"]: part["url"] for part in world.parts(answer.panel)}


@pytest.mark.parametrize("by_dm", [False, True])
async def test_without_pages_it_says_whom_to_ask(world: World, ann: Player, *, by_dm: bool) -> None:
    answer = await ann.command("about", by_dm=by_dm)
    assert answer.panel.ephemeral
    assert f"**Gruppetto {VERSION}**" in answer.text
    assert answer.text.endswith(SAY("about.ask"))
    assert not links(world, answer)


async def test_each_page_of_the_owner_has_a_button(world: World, ann: Player) -> None:
    world.bots[-1].owner_pages = PAGES
    answer = await ann.command("about")
    assert links(world, answer) == {SAY(f"about.button.{page}"): address for page, address in PAGES.items()}
    assert SAY("about.ask") not in answer.text


async def test_pages_without_support_still_say_whom_to_ask(world: World, ann: Player) -> None:
    world.bots[-1].owner_pages = {"policy": PAGES["policy"]}
    answer = await ann.command("about")
    assert [*links(world, answer)] == [SAY("about.button.policy")]
    assert answer.text.endswith(SAY("about.ask"))


@pytest.mark.parametrize("language", sorted(languages()))
async def test_it_speaks_the_reader_s_language(ann: Player, language: str) -> None:
    await ann.command("settings", language=language)
    assert catalogue(language)("about.kept") in (await ann.command("about")).text

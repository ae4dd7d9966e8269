"""A whole match, the home, a lesson and the rules in each language that has texts: nothing is shown in English."""

import re
from collections.abc import AsyncIterator, Iterable
from functools import cache
from string import Formatter
from typing import Any

import pytest

from locales import FOLDER, catalogue, languages
from locales.check import TRANSLATED
from locales.po import po_files, po_messages
from tests.cogs.local.test_cogs_language import Speak, look_at_careers, look_everywhere, press_action, speak, texts
from tests.cogs.world import World, play_fallback, press_through

OTHERS = [language for language in languages() if language != "en"]
LEAST = 10  # letters of a part of a text by which it is known
__all__ = ["speak"]  # a fixture


@pytest.fixture
async def server(db_url: str, language: str) -> AsyncIterator[World]:
    """A server of people who speak the language."""
    world = World(db_url)
    await world.begin(language)
    yield world
    await world.end()


@cache
def literals(language: str) -> dict[str, str]:
    """The longest part of each text that is always there, by key and form."""
    found: dict[str, str] = {}
    for po in po_files(language, FOLDER):
        for message in po_messages(po, language):
            forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
            for at, form in enumerate(forms):
                parts = [literal for literal, *_ in Formatter().parse(form)]
                longest = max(parts, key=len, default="").strip()
                found[f"{message.id} {at}"] = longest
    return found


@cache
def english_alone(language: str) -> set[str]:
    """English texts of the catalogue for which the language has others."""
    own = "\n".join(literals(language).values())
    english = {part for part in literals("en").values() if len(re.findall(r"[^\W\d_]", part)) >= LEAST}
    return {part for part in english if part not in own}


def in_english(bodies: Iterable[dict[str, Any]], language: str) -> set[str]:
    """Those of them that are shown."""
    shown = "\n".join({text for body in bodies for text in texts(body)})
    return {part for part in english_alone(language) if part in shown}


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
async def test_in_a_whole_match_nothing_is_in_english(
    request: pytest.FixtureRequest, server: World, speak: Speak, language: str
) -> None:
    speak(language, language)
    ann, bob = server.person("Ann"), server.person("Bob", manage_guild=True)
    await bob.command("admin setup")
    await ann.command("start")
    await ann.command("pistard new", preset="quick", target=3, players=2)
    await press_action(bob, server.lobby(), "join")
    await press_action(ann, server.lobby(), "start")
    for player in (ann, bob):
        await look_everywhere(player)
    page = await ann.command("pistard rules")
    for _ in range(2):
        page = await ann.press(page, page.labels[-1])
    request.getfixturevalue("last_squares")  # not before: the pictures of the rules are of whole races
    moves = 0
    while not (public := (await server.seen(1)).view).over:
        player = (ann, bob)[public.waiting[0] or 0]
        moves += 1
        if moves < 3:
            await press_through(await player.command("play", match="1"), catalogue(language))
        else:
            await play_fallback(server, player)
        await server.later(1)
    await look_everywhere(bob)
    await look_at_careers(ann)
    say = catalogue(language)
    assert server.thread.name is not None
    assert say("pistard.name") in str(server.thread.name)
    bodies = [body for body in server.bodies() if not isinstance(body, list)]
    assert len(bodies) > 50
    assert in_english(bodies, language) == set()


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", sorted(TRANSLATED - {"pistard"}))
async def test_a_match_of_every_game_is_opened_and_played_without_english(
    server: World, speak: Speak, language: str, key: str
) -> None:
    speak(language, language)
    ann, bob = server.person("Ann"), server.person("Bob")
    await ann.command(f"{key} new", players=2)
    await press_action(bob, server.lobby(), "join")
    await press_action(ann, server.lobby(), "start")
    await look_everywhere(ann)
    for _ in range(6):
        seen = await server.seen(1)
        waiting = [seat for seat in seen.view.waiting if seat is not None]
        if waiting:
            await press_through(await (ann, bob)[waiting[0]].command("play", match="1"), catalogue(language))
        await server.later(1)
    await look_everywhere(bob)
    page = await ann.command(f"{key} rules")
    for _ in range(len(page.labels) and 4):
        page = await ann.press(page, page.labels[-1])
    bodies = [body for body in server.bodies() if not isinstance(body, list)]
    assert in_english(bodies, language) == set()


@pytest.mark.parametrize("language", ["de"])
async def test_legs_that_are_typed_by_name_are_shown_by_their_names(server: World, speak: Speak, language: str) -> None:
    speak(language, language)
    await server.person("Ann").command("legstrong new", players=2, tour="custom", course="hilly FFGMMDF/2 flat")
    assert "**hügelig FFGMMDF/2 flach**" in server.lobby_text()

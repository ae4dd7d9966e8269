"""Riders with a style in a match's thread, and what Sparring is like next time."""

from __future__ import annotations

import pytest

from cogs.posts.ending import end_text, result_text
from host.careers.endings import Adapted, Ending
from host.play.fair_dice import Proof
from locales import catalogue
from model.kinds import PostKind
from model.match import Outgoing
from tests.cogs.limits import CONTENT
from tests.cogs.world import World
from tests.marks import in_long

LANGUAGES = ("en", "de", "es", "fr")
PROOF = Proof("c" * 64, "e" * 64, "0" * 64)


async def test_a_rider_speaks_in_the_thread_in_its_own_name(world: World) -> None:
    ann = world.person("Ann")
    await ann.command("pistard new", players=2)
    await ann.add_computer(world.lobby(), "Lola Apuesta")
    assert "2. Lola Apuesta" in world.lobby_text()
    await ann.press(world.lobby(), "Start")
    store = world.house._store
    assert await store.talk(1, 1, Outgoing(PostKind.CHEER, None, 1), 3)
    assert not await store.talk(1, 1, Outgoing(PostKind.GROAN, None, 1), 3), "one has spoken in this lap"
    world.house._wake()
    await world.later(1)
    said = [message for message in world.thread.history() if "💬" in message.content]
    assert [message.content for message in said] == ["💬 **Lola Apuesta**: “I told you that card would come.”"]
    assert said[0].flags.suppress_notifications
    assert not said[0].mentions


@pytest.mark.parametrize("language", ["en", *in_long(*(language for language in LANGUAGES if language != "en"))])
@pytest.mark.parametrize(("after", "change"), [(0.5, "stronger"), (4.0, "weaker"), (2.0, "same")])
async def test_the_end_says_how_strong_sparring_has_become(
    world: World, language: str, after: float, change: str
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob)
    say, seen = catalogue(language), await world.seen(1, ann)
    ending = Ending(adapted=Adapted(ann.id, "Ann", 2.0, after, "fair"))
    line = say(f"sparring.{change}", name="Ann", level=say("opponent.fair.level"))
    for text in (result_text(seen, (), PROOF, ending, say), end_text(seen, (), ending, say)):
        assert f"🥊 {line}" in text
        assert len(text) <= CONTENT

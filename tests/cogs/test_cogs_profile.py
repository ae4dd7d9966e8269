"""`/profile`: the card of a career, for all to read; badges with what they are given for."""

import pytest

from cogs.ui.custom_id import base36
from engines import EXTRAS
from locales import catalogue
from model.match import Finish, Honour
from tests.cogs.races import DAY, Race, race, ranked
from tests.cogs.world import Player, World

SAY = catalogue("en")
ALL = [badge.id for extras in EXTRAS.values() for badge in extras.badges]

pytestmark = pytest.mark.parametrize("quiz", [Race()])


async def test_a_person_who_has_never_played_is_at_the_start_line(world: World) -> None:
    card = await world.person("Ann").command("profile")
    assert SAY("career.profile.empty") in card.alt
    assert "\u2068Ann\u2069" in card.alt
    assert card.labels == ["As text", "All servers"]


async def test_somebody_whom_nobody_knows_any_more_is_a_rider_who_left(world: World, ann: Player) -> None:
    card = await ann.command("profile")
    world.forge(card.panel, f"h:card:{base36(999)}.s.{base36(ann.id)}")
    shown = await ann.press(card, "forged 0")
    assert shown.alt.startswith(f"\u2068{SAY('career.left')}\u2069")
    assert SAY("career.profile.empty") in shown.alt


async def test_my_card_and_that_of_somebody_else(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    await world.later(DAY)
    await race(world, ann, bob)
    mine = await ann.command("profile")
    assert not mine.panel.ephemeral
    assert "2 matches · 2 wins" in mine.alt
    assert "100% moves on time" in mine.alt
    assert "\u2068Bob\u2069 2:0" in mine.alt
    other = await ann.command("profile", player=bob.member)
    assert other.alt.startswith("\u2068Bob\u2069")
    assert SAY("career.nemesis") in other.alt


async def test_the_text_form_and_the_badges_are_for_the_reader(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    card = await ann.command("profile")
    text = await bob.press(card, "As text")
    assert text.panel.ephemeral
    assert "Ann" in text.text
    assert SAY("career.finishes") in text.text


async def test_every_badge_is_told_with_what_it_is_given_for(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=4)
    await ranked(world, {ann.id: "Ann", 2: "Bob"})
    careers, guild = world.house._store.careers, world.guild.id
    results = tuple(await careers.results_of_match(1))
    honours = tuple(Honour(1, ann.id, badge, "pistard", guild, 1.0) for badge in ALL)
    await careers.replace([Finish(results, honours)], (), {"pistard"})
    card = await ann.command("profile")
    assert f"{len(ALL)} badges" in card.alt
    answer = await ann.press(card, "Badges")
    assert answer.panel.ephemeral
    [embed] = answer.panel.embeds
    for badge in ALL:
        assert f"**{SAY(f'badge.{badge}.name')}**: {SAY(f'badge.{badge}.definition')}" in str(embed.description)


async def test_the_card_over_all_servers_and_after_a_restart(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    card = await ann.command("profile")
    await world.restart()
    everywhere = await ann.press(card, "All servers")
    assert everywhere.panel.id == card.panel.id
    assert "This server" in everywhere.labels
    foreign = await bob.press(card, "This server")
    assert foreign.panel.ephemeral
    assert foreign.panel.id != card.panel.id
    assert foreign.alt.startswith("\u2068Ann\u2069")


async def test_in_direct_messages(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    card = await ann.command("profile", by_dm=True)
    assert "1 match" in card.alt
    assert card.labels == ["As text"]


async def test_accuracy_is_hidden_and_shown_by_its_person_alone(world: World) -> None:
    ann, bob, accuracy = world.person("Ann"), world.person("Bob"), SAY("career.accuracy")
    match = await race(world, ann, bob)
    reviews = world.house._store.reviews
    await reviews.order(match, world.now())
    await reviews.finish(match, {ann.id: 81.4, bob.id: 60.0})
    card = await ann.command("profile")
    assert f"{accuracy}: Pistard 81." in card.alt
    assert f"{accuracy}: Pistard 60." in (await ann.command("profile", player=bob.member)).alt
    refused = await bob.press(card, SAY("profile.accuracy.hide"))
    assert refused.whisper == SAY("refusal.career.own")
    hidden = await ann.press(card, SAY("profile.accuracy.hide"))
    assert hidden.panel.id == card.panel.id and accuracy not in hidden.alt
    theirs = await bob.command("profile", player=ann.member)
    assert accuracy not in theirs.alt and SAY("profile.accuracy.show") not in theirs.labels
    await ann.press(hidden, SAY("profile.accuracy.show"))
    assert f"{accuracy}: Pistard 81." in (await bob.command("profile", player=ann.member)).alt

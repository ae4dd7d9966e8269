"""`/privacy`: a file of all that is stored about me and no one else's secrets; a retired rider in my place."""

import json
from typing import Any

import pytest

from cogs import privacy
from locales import catalogue
from tests.cogs.races import DAY, Race, race
from tests.cogs.world import Answer, Player, World, quick_match

SAY = catalogue("en")
LEFT = SAY("career.left")

races = pytest.mark.parametrize("quiz", [Race()])


async def exported(player: Player) -> dict[str, Any]:
    """The file that a person gets, read."""
    answer = await player.command("privacy export")
    assert answer.panel.ephemeral
    assert answer.picture.filename == f"gruppetto-{player.id}.json"
    return json.loads(answer.picture_bytes())


async def forget(player: Player) -> Answer:
    return await player.press(await player.command("privacy forget"), "Forget me for good")


async def test_the_export_has_what_is_mine_and_nobody_s_secrets(world: World) -> None:
    ann, bob = await quick_match(world)
    await ann.command("match note", match="1", text="go early")
    await bob.command("match note", match="1", text="wait for it")
    whole = await exported(ann)
    assert whole["user"] == str(ann.id)
    assert [note["text"] for note in whole["stored"]["notes"]] == ["go early"]
    assert whole["running"][0]["match"] == 1
    text = json.dumps(whole)
    assert "wait for it" not in text
    match = await world.house._store.match(1)
    assert match is not None
    assert match.key.hex() not in text


async def test_the_export_tells_whether_i_am_on_the_ladders_over_all_servers(world: World, ann: Player) -> None:
    assert SAY("privacy.board.in") in (await ann.command("privacy export")).text
    await ann.press(await ann.command("settings"), SAY("settings.hide"))
    assert SAY("privacy.board.out") in (await ann.command("privacy export", by_dm=True)).text


async def test_a_large_export_is_compressed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(privacy, "MOST_BYTES", 10)
    ann = world.person("Ann")
    answer = await ann.command("privacy export")
    assert answer.picture.filename == f"gruppetto-{ann.id}.json.gz"


async def test_to_be_forgotten_is_explained_first(world: World, ann: Player) -> None:
    asked = await ann.command("privacy forget")
    assert asked.panel.ephemeral
    assert asked.text == SAY("privacy.forget")
    assert asked.labels == ["Forget me for good"]
    assert (await exported(ann))["stored"]["people"]


@races
async def test_a_forgotten_person_is_a_rider_who_left_and_the_others_stay_as_they_are(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    await carla.decide("months", "1")
    ann, bob, cyd = (world.person(name) for name in ("Ann", "Bob", "Cyd"))
    await race(world, ann, bob, cyd)
    await race(world, ann, cyd, bob)
    before = await world.house.careers.ladder("pistard", world.guild.id, me=bob.id)
    await world.later(40 * DAY)
    done = await forget(ann)
    assert done.text == SAY("privacy.forgotten")
    assert done.labels == []
    assert (await exported(ann))["stored"].keys() <= {"people"}  # at most the language of this very command
    after = await world.house.careers.ladder("pistard", world.guild.id, me=bob.id)
    assert before.mine is not None
    assert after.mine is not None
    assert (after.mine.rating, after.mine.record) == (before.mine.rating, before.mine.record)
    shown = await bob.command("leaderboard")
    assert "Ann" not in shown.alt
    assert LEFT in (await bob.press(shown, "Past seasons")).alt


@races
async def test_matches_of_the_others_go_on(world: World) -> None:
    ann, bob, cyd = (world.person(name) for name in ("Ann", "Bob", "Cyd"))
    await ann.start_match(bob, cyd)
    await forget(ann)
    for player in (bob, cyd):
        await world.house.matches.play(1, player.id, ("go",))
    await world.env.settle()
    text = world.board().content
    assert text.startswith(f"## {SAY('result.title')}")
    assert "Ann" not in text


async def test_nobody_is_forgotten_by_somebody_else_s_press(world: World, ann: Player, bob: Player) -> None:
    mine, other = await ann.command("privacy forget"), await bob.command("privacy forget")
    world.forge(other.panel, world.code(mine.panel, "Forget me for good"))
    refused = await bob.press(other, "forged 0")
    assert refused.whispers[-1] == SAY("refusal.house.button")
    assert (await exported(ann))["stored"]["people"]

"""The race of the day, from the first press to the result of the day after."""

from host.sets.races import GRACE
from host.time.clocks import DAY
from locales import catalogue
from model.match import Match
from tests.cogs.world import BUTTON, Answer, Player, World

SAY = catalogue("en")


async def race(world: World, ann: Player) -> Answer:
    """Press Race of the day in the home, opened in the server."""
    return await ann.press(await ann.command("start"), SAY("race.button"))


async def ridden(world: World, player: Player) -> Match:
    """Begin a race and play it to its end."""
    await player.press(await race(world, player), SAY("race.start"))
    own = await world.house.races.own(player.id)
    assert own is not None
    matches = world.house.matches
    while (seen := await matches.see(own.id, player.id)).match.phase == "running":
        if seen.seat in seen.view.waiting:
            await matches.play(own.id, player.id, seen.game.fallback(seen.view), seen.fingerprint)
        else:
            await world.later(10)
    return await world.match(own.id)


async def test_a_race_is_begun_once_by_direct_message_and_gone_on_with(world: World, ann: Player) -> None:
    shown = await race(world, ann)
    assert shown.panel.ephemeral and "You have one try" in shown.text and shown.labels == [SAY("race.start")]
    await ann.press(shown, SAY("race.start"))
    own = await world.house.races.own(ann.id)
    assert own is not None and own.hidden
    [call] = [dm for dm in ann.dms() if f"#{own.id}" in dm.content]
    assert world.labels(call)
    again = await race(world, ann)
    assert again.labels == [SAY("race.go_on")] and "Your race is under way" in again.text
    assert "1 person has begun" in again.text
    panel = await ann.press(again, SAY("race.go_on"))
    assert f"#{own.id}" in panel.text
    await ann.press(shown, SAY("race.start"))  # the old button: the same table
    assert (await world.house.races.today()).begun == 1


async def test_nobody_else_sees_the_table_of_a_race(world: World, ann: Player, bob: Player) -> None:
    await ann.press(await race(world, ann), SAY("race.start"))
    own = await world.house.races.own(ann.id)
    assert own is not None
    looked = await bob.send(
        (await bob.command("start")).panel, {"custom_id": f"h:look:{own.id}", "component_type": BUTTON}
    )
    assert looked.whisper == SAY("refusal.house.unknown")
    assert not world.races.threads


async def test_the_result_comes_the_day_after_in_the_daily_post_too(world: World, ann: Player) -> None:
    match = await ridden(world, ann)
    assert match.phase == "over"
    done = await race(world, ann)
    assert "You have finished the race of the day" in done.text and done.labels == []
    await world.later(DAY + GRACE)
    await world.house.daily.set_place(world.guild.id, world.races.id, 0)
    await world.later(1)
    *_, post = [message for message in world.races.history() if message.embeds]
    assert "Of all servers: 1. Ann" in (post.embeds[0].description or "")
    assert SAY("race.button") in world.labels(post)
    after = await race(world, ann)
    assert "1 person finished" in after.text and "In this server: 1. Ann" in after.text
    assert "Your place: 1 of 1" in after.text and match.key.hex() in after.text
    film = await ann.press(after, SAY("race.film", name="Ann"))
    assert film.result is not None

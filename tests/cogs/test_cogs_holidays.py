"""Holidays in `/settings`: two lists, or named behind the command; who hears of them, and the way back."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from locales import catalogue
from tests.cogs.world import Player, World, decided, quick_race

SAY = catalogue("en")
LEFT = "You have {} days left this year, of 30. A holiday can last 14 days at most."


def day(world: World, more: int) -> str:
    """So many days from today, as an option's value has it."""
    return (datetime.fromtimestamp(world.now(), UTC).date() + timedelta(days=more)).isoformat()


async def left(player: Player, days: int) -> str:
    """The line that says how many days are left, this year as far as they are of it."""
    world = player.world
    first = date.fromisoformat(day(world, 1))
    last = min(first + timedelta(days=days - 1), date(date.fromisoformat(day(world, 0)).year, 12, 31))
    return LEFT.format(30 - max(0, (last - first).days + 1))


async def test_a_holiday_is_chosen_from_two_lists_told_to_the_players_and_ended(world: World) -> None:
    ann, bob = await quick_race(world)
    panel = await ann.press(await ann.command("settings"), "Holiday")
    assert LEFT.format(30) in panel.text
    [first] = [part for part in world.parts(panel.panel) if part["custom_id"] == "s:first"]
    assert [option["value"] for option in first["options"]] == [day(world, more) for more in range(1, 26)]
    panel = await ann.set(panel, "s:first", day(world, 1))
    [last] = [part for part in world.parts(panel.panel) if part["custom_id"] == "s:last"]
    assert [option["value"] for option in last["options"]] == [f"{day(world, 1)}/{day(world, n)}" for n in range(1, 15)]
    assert last["options"][1]["label"].endswith("(2 days)")
    panel = await ann.set(panel, "s:last", f"{day(world, 1)}/{day(world, 3)}")
    assert "🏖️ You're away from <t:" in panel.text
    told = [message.content for message in bob.dms() if "🏖️" in message.content]
    assert len(told) == 1 and "Ann is on holiday from <t:" in told[0]
    assert not any("holiday" in message.content for message in world.thread.history())
    assert "on holiday" in (await bob.command("match history")).text
    assert "on holiday" not in (await world.person("Dora").command("match history", match="1")).text
    again = await ann.press(panel, "Holiday")
    assert await left(ann, 3) in again.text
    back = await ann.press(again, "End or cancel my holiday")
    assert "🏖️" not in back.text
    assert any("Ann is back from holiday" in message.content for message in bob.dms())


async def test_it_is_named_behind_the_command_and_refused_in_a_sentence(world: World) -> None:
    ann, carla = world.person("Ann"), world.person("Carla", manage_guild=True)
    offered = await ann.complete("settings", "holiday", day(world, 2))
    assert [value for _, value in offered] == [day(world, 2)]
    taken = await ann.command("settings", holiday=day(world, 5), until=day(world, 6))
    assert "You're away from" in taken.text
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"holiday": "tomorrow"}, SAY("refusal.holiday.day")),
        ({"until": day(world, 9)}, SAY("refusal.holiday.day")),
        ({"holiday": day(world, 0)}, SAY("refusal.holiday.when", n=180)),
        ({"holiday": day(world, 6)}, SAY("refusal.holiday.overlaps")),
        ({"holiday": day(world, 40), "until": day(world, 60)}, SAY("refusal.holiday.long", n=14)),
    )
    for options, said in cases:
        assert (await ann.command("settings", **options)).whisper == said
    assert decided("holidays", "0") in (await carla.decide("holidays", "0")).text
    assert (await carla.command("settings", holiday=day(world, 9))).whisper == SAY("refusal.holiday.none")
    assert SAY("settings.holiday.none") in (await carla.press(await carla.command("settings"), "Holiday")).text
    assert decided("holidays", "3") in (await carla.decide("holidays", "3")).text
    assert decided("longest", "2") in (await carla.decide("longest", "2")).text
    assert (await carla.command("settings", holiday=day(world, 9), until=day(world, 11))).whisper == SAY(
        "refusal.holiday.long", n=2
    )

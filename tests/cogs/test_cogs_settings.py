"""`/settings`: one private panel for where, when and at what hours a person is called."""

from typing import Any

from screen.names import defused
from tests.cogs.world import Answer, Player, World, play_fallback, quick_race

HEAD = "**How should I notify you?**"
ALONE = "In solo matches, anything you can take back is played without **Confirm**."


def chosen(answer: Answer, name: str) -> list[str]:
    """The values that a select of the panel shows as chosen."""
    [select] = [part for part in answer.by.world.parts(answer.panel) if part["custom_id"] == f"s:{name}"]
    return [option["value"] for option in select["options"] if option.get("default")]


async def preferences(player: Player) -> Any:
    return await player.world.house.notifications.preferences(player.id)


async def test_a_person_who_never_said_is_called_by_direct_message_at_all_three_moments(world: World) -> None:
    panel = await world.person("Ann").command("settings")
    assert panel.panel.ephemeral
    assert panel.text == f"{HEAD}\nSet your time zone so that I don't disturb you at night.\n{ALONE}"
    assert chosen(panel, "way") == ["dm"]
    assert chosen(panel, "moments") == ["start", "half", "ninety"]
    assert (chosen(panel, "from"), chosen(panel, "to")) == (["22"], ["8"])
    assert panel.labels == [
        "Time zone",
        "Holiday",
        "Hide me from other servers",
        "Play obvious moves for me",
        "Skip Confirm: everywhere",
    ]


async def test_each_setting_is_kept_and_shown_in_the_same_panel(world: World, ann: Player) -> None:
    panel = await ann.command("settings", by_dm=True)
    for name, values in (("way", ["both"]), ("moments", ["start", "ninety"]), ("from", ["23"]), ("to", ["6"])):
        changed = await ann.set(panel, f"s:{name}", *values)
        assert changed.panel.id == panel.panel.id
        assert chosen(changed, name) == values
    assert changed.text == f"{HEAD}\nQuiet hours: 23:00 to 06:00 (UTC).\n{ALONE}"
    kept = await preferences(ann)
    assert (kept.channel, kept.moments, kept.quiet) == ("both", ("start", "ninety"), (23 * 60, 6 * 60))
    await world.restart()
    again = await ann.command("settings")
    assert again.text == changed.text
    none = await ann.set(again, "s:moments")
    assert chosen(none, "moments") == []


async def type_zone(panel: Answer, text: str) -> Answer:
    """Type a zone into the form behind **Time zone**."""
    listed = await panel.by.press(panel, "Time zone")
    return await panel.by.fill_in(await panel.by.press(listed, "Type a city or a country"), text, "zone")


async def test_a_zone_is_typed_into_a_form_and_brings_quiet_nights(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    typed = await type_zone(panel, " brussels ")
    assert typed.whispers == []
    assert panel.text == f"{HEAD}\nQuiet hours: 22:00 to 08:00 (Brussels).\n{ALONE}"
    assert (await preferences(ann)).zone == "Europe/Brussels"
    await type_zone(panel, "UTC+2")
    assert panel.text == f"{HEAD}\nQuiet hours: 22:00 to 08:00 (UTC+2).\n{ALONE}"
    await type_zone(panel, "")
    assert (await preferences(ann)).zone == ""


async def test_a_zone_is_chosen_from_a_list_by_offset_in_the_same_panel(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    listed = await ann.press(panel, "Time zone")
    assert listed.panel.id == panel.panel.id
    [select] = [part for part in world.parts(listed.panel) if part["custom_id"] == "s:place"]
    assert len(select["options"]) == 25
    assert select["options"][0]["label"].endswith(" · Honolulu, United States")
    await ann.set(listed, "s:place", "Europe/Berlin")
    assert panel.text == f"{HEAD}\nQuiet hours: 22:00 to 08:00 (Berlin).\n{ALONE}"
    back = await ann.press(await ann.press(panel, "Time zone"), "Back")
    assert back.text == panel.text
    assert "Time zone" in back.labels


async def test_a_zone_is_suggested_while_it_is_typed_behind_the_command(world: World, ann: Player) -> None:
    offered = await ann.complete("settings", "zone", "berl")
    assert [value for _, value in offered] == ["Europe/Berlin"]
    assert offered[0][0].endswith("Berlin, Germany")
    panel = await ann.command("settings", zone="germany")
    assert "(Berlin)" in panel.text


async def test_an_unknown_zone_is_refused_in_a_sentence(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    for zone in ("Mars/Olympus", "../../etc/passwd", "é" * 60):
        refused = await type_zone(panel, zone)
        assert refused.whisper.startswith(f"I don't know the time zone {defused(zone[:40])}.")
        await ann.press(panel, "Back")
    several = await type_zone(panel, "usa")
    assert several.whisper.startswith("usa has several time zones.")
    assert "New York, Chicago, Denver" in several.whisper
    assert (await preferences(ann)).zone == ""


async def test_the_server_s_zone_holds_for_a_member_without_one(world: World, ann: Player) -> None:
    await world.person("Carla", manage_guild=True).decide("zone", "Asia/Tokyo")
    assert "(Tokyo)" in (await ann.command("settings")).text
    assert "Set your time zone" in (await ann.command("settings", by_dm=True)).text


async def test_quiet_hours_that_cover_the_whole_day_are_refused(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    refused = await ann.set(panel, "s:to", "22")
    assert refused.whisper == "Quiet hours can't cover the whole day; choose another end time."
    assert (await preferences(ann)).quiet is None


async def test_no_quiet_hours_at_all(world: World, ann: Player) -> None:
    panel = await ann.set(await ann.command("settings"), "s:from", "never")
    assert panel.text == f"{HEAD}\nNo quiet hours.\n{ALONE}"
    assert (chosen(panel, "from"), chosen(panel, "to")) == (["never"], [])
    quiet = await ann.set(panel, "s:from", "20")
    assert "20:00 to 08:00" in quiet.text


async def test_what_is_obvious_or_easy_can_be_left_to_the_house(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    words = {
        "Play obvious moves for me": (
            1,
            "When anyone can see there's only one good move, I play it for you.",
        ),
        "Play on until it matters": (
            3,
            "I play for you, as a fair computer would, until something matters. I judge that by what everyone can see.",
        ),
        "Ask me everything": (0, "Set your time zone so that I don't disturb you at night."),
    }
    for label, (easy, line) in words.items():
        panel = await ann.press(panel, label)
        assert panel.text.splitlines()[-2] == line
        assert (await preferences(ann)).easy == easy
    assert "Play obvious moves for me" in panel.labels


async def test_quick_confirm_goes_round_in_the_same_panel(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    for label, quick, said in (
        ("Skip Confirm: everywhere", "always", "Anything you can take back is played without **Confirm**, everywhere."),
        ("Skip Confirm: never", "never", "You press **Confirm** for everything except"),
        ("Skip Confirm: solo only", "alone", ALONE),
    ):
        changed = await ann.press(panel, label)
        assert changed.panel.id == panel.panel.id
        assert (await preferences(ann)).quick == quick
        assert said in changed.text.splitlines()[-1]
    await world.restart()
    assert ALONE in (await ann.command("settings")).text


async def test_the_history_tells_what_the_house_has_chosen(world: World) -> None:
    ann, bob = await quick_race(world)
    await ann.press(
        await ann.press(await ann.command("settings"), "Play obvious moves for me"), "Play on until it matters"
    )
    while "easy" not in [row.how for row, _ in await world.house.matches.history(1, ann.id)]:
        asked = (await world.seen(1)).view.waiting
        await play_fallback(world, ann if 0 in asked else bob)
    mine = (await ann.command("match history")).text
    assert " · played for you" in mine
    assert " · played for you" not in (await bob.command("match history")).text

"""A whole match from the command to the result, played over real HTTP and WebSocket."""

from tests.driver import Driver
from tests.e2e.match import PLAYED, Match, answers_by_name, steps


async def test_what_is_private_stays_with_its_player(driver: Driver) -> None:
    match = await Match.begin(driver, "Ann", "Bob")
    ann, bob = match.players
    await driver.wait(lambda: match.panel(ann) and match.panel(bob))
    await match.answer(ann)
    own = await ann.slash(match.thread, "match", "history")
    others = await bob.slash(match.thread, "match", "history")
    assert own is not None and "Your dice are sealed – Yellow" in own.content
    assert others is not None and others.content.endswith("Ann has given out the dice.")
    assert "Yellow" not in others.content
    last = (await match.export())["log"][-1]
    assert [event["kind"] for event in last["events"]] == ["sealed"] and "path" not in last
    await match.answer(bob)

    player = await match.asked()
    assert player is not None
    panel = await player.press(match.news[-1], "Your move")
    assert panel is not None and panel.visible_to == [player.id]
    panel = await match.walk(player, panel)
    played = await player.press(panel, "Confirm")
    assert played is not None and played.id == panel.id and PLAYED in played.content
    match.played[player.name] += 1

    await match.play()
    assert answers_by_name(await match.export_finished()) == match.played
    private = [m for m in driver.messages.values() if steps(m) or "dice are sealed" in m.content]
    assert {m.channel_id for m in private if not m.ephemeral} <= {ann.dm().id, bob.dm().id}
    assert [m for m in driver.messages.values() if m.ephemeral and len(m.visible_to or []) != 1] == []
    strangers = [driver.player(name) for name in ("Carla", "Dmitri")]
    heard = [message.content for player in strangers for message in player.sees(player.dm())]
    assert [text for text in heard if f"#{match.number}" in text] == [], "nor do others hear of it"

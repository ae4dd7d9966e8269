"""A whole match from the command to the result, played over real HTTP and WebSocket."""

from tests.driver import Driver
from tests.e2e.match import PLAYED, Match, answers_by_name, decide, steps


async def test_what_is_private_stays_with_its_player(driver: Driver) -> None:
    match = await Match.begin(driver, "Ann", "Bob")
    ann, bob = match.players
    await driver.wait(lambda: match.panel(ann) and match.panel(bob))
    await match.answer(ann)
    own = await ann.slash(match.thread, "match", "history")
    others = await bob.slash(match.thread, "match", "history")
    assert own is not None and "Your dice are set, in secret – Yellow" in own.content
    assert others is not None and others.content.endswith("Ann has handed out their dice.")
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
    private = [m for m in driver.messages.values() if steps(m) or "dice are set, in secret" in m.content]
    assert {m.channel_id for m in private if not m.ephemeral} <= {ann.dm().id, bob.dm().id}
    assert [m for m in driver.messages.values() if m.ephemeral and len(m.visible_to or []) != 1] == []
    strangers = [driver.player(name) for name in ("Carla", "Dmitri")]
    heard = [message.content for player in strangers for message in player.sees(player.dm())]
    assert [text for text in heard if f"#{match.number}" in text] == [], "nor do others hear of it"


async def test_a_match_is_a_post_of_the_server_s_forum(driver: Driver) -> None:
    await driver.act(do="forum", name="matches", tags=["Pistard", "In play", "Finished"])
    await driver.wait(lambda: any(channel.name == "matches" for channel in driver.channels.values()))
    forum = driver.channel("matches")
    tags = {tag["id"]: tag["name"] for tag in forum.raw["available_tags"]}
    await decide(driver, "forum", forum.id, tail="#")
    match = await Match.begin(driver, "Ann", "Bob")
    await match.play(2)
    post = match.thread
    assert post.raw["parent_id"] == forum.id
    assert [tags[tag] for tag in post.raw["applied_tags"]] == ["Pistard", "In play"]
    assert driver.messages[post.id].content == f"**{match.title}** was opened in <#{driver.channel('races').id}>."
    await match.play()
    await driver.wait(lambda: [tags[tag] for tag in match.thread.raw["applied_tags"]] == ["Pistard", "Finished"])
    assert len(match.threads) == 1 and match.result is not None

"""Whole matches from the command to the result, played over real HTTP and WebSocket."""

import re

import pytest

from tests.driver import Driver
from tests.e2e.match import PLAYED, SHORT, Match, answers_by_name, steps

NAMED = re.compile(r"(?:Yellow|Green|Blue|Orange) (\d)")  # a rider, with the number of their team


@pytest.mark.long  # in CI the browser does
async def test_two_players_play_a_quick_match_to_its_result(driver: Driver) -> None:
    match = await Match.begin(driver, "Ann", "Bob", preset="quick")
    while player := await match.asked():
        seat = match.players.index(player)
        for text in await match.answer(player):
            asked = NAMED.search(text.splitlines()[-1]) or NAMED.search(text.splitlines()[-2])
            assert asked and int(asked[1]) == seat + 1, f"{player.name} was asked: {text}"
    export = await match.export_finished()
    assert answers_by_name(export) == match.played
    names = [seat["name"] for seat in export["seats"]]
    assert match.result is not None
    head, verdict, first, second, *_ = match.result.content.splitlines()
    assert head == "## The match is over"
    (winner, loser) = export["standings"]
    assert verdict.startswith(f"### 🏆 {names[winner['seat']]} wins the race")
    assert first == f"🥇 1. {names[winner['seat']]} — {winner['points']} points"
    assert re.fullmatch(rf"🥈 2\. {names[loser['seat']]} — {loser['points']} points?", second)
    assert winner["points"] >= 6
    assert [part["custom_id"].split(":")[1] for part in match.result.parts] == [
        *("rematch", "film", "review", "share", "history", "rules")
    ]
    await driver.wait(lambda: match.lobby.embeds[0]["description"] == f"Finished: see <#{match.thread.id}>.")


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


async def test_one_player_plays_against_a_computer(driver: Driver) -> None:
    match = await Match.begin(driver, "Carla", opponents=1, **SHORT)
    await match.play()
    export = await match.export_finished()
    assert [(seat["name"], seat["opponent"]) for seat in export["seats"]] == [("Carla", None), ("fair", "fair")]
    assert {row["how"] for row in export["log"] if row["by"] == 1} == {"computer"}
    assert answers_by_name(export) == match.played
    assert match.result is not None
    assert "Carla" in match.result.content and "Computer" in match.result.content

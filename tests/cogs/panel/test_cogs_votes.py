"""Votes in the thread: opened from Table or by command, one message from beginning to end, one vote a person."""

import discord

from locales import catalogue
from tests.cogs.world import MORE, Player, World, play_fallback, quick_match, quick_race

SAY = catalogue("en")
DAY = 86400
NONE = "There's no vote right now; start one under **⋯** in your panel."


async def three(world: World) -> tuple[Player, Player, Player]:
    """Ann, Bob and Carla at the start of match 1, a quick race of Pistard in which all give out their dice."""
    ann, bob, carla = (world.person(name) for name in ("Ann", "Bob", "Carla"))
    await ann.start_match(bob, carla, preset="quick")
    return ann, bob, carla


def vote(world: World) -> discord.Message:
    """The newest vote in the thread."""
    return [message for message in world.thread.history() if "Yes" in world.labels(message)][-1]


def votes(world: World) -> int:
    """How many messages in the thread are votes."""
    return sum("Yes" in world.labels(message) for message in world.thread.history())


async def open_vote(player: Player, label: str) -> str:
    """A press on this button behind Table; returns the player's reply."""
    panel = await player.press(player.world.board(), "Your move")
    return (await player.press(await player.press(panel, MORE), label)).text


async def test_table_offers_what_can_be_voted_on_now(world: World) -> None:
    ann, _ = await quick_match(world)
    table = await ann.press(await ann.press(world.board(), "Your move"), MORE)
    assert table.panel.ephemeral
    assert table.text.splitlines()[1] == SAY("table.head")
    assert table.labels[-5:] == ["Pause", "More time", "End and score it now", "Call off", "Replace Bob"]


async def test_alone_what_is_chosen_happens_at_once(world: World, ann: Player) -> None:
    await ann.start_match(computers=1, preset="quick")
    table = await ann.press(await ann.press(world.board(), "Your move"), MORE)
    assert table.text.splitlines()[1] == SAY("table.head.alone")
    await ann.press(table, "Pause")
    paused = await world.match(1)
    assert paused.paused is not None and paused.vote is None


async def test_a_vote_is_one_message_that_tells_majority_and_time_and_at_last_the_result(world: World) -> None:
    ann, bob, carla = await three(world)
    assert await open_vote(ann, "Pause") == f"The vote is open in <#{world.thread.id}>, with your yes counted."
    ends = int(world.now()) + 2 * DAY
    assert vote(world).content.splitlines() == [
        "🗳️ **Ann asks: Pause the match?**",
        "1 yes, 0 no. 2 of 3 needed.",
        "Still to vote: Bob and Carla.",
        f"The vote ends <t:{ends}:R>.",
    ]
    assert (await bob.press(vote(world), "No")).whisper == "Vote counted."
    assert "1 yes, 1 no." in vote(world).content
    await carla.press(vote(world), "Yes")
    assert votes(world) == 1
    assert vote(world).content.splitlines() == [
        "-# Ann asks: Pause the match?",
        "-# Bob votes no.",
        "-# Carla votes yes.",
        "-# Passed by vote: a pause.",
        "-# The match is paused.",
    ]
    assert all(part["disabled"] for part in world.parts(vote(world)))
    assert (await world.seen(1)).match.paused == "voted"
    assert "The match is paused." in world.board().content


async def test_a_vote_that_is_lost_changes_nothing_and_says_so(world: World) -> None:
    ann, bob = await quick_match(world)
    await open_vote(ann, "Call off")
    await bob.press(vote(world), "No")
    assert vote(world).content.splitlines()[-1] == "-# Voted down: calling the match off."
    assert (await world.seen(1)).match.phase == "running"


async def test_a_vote_whose_time_is_up_has_failed(world: World) -> None:
    ann, _ = await quick_match(world)
    await open_vote(ann, "More time")
    await world.later(2 * DAY + 1)
    assert vote(world).content.splitlines()[-1] == "-# Voted down: more time."


async def test_pause_by_command_and_go_on_from_the_panel(world: World) -> None:
    ann, bob = await quick_race(world)
    answer = await ann.command("match pause")
    assert answer.whisper.startswith("The vote is open in")
    await bob.press(vote(world), "Yes")
    resting = await bob.press(world.board(), "Your move")
    assert "`/match pause` starts a vote to carry on" in resting.text
    await world.later(60)
    await open_vote(bob, "Resume")
    assert "Carry on with the match?" in vote(world).content
    await ann.press(vote(world), "Yes")
    assert (await world.seen(1)).match.paused is None
    assert votes(world) == 2, "another vote is another message"
    assert "Yellow 1: to which square?" in (await ann.command("play")).text


async def test_replacing_a_player_takes_patience_and_the_others(world: World) -> None:
    ann, bob, carla = await three(world)
    for player in (ann, carla):
        await play_fallback(world, player)
    early = await ann.command("match replace", player="2")
    assert early.whisper.startswith("It's a bit early to vote on that player; you can <t:")
    await world.later(1.5 * DAY)
    answer = await ann.command("match replace", player="2")
    assert answer.whisper.startswith("The vote is open in")
    assert "Let a computer play for Bob?" in vote(world).content
    assert "2 of 2 needed." in vote(world).content
    refused = await bob.press(vote(world), "No")
    assert refused.whisper == "This vote is for the other players to decide."
    await carla.press(vote(world), "Yes")
    assert (await world.seen(1)).match.seats[1].substitute
    assert "-# A computer plays for Bob now." in vote(world).content.splitlines()


async def test_seats_are_offered_by_name_and_a_wrong_one_is_refused(world: World) -> None:
    ann, _ = await quick_match(world)
    assert await ann.complete("match replace", "player", "", match="1") == [("1. Ann", "1"), ("2. Bob", "2")]
    assert await ann.complete("match replace", "player", "bo") == [("2. Bob", "2")]
    assert await ann.complete("match replace", "player", "", match="77") == []
    for player in ("0", "3", "Bob", "-1", "²"):
        refused = await ann.command("match replace", player=player)
        assert refused.whisper == "That player isn't in this match; choose one from the list."
    own = await ann.command("match replace", player="1")
    assert own.whisper == "You can't vote on your own seat; `/match resign` gives it up."


async def test_nobody_votes_twice_and_strangers_not_at_all(world: World) -> None:
    ann, _, _ = await three(world)
    await open_vote(ann, "End and score it now")
    rows = await world.rows(1)
    assert (await ann.press(vote(world), "No")).whisper == "You've already voted, and your vote stands."
    stranger = await world.person("Dora").press(vote(world), "Yes")
    assert stranger.whisper == "You aren't playing in this match."
    assert await world.rows(1) == rows


async def test_a_second_vote_waits_for_the_first_which_table_shows(world: World) -> None:
    ann, bob, _ = await three(world)
    table = await bob.press(await bob.press(world.board(), "Your move"), MORE)
    await open_vote(ann, "Pause")
    refused = await bob.press(table, "Call off")
    assert refused.whisper == "There's already a vote; finish that one first."
    shown = await bob.press(await bob.press(world.board(), "Your move"), MORE)
    assert "🗳️ **Ann asks: Pause the match?**" in shown.text
    assert shown.labels[-2:] == ["Yes", "No"]
    await bob.press(shown, "Yes")
    assert (await world.seen(1)).match.paused == "voted"


async def test_two_presses_in_the_same_moment_count_once(world: World) -> None:
    ann, bob, _ = await three(world)
    await open_vote(ann, "Pause")
    rows = await world.rows(1)
    await world.together(vote(world), "No", bob, bob)
    assert await world.rows(1) == rows + 1


async def test_after_the_end_nothing_is_voted_on(world: World) -> None:
    ann, bob = await quick_match(world)
    await open_vote(ann, "End and score it now")
    old = vote(world)
    await bob.press(old, "Yes")
    assert (await world.seen(1)).match.phase == "over"
    assert world.thread.history()[-1].content.startswith("## Match over")
    rows = await world.rows(1)
    for doing in (ann.command("match pause", match="1"), ann.command("match replace", player="2", match="1")):
        assert (await doing).whisper == SAY("refusal.house.finished")
    world.forge(old, "h:yes:1", "h:vote:1.cancel")
    for label in ("forged 0", "forged 1"):
        assert (await ann.press(old, label)).whisper == SAY("refusal.house.finished")
    assert await world.rows(1) == rows

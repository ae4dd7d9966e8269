"""A lobby from /pistard new to its thread: joining, leaving, starting, and every way to be refused."""

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from cogs.posts.lobby import option_lines
from engines.pistard import Pistard, PistardView
from host.time.clocks import DAY
from locales import catalogue
from render import pistard
from tests.cogs.world import SEED, Player, World, view_of


async def test_new_opens_a_lobby_that_shows_players_options_and_length(world: World, ann: Player) -> None:
    opened = await ann.command("pistard new", track="classic", target=9, players=3, forced=False)
    assert opened.whisper.startswith("Match #1 is open")
    assert world.lobby_text().splitlines() == [
        "Pistard #1",
        "Open: 2 seats free. Press **Join** to take one.",
        "Players: 1. Ann (opened it)",
        "2. *free*",
        "3. *free*",
        "Options: Track: **Classic**",
        "Race: **Points race**",
        "Target: **9**",
        "Dice: **Spare die kept for the turn**",
        "Clock: **daily**",
        "Forced moves: **you confirm them**",
        "Rated: **yes**, once a second person joins",
        world.lobby_text().splitlines()[-1],
    ]
    assert "moves per player with 2 at the table" in world.lobby_text()
    assert world.labels(world.lobby()) == [
        "Join",
        "Leave",
        "Add computer",
        "Start",
        "Call off",
        "Rules",
        "Wait for me",
        "Invite",
        "Keep reopening",
    ]


async def test_a_preset_fills_in_what_is_not_named(world: World, ann: Player) -> None:
    await ann.command("pistard new", preset="quick")
    assert "Track: **Sprint**" in world.lobby_text()
    assert "Target: **6**" in world.lobby_text()
    await ann.command("pistard new", preset="quick", target=20)
    assert "Pistard #2" in world.lobby_text()
    assert "Target: **20**" in world.lobby_text()


async def test_a_preset_of_the_clocks_name_is_usual_with_that_clock(world: World, ann: Player) -> None:
    await ann.command("legstrong new", clock="live")
    assert "Attacks: **Clockwise**" in world.lobby_text()
    await ann.command("legstrong new", clock="live", attacks="sealed")
    assert "Attacks: **Sealed**" in world.lobby_text()
    await ann.command("legstrong new", players=10)
    assert "Attacks: **Sealed**" in world.lobby_text()


async def test_the_length_follows_the_number_of_players(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=3)
    two = world.lobby_text().splitlines()[-1]
    await bob.press(world.lobby(), "Join")
    assert world.lobby_text().splitlines()[-1] == two
    await world.person("Carla").press(world.lobby(), "Join")
    assert "with 3 at the table" in world.lobby_text()


class OlderPistard(Pistard):
    """The game before one of its options was there."""

    spec = replace(Pistard.spec, options=tuple(option for option in Pistard.spec.options if option.name != "race"))


async def test_a_lobby_that_is_older_than_an_option_has_its_default(world: World, ann: Player, bob: Player) -> None:
    world.games = {**world.games, "pistard": OlderPistard()}
    await world.restart()
    await ann.command("pistard new", players=3)
    assert "Race" not in world.lobby_text()
    world.games = {**world.games, "pistard": Pistard()}
    await world.restart()
    await bob.press(world.lobby(), "Join")
    assert "Race: **Points race**" in world.lobby_text()


async def test_people_join_leave_and_add_opponents(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=3)
    joined = await bob.press(world.lobby(), "Join")
    assert joined.whisper == "You're in match #1. I'll message you when it's your turn."
    assert "2. Bob\n3. *free*" in world.lobby_text()
    assert "1 seat free" in world.lobby_text()

    await ann.add_computer(world.lobby())
    assert "3. Computer (fair) 🤖 rating 1300" in world.lobby_text()
    assert "or as soon as someone seated presses **Start**" in world.lobby_text()

    assert (await ann.press(world.lobby(), "Leave")).whispers == []
    assert "1. Bob (opened it)\n2. Computer (fair) 🤖 rating 1300\n3. *free*" in world.lobby_text()


async def test_the_last_one_out_calls_the_match_off(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=4)
    await ann.add_computer(world.lobby())
    await ann.press(world.lobby(), "Leave")
    assert "Called off." in world.lobby_text()
    assert world.parts(world.lobby()) == []
    await ann.command("pistard new", players=4)
    await ann.press(world.lobby(), "Leave")
    assert "Called off." in world.lobby_text()
    assert "Players" not in world.lobby_text(), "Discord takes no list without a line"


async def test_the_host_calls_the_match_off(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=4)
    before = world.lobby()
    codes = [world.code(before, "Join"), world.code(before, "Call off")]
    assert (await ann.press(before, "Call off")).whispers == []
    assert "Called off." in world.lobby_text()
    world.forge(world.lobby(), *codes)  # both had been pressed before the buttons were switched off
    late = await bob.press(world.lobby(), "forged 0")
    assert late.whisper == "This match was called off; open a new one."
    assert (await ann.press(world.lobby(), "forged 1")).whisper == "This match was called off; open a new one."


async def test_a_refusal_is_one_sentence_for_one_person(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=4)
    before = world.lobby_text()
    for who, button, why in (
        (ann, "Join", "You already have a seat."),
        (bob, "Leave", "Only players at this table can do that; press **Join** first."),
        (bob, "Add computer", "Only players at this table can do that; press **Join** first."),
        (bob, "Start", "Only players at this table can do that; press **Join** first."),
        (ann, "Start", "You need at least 2 players; wait for someone to join, or press **Add computer**."),
        (bob, "Call off", "Only the person who opened this lobby can do that."),
    ):
        refused = await who.press(world.lobby(), button)
        assert refused.whisper == why
        assert world.lobby_text() == before
        for player in (ann, bob):
            seen = [message.id for message in world.races.history(viewer=player.member)]
            assert (refused.result.followups[0].id in seen) == (player is who)
    assert not world.races.threads
    assert await world.rows(1) == 1


async def test_a_full_table_takes_nobody_more(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=2)
    await bob.press(world.lobby(), "Join")
    before = world.lobby_text()
    assert (await world.person("Carla").press(world.lobby(), "Join")).whisper == "The table is full."
    assert (await bob.press(world.lobby(), "Add computer")).whisper == "The table is full."
    assert world.lobby_text() == before


async def test_a_guest_starts_only_when_all_places_are_taken(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=3)
    await bob.press(world.lobby(), "Join")
    assert (await bob.press(world.lobby(), "Start")).whisper == "Only the person who opened this lobby can do that."
    assert not world.races.threads
    await bob.add_computer(world.lobby())
    assert (await bob.press(world.lobby(), "Start")).whisper.startswith("Match #1 is starting")
    assert len(world.races.threads) == 1


async def test_the_start_opens_a_thread_with_words_a_board_and_buttons(world: World, ann: Player, bob: Player) -> None:
    joins = [await ann.command("pistard new", preset="quick", players=2), await bob.press(world.lobby(), "Join")]
    started = await ann.press(world.lobby(), "Start")
    assert started.whisper.startswith("Match #1 is starting")
    assert world.thread.name == "Pistard #1: Ann – Bob"

    opening, board = world.thread.history()
    assert opening.content.splitlines() == [
        f"**Pistard #1** · Welcome, <@{ann.id}> and <@{bob.id}>!",
        catalogue("en")("opening.how"),
        "-# Track: **Sprint** · Race: **Points race** · Target: **6** · Dice: **Spare die kept for the turn**",
        f"-# Every draw was sealed before the first one (see **Fair draws**): ||`{hashlib.sha256(SEED).hexdigest()}`, "
        f"mixed with your joins: `{','.join(str(join.result._interaction.id) for join in joins)}`||",
    ]
    assert world.labels(opening) == ["Fair draws"]
    assert "**First move**: Ann and Bob to hand out their dice" in board.content
    [picture] = board.attachments
    assert picture.filename == "pistard-1-4.png"
    words = pistard.alt(await view_of(world, PistardView), (), catalogue("en"))
    assert picture.description == f"{words} Who's who: 1 Ann and 2 Bob."
    assert (world.env.backend.cdn.get(picture.url) or b"").startswith(b"\x89PNG")
    assert world.labels(board) == ["Your move", "History", "Rules"]
    assert f"In progress in <#{world.thread.id}>." in world.lobby_text()
    assert world.parts(world.lobby()) == []


async def test_a_press_after_the_start_is_told_so(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await ann.add_computer(world.lobby())
    codes = [world.code(world.lobby(), button) for button in ("Join", "Leave", "Add computer", "Start", "Call off")]
    await ann.press(world.lobby(), "Start")
    rows = await world.rows(1)
    world.forge(world.lobby(), *codes)  # presses that were on their way when the buttons were switched off
    for player in (ann, bob):
        for place in range(len(codes)):
            late = await player.press(world.lobby(), f"forged {place}")
            assert late.whisper == "The match has already started; you'll find it in its thread."
    assert await world.rows(1) == rows


async def test_of_two_who_press_start_in_the_same_moment_one_is_told(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=2)
    await bob.press(world.lobby(), "Join")
    whispers = sorted(answer.whisper for answer in await world.together(world.lobby(), "Start", ann, bob))
    assert whispers[0].startswith("Match #1 is starting")
    assert whispers[1].startswith("The match is about to start. Until its thread opens,")
    assert len(world.races.threads) == 1


async def test_bad_values_that_come_through_all_the_same_are_refused_in_a_sentence(world: World, ann: Player) -> None:
    for given, why in (
        ({"preset": "slow"}, "I don't know that preset; please choose one from the list."),
        ({"track": "road"}, "Track must be one of: Sprint, Classic, Marathon."),
        ({"target": 31}, "Target must be a number from 3 to 30."),
        ({"target": "many"}, "Target must be a number from 3 to 30."),
        ({"players": 1}, "This game is for 2 to 4 players."),
    ):
        assert (await ann.forged_new(**given)).whisper == why
    assert not world.races.history()
    assert await world.house.matches.match(1) is None


# --- how many can play


async def test_a_lobby_says_for_how_many_its_options_are(world: World, ann: Player, bob: Player) -> None:
    opened = await ann.command("legstrong new", teams="2")
    assert opened.whisper.startswith("Match #1 is open")
    assert "These options need **2** players" in world.lobby_text()
    assert "Players: 1. Ann (opened it)\n2. *free*\nOptions" in world.lobby_text()
    await bob.press(world.lobby(), "Join")
    assert (await world.person("Carla").press(world.lobby(), "Join")).whisper == "The table is full."


async def test_options_that_nobody_can_play_are_refused_with_the_reason_and_what_to_change(world: World) -> None:
    ann = world.person("Ann")
    refused = (await ann.command("schlangennest new", border="fence", board="8x8", players=4)).whisper
    assert refused.startswith("“Fence” is for 2–3 players, because it needs a free colour")
    assert "Change Border to" in refused or "change Border to" in refused


async def test_a_number_that_the_options_are_not_for_is_refused_with_what_to_change(world: World, ann: Player) -> None:
    refused = await ann.command("legstrong new", teams="2", players=3)
    assert refused.whisper == ("These options are for 2 players, not 3. For 3, change Teams to One each.")
    assert not world.races.history()


# --- the start by itself, and the end


async def test_a_full_lobby_starts_by_itself_after_a_minute(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    line = world.lobby_text().splitlines()[1]
    [due] = [deadline.due for deadline in await world.house._store.deadlines(1) if deadline.kind == "fill"]
    when = f"<t:{-int(-due // 1)}:R>"
    assert line == f"The table is full: the match starts {when}, or as soon as someone seated presses **Start**."
    await world.later(59)
    assert not world.races.threads
    await world.later(2)
    assert world.thread.name == "Pistard #1: Ann – Bob"
    assert len(ann.dms()) == 1
    assert f"In progress in <#{world.thread.id}>." in world.lobby_text()
    assert world.parts(world.lobby()) == []
    assert "*free*" not in world.lobby_text()


async def test_a_player_who_leaves_within_the_minute_stops_it(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    await world.later(50)
    await bob.press(world.lobby(), "Leave")
    await world.later(3600)
    assert not world.races.threads
    assert "1 seat free" in world.lobby_text()


async def test_a_lobby_that_fills_while_nobody_runs_starts_after_the_restart(
    world: World, ann: Player, bob: Player
) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    await world.restart()
    await world.later(61)
    assert world.thread.name == "Pistard #1: Ann – Bob"


async def test_the_host_who_wants_to_be_waited_for_is_called(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    assert (
        await bob.press(world.lobby(), "Wait for me")
    ).whisper == "Only the person who opened this lobby can do that."
    assert (await ann.press(world.lobby(), "Wait for me")).whispers == []
    assert "The match will wait until Ann presses **Start**." in world.lobby_text()
    assert "Don't wait for me" in world.labels(world.lobby())
    await bob.press(world.lobby(), "Join")
    assert "the match starts when Ann presses **Start**" in world.lobby_text()
    [call] = ann.dms()
    lobby = world.lobby()
    link = f"https://discord.com/channels/{world.guild.id}/{world.races.id}/{lobby.id}"
    assert call.content == f"**Pistard #1** is full and ready: press **Start** in its lobby, {link}."
    await world.later(3600)
    assert not world.races.threads
    assert (await bob.press(world.lobby(), "Start")).whisper == "Only the person who opened this lobby can do that."
    assert (await ann.press(world.lobby(), "Start")).whisper.startswith("Match #1 is starting")
    assert len(world.races.threads) == 1


async def test_a_host_without_direct_messages_is_called_in_the_channel(world: World, ann: Player, bob: Player) -> None:
    ann.close_dms()
    await ann.command("pistard new", preset="quick", players=2)
    await ann.press(world.lobby(), "Wait for me")
    await bob.press(world.lobby(), "Join")
    call = world.races.history()[-1]
    assert call.content == f"<@{ann.id}>, Pistard #1 is full: press **Start** in its lobby when you're ready."
    assert [user.id for user in call.mentions] == [ann.id]


async def test_a_lobby_that_nobody_touches_for_a_week_closes_with_a_word(
    world: World, ann: Player, bob: Player
) -> None:
    await ann.command("pistard new", players=3)
    await world.later(6 * DAY)
    await bob.press(world.lobby(), "Join")
    await world.later(7 * DAY - 60)
    assert "1 seat free" in world.lobby_text()
    await world.later(120)
    assert world.lobby_text().splitlines() == [
        "Pistard #1",
        "Closed after seven quiet days. Open a new match to try again.",
        "Players: 1. Ann (opened it)",
        "2. Bob",
    ]
    assert world.parts(world.lobby()) == []
    assert ann.dms() == bob.dms() == []


@pytest.mark.parametrize(
    ("options", "others", "counts"),
    [
        ({}, [], "**yes**, once a second person joins"),
        ({}, ["Join"], "**yes**"),
        ({}, ["Join", "Add computer"], "**yes**"),
        ({}, ["Add computer"], "**yes**, once a second person joins"),
        ({}, ["Add computer", "Add computer"], "**no** (only one person plays)"),
        ({"rated": False}, [], "**no**"),
        ({"rated": False}, ["Join"], "**no**"),
    ],
)
async def test_the_lobby_says_whether_the_match_will_count(
    world: World, options: dict[str, Any], others: list[str], counts: str
) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.command("pistard new", players=3, **options)
    for button in others:
        await (bob.press(world.lobby(), button) if button == "Join" else ann.add_computer(world.lobby()))
    assert f"Rated: {counts}" in world.lobby_text().splitlines()


async def test_of_many_options_a_lobby_shows_the_four_that_tell_most(world: World, ann: Player) -> None:
    await ann.command("legstrong new", players=3, tour="custom", course="FGDF", hold="on")
    spec, shown = world.house.games["legstrong"].spec, world.lobby_text()
    assert f"and {len(spec.options) - 4} more options" in shown
    assert all(catalogue("en")(f"legstrong.option.{name}") in shown for name in ("course", "hold"))


async def test_options_that_change_nothing_are_not_shown(world: World, ann: Player) -> None:
    await ann.command("legstrong new", players=3, preset="race")
    say, spec = catalogue("en"), world.house.games["legstrong"].spec
    lines = option_lines(await world.match(1), spec, say)
    names = [line.partition(":")[0] for line in lines]
    assert names == [say(f"legstrong.option.{name}") for name in ("tour", "attacks", "hold", "teams", "riders", "win")]

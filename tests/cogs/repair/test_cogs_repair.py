"""`/admin rewind`, `give_time`, `drop`, `repost`, `announce`, `doctor` and `backup`, as people press them."""

from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.ui.custom_id import base36
from host.time.backups import BackupPlan, Backups
from locales import catalogue
from tests.cogs.world import (
    BUTTON,
    OWN,
    SELECT,
    Answer,
    Player,
    World,
    opened_match,
    play_fallback,
    press_through,
    quick_match,
    quick_race,
)
from tests.lacking import without

SAY = catalogue("en")
SURE = SAY("repair.sure")
MATCH = "**Pistard #1** · <#{thread}>"
STALE = "The match has moved on. Here's how it stands now."


def manager(world: World, name: str = "Meg") -> Player:
    return world.person(name, manage_guild=True)


def options(world: World, answer: Answer) -> list[dict[str, str]]:
    """What is offered in the only select."""
    [select] = [part for part in world.parts(answer.panel) if part["type"] == SELECT]
    return select["options"]


async def kinds(world: World) -> list[str]:
    """What has happened in match 1, row by row."""
    return [row.kind for row in await world.house._store.log(1)]


async def owner(world: World) -> Player:
    """A person who owns the bot and has no right in the server."""
    olga = world.person("Olga")
    world.bots[-1].owner_ids = {olga.id}
    return olga


# --- rewind


async def test_a_moment_is_chosen_in_words_and_the_match_goes_on_from_there(world: World) -> None:
    ann, bob = await quick_race(world)
    before = (await world.seen(1)).fingerprint
    moved = await press_through(await ann.command("play", match="1"))
    meg = manager(world)
    offered = await meg.command("admin rewind", match="1")
    assert offered.text == SAY("rewind.head", match=MATCH.format(thread=world.thread.id))
    assert offered.panel.ephemeral
    latest = options(world, offered)[0]
    assert "Bob" in latest["label"]
    assert latest["description"].endswith("Ann to move Yellow 1") or "Ann" in latest["description"]
    asked = await meg.choose(offered, latest["value"])
    assert SAY("rewind.what", undone=1) in asked.text and SAY("rewind.rated") in asked.text
    assert asked.labels == [SURE]
    assert (await world.seen(1)).fingerprint != before
    done = await meg.press(asked, SURE)
    assert done.text == SAY("rewind.done", match=MATCH.format(thread=world.thread.id))
    assert done.labels == []
    assert (await world.seen(1)).fingerprint == before
    told = [message.content for message in world.thread.history() if "🛠️" in message.content]
    assert len(told) == 1
    assert "🛠️ Meg, who manages this server, took the match back" in told[0]
    for player in (ann, bob):
        assert [message.content for message in player.dms() if "🛠️" in message.content] == told
    assert "took the match back" in (await bob.command("match history", match="1")).text
    assert OWN in moved.text
    played = await press_through(await ann.command("play", match="1"))
    assert OWN in played.text


async def test_an_old_button_opens_a_fresh_panel_after_it(world: World) -> None:
    ann, bob = await quick_race(world)
    await play_fallback(world, ann)
    seen = await world.seen(1)
    due = (ann, bob)[seen.view.waiting[0] or 0]
    old = await due.command("play", match="1")
    meg = manager(world)
    offered = await meg.command("admin rewind", match="1")
    await meg.press(await meg.choose(offered, options(world, offered)[-1]["value"]), SURE)
    assert [*(await world.seen(1)).view.waiting] != [*seen.view.waiting]
    answer = await due.press(old, old.labels[0])
    assert STALE in answer.text


async def test_a_confirmation_that_is_out_of_date_changes_nothing(world: World) -> None:
    ann, _ = await quick_race(world)
    meg = manager(world)
    offered = await meg.command("admin rewind", match="1")
    asked = await meg.choose(offered, options(world, offered)[0]["value"])
    await play_fallback(world, ann)
    refused = await meg.press(asked, SURE)
    assert refused.whispers[-1] == SAY("refusal.repair.moved")
    assert "rewind" not in await kinds(world)


async def test_after_a_restart_the_same_message_still_works(world: World) -> None:
    await quick_race(world)
    meg = manager(world)
    offered = await meg.command("admin rewind", match="1")
    asked = await meg.choose(offered, options(world, offered)[0]["value"])
    code = world.code(asked.panel, SURE)
    await world.restart()
    done = await meg.press(asked, SURE)
    await world.again(done)  # the very same press
    await meg.send(asked.panel, {"custom_id": code, "component_type": BUTTON})  # and another one of the same button
    assert (await kinds(world)).count("rewind") == 1


async def test_a_manager_who_plays_can_look_and_have_the_others_vote(world: World) -> None:
    ann, bob = manager(world, "Ann"), world.person("Bob")
    await ann.start_match(bob, preset="quick")
    await world.later(1)
    for player in (ann, bob, ann, bob):
        if (await world.seen(1, player)).ask() is not None:
            await play_fallback(world, player)
    offered = await ann.command("admin rewind", match="1")
    asked = await ann.choose(offered, options(world, offered)[0]["value"])
    assert SAY("rewind.player") in asked.text and asked.text.endswith(SAY("rewind.vote"))
    done = await ann.press(asked, SURE)
    assert done.text == SAY("vote.opened.others", thread=world.thread.id)
    await world.later(1)
    vote = world.thread.history()[-1]
    assert "Ann asks: Take the match back to where it stood on <t:" in vote.content
    await bob.press(vote, "Yes")
    await world.later(1)
    told = " ".join(message.content for message in world.thread.history())
    assert "The players voted to take the match back to <t:" in told
    assert (await kinds(world))[-1] == "rewind"
    assert (await world.house.matches.match(1) or pytest.fail()).terms.rated is False


async def test_an_owner_who_played_asks_from_another_server_by_the_name_of_their_seat(world: World) -> None:
    user, bob, cy = world.env.create_user("olga_1", global_name="Olga"), world.person("Bob"), world.person("Cy")
    world.bots[-1].owner_ids = {user.id}
    there = world.env.create_guild("Club")
    managers = there.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    here = Player(world, world.guild.add_member(user, nick="Olga here"))
    mole = Player(world, there.add_member(user, nick="Mole", roles=[managers]))
    await here.start_match(bob, cy, preset="quick")
    await world.later(1)
    for player in (here, bob, cy):
        await play_fallback(world, player)
    await here.command("match resign", match="1", sure=SAY("resign.yes"))
    thread, world.races = world.thread, there.create_text_channel("rooms")
    await world.env.settle()
    offered = await mole.command("admin rewind", match="1")
    await mole.press(await mole.choose(offered, options(world, offered)[0]["value"]), SURE)
    await world.later(1)
    told = " ".join(message.content for message in thread.history())
    assert "Olga here asks: Take the match back" in told
    assert "Mole" not in told


async def test_a_manager_who_plays_is_told_who_decides(world: World) -> None:
    ann, bob = manager(world, "Ann"), world.person("Bob")
    await ann.start_match(bob, preset="quick", clock="daily")
    await world.later(1)
    refusal = SAY("refusal.repair.player")
    assert (await ann.command("admin drop", match="1")).whisper == refusal
    assert (await ann.command("admin give_time", match="1")).whisper == refusal
    assert await ann.complete("admin give_time", "player", "", match="1") == []
    mine = await ann.command("admin announce", lasts=60)
    assert "every clock in this server's matches stops, except your own" in mine.text


async def test_longer_matches_are_paged(world: World) -> None:
    await quick_race(world)
    for _ in range(30):
        seen = await world.seen(1)
        if seen.match.phase != "running":
            break
        user = seen.match.seats[seen.view.waiting[0] or 0].user
        assert user is not None
        own = await world.house.matches.see(1, user)
        await world.house.matches.play(1, user, own.game.fallback(own.view), own.fingerprint)
    meg = manager(world)
    first = await meg.command("admin rewind", match="1")
    newest = options(world, first)
    assert len(newest) == 25 and first.labels == [SAY("rewind.earlier")]
    assert all(len(payload["label"]) <= 100 and len(payload["description"]) <= 100 for payload in newest)
    assert not any("**" in payload["label"] + payload["description"] for payload in newest)
    second = await meg.press(first, SAY("rewind.earlier"))
    assert second.labels == [SAY("rewind.later")]
    assert not {payload["value"] for payload in newest} & {option["value"] for option in options(world, second)}
    third = await meg.press(second, SAY("rewind.later"))
    assert options(world, third) == newest


# --- the others


async def test_time_is_given_back(world: World) -> None:
    ann, bob = await opened_match(world, "pistard new", "Ann", "Bob", preset="quick", clock="daily")
    for player in (ann, bob):
        await play_fallback(world, player)
    await world.later(3600)
    meg, (seat,) = manager(world), (await world.seen(1)).view.waiting
    assert seat is not None
    name, place = ("Ann", "Bob")[seat], str(seat + 1)
    assert await meg.complete("admin give_time", "player", "", match="1") == [(f"{place}. {name}", place)]
    afresh = await meg.command("admin give_time", match="1")
    assert f"The clock of {name} starts again" in afresh.text
    asked = await meg.command("admin give_time", match="1", player=place, hours=5)
    assert f"{name}: 5 more hours to move." in asked.text
    done = await meg.press(asked, SURE)
    assert done.text == SAY("excuse.done", match=MATCH.format(thread=world.thread.id))
    assert f"🛠️ Meg, who manages this server, gave {name} 5 more hours." in world.thread.history()[-1].content
    assert (await kinds(world))[-1] == "excuse"


async def test_a_match_is_called_off(world: World) -> None:
    await quick_race(world)
    meg = manager(world)
    asked = await meg.command("admin drop", at=world.thread)
    assert asked.text.startswith("**Pistard #1**") and "\n**Call it off?**" in asked.text
    await meg.press(asked, SURE)
    header = await world.match(1)
    assert header.phase == "cancelled"
    assert "Meg, who manages this server, called the match off." in world.thread.history()[-1].content
    over = await meg.command("admin drop", match="1")
    assert over.whisper == SAY("refusal.repair.over")


async def test_board_and_calls_are_posted_anew(world: World) -> None:
    ann, _ = await quick_race(world)
    board = world.board()
    calls = len(ann.dms())
    meg = manager(world)
    await meg.press(await meg.command("admin repost", match="1"), SURE)
    await world.later(1)
    assert world.board().id != board.id
    assert len(ann.dms()) > calls
    assert (await kinds(world))[-1] == "repost"


async def test_downtime_is_announced_and_ended(world: World) -> None:
    await quick_race(world)
    meg = manager(world)
    asked = await meg.command("admin announce", lasts=60, begins=10)
    assert "every clock in this server's matches stops" in asked.text
    done = await meg.press(asked, SURE)
    assert done.text == SAY("downtime.done")
    assert "announced downtime" in world.thread.history()[-1].content
    again = await meg.command("admin announce", lasts=60)
    assert again.whisper == SAY("refusal.downtime.already")
    await meg.press(await meg.command("admin announce", lasts=0), SURE)
    assert (await kinds(world))[-2:] == ["announce", "announce"]
    assert (await meg.command("admin announce", lasts=0)).whisper == SAY("refusal.downtime.none")
    old = await meg.command("admin announce", lasts=30)
    await world.later(3600)
    assert (await meg.press(old, SURE)).whispers[-1] == SAY("refusal.repair.moved")


async def test_the_doctor_says_what_is_wrong_with_this_server_s_matches(world: World) -> None:
    await quick_match(world)
    meg = manager(world)
    lines = (await meg.command("admin doctor")).text.splitlines()
    assert lines == [f"✅ {SAY('doctor.permissions', n=7)}", f"✅ {SAY('doctor.matches', running=1, lobbies=0)}"]
    with without(world.house.games, "pistard"):
        [_, head, line] = (await meg.command("admin doctor")).text.splitlines()
    assert head == f"❌ {SAY('doctor.matches.wrong', running=1, lobbies=0, wrong=1)}"
    assert line == f"- {MATCH.format(thread=world.thread.id)}: {SAY('doctor.unreadable', why='')}"


# --- who may


async def test_owners_put_right_every_match_also_by_direct_message(world: World, tmp_path: Path) -> None:
    await quick_race(world)
    olga = await owner(world)
    offered = await olga.command("admin rewind", match="1", by_dm=True)
    asked = await olga.choose(offered, options(world, offered)[0]["value"])
    await olga.press(asked, SURE)
    told = [message.content for message in world.thread.history() if "🛠️" in message.content]
    assert "The bot's owner took the match back" in told[-1] and "Olga" not in told[-1]
    text = (await olga.command("admin doctor", by_dm=True)).text
    assert SAY("doctor.matches", running=1, lobbies=0) in text
    assert "bot: a bot was seen on this database" in text
    everywhere = await olga.command("admin announce", lasts=5, by_dm=True)
    assert "every clock but yours stops" in everywhere.text
    await olga.press(everywhere, SURE)
    assert (await kinds(world))[-1] == "announce"

    world.house.backups = Backups(world.house._store, BackupPlan(tmp_path / "kept", 0.0), world.now, lambda: None)
    done = await olga.press(await olga.command("admin backup", by_dm=True), SURE)
    [made] = (tmp_path / "kept").iterdir()
    assert f"`{made.name}`" in done.text
    assert not done.panel.attachments
    assert (await olga.command("admin setup", by_dm=True)).whisper == SAY("refusal.setup.server")


async def test_everybody_else_is_refused_in_one_sentence(world: World) -> None:
    """People without the permission, and managers who ask by direct message; suggestions offer them nothing."""
    ann, _ = await quick_race(world)
    meg = manager(world)
    command = meg.member._resolve_root("admin", 1, world.races.id)
    world.guild.set_command_permissions(int(command["id"]), {ann.member: True})
    before = await kinds(world)
    orders: dict[str, dict[str, Any]] = {"doctor": {}, "announce": {"lasts": 5}}
    orders |= {name: {"match": "1"} for name in ("rewind", "give_time", "drop", "repost")}
    for name, given in orders.items():
        assert (await ann.command(f"admin {name}", **given)).whisper == SAY("refusal.setup.manager"), name
        assert (await meg.command(f"admin {name}", by_dm=True, **given)).whisper == SAY("refusal.repair.direct"), name
    assert (await ann.command("admin backup")).whisper == SAY("refusal.repair.owner")
    assert (await meg.command("admin backup")).whisper == SAY("refusal.repair.owner")
    assert (await meg.command("admin setup", by_dm=True)).whisper == SAY("refusal.repair.direct")
    assert await ann.complete("admin rewind", "match", "") == []
    assert [name for name, _ in await meg.complete("admin rewind", "match", "")] == ["Pistard #1"]
    assert await kinds(world) == before


async def test_whoever_hasnt_the_permission_any_more_presses_in_vain(world: World) -> None:
    ann, _ = await quick_race(world)
    code = world.code((await manager(world).command("admin drop", match="1")).panel, SURE)
    lacking = {code: "setup.manager", "h:announce:0.1.0.5": "setup.manager", "h:backup:now": "repair.owner"}
    for custom_id, why in lacking.items():
        world.forge(world.board(), custom_id)
        answer = await ann.send(world.board(), {"custom_id": custom_id, "component_type": BUTTON})
        assert answer.whisper == SAY(f"refusal.{why}")
    header = await world.match(1)
    assert header.phase == "running"


async def test_an_order_for_another_server_is_no_button_here(world: World) -> None:
    await quick_race(world)
    meg = manager(world)
    for scope in (0, 12345):
        data = {"custom_id": f"h:announce:{base36(scope)}.{int(world.now())}.0.60", "component_type": 2}
        world.forge(world.board(), data["custom_id"])
        assert (await meg.send(world.board(), data)).whisper == SAY("refusal.house.button")
    assert "announce" not in await kinds(world)

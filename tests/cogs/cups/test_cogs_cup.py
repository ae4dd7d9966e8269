"""A cup as its people see it: sign-up, draw, bracket, what a match means, corrections and the end."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
import simcord

from cogs.cups import message as cup
from cogs.ui.client import Client
from engines import GAMES
from host.delivery import Unsent
from locales import Catalogue
from model.cup import WholeCup
from tests.cogs.world import Answer, Player, World, play_fallback

CODES = (
    *("cupjoin:1", "cupleave:1", "cupout:1.0", "cupstart:1", "cupcancel:1", "cupoff:1.0", "cuplog:1", "cupmove:1"),
    *("cuprules:1", "cuppage:1.1", "cuptext:1.1"),
)


def message(world: World) -> discord.Message:
    """The newest message of the cup."""
    return [m for m in world.races.history() if m.embeds and "🏆" in (m.embeds[0].title or "")][-1]


def question(asked: Answer) -> simcord.ResponseMessage:
    """The question a person got besides the message that they pressed."""
    return asked.result.followups[-1]


def words(shown: discord.Message) -> str:
    """All that it says."""
    [embed] = shown.embeds
    return "\n".join([embed.title or "", embed.description or "", *(f"{f.name}: {f.value}" for f in embed.fields)])


async def cup_of(world: World, count: int, **options: str | int) -> list[Player]:
    """A cup that Ann has opened and that many others have joined; Ann comes first."""
    people = [world.person(name) for name in ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")[: count + 1]]
    given: dict[str, Any] = {
        "game": "pistard",
        "format": "knockout",
        "preset": "quick",
        "title": "*Spring* cup",
    } | options
    await people[0].command("cup new", **given)
    for person in people[1:]:
        await person.press(message(world), "Join")
    return people


async def draw(director: Player) -> None:
    """The cup begins, and its message says so."""
    await director.press(message(director.world), "Start")
    await director.world.later(61)


async def play_final(world: World, people: list[Player]) -> Player:
    """The final: both move, and then one of them gives up; returns who has won it."""
    match, moved = (await world.house.cups.whole(1)).of_round(2)[0].match or 0, set[int | None]()
    while len(moved) < 2:
        seen = await world.seen(match)
        user = seen.match.seats[seen.view.waiting[0] or 0].user
        await play_fallback(world, next(person for person in people if person.id == user), match)
        moved.add(user)
    first, second = (row.user for row in (await world.seen(match)).match.seats)
    await world.house.seats.resign(match, second or 0, None)
    return next(person for person in people if person.id == first)


async def test_from_sign_up_to_the_podium(world: World) -> None:
    ann, bob, *others = await cup_of(world, 4)
    shown = words(message(world))
    assert r"🏆 \*Spring\* cup" in shown
    assert "**4** of 128 places are taken." in shown
    assert "Bob, Cleo, Dan and Eve" in shown
    assert "already" in (await bob.press(message(world), "Join")).whisper
    assert "Only <@" in (await bob.press(message(world), "Start")).whisper
    assert (await ann.press(message(world), "Start")).whisper == "The draw is done."
    await world.later(61)

    assert "**Semi-finals** · 1 of 2" in words(message(world))
    [picture] = message(world).attachments
    assert "Semi-finals: " in (picture.description or "")
    # The posts of two matches go out side by side: either thread may be the older.
    first, second = sorted(world.races.threads, key=lambda thread: "**Pistard #2**" in thread.history()[0].content)
    opening = second.history()[0].content
    assert r"🏆 **\*Spring\* cup** · Semi-finals · table 2" in opening
    assert "The winner goes through: Final." in opening

    await world.later(61)
    assert str(second.name).startswith("🏆 Semi-finals · Pistard #2: ")
    linked = [line for line in words(message(world)).splitlines() if line.startswith("<#")]
    assert linked == [f"<#{first.id}>", f"<#{second.id}>"]
    for table in (1, 2):
        whole = await world.house.cups.whole(1)
        places = whole.of_round(1)[table - 1].places
        holder = whole.holder(min(places))
        assert holder is not None
        winner = next(other for other in (bob, *others) if other.id == holder.user)
        told = await ann.command("cup result", table=table, winner=winner.member.user)
        assert f"as the winner of table {table}" in told.whisper
    await world.later(61)
    assert "**Final** · 2 of 2" in words(message(world))
    [begins] = [m.content for m in world.races.history() if m.content.startswith("🏆 The final of ")]
    assert begins.endswith(f"<#{world.thread.id}>") and str(world.thread.name).startswith("🏆 Final · ")
    await world.later(61)
    linked = [line for line in words(message(world)).splitlines() if line.startswith("<#")]
    assert linked == [f"<#{world.thread.id}>"]
    champion = await play_final(world, [bob, *others])
    await world.later(61)
    assert f"🥇 **{champion.member.name}**" in words(message(world))
    assert "Seed: " in str(message(world).embeds[0].footer.text)
    assert (await champion.command("profile")).panel.content == "🏆 1 cup won"
    checked = await bob.command("cup verify", cup="1")
    assert "All good: the seeding and all 3 tables follow from the seed" in checked.text
    assert [file.filename for file in checked.panel.attachments] == ["cup-1.json"]
    by_button = await bob.press(message(world), "Fair draws")
    assert by_button.text == checked.text and by_button.picture.filename == "cup-1.json"
    log = (await bob.press(message(world), "Log")).whisper
    assert "won the cup" in log
    assert "as the winner of table 2 in round 1" in log


async def test_who_calls_off_one_of_its_matches_is_told_what_that_means(world: World) -> None:
    ann, *_ = await cup_of(world, 3)
    await draw(ann)
    asked = await world.person("Meg", manage_guild=True).command("admin drop", match="1")
    assert asked.text.endswith("counts as a tie unless `/cup result` names a winner.")


async def play_out(world: World, people: list[Player], match: int) -> tuple[Player, Player]:
    """A match of two to its end by easy answers; returns the winner and the loser."""
    while (seen := await world.seen(match)).match.phase == "running":
        user = await asked_in(world, match)
        await play_fallback(world, next(person for person in people if person.id == user), match)
    await world.later(1)
    ranked = [seen.match.seats[standing.seat].user for standing in seen.standings]
    first, second = (next(person for person in people if person.id == user) for user in ranked)
    return first, second


async def asked_in(world: World, match: int) -> int | None:
    """The first person whose move a match waits for."""
    seen = await world.seen(match)
    return seen.match.seats[seen.view.waiting[0] or 0].user


@pytest.mark.usefixtures("last_squares")
async def test_a_match_tells_what_it_means_for_its_cup(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES["pistard"].spec.presets["quick"], "target", "3")
    ann, *others = await cup_of(world, 3)
    await draw(ann)
    await world.later(61)
    first, second = await play_out(world, others, 1)
    semi, final = sorted(world.races.threads, key=lambda thread: thread.id)
    assert rf"🏆 **\*Spring\* cup**: {first.member.name} goes through. Next: Final." in semi.history()[-1].content
    in_final = r"🏆 You're in the final of **\*Spring\* cup**. Good luck!"
    assert in_final in next(m.content for m in first.dms() if m.content.startswith("### 🥇"))
    assert r"🏆 **\*Spring\* cup**: you're out." in second.dms()[-1].content
    asked = await asked_in(world, 2)
    called = next(person for person in others if person.id == asked)
    assert in_final in called.dms()[-1].content and "It's your turn" in called.dms()[-1].content
    champion, loser = await play_out(world, others, 2)
    assert rf"🏆 {champion.member.name} wins **\*Spring\* cup**." in final.history()[-1].content
    assert r"🏆 You win **\*Spring\* cup**." in champion.dms()[-1].content
    assert "you're out" in loser.dms()[-1].content
    await world.later(61)
    points = (await world.house.cups.whole(1)).of_round(2)[0].points
    [picture] = message(world).attachments
    assert points is not None and f"✓ {max(points)}" in (picture.description or "")


async def test_its_rules_are_a_press_away(world: World) -> None:
    _, bob, *_ = await cup_of(world, 3, format="swiss")
    assert "seeded by rating" not in words(message(world))
    rules = (await bob.press(message(world), "Rules")).whisper
    assert rules.startswith(r"**\*Spring\* cup** · Swiss") and "Players are seeded by rating, ties by lot." in rules


async def test_its_pages_can_be_turned_and_read(world: World) -> None:
    ann, bob, *_ = await cup_of(world, 5, format="swiss", players=5)
    await draw(ann)
    sealed = await bob.command("cup verify")
    key = (await world.house.cups.whole(1)).cup.key.hex()
    assert "its seed is still sealed" in sealed.text and key not in sealed.text
    page = await bob.press(message(world), "All pages")
    assert len(page.labels) == 3
    after = await bob.press(page, page.labels[1])
    text = await bob.press(after, after.labels[-1])
    assert re.search(r"Table 1: \(1\) \w+, \(3\) \w+", text.whisper)
    assert (await bob.command("cup show")).text == ""


async def test_a_message_that_was_deleted_is_posted_again(world: World) -> None:
    ann, *_ = await cup_of(world, 3)
    first = message(world).id
    world.env.backend.delete_message(world.races.id, first)
    await world.house.cups.join(1, ann.as_person())
    await world.later(61)
    assert message(world).id != first
    assert "**4** of 128" in words(message(world))


async def test_a_stranger_is_told_that_there_is_none(world: World) -> None:
    await cup_of(world, 3)
    xenia = world.env.create_user("Xenia")
    other = world.env.create_guild("Criterium")
    away, channel = Player(world, other.add_member(xenia)), other.create_text_channel("races")
    told = await away.command("cup show", at=channel, cup="1")
    assert told.whisper == "I can't find that cup here; `/cup show` lists this server's cups."
    assert (await away.command("cup verify", at=channel, cup="1")).whisper == told.whisper
    assert (await away.command("cup show", at=channel)).whisper.startswith("No cup is running here")


async def test_its_buttons_tell_strangers_nothing(world: World) -> None:
    await cup_of(world, 3)
    other = world.env.create_guild("Criterium")
    away = Player(world, other.add_member(world.env.create_user("Xenia")))
    told = await away.command("help", at=other.create_text_channel("races"))
    stored = world.env.backend.get_message(told.panel.channel_id, told.panel.id)
    for code in CODES:
        button = {"type": 2, "style": 1, "label": "forged", "custom_id": f"h:{code}", "disabled": False}
        stored.components = [{"type": 1, "components": [button]}]
        pressed = await away.press(told, "forged")
        assert pressed.whispers[-1].startswith("I can't find that cup here"), code
    assert len((await world.house.cups.whole(1)).entrants) == 3


async def test_managers_correct_without_being_the_director(world: World) -> None:
    _, bob, cleo, *_ = await cup_of(world, 4)
    manager, late = world.person("Mia", manage_guild=True), world.person("Zoe")
    assert "Only <@" in (await cleo.command("cup drop", player=bob.member.user)).whisper
    told = await manager.command("cup replace", player=bob.member.user, reserve=late.member.user)
    assert "once they press **Join**" in told.whisper
    await draw(manager)
    await late.press(message(world), "Join")
    told = await manager.command("cup replace", player=bob.member.user, reserve=late.member.user)
    assert told.whisper == "Zoe takes the place of Bob from the next round."
    assert (await manager.command("cup drop", player=cleo.member.user)).whisper == "Cleo is out of the next rounds."
    whole = await world.house.cups.whole(1)
    assert {entrant.name for entrant in whole.playing()} == {"Dan", "Eve", "Zoe"}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"format": "robin", "players": 40}, "This format takes 16 players at most"),
        ({"table": 9}, "9"),
        ({"preset": "nonsense"}, ""),
    ],
)
async def test_what_cant_be_opened_is_refused_in_a_sentence(world: World, options: dict[str, Any], told: str) -> None:
    ann = world.person("Ann")
    answer = await ann.command("cup new", **{"game": "pistard", "format": "knockout", **options})
    assert told in answer.whisper
    assert world.races.history() == []


async def test_a_cup_is_called_off_by_two_presses(world: World) -> None:
    ann, bob, *_ = await cup_of(world, 3)
    assert "Only <@" in (await bob.press(message(world), "Call off")).whisper
    asked = await ann.press(message(world), "Call off")
    assert asked.whisper.startswith(r"Call \*Spring\* cup off? For its 3 players it ends for good, without a winner")
    assert (await world.house.cups.whole(1)).cup.phase == "signup"
    await draw(ann)
    stale = await ann.press(question(asked), "Yes, call it off")
    assert stale.whispers[-1].startswith("The cup has moved on since then")
    sure = await ann.press(question(await ann.press(message(world), "Call off")), "Yes, call it off")
    assert sure.text == "Called off."
    assert sure.labels == []
    await world.later(61)
    assert "Called off." in words(message(world))


async def test_a_cup_that_has_begun_is_left_by_two_presses(world: World) -> None:
    ann, bob, cleo, *_ = await cup_of(world, 4)
    await draw(ann)
    asked = await bob.press(message(world), "Leave")
    assert "can't come back" in asked.whisper
    assert len((await world.house.cups.whole(1)).playing()) == 4
    sure = await bob.press(question(asked), "Leave for good")
    assert sure.text.startswith("You're out of the next rounds")
    assert (await bob.press(message(world), "Leave")).whisper.startswith("You've left this cup")
    assert "You aren't playing in this cup" in (await ann.press(message(world), "Leave")).whisper
    assert len((await world.house.cups.whole(1)).playing()) == 3
    assert cleo.id in {entrant.user for entrant in (await world.house.cups.whole(1)).playing()}


async def test_a_cup_whose_channel_is_gone_goes_on_where_its_director_says(world: World) -> None:
    """`/cup show` alone moves nothing: its reader may stand in a channel that the players don't see."""
    ann, bob, *_ = await cup_of(world, 3)
    lounge = world.guild.create_text_channel("lounge")
    shown = await ann.command("cup show", at=lounge)
    assert "Move the cup here" not in shown.labels
    world.env.backend.delete_channel(world.races.id)
    theirs = await bob.command("cup show", at=lounge)
    assert "Spring" in str(theirs.panel.embeds[0].title)
    assert "Move the cup here" not in theirs.labels
    shown = await ann.command("cup show", at=lounge)
    assert (await world.house.cups.whole(1)).cup.channel == world.races.id
    moved = await ann.press(shown, "Move the cup here")
    assert "moves to this channel" in moved.text
    await world.later(61)
    assert lounge.history()[-1].embeds[0].title == r"🏆 \*Spring\* cup"
    shown = await ann.command("cup show", at=lounge)
    world.forge(shown.panel, "h:cupmove:1")
    assert (await ann.press(shown, "forged 0")).whispers[-1].startswith("The cup's own channel, <#")


async def cup_with_its_director(world: World, **options: str | int) -> tuple[Player, list[Player]]:
    """A cup of four that Ann directs and plays in, which has begun; the others are sorted by whether they meet her."""
    ann, *others = await cup_of(world, 3, **options)
    await ann.press(message(world), "Join")
    await draw(ann)
    await world.later(61)
    met = await met_by(world, ann)
    return ann, sorted(others, key=lambda other: other.id not in met)


async def met_by(world: World, player: Player) -> set[int]:
    """Who sits at a player's table in this round."""
    whole = await world.house.cups.whole(1)
    for table in whole.of_round(1):
        held = {one.user for place in table.places if (one := whole.holder(place)) is not None}
        if player.id in held:
            return held
    return set()


async def table_at(world: World, player: Player) -> int:
    """The number of a player's table in this round."""
    whole = await world.house.cups.whole(1)
    entrant = whole.entrant(player.id)
    return next(table.number for table in whole.of_round(1) if entrant is not None and entrant.place in table.places)


async def test_a_director_who_plays_has_the_others_of_the_table_vote(world: World) -> None:
    ann, (rival, *_) = await cup_with_its_director(world)
    table = await table_at(world, ann)
    told = await ann.command("cup result", table=table, winner=ann.member.user)
    assert told.whisper.startswith("You play in this match, so the others vote in <#")
    match = (await world.house.cups.whole(1)).of_round(1)[table - 1].match or 0
    await world.later(1)
    header = await world.match(match)
    thread = next(t for t in world.races.threads if t.id == header.thread)
    asked = thread.history()[-1]
    assert "Ann asks: Give this table of the cup to Ann and end the match here?" in asked.content
    assert f"Still to vote: {rival.member.name}." in asked.content
    assert (await ann.press(asked, "Yes")).whispers[-1] == "This vote is for the other players to decide."
    await rival.press(asked, "Yes")
    await world.later(61)
    assert "Ann wins this table of the cup." in " ".join(m.content for m in thread.history())
    shown = words(message(world))
    assert f"Decided: the players of table {table} in round 1 gave it to <@{ann.id}> by vote" in shown
    [picture] = message(world).attachments
    assert "Ann ✓ *" in (picture.description or "")
    assert "* 1 table decided" in (picture.description or "")
    page = await ann.press(message(world), "All pages")
    text = await ann.press(await ann.press(page, page.labels[1]), page.labels[-1])
    assert f"Table {table} · match {match} · decided" in text.whisper


async def test_what_somebody_decides_is_told_to_all_whom_it_is_about(world: World) -> None:
    ann, bob, *_ = await cup_of(world, 4)
    await draw(ann)
    await world.later(61)
    table, held = await table_at(world, bob), await met_by(world, bob)
    await ann.command("cup result", table=table, winner=bob.member.user)
    await world.later(61)
    [told] = [m for m in world.races.history() if m.content.startswith("### ")]
    said = f"⚖️ Decided: <@{ann.id}> set <@{bob.id}> as the winner of table {table} in round 1"
    assert told.content.splitlines()[1] == said
    assert set(told.content.splitlines()[-1].split()) == {"-#", *(f"<@{user}>" for user in held)}
    assert said in words(message(world))
    await ann.command("cup drop", player=bob.member.user)
    await world.later(61)
    [*_, told] = [m for m in world.races.history() if m.content.startswith("### ")]
    assert f"<@{ann.id}> took <@{bob.id}> out" in told.content
    assert told.content.splitlines()[-1] == f"-# <@{bob.id}>"


async def test_a_decision_is_told_once_although_the_message_of_the_cup_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, *others = await cup_of(world, 4)
    await draw(ann)
    table, real, faults = await table_at(world, bob), cup.cup_embed, [Unsent()]

    async def failing(
        bot: Client, whole: WholeCup, say: Catalogue, page: int = 1
    ) -> tuple[discord.Embed, discord.File | None]:
        if faults:
            raise faults.pop()
        return await real(bot, whole, say, page)

    monkeypatch.setattr(cup, "cup_embed", failing)
    await ann.command("cup result", table=table, winner=bob.member.user)
    await world.later(2)
    assert not faults
    met = await met_by(world, bob)
    out = next(other for other in others if other.id not in met)
    await ann.command("cup drop", player=out.member.user)  # meanwhile
    await world.later(61)
    told = [(body["nonce"], str(body["content"])) for body in world.bodies() if "⚖️" in str(body.get("content"))]
    assert len(told) == 2, "it is a message of its own, and isn't tried again with the other"
    first, later = told
    assert f"<@{bob.id}> as the winner of table {table} in round 1" in first[1]
    assert f"<@{ann.id}> took <@{out.id}> out" in later[1]
    assert first[0] != later[0]


async def test_a_cup_that_was_decided_by_its_director_brings_nothing(world: World) -> None:
    ann, *others = await cup_of(world, 3)
    await draw(ann)
    for number in (1, 2):
        whole = await world.house.cups.whole(1)
        [table] = [t for t in whole.of_round(number) if len(t.places) == 2]
        holder = whole.holder(min(table.places))
        winner = next(other for other in others if holder is not None and other.id == holder.user)
        await ann.command("cup result", table=table.number, winner=winner.member.user)
        await world.later(61)
    shown = words(message(world))
    assert f"🥇 **{winner.member.name}**" in shown
    assert shown.endswith("this win brings no badge and no line on the roll of honour.")
    assert (await winner.command("profile")).panel.content == ""
    log = (await ann.press(message(world), "Log")).whisper
    assert f"<@{winner.id}> won the cup with too few finished matches" in log


async def test_a_director_who_plays_is_told_who_can_decide(world: World) -> None:
    ann, (rival, *_) = await cup_with_its_director(world)
    refusal = (
        "You play in this cup: ask a manager who doesn't, or the bot's owner. Players vote under **⋯** in their panel."
    )
    assert (await ann.command("cup drop", player=rival.member.user)).whisper == refusal
    assert (await ann.command("cup replace", player=rival.member.user, reserve=ann.member.user)).whisper == refusal
    assert (await ann.press(message(world), "Call off")).whisper == refusal
    olga = world.person("Olga")
    world.bots[-1].owner_ids = {olga.id}
    assert "is out of the next rounds" in (await olga.command("cup drop", player=rival.member.user)).whisper
    assert "is out of the next rounds" in (await ann.command("cup drop", player=ann.member.user)).whisper


async def test_matches_whose_channel_is_gone_move_with_their_cup(world: World) -> None:
    """One that had just been drawn waited for its thread until the round was over, and counted as a draw."""
    ann, *_ = await cup_of(world, 3)
    lounge = world.guild.create_text_channel("lounge")
    await draw(ann)
    world.env.backend.delete_channel(world.races.id)
    [first] = [table for table in (await world.house.cups.whole(1)).of_round(1) if table.match is not None]
    winner = (await world.house.cups.whole(1)).holder(min(first.places))
    assert winner is not None
    cups, seen = world.house.cups, await world.house.cups.whole(1)
    await cups.set_result(1, first.number, winner.user, ann.as_person(), manages=False, seen=seen)
    await world.later(61)
    [final] = (await world.house.cups.whole(1)).of_round(2)
    match = await world.house._store.match(final.match or 0)
    assert match is not None
    assert (match.phase, match.channel) == ("starting", world.races.id)
    await ann.press(await ann.command("cup show", at=lounge), "Move the cup here")
    await world.later(61)
    match = await world.house._store.match(final.match or 0)
    assert match is not None
    assert (match.phase, match.channel) == ("running", lounge.id)
    assert [thread.id for thread in lounge.threads] == [match.thread]

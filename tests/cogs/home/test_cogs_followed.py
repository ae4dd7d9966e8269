"""Following: a button for those who look on and on profiles, the quiet message of a day, and what its press shows."""

from __future__ import annotations

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.ui.custom_id import base36
from cogs.ui.views import CONTENT
from db.sql.tables import blocks
from host.time.clocks import DAY, HOUR
from locales import catalogue
from model.kinds import CallChannel
from tests.cogs.world import Answer, Player, World, quick_match, quick_race
from tests.marks import rows_in_long

SAY = catalogue("en")
FOLLOW, UNFOLLOW, WHAT = SAY("follow.on"), SAY("follow.off"), SAY("follow.what")
ALL = SAY("follow.stop.all")
BUTTON = 2


async def watching(world: World, name: str = "Cy") -> tuple[Player, Answer]:
    """Someone who looks on at match 1, and what they see."""
    cy = world.person(name)
    return cy, await cy.press(world.board(), "Your move")


async def digest(world: World, player: Player, later: float = DAY) -> list[discord.Message]:
    """The new direct messages to this person after some time."""
    before = len(player.dms())
    await world.later(later)
    return player.dms()[before:]


async def moved(world: World) -> None:
    """Match 1 goes on by a turn."""
    before = (await world.match()).moved
    await world.later(60)
    people = {row.user: row.seat for row in (await world.match()).seats}
    while (await world.match()).moved == before:
        [seat, *_] = (await world.seen(1)).view.waiting
        user = next(user for user, place in people.items() if place == seat)
        assert user is not None
        seen = await world.house.matches.see(1, user)
        await world.house.matches.play(1, user, seen.game.fallback(seen.view), seen.fingerprint)
        await world.env.settle()


# --- a match


async def test_a_spectator_follows_and_leaves_with_the_same_button(world: World) -> None:
    ann, _ = await quick_race(world)
    cy, panel = await watching(world)
    assert FOLLOW in panel.labels
    assert not {FOLLOW, UNFOLLOW} & {*(await ann.press(world.board(), "Your move")).labels}, "not for players"
    followed = await cy.press(panel, FOLLOW)
    assert followed.panel.id == panel.panel.id
    assert (
        f"{SAY('follow.done')} {SAY('follow.told')}" in followed.text
        and UNFOLLOW in followed.labels
        and FOLLOW not in followed.labels
    )
    left = await cy.press(followed, UNFOLLOW)
    assert SAY("follow.gone") in left.text and FOLLOW in left.labels
    assert (await world.house.follows.of(cy.id)).matches == frozenset()


@pytest.mark.parametrize("way", [CallChannel.OFF, CallChannel.THREAD])
async def test_who_takes_no_direct_messages_reads_where_to_look(world: World, way: CallChannel) -> None:
    ann, _ = await quick_race(world)
    cy, panel = await watching(world)
    await cy.prefers(channel=way)
    await ann.command("settings", followers="allowed")
    followed = await cy.press(panel, FOLLOW)
    assert SAY("follow.untold") in followed.text and SAY("follow.told") not in followed.text
    followed = await cy.press(await cy.command("profile", player=ann.member), FOLLOW)
    assert followed.text.endswith(SAY("follow.untold"))


async def test_two_presses_of_one_button_are_one(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await world.together(panel.panel, FOLLOW, cy, cy)
    assert (await world.house.follows.of(cy.id)).matches == {1}
    await world.restart()
    assert UNFOLLOW in (await cy.press(world.board(), "Your move")).labels


async def test_one_quiet_message_a_day_says_only_how_many(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    assert await digest(world, cy) == []
    for _ in range(2):
        await moved(world)
    [told] = await digest(world, cy)
    assert told.content == SAY("follow.moved", n=1)
    assert world.labels(told) == [WHAT]
    assert told.flags.silent or any(body.get("flags", 0) & 1 << 12 for body in world.bodies())
    for word in ("Ann", "Bob", "Pistard", "#1", "discord.com"):
        assert word not in told.content + world.code(told, WHAT)
    assert await digest(world, cy) == []


async def test_the_press_in_direct_messages_shows_only_how_many_it_can_t_show(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    await moved(world)
    [told] = await digest(world, cy)
    shown = await cy.press(told, WHAT)
    assert shown.text == SAY("follow.elsewhere", n=1)
    assert told.content == SAY("follow.moved", n=1), "the message stays"
    await world.house.browsers.invite(cy.id, 1)  # a press in the server, on the button of the page
    shown = await cy.press(told, WHAT)
    assert shown.text.startswith(f"🔔 **Pistard #1** · Ann and Bob · <#{world.thread.id}> · <t:")
    await world.later(HOUR)
    assert (await cy.press(told, WHAT)).text == SAY("follow.elsewhere", n=1)


async def test_the_list_in_the_server_shows_and_ends_what_one_follows(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    listed = await cy.command("games", show="followed")
    assert listed.text.splitlines() == [SAY("follow.head"), SAY("follow.nothing")] and listed.labels == []
    await cy.press(panel, FOLLOW)
    listed = await cy.command("games", show="followed")
    assert listed.panel.ephemeral
    assert "🔔 **Pistard #1** · Ann and Bob" in listed.text
    assert listed.labels == [SAY("follow.stop.match", match=1), ALL]
    after = await cy.press(listed, SAY("follow.stop.match", match=1))
    assert after.text.startswith(SAY("follow.gone")) and SAY("follow.nothing") in after.text
    assert after.panel.id == listed.panel.id


async def test_from_direct_messages_one_can_end_it_all_without_seeing_it(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    listed = await cy.command("games", by_dm=True, show="followed")
    assert listed.text.splitlines() == [SAY("follow.head"), SAY("follow.elsewhere", n=1)], "that isn't nothing"
    assert listed.labels == [ALL]
    assert SAY("follow.gone") in (await cy.press(listed, ALL)).text
    await moved(world)
    assert await digest(world, cy) == []


async def test_a_match_in_a_channel_for_few_can_t_be_followed(world: World, ann: Player) -> None:
    assert world.env.bot.user is not None
    seen, unseen = (discord.PermissionOverwrite(view_channel=sees) for sees in (True, False))
    boss, bob = world.person("Meg", administrator=True), world.person("Bob", administrator=True)
    few = {world.guild.default_role: unseen, world.env.bot.user: seen}
    back = world.guild.create_text_channel("back", overwrites=few)
    await world.env.settle()
    await boss.command("pistard new", at=back, players=2)
    lobby = [message for message in back.history() if message.embeds][-1]
    await bob.press(lobby, "Join")
    await boss.press(lobby, "Start")
    await world.later(1)
    other = world.person("Cy", administrator=True)
    board = [message for message in back.threads[-1].history() if message.attachments][-1]
    panel = await other.press(board, "Your move")
    assert FOLLOW not in panel.labels
    forged = await other.send(panel.panel, {"custom_id": "h:follow:1.on", "component_type": BUTTON})
    assert forged.whisper == SAY("refusal.follow.closed")
    assert (await ann.send(panel.panel, {"custom_id": "h:follow:1.on", "component_type": BUTTON})).whispers


async def test_a_channel_that_is_closed_later_isn_t_counted_and_no_press_shows_it(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    await moved(world)
    closed = Overwrite(world.guild.id, OverwriteType.ROLE, allow=0, deny=discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(world.races.id, closed)
    await world.env.settle()
    assert await digest(world, cy) == []
    elsewhere = world.guild.create_text_channel("tea")
    listed = await cy.command("games", at=elsewhere, show="followed")
    assert "#1" not in listed.text and SAY("follow.elsewhere", n=1) not in listed.text


@pytest.mark.parametrize("code", [50007, 10013])
async def test_closed_direct_messages_and_a_deleted_account_end_the_digest(world: World, code: int) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    cy.close_dms(code)
    await moved(world)
    assert await digest(world, cy) == []
    kept = await world.house._store.follows.digest(cy.id)
    assert kept is not None and kept.closed


@pytest.mark.parametrize(
    ("status", "code", "times"),
    [(400, 40003, 1), (403, 50001, None), *rows_in_long([(403, 20026, 1), (403, 20026, None), (400, 40003, None)])],
)
async def test_a_digest_that_fails_is_tried_again(world: World, status: int, code: int, times: int | None) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    began = await world.house._store.follows.digest(cy.id)
    path = f"/channels/{cy.member.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, times=times)
    await moved(world)
    told = [message.content for message in await digest(world, cy)]
    kept = await world.house._store.follows.digest(cy.id)
    assert began is not None and kept is not None and not kept.closed
    assert told == [SAY("follow.moved", n=1)] * (times == 1)
    assert (kept.told > began.told) == (times == 1), "what wasn't delivered isn't told"


async def test_strangers_from_another_server_follow_nothing_here(world: World) -> None:
    await quick_race(world)
    cy = world.person("Cy")
    other = world.env.create_guild("Criterium")
    there = other.create_text_channel("races")
    away = Player(world, other.add_member(cy.member.user))
    await world.env.settle()
    rules = await away.command("pistard rules", at=there)
    forged = await away.send(rules.panel, {"custom_id": "h:follow:1.on", "component_type": BUTTON})
    assert forged.whisper == SAY("refusal.house.unknown")
    direct = await cy.command("games", by_dm=True, show="followed")
    forged = await cy.send(direct.panel, {"custom_id": "h:follow:1.on", "component_type": BUTTON})
    assert forged.whisper == SAY("refusal.house.unknown")


# --- a person


async def test_a_profile_offers_it_if_its_person_allows_it(world: World) -> None:
    ann, _ = await quick_match(world)
    cy = world.person("Cy")
    assert FOLLOW not in (await cy.command("profile", player=ann.member)).labels
    forged = {"custom_id": f"h:followperson:{base36(ann.id)}", "component_type": BUTTON}
    assert (await cy.send(world.board(), forged)).whisper == SAY("refusal.follow.unwanted")
    settings = await ann.command("settings", followers="allowed")
    assert SAY("settings.followable") in settings.text
    card = await cy.command("profile", player=ann.member)
    followed = await cy.press(card, FOLLOW)
    assert (
        followed.text == f"{SAY('follow.person.done', person=f'<@{ann.id}>')} {SAY('follow.told')}"
        and followed.panel.ephemeral
    )
    again = await cy.press(card, FOLLOW)
    assert again.text == followed.text, "a second press changes nothing"
    assert (await ann.press(card, FOLLOW)).whisper == SAY("refusal.follow.self")
    assert FOLLOW not in (await ann.command("profile")).labels
    listed = await cy.command("games", show="followed")
    assert SAY("follow.people", people=f"<@{ann.id}>") in listed.text and "Pistard #1" in listed.text
    assert listed.labels == [SAY("follow.stop.person", name="Ann"), ALL]
    await moved(world)
    [told] = await digest(world, cy)
    assert told.content == SAY("follow.moved", n=1)
    settings = await ann.command("settings", followers="none")
    assert SAY("settings.followable") not in settings.text
    assert (await cy.command("games", show="followed")).labels == []


@pytest.mark.parametrize("blocker", ["Ann", "Cy"])
async def test_a_profile_offers_it_to_no_one_behind_a_block(world: World, blocker: str) -> None:
    ann, _ = await quick_match(world)
    cy, dee = world.person("Cy"), world.person("Dee")
    await ann.command("settings", followers="allowed")
    user, author = (ann, cy) if blocker == "Ann" else (cy, ann)
    await world.house._store._engine.execute(blocks.insert().values(user=user.id, author=author.id))
    assert FOLLOW not in (await cy.command("profile", player=ann.member)).labels
    assert FOLLOW in (await dee.command("profile", player=ann.member)).labels


async def test_a_person_is_left_from_the_answer_to_the_press(world: World) -> None:
    ann, _ = await quick_match(world)
    cy = world.person("Cy")
    await ann.command("settings", followers="allowed")
    followed = await cy.press(await cy.command("profile", player=ann.member), FOLLOW)
    left = await cy.press(followed, UNFOLLOW)
    assert SAY("follow.gone") in left.text
    assert (await world.house.follows.of(cy.id)).people == ()


@pytest.mark.parametrize("code", ["1.maybe", "1", "1.on.off"])
async def test_made_up_buttons_of_a_match_are_refused(world: World, code: str) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    forged = await cy.send(panel.panel, {"custom_id": f"h:follow:{code}", "component_type": BUTTON})
    assert forged.whisper == SAY("refusal.house.button")


@pytest.mark.parametrize("code", ["moved:1.2", "moved:_", "unfollow:m", "unfollow:q.1", "unfollow:all.1"])
async def test_other_made_up_buttons_are_refused(world: World, ann: Player, code: str) -> None:
    listed = await ann.command("games", show="followed")
    forged = await ann.send(listed.panel, {"custom_id": f"h:{code}", "component_type": BUTTON})
    assert forged.whisper in (SAY("refusal.house.button"), SAY("refusal.house.unknown"))


async def test_a_long_list_fits_a_message(world: World) -> None:
    await quick_race(world)
    cy, panel = await watching(world)
    await cy.press(panel, FOLLOW)
    for person in range(10**18, 10**18 + 25):
        await world.house.follows.allow(person, allowed=True)
        await world.house.follows.follow_person(person, cy.id, world.guild.id)
    listed = await cy.command("games", show="followed")
    assert len(listed.text) <= CONTENT and len(listed.labels) == 25 and listed.labels[-1] == ALL

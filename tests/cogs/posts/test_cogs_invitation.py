"""Invitations as people see them: a menu, an option, a button; a direct message with three answers."""

import discord
import pytest

from host.lobby.lobby import INVITED_FOR
from locales import catalogue
from tests.cogs.world import Answer, Player, World

SAY = catalogue("en")


@pytest.fixture
def bob(world: World) -> Player:
    return world.person("Bo*b")


async def challenge(world: World, by: Player, whom: Player) -> Answer:
    return Answer(by, await by.member.context_menu(world.races, "Challenge", whom.member))


async def private(world: World, ann: Player, bob: Player) -> discord.Message:
    """The direct message that asks Bob to a private table of Ann's."""
    await ann.command("pistard new", preset="quick", players=3, private=True, invite=bob.member.user)
    await world.later(1)
    return bob.dms()[-1]


async def test_a_challenge_asks_which_game_and_how_long_and_opens_a_table_for_two(
    world: World, ann: Player, bob: Player
) -> None:
    asked = await challenge(world, ann, bob)
    assert asked.panel.ephemeral
    assert asked.text == SAY("challenge.head", name="Bo\\*b")
    assert asked.labels == [SAY(f"{key}.name") for key in world.house.games]
    screen = await ann.press(asked, "Pistard")
    assert f"<@{bob.id}> is invited; no one else can join." in screen.text
    assert "For **2** players." in screen.text
    opened = await ann.press(screen, "A week")
    assert opened.text == "\n".join((SAY("lobby.open.done", match=1), SAY("lobby.invited", name="Bo\\*b")))
    assert SAY("lobby.private") in world.lobby_text()
    await world.later(1)
    [message] = bob.dms()
    assert message.content.startswith(f"### ✉️ <@{ann.id}> invites you to Pistard #1\n")
    assert f"https://discord.com/channels/{world.guild.id}/{world.races.id}/{world.lobby().id}" in message.content
    assert world.labels(message) == ["Accept", "Decline", "Block invitations from them"]
    accepted = await bob.press(message, "Accept")
    assert accepted.text == SAY("lobby.join.done", match=1)
    assert accepted.labels == []
    assert "2. Bo\\*b" in world.lobby_text()


async def test_details_of_a_challenge_keep_its_guest(world: World, ann: Player, bob: Player) -> None:
    screen = await ann.press(await challenge(world, ann, bob), "Pistard")
    form = await ann.press(await ann.press(screen, "More players"), "Details")
    await ann.fill_form(form, clock=["brisk"])
    assert SAY("lobby.private") in world.lobby_text()
    await world.later(1)
    assert len(bob.dms()) == 1


async def test_an_option_alone_asks_which_match_it_is_to_be(world: World, ann: Player, bob: Player) -> None:
    screen = await ann.command("pistard new", invite=bob.member.user)
    assert f"<@{bob.id}> is invited; no one else can join." in screen.text
    await ann.command("pistard new", invite=bob.member.user, players=3)
    assert SAY("lobby.private") not in world.lobby_text()


async def test_an_invitation_says_until_what_hour_and_on_which_days(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=3, invite=bob.member.user, clock="evening", due_hour=20, days="Mon-Fri")
    await world.later(1)
    assert "Clock: **evening** · moves due at 20:00 · only on Mon, Tue, Wed, Thu, Fri" in bob.dms()[-1].content


async def test_who_declines_is_told_to_the_opener_alone(world: World, ann: Player, bob: Player) -> None:
    message = await private(world, ann, bob)
    declined = await bob.press(message, "Decline")
    assert declined.text == SAY("invite.declined", match=1)
    assert declined.labels == []
    await world.later(1)
    assert ann.dms()[-1].content == SAY("call.declined", names="Bo\\*b", match="Pistard #1")
    assert "declined" not in world.lobby_text()
    asked = await ann.press(world.lobby(), "Invite")
    assert SAY("invite.state.declined", name="Bo\\*b", until=0).split("<t:")[0] in asked.text
    assert (await ann.choose(asked, bob.member)).whispers[-1] == SAY("refusal.invite.declined")


async def test_not_from_this_person_can_be_taken_back(world: World, ann: Player, bob: Player) -> None:
    message = await private(world, ann, bob)
    blocked = await bob.press(message, "Block invitations from them")
    assert blocked.text == SAY("invite.blocked", author=f"<@{ann.id}>")
    await world.later(1)
    assert ann.dms()[-1].content == SAY("call.declined", names="Bo\\*b", match="Pistard #1")
    again = await ann.command("pistard new", players=3, invite=bob.member.user)
    assert again.text.endswith(SAY("lobby.invited", name="Bo\\*b"))
    await world.later(1)
    assert len(bob.dms()) == 1
    assert (await bob.command("games")).whisper == SAY("refusal.games.none")
    allowed = await bob.press(blocked, "Allow them again")
    assert allowed.text == SAY("invite.allowed", author=f"<@{ann.id}>")
    assert "#2" in (await bob.command("games")).text


async def test_games_lists_invitations_and_accepts_them(world: World, ann: Player, bob: Player) -> None:
    await private(world, ann, bob)
    listed = await bob.command("games")
    until = int(world.now() - 1 + INVITED_FOR)
    assert SAY("games.invited", match="Pistard #1", author=f"<@{ann.id}>", until=until) in listed.text
    await bob.press(listed, "Accept #1")
    assert "2. Bo\\*b" in world.lobby_text()


async def test_closed_direct_messages_are_made_up_for_by_a_mention(world: World, ann: Player, bob: Player) -> None:
    bob.close_dms()
    await ann.command("pistard new", players=3, private=True, invite=bob.member.user)
    await world.later(1)
    mention = world.races.history()[-1]
    assert mention.content == SAY("mention.invited", user=f"<@{bob.id}>", match="Pistard #1")
    assert [m.id for m in mention.mentions] == [bob.id]


async def test_who_can_not_be_invited_is_said_in_a_sentence_and_nothing_is_opened(world: World, ann: Player) -> None:
    gone, hidden = world.person("Gone"), world.person("Dora")
    robot = Player(world, world.guild.add_member(world.env.create_user("Robot", bot=True)))
    closed = discord.PermissionOverwrite(view_channel=False)
    world.races = world.guild.create_text_channel("closed", overwrites={hidden.member: closed})
    for whom, why in (
        (ann, SAY("refusal.invite.self")),
        (robot, SAY("refusal.invite.bot")),
        (hidden, SAY("refusal.invite.hidden", channel=world.races.id)),
    ):
        assert (await challenge(world, ann, whom)).whispers[-1] == why
        assert (await ann.command("pistard new", players=2, invite=whom.member.user)).whisper == why
    world.guild.remove_member(gone.member)
    left = await ann.command("pistard new", players=2, invite=gone.member.user)
    assert left.whisper == SAY("refusal.invite.left")
    assert await world.house.matches.match(1) is None
    assert (await ann.command("pistard new", by_dm=True, private=True)).whispers[-1] == SAY("refusal.invite.server")


async def test_who_has_left_the_server_can_not_accept(world: World, ann: Player, bob: Player) -> None:
    message = await private(world, ann, bob)
    world.guild.remove_member(bob.member)
    answer = await bob.press(message, "Accept")
    assert answer.whispers[-1] == SAY("refusal.invite.gone")
    assert "2. *free*" in world.lobby_text()


async def test_a_private_table_tells_others_whom_to_ask(world: World, ann: Player, bob: Player) -> None:
    await private(world, ann, bob)
    carla = world.person("Carla")
    assert (await carla.press(world.lobby(), "Join")).whisper == SAY("refusal.invite.private")
    assert (await carla.press(world.lobby(), "Invite")).whisper == SAY("refusal.lobby.not.seated")
    await bob.press(world.lobby(), "Join")
    assert (await bob.press(world.lobby(), "Invite")).whisper == SAY("refusal.lobby.not.host")


async def test_an_invitation_is_its_guest_s_alone(world: World, ann: Player, bob: Player) -> None:
    """A forged code, or another person's press, gets the reply for a number that no match has."""
    await private(world, ann, bob)
    carla = world.person("Carla")
    rules = await carla.command("pistard rules")
    for action in ("accept", "decline", "block", "allow"):
        world.forge(rules.panel, f"h:{action}:1", f"h:{action}:77")
        for label in ("forged 0", "forged 1"):
            assert (await carla.press(rules, label)).whispers[-1] == SAY("refusal.house.unknown")


async def test_an_answer_works_after_a_restart_and_only_once(world: World, ann: Player, bob: Player) -> None:
    message = await private(world, ann, bob)
    await world.restart()
    await world.together(message, "Accept", bob, bob)
    assert "2. Bo\\*b\n3. *free*" in world.lobby_text()


async def test_whom_a_table_is_for_is_to_be_read_and_said(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", players=3, reliability=90, finished=2)
    assert f"{SAY('lobby.in_time', least=90)}\n{SAY('lobby.finished', n=2)}" in world.lobby_text()
    refused = await bob.press(world.lobby(), "Join")
    assert refused.whisper == SAY("refusal.entry.finished", n=2, have=0)
    await ann.command("pistard new", players=3, reliability=90)
    assert (await bob.press(world.lobby(), "Join")).whisper == SAY("refusal.entry.unknown", least=90)

"""Share: the podium or the film of a match in a channel of its server where the player and the bot may write."""

import discord
import pytest
import simcord

from cogs.traffic.rate_limit import SHARED_FOR
from locales import catalogue
from tests.cogs.limits import CHANNEL_SELECT
from tests.cogs.world import BUTTON, FAST, MORE, Answer, Message, Player, World, play_fallback, quick_match

SAY = catalogue("en")
PODIUM, FILM = "c:podium:1", "c:film:1"

pytestmark = pytest.mark.usefixtures("last_squares")


def refused(why: str, **values: str | int) -> str:
    return SAY(f"refusal.share.{why}", **values)


async def raced(world: World) -> tuple[Player, Player]:
    """Ann and Bob after a quick race that was played to its end."""
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob, preset="quick", target=3)
    await world.play_out(ann, bob)
    return ann, bob


def result(world: World) -> discord.Message:
    return next(message for message in world.thread.history() if "## Match over" in message.content)


async def choose(player: Player, panel: Answer, code: str, *channels: simcord.ChannelHandle) -> Answer:
    """A channel of one of the selects."""
    return Answer(player, await player.member.select(panel.panel, channels, custom_id=code))


async def forged(player: Player, message: Message, code: str, *values: str) -> Answer:
    """A choice that no select has offered."""
    return await player.send(message, {"custom_id": code, "component_type": CHANNEL_SELECT, "values": list(values)})


async def test_the_podium_goes_where_its_player_wants_it(world: World) -> None:
    ann, bob = await raced(world)
    news = world.guild.create_text_channel("news")
    panel = await ann.press(result(world), "Share")
    assert panel.text == SAY("share.head")
    assert [part["custom_id"] for part in world.parts(panel.panel)] == [PODIUM, FILM]
    done = await choose(ann, panel, PODIUM, news)
    assert done.text == SAY("share.done", channel=f"<#{news.id}>")
    assert not world.parts(done.panel)
    [post] = news.history()
    [picture] = post.attachments
    assert picture.filename == "podium-pistard-1.png"
    assert "Pistard: the podium" in (picture.description or "")
    assert "wins the race" in post.content
    assert "Shared by Ann" in post.content
    assert f"<#{world.thread.id}>" in post.content
    assert not post.mentions

    again = await choose(ann, await ann.press(result(world), "Share"), FILM, news)
    assert again.whisper == refused("again", when=f"<t:{int(world.now() + SHARED_FOR)}:R>")
    await choose(bob, await bob.press(result(world), "Share"), FILM, news)
    [_, film] = news.history()
    assert [attachment.filename for attachment in film.attachments] == ["pistard-1.webp"]

    await world.later(SHARED_FOR + 1)
    await choose(ann, await ann.press(result(world), "Share"), PODIUM, news)
    assert len(news.history()) == 3


async def test_a_press_that_is_delivered_twice_posts_once(world: World) -> None:
    ann, _ = await raced(world)
    news = world.guild.create_text_channel("news")
    done = await choose(ann, await ann.press(result(world), "Share"), PODIUM, news)
    await world.again(done)
    assert len(news.history()) == 1


@pytest.mark.parametrize("who", ["you", "bot"])
async def test_a_channel_where_one_of_them_may_not_write_is_refused_and_another_may_be_chosen(
    world: World, who: str
) -> None:
    ann, _ = await raced(world)
    target = ann.member if who == "you" else world.guild.me
    assert target is not None
    silent = discord.PermissionOverwrite(send_messages=False)
    closed = world.guild.create_text_channel("closed", overwrites={target: silent})
    news = world.guild.create_text_channel("news")
    panel = await ann.press(result(world), "Share")
    answer = await choose(ann, panel, PODIUM, closed)
    values = {"channel": f"<#{closed.id}>"} if who == "bot" else {}
    assert answer.whispers[-1] == refused(who, **values)
    assert not closed.history()
    assert (await choose(ann, panel, PODIUM, news)).text == SAY("share.done", channel=f"<#{news.id}>")


async def test_only_its_players_share_a_match(world: World) -> None:
    await raced(world)
    carla, news = world.person("Carla"), world.guild.create_text_channel("news")
    assert (await carla.press(result(world), "Share")).whisper == refused("theirs")
    assert (await forged(carla, result(world), PODIUM, str(news.id))).whisper == refused("theirs")
    assert not news.history()


async def test_what_is_no_channel_of_this_server_is_refused(world: World) -> None:
    ann, _ = await raced(world)
    elsewhere = world.env.create_guild("Elsewhere").create_text_channel("news")
    panel = await ann.press(result(world), "Share")
    for values in ([], ["0"], ["x"], ["9" * 30], [str(elsewhere.id)], [str(world.races.id)] * 2):
        assert (await forged(ann, panel.panel, PODIUM, *values)).whisper == refused("channel")
    assert not elsewhere.history()


async def test_by_direct_message_there_is_a_link_and_no_way_around_it(world: World) -> None:
    ann, _ = await raced(world)
    end = ann.dms()[-1]
    assert world.labels(end) == ["Rematch", "Film", "Review", "History", "Share from the thread", FAST]
    assert (await forged(ann, end, PODIUM, str(world.races.id))).whisper == refused("elsewhere")
    answer = await ann.send(end, {"custom_id": "h:share:1", "component_type": BUTTON})
    assert answer.whisper == refused("elsewhere")


async def ended_by_vote(world: World, what: str) -> Player:
    """Match 1 is ended by its players."""
    ann, bob = await quick_match(world)
    for player in (ann, bob):
        await play_fallback(world, player)
    table = await ann.press(await ann.press(world.board(), "Your move"), MORE)
    await ann.press(table, what)
    vote = next(message for message in world.thread.history() if "Yes" in world.labels(message))
    await bob.press(vote, "Yes")
    return ann


async def test_what_was_not_played_out_has_a_film_and_no_podium(world: World) -> None:
    ann = await ended_by_vote(world, "End and score it now")
    shown = result(world)
    assert shown.attachments[0].filename.startswith("pistard-1-")
    panel = await ann.press(shown, "Share")
    assert [part["custom_id"] for part in world.parts(panel.panel)] == [FILM]
    assert (await forged(ann, panel.panel, PODIUM, str(world.races.id))).whisper == refused("stopped")


async def test_what_was_called_off_is_nobody_s_to_share(world: World) -> None:
    ann = await ended_by_vote(world, "Call off")
    shown = result(world)
    assert "Called off: it doesn't count for anyone." in shown.content
    assert "🥇" not in shown.content
    assert "Share" not in world.labels(shown)
    answer = await ann.send(shown, {"custom_id": "h:share:1", "component_type": BUTTON})
    assert answer.whisper == refused("early")
    assert "🥇" not in ann.dms()[-1].content


async def test_a_match_that_goes_on_is_not_shared(world: World) -> None:
    ann, _ = await quick_match(world)
    answer = await ann.send(world.board(), {"custom_id": "h:share:1", "component_type": BUTTON})
    assert answer.whisper == refused("early")

"""`/leaderboard`: a picture for all, pages for each, and always one's own row."""

from typing import Any

import pytest

from cogs.ui.custom_id import base36
from locales import catalogue
from tests.cogs.quiz import Quiz
from tests.cogs.races import DAY, Race, race, ranked
from tests.cogs.world import Answer, Player, World, decided

SAY = catalogue("en")
WIDE = "漢字かな交じり文で三十二文字の長い名前を持つ自転車選手ですがなに"
PNG = b"\x89PNG"
MANY = 25

pytestmark = pytest.mark.parametrize("quiz", [Race()])


def public(answer: Answer) -> bool:
    return not answer.panel.ephemeral


async def crowd(world: World, *mine: Player) -> None:
    """A ladder of MANY people; these players come last, in this order."""
    await world.person("Host").command("pistard new", players=4)
    names = {place: f"Rider {place}" for place in range(1, MANY + 1 - len(mine))}
    await ranked(world, {**names, **{player.id: player.member.name for player in mine}})


def numbers(answer: Answer) -> list[int]:
    """The ranks on the page."""
    text = answer.alt.replace("You: ", "").split(". ")
    return [int(part.split()[-1]) for part in text if part.split()[-1:] and part.split()[-1].isdigit()]


async def test_two_finish_a_match_and_the_ladder_shows_both(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    shown = await bob.command("leaderboard", game="pistard")
    assert public(shown)
    assert shown.picture_bytes().startswith(PNG)
    assert "Pistard" in shown.alt
    assert "You: 2. \u2068Bob\u2069" in shown.alt
    assert shown.alt.index("1. \u2068Ann\u2069") < shown.alt.rindex("2. \u2068Bob\u2069")
    assert shown.labels == [
        "As text",
        "This season",
        "Last 30 days",
        "All servers",
        "Past seasons",
        "Roll of honour",
    ]


async def test_the_result_tells_the_ratings_that_it_has_brought(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    first = world.board().content
    assert "📈 Ann: first rating **1086** · first win\n📈 Bob: first rating **954**" in first
    await world.later(DAY)
    await race(world, bob, ann)
    second = world.board().content
    assert "📈 Bob: rating 954 → **1049** (+95) · personal best · first win\n" in second
    assert "📈 Ann: rating 1086 → **1028** (−58)\n" in second


async def test_an_unrated_match_brings_no_rating_and_says_so_in_the_lobby(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await race(world, ann, bob, rated=False)
    assert "Rated: **no**" in world.lobby_text()
    assert "📈" not in world.board().content
    assert SAY("career.ladder.empty") in (await ann.command("leaderboard")).alt


async def test_a_server_may_open_its_matches_unrated(world: World) -> None:
    carla = world.person("Carla", manage_guild=True)
    answer = await carla.decide("rated", "False")
    assert decided("rated", SAY("setup.off")) in answer.text
    await carla.command("pistard new", players=4)
    assert "Rated: **no**" in world.lobby_text()
    await carla.command("pistard new", rated=True)
    assert "Rated: **yes**" in world.lobby_text()


async def test_pages_of_a_large_ladder_always_have_the_own_row(world: World, ann: Player) -> None:
    await crowd(world, ann)
    shown = await ann.command("leaderboard")
    assert "page 1 of 3" in shown.alt
    assert f"You: {MANY}. \u2068Ann\u2069" in shown.alt
    assert shown.labels[:4] == ["Back", "Next", "My page", "As text"]
    second = await ann.press(shown, "Next")
    assert second.panel.id == shown.panel.id
    assert "page 2 of 3" in second.alt
    assert "11. \u2068Rider 11\u2069" in second.alt
    mine = await ann.press(second, "My page")
    assert "page 3 of 3" in mine.alt
    back = await ann.press(mine, "Back")
    assert "page 2 of 3" in back.alt


async def test_a_press_on_somebody_else_s_page_opens_one_s_own(world: World, ann: Player, bob: Player) -> None:
    await crowd(world, bob, ann)
    shown = await ann.command("leaderboard")
    before = shown.alt
    foreign = await bob.press(shown, "Next")
    assert foreign.panel.id != shown.panel.id
    assert foreign.panel.ephemeral
    assert f"You: {MANY - 1}. \u2068Bob\u2069" in foreign.alt
    assert shown.alt == before
    own = await bob.press(foreign, "My page")
    assert own.panel.id == foreign.panel.id
    assert "page 3 of 3" in own.alt


async def test_a_page_that_is_gone_leads_to_the_nearest_one(world: World, ann: Player) -> None:
    await crowd(world, ann)
    shown = await ann.command("leaderboard")
    code = base36(ann.id)
    world.forge(shown.panel, f"h:ladder:pistard.s.a.999.{code}")
    assert "page 3 of 3" in (await ann.press(shown, "forged 0")).alt


@pytest.mark.parametrize(
    "what",
    ["ladder:pistard.s.a.1", "ladder:pistard.x.a.1.1", "ladder:chess.s.a.1.1", "card:zz.s", "season:pistard.1.1"],
)
async def test_a_forged_code_is_refused_in_a_sentence(world: World, what: str, ann: Player) -> None:
    shown = await ann.command("leaderboard")
    world.forge(shown.panel, f"h:{what}")
    refused = await ann.press(shown, "forged 0")
    assert refused.whispers[-1].endswith(".")
    assert "reference" not in refused.whispers[-1]


async def test_the_text_form_is_for_the_reader_and_has_a_pointer_at_their_row(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await race(world, ann, bob)
    text = await bob.press(await ann.command("leaderboard"), "As text")
    assert text.panel.ephemeral
    [mine] = [line for line in text.text.splitlines() if line.startswith(">")]
    assert "Bob" in mine


async def test_periods_and_scopes_change_in_place(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    await world.later(200 * DAY)
    shown = await ann.command("leaderboard", period="season")
    assert SAY("career.ladder.empty") in shown.alt
    ever = await ann.press(shown, "All time")
    assert "Ann" in ever.alt
    everywhere = await ann.press(ever, "All servers")
    assert "All servers" in everywhere.alt
    assert "This server" in everywhere.labels


async def test_in_direct_messages_all_servers_count(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    await bob.command("leaderboard")  # no one plays without a press, from which their name is known
    shown = await ann.command("leaderboard", by_dm=True)
    assert "All servers" in shown.alt
    assert "Bob" in shown.alt
    assert shown.labels == ["As text", "This season", "Last 30 days"]
    refused = await ann.command("leaderboard", by_dm=True, scope="server")
    assert refused.whisper == SAY("refusal.career.server")


async def test_a_person_who_hides_is_on_the_server_s_ladder_only(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    hidden = await ann.press(await ann.command("settings"), SAY("settings.hide"))
    assert hidden.text.endswith(SAY("privacy.board.out"))
    shown = await bob.command("leaderboard", scope="everywhere")
    assert "Ann" not in shown.alt
    assert "Ann" in (await bob.command("leaderboard")).alt
    refused = await bob.press(await bob.command("profile", player=ann.member), "All servers")
    assert refused.whispers[-1] == SAY("refusal.career.hidden")
    back = await ann.press(hidden, SAY("settings.show"))
    assert SAY("privacy.board.out") not in back.text
    assert "Ann" in (await bob.command("leaderboard", scope="everywhere")).alt


@pytest.mark.parametrize("name", [WIDE, "🚴🏽‍♀️🏆🇨🇭❤️1️⃣👨‍👩‍👧‍👦", "محمد علي", "W" * 32, "```*_~|>`"])
async def test_any_name_fits(world: World, name: str) -> None:
    await world.person("Host").command("pistard new", players=4)
    await ranked(world, {1: name, 2: "Bob"})
    ann = world.person("Ann")
    shown = await ann.command("leaderboard")
    assert shown.picture_bytes().startswith(PNG)
    text = await ann.press(shown, "As text")
    assert text.text.startswith("```")
    assert text.text.count("```") == 2


async def test_the_newest_name_is_told(world: World, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    world.env.backend.guilds[world.guild.id].members[ann.id].nick = "Anna"
    await world.later(DAY)
    await race(world, ann, bob)
    text = (await bob.command("leaderboard")).alt
    assert "\u2068Anna\u2069" in text
    assert "\u2068Ann\u2069" not in text


async def test_computer_players_have_a_fixed_rating_on_the_ladder_and_in_the_lobby(world: World, ann: Player) -> None:
    await crowd(world, ann)
    text = (await ann.command("leaderboard")).alt
    assert "\u2068Computer (fair)\u2069, a computer player, fixed rating 1300." in text
    await ann.press(world.lobby(), "Join")
    await ann.add_computer(world.lobby())
    assert "Computer (fair) 🤖 rating 1300" in world.lobby_text()


async def test_the_game_of_the_thread_is_meant(world: World, quiz: Quiz, ann: Player, bob: Player) -> None:
    await race(world, ann, bob)
    shown = await ann.command("leaderboard", at=world.thread)
    assert "Pistard" in shown.alt
    refused: Any = await ann.command("profile", at=world.thread)
    assert public(refused)

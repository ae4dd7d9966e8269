"""Rematch: one press opens the next match at the same table, once, with rotated seats and the same computers."""

import discord
import pytest

from engines import GAMES
from locales import catalogue
from tests.cogs.world import Player, World, play_fallback, quick_match

SAY = catalogue("en")


async def ended(world: World, player: Player) -> discord.Message:
    """The result of match 1, which this player has given up."""
    await player.command("match resign", sure="yes", match="1")
    result = world.races.threads[0].history()[-1]
    assert "Rematch" in world.labels(result)
    return result


async def names(world: World, match: int) -> list[str]:
    played = await world.match(match)
    return [row.name for row in played.seats]


async def test_the_first_press_opens_it_and_the_next_one_joins(world: World) -> None:
    ann, bob = await quick_match(world)
    result = await ended(world, bob)
    opened = await ann.press(result, "Rematch")
    assert opened.whisper == f"You're in: match #2 is waiting for players in <#{world.races.id}>."
    assert world.lobby_text().startswith("Pistard #2\nOpen: 1 seat free")
    assert (await bob.press(result, "Rematch")).whisper == opened.whisper
    assert world.lobby_text().startswith("Pistard #2\nThe table is full")
    assert await names(world, 2) == ["Bob", "Ann"], "everybody sits one seat further"
    again = await ann.press(result, "Rematch")
    assert again.whisper == "You already have a seat."


async def test_two_presses_in_the_same_moment_open_one_lobby(world: World) -> None:
    ann, bob = await quick_match(world)
    result = await ended(world, bob)
    await world.together(result, "Rematch", ann, bob)
    assert await names(world, 2) == ["Bob", "Ann"]
    assert await world.house.matches.match(3) is None


async def test_the_table_is_the_same_and_computers_come_along(world: World, ann: Player) -> None:
    await ann.start_match(computers=2, preset="quick", clock="brisk", weekends=True, forced=False)
    await ann.press(await ended(world, ann), "Rematch")
    old, new = [await world.house.matches.match(match) for match in (1, 2)]
    assert old is not None and new is not None
    assert (new.options, new.places, new.terms) == (old.options, 3, old.terms)
    assert (new.terms.weekends, new.terms.forced) == (True, False)
    assert [row.user for row in new.seats] == [None, None, ann.id]
    assert (await ann.press(world.lobby(), "Start")).whisper.startswith("Match #2")
    assert (await world.seen(2, ann)).seat == 2


async def test_a_match_that_goes_on_has_no_rematch(world: World) -> None:
    ann, _ = await quick_match(world)
    board = world.board()
    assert "Rematch" not in world.labels(board)
    world.forge(board, "h:rematch:1", "h:rematch:77")
    assert (await ann.press(board, "forged 0")).whisper == "This match isn't over yet; the rematch comes after it."
    assert (await ann.press(board, "forged 1")).whisper == "I can't find that match; `/games` lists yours."


async def test_the_free_places_are_kept_for_the_table_and_its_guests(world: World) -> None:
    ann, bob = await quick_match(world)
    result = await ended(world, bob)
    carla, dora = world.person("Carla"), world.person("Do*ra")
    until = int(world.now()) + 86400
    unopened, refused = (SAY(f"refusal.rematch.{why}", match=1, until=until) for why in ("unopened", "theirs"))
    assert (await carla.press(result, "Rematch")).whisper == unopened
    await ann.press(result, "Rematch")
    held = SAY("lobby.held", match=1, when=f"<t:{until}:f>")
    assert held in world.lobby_text()
    assert (await carla.press(world.lobby(), "Join")).whisper == refused
    choosing = await bob.press(world.lobby(), "Invite")
    assert choosing.panel.ephemeral
    invited = await bob.choose(choosing, dora.member)
    assert invited.text == "Do\\*ra is invited."
    assert not world.parts(choosing.panel)
    assert (await carla.press(result, "Rematch")).whisper == refused
    await dora.press(world.lobby(), "Join")
    assert await names(world, 2) == ["Ann", "Do*ra"]


async def test_only_people_who_played_invite(world: World) -> None:
    ann, bob = await quick_match(world)
    await ann.press(await ended(world, bob), "Rematch")
    carla = world.person("Carla")
    assert (await carla.press(world.lobby(), "Invite")).whisper == SAY("refusal.rematch.not.played", match=1)
    assert (await carla.press(world.lobby(), "Join")).whisper.startswith("Until <t:")


async def test_after_a_day_the_places_are_for_everybody(world: World) -> None:
    ann, bob = await quick_match(world)
    await ann.press(await ended(world, bob), "Rematch")
    await world.later(86400)
    carla = world.person("Carla")
    await carla.press(world.lobby(), "Join")
    assert await names(world, 2) == ["Ann", "Carla"]


async def play_out(world: World, people: tuple[Player, Player], match: int) -> dict[str, int]:
    """A match to its end by easy answers; returns what each person has."""
    while (seen := await world.seen(match)).match.phase == "running":
        user = seen.match.seats[seen.view.waiting[0] or 0].user
        await play_fallback(world, next(person for person in people if person.id == user), match)
    await world.later(1)
    return {seen.match.seats[standing.seat].name: standing.points for standing in seen.standings}


@pytest.mark.usefixtures("last_squares")
async def test_the_rematch_of_two_is_the_return_match_and_says_who_is_ahead(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES["pistard"].spec.presets["quick"], "target", "3")
    people = ann, bob = await quick_match(world)
    first = await play_out(world, people, 1)
    [thread] = world.races.threads
    assert "Return match" not in thread.history()[0].content
    result = thread.history()[-1]
    assert "🔁" not in result.content
    await ann.press(result, "Rematch")
    await bob.press(result, "Rematch")
    await ann.press(world.lobby(), "Start")
    await world.later(1)
    again = next(t for t in world.races.threads if t.id != thread.id)
    assert "🔁 Return match of #1: the seats are swapped, and at the end" in again.history()[0].content
    second = await play_out(world, people, 2)
    sums = {name: first[name] + second[name] for name in first}
    for told in (again.history()[-1].content, ann.dms()[-1].content, bob.dms()[-1].content):
        [line] = [line for line in told.splitlines() if line.startswith("🔁")]
        assert line.startswith("🔁 Points from #1 and #2 together: ")
        assert all(f"{name} {points}" in line for name, points in sums.items())
        ahead = max(sums, key=lambda name: sums[name])
        assert line.endswith("It's a tie." if len(set(sums.values())) == 1 else f" **{ahead}** is ahead.")


async def test_a_match_that_was_given_up_has_no_return_match(world: World) -> None:
    ann, bob = await quick_match(world)
    result = await ended(world, bob)
    await ann.press(result, "Rematch")
    await bob.press(result, "Rematch")
    await ann.press(world.lobby(), "Start")
    await world.later(1)
    again = next(t for t in world.races.threads if t.history()[0].content.startswith("**Pistard #2"))
    assert "Return match" not in again.history()[0].content
    await ann.command("match resign", sure="yes", match="2")
    assert "🔁" not in again.history()[-1].content

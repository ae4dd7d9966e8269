"""Cups in which two tables count together as their people see them: two legs, and two against two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
import pytest
import simcord

from engines import GAMES
from locales import catalogue
from model.cup import WholeCup
from tests.cogs.world import Player, World, play_fallback

SAY = catalogue("en")
pytestmark = pytest.mark.usefixtures("last_squares")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The preset "quick" takes a few moves."""
    monkeypatch.setitem(GAMES["pistard"].spec.presets["quick"], "target", "3")


def message(world: World) -> discord.Message:
    """The newest message of the cup."""
    return [m for m in world.races.history() if m.embeds and "🏆" in (m.embeds[0].title or "")][-1]


def words(shown: discord.Message) -> str:
    """All that it says."""
    [embed] = shown.embeds
    return "\n".join([embed.title or "", embed.description or "", *(f"{f.name}: {f.value}" for f in embed.fields)])


async def drawn(world: World, count: int, **options: Any) -> list[Player]:
    """A cup that Ann has opened, and that so many others play in, after its draw; Ann comes first."""
    ann, *people = [world.person(name) for name in ("Ann", "Bob", "Cleo", "Dan", "Eve")[: count + 1]]
    await ann.command("cup new", game="pistard", preset="quick", title="Duo", **options)
    for person in people:
        await person.press(message(world), "Join")
    return [ann, *people]


async def begin(world: World, ann: Player) -> None:
    await ann.press(message(world), "Start")
    await world.later(61)


async def play_out(world: World, people: Sequence[Player], match: int) -> None:
    """A match to its end by easy answers."""
    while (seen := await world.seen(match)).match.phase == "running":
        user = seen.match.seats[seen.view.waiting[0] or 0].user
        await play_fallback(world, next(person for person in people if person.id == user), match)
    await world.later(61)


async def whole(world: World) -> WholeCup:
    return await world.house.cups.whole(1)


async def points_of(world: World, match: int) -> dict[str, int]:
    """What each person has at the end."""
    seen = await world.seen(match)
    return {seen.match.seats[standing.seat].name: standing.points for standing in seen.standings}


async def threads(world: World) -> dict[int, simcord.ChannelHandle]:
    """The thread of each match."""
    found = await world.house.cups.threads(range(1, 9))
    return {match: next(t for t in world.races.threads if t.id == thread) for match, thread in found.items()}


async def test_a_pair_plays_twice_and_reads_what_both_brought(world: World) -> None:
    people = await drawn(world, 3, format="knockout", return_match=True)
    ann, *others = people
    assert "🔁 Each pair plays two matches at once, with turned seats" in words(message(world))
    assert "🔁 Each pair plays" in (await ann.press(message(world), "Rules")).whisper
    await begin(world, ann)
    _, one, other = (await whole(world)).of_round(1)
    assert one.match is not None and other.match is not None
    opened = await threads(world)
    for leg, match in enumerate((one.match, other.match), 1):
        said = opened[match].history()[0].content
        assert f"Match {leg} of 2: you play the other one at the same time, with turned seats." in said
        assert "Both together decide who goes through: Final. In a tie the higher seed does." in said
    linked = [line for line in words(message(world)).splitlines() if line.startswith("<#")]
    assert linked == [f"<#{opened[one.match].id}>", f"<#{opened[other.match].id}>"]
    [picture] = message(world).attachments
    page = await ann.press(message(world), "All pages")
    text = await ann.press(await ann.press(page, page.labels[1]), page.labels[-1])
    assert f"Table 2 · match {one.match} · 1 of 2" in text.whisper
    assert f"Table 3 · match {other.match} · 2 of 2" in text.whisper

    await play_out(world, others, one.match)
    end = opened[one.match].history()[-1].content
    assert "🔁" not in end and "goes through" not in end and "🏆 **Duo** · Semi-finals · table 2" in end
    await play_out(world, others, other.match)
    first, second = await points_of(world, one.match), await points_of(world, other.match)
    sums = {name: first[name] + second[name] for name in first}
    end = opened[other.match].history()[-1].content
    assert f"🔁 Points from #{one.match} and #{other.match} together: " in end
    assert all(f"{name} {points}" in end for name, points in sums.items())
    record = await whole(world)
    final = {place for table in record.of_round(2) for place in table.places}
    through = next(entrant for place in final & {2, 3} if (entrant := record.holder(place)) is not None)
    assert f"🏆 **Duo**: {through.name} goes through. Next: Final." in end
    if len(set(sums.values())) == 2:
        assert f"**{max(sums, key=lambda name: sums[name])}** is ahead." in end
    [picture] = message(world).attachments
    assert f"{first[through.name]} · {second[through.name]}" in (picture.description or "")
    [begins] = [m.content for m in world.races.history() if m.content.startswith("🏆 The final of ")]
    opened = await threads(world)
    assert begins.endswith(f"<#{opened[record.of_round(2)[0].match or 0].id}>")
    said = opened[record.of_round(2)[1].match or 0].history()[0].content
    assert "Match 2 of 2" in said and "Both together decide who wins the cup." in said


async def test_an_organiser_decides_both_at_once(world: World) -> None:
    people = await drawn(world, 3, format="knockout", return_match=True)
    await begin(world, people[0])
    record = await whole(world)
    entrant = record.holder(3)
    winner = next(person for person in people if entrant is not None and person.id == entrant.user)
    told = await people[0].command("cup result", table=3, winner=winner.member.user)
    assert told.whisper == f"{winner.member.name} is set as the winner of both matches; the log shows that you set it."
    await world.later(61)
    assert {3} < {place for table in (await whole(world)).of_round(2) for place in table.places}


async def test_a_return_match_elsewhere_is_refused(world: World) -> None:
    ann = world.person("Ann")
    told = await ann.command("cup new", game="pistard", format="swiss", return_match=True)
    assert told.whisper == SAY("refusal.cup.legs")


async def test_two_against_two_from_sign_up_to_its_winners(world: World) -> None:
    ann, *others = await drawn(world, 4, format="teams")
    shown = words(message(world))
    assert "At least 4 players are needed." in shown and "**4** of 4 places" in shown
    assert "👥 By the draw the first and the fourth play together, against the second and the third." in shown
    rules = (await ann.press(message(world), "Rules")).whisper
    assert rules.startswith("**Duo** · two against two\nThe first and the fourth of the draw play together")
    await begin(world, ann)
    record = await whole(world)
    names = [entrant.name for place in (1, 2, 3, 4) if (entrant := record.holder(place)) is not None]
    sides = f"**{names[0]} and {names[3]}** against **{names[1]} and {names[2]}**"
    assert sides in words(message(world))
    assert world.races.threads == [], "no one else knows of its tables"
    one, other = record.of_round(1)
    called = next(person for person in others if any(sides in m.content for m in person.dms()))
    assert called is not None
    assert not {"Join", "Leave"} & set(world.labels(message(world))), "the four play to the end"
    for table in (one, other):
        await play_out(world, others, table.match or 0)
    first, second = await points_of(world, one.match or 0), await points_of(world, other.match or 0)
    ahead = first[names[0]] + second[names[3]] - first[names[1]] - second[names[2]]
    shown = words(message(world))
    [picture] = message(world).attachments
    told = picture.description or ""
    assert all(name in told for name in names)
    assert "**The cup is over.**" in shown
    if ahead:
        best, last = (names[0], names[3]), (names[1], names[2])
        best, last = (best, last) if ahead > 0 else (last, best)
        assert f"🥇 **{best[0]} and {best[1]}**" in shown and f"🥈 **{last[0]} and {last[1]}**" in shown
    else:
        assert f"🤝 A tie: {sides}. No one wins." in shown
    for player in others:
        [told] = [m.content for m in player.dms() if "All tables with your luck are over" in m.content]
        is_first = player.member.name in (names[0], names[3])
        verdict = (
            "The two sides are level" if not ahead else "Your side wins" if is_first is (ahead > 0) else "The other"
        )
        assert "Against the same seat at the other table: **" in told and verdict in told and sides in told
    log = (await ann.press(message(world), "Log")).whisper
    assert log.count("won the cup") == (2 if ahead else 0)
    checked = await ann.command("cup verify", cup="1")
    assert "All good: the seeding and all 2 tables follow from the seed" in checked.text


@pytest.mark.parametrize("options", [{"players": 5}, {"table": 3}, {"duplicate": False}])
async def test_two_against_two_of_others_is_refused(world: World, options: dict[str, Any]) -> None:
    told = await world.person("Ann").command("cup new", game="pistard", format="teams", **options)
    assert told.whisper == SAY("refusal.cup.teams")
    assert world.races.history() == []

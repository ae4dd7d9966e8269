"""The roll of honour: the winners of a server's tours and seasons."""

from dataclasses import replace

from locales import catalogue
from model.cup import CupRow, CupStep, Entrant
from model.kinds import CupRowKind, EntrantState
from model.match import Finish, Result
from tests.cogs.races import ranked
from tests.cogs.world import Player, World
from tests.db.sample import CUP

SAY = catalogue("en")
TOURS = 12


async def test_the_roll_names_winners_with_what_they_have_won(world: World, ann: Player) -> None:
    shown = await ann.command("leaderboard", game="superechelon")
    assert SAY("career.honours.empty") in (await ann.press(shown, "Roll of honour")).alt
    await ann.command("superechelon new", tours="1")
    await ranked(world, {ann.id: "Ann", 2: "Bob"}, "superechelon")
    roll = await ann.press(shown, "Roll of honour")
    assert roll.panel.ephemeral
    assert "\u2068Ann\u2069: Season of one tour, match #1" in roll.alt
    assert "Bob" not in roll.alt
    assert roll.labels == ["As text"]
    assert "Ann" in (await ann.press(roll, "As text")).text


async def test_a_long_roll_has_pages_and_a_rider_who_left(world: World, ann: Player) -> None:
    shown = await ann.command("leaderboard", game="legstrong")
    await world.house._store.servers.change(world.guild.id, lobbies=TOURS)
    for _ in range(TOURS):
        await ann.command("legstrong new", players=10)
    await world.house._store.careers.replace([won(world, match) for match in range(1, TOURS + 1)], (), {"legstrong"})
    roll = await ann.press(shown, "Roll of honour")
    assert "page 1 of 2" in roll.alt
    assert f"match #{TOURS}" in roll.alt
    assert "point" not in roll.alt  # a stage race is won by time
    older = await ann.press(roll, "Next")
    assert older.panel.id == roll.panel.id
    assert "page 2 of 2" in older.alt
    assert f"{SAY('career.left')}\u2069: " in older.alt
    assert "page 1 of 2" in (await ann.press(older, "Back")).alt


async def test_a_tour_that_was_won_against_computers_is_not_in_the_roll(world: World, ann: Player) -> None:
    shown = await ann.command("leaderboard", game="legstrong")
    await ann.command("legstrong new", players=10)
    alone = won(world, 1)
    await world.house._store.careers.replace([Finish(alone.results[:1])], (), {"legstrong"})
    assert SAY("career.honours.empty") in (await ann.press(shown, "Roll of honour")).alt


async def test_of_games_without_tours_the_roll_has_the_cups(world: World, ann: Player) -> None:
    shown = await ann.command("leaderboard", game="pistard")
    assert SAY("career.honours.empty") in (await ann.press(shown, "Roll of honour")).alt
    cups = world.house._store.cups
    for title, winner in (("Autumn cup", 6), ("", ann.id), ("lost", None)):
        cup = await cups.create(
            replace(CUP, guild=world.guild.id, channel=world.races.id, game="pistard", title=title),
            [CupRow(CupRowKind.OPEN, world.now())],
        )
        entered = tuple(
            Entrant(user, number, name, EntrantState.IN, place=number)
            for number, (user, name) in enumerate(((ann.id, "Ann"), (6, "Bob"), (7, "Cleo")), 1)
        )
        end = CupRow(CupRowKind.END, world.now() + cup.id, user=winner)
        await cups.commit(CupStep(replace(cup, phase="over", due=None), (end,), entered))
    roll = (await ann.press(shown, "Roll of honour")).alt
    assert "\u2068Ann\u2069: Pistard Cup 2 · " in roll
    assert roll.index("\u2068Bob\u2069: Autumn cup · ") > roll.index("Pistard Cup 2")
    assert "3 riders" in roll
    assert "lost" not in roll
    card = await ann.command("profile")
    assert "1 badge: Cup Winner." in card.alt
    [embed] = (await ann.press(card, "Badges")).panel.embeds
    assert "**Cup Winner**: Win a cup or a league." in str(embed.description)


async def test_there_is_no_roll_of_no_game(world: World, ann: Player) -> None:
    shown = await ann.command("leaderboard", game="pistard")
    world.forge(shown.panel, "h:honours:nonsense")
    assert (await ann.press(shown, "forged 0")).whispers[-1] == SAY("refusal.house.game")


def won(world: World, match: int) -> Finish:
    """A tour of two people: the first one was won by a person who is forgotten."""
    users = {-5: ""} if match == 1 else {5: "Eddy"}
    values = {"kind": "stayed", "rated": False, "field": 2, "points": 9, "in_time": 1, "late": 0}
    finished = world.now() + match
    return Finish(
        tuple(
            Result(match, user, seat, name, "legstrong", world.guild.id, finished, rank=seat + 1, **values)
            for seat, (user, name) in enumerate({**users, 6: "Fausto"}.items())
        )
    )

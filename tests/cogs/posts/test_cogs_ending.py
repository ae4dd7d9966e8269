"""The end of a match, told in its thread and to each player by direct message."""

from dataclasses import replace

import discord
import pytest

from cogs.posts.ending import CAUSE, _brief, end_text, ordinal, own_place, result_text
from engines import GAMES
from engines.dice import SeededDice
from engines.superechelon import SPEC, TourResult
from engines.table import Standing, Table, settle
from host.careers.endings import Ending
from host.careers.swing import Swing
from host.play.easy import IDLE, OBVIOUS
from host.play.fair_dice import Proof
from host.play.seen import Seen
from locales import catalogue
from model.career import Gain, RatingChange
from model.kinds import Phase
from model.match import Preferences, SeatRow
from render.pistard.track import HEIGHT
from screen.match_text import standing_lines
from screen.verdicts import podium_of, verdict
from tests.cogs.limits import CONTENT
from tests.cogs.posts.test_cogs_share import raced, result
from tests.cogs.quiz import seen as quizzed
from tests.cogs.world import FAST, Player, World, play_fallback
from tests.render.png import opened

SAY, LONGER = catalogue("en"), catalogue("en-XA")
PROOF = Proof("c" * 64, "e" * 64, "0" * 64)

pytestmark = pytest.mark.usefixtures("last_squares")


def result_message(player: Player) -> discord.Message:
    return player.dms()[-1]


async def test_each_player_hears_of_their_own_place_and_gains(world: World) -> None:
    ann, bob = await raced(world)
    first = next(standing.seat for standing in (await world.seen(1)).standings if standing.rank == 1)
    winner, other = ((ann, bob), (bob, ann))[first]
    won, lost = result_message(winner), result_message(other)
    assert won.content.startswith("### 🥇 You won. Congratulations!\n")
    assert lost.content.startswith("### 🥈 You came 2nd of 2. Well played!\n")
    for message in (won, lost):
        assert "📈 You: first rating" in message.content
        assert "wins the race" in message.content
        assert message.content.count("📈") == 1
        assert [attachment.filename for attachment in message.attachments] == ["podium-pistard-1.png"]
        assert message.flags.suppress_notifications
    assert "first win" in won.content
    assert "first win" not in lost.content
    assert result(world).content.count("📈") == 2


async def test_after_the_first_match_with_others_the_bot_offers_to_answer_what_makes_no_difference(
    world: World,
) -> None:
    ann, bob = await raced(world)
    end = result_message(ann)
    assert SAY("settings.offer") in end.content.splitlines()
    before = (end.content, world.labels(end))
    answer = await ann.press(end, FAST)
    assert answer.whisper == SAY("settings.left")
    assert answer.panel.id != end.id and before == (end.content, world.labels(end)), "the end stays as it is"
    assert (await world.house.notifications.preferences(ann.id)).easy == IDLE
    assert not (await world.house.notifications.preferences(bob.id)).easy
    assert FAST in world.labels(result_message(bob))
    assert FAST not in world.labels(result(world)), "what all see offers nothing to anyone"


async def test_a_match_against_computers_alone_is_no_first_one_with_others(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(preset="quick", target=3, computers=1)
    await ann.start_match(bob, preset="quick", target=3)
    for number in (1, 2):
        await world.later(1)
        while not (await world.seen(number)).view.over:
            await play_fallback(world, (ann, bob)[(await world.seen(number)).view.waiting[0] or 0], number)
            await world.later(1)
        await world.later(2)
        assert (FAST in world.labels(result_message(ann))) == (number == 2)


async def test_it_is_offered_once_and_to_no_one_who_has_chosen(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await world.house.notifications.set_preferences(ann.id, Preferences(easy=OBVIOUS))
    for number in (1, 2):
        await ann.start_match(bob, preset="quick", target=3)
        await world.later(1)
        while not (await world.seen(number)).view.over:
            await play_fallback(world, (ann, bob)[(await world.seen(number)).view.waiting[0] or 0], number)
        await world.later(2)
        assert FAST not in world.labels(result_message(ann))
        assert (FAST in world.labels(result_message(bob))) == (number == 1)


async def test_the_film_is_one_press_away(world: World) -> None:
    ann, _ = await raced(world)
    for message in (result(world), result_message(ann)):
        film = await ann.press(message, "Film")
        assert film.panel.id != message.id
        assert film.picture.filename == "pistard-1.webp"


async def test_whose_direct_messages_are_closed_is_pointed_to_the_thread_without_a_sound(world: World) -> None:
    bob = world.person("Bob")
    bob.close_dms()
    ann = world.person("Ann")
    await ann.start_match(bob, preset="quick", target=3)
    await world.play_out(ann, bob)
    [mention] = [m for m in world.thread.history() if m.content == SAY("mention.end", user=f"<@{bob.id}>")]
    assert [m.id for m in mention.mentions] == [bob.id]
    assert mention.flags.suppress_notifications
    assert ann.dms()


async def test_the_result_shows_the_last_board_above_the_podium_and_no_board_follows_an_old_one(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.start_match(bob, preset="quick", target=3)
    while not (view := (await world.seen(1)).view).over:
        await world.later(3600)
        await play_fallback(world, (ann, bob)[view.waiting[0] or 0])
    [board, shown] = [message for message in world.thread.history() if message.attachments][-2:]
    assert "The match is over." not in board.content
    [finish] = shown.attachments
    assert finish.filename == "podium-pistard-1.png"
    png = world.env.backend.cdn.get(finish.url)
    assert png is not None and opened(png).height > HEIGHT + 600


async def test_who_is_forgotten_has_no_name_on_a_podium_that_is_shared_later(world: World) -> None:
    ann, bob = await raced(world)
    assert "Bob" in (result(world).attachments[0].description or "")
    await world.house.privacy.forget(bob.id)
    panel = await ann.press(result(world), "Share")
    await ann.member.select(panel.panel, [world.races], custom_id="c:podium:1")
    post = world.races.history()[-1]
    alt = post.attachments[0].description or ""
    assert "Bob" not in post.content + alt
    assert SAY("career.left") in alt


# --- without a Discord around it


def ended(*ranks: tuple[int, int], phase: Phase = "over", played_out: bool = True) -> Seen:
    """How a match of two looks to the first seat, with a rank and points for each."""
    asked = quizzed()
    standings = tuple(Standing(seat, rank, points) for seat, (rank, points) in enumerate(ranks))
    view = replace(asked.view, standings=standings, over=played_out, waiting=())
    return replace(asked, view=view, match=replace(asked.match, phase=phase))


def test_a_verdict_says_by_what_was_won() -> None:
    assert verdict(ended((1, 12), (2, 9)), SAY) == "🏆 Ann wins the race with 12 points, 3 more than Bob."
    assert verdict(ended((1, 3), (2, 9)), SAY) == "🏆 Ann wins the race: the last team on the track, ahead of Bob."
    assert verdict(ended((1, 9), (1, 9)), SAY) == "🏆 Ann and Bob share the win."


@pytest.mark.parametrize("race", ["lap", "half-lap"])
def test_a_race_in_which_the_last_go_out_is_told_in_riders(race: str) -> None:
    seen = ended((1, 1), (2, 0))
    seen = replace(seen, match=replace(seen.match, options={"race": race}))
    text = end_text(seen, (), Ending(), SAY)
    assert "🏆 Ann wins the race with 1 rider still on the track." in text
    assert "1. Ann — 1 rider left" in text and "2. Bob — 0 riders left" in text
    assert [winner.score for winner in podium_of(seen, SAY).placed] == ["1 rider left", "0 riders left"]
    assert "point" not in text + result_text(seen, (), PROOF, Ending(), SAY)
    shared = replace(ended((1, 1), (1, 1)), match=seen.match)
    assert verdict(shared, SAY) == "🏆 Ann and Bob share the win."
    assert "1. Ann — 12 points" in end_text(ended((1, 12), (2, 9)), (), Ending(), SAY)


def test_of_a_season_the_tours_are_told_that_rank_before_points() -> None:
    game = GAMES["superechelon"]
    state, _ = game.setup(settle(SPEC, Table(3, {"tours": "3"}, SPEC.rules)), SeededDice(bytes(32), 0))
    state.results = (TourResult((90, 105, 20), (1,)), TourResult((40, 99, 30), (1, 2)), TourResult((64, 1, 62), (0,)))
    state.stage, state.gc = "over", [0, 0, 0]
    view = game.view(state, None)
    asked = ended((1, 1), (2, 0))
    match = replace(
        asked.match,
        game="superechelon",
        options={"tours": "3"},
        seats=(*asked.match.seats, SeatRow(2, 3, None, "Carla")),
    )
    seen = replace(asked, view=view, match=match, game=game)
    assert [line.removeprefix("\u200b") for line in standing_lines(seen, SAY)] == [
        "1. Bob — 1½ tours, 205 GC",
        "2. Ann — 1 tour, 194 GC",
        "3. Carla — ½ tour, 112 GC",
    ]
    assert verdict(seen, SAY) == "🏆 Bob wins with 1½ tours, 205 GC, ahead of Ann with 1 tour, 194 GC."
    assert [winner.score for winner in podium_of(seen, SAY).placed][1:] == ["1 tour, 194 GC", "½ tour, 112 GC"]
    state.results = state.results[2:]
    one_tour = replace(seen, view=replace(game.view(state, None), tours=1))
    assert "1. Ann — 64 GC" in "".join(standing_lines(one_tour, SAY))


def test_what_was_given_up_or_called_off_is_won_by_nobody() -> None:
    stopped, off = ended((1, 9), (2, 4), played_out=False), ended((1, 9), (2, 4), phase="cancelled", played_out=False)
    assert verdict(stopped, SAY) == "Stopped before the end. Leading at the time: Ann."
    assert verdict(off, SAY) == "Called off: it doesn't count for anyone."
    assert own_place(off, SAY) == "### Match over"
    assert "🥇" not in end_text(off, (), Ending(), SAY)


def test_a_place_is_told_to_its_player() -> None:
    assert own_place(ended((1, 9), (2, 4)), SAY) == "### 🥇 You won. Congratulations!"
    assert own_place(ended((1, 9), (1, 9)), SAY) == "### 🥇 You share the win. Congratulations!"
    assert own_place(ended((2, 4), (1, 9)), SAY) == "### 🥈 You came 2nd of 2. Well played!"


@pytest.mark.parametrize(
    ("language", "places"),
    [
        ("en", ["2nd", "3rd", "4th", "11th", "22nd"]),
        ("de", ["2", "3", "4", "11", "22"]),
        ("es", ["2.º", "3.º", "4.º", "11.º", "22.º"]),
        ("fr", ["2e", "3e", "4e", "11e", "22e"]),
    ],
)
def test_places_are_counted_as_the_language_does(language: str, places: list[str]) -> None:
    say = catalogue(language)
    assert [ordinal(place, say) for place in (2, 3, 4, 11, 22)] == places


def test_the_swing_is_told_in_a_sentence_and_what_has_brought_it_below() -> None:
    seen = ended((1, 12), (2, 9))
    text = end_text(seen, (), Ending(swing=Swing(3, 0, 1, 4, 2)), SAY)
    assert text.endswith("🎢 Biggest swing: from 4 points behind Bob, Ann came out 2 ahead.")
    text = end_text(seen, (), Ending(swing=Swing(3, 0, 1, 0, 2)), SAY)
    assert text.endswith("🎢 Biggest swing: from level with Bob, Ann came out 2 ahead.")
    text = end_text(seen, (), Ending(unchallenged=0), SAY)
    assert text.endswith("🎢 No swing at all: Ann took the lead first and was never caught.")
    assert "🎢" not in end_text(seen, (), Ending(unchallenged=1), SAY), "who led all along was put behind by resigning"


@pytest.mark.parametrize(
    ("sentence", "brief"),
    [
        ("Short.\nSecond line", "Short."),
        (f"First part, {'x' * CAUSE}", "First part …"),
        (f"**Bold, part** goes on {'x' * CAUSE}", f"Bold, part goes on {'x' * CAUSE}"[: CAUSE - 1].rstrip() + "…"),
    ],
)
def test_a_long_cause_is_cut_after_one_of_its_parts_and_never_in_bold(sentence: str, brief: str) -> None:
    assert _brief(sentence) == brief


def test_why_a_match_is_not_rated_is_told_to_all() -> None:
    seen = ended((1, 12), (2, 9))
    for ending, line in (
        (Ending(unrated=True), "⚖️ Not rated, and no badges: not everyone made a move."),
        (Ending(lost=((2, "*Bob*"),)), r"⚖️ Rated only as a loss for \*Bob\*, who left before their first move."),
    ):
        assert line in result_text(seen, (), PROOF, ending, SAY).splitlines()
        assert line in end_text(seen, (), ending.of(1), SAY).splitlines()


def test_the_longest_result_fits_and_keeps_its_seed() -> None:
    badges = ("headwind", "broom", "lead.out", "podium")
    gains = tuple(
        Gain(user, "*" * 32, RatingChange(7, user, 1135, 190, 1061), badges, is_best=True, is_first_win=True)
        for user in range(1, 9)
    )
    ending = Ending(gains, Swing(3, 0, 1, 4, 2), (), None)
    seen = ended((1, 12), (2, 9))
    for say in (SAY, LONGER):
        assert len(result_text(seen, (), PROOF, ending, say)) <= CONTENT
        assert len(end_text(seen, (), ending, say)) <= CONTENT
    assert "0" * 64 in result_text(seen, (), PROOF, Ending(gains[:4]), SAY)

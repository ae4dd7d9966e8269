"""Opening a match in taps: presets with their lengths, more or fewer players, and the form with all options."""

import re
from dataclasses import replace

import pytest

from engines import GAMES
from host.careers.opponent_ratings import opponent_points
from host.lobby.presets import PRESETS
from locales import PSEUDO, catalogue
from opponents import OPPONENTS
from tests.cogs.world import Player, World
from tests.marks import few

SAY = catalogue("en")
FORM = 5  # Discord's type of an interaction
SCREEN = ["Quick tonight", "A week", "The long version", "Fewer players", "More players", "Details"]


@pytest.mark.parametrize("game", few(GAMES))
async def test_a_command_without_options_asks_how_much_time_there_is(world: World, ann: Player, game: str) -> None:
    screen = await ann.command(f"{game} new")
    assert screen.panel.ephemeral
    assert screen.labels == SCREEN
    assert f"### A new match of {SAY(f'{game}.name')}" in screen.text
    assert re.search(r"\*\*Quick tonight\*\* · about \d+ minutes, all online together", screen.text)
    assert re.search(r"\*\*A week\*\* · about ([4-9]|10) days \(\d+ minutes of your own time\)", screen.text)
    assert re.search(r"\*\*The long version\*\* · about \d+ days \(", screen.text)
    assert not [message for message in world.races.history() if message.embeds], "nothing is opened yet"


@pytest.mark.parametrize(
    ("label", "clock"), [("Quick tonight", "live"), ("A week", "brisk"), ("The long version", "daily")]
)
async def test_one_press_opens_the_lobby(world: World, ann: Player, label: str, clock: str) -> None:
    screen = await ann.command("pistard new")
    opened = await ann.press(screen, label)
    assert opened.text == SAY("lobby.open.done", match=1)
    assert opened.labels == []
    assert f"Clock: **{clock}**" in world.lobby_text()
    assert "4. *free*" in world.lobby_text()


async def test_more_and_fewer_players_renew_the_screen(world: World, ann: Player) -> None:
    screen = await ann.command("pistard new")
    before = screen.text
    fewer = await ann.press(screen, "Fewer players")
    assert fewer.panel.id == screen.panel.id
    assert "For **3** players." in fewer.text != before
    opened = await ann.press(fewer, "A week")
    assert opened.text == SAY("lobby.open.done", match=1)
    assert "4. *free*" not in world.lobby_text()
    assert "3. *free*" in world.lobby_text()


async def test_nobody_gets_beyond_what_the_game_has(world: World, ann: Player) -> None:
    screen = await ann.command("schlangennest new")
    off = {part["label"]: part["disabled"] for part in world.parts(screen.panel)}
    assert (off["Fewer players"], off["More players"]) == (False, True)
    for forged in ("h:open:schlangennest.9", "h:open:schlangennest.0", "h:preset:week.schlangennest.99"):
        answer = await ann.send(screen.panel, {"custom_id": forged, "component_type": 2})
        assert "For **4** players." in answer.text or SAY("lobby.open.done", match=1) in answer.text


async def test_a_preset_that_does_not_hold_the_players_says_for_whom_it_is(
    world: World, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["schlangennest"]
    twins = replace(game.spec, lengths=({"snakes": "twins"}, {}, {}))
    monkeypatch.setattr(game, "spec", twins, raising=False)
    screen = await ann.command("schlangennest new")
    assert "**Quick tonight** · only for 2 players" in screen.text
    off = {part["label"]: part["disabled"] for part in world.parts(screen.panel)}
    assert off["Quick tonight"]
    assert not off["A week"]
    refused = await ann.send(screen.panel, {"custom_id": "h:preset:tonight.schlangennest.4", "component_type": 2})
    assert refused.whispers[-1] == "These options are for 2 players, not 4."
    fewer = await ann.press(await ann.press(screen, "Fewer players"), "Fewer players")
    assert "**Quick tonight** · about " in fewer.text


async def test_the_form_opens_what_it_says(world: World, ann: Player) -> None:
    form = await ann.press(await ann.command("pistard new"), "Details")
    done = await ann.fill_form(
        form, clock=["brisk"], option_track=["classic"], option_target="9", ticks=["weekends", "unrated"]
    )
    assert done.panel.content == SAY("lobby.open.done", match=1)
    text = world.lobby_text()
    for line in ("Track: **Classic**", "Target: **9**", "Clock: **brisk** · weekends off", "Rated: **no**"):
        assert line in text


async def test_what_has_no_field_of_its_own_is_chosen_or_ticked(world: World, ann: Player) -> None:
    form = await ann.press(await ann.command("legstrong new"), "Details")
    await ann.fill_form(form, option_tour=["weekend"], more=["attacks=clockwise"], ticks=["unforced", "hold"])
    text = world.lobby_text()
    assert (await world.match(1)).options["hold"] == "on"
    for line in ("Doping: **Off**", "Attacks: **Clockwise**", "**you confirm them**", "Clock: **daily**"):
        assert line in text


@pytest.mark.parametrize(
    ("clock", "days", "line"),
    [
        ("evening.18", ["0", "2", "4"], "Clock: **evening** · moves due at 18:00 · only on Mon, Wed, Fri"),
        ("evening", [], "Clock: **evening** · moves due at 21:00\n"),
        ("daily", ["4", "0", "1", "2", "3", "5", "6"], "Clock: **daily**\n"),
    ],
)
async def test_the_form_has_the_hour_of_an_evening_and_the_days(
    world: World, ann: Player, clock: str, days: list[str], line: str
) -> None:
    form = await ann.press(await ann.command("pistard new"), "Details")
    await ann.fill_form(form, clock=[clock], more=[f"days={day}" for day in days])
    assert line in world.lobby_text()


async def test_days_that_are_all_off_are_refused(world: World, ann: Player) -> None:
    form = await ann.press(await ann.command("pistard new"), "Details")
    refused = await ann.fill_form(form, more=["days=5", "days=6"], ticks=["weekends"])
    assert refused.whispers[-1] == SAY("refusal.house.days")
    assert await world.house.matches.match(1) is None


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("clock", "evening.24", "house.hour"),
        ("clock", "evening.noon", "house.hour"),
        ("clock", "hourly", "house.clock"),
        ("more", "days=7", "house.days"),
    ],
)
async def test_what_the_form_does_not_offer_is_refused(
    world: World, ann: Player, field: str, value: str, why: str
) -> None:
    screen = await ann.command("pistard new")
    given = {"type": 18, "component": {"type": 3, "custom_id": field, "values": [value]}}
    refused = await ann.send(screen.panel, {"custom_id": "o:pistard.2", "components": [given]}, FORM)
    assert refused.whispers[-1] == SAY(f"refusal.{why}")
    assert await world.house.matches.match(1) is None


@pytest.mark.parametrize("typed", ["x", "99", "-1"])
async def test_a_form_filled_in_badly_is_refused_in_a_sentence_and_the_screen_stays(
    world: World, ann: Player, typed: str
) -> None:
    screen = await ann.command("pistard new")
    refused = await ann.fill_form(await ann.press(screen, "Details"), option_target=typed)
    assert refused.whispers[-1] == "Target must be a number from 3 to 30."
    assert world.labels(screen.panel) == SCREEN
    assert await world.house.matches.match(1) is None


async def test_two_values_of_one_option_are_refused(world: World, ann: Player) -> None:
    screen = await ann.command("legstrong new")
    refused = await ann.fill_form(await ann.press(screen, "Details"), more=["tests=pick", "tests=blind"])
    assert refused.whispers[-1] == SAY("refusal.open.both")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("locale", ["en-US", PSEUDO])
async def test_screen_and_form_fit_in_every_language(
    world: World, ann: Player, game: str, locale: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = catalogue(locale)
    monkeypatch.setattr("cogs.opening.screen.reader", lambda interaction: say)
    screen = await ann.command(f"{game} new")
    form = await ann.press(screen, next(label for label in screen.labels if "Details" in label))
    [shown] = [body for body in world.bodies() if body.get("custom_id", "").startswith("o:")]
    assert 3 <= len(shown["components"]) <= 5
    assert form.result.acknowledged


async def test_an_open_button_asks_in_a_message_of_its_own(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=2)
    lobby = world.lobby()
    asked = await ann.send(lobby, {"custom_id": "h:open:superechelon", "component_type": 2})
    assert asked.panel.ephemeral and asked.panel.id != lobby.id
    assert asked.labels == SCREEN


async def test_add_opponent_asks_which(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=3)
    asked = (await ann.press(world.lobby(), "Add computer")).result.followups[-1]
    assert asked.ephemeral
    assert world.labels(asked)[:5] == ["Easy", "Fair", "Strong", "Champion", "Sparring"]
    assert len(world.labels(asked)) == len(OPPONENTS) <= 25
    assert "Matches with it aren't rated." in asked.content
    assert "**Easy** · Sees one thing at a time" in asked.content
    done = await ann.press(asked, "Easy")
    assert done.text == "A computer player has sat down: **Easy**. 1 seat left."
    assert f"2. Computer (easy) 🤖 rating {opponent_points('pistard', 'easy')}" in world.lobby_text()
    full = await ann.press(done, "Fair")
    assert full.labels == []
    assert "3. Computer (fair) 🤖 rating 1300" in world.lobby_text()


async def test_an_unknown_opponent_or_preset_is_refused(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=3)
    for code, why in (
        ("h:seat:1.oracle", "I don't know that computer player."),
        ("h:preset:never.pistard.2", SAY("refusal.house.preset")),
        ("h:preset:week.chess.2", SAY("refusal.house.game")),
        ("h:open:chess", SAY("refusal.house.game")),
        ("h:solo:chess", SAY("refusal.house.game")),
        ("h:solo:chess.3", SAY("refusal.house.game")),
        ("h:solo:superechelon.3.oracle", SAY("refusal.lobby.opponent")),
    ):
        refused = await ann.send(world.lobby(), {"custom_id": code, "component_type": 2})
        assert refused.whispers[-1] == why, code
    assert set(PRESETS) == {"tonight", "week", "long"}

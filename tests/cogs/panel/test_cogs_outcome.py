"""What my own answer has caused comes first in the panel that follows it."""

from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.table import Event
from locales import catalogue
from model.kinds import How, RowKind
from model.match import LogRow
from render import RENDERERS
from render.news import is_told
from screen.outcome import SMALL, Caused, NewsSentence, fitting, outcome
from tests.cogs.world import AUTO, MORE, Answer, Player, World, play_fallback, press_through, quick_match, quick_race
from tests.engines.facts import FACTS, seats_near
from tests.marks import few

SAY = catalogue("en")
YOU, HOUSE = "**Done:** ", "**Played for you:** "


async def against_the_house(world: World, game: str) -> Player:
    """Ann in a short match against computer players, as few as can be."""
    ann = world.person("Ann")
    presets = [{"preset": preset} for preset in GAMES[game].spec.presets]
    least = seats_near(game, 2)
    options: dict[str, Any] = {**(FACTS[game].brief or next(iter(presets), {}))}
    await ann.start_match(command=f"{game} new", computers=least - 1, **options)
    return ann


def led(answer: Answer, mark: str = YOU) -> list[str]:
    """The lines from what was answered on, which stand right under the title."""
    lines = answer.text.splitlines()
    assert lines[1].removeprefix("-# ").startswith(mark), answer.text
    assert len(answer.text) <= 2000
    return lines[1:]


@pytest.mark.parametrize("game", few(RENDERERS))
async def test_the_panel_after_an_answer_begins_with_what_it_has_caused(world: World, game: str) -> None:
    ann = await against_the_house(world, game)
    led_by = 0
    for _ in range(4):
        if (await world.seen(1)).match.phase != "running":
            break
        await world.later(20)
        before = await world.rows(1)
        panel = await ann.command("play", match="1")
        if not panel.labels or 0 not in (await world.seen(1)).view.waiting:
            continue
        done = await press_through(panel)
        led(done)
        led_by += 1
        heard = await world.house.matches.history(1, ann.id, before)
        [own] = [events for row, events in heard if row.how == "player"]
        assert own or "–" not in done.text
    assert led_by


async def test_what_the_others_did_on_my_answer_follows_it(world: World) -> None:
    ann = await against_the_house(world, "superechelon")
    lines = led(await press_through(await ann.command("play")))
    assert any(line.startswith(("-# ", "▸ ")) for line in lines[1:])


async def test_the_answer_that_the_house_gives_for_me_is_named(world: World) -> None:
    ann, bob = await quick_race(world)
    due = ann if 0 in (await world.seen(1)).view.waiting else bob
    done = await due.press(await due.press(await due.command("play", match="1"), MORE), AUTO)
    first, second, *_ = led(done, HOUSE)
    assert "–" not in first
    assert "rides" in second or "takes" in second or "rolls" in second, done.text


async def test_a_panel_that_is_opened_later_tells_it_no_more(world: World) -> None:
    ann, _ = await quick_match(world)
    await play_fallback(world, ann)
    assert YOU not in (await ann.command("play", match="1")).text


def test_what_weighs_most_comes_first_and_is_never_cut_for_noise() -> None:
    noise = tuple(NewsSentence(None, f"noise {number} {'x' * 60}") for number in range(40))
    sentences = (*noise[:20], NewsSentence(3, "fourth"), NewsSentence(0, "the stage is won"), *noise[20:])
    text = Caused(1, YOU + "Ann rides.", sentences).text(6)
    lines = text.splitlines()
    assert lines[:3] == [YOU + "Ann rides.", "▸ the stage is won", "▸ fourth"]
    assert len(lines) == 4 and lines[-1].startswith("-# noise 39"), "which takes two lines"
    alike = (NewsSentence(1, "first"), NewsSentence(1, "second"), NewsSentence(1, "third"))
    assert Caused(1, YOU + "Ann rides.", alike).text(3).splitlines()[1:] == ["▸ second", "▸ third"], "the newer ones"
    tight = Caused(1, YOU + "Ann rides.", sentences).text(2)
    assert tight.splitlines() == [YOU + "Ann rides.", "▸ the stage is won"]
    assert fitting(sentences, 2, "-# ") == ["-# fourth", "-# the stage is won"]


def test_the_mark_of_small_print_takes_no_room_in_the_line() -> None:
    full = NewsSentence(None, "a" * SMALL)
    assert fitting([full], 1, "-# ") == [f"-# {full.text}"]
    assert fitting([NewsSentence(None, f"{full.text}a")], 1, "-# ") == []


def test_an_answer_for_which_there_is_no_line_left_is_shown_in_small_print() -> None:
    long = YOU + "Ann moves Green 1 with the 4 to row 17, lane 2."
    assert Caused(1, long, ()).text(2) == long
    assert Caused(1, long, ()).text(0) == f"-# {long}"


def test_an_answer_makes_room_for_the_news_that_weighs_most() -> None:
    lapped = NewsSentence(0, "🔵 Blue 1 laps 🟠 Orange 1 (Ann), who is out of the race.")
    rolled = NewsSentence(5, "Ann rolls 3 2 1.")
    caused = Caused(1, "**Done:** Ann moves 🟠 Orange 1 with the 1 to row 14, lane 1.", (rolled, lapped))
    own, *news = caused.text(3).split("\n")
    assert own.startswith("-# **Done:** Ann moves") and len(own) <= len("-# ") + SMALL
    assert news == [f"▸ {lapped.text}"]
    assert caused.text(1).split("\n")[0] != own, "where it has no room in any case the answer is whole"


def test_news_takes_the_only_line_from_a_sealed_answer() -> None:
    news = (NewsSentence(1, "The bunch is together."), NewsSentence(1, "The bunch is at the line."))
    sealed = Caused(1, YOU + "Your orders are sealed.", news, f"{YOU}{{line}}")
    assert sealed.text(1) == f"-# {YOU}The bunch is at the line."
    assert sealed.text(2).startswith(YOU)
    assert Caused(1, YOU + "Your orders are sealed.", (), f"{YOU}{{line}}").text(0).startswith(YOU)


async def test_only_an_answer_that_others_cannot_see_leaves_its_line_to_the_news(world: World) -> None:
    await against_the_house(world, "legstrong")
    seen = await world.seen(1)
    rider = {"rider": "0.leader", "seat": 0, "row": 25}
    rode = Event("rode", None, {**rider, "start": 20, "rows": 5, "price": 8, "gain": 0, "slip": 0, "how": "ride"})
    drawn = Event("bottle", frozenset({0}), {**rider, "value": 5})
    sealed = Event("chosen", frozenset({0}), {"seat": 0, "stage": "attack", "path": ("stay",)})
    for events, frame in (([rode, drawn], ""), ([sealed], f"{YOU}{{line}}")):
        row = LogRow(1, 9, RowKind.MOVE, 0, (), How.PLAYER, [], events, 1, 1, 0.0)
        made = outcome(seen, (row, events), (), SAY)
        assert made.own.startswith(YOU) and made.frame == frame, made


@pytest.mark.parametrize("game", RENDERERS)
def test_every_listed_kind_is_one_that_happens(game: str) -> None:
    files = [Path("engines", f"{game}.py"), *Path("engines", game).glob("*.py")]
    source = "".join(file.read_text() for file in files if file.exists())
    for kinds in (RENDERERS[game].STYLE.news, RENDERERS[game].STYLE.story or ()):
        assert [kind for kind in kinds if f'"{kind}"' not in source] == []
        assert len(set(kinds)) == len(kinds)


def test_of_a_game_without_a_list_all_is_told() -> None:
    assert is_told("chess", "checked") and is_told("pistard", "rode") and not is_told("pistard", "rolled")

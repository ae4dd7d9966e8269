"""Every kind of question asked in Discord: chosen from pages, several at once, typed into a form."""

import pytest

from engines.table import Amount, Pick
from locales import catalogue
from tests.cogs.quiz import Quiz, QuizView
from tests.cogs.world import MORE, Player, World, view_of

ALONE = [catalogue("en")("panel.hint"), MORE]  # beside the answers, where nothing is rated
MANY = tuple(f"o{number}" for number in range(60))


@pytest.fixture
def quiz(request: pytest.FixtureRequest) -> Quiz:
    """A quiz with the questions that the test names; a die falls after each answer, so all want a Confirm."""
    return Quiz(*request.param, rolls=True)


async def asked(world: World) -> tuple[Player, str]:
    """Ann alone in a quiz that has started."""
    ann = world.person("Ann")
    await ann.command("pistard new", players=4)
    await ann.press(world.lobby(), "Start")
    return ann, "1"


async def answer_of(world: World) -> tuple[str, ...]:
    """What was answered at last."""
    return (await view_of(world, QuizView)).answers


@pytest.mark.parametrize("quiz", [(Pick("one", MANY),)], indirect=True)
async def test_a_choice_from_the_third_page(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.command("play", match=match)
    assert panel.labels == ["Page 2 of 3", *ALONE]
    panel = await ann.press(panel, "Page 2 of 3")
    assert panel.labels == ["Page 1 of 3", "Page 3 of 3", *ALONE]
    panel = await ann.press(panel, "Page 3 of 3")
    assert panel.labels == ["Page 2 of 3", *ALONE]
    await world.restart()
    panel = await ann.choose(panel, "57")
    assert "Question 2 after o57" in panel.text
    panel = await ann.press(panel, "Back")
    assert panel.labels == ["Page 2 of 3", *ALONE]
    panel = await ann.choose(panel, "3")
    await ann.press(panel, "Confirm")
    assert await answer_of(world) == ("o3",)


@pytest.mark.parametrize("quiz", [(Pick("some", MANY[:12], 0, 3), Amount("watts", 0, 9))], indirect=True)
async def test_several_at_once_and_an_amount(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.choose(await ann.command("play", match=match), "10", "2")
    assert "Question 2 after o2+o10" in panel.text
    panel = await ann.press(panel, "Back")
    panel = await ann.choose(panel)
    assert "Question 2 after -" in panel.text
    panel = await ann.press(panel, next(label for label in panel.labels if label.startswith("7")))
    assert panel.labels == ["Confirm", "Back"]
    await ann.press(panel, "Confirm")
    assert await answer_of(world) == ("-/7",)


@pytest.mark.parametrize("quiz", [(Pick("some", MANY, 0, 40),)], indirect=True)
async def test_what_fits_no_select_can_be_typed(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.command("play", match=match)
    assert "There are more choices than fit here: type the one you want with `/move`." in panel.text
    assert len(await ann.complete("move", "choice", "")) == 25
    await ann.command("move", choice="o59+o3", match=match)
    assert await answer_of(world) == ("o3+o59",)


@pytest.mark.parametrize("quiz", [(Pick("one", MANY[:2]), Amount("watts", 10, 500))], indirect=True)
async def test_a_large_amount_is_typed_into_a_form(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.press(await ann.command("play", match=match), "o1~~~~~~~~")
    assert panel.labels == ["Enter a number", "Back"]
    form = await ann.press(panel, "Enter a number")
    assert form.result.modal is not None
    assert form.result.modal["title"] == "Enter a number"
    [row] = form.result.modal["components"]
    assert row["components"][0]["label"] == "A whole number from 10 to 500"

    typed = await ann.fill_in(form, " 250 ")
    assert typed.result.acknowledged
    assert "Question 3 after o1 250" in panel.text
    await ann.press(panel, "Confirm")
    assert await answer_of(world) == ("o1/250",)


@pytest.mark.parametrize("quiz", [(Amount("watts", 10, 500),)], indirect=True)
async def test_a_form_that_was_opened_before_a_restart_still_counts(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.command("play", match=match)
    form = await ann.press(panel, "Enter a number")
    await world.restart()
    typed = await ann.fill_in(form, "499")
    assert typed.result.acknowledged
    assert "Question 2 after 499" in panel.text
    await ann.press(panel, "Confirm")
    assert await answer_of(world) == ("499",)


@pytest.mark.parametrize("quiz", [(Amount("watts", 10, 500),)], indirect=True)
async def test_a_form_with_another_text_is_refused_and_changes_nothing(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.command("play", match=match)
    before = panel.text
    for text in ("9", "501", "12.5", "abc", "٤٢", "007", "+20", "@everyone", "9" * 20):
        refused = await ann.fill_in(await ann.press(panel, "Enter a number"), text)
        assert refused.whisper == "Please enter a whole number from 10 to 500, in digits."
        assert panel.text == before
    assert await answer_of(world) == ()


@pytest.mark.parametrize("quiz", [(Amount("watts", 10, 500),)], indirect=True)
async def test_a_form_sent_too_late_gets_a_fresh_panel(world: World) -> None:
    ann, match = await asked(world)
    panel = await ann.command("play", match=match)
    form = await ann.press(panel, "Enter a number")
    await ann.command("move", choice="20", match=match)
    await ann.fill_in(form, "30")
    assert "The match has moved on." in panel.text
    assert await answer_of(world) == ("20",)


@pytest.mark.parametrize("quiz", [(Amount("watts", 10, 500),)], indirect=True)
async def test_amounts_are_suggested_and_bounded_for_typing(world: World) -> None:
    ann, match = await asked(world)
    assert len(await ann.complete("move", "choice", "", match=match)) == 25
    offered = await ann.complete("move", "choice", "4", match=match)
    assert [text for _, text in offered] == [*map(str, range(40, 50)), *map(str, range(400, 415))]
    assert await ann.complete("move", "choice", "490", match=match) == [("✓ 490", "490")]
    assert await ann.complete("move", "choice", "watts", match=match) == []
    refused = await ann.command("move", choice="9", match=match)
    assert refused.whisper == "“9” doesn't work there; choose from: 10–500."


@pytest.mark.parametrize("quiz", [(Amount("watts", 0, 10**18),)], indirect=True)
async def test_a_huge_range_is_suggested_at_once(world: World) -> None:
    ann, match = await asked(world)
    for typed, first in (("", "0"), ("7", "7"), ("123456789", "123456789"), ("x", None)):
        offered = await ann.complete("move", "choice", typed, match=match)
        assert (offered[0][1] if offered else None) == first
        assert len(offered) <= 25
    panel = await ann.command("play", match=match)
    refused = await ann.fill_in(await ann.press(panel, "Enter a number"), str(10**18 + 1))
    assert refused.whisper == f"Please enter a whole number from 0 to {10**18}, in digits."
    assert await answer_of(world) == ()


@pytest.mark.parametrize("quiz", [(Amount("watts", -(10**18), 10**18),)], indirect=True)
async def test_a_form_shows_its_bounds_however_long_they_are(world: World) -> None:
    ann, match = await asked(world)
    form = await ann.press(await ann.command("play", match=match), "Enter a number")
    assert form.result.modal is not None
    field = form.result.modal["components"][0]["components"][0]
    assert len(field["label"]) <= 45 and field["label"].endswith("…")
    assert field["placeholder"] == f"-{10**18} – {10**18}"

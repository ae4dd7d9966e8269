"""From every kind of question to widgets that Discord takes, and back from what is pressed to the same answer."""

from typing import Any

import discord
import pytest

from cogs.panel.components import widgets
from cogs.panel.paths import choice, walk, write
from cogs.ui.controls import CHOOSE, Choice, Component, Step, Tail
from cogs.ui.custom_id import LONGEST, read
from cogs.ui.views import Widget, rows
from engines.table import Amount, Ask, Path, Pick, Ready, Refused
from host.play.seen import Seen
from locales import catalogue
from screen.questions import Question, choices, next_question
from tests.cogs.limits import check_components
from tests.cogs.quiz import PlainRenderer, dress_as_pistard, seen

SAY = catalogue("en")


@pytest.fixture(autouse=True)
def plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Labels as long as a renderer may make them."""
    dress_as_pistard(monkeypatch, PlainRenderer(longest_label=200))


def options(count: int) -> tuple[str, ...]:
    """Option ids in this number."""
    return tuple(f"o{number}" for number in range(count))


def shown(view: Seen, path: Path = (), page: int = 0) -> list[Widget]:
    """The widgets of the question after the path, checked against Discord's limits as a whole message."""
    question = next_question(view, path)
    assert question is not None
    items = widgets(view, question, SAY, page)
    check_components(rows(items).to_components())
    return items


def selects(items: list[Widget]) -> list[discord.ui.Select[Any]]:
    return [item for item in items if isinstance(item, discord.ui.Select)]


def buttons(items: list[Widget]) -> list[discord.ui.Button[Any]]:
    return [item for item in items if isinstance(item, discord.ui.Button)]


def follow(view: Seen, code: str) -> tuple[Path, str]:
    """Path and tail that a custom id stands for."""
    known = read(Component.SELECT if code.endswith(CHOOSE) else Component.BUTTON, code)
    assert isinstance(known, Step | Choice)
    assert (known.place.match, known.place.fingerprint) == (view.match.id, view.fingerprint)
    if isinstance(known, Choice):
        return walk(view, known.place.steps), CHOOSE
    return walk(view, known.place.steps), known.tail + (str(known.page) if known.tail is Tail.PAGE else "")


@pytest.mark.parametrize("count", [2, 5, 6, 15])
def test_up_to_fifteen_options_are_buttons(count: int) -> None:
    view = seen(Pick("one", options(count)))
    items = shown(view)
    assert [follow(view, str(item.custom_id)) for item in buttons(items)] == [((o,), "") for o in options(count)]
    assert all(len(str(item.label)) == 80 for item in buttons(items))
    assert max(item.row or 0 for item in items) == (count - 1 if count <= 3 else (count - 1) // 5), "long words"


def test_fifteen_options_leave_room_for_back() -> None:
    view = seen(Pick("first", options(2)), Pick("second", options(15)))
    *answers, back = shown(view, ("o0",))
    assert len(answers) == 15
    assert follow(view, str(back.custom_id)) == ((), "")
    assert back.row == 4


@pytest.mark.parametrize("count", [16, 25])
def test_up_to_twenty_five_options_are_a_select(count: int) -> None:
    view = seen(Pick("one", options(count)))
    [select] = shown(view)
    assert isinstance(select, discord.ui.Select)
    assert [(o.value, len(o.label)) for o in select.options] == [(str(n), 100) for n in range(count)]
    assert (select.min_values, select.max_values) == (1, 1)
    assert follow(view, str(select.custom_id)) == ((), CHOOSE)
    assert choice(Pick("one", options(count)), ["15"]) == "o15"


@pytest.mark.parametrize("count", [26, 50, 51, 130])
def test_more_options_are_pages_of_a_select(count: int) -> None:
    view = seen(Pick("one", options(count)))
    pages, offered = -(-count // 25), list[str]()
    for page in range(pages):
        items = shown(view, page=page)
        [select] = selects(items)
        offered += [options(count)[int(option.value)] for option in select.options]
        turns = {follow(view, str(item.custom_id)): item.label for item in buttons(items)}
        assert turns == {
            ((), f"@{other}"): f"Page {other + 1} of {pages}" for other in (page - 1, page + 1) if 0 <= other < pages
        }
    assert tuple(offered) == options(count)
    assert [o.value for o in selects(shown(view, page=9999))[0].options][-1] == str(count - 1)


@pytest.mark.parametrize(("least", "most"), [(0, 2), (2, 3), (0, 25), (3, 5)])
def test_k_of_n_is_a_select_of_several(least: int, most: int) -> None:
    ask = Pick("some", options(25), least, most)
    [select] = shown(seen(ask))
    assert isinstance(select, discord.ui.Select)
    assert (select.min_values, select.max_values) == (least, most)
    assert len(select.options) == 25
    assert choice(ask, ["10", "2"]) == "o2+o10"
    assert choice(ask, []) == "-"


def test_k_of_more_than_twenty_five_offers_what_fits() -> None:
    [select] = shown(seen(Pick("some", options(40), 0, 40)))
    assert isinstance(select, discord.ui.Select)
    assert len(select.options) == 25
    assert select.max_values == 25


def test_a_choice_of_none_or_all_of_one_is_asked() -> None:
    ask = Pick("maybe", ("o0",), 0, 1)
    [select] = shown(seen(ask))
    assert isinstance(select, discord.ui.Select)
    assert (select.min_values, select.max_values, len(select.options)) == (0, 1, 1)


@pytest.mark.parametrize(("least", "most"), [(1, 2), (-3, 3), (0, 14)])
def test_up_to_fifteen_amounts_are_buttons(least: int, most: int) -> None:
    view = seen(Amount("watts", least, most))
    assert [follow(view, str(item.custom_id)) for item in shown(view)] == [
        ((str(n),), "") for n in range(least, most + 1)
    ]


@pytest.mark.parametrize(("least", "most"), [(0, 24), (1, 16)])
def test_up_to_twenty_five_amounts_are_a_select(least: int, most: int) -> None:
    ask = Amount("watts", least, most)
    [select] = shown(seen(ask))
    assert isinstance(select, discord.ui.Select)
    assert [option.value for option in select.options] == [str(n) for n in range(least, most + 1)]
    assert choice(ask, [str(most)]) == str(most)


@pytest.mark.parametrize(("least", "most"), [(0, 25), (1, 1000000)])
def test_more_amounts_are_a_button_that_opens_a_form(least: int, most: int) -> None:
    view = seen(Amount("watts", least, most))
    [button] = shown(view)
    assert isinstance(button, discord.ui.Button)
    assert button.label == "Enter a number"
    assert follow(view, str(button.custom_id)) == ((), Tail.TYPE)


def test_the_end_of_the_questions_is_confirm_and_back() -> None:
    view = seen(Pick("one", options(3)), Amount("watts", 0, 9))
    confirm, back = shown(view, ("o2", "7"))
    assert follow(view, str(confirm.custom_id)) == (("o2", "7"), Tail.SURE)
    assert follow(view, str(back.custom_id)) == (("o2",), "")


def test_single_options_are_stepped_over_forwards_and_back() -> None:
    only = Pick("only", ("o0",))
    view = seen(only, Pick("two", options(2)), only, Amount("four", 4, 4), Pick("all", options(2), 2, 2))
    assert next_question(view, ()) == Question(("o0",), Pick("two", options(2)))
    assert next_question(view, ("o0", "o1")) == Question(("o0", "o1", "o0", "4", "o0+o1"), Ready())
    assert choices(view, ("o0", "o1", "o0", "4", "o0+o1")) == [1]
    assert choices(view, ("o0",)) == []
    assert len(shown(view)) == 2, "nothing to go back to"


def test_a_seat_that_is_not_asked_has_no_question() -> None:
    assert next_question(seen(Pick("one", options(2)), seat=None), ()) is None
    assert next_question(seen(Pick("one", options(2)), answered=True), ()) is None


ASKS: list[tuple[tuple[Ask, ...], Path]] = [
    ((), ()),
    ((Pick("one", options(200)),), ("o199",)),
    ((Amount("watts", -10, 10),), ("-10",)),
    ((Amount("watts", 0, 10**18),), ("999999999999999999",)),
    ((Pick("some", options(12), 0, 12),), ("-",)),
    ((Pick("some", options(12), 0, 12),), ("+".join(options(12)),)),
    ((Pick("one", options(9)), Pick("some", options(3), 0, 2), Amount("watts", 0, 99)), ("o8", "o0+o2", "42")),
    ((Pick("one", options(20)),) * 20, ("o19",) * 20),
]


@pytest.mark.parametrize(("asks", "path"), ASKS)
def test_a_place_in_a_match_survives_its_custom_id(asks: tuple[Ask, ...], path: Path) -> None:
    view = seen(*asks, match=36**12 - 1)
    for tail in ("", Tail.SURE, Tail.TYPE, f"{Tail.PAGE}9999"):
        code = write(view, path, tail)
        assert len(code) <= LONGEST
        assert follow(view, code) == (path, tail)
        with pytest.raises(Refused):
            read(Component.SELECT, code)
    code = write(view, path, CHOOSE)
    assert follow(view, code) == (path, CHOOSE)
    with pytest.raises(Refused):
        read(Component.BUTTON, code)


def test_a_path_too_long_for_a_custom_id_is_never_cut() -> None:
    view = seen(*(Pick("one", options(200)),) * 30)
    with pytest.raises(ValueError, match="longer than 100"):
        write(view, ("o199",) * 30)


@pytest.mark.parametrize(
    ("ask", "number"),
    [
        (Pick("one", options(3)), "3"),
        (Pick("one", options(3)), "-1"),
        (Pick("one", options(3)), "٣"),
        (Pick("one", options(3)), "100000"),
        (Pick("one", options(3)), ""),
        (Pick("some", options(3), 0, 2), "0+1+2"),
        (Pick("some", options(3), 0, 2), "1+0"),
        (Pick("some", options(3), 0, 2), "1+1"),
        (Pick("some", options(3), 1, 2), "-"),
        (Amount("watts", 0, 9), "10"),
        (Amount("watts", 0, 9), "07"),
        (Amount("watts", 0, 9), "-"),
        (Amount("watts", 0, 9), "1" * 5000),
    ],
)
def test_a_made_up_number_is_no_step(ask: Ask, number: str) -> None:
    with pytest.raises(Refused):
        walk(seen(ask), (number,))

"""Every custom id, right or made up, gets one answer that only the one who sent it can see."""

import inspect
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogs import server_setup
from cogs import settings as settings_command
from cogs.opening import form, seeking
from cogs.panel import lesson, note, presses, rules
from cogs.posts import invitation, share
from cogs.puzzles import presses as puzzle
from cogs.repair import rewind
from cogs.routes import ROUTES
from cogs.ui import controls
from cogs.ui.controls import CHOOSE, Action, Component, SettingButton, SettingSelect, Tail
from cogs.ui.custom_id import base36, read, zone_form_code
from engines import GAMES
from engines.table import Refused
from locales import catalogue
from tests.cogs.world import BUTTON, COMPONENT, FORM, MORE, SELECT, Answer, Message, Player, World, quick_match

pytestmark = pytest.mark.older

SAY = catalogue("en")
UNKNOWN = SAY("refusal.house.button")
ZONE_FORM = zone_form_code()
EPHEMERAL = 1 << 6
MESSAGE, THINKING, LATER, EDIT, SHOW_FORM = 4, 5, 6, 7, 9  # Discord's types of first answers

# --- what is private stays private


async def fingerprint(world: World, player: Player) -> str:
    """What stands in the codes of this player's panel."""
    return (await world.seen(1, player)).fingerprint


def looks(world: World, message: Message) -> tuple[Any, ...]:
    """All that can be seen of a message."""
    stored = world._stored(message)
    return stored.content, stored.embeds, stored.components, [file["filename"] for file in stored.attachments]


async def private_codes(world: World, ann: Player) -> list[str]:
    """Codes of Ann's private panels, each of which is answered there in place."""
    seen = await fingerprint(world, ann)
    steps = [f"g:1:{seen}:", f"g:1:{seen}:0", f"g:1:{seen}:@0", "g:1:00000000:0", f"p:1:{seen}:0"]
    panels = [
        "h:look:1",
        "h:plan:1",
        "h:withdraw:1",
        "h:orders:1",
        "h:countermand:1",
        "h:step:1.0.0",
        "h:snooze:1.hour",
        "h:rules:pistard.1",
    ]
    lessons = ["h:learn:pistard", "h:learn:pistard.lap", "l:pistard:lap:0:0"]
    careers = ["h:roll:pistard.1", "h:season:pistard.20261.1"]
    return [*steps, *panels, *lessons, *careers, f"h:undo:1.{seen}", "s:loud", "s:hide", "s:easy"]


async def test_a_panel_s_code_in_a_public_message_opens_a_private_panel(world: World) -> None:
    ann, _ = await quick_match(world)
    codes = await private_codes(world, ann)
    for public in (world.board(), world.lobby()):
        before = looks(world, public)
        for code in codes:
            answer = await ann.send(public, {"custom_id": code, "component_type": BUTTON})
            assert looks(world, public) == before, code
            assert answer.panel.ephemeral, code
            assert answer.panel.id != public.id


async def test_a_panel_s_select_or_form_in_a_public_message_answers_in_private(world: World) -> None:
    ann, _ = await quick_match(world)
    public, seen = world.board(), await fingerprint(world, ann)
    before = looks(world, public)
    chosen = {"component_type": SELECT, "values": ["0"]}
    fields = [{"type": 1, "components": [{"type": 4, "custom_id": "zone", "value": "Europe/Rome"}]}]
    for answer in (
        await ann.send(public, {"custom_id": f"g:1:{seen}:*", **chosen}),
        await ann.send(public, {"custom_id": "s:way", "component_type": SELECT, "values": ["dm"]}),
        await ann.send(public, {"custom_id": f"g:1:{seen}:", "components": []}, FORM),
        await ann.send(public, {"custom_id": ZONE_FORM, "components": fields}, FORM),
    ):
        assert answer.panel.ephemeral
        assert answer.panel.id != public.id
    assert looks(world, public) == before


async def test_the_hand_in_a_public_message_is_a_fresh_private_panel(world: World) -> None:
    ann, _ = await quick_match(world)
    shown = await ann.send(world.board(), {"custom_id": "h:look:1", "component_type": BUTTON})
    assert shown.panel.ephemeral
    assert shown.labels == ["🎲6", "🎲4", "🎲3", "🎲2", MORE]


async def test_in_direct_messages_the_panel_answers_in_place(world: World) -> None:
    ann, _ = await quick_match(world)
    [call] = [dm for dm in ann.dms() if "🎲6" in world.labels(dm)]
    step = await ann.press(call, "🎲6")
    assert step.panel.id == call.id


# --- one table


def test_every_action_has_a_function_of_its_own() -> None:
    assert set(ROUTES) == set(Action)
    handlers = [route.handler for route in ROUTES.values()]
    assert all(inspect.iscoroutinefunction(handler) for handler in handlers)
    assert len(set(handlers)) == len(handlers)


# what an action is about beside match 1, or instead of it; {user} is the person who presses
ABOUT = {
    Action.UNDO: "1.00000000",
    Action.UNTRY: "1.00000000",
    Action.KEEP: "1.00000000",
    Action.AUTO: "1.00000000",
    Action.FAST: "1.00000000",
    Action.LEG: "1.00000000",
    Action.STEP: "1.0.0",
    Action.TRY: "1.0",
    Action.SHARE_LINE: "1.1.00000000",
    Action.SHARE_BETTER: "1.1",
    Action.TRY_TOGETHER: "1.0",
    Action.FOLLOW: "1.on",
    Action.FOLLOW_PERSON: "{user}",
    Action.UNFOLLOW: "all",
    Action.MOVED: "0",
    Action.PUZZLE: "now",
    Action.OLDER: "now",
    Action.RACE: "now",
    Action.RACE_ON: "now",
    Action.RACE_FILM: "1.0",
    Action.SNOOZE: "1.hour",
    Action.ORDER: "1.00000000.0.0",
    Action.NOTE: "1.edit",
    Action.LINE: "1.use.1.00000000",
    Action.VOTE: "1.pause",
    Action.STANDING: "1.keep",
    Action.TAKEOVER: "1.0",
    Action.SEAT: "1.fair",
    Action.OPEN: "pistard",
    Action.PRESET: "tonight.pistard.2",
    Action.DETAILS: "pistard.2",
    Action.SOLO: "pistard",
    Action.SEEK: "pistard",
    Action.SEEK_CHANGE: "now",
    Action.SEEK_HERE: "now",
    Action.UNSEEK: "now",
    Action.LEARN: "pistard",
    Action.CUP_PAGE: "1.1",
    Action.CUP_OUT: "1.0",
    Action.CUP_OFF: "1.0",
    Action.CUP_TEXT: "1.1",
    Action.HOME: "pistard",
    Action.FRIENDS: "pistard",
    Action.RULES: "pistard.0",
    Action.LADDER: "pistard.s.a.1.{user}",
    Action.LADDER_TEXT: "pistard.s.a.1.{user}",
    Action.CARD: "{user}.s.{user}",
    Action.CARD_TEXT: "{user}.s.{user}",
    Action.BADGES: "{user}.s.{user}",
    Action.HIDE_ACCURACY: "{user}.s.{user}",
    Action.SHOW_ACCURACY: "{user}.s.{user}",
    Action.HONOURS: "superechelon",
    Action.ROLL: "superechelon.1",
    Action.ROLL_TEXT: "superechelon.1",
    Action.SEASONS: "pistard",
    Action.ARCHIVE: "pistard.20261",
    Action.SEASON: "pistard.20261.1",
    Action.SEASON_TEXT: "pistard.20261.1",
    Action.FORGET: "{user}",
    Action.POINTS: "1.0",
    Action.REWIND: "1.5.9",
    Action.EXCUSE: "1.9.all.0",
    Action.DROP: "1.9",
    Action.REPOST: "1.9",
    Action.ANNOUNCE: "0.1.0.5",
    Action.BACKUP: "now",
    Action.WEBHOOK_TEST: "1",
    Action.WEBHOOK_REMOVE: "1",
}


# what answers everything but an action
HANDLERS: dict[type, Callable[..., Any]] = {
    controls.Step: presses.pressed,
    controls.Choice: presses.chosen,
    controls.Number: presses.typed,
    controls.LessonStep: lesson.answered,
    controls.PuzzleStep: puzzle.pressed,
    controls.SettingButton: settings_command.pressed,
    controls.SettingSelect: settings_command.chosen,
    controls.ZoneForm: settings_command.zone_typed,
    controls.SetupButton: server_setup.pressed,
    controls.SetupSelect: server_setup.chosen,
    controls.SetupForm: server_setup.zone_typed,
    controls.Contents: rules.chosen,
    controls.Guest: invitation.chosen,
    controls.NoteForm: note.typed,
    controls.ShareSelect: share.chosen,
    controls.PointSelect: rewind.chosen,
    controls.OpeningForm: form.filled_in,
    controls.SeekForm: seeking.filled_in,
}


@contextmanager
def calls_of_handlers() -> Iterator[set[Action | type]]:
    """The actions, and the other kinds of custom ids, whose functions have been called meanwhile."""
    handlers = {**{action: route.handler for action, route in ROUTES.items()}, **HANDLERS}
    of_code = {inspect.unwrap(handler).__code__: what for what, handler in handlers.items()}
    assert len(of_code) == len(handlers)
    called: set[Action | type] = set()

    def called_now(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in of_code:
            called.add(of_code[frame.f_code])

    sys.setprofile(called_now)
    try:
        yield called
    finally:
        sys.setprofile(None)


async def test_each_custom_id_leads_to_the_function_of_its_action_and_to_no_other(world: World) -> None:
    ann, _ = await quick_match(world)
    world.bots[-1].owner_ids = {ann.id}  # so that managers' orders are hers, too
    panel = await ann.press(world.board(), "Your move")
    with sqlite3.connect(world.file) as base:  # some answer what only guests are asked
        base.execute("INSERT INTO invitations VALUES (1, ?, 5, 'Ann', 'open', 0.0, 0.0)", [ann.id])
    base.close()
    for action in Action:
        code = f"h:{action}:{ABOUT.get(action, '1').format(user=base36(ann.id))}"
        with calls_of_handlers() as called:
            await ann.send(panel.panel, {"custom_id": code, "component_type": BUTTON})
        assert called == {action}, code


CODES: list[tuple[Component, str, type]] = [
    (Component.BUTTON, "g:2s:0123abcd:0.1+2!", controls.Step),
    (Component.BUTTON, "p:2s:0123abcd:@12", controls.Step),
    (Component.BUTTON, "g:2s:0123abcd:0~", controls.Step),
    (Component.SELECT, "g:2s:0123abcd:0*", controls.Choice),
    (Component.FORM, "g:2s:0123abcd:0", controls.Number),
    (Component.BUTTON, "l:pistard:lap:0:0.1", controls.LessonStep),
    (Component.SELECT, "l:pistard:lap:0:0*", controls.LessonStep),
    (Component.BUTTON, "z:2s:0.1!", controls.PuzzleStep),
    (Component.SELECT, "z:2s:0*", controls.PuzzleStep),
    *((Component.BUTTON, f"h:{action}:2s", controls.Act) for action in Action),
    *((Component.BUTTON, f"s:{name}", SettingButton) for name in SettingButton),
    *((Component.SELECT, f"s:{name}", SettingSelect) for name in SettingSelect),
    (Component.FORM, "s:zone", controls.ZoneForm),
    (Component.SELECT, "r:pistard", controls.Contents),
    (Component.SELECT, "r:game_21", controls.Contents),
    (Component.USER_SELECT, "u:invite:2s", controls.Guest),
    (Component.FORM, "n:2s", controls.NoteForm),
    (Component.CHANNEL_SELECT, "c:film:2s", controls.ShareSelect),
    (Component.FORM, "o:pistard.2.easy", controls.OpeningForm),
    (Component.FORM, "q:seek", controls.SeekForm),
    (Component.SELECT, "w:2s:0", controls.PointSelect),
    (Component.BUTTON, "e:lobbies:0", controls.SetupButton),
    (Component.BUTTON, "e:board:1!", controls.SetupButton),
    (Component.BUTTON, "e:zone:0?", controls.SetupButton),
    (Component.SELECT, "e::0*", controls.SetupSelect),
    (Component.ROLE_SELECT, "e:role:1&", controls.SetupSelect),
    (Component.CHANNEL_SELECT, "e:board:0#", controls.SetupSelect),
    (Component.FORM, "e:zone:0", controls.SetupForm),
]


FORM_FIELDS = {
    controls.Number: "number",
    controls.ZoneForm: "zone",
    controls.SetupForm: "zone",
    controls.NoteForm: "note",
    controls.OpeningForm: "option.target",
    controls.SeekForm: "games",
}


def test_every_kind_of_custom_id_is_tried() -> None:
    assert {kind for _, _, kind in CODES} == set(get_args(controls.CustomId)) == {controls.Act, *HANDLERS}


async def test_every_other_custom_id_leads_to_the_function_of_its_kind_and_to_no_other(world: World) -> None:
    ann, _ = await quick_match(world)
    world.bots[-1].owner_ids = {ann.id}  # so that managers' orders are hers, too
    panel = await ann.press(world.board(), "Your move")
    for component, code, kind in CODES:
        if kind is controls.Act:
            continue
        sent: dict[str, Any] = {"custom_id": code.replace(":2s", ":1")}
        if component is Component.FORM:
            field = {"type": 4, "custom_id": FORM_FIELDS[kind], "value": "1"}
            sent["components"] = [{"type": 1, "components": [field]}]
        else:
            sent |= {"component_type": component.value, "values": ["0"]}
        with calls_of_handlers() as called:
            await ann.send(panel.panel, sent, FORM if component is Component.FORM else COMPONENT)
        # a number that was typed is an answer like one that was chosen
        assert called == ({kind, controls.Choice} if kind is controls.Number else {kind}), code


MALFORMED = [
    *("h:undo:1", "h:auto:1.xyz", "h:leg:1.0000000", "h:undo:1.00000000.0", "h:snooze:1", "h:snooze:1.hour.0"),
    *("h:standing:1", "h:standing:1.on", "h:standing:1.keep.0"),
    *("h:order:1", "h:order:1.00000000.0", "h:order:1.0.0.0"),
    *("h:note:1", "h:note:1.edit.0", "h:takeover:1", "h:takeover:1.0.0", "h:step:1.0", "h:step:1.0.0.last.0"),
    *("h:learn:2s", "h:learn:pistard.2s", "h:learn:pistard.lap.2s"),
    *("h:rules:pistard", "h:rules:pistard.0.1", "h:open:pistard.2.easy.0.0", "h:seat:1.easy.0"),
]
NOT_A_NUMBER = [
    "h:takeover:1.x",
    "h:step:1.0.x",
    "h:vote:1.replace.x",
    "h:rules:pistard.x",
    "h:roll:pistard.x",
    "h:open:pistard.x",
]
NO_VOTE = ["h:vote:1", "h:vote:1.sing", "h:vote:1.replace.0.0"]


ORDERS = [
    *("h:points:1", "h:points:1.0.0", "h:rewind:1", "h:rewind:1.5", "h:rewind:1.5.9.0", "h:excuse:1.9.all"),
    *("h:excuse:1.9.all.0.0", "h:drop:1", "h:repost:1.9.9", "h:announce:0.1.0", "h:announce:0.1.0.5.0", "h:backup:1"),
    *("h:webhooktest:1.1", "h:webhookremove:1.1"),
]


async def test_so_is_what_managers_order(world: World) -> None:
    ann, _ = await quick_match(world)
    world.bots[-1].owner_ids = {ann.id}
    panel = await ann.press(world.board(), "Your move")
    for code in ORDERS:
        with calls_of_handlers() as called:
            answer = await ann.send(panel.panel, {"custom_id": code, "component_type": BUTTON})
        assert (answer.whisper, called) == (UNKNOWN, set()), code


@pytest.mark.parametrize(
    ("codes", "reason"), [(MALFORMED, "house.button"), (NOT_A_NUMBER, "house.unknown"), (NO_VOTE, "vote.unknown")]
)
async def test_what_an_action_is_about_is_read_strictly(world: World, codes: list[str], reason: str) -> None:
    ann, _ = await quick_match(world)
    panel = await ann.press(world.board(), "Your move")
    for code in codes:
        with calls_of_handlers() as called:
            answer = await ann.send(panel.panel, {"custom_id": code, "component_type": BUTTON})
        assert (answer.whisper, called) == (SAY(f"refusal.{reason}"), set()), code


# a button that goes on and the form that asks for a number there have the same; so have a zone's button and its form
SHARED = {"g:2s:0123abcd:0", "s:zone", "e:zone:0"}


def test_each_custom_id_is_of_one_kind_of_component() -> None:
    for component, code, kind in CODES:
        assert type(read(component, code)) is kind, code
        for other in set(Component) - {component}:
            if code in SHARED and {component, other} == {Component.BUTTON, Component.FORM}:
                continue
            with pytest.raises(Refused):
                read(other, code)


# --- what isn't what it seems


@pytest.mark.parametrize(
    "code", ["h:card:zzzzzzzzzzzzz.s.1", "h:ladder:pistard.s.a.1.zzzzzzzzzzzzz", "h:forget:zzzzzzzzzzzzz"]
)
async def test_a_person_s_id_beyond_64_bits_is_refused_in_a_sentence(world: World, code: str, ann: Player) -> None:
    rules = await ann.command("pistard rules")
    answer = await ann.send(rules.panel, {"custom_id": code, "component_type": BUTTON})
    assert answer.whisper == SAY("refusal.house.unknown")


async def test_an_empty_choice_is_refused_where_something_must_be_chosen(world: World, ann: Player) -> None:
    panel = await ann.command("settings")
    for name, why in (("way", "habits.unknown"), ("from", "habits.unknown"), ("to", "habits.unknown")):
        answer = await ann.send(panel.panel, {"custom_id": f"s:{name}", "component_type": SELECT, "values": []})
        assert answer.whisper == SAY(f"refusal.{why}")


async def test_the_wrong_kind_of_component_is_a_button_that_is_not_known(world: World) -> None:
    ann, _ = await quick_match(world)
    panel, seen = await ann.press(world.board(), "Your move"), await fingerprint(world, ann)
    chosen: dict[str, Any] = {"component_type": SELECT, "values": ["0"]}
    for data in (
        {"custom_id": f"g:1:{seen}:*", "component_type": BUTTON},
        {"custom_id": "s:way", "component_type": BUTTON},
        {"custom_id": f"g:1:{seen}:0", **chosen},
        {"custom_id": "h:look:1", **chosen},
        {"custom_id": "s:hide", **chosen},
        {"custom_id": f"g:1:{seen}:*", **chosen, "component_type": 5},
    ):
        assert (await ann.send(panel.panel, data)).whisper == UNKNOWN


async def test_a_form_that_nobody_was_shown_or_without_its_field_is_refused_in_a_sentence(world: World) -> None:
    ann = world.person("Ann")
    panel = await ann.command("settings")
    listed = await ann.press(panel, SAY("settings.zone"))
    await ann.fill_in(await ann.press(listed, SAY("settings.city")), "Europe/Rome", "zone")
    empty: list[Any] = [{"type": 1, "components": [{"type": 4, "custom_id": "other", "value": "x"}]}]
    for code in ("s:other", "h:look:1", "nonsense", ZONE_FORM):
        for components in ([], empty, [{"type": 1}]):
            answer = await ann.send(panel.panel, {"custom_id": code, "components": components}, FORM)
            assert answer.whisper == UNKNOWN
    assert (await world.house.notifications.preferences(ann.id)).zone == "Europe/Rome", "nothing is lost"


# --- all shapes

MATCHES = st.sampled_from(["1", "0", "2", "zz", "z" * 12, "z" * 13, "01", ""])
PARTS = st.one_of(
    MATCHES,
    st.sampled_from(["00000000", "9" * 12, "99", "yes", "replace", "pause", "hour", "s", "e", "a", "m", *GAMES]),
    st.text("0123456789abcz", max_size=14),
)
PATHS = st.one_of(st.sampled_from(["", "0", "0.0", "9", "-", "0+1"]), st.text("0123.+-", max_size=20))
TAILS = st.sampled_from([Tail.GO, Tail.SURE, Tail.TYPE, Tail.HELP, CHOOSE, f"{Tail.PAGE}0", f"{Tail.PAGE}9999", "!!"])
NAMED = [*Action, "dance"]
SETTINGS = [*SettingButton, *SettingSelect, "dance"]
VALUES = st.lists(st.one_of(PARTS, st.sampled_from(["0", "1", "23", "dm"])), max_size=3)
FIELDS = st.lists(
    st.one_of(
        st.just({"type": 1}),
        st.builds(
            lambda name, more: {"type": 1, "components": [{"type": 4, "custom_id": name, **more}]},
            st.sampled_from(["number", "zone", "text"]),
            st.one_of(st.just({}), st.builds(lambda text: {"value": text}, st.text(max_size=30))),
        ),
    ),
    max_size=2,
)


def codes(seen: str) -> st.SearchStrategy[str]:
    """Custom ids of all shapes, with this fingerprint in some of them."""
    prints = st.sampled_from([seen, "00000000", "xyz"])
    steps = st.builds("{}:{}:{}:{}{}".format, st.sampled_from("gp"), MATCHES, prints, PATHS, TAILS)
    acts = st.builds(
        lambda action, parts: f"h:{action}:{'.'.join(parts)}",
        st.sampled_from(NAMED),
        st.lists(st.one_of(PARTS, prints), min_size=1, max_size=5),
    )
    return st.one_of(steps, acts, st.sampled_from([f"s:{name}" for name in SETTINGS]), st.text(max_size=99))


def sendings(seen: str) -> st.SearchStrategy[dict[str, Any]]:
    """What Discord may say of a press, a choice or a form, with custom ids of all shapes."""
    common = {"custom_id": codes(seen)}
    return st.one_of(
        st.fixed_dictionaries({**common, "component_type": st.just(BUTTON)}),
        st.fixed_dictionaries({**common, "component_type": st.sampled_from([SELECT, SELECT, 5]), "values": VALUES}),
        st.fixed_dictionaries({**common, "components": FIELDS}),
    )


@dataclass(frozen=True)
class Seated:
    """A match, who may send something, and where: a private panel each, and what all can see."""

    world: World
    people: tuple[Player, Player]  # one with a seat and one without
    panels: tuple[Message, Message]
    public: tuple[Message, Message]
    fingerprint: str


@pytest.fixture
async def seated(world: World) -> Seated:
    """The match of Ann and Bob, with Carla who looks on."""
    ann, _ = await quick_match(world)
    people = ann, world.person("Carla")
    board, lobby = world.board(), world.lobby()
    panels = [(await player.press(board, "Your move")).panel for player in people]
    return Seated(world, people, (panels[0], panels[1]), (board, lobby), await fingerprint(world, ann))


FUZZ = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@settings(FUZZ, max_examples=50)
@given(data=st.data())
async def test_whatever_is_sent_gets_one_private_answer_and_no_alarm(seated: Seated, data: st.DataObject) -> None:
    """The fixtures fail the test for anything that is logged as an error."""
    await send_anything(seated, data)


@pytest.mark.long
@settings(FUZZ, max_examples=1500)
@given(data=st.data())
async def test_whatever_else_is_sent_gets_one_private_answer_too(seated: Seated, data: st.DataObject) -> None:
    await send_anything(seated, data)


async def send_anything(seated: Seated, data: st.DataObject) -> None:
    """Send a person's press in some message; it must be answered once, in private."""
    world = seated.world
    who, where = data.draw(st.sampled_from([0, 1])), data.draw(st.sampled_from([0, 1, None]))
    message = seated.panels[who] if where is None else seated.public[where]
    sent = data.draw(sendings(seated.fingerprint))
    before = len(world.env.http_requests)
    answer = await seated.people[who].send(message, sent, FORM if "components" in sent else COMPONENT)
    check_answered_once(world, answer, before, private=where is None)


def check_answered_once(world: World, answer: Answer, before: int, *, private: bool) -> None:
    """Exactly one of the things that the bot has sent since then is the answer, and it is private."""
    token = answer.result._interaction.token
    asked = [request for request in world.env.http_requests[before:] if token in request.path]
    first: list[Any] = [request.json for request in asked if "/callback" in request.path]
    assert len(first) == 1
    edits = [request for request in asked if request.method == "PATCH"]
    more: list[Any] = [
        request.json for request in asked if request.method == "POST" and "/callback" not in request.path
    ]
    kind = first[0]["type"]
    assert (kind in (MESSAGE, EDIT, SHOW_FORM)) + len(edits) + len(more) == 1
    assert kind not in (MESSAGE, THINKING) or first[0]["data"]["flags"] & EPHEMERAL
    assert private or kind != EDIT
    assert private or kind != LATER or not edits
    assert all(answer["flags"] & EPHEMERAL for answer in more)

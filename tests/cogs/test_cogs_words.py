"""Every text that the cogs ask for is in the catalogue, with all the values that it needs."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, cast, get_args

import pytest

import cogs
import lessons
from cogs.game_commands import NAMED
from cogs.home.cards import BUTTONS
from cogs.leaderboard import PERIODS, SCOPES
from cogs.opening.form import AT_HOME
from cogs.opening.seeking import ANY, NEAR
from cogs.panel.lines import Verb
from cogs.posts.cup_words import STAGES
from cogs.posts.lobby import COLOUR
from cogs.posts.permissions import NEEDED
from cogs.server_setup import SETTINGS
from cogs.settings import EASY, FOLLOWERS, IN_WORDS, PADS, QUICK, TABLES
from cogs.ui.controls import Shareable
from cogs.ui.long_tasks import Task, long_task
from db.sql.advice import Unsaved
from engines import GAMES
from engines.table import Amount, Event, Text
from host.cups.formats import FORMATS
from host.cups.verify import Part
from host.doctor import Trouble
from host.lobby.presets import PRESETS
from host.outbox.notifications import CALLS, LATER, MOMENTS
from host.repair.steward import REPAIRED
from host.table.votes import SEATS, VOTES
from locales import catalogue
from model.kinds import CallChannel, CupRowKind, InvitationState, VoteKind
from model.pace import PACES
from model.standing_table import Ended
from opponents import OPPONENTS, RIDERS
from opponents.games import PLAYERS
from screen.panel_words import AGREE, ENOUGH
from screen.sentences import sentence

pytestmark = pytest.mark.quick

SAY = catalogue("en")
FOLDER = Path(cogs.__file__).parent
# names of catalogues, and of what says texts of commands; a call of a call, like reader(interaction)("key"), is one too
SPEAKERS = ("say", "words", "named")

LOBBY_ACTIONS = ("join", "leave", "opponent", "start", "cancel", "wait")
CUP_ACTIONS = (
    "cupjoin",
    "cupleave",
    "cupout",
    "cupstart",
    "cupcancel",
    "cupoff",
    "cuppage",
    "cuplog",
    "cuplots",
    "cuprules",
)
PANEL_ACTIONS = ("auto", "fast", "leg")
WHYS = ("enough", "silence", "evening", "table")  # for which live play ends

LESSONS = [lesson for chapters in lessons.LESSONS.values() for lesson in chapters]
OPTIONS = [(key, option) for key, game in GAMES.items() for option in game.spec.options]
VALUES = [
    f"{key}.option.{option.name}.{value}"
    for key, option in OPTIONS
    if not isinstance(option.ask, Amount | Text)
    for value in option.ask.options
]
HOW = ("turned", "level")  # a lead was taken
STEPS = ("open", "join", "leave", "opponent", "wait", "hurry", "cancel", "close", "invite")  # of a lobby
COMMANDS = ("start", "help", "play", "move", "games", "settings", "leaderboard", "profile", "match", "privacy")
CUP_COMMANDS = ("new", "show", "verify", "replace", "result", "drop")
ORDERS = ("doctor", "rewind", "give_time", "drop", "repost", "announce", "backup", "webhook")
BY = ("manager", "owner")  # who repairs a match
SUBCOMMANDS = {
    "match": ("board", "history", "replay", "undo", "pause", "resign", "replace", "note", "export", "verify"),
    "privacy": ("export", "forget"),
}

# What an f-string can become, by its text; "{}" stands for a hole of any name.
FAMILIES: dict[str, list[str]] = {
    "{}.name": [f"{key}.name" for key in GAMES],
    "{}.about": [f"{key}.about" for key in GAMES],
    "{}.preset.{}": [f"{key}.preset.{preset}" for key, game in GAMES.items() for preset in game.spec.presets],
    "{}.preset.{}.about": [
        f"{key}.preset.{preset}.about" for key, game in GAMES.items() for preset in game.spec.presets
    ],
    "{}.part": [f"{key}.part" for key, players in PLAYERS.items() if players.part],
    "{}.option.{}": [f"{key}.option.{option.name}" for key, option in OPTIONS],
    "{}.option.{}.about": [f"{key}.option.{option.name}.about" for key, option in OPTIONS],
    "{}.option.{}.{}": VALUES,
    "opponent.{}": [f"opponent.{key}" for key in OPPONENTS],
    "opponent.{}.level": [f"opponent.{key}.level" for key in OPPONENTS],
    "opponent.{}.about": [f"opponent.{key}.about" for key in OPPONENTS],
    "sparring.{change}": [f"sparring.{change}" for change in ("stronger", "weaker", "same")],
    "talk.{}.{}": [f"talk.{rider}.{kind}" for rider in RIDERS for kind in ("cheer", "groan")],
    "open.{}{}": [f"open.{alone}{preset}" for alone in ("", "alone.") for preset in PRESETS],
    "open.fewer.{}": ["open.fewer.players", "open.fewer.opponents"],
    "open.more.{}": ["open.more.players", "open.more.opponents"],
    "open.{length}": [f"open.{preset}" for preset in PRESETS],
    "standing.ended.{}": [f"standing.ended.{why}" for why in Ended],
    "seek.strength.{}": [f"seek.strength.{kind}" for kind in (ANY, NEAR)],
    "open.{}": [f"open.{name}" for name in AT_HOME],
    "start.{button.action}": [f"start.{button.action}" for button in BUTTONS],
    "start.difficulty.{}": [f"start.difficulty.{game.spec.difficulty}" for game in GAMES.values()],
    "about.button.{}": [f"about.button.{page}" for page in ("policy", "terms", "support")],
    "fault.{}": [f"fault.{why}" for why in Unsaved],
    "permission.{}": [f"permission.{name}" for name in NEEDED],
    "lobby.{action}": [f"lobby.{name}" for name in LOBBY_ACTIONS],
    "lobby.{match.phase}": [f"lobby.{phase}" for phase in COLOUR],
    "invite.{action}": [f"invite.{name}" for name in ("accept", "decline", "block", "allow")],
    "invite.state.{state}": [f"invite.state.{state}" for state in (*InvitationState, "expired")],
    "lobby.{}.done": [f"lobby.{name}.done" for name in ("join", "start", "open")],
    "lobby.rated.{}": [f"lobby.rated.{name}" for name in ("on", "off", "alone", "company")],
    "event.{event.kind}": [f"event.lobby.{name}" for name in STEPS],
    "{key}.{values['said']}": ["event.house.voted.yes", "event.house.voted.no"],
    "try.{}": [f"try.{verb}" for verb in Verb],
    "settings.followers.{}": [f"settings.followers.{who}" for who in FOLLOWERS],
    "settings.buttons.{}": [f"settings.buttons.{kind}" for kind in (PADS, IN_WORDS)],
    "settings.tables.{}": [f"settings.tables.{kind}" for kind in TABLES],
    "panel.{action}": [f"panel.{name}" for name in PANEL_ACTIONS],
    "clock.{}": [f"clock.{name}" for name in PACES],
    "clock.{}.about": [f"clock.{name}.about" for name in PACES],
    "later.{}": [f"later.{name}" for name in LATER],
    "call.{}": [f"call.{kind}" for kind in CALLS],
    "mention.{}": [f"mention.{kind}" for kind in CALLS],
    "notice.{}": ["notice.stalled", "notice.free"],
    "vote.{kind}": [f"vote.{name}" for name in VOTES if name not in SEATS],
    "vote.{said}": ["vote.yes", "vote.no"],
    "vote.{}.short": [f"vote.{name}.short" for name in VoteKind],
    "vote.about.{}": [f"vote.about.{name}" for name in VoteKind if name != VoteKind.TAKEOVER],
    "settings.way.{}": [f"settings.way.{way}" for way in CallChannel],
    "settings.moment.{}": [f"settings.moment.{moment}" for moment in MOMENTS],
    "settings.{}": ["settings.from", "settings.to", "settings.show", "settings.hide"],
    "settings.do.{}": [f"settings.do.{name}" for name in (*EASY, *QUICK)],
    "settings.quick.{}": [f"settings.quick.{name}" for name in QUICK],
    "settings.does.{}": [f"settings.does.{name}" for name, limit in EASY.items() if limit],
    "settings.{}.option": ["settings.from.option", "settings.to.option"],
    "task.{}": [f"task.{kind}" for kind in Task],
    "since.{}": [f"since.{name}" for name in ("first", "before", "after", "last")],
    "games.show.{}": ["games.show.mine", "games.show.open", "games.show.followed"],
    "games.{match.phase}": ["games.lobby", "games.starting"],
    "board.{}": [f"board.{name}" for name in ("move", "rematch", "history", "rules")],
    "house.paused.{}": ["house.paused.gone", "house.paused.voted"],
    "refusal.house.paused.{}": ["refusal.house.paused.gone", "refusal.house.paused.voted"],
    "lesson.title{}": ["lesson.title", "lesson.title.end"],
    "lesson.title.chapter{}": ["lesson.title.chapter", "lesson.title.chapter.end"],
    "lesson.{}.title.{}": [f"lesson.{lesson.game}.title.{lesson.chapter}" for lesson in LESSONS],
    "lesson.{}.end.{}": [f"lesson.{lesson.game}.end.{lesson.chapter}" for lesson in LESSONS],
    "rules.{}": ["rules.back", "rules.next"],
    "command.new.{}": [f"command.new.{name}" for name in NAMED],
    "command.{}": [f"command.{name}" for name in COMMANDS],
    "parameter.{}": [f"parameter.{name}" for name in ("match", "player", "text")],
    "command.{}.about": [f"command.{name}.about" for name in COMMANDS],
    "command.{}.{}.about": [f"command.{group}.{name}.about" for group, names in SUBCOMMANDS.items() for name in names],
    "career.scope.{}": [f"career.scope.{scope}" for scope in SCOPES],
    "ladder.period.{}": [f"ladder.period.{period}" for period in PERIODS],
    "privacy.board.{}": ["privacy.board.in", "privacy.board.out"],
    "{key}.{how}": [f"{key}.swing.{how}" for key in ("match", *GAMES) for how in HOW if f"{key}.swing.{how}" in SAY],
    "gain.{}": ["gain.best", "gain.win"],
    "cup.round.{}": [f"cup.round.{stage}" for stage in STAGES.values()],
    "setup.{}": [f"setup.{setting.name}" for setting in SETTINGS],
    "setup.{}.about": [f"setup.{setting.name}.about" for setting in SETTINGS],
    "cup.format.{}": [f"cup.format.{name}" for name in FORMATS],
    "cup.format.{}.about": [f"cup.format.{name}.about" for name in FORMATS],
    "cup.{kind}": ["cup.group", "cup.division"],
    "cup.compared.{}": [f"cup.compared.{how}" for how in ("won", "lost", "level")],
    "cup.side.{}": [f"cup.side.{how}" for how in ("won", "lost", "level")],
    "cup.stakes.{}": ["cup.stakes.swiss", "cup.stakes.robin", "cup.stakes.teams"],
    "cup.button.{}": [f"cup.button.{name}" for name in CUP_ACTIONS],
    "command.cup.{}.about": [f"command.cup.{name}.about" for name in CUP_COMMANDS],
    "cup.verify.{}": [f"cup.verify.{part}" for part in get_args(Part)],
    "{key}.tables": [f"cup.rule.{name}.tables" for name in FORMATS if name not in ("league", "teams")],
    "share.{}": [f"share.{what}" for what in Shareable],
    "command.admin.{}.about": [f"command.admin.{name}.about" for name in ORDERS],
    "rewind.{key}": ["rewind.later", "rewind.earlier"],
    "rewind.{counts}": [f"rewind.{how}" for how in ("rated", "unrated", "hidden", "player")],
    "downtime.ask.{}": ["downtime.ask.here", "downtime.ask.all"],
    "downtime.end.{}": ["downtime.end.here", "downtime.end.all"],
    "doctor.{}": [f"doctor.{trouble}" for trouble in Trouble],
    "{key}.{said['by']}": [f"event.{kind}.{by}" for kind in REPAIRED for by in BY],
    "{key}.{event.data['why']}": ["event.house.uncounted.hidden", "event.house.uncounted.player"],
    "{key}.{values['why']}": [f"event.house.live.over.{why}" for why in WHYS],
    "live.{}": [f"live.{act}" for act in (AGREE, ENOUGH)],
}

# What the kinds of the host's own events can become.
HOUSE = {
    "f'lobby.{kind}'": [f"lobby.{name}" for name in STEPS],
    "f'house.{what}'": [f"house.{name}" for name in ("resigned", "taken.over", "returned")],
    "f'house.{kind}d'": ["house.paused", "house.resumed"],
    "f'house.ended.{phase}'": ["house.ended.over", "house.ended.cancelled"],
    "AWARDED": ["house.awarded"],
    "OVER": [f"house.live.over.{why}" for why in WHYS],
    "UNCOUNTED": ["house.uncounted.hidden", "house.uncounted.player"],
    "'house.voted'": ["house.voted.yes", "house.voted.no"],
}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every place where a cog asks for a text."""
    for file in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _speaks(node.func):
                yield f"{file.name}:{node.lineno}", node


def _speaks(func: ast.expr) -> bool:
    of_a_call = isinstance(func, ast.Call) and ast.unparse(func.func) != long_task.__name__
    return (isinstance(func, ast.Name) and func.id in SPEAKERS) or of_a_call


def asked(key: ast.expr) -> list[str]:
    """The keys that an expression can be; none for a name, whose value is checked where it is made."""
    match key:
        case ast.Constant(str(text)):
            return [text]
        case ast.JoinedStr(parts):
            nameless = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
            return FAMILIES.get(ast.unparse(key)[2:-1]) or FAMILIES[nameless]
        case ast.IfExp(_, yes, no):
            return [*asked(yes), *asked(no)]
        case ast.Name():
            return []
        case _:
            raise AssertionError(ast.unparse(key))


def holes(key: str) -> set[str]:
    """The names of the values that a text has holes for, in its singular and its plural."""
    forms = [SAY._text(key, None), SAY._text(key, 1), SAY._text(key, 2)]
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_every_text_that_is_asked_for_is_there_with_all_its_values() -> None:
    found = list(calls())
    assert len(found) > 60
    for where, call in found:
        given = {keyword.arg for keyword in call.keywords}
        for key in asked(call.args[0]):
            assert key in SAY, where
            assert None in given or holes(key) <= given, f"{where}: {key}"


@pytest.mark.parametrize("folder", [FOLDER, FOLDER.parent / "host"])
def test_every_refusal_has_its_words(folder: Path) -> None:
    refused = 0
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("Refused"), [reason, *about]):
                    names = _names(about)
                    for key in asked(reason):
                        refused += 1
                        assert f"refusal.{key}" in SAY, f"{file.name}:{node.lineno}"
                        assert names is None or holes(f"refusal.{key}") <= names, f"{file.name}:{node.lineno}"
    assert refused > 5


def _names(about: list[ast.expr]) -> set[str] | None:
    """The names in a refusal's values; None where they aren't spelled out."""
    match about:
        case []:
            return set()
        case [ast.Dict(keys)]:
            return {key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)}
        case _:
            return None


def test_every_event_of_the_house_has_its_words() -> None:
    events = 0
    for file in sorted((FOLDER.parent / "host").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("Event"), [kind, *_]):
                    for key in HOUSE.get(ast.unparse(kind)) or asked(kind):
                        events += 1
                        assert f"event.{key}" in SAY, f"{file.name}:{node.lineno}"
    assert events > 15


@pytest.mark.parametrize("by", BY)
def test_whatever_is_put_right_has_its_words(by: str) -> None:
    """In the host these kinds of events come from `Steward.event`, with what each has to tell."""
    told = {"seat": 0, "at": 1, "since": 1, "until": 2, "undone": 4}
    seen = cast("Any", None)  # no match has other words for it
    for kind in REPAIRED:
        for hours in (0, 3) if kind == "house.excused" else (0,):
            text = sentence(
                seen, Event(kind, None, {"by": by, "name": "*Meg*", "hours": hours, **told}), ("Ann", "Bob"), SAY
            )
            assert text is not None and ("\\*Meg\\*" in text) is (by == "manager")


def test_the_families_hold_nothing_that_is_not_there() -> None:
    refusals = FAMILIES["house.paused.{}"]
    keys = [key for family in FAMILIES.values() if family is not refusals for key in family]
    missing = [key for key in (*keys, *(f"refusal.{key}" for key in refusals)) if key not in SAY]
    assert not missing


def test_every_row_of_a_cup_s_log_and_every_rule_has_its_words() -> None:
    keys = [*(f"cup.log.{kind}" for kind in CupRowKind), *(f"cup.rule.{name}" for name in FORMATS)]
    assert not [key for key in keys if key not in SAY]
    assert holes("cup.log.correct") <= {"by", "user", "round", "n"}

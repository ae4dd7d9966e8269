"""The form for a new match: main options in fields, switches as check boxes, the rest in one list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from cogs.local.weekdays import o_clock, weekday_name
from cogs.opening import solo
from cogs.opening.lobby import open_lobby
from cogs.opening.request import OpeningRequest, check_request, is_alone, read_request
from cogs.ui.client import Interaction
from cogs.ui.controls import CLOCK_FIELD, MORE_FIELD, OPPONENT_FIELD, OPTION_FIELD, TICKS_FIELD
from cogs.ui.custom_id import opening_code
from cogs.ui.errors import answered
from cogs.ui.replies import defer_in_private
from cogs.ui.views import MOST_OPTIONS, Form
from engines.table import Amount, Option, Pick, Refused, Spec, Text
from host.house import House
from host.lobby.lobby import MatchRequest
from host.time.clocks import WEEK
from locales import Catalogue
from model.pace import DEFAULT_CLOCK, EVENING, PACES
from model.terms import Terms
from render.words import cut

FIELDS = 3  # a form holds five fields: these, the opponent or clock, and the list
BOXED = FIELDS - 1  # the same if there are check boxes
FORM_TEXT, OPTION_TEXT, ABOUT_TEXT = 45, 100, 100  # characters of a title or label, an option, a description
ON, OFF = "on", "off"  # values of an option shown as a check box
# check boxes for all games
WEEKENDS, HOLD, UNRATED, PRIVATE = "weekends", "unforced", "unrated", "private"
AT_HOME = (WEEKENDS, HOLD, UNRATED, PRIVATE)
JOINT = "="  # separates an option and its value in the list
WEEKDAY = "days"  # in the list: a weekday on which the clock runs
HOURS = range(6, 24)  # offered for the clock `evening`; a select has room for no more, others can be typed
AT = "."  # separates that clock and its hour


@dataclass(frozen=True, slots=True)
class Filled:
    """The values of a submitted form, by field."""

    fields: Mapping[str, Sequence[str]]

    def one(self, name: str) -> str:
        """The only value of a field; "" if it is empty or missing."""
        return next(iter(self.fields.get(name, ())), "").strip()


def own_fields(spec: Spec, most: int = FIELDS) -> tuple[Option, ...]:
    """The options with a field of their own: those to be typed first, then those with the most choices."""
    typed = [option for option in spec.options if not isinstance(option.ask, Pick)]
    picked = [
        option
        for option in spec.options
        if isinstance(option.ask, Pick) and len(option.ask.options) <= MOST_OPTIONS and not is_box(option)
    ]
    chosen = [*typed, *sorted(picked, key=lambda option: -_choices(option))][:most]
    return tuple(option for option in spec.options if option in chosen)


def is_box(option: Option) -> bool:
    """Whether an option is a switch."""
    return isinstance(option.ask, Pick) and {*option.ask.options} == {ON, OFF}


def opening_form(house: House, opening: OpeningRequest, say: Catalogue, *, alone: bool) -> Form:
    """The form for a match of that game and number of players."""
    spec = house.games[opening.game].spec
    main = own_fields(spec, FIELDS if alone and not any(map(is_box, spec.options)) else BOXED)
    first = _opponents(house, opening, say) if alone else _clocks(say)
    title = cut(say("open.form", game=say(f"{opening.game}.name")), FORM_TEXT)
    others = (*_boxes(spec, say, alone=alone), *_more(spec, main, say, alone=alone))
    fields = [first, *(_field(spec.key, option, say) for option in main), *others]
    return Form(title, opening_code(*opening.parts()), *fields)


async def filled_in(interaction: Interaction, what: str, filled: Filled) -> None:
    """Open the match described in the form; a refusal uses the game's words and leaves the screen as it was."""
    opening = read_request(what)
    check_request(interaction, opening)
    await defer_in_private(interaction)
    async with answered(interaction, opening.game):
        await _open(interaction, opening, filled)


async def _open(interaction: Interaction, opening: OpeningRequest, filled: Filled) -> None:
    house = interaction.client.house
    spec, alone = house.games[opening.game].spec, is_alone(interaction)
    more, ticked = filled.fields.get(MORE_FIELD, ()), filled.fields.get(TICKS_FIELD, ())
    clock, _, hour = (filled.one(CLOCK_FIELD) or DEFAULT_CLOCK).partition(AT)
    usual = await house.servers.terms(interaction.guild_id)
    terms = Terms(
        clock=clock,
        weekends=WEEKENDS in ticked,
        hour=_hour(hour) if hour else usual.hour,
        days="".join(day for name, _, day in (value.partition(JOINT) for value in more) if name == WEEKDAY),
        forced=HOLD not in ticked,
        rated=UNRATED not in ticked and usual.rated,
        invited_only=PRIVATE in ticked or opening.guest is not None,
    )
    # the preset of the clock, overridden by the choices
    options = {**spec.presets.get(clock, {}), **_options(spec, filled, more)}
    request = MatchRequest(opening.game, options, opening.places, terms)
    if alone:
        opponent = filled.one(OPPONENT_FIELD) or opening.opponent or house.easiest
        await solo.begin(interaction, request, opponent)
    else:
        await open_lobby(interaction, request, guest=opening.guest)


def _hour(text: str) -> int:
    """The hour of an evening clock; Refused for one that wasn't offered."""
    if text not in map(str, HOURS):
        raise Refused("house.hour")
    return int(text)


def _options(spec: Spec, filled: Filled, more: Sequence[str]) -> dict[str, str]:
    """The options chosen; Refused for two values of one option. The lobby checks the values."""
    options: dict[str, str] = {}
    for option in spec.options:
        if value := filled.one(f"{OPTION_FIELD}{option.name}"):
            options[option.name] = value
    for chosen in more:
        name, joint, value = chosen.partition(JOINT)
        if name == WEEKDAY or not joint:
            continue
        if name in options:
            raise Refused("open.both")
        options[name] = value
    if TICKS_FIELD in filled.fields:
        boxes = {option.name: option.default for option in spec.options if is_box(option)}
        values = {name: ON if name in filled.fields[TICKS_FIELD] else OFF for name in boxes}
        options |= {name: value for name, value in values.items() if value != boxes[name]}
    return options


# --- fields


def labelled(text: str, about: str, component: Any) -> discord.ui.Label[Any]:
    """A field of a form with its label and description."""
    return discord.ui.Label(text=cut(text, FORM_TEXT), description=cut(about, ABOUT_TEXT) or None, component=component)


def select_of(name: str, options: Sequence[discord.SelectOption], **more: Any) -> discord.ui.Select[Any]:
    """A select in a form."""
    return discord.ui.Select(custom_id=name, options=list(options)[:MOST_OPTIONS], **more)


def choice_of(label: str, value: str, *, chosen: bool = False, about: str = "") -> discord.SelectOption:
    """An option of a select in a form."""
    return discord.SelectOption(
        label=cut(label, OPTION_TEXT), value=value, default=chosen, description=cut(about, ABOUT_TEXT) or None
    )


def _clocks(say: Catalogue) -> discord.ui.Label[Any]:
    choices = [choice_of(say(f"clock.{pace}.about"), pace, chosen=pace == DEFAULT_CLOCK) for pace in PACES]
    choices += [choice_of(say("clock.evening.at", hour=o_clock(hour)), f"{EVENING}{AT}{hour}") for hour in HOURS]
    return labelled(say("clock"), say("command.new.clock"), select_of(CLOCK_FIELD, choices))


def _opponents(house: House, opening: OpeningRequest, say: Catalogue) -> discord.ui.Label[Any]:
    chosen = opening.opponent or house.easiest
    choices = [
        choice_of(
            say(f"opponent.{opponent}.level"),
            opponent,
            chosen=opponent == chosen,
            about=say(f"opponent.{opponent}.about"),
        )
        for opponent in reversed(house.opponents)
    ]
    return labelled(say("open.opponent"), "", select_of(OPPONENT_FIELD, choices))


def _field(game: str, option: Option, say: Catalogue) -> discord.ui.Label[Any]:
    """The field of a game's option, with its default filled in."""
    name = f"{OPTION_FIELD}{option.name}"
    match option.ask:
        case Pick(_, options):
            choices = [
                choice_of(say(f"{game}.option.{option.name}.{op}"), op, chosen=op == option.default) for op in options
            ]
            component: Any = select_of(name, choices)
        case Amount(_, least, most):
            component = discord.ui.TextInput[Any](
                custom_id=name,
                default=option.default,
                placeholder=f"{least} – {most}",
                max_length=len(str(most)),
                required=False,
            )
        case Text(_, most):
            component = discord.ui.TextInput[Any](
                custom_id=name, placeholder=cut(option.default, ABOUT_TEXT), max_length=most, required=False
            )
    label, about = say(f"{game}.option.{option.name}"), say(f"{game}.option.{option.name}.about")
    return labelled(label, about, component)


def _boxes(spec: Spec, say: Catalogue, *, alone: bool) -> Iterator[discord.ui.Label[Any]]:
    """Check boxes: the game's switches, ticked by default as the game has them, and those for all games."""
    boxes = [
        discord.CheckboxGroupOption(
            label=cut(say(f"{spec.key}.option.{option.name}"), OPTION_TEXT),
            value=option.name,
            description=cut(say(f"{spec.key}.option.{option.name}.about"), ABOUT_TEXT) or None,
            default=option.default == ON,
        )
        for option in spec.options
        if is_box(option)
    ]
    if not alone:
        boxes += [
            discord.CheckboxGroupOption(label=cut(say(f"open.{name}"), OPTION_TEXT), value=name) for name in AT_HOME
        ]
    if boxes:
        group = discord.ui.CheckboxGroup[Any](
            custom_id=TICKS_FIELD, options=boxes, min_values=0, max_values=len(boxes), required=False
        )
        yield labelled(say("open.boxes"), "", group)


def _more(spec: Spec, fields: Sequence[Option], say: Catalogue, *, alone: bool) -> Iterator[discord.ui.Label[Any]]:
    """The list of all other changes: each value that isn't the default."""
    choices: list[discord.SelectOption] = []
    for option in spec.options:
        is_listed = option not in fields and not is_box(option)
        others = option.ask.options if is_listed and isinstance(option.ask, Pick) else ()
        for value in (other for other in others if other != option.default):
            what, it = say(f"{spec.key}.option.{option.name}"), say(f"{spec.key}.option.{option.name}.{value}")
            label = say("pair", what=what, it=it)
            choices.append(choice_of(label, f"{option.name}{JOINT}{value}"))
    if not alone:
        runs = say("open.weekdays")
        choices += [
            choice_of(say("pair", what=runs, it=weekday_name(day, say)), f"{WEEKDAY}{JOINT}{day}") for day in WEEK
        ]
    choices = choices[:MOST_OPTIONS]
    if choices:
        select = select_of(MORE_FIELD, choices, min_values=0, max_values=len(choices), required=False)
        yield labelled(say("open.other"), say("open.other.about"), select)


def _choices(option: Option) -> int:
    """The number of values an option offers."""
    return len(option.ask.options) if isinstance(option.ask, Pick) else 0

"""Slash commands of a game: `/<game> new` with its options, and `/<game> rules`."""

from __future__ import annotations

import inspect
from functools import partial
from typing import Any

import discord
from discord import app_commands

from cogs.local.weekdays import weekday_choices, weekdays_named
from cogs.opening import solo
from cogs.opening.form import own_fields
from cogs.opening.lobby import check_place, open_lobby
from cogs.opening.request import is_alone
from cogs.opening.screen import ask
from cogs.panel.rules import show_rules
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import ANYWHERE, INSTALLED, Callback, choice, named, said, words
from cogs.ui.errors import answered
from cogs.ui.forged import JUDGED
from cogs.ui.look import Look
from cogs.ui.replies import reader, reply_in_private
from engines.table import Amount, Game, Option, Pick, Refused, Spec, Text
from host.lobby.lobby import MatchRequest
from locales import Catalogue
from model.pace import DEFAULT_CLOCK, PACES
from model.terms import Terms

PLAYERS, PRESET, FORCED, CLOCK, WEEKENDS, RATED = "players", "preset", "forced", "clock", "weekends", "rated"
HOUR, DAYS = "due_hour", "days"
INVITE, PRIVATE, RELIABILITY, FINISHED = "invite", "private", "reliability", "finished"
MOST_TYPED = 100  # characters for weekdays
MOST_FINISHED = 100  # matches an opener may demand

NAMED = (
    PLAYERS,
    PRESET,
    CLOCK,
    WEEKENDS,
    HOUR,
    DAYS,
    FORCED,
    RATED,
    INVITE,
    PRIVATE,
    RELIABILITY,
    FINISHED,
)  # options of every game

EARLY = Look()


def add_game(bot: Client, game: Game[Any, Any], look: Look = EARLY) -> None:
    """Register a game's commands on the bot's tree, and the look of its card."""
    spec = game.spec
    bot.looks[spec.key] = look
    group = app_commands.Group(
        name=spec.key,
        description=words(f"{spec.key}.about"),
        allowed_contexts=ANYWHERE,
        allowed_installs=INSTALLED,
    )
    new = app_commands.Command[Any, ..., None](
        name=words("command.new"),
        description=_about("command.new.about", spec.key),
        callback=_new(spec),
        extras={JUDGED: {PLAYERS, PRESET, CLOCK, *(option.name for option in spec.options)}},
    )
    rules = app_commands.Command[Any, ..., None](
        name=words("command.rules"), description=_about("command.rules.about", spec.key), callback=_rules(spec.key)
    )
    group.add_command(new)
    group.add_command(rules)
    bot.tree.add_command(group)


def _about(key: str, game: str) -> app_commands.locale_str:
    return said(lambda say: say(key, game=say(f"{game}.name")))


def _rules(key: str) -> Callback:
    async def rules(interaction: Interaction) -> None:
        async with answered(interaction, key):
            await show_rules(interaction, key, 0)

    return rules


def _new(spec: Spec) -> Callback:
    """The callback of `new`, with a signature from which discord.py reads the options."""

    async def new(interaction: Interaction, **given: Any) -> None:
        async with answered(interaction, spec.key):
            await _open(interaction, spec, given)

    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Any)]
    # Discord shows the first few at once: those that matter most, as in the form
    first = own_fields(spec)
    options = [*first, *(option for option in spec.options if option not in first)]
    parameters += [
        _parameter(PLAYERS, app_commands.Range[int, spec.seats[0], spec.seats[-1]]),
        *([_parameter(PRESET, str)] if spec.presets else []),
        _parameter(CLOCK, str),
        *(_parameter(option.name, _annotation(option)) for option in options),
        _parameter(WEEKENDS, bool),
        _parameter(HOUR, app_commands.Range[int, 0, 23]),
        _parameter(DAYS, app_commands.Range[str, 1, MOST_TYPED]),
        _parameter(FORCED, bool),
        _parameter(RATED, bool),
        _parameter(INVITE, discord.User),
        _parameter(PRIVATE, bool),
        _parameter(RELIABILITY, app_commands.Range[int, 1, 100]),
        _parameter(FINISHED, app_commands.Range[int, 1, MOST_FINISHED]),
    ]
    new.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    described = {name: words(f"command.new.{name}") for name in NAMED}
    described |= {option.name: words(f"{spec.key}.option.{option.name}.about") for option in spec.options}
    choices = {
        option.name: [named(f"{spec.key}.option.{option.name}.{op}", op) for op in option.ask.options]
        for option in spec.options
        if isinstance(option.ask, Pick)
    }
    choices[CLOCK] = [named(f"clock.{clock}.about", clock) for clock in PACES]
    if spec.presets:
        # with its meaning, as people don't look it up elsewhere
        choices[PRESET] = [choice(partial(preset_words, spec.key, name), name) for name in spec.presets]
    names = [parameter.name for parameter in parameters]
    app_commands.describe(**{name: text for name, text in described.items() if name in names})(new)
    app_commands.choices(**choices)(new)
    app_commands.autocomplete(**{DAYS: weekday_choices})(new)
    return new


def preset_words(game: str, preset: str, say: Catalogue) -> str:
    """A preset of a game, with its meaning."""
    key = f"{game}.preset.{preset}"
    return say("command.new.preset.choice", name=say(key), about=say(f"{key}.about"))


def _parameter(name: str, annotation: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _annotation(option: Option) -> Any:
    match option.ask:
        case Amount(_, least, most):
            return app_commands.Range[int, least, most]
        case Text(_, most):
            return app_commands.Range[str, 1, most]
        case Pick():
            return str


async def _open(interaction: Interaction, spec: Spec, values: dict[str, Any]) -> None:
    """Open the match asked for; without any options, show the presets first."""
    alone = is_alone(interaction)
    if not alone:
        check_place(interaction)
    guest: discord.User | None = values.get(INVITE)
    if alone and (guest is not None or values.get(PRIVATE)):
        raise Refused("invite.server")
    if all(value is None for name, value in values.items() if name != INVITE):
        await ask(interaction, spec.key, guest and guest.id)
        return
    preset, clock = values.get(PRESET), values.get(CLOCK) or DEFAULT_CLOCK
    if preset is not None and preset not in spec.presets:
        raise Refused("house.preset")
    # a preset with the name of a clock is the default game at that clock
    options = dict(spec.presets.get(clock if preset is None else preset, {}))
    options |= {option.name: str(values[option.name]) for option in spec.options if values.get(option.name) is not None}
    usual = await interaction.client.house.servers.terms(interaction.guild_id)
    terms = Terms(
        clock=clock,
        weekends=bool(values.get(WEEKENDS)),
        hour=usual.hour if values.get(HOUR) is None else values[HOUR],
        days="" if values.get(DAYS) is None else weekdays_named(values[DAYS], reader(interaction).language),
        forced=values.get(FORCED) is not False,
        rated=usual.rated if values.get(RATED) is None else values[RATED],
        invited_only=bool(values.get(PRIVATE)),
        least_in_time=values.get(RELIABILITY) or 0,
        least_finished=values.get(FINISHED) or 0,
    )
    request = MatchRequest(spec.key, options, values.get(PLAYERS), terms)
    if alone:
        await solo.reply(interaction)
        await solo.begin(interaction, request, interaction.client.house.fair)
    else:
        await reply_in_private(interaction)
        await open_lobby(interaction, request, guest=guest and guest.id)

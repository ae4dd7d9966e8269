"""`/settings`: a person's preferences in one private panel."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

import discord
from discord import app_commands

from cogs.home.holiday import away_words, be_back, holiday_choices, offer_first, offer_last, take, take_chosen
from cogs.local.languages import chosen_language, language_choices
from cogs.local.time_zones import by_offset, spelled, typable, zone_choices, zone_named
from cogs.panel.browser import end_calendar, give_calendar, show_browsers
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_command, named, words
from cogs.ui.controls import ZONE_FIELD, SettingButton, SettingSelect
from cogs.ui.custom_id import setting_code, zone_form_code
from cogs.ui.errors import answered
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import Form, Widget, rows
from engines.table import Refused
from host.outbox.notifications import MOMENTS, NEVER, with_moment
from host.play.easy import IDLE, LIMITS
from host.time.clocks import NIGHT
from locales import Catalogue
from model.kinds import CallChannel, QuickConfirm
from model.match import Holiday, Preferences

T = TypeVar("T")

PADS, IN_WORDS = BUTTONS = ("pads", "words")  # what the buttons of answers show
HERE, OVER_SERVERS = TABLES = ("here", "over")  # with what people a table may be found
SHOW_BROWSERS = "show"
NEW_CALENDAR, NO_CALENDAR = "new", "off"
ALLOWED, NO_ONE = FOLLOWERS = ("allowed", "none")  # who may follow a person
LOUDEST = "never"  # chosen instead of an hour: no quiet hours

HOURS = range(24)
# what the bot plays by itself, by button
EASY: Mapping[SettingButton, int] = dict(
    zip((SettingButton.ASK, SettingButton.OBVIOUS, SettingButton.EASY), LIMITS, strict=True)
)
# where moves need no Confirm
QUICK: Mapping[SettingButton, QuickConfirm] = {
    SettingButton.QUICK_ALONE: QuickConfirm.ALONE,
    SettingButton.QUICK_ALWAYS: QuickConfirm.ALWAYS,
    SettingButton.QUICK_NEVER: QuickConfirm.NEVER,
}


async def setup(bot: Client) -> None:
    """Register the command on the bot's tree."""
    add_command(bot, "settings", settings)


@app_commands.describe(
    zone=words("option.settings.zone"),
    holiday=words("option.settings.holiday"),
    until=words("option.settings.until"),
    language=words("option.settings.language"),
    buttons=words("option.settings.buttons"),
    tables=words("option.settings.tables"),
    browsers=words("option.settings.browsers"),
    calendar=words("option.settings.calendar"),
    followers=words("option.settings.followers"),
)
@app_commands.choices(
    language=language_choices(),
    buttons=[named(f"settings.buttons.{kind}", kind) for kind in BUTTONS],
    tables=[named(f"settings.tables.{kind}", kind) for kind in TABLES],
    browsers=[named("settings.browsers.show", SHOW_BROWSERS)],
    calendar=[named("settings.calendar.new", NEW_CALENDAR), named("settings.calendar.off", NO_CALENDAR)],
    followers=[named(f"settings.followers.{who}", who) for who in FOLLOWERS],
)
@app_commands.autocomplete(zone=zone_choices, holiday=holiday_choices, until=holiday_choices)
async def settings(
    interaction: Interaction,
    *,
    zone: str | None = None,
    holiday: str | None = None,
    until: str | None = None,
    language: str | None = None,
    buttons: str | None = None,
    tables: str | None = None,
    browsers: str | None = None,
    calendar: str | None = None,
    followers: str | None = None,
) -> None:
    """Show settings, open browsers or the calendar's link; change what has an option, or take a holiday."""
    async with answered(interaction):
        if language is not None:
            await interaction.client.house.languages.choose(interaction.user.id, chosen_language(language))
        if zone is not None:
            await _keep_zone(interaction, zone)
        if buttons is not None:
            await _keep_buttons(interaction, buttons)
        if followers is not None:
            await _keep_followers(interaction, followers)
        if tables is not None:
            await _keep_tables(interaction, tables)
        if holiday is not None or until is not None:
            await take(interaction, holiday or "", until or holiday or "")
            await _renew(interaction)
        elif browsers is not None:
            await show_browsers(interaction)
        elif calendar is not None:
            await (end_calendar if calendar == NO_CALENDAR else give_calendar)(interaction)
        else:
            await _show(interaction)


async def _panel(interaction: Interaction) -> tuple[str, discord.ui.View]:
    house, user = interaction.client.house, interaction.user.id
    zone = await house.notifications.zone(user, interaction.guild_id)
    hidden = await house.privacy.hidden(user)
    balance = await house.holidays.balance(user, interaction.guild_id)
    preferences = await house.notifications.preferences(user)
    allows, say = await house.follows.is_allowed(user), reader(interaction)
    return panel(preferences, zone, say, hidden=hidden, away=balance.next, followable=allows)


def panel(
    preferences: Preferences,
    zone: str,
    say: Catalogue,
    *,
    hidden: bool,
    away: Holiday | None = None,
    followable: bool = False,
) -> tuple[str, discord.ui.View]:
    """The settings in words, with the controls to change them.

    `zone` is the person's or else their server's, "" if unknown; a person who is `hidden` isn't on the global
    leaderboards, others can follow one who is `followable`; `away` is their current or next holiday.
    """
    start, end = preferences.quiet if preferences.quiet not in (None, NEVER) else NIGHT
    ways = [_option(say(f"settings.way.{way}"), way, chosen=way == preferences.channel) for way in CallChannel]
    moments = [_option(say(f"settings.moment.{m}"), m, chosen=m in preferences.moments) for m in MOMENTS]
    items: list[Widget] = [
        _select(SettingSelect.WAY, say("settings.way"), ways),
        _select(SettingSelect.MOMENTS, say("settings.moments"), moments, least=0, most=len(moments)),
    ]
    for name, hour in ((SettingSelect.FROM, start // 60), (SettingSelect.TO, end // 60)):
        chosen = hour if preferences.quiet != NEVER else None
        hours = [
            _option(say(f"settings.{name}.option", time=_clock(h * 60)), str(h), chosen=h == chosen) for h in HOURS
        ]
        if name is SettingSelect.FROM:
            hours.append(_option(say("settings.loud"), LOUDEST, chosen=preferences.quiet == NEVER))
        items.append(_select(name, say(f"settings.{name}"), hours))
    items.append(discord.ui.Button(label=say("settings.zone"), emoji="🌍", custom_id=setting_code(SettingButton.ZONE)))
    code = setting_code(SettingButton.HOLIDAY)
    items.append(discord.ui.Button(label=say("settings.holiday"), emoji="🏖️", custom_id=code))
    switch = SettingButton.SHOW if hidden else SettingButton.HIDE
    items.append(discord.ui.Button(label=say(f"settings.{switch}"), emoji="🏆", custom_id=setting_code(switch)))
    easy, quick_now = _now(EASY, preferences.easy), _now(QUICK, preferences.quick)
    for emoji, after in (("⏩", _after(EASY, easy)), ("⚡", _after(QUICK, quick_now))):
        items.append(discord.ui.Button(label=say(f"settings.do.{after}"), emoji=emoji, custom_id=setting_code(after)))
    lines = [say("settings.head"), _quiet_words(preferences, zone, say)]
    lines += [away_words(away, say)] if away is not None else []
    lines += [say(f"settings.does.{easy}")] if preferences.easy else []
    lines.append(say(f"settings.quick.{quick_now}"))
    lines += [say("settings.words")] if preferences.in_words else []
    lines += [say("settings.followable")] if followable else []
    lines += [say("settings.over.hidden" if hidden else "settings.over")] if preferences.over_servers else []
    return "\n".join([*lines, say("privacy.board.out")] if hidden else lines), rows(items)


def _now(values: Mapping[SettingButton, T], value: T) -> SettingButton:
    """The button with the present value."""
    return next(button for button, v in values.items() if v == value)


def _after(values: Mapping[SettingButton, T], now: SettingButton) -> SettingButton:
    """The button with the next value, in a circle."""
    buttons = [*values]
    return buttons[(buttons.index(now) + 1) % len(buttons)]


def _quiet_words(preferences: Preferences, zone: str, say: Catalogue) -> str:
    if preferences.quiet == NEVER:
        return say("settings.quiet.none")
    if not zone and preferences.quiet is None:
        return say("settings.quiet.unknown")
    start, end = preferences.quiet or NIGHT
    return say("settings.quiet", start=_clock(start), end=_clock(end), zone=spelled(zone, say))


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _option(label: str, value: str, *, chosen: bool) -> discord.SelectOption:
    return discord.SelectOption(label=label[:100], value=value, default=chosen)


def _select(
    name: SettingSelect, hint: str, options: list[discord.SelectOption], *, least: int = 1, most: int = 1
) -> discord.ui.Select[Any]:
    return discord.ui.Select(
        custom_id=setting_code(name), placeholder=hint[:150], options=options, min_values=least, max_values=most
    )


async def chosen(interaction: Interaction, select: SettingSelect, values: list[str]) -> None:
    """Store a setting chosen from a list."""
    if select is SettingSelect.FIRST:
        await offer_last(interaction, values)
        return
    if select is SettingSelect.LAST:
        await take_chosen(interaction, values)
        await _renew(interaction)
        return
    preferences = await interaction.client.house.notifications.preferences(interaction.user.id)
    await _keep(interaction, changed(preferences, select, values))


async def pressed(interaction: Interaction, button: SettingButton) -> None:
    """Handle a button: type a zone, hide from the global leaderboards, let the bot play, skip Confirm, take a holiday.

    Older panels have a button for no quiet hours. A button on a match's result is confirmed next to it.
    """
    house, user = interaction.client.house, interaction.user.id
    preferences = await house.notifications.preferences(user)
    match button:
        case SettingButton.HIDE | SettingButton.SHOW:
            await house.privacy.hide(user, hidden=button is SettingButton.HIDE)
            await _show(interaction)
        case SettingButton.ZONE:
            await _offer_zones(interaction, preferences.zone)
        case SettingButton.CITY:
            say, now = reader(interaction), interaction.client.now()
            typed = await asyncio.to_thread(typable, preferences.zone, say, now)
            await interaction.response.send_modal(zone_form(typed, say))
        case SettingButton.BACK:
            await _show(interaction)
        case SettingButton.HOLIDAY:
            await offer_first(interaction)
        case SettingButton.HOLIDAY_OVER:
            await be_back(interaction)
            await _renew(interaction)
        case SettingButton.LOUD:
            await _keep(interaction, replace(preferences, quiet=NEVER))
        case SettingButton.ASK | SettingButton.OBVIOUS | SettingButton.EASY:
            await _keep(interaction, replace(preferences, easy=EASY[button]))
        case SettingButton.IDLE:
            await reply_in_private(interaction)
            await house.notifications.set_preferences(user, replace(preferences, easy=IDLE))
            await interaction.edit_original_response(content=reader(interaction)("settings.left"))
        case SettingButton.QUICK_ALWAYS | SettingButton.QUICK_ALONE | SettingButton.QUICK_NEVER:
            await _keep(interaction, replace(preferences, quick=QUICK[button]))


async def _offer_zones(interaction: Interaction, zone: str) -> None:
    """Replace the panel by a list of zones by offset, with a form for people who live elsewhere."""
    await defer_in_private(interaction)
    say = reader(interaction)
    listed = await asyncio.to_thread(by_offset, say, interaction.client.now())
    options = [_option(label, value, chosen=value == zone) for value, label in listed]
    items: list[Widget] = [
        _select(SettingSelect.PLACE, say("settings.zone"), options),
        discord.ui.Button(label=say("settings.city"), emoji="⌨️", custom_id=setting_code(SettingButton.CITY)),
        discord.ui.Button(label=say("panel.back"), emoji="↩️", custom_id=setting_code(SettingButton.BACK)),
    ]
    await interaction.edit_original_response(content=say("settings.zone.ask"), view=rows(items))


def zone_form(typed: str, say: Catalogue) -> Form:
    """The form for a city, a country or an offset; `typed` is filled in."""
    label, default = say("settings.zone.label")[:45], typed or None
    field = discord.ui.TextInput[Any](label=label, custom_id=ZONE_FIELD, default=default, max_length=60, required=False)
    return Form(say("settings.zone")[:45], zone_form_code(), field)


async def zone_typed(interaction: Interaction, text: str) -> None:
    """Store the zone of a city, a country or an offset typed into the form."""
    await _keep_zone(interaction, text)
    await _show(interaction)


async def _keep_buttons(interaction: Interaction, kind: str) -> None:
    """Store whether answers have pads or words; Refused for anything else."""
    if kind not in BUTTONS:
        raise Refused("settings.buttons")
    notifications, user = interaction.client.house.notifications, interaction.user.id
    preferences = await notifications.preferences(user)
    await notifications.set_preferences(user, replace(preferences, in_words=kind == IN_WORDS))


async def _keep_followers(interaction: Interaction, who: str) -> None:
    """Store whether others may follow the person; Refused for anything else."""
    if who not in FOLLOWERS:
        raise Refused("settings.followers")
    await interaction.client.house.follows.allow(interaction.user.id, allowed=who == ALLOWED)


async def _keep_tables(interaction: Interaction, kind: str) -> None:
    """Store whether the person may get a table with people of other servers; Refused for anything else."""
    if kind not in TABLES:
        raise Refused("settings.tables")
    notifications, user = interaction.client.house.notifications, interaction.user.id
    preferences = await notifications.preferences(user)
    await notifications.set_preferences(user, replace(preferences, over_servers=kind == OVER_SERVERS))


async def _keep_zone(interaction: Interaction, text: str) -> None:
    notifications, user = interaction.client.house.notifications, interaction.user.id
    zone = await asyncio.to_thread(zone_named, text, reader(interaction), interaction.client.now())
    await notifications.set_preferences(user, replace(await notifications.preferences(user), zone=zone))


def changed(preferences: Preferences, select: SettingSelect, values: list[str]) -> Preferences:
    """The preferences with one setting changed; Refused for a value that can't be chosen."""
    value = values[0] if len(values) == 1 else ""
    start, end = preferences.quiet if preferences.quiet not in (None, NEVER) else NIGHT
    match select:
        case SettingSelect.MOMENTS:
            return with_moment(preferences, tuple(values))
        case SettingSelect.WAY:
            return replace(preferences, channel=_channel(value))
        case SettingSelect.FROM if value == LOUDEST:
            return replace(preferences, quiet=NEVER)
        case SettingSelect.FROM:
            return replace(preferences, quiet=(_minute(value), end))
        case SettingSelect.TO:
            return replace(preferences, quiet=(start, _minute(value)))
        case SettingSelect.PLACE:
            return replace(preferences, zone=value)
        case SettingSelect.FIRST | SettingSelect.LAST:
            raise Refused("habits.unknown")  # these aren't preferences


def _channel(name: str) -> CallChannel:
    try:
        return CallChannel(name)
    except ValueError:
        raise Refused("habits.unknown") from None


def _minute(hour: str) -> int:
    """The minute of the day at which the chosen hour begins."""
    if hour not in map(str, HOURS):
        raise Refused("habits.unknown")
    return int(hour) * 60


async def _keep(interaction: Interaction, preferences: Preferences) -> None:
    await interaction.client.house.notifications.set_preferences(interaction.user.id, preferences)
    await _show(interaction)


async def _show(interaction: Interaction) -> None:
    """Show the present settings, in the pressed message if it is private."""
    await defer_in_private(interaction)
    await _renew(interaction)


async def _renew(interaction: Interaction) -> None:
    """Show the present settings in the deferred reply."""
    text, view = await _panel(interaction)
    await interaction.edit_original_response(content=text, view=view)

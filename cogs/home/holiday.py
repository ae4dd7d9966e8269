"""Holidays in `/settings`: chosen from two lists or typed, ended by a button."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import discord
from babel.dates import format_skeleton
from discord import app_commands

from cogs.local.dates import locale_of, marked
from cogs.ui.client import Interaction
from cogs.ui.controls import SettingButton, SettingSelect
from cogs.ui.custom_id import setting_code
from cogs.ui.replies import defer_in_private, reader
from cogs.ui.views import MOST_OPTIONS, Widget, rows
from engines.table import Refused
from host.table.holidays import Balance
from locales import Catalogue
from model.match import Holiday

DAY_WORDS = "yMMMEd"  # CLDR's skeleton for a day with its weekday
BETWEEN = "/"  # separates first and last day in an option's value


async def holiday_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of the next days, in the person's language."""
    say = reader(interaction)
    balance = await interaction.client.house.holidays.balance(interaction.user.id, interaction.guild_id)
    days = [(day.isoformat(), _day_words(day, say)) for day in _next_days(balance)]
    typed = current.strip().casefold()
    fitting = [(value, words) for value, words in days if typed in value or typed in words.casefold()]
    return [app_commands.Choice(name=words, value=value) for value, words in fitting]


def away_words(holiday: Holiday, say: Catalogue) -> str:
    """The span of a holiday in words."""
    return say("settings.away", since=f"<t:{int(holiday.since)}:f>", until=f"<t:{int(holiday.until)}:f>")


async def take(interaction: Interaction, first: str, last: str) -> None:
    """Take a holiday between two days, written as 2026-12-31; Refused for anything else."""
    await defer_in_private(interaction)  # announcing it in many matches takes a while
    days = _read(first), _read(last)
    await interaction.client.house.holidays.take(interaction.user.id, interaction.guild_id, *days)


async def offer_first(interaction: Interaction) -> None:
    """Replace the panel by a list of first days, and tell how many days are left."""
    await defer_in_private(interaction)
    say, house = reader(interaction), interaction.client.house
    balance = await house.holidays.balance(interaction.user.id, interaction.guild_id)
    lines = [say("settings.holiday.about"), _left(balance, say)]
    items: list[Widget] = []
    if balance.longest:
        options = [_option(_day_words(day, say), day.isoformat()) for day in _next_days(balance)]
        items.append(_select(SettingSelect.FIRST, say("settings.first"), options))
    if balance.next is not None:
        lines.append(away_words(balance.next, say))
        code = setting_code(SettingButton.HOLIDAY_OVER)
        items.append(discord.ui.Button(label=say("settings.holidayover"), emoji="🏠", custom_id=code))
    await interaction.edit_original_response(content="\n".join(lines), view=rows([*items, _back(say)]))


async def offer_last(interaction: Interaction, values: list[str]) -> None:
    """Replace the list of first days by one of last days; choosing there takes the holiday."""
    await defer_in_private(interaction)
    say, house = reader(interaction), interaction.client.house
    first = _read(values[0] if values else "")
    balance = await house.holidays.balance(interaction.user.id, interaction.guild_id)
    options = [
        _option(
            say("settings.last.option", day=_day_words(first + timedelta(days=more), say), n=more + 1),
            f"{first.isoformat()}{BETWEEN}{(first + timedelta(days=more)).isoformat()}",
        )
        for more in range(max(1, min(MOST_OPTIONS, balance.longest)))
    ]
    text = say("settings.last.ask", first=_day_words(first, say))
    select = _select(SettingSelect.LAST, say("settings.last"), options)
    await interaction.edit_original_response(content=text, view=rows([select, _back(say)]))


async def take_chosen(interaction: Interaction, values: list[str]) -> None:
    """Take the holiday, as the last day is chosen."""
    first, _, last = (values[0] if values else "").partition(BETWEEN)
    await take(interaction, first, last)


async def be_back(interaction: Interaction) -> None:
    """End the current holiday, or call off the next one."""
    await defer_in_private(interaction)
    await interaction.client.house.holidays.end(interaction.user.id)


def _left(balance: Balance, say: Catalogue) -> str:
    if not balance.days:
        return say("settings.holiday.none")
    longest = say("settings.holiday.longest", n=balance.longest)
    return f"{say('settings.holiday.left', n=balance.left, days=balance.days)} {longest}"


def _next_days(balance: Balance) -> Sequence[date]:
    return [balance.today + timedelta(days=days) for days in range(1, MOST_OPTIONS + 1)]


def _day_words(day: date, say: Catalogue) -> str:
    return marked(format_skeleton(DAY_WORDS, day, locale=locale_of(say.language)), say)


def _read(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("holiday.day") from None


def _back(say: Catalogue) -> Widget:
    return discord.ui.Button(label=say("panel.back"), emoji="↩️", custom_id=setting_code(SettingButton.BACK))


def _option(label: str, value: str) -> discord.SelectOption:
    return discord.SelectOption(label=label[:100], value=value)


def _select(name: SettingSelect, hint: str, options: list[discord.SelectOption]) -> discord.ui.Select[Any]:
    return discord.ui.Select(custom_id=setting_code(name), placeholder=hint[:150], options=options)

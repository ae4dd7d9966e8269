"""`/admin setup`: shows what a server has decided in one private message, and changes it with selects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

from cogs.local import dates
from cogs.local.time_zones import COMMON, by_offset, spelled, typable, zone_named
from cogs.local.weekdays import o_clock
from cogs.posts.permissions import invitation, lacking, missing_permissions
from cogs.ui.access import check_steward
from cogs.ui.client import Interaction
from cogs.ui.controls import CHOOSE, CHOOSE_CHANNEL, CHOOSE_ROLE, ZONE_FIELD, SetupButton, SetupSelect, Tail
from cogs.ui.custom_id import setup_code
from cogs.ui.forged import read_id
from cogs.ui.replies import defer_in_private, reader
from cogs.ui.views import Form, Widget, rows
from engines.table import Refused
from host.coach.daily import HOUR, PuzzleChannel
from host.house import House
from host.lobby.open_tables import OpenTablesRow
from host.time.seasons import LENGTHS, YEAR
from locales import Catalogue, catalogue, languages
from model.server_settings import ServerSettings
from render.words import cut

Value: TypeAlias = str | int | None

CHANNELS = (discord.ChannelType.text, discord.ChannelType.news)
FORUMS = (discord.ChannelType.forum,)
TOP = 4  # settings that are always shown, below missing permissions
HOURS = range(24)


@dataclass(frozen=True, slots=True)
class Decided:
    """The settings of a server."""

    settings: ServerSettings
    open_tables: OpenTablesRow
    puzzles: PuzzleChannel


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting, as the message shows and changes it."""

    name: str  # in custom ids, and in its texts `setup.<name>` and `setup.<name>.about`
    sign: str  # before its line
    value: Callable[[Decided], Any]  # the present value
    keep: Callable[[House, int, Any], Awaitable[None]]  # stores it for a server
    word: Callable[[Any, Catalogue], str]  # a value in words
    offers: Sequence[Value] = ()  # the values on offer; none: a channel or a role
    of_roles: bool = False  # whether it is a role
    kinds: Sequence[discord.ChannelType] = CHANNELS  # of channels

    @property
    def tail(self) -> str:
        """The tail of its select's custom id."""
        return CHOOSE if self.offers else CHOOSE_ROLE if self.of_roles else CHOOSE_CHANNEL

    def line(self, decided: Decided, say: Catalogue) -> str:
        """A line with the setting's present value."""
        return f"{self.sign} {say(f'setup.{self.name}')}: **{self.word(self.value(decided), say)}**"


def _of_server(
    name: str,
    sign: str,
    offers: Sequence[Value],
    word: Callable[[Any, Catalogue], str],
    kinds: Sequence[discord.ChannelType] = CHANNELS,
) -> Setting:
    """A setting that is a field of `ServerSettings`."""

    async def keep(house: House, guild: int, value: Value) -> None:
        await house.servers.change(guild, **{name: value})

    return Setting(name, sign, lambda decided: getattr(decided.settings, name), keep, word, offers, kinds=kinds)


def _number(value: int, _say: Catalogue) -> str:
    return str(value)


def _hour(value: int, _say: Catalogue) -> str:
    return o_clock(value)


def _switch(value: bool, say: Catalogue) -> str:
    return say("setup.on" if value else "setup.off")


def _channel(value: int | None, say: Catalogue) -> str:
    return f"<#{value}>" if value else say("setup.off")


def _role(value: int | None, say: Catalogue) -> str:
    return f"<@&{value}>" if value else say("setup.off")


async def _keep_puzzles(house: House, guild: int, channel: int | None) -> None:
    if channel is None:
        await house.daily.stop(guild)
    else:
        await house.daily.set_place(guild, channel, None)


ZONE = _of_server("zone", "🌍", COMMON, lambda value, say: spelled(value, say) if value else say("setup.unset"))
SETTINGS = (
    ZONE,
    _of_server(
        "language",
        "🗣️",
        ("", *languages()),
        lambda value, say: catalogue(value).own_name if value else say("settings.language.discord"),
    ),
    Setting(
        "board",
        "📋",
        lambda decided: decided.open_tables.channel,
        lambda house, guild, value: house.open_tables.set_channel(guild, value),
        _channel,
    ),
    Setting("puzzles", "🧩", lambda decided: decided.puzzles.channel, _keep_puzzles, _channel),
    Setting(
        "puzzle_hour",
        "⏰",
        lambda decided: decided.puzzles.hour,
        lambda house, guild, value: house.daily.set_place(guild, None, value),
        _hour,
        HOURS,
    ),
    Setting(
        "role",
        "📣",
        lambda decided: decided.open_tables.role,
        lambda house, guild, value: house.open_tables.set_role(guild, value),
        _role,
        of_roles=True,
    ),
    Setting(
        "share",
        "🤝",
        lambda decided: decided.open_tables.shares,
        lambda house, guild, value: house.open_tables.set_shares(guild, shares=value),
        _switch,
        (True, False),
    ),
    _of_server("rated", "📈", (True, False), _switch),
    _of_server("evening", "🌆", HOURS, _hour),
    _of_server("lobbies", "🚪", (1, 2, 3, 5, 10, 15, 20, 30, 50, 100), _number),
    _of_server("holidays", "🏖️", (0, 3, 5, *range(10, 65, 5)), _number),
    _of_server("longest", "🧳", (1, 2, 3, 5, 7, 10, 14, 21, 28, 42, 60), _number),
    _of_server("months", "🗓️", LENGTHS, lambda value, say: say("setup.months.value", n=value)),
    _of_server("first", "🏁", range(1, YEAR + 1), dates.month_name),
    _of_server(
        "ceremonies", "🏆", (), lambda value, say: _channel(value, say) if value else say("setup.ceremonies.usual")
    ),
    _of_server(
        "forum", "🗂️", (), lambda value, say: _channel(value, say) if value else say("setup.forum.usual"), FORUMS
    ),
)
NAMED = {setting.name: setting for setting in SETTINGS}


async def show(interaction: Interaction) -> None:
    """Show the server's settings in reply to the command."""
    text, view = await _screen(interaction, _managed(interaction))
    await interaction.response.send_message(text, view=view, ephemeral=True)


async def pressed(interaction: Interaction, button: SetupButton) -> None:
    """Show more or fewer settings, switch one off, or open the form for a time zone."""
    guild = _managed(interaction)
    setting = NAMED.get(button.setting)
    if button.tail is Tail.TYPE:
        if setting is not ZONE:
            raise Refused("house.button")
        settings, say = await interaction.client.house.servers.settings(guild), reader(interaction)
        typed = await asyncio.to_thread(typable, settings.zone, say, interaction.client.now())
        field = discord.ui.TextInput[Any](
            label=cut(say("settings.zone.label"), 45), custom_id=ZONE_FIELD, default=typed or None, max_length=60
        )
        code = setup_code(ZONE.name, is_long=button.is_long)
        await interaction.response.send_modal(Form(cut(say("settings.zone"), 45), code, field))
        return
    await defer_in_private(interaction)
    if button.tail is Tail.SURE:
        if setting is None or setting.offers:
            raise Refused("house.button")
        await setting.keep(interaction.client.house, guild, None)
    await _renew(interaction, guild, setting, is_long=button.is_long)


async def chosen(interaction: Interaction, select: SetupSelect, values: Sequence[str]) -> None:
    """Ask for the new value of the chosen setting, or store the chosen value."""
    guild = _managed(interaction)
    await defer_in_private(interaction)
    if not select.setting:
        await _renew(interaction, guild, _named(values), is_long=select.is_long, asks=True)
        return
    setting = _named((select.setting,))
    await setting.keep(interaction.client.house, guild, _read(interaction, setting, values))
    await _renew(interaction, guild, setting, is_long=select.is_long)


async def zone_typed(interaction: Interaction, text: str, *, is_long: bool) -> None:
    """Store the time zone of a typed city, country or offset."""
    guild = _managed(interaction)
    await defer_in_private(interaction)
    zone = await asyncio.to_thread(zone_named, text, reader(interaction), interaction.client.now())
    if zone:
        await interaction.client.house.servers.change(guild, zone=zone)
    await _renew(interaction, guild, ZONE, is_long=is_long)


def _managed(interaction: Interaction) -> int:
    """The server, if the person manages it; Refused for everyone else."""
    check_steward(interaction)
    if interaction.guild_id is None:
        raise Refused("setup.server")
    return interaction.guild_id


def _named(values: Sequence[str]) -> Setting:
    if len(values) != 1 or values[0] not in NAMED:
        raise Refused("house.button")
    return NAMED[values[0]]


# --- reading choices


def _read(interaction: Interaction, setting: Setting, values: Sequence[str]) -> Value:
    """The value chosen; Refused for one that wasn't offered or is impossible."""
    if setting.offers:
        offered = {_spelled(value): value for value in setting.offers}
        if len(values) != 1 or values[0] not in offered:
            raise Refused("house.button")
        return offered[values[0]]
    guild, number = interaction.guild, read_id(values)
    if not values or guild is None:
        return None
    if setting.of_roles:
        return _role_of(guild, number)
    return _channel_of(guild, number, setting.kinds, reader(interaction))


def _channel_of(guild: discord.Guild, number: int, kinds: Sequence[discord.ChannelType], say: Catalogue) -> int:
    """A channel of one of these kinds; Refused with the permissions that the bot lacks there."""
    channel = guild.get_channel(number)
    if not isinstance(channel, discord.TextChannel | discord.ForumChannel) or channel.type not in kinds:
        raise Refused("setup.forum" if kinds is FORUMS else "share.channel")
    if missing := lacking(channel, guild.me):
        raise Refused("season.channel", {"channel": number, "missing": _permissions(missing, say)})
    return number


def _role_of(guild: discord.Guild, number: int) -> int | None:
    """A role, None for @everyone; Refused for one that the bot can't mention."""
    role = guild.get_role(number)
    if role is None or not (role.is_default() or role.mentionable):
        raise Refused("setup.role", {"role": number})
    return None if role.is_default() else number


def _spelled(value: Value) -> str:
    return "-" if value == "" else str(value)


# --- the message


async def _renew(
    interaction: Interaction, guild: int, setting: Setting | None, *, is_long: bool, asks: bool = False
) -> None:
    text, view = await _screen(interaction, guild, setting, is_long=is_long, asks=asks)
    await interaction.edit_original_response(content=text, view=view)


async def _screen(
    interaction: Interaction, guild: int, setting: Setting | None = None, *, is_long: bool = False, asks: bool = False
) -> tuple[str, discord.ui.View]:
    """Some settings or all, and the controls; the `setting` chosen or changed is always shown."""
    house, say = interaction.client.house, reader(interaction)
    puzzles = await house.daily.place(guild) or PuzzleChannel(guild, None, HOUR)
    decided = Decided(await house.servers.settings(guild), await house.open_tables.of(guild), puzzles)
    shown = SETTINGS if is_long else SETTINGS[:TOP]
    lines = [_rights(interaction, guild, say), *(s.line(decided, say) for s in shown)]
    if setting is not None and setting not in shown:
        lines.append(setting.line(decided, say))
    role = interaction.guild and interaction.guild.get_role(decided.open_tables.role or 0)
    if role and not role.mentionable and NAMED["role"] in (*shown, setting):
        lines.append(say("setup.role.mute", role=role.mention))
    controls: list[Widget] = [_settings(setting if asks else None, is_long, say)]
    more = [_button(say("setup.less" if is_long else "setup.more"), setup_code("", is_long=not is_long))]
    if setting is not None and asks:
        lines.append(f"-# {say(f'setup.{setting.name}.about')}")
        controls.append(await _control(interaction, setting, setting.value(decided), is_long, say))
        more += _more(setting, setting.value(decided), is_long, say)
    return "\n".join(lines), rows([*controls, *more])


def _rights(interaction: Interaction, guild: int, say: Catalogue) -> str:
    """The bot's permissions in this channel, as a match needs them, with a link to fix them."""
    missing = missing_permissions(interaction.app_permissions)
    if not missing:
        return f"✅ {say('setup.fine')}"
    link = invitation(interaction.client, guild)
    return f"❌ {say('setup.missing', missing=_permissions(missing, say), link=link)}"


def _permissions(names: Sequence[str], say: Catalogue) -> str:
    return say.together(say(f"permission.{name}") for name in names)


def _settings(chosen: Setting | None, is_long: bool, say: Catalogue) -> Widget:
    options = [
        discord.SelectOption(label=say(f"setup.{s.name}"), value=s.name, emoji=s.sign, default=s is chosen)
        for s in SETTINGS
    ]
    return discord.ui.Select(
        custom_id=setup_code("", CHOOSE, is_long=is_long), placeholder=say("setup.change"), options=options, row=0
    )


async def _control(interaction: Interaction, setting: Setting, value: Value, is_long: bool, say: Catalogue) -> Widget:
    """The select of a setting's values."""
    code, hint = setup_code(setting.name, setting.tail, is_long=is_long), say(f"setup.{setting.name}")
    if setting.of_roles:
        roles = [discord.Object(value, type=discord.Role)] if isinstance(value, int) else []
        return discord.ui.RoleSelect(custom_id=code, placeholder=hint, default_values=roles, row=1)
    if not setting.offers:
        channels = [discord.Object(value, type=discord.abc.GuildChannel)] if isinstance(value, int) else []
        return discord.ui.ChannelSelect(
            custom_id=code, placeholder=hint, channel_types=[*setting.kinds], default_values=channels, row=1
        )
    if setting is ZONE:
        labels = await asyncio.to_thread(by_offset, say, interaction.client.now())
    else:
        labels = [(offered, setting.word(offered, say)) for offered in setting.offers]
    options = [
        discord.SelectOption(label=label, value=_spelled(offered), default=offered == value)
        for offered, label in labels
    ]
    return discord.ui.Select(custom_id=code, placeholder=hint, options=options, row=1)


def _more(setting: Setting, value: Value, is_long: bool, say: Catalogue) -> list[Widget]:
    """Other controls of a setting: switch it off, or type a time zone."""
    if setting is ZONE:
        return [_button(say("settings.city"), setup_code(ZONE.name, Tail.TYPE, is_long=is_long), "⌨️")]
    if setting.offers or value is None:
        return []
    return [_button(say("setup.switch.off"), setup_code(setting.name, Tail.SURE, is_long=is_long), "🚫")]


def _button(label: str, code: str, emoji: str | None = None) -> Widget:
    return discord.ui.Button(label=label, custom_id=code, emoji=emoji, row=2)

"""The message of a cup and its buttons: sign-up, where everybody stands, who has won; renewed in its channel."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

import discord
import structlog
from structlog.typing import FilteringBoundLogger

from cogs.career.screen import draw
from cogs.posts.board import MEDALS
from cogs.posts.cup_pages import pages_of, points
from cogs.posts.permissions import check_permissions
from cogs.posts.threads import is_busy, place_of, public
from cogs.ui.access import asker
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.cup_words import cup_name, round_name, shown_name
from cogs.ui.custom_id import action_code, base36, parts, read_number
from cogs.ui.dynamic_items import Widget, cut, rows
from cogs.ui.errors import CUT_OFF
from cogs.ui.limits import MOST_ALT
from cogs.ui.person import person
from cogs.ui.replies import defer_in_private, reader, whisper
from db.cup_rows import Cup, CupRow, WholeCup
from db.kinds import CupRowKind, EntrantState
from host.cups.rounds import CupPlace, NotNow
from host.cups.state import commitment, rounds_of, standing_of
from host.outbox.outbox import Unsent
from locales import Catalogue
from render.cup import alt, picture

log: FilteringBoundLogger = structlog.get_logger()

COLOURS = {"signup": 0xE0A458, "running": 0x4C9F70, "over": 0xFFD75E, "cancelled": 0x6C7A89}
LISTED = 40  # people who are named in the message
FIELD = 1024  # characters
LINES = 25  # of the log
DIGITS, PAGE_DIGITS = 12, 3


@dataclass(frozen=True, slots=True)
class CupPage:
    """A page of a cup's picture, as it stands in a button."""

    cup: int
    page: int

    @staticmethod
    def read(what: str) -> CupPage:
        """The page that stands in a button; IllegalMove for anything else."""
        cup, page = parts(what, 2)
        return CupPage(read_number(cup, 36, DIGITS), read_number(page, 10, PAGE_DIGITS))


def read_cup(what: str) -> int:
    """A cup's number; IllegalMove for anything else."""
    [cup] = parts(what, 1)
    return read_number(cup, 36, DIGITS)


def manages(interaction: Interaction) -> bool:
    """Whether somebody may correct every cup of the server."""
    return interaction.permissions.manage_guild or interaction.user.id in (interaction.client.owner_ids or ())


# --- the message


async def post_cup(bot: Client, whole: WholeCup, nonce: str) -> CupPlace | None:
    """Renew a cup's message, or post it where there is none any more; None where the bot may not."""
    await bot.at_home.wait()
    try:
        return await _post(bot, whole, nonce)
    except (discord.NotFound, discord.Forbidden):
        log.warning("can't post the message of a cup", cup=whole.cup.id)
        return None
    except discord.HTTPException as fault:
        if not is_busy(fault):
            raise
        raise NotNow from fault
    except (discord.RateLimited, Unsent, *CUT_OFF) as fault:
        raise NotNow from fault


async def _post(bot: Client, whole: WholeCup, nonce: str) -> CupPlace:
    cup = whole.cup
    channel = await place_of(bot, cup.channel, cup.guild)
    say = public(bot, channel)
    # the end is a message of its own, so that it is seen
    if cup.message is not None and cup.message_channel == channel.id and cup.phase != "over":
        embed, file = await cup_embed(bot, whole, say)
        try:
            async with bot.locks(channel.id):
                message = channel.get_partial_message(cup.message)
                await message.edit(embed=embed, attachments=[file] if file else [], view=rows(cup_buttons(whole, say)))
            return CupPlace(channel.id, cup.message)
        except discord.NotFound:
            pass
    embed, file = await cup_embed(bot, whole, say)
    more: dict[str, Any] = {} if file is None else {"file": file}
    async with bot.locks(channel.id):
        sent = await channel.send(embed=embed, view=rows(cup_buttons(whole, say)), nonce=nonce, silent=True, **more)
    return CupPlace(channel.id, sent.id)


async def cup_embed(
    bot: Client, whole: WholeCup, say: Catalogue, page: int = 1
) -> tuple[discord.Embed, discord.File | None]:
    """A cup in words and, once it has begun, that page of its picture."""
    cup = whole.cup
    embed = discord.Embed(
        title=cut(f"🏆 {cup_name(cup, say)}", 256), description=_state(whole, say), colour=COLOURS[cup.phase]
    )
    if cup.phase == "signup":
        embed.add_field(name=say("cup.entrants"), value=_entrants(whole, say), inline=True)
        embed.add_field(name=say("cup.game"), value="\n".join(_game(cup, say)), inline=True)
        embed.add_field(name=say("cup.rules"), value="\n".join(_rules(cup, say)), inline=False)
    vouch = say("cup.lots", commitment=commitment(cup))
    embed.set_footer(text=f"{vouch}\n{say('cup.seed', seed=cup.key.hex())}" if cup.phase == "over" else vouch)
    if cup.phase not in ("running", "over"):
        return embed, None
    file = await _file(bot, whole, say, page)
    return embed.set_image(url=f"attachment://{file.filename}"), file


async def _file(bot: Client, whole: WholeCup, say: Catalogue, page: int) -> discord.File:
    found = pages_of(whole, say)
    shown = found[min(max(page, 1), len(found)) - 1]
    return await draw(bot, f"cup-{whole.cup.id}-{whole.cup.seq}", cut(alt(shown), MOST_ALT), picture, shown)


def _state(whole: WholeCup, say: Catalogue) -> str:
    """What goes on, in a few lines."""
    cup, taken = whole.cup, len(whole.playing())
    when = f"<t:{ceil(cup.due or 0)}:f> (<t:{ceil(cup.due or 0)}:R>)"
    if cup.phase == "signup":
        waiting = len(whole.entrants) - taken
        lines = [say("cup.signup", when=when, least=max(3, cup.least)), say("cup.taken", n=taken, places=cup.places)]
        return "\n".join([*lines, *([say("cup.waiting", n=waiting)] if waiting else [])])
    if cup.phase == "cancelled":
        return say("cup.called.off")
    if cup.phase == "over":
        return "\n".join(_podium(whole, say))
    if not cup.round:
        return say("cup.drawn")
    tables = whole.of_round(cup.round)
    left = sum(one.ranks is None for one in tables)
    name = round_name(whole, cup.round, say)
    head = say("cup.running", round=name, number=cup.round, rounds=max(rounds_of(whole), cup.round), when=when)
    return f"{head}\n{say('cup.left.tables', n=left)}"


def _podium(whole: WholeCup, say: Catalogue) -> list[str]:
    lines = [say("cup.over")]
    for rank, line in enumerate(standing_of(whole)[:3], 1):
        holder = whole.holder(line.place)
        if holder is not None:
            key = "cup.podium.points" if whole.cup.format in ("swiss", "robin", "league") else "cup.podium"
            lines.append(f"{MEDALS[rank]} {say(key, name=shown_name(holder, say), points=points(line.score))}")
    return lines


def _entrants(whole: WholeCup, say: Catalogue) -> str:
    names = [shown_name(one, say) for one in whole.playing()]
    listed = names[:LISTED]
    while listed and len(", ".join(listed)) > FIELD - 60:
        listed.pop()
    more = len(names) - len(listed)
    text = ", ".join(listed) or say("cup.nobody.yet")
    return f"{text} {say('cup.and.more', n=more)}" if more else text


def _game(cup: Cup, say: Catalogue) -> list[str]:
    """Game, format, tables and clock, a line each."""
    table = str(cup.most) if cup.least == cup.most else f"{cup.least}–{cup.most}"
    lines = [
        f"**{say(f'{cup.game}.name')}** · {say(f'cup.format.{cup.format}')}",
        say("cup.at.table", n=cup.most, table=table),
        f"{say('clock')}: **{say(f'clock.{cup.clock}')}**" + (f" · {say('clock.weekends')}" if cup.weekends else ""),
        say("cup.round.days", n=cup.days),
    ]
    lines += [say("cup.seasons", n=cup.seasons)] if cup.format == "league" else []
    return [*lines, say("cup.unrated")] if not cup.rated else lines


def _rules(cup: Cup, say: Catalogue) -> list[str]:
    """What is done by rule, told before it is needed."""
    key = f"cup.rule.{cup.format}"
    how = say(f"{key}.tables") if cup.most > 2 and f"{key}.tables" in say else say(key)
    return [how, say("cup.rule.seeding"), say("cup.rule.deadline"), say("cup.rule.vanish")]


def cup_buttons(whole: WholeCup, say: Catalogue) -> list[Widget]:
    """What can be done about a cup; whoever presses in vain is told why."""
    cup, code = whole.cup, base36(whole.cup.id)
    grey, green = discord.ButtonStyle.secondary, discord.ButtonStyle.success

    def button(action: Action, emoji: str, style: discord.ButtonStyle = grey, row: int = 0, *more: int) -> Widget:
        what = action_code(action, code, *more)
        return discord.ui.Button[Any](
            label=say(f"cup.button.{action}"), emoji=emoji, style=style, custom_id=what, row=row
        )

    items: list[Widget] = []
    if cup.phase == "signup":
        items += [button(Action.CUP_JOIN, "🚴", green), button(Action.CUP_LEAVE, "👋")]
        items += [button(Action.CUP_START, "🏁", discord.ButtonStyle.primary)]
        items += [button(Action.CUP_CANCEL, "✖️", discord.ButtonStyle.danger)]
    if cup.phase in ("running", "over"):
        items += [button(Action.CUP_PAGE, "🗂️", grey, 0, 1)]
    if cup.phase == "running":
        items += [button(Action.CUP_JOIN, "🪑"), button(Action.CUP_LEAVE, "👋")]
    return [*items, button(Action.CUP_LOG, "📜", grey, 1 if cup.phase == "signup" else 0)]


# --- presses


async def join(interaction: Interaction, number: int) -> None:
    """Sign up, or wait for a place."""
    whole = await _begin(interaction, number)
    await interaction.client.house.cups.join(number, person(interaction))
    say, after = reader(interaction), await interaction.client.house.cups.whole(number)
    mine = after.entrant(interaction.user.id)
    waits = mine is not None and mine.state == EntrantState.RESERVE
    await whisper(interaction, say("cup.join.reserve" if waits else "cup.join.done", cup=cup_name(whole.cup, say)))


async def leave(interaction: Interaction, number: int) -> None:
    """Take my name off; of a cup that has begun, play no further round."""
    whole = await _begin(interaction, number)
    await interaction.client.house.cups.leave(number, person(interaction))
    say = reader(interaction)
    key = "cup.leave.running" if whole.cup.phase == "running" else "cup.leave.done"
    await whisper(interaction, say(key, cup=cup_name(whole.cup, say)))


async def start(interaction: Interaction, number: int) -> None:
    """Draw and begin, where the bot may do all that matches need."""
    await _begin(interaction, number)
    check_permissions(interaction)
    await interaction.client.house.cups.start(number, person(interaction), manages=manages(interaction))
    await whisper(interaction, reader(interaction)("cup.start.done"))


async def cancel(interaction: Interaction, number: int) -> None:
    """Call it off."""
    await _begin(interaction, number)
    await interaction.client.house.cups.cancel(number, person(interaction), manages=manages(interaction))
    await whisper(interaction, reader(interaction)("cup.cancel.done"))


async def turn(interaction: Interaction, wanted: CupPage) -> None:
    """A page of its picture, for the reader alone."""
    await defer_in_private(interaction)
    whole = await interaction.client.house.cups.see(wanted.cup, asker(interaction))
    await show_page(interaction, whole, wanted.page)


async def show_page(interaction: Interaction, whole: WholeCup, page: int) -> None:
    """A cup and a page of its picture in place of what was announced, with buttons that turn the pages."""
    bot, say = interaction.client, reader(interaction)
    embed, file = await cup_embed(bot, whole, say, page)
    items = [] if file is None else _turns(whole, min(page, len(pages_of(whole, say))), say)
    await interaction.edit_original_response(
        content=None, embed=embed, attachments=[file] if file else [], view=rows(items) if items else None
    )


def _turns(whole: WholeCup, page: int, say: Catalogue) -> list[Widget]:
    code, count = base36(whole.cup.id), len(pages_of(whole, say))

    def to(label: str, emoji: str, wanted: int, *, off: bool) -> Widget:
        # a page that isn't there has a code of its own all the same, and its button is off
        what = action_code(Action.CUP_PAGE, code, wanted)
        return discord.ui.Button[Any](label=say(label), emoji=emoji, custom_id=what, disabled=off)

    turns = [
        to("ladder.before", "◀️", page - 1 or count + 1, off=page == 1),
        to("ladder.after", "▶️", page + 1, off=page == count),
    ]
    text = discord.ui.Button[Any](
        label=say("career.text"), emoji="📄", custom_id=action_code(Action.CUP_TEXT, code, page)
    )
    return [*(turns if count > 1 else []), text]


async def in_characters(interaction: Interaction, wanted: CupPage) -> None:
    """A page in characters."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    whole = await interaction.client.house.cups.see(wanted.cup, asker(interaction))
    found = pages_of(whole, reader(interaction)) if whole.cup.phase in ("running", "over") else []
    text = alt(found[min(max(wanted.page, 1), len(found)) - 1]) if found else "–"
    await interaction.edit_original_response(content=cut(discord.utils.escape_markdown(text), 2000))


async def show_log(interaction: Interaction, number: int) -> None:
    """What was done in a cup and who did it, the newest last."""
    await defer_in_private(interaction)
    whole = await interaction.client.house.cups.see(number, asker(interaction))
    say = reader(interaction)
    found = await interaction.client.house.cups.log(number)
    lines = [_logged(row, say) for row in found][-LINES:]
    head = f"**{cup_name(whole.cup, say)}**"
    while len("\n".join((head, *lines))) > 2000:
        lines.pop(0)
    await interaction.edit_original_response(content="\n".join((head, *lines)), embeds=[], attachments=[], view=None)


def _logged(row: CupRow, say: Catalogue) -> str:
    def who(user: int | None) -> str:
        return say("cup.log.house") if user is None else f"<@{user}>" if user > 0 else say("career.left")

    key = f"cup.log.{row.kind}"
    if row.kind is CupRowKind.END and row.user is None:
        key = "cup.log.end.nobody"
    text = say(key, by=who(row.by), user=who(row.user), round=row.round or 0, n=row.number or 0)
    return f"-# <t:{int(row.at)}:d> {text}"


async def _begin(interaction: Interaction, number: int) -> WholeCup:
    """Say that the answer is coming, if the person may know of the cup."""
    await interaction.response.defer(ephemeral=True)
    return await interaction.client.house.cups.see(number, asker(interaction))

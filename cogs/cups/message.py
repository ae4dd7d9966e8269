"""The message of a cup, kept up to date in its channel: sign-up, standings, winner."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Any

import discord

from cogs.career.screen import draw
from cogs.cups.pages import pages_of, points
from cogs.posts.board import MEDALS
from cogs.posts.cup_words import cup_name, logged, round_name, shown_name, sides_in, sides_of
from cogs.posts.threads import place_of, public, thread_of
from cogs.posts.writer import Writer
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, base36
from cogs.ui.views import Widget, rows
from host.cups.cups import Cups
from host.cups.formats import FORMATS
from host.cups.messages import CupMessage
from host.cups.state import commitment, podium_of, rounds_of, winners_of
from host.outbox.messages import Message
from locales import Catalogue
from model.cup import Cup, CupRow, WholeCup
from model.kinds import CUPS_UNDER_WAY, VERDICTS, CupRowKind, PostKind
from model.match import MessageRef
from render.cup import alt, picture
from render.words import cut
from screen.names import names_of
from screen.pictures import MOST_ALT

COLOURS = {"signup": 0xE0A458, "running": 0x4C9F70, "over": 0xFFD75E, "cancelled": 0x6C7A89}
LISTED = 40  # people named in the message
FIELD = 1024  # characters
DECISIONS = (*VERDICTS, CupRowKind.VOTED, CupRowKind.STOPPED, CupRowKind.RIGHTED)  # rows that its message shows
SHOWN = 3  # of them
LINKED = 10  # tables


async def post_cup(writer: Writer, message: CupMessage) -> MessageRef:
    """Update a cup's message, or post it if there is none; the end gets a new message, so that people see it."""
    bot, record = writer.bot, message.record
    channel = await place_of(bot, record.cup.channel, record.cup.guild)
    say, place = public(bot, channel), message.place
    view, is_over = rows(cup_buttons(record, say)), record.cup.phase == "over"
    embed, file = await cup_embed(bot, record, say)
    if place is not None and not is_over:
        if await writer.renewed(channel, message, embed=embed, attachments=[file] if file else [], view=view):
            return place
        embed, file = await cup_embed(bot, record, say)  # the first picture has been drawn already
    more: dict[str, Any] = {} if file is None else {"file": file}
    return await writer.say(channel, message, embed=embed, view=view, **more)


async def post_verdict(writer: Writer, message: CupMessage) -> MessageRef:
    """Tell the people concerned about a decision."""
    cup = message.record.cup
    channel = await place_of(writer.bot, cup.channel, cup.guild)
    text, mention = _verdicts(message.record, message.verdicts, public(writer.bot, channel))
    return await writer.say(channel, message, text, allowed_mentions=mention, silent=False)


async def post_final(writer: Writer, message: Message) -> MessageRef:
    """Announce a cup's final in its channel, once, with a link to its thread."""
    bot, match = writer.bot, message.match
    if message.place is not None:
        return message.place
    thread, channel = await thread_of(bot, message), await place_of(bot, match.channel, match.guild)
    say, of_cup = public(bot, channel), await bot.house.cups.of_match(match)
    assert of_cup is not None, "only a match of a cup is a final"
    players = say.together(names_of(match, say))
    return await writer.say(
        channel, message, say("cup.final", cup=cup_name(of_cup[0].cup, say), players=players, thread=thread.id)
    )


CUP_POSTS = {PostKind.CUP: post_cup, PostKind.VERDICT: post_verdict, PostKind.FINAL: post_final}


def _verdicts(record: WholeCup, news: Sequence[CupRow], say: Catalogue) -> tuple[str, discord.AllowedMentions]:
    """Decisions by people, and the mentions of everyone concerned."""
    about: dict[int, None] = {}
    for row in news:
        table = next((t for t in record.of_round(row.round or 0) if t.number == row.number), None)
        held = [] if table is None else [record.holder(place) for place in table.places]
        about |= dict.fromkeys(user for user in (row.user, *(e and e.user for e in held)) if user and user > 0)
    lines = [f"⚖️ {say('cup.decision', what=logged(row, say))}" for row in news]
    mentioned = " ".join(f"<@{user}>" for user in about)
    text = "\n".join((f"### {cup_name(record.cup, say)}", *lines, f"-# {mentioned}" if mentioned else ""))
    return text.strip(), discord.AllowedMentions(users=[discord.Object(user) for user in about])


async def cup_embed(
    bot: Client, record: WholeCup, say: Catalogue, page: int = 1
) -> tuple[discord.Embed, discord.File | None]:
    """A cup's embed, and this page of its picture once the cup has begun."""
    cup, done = record.cup, await bot.house.cups.log(record.cup.id)
    embed = discord.Embed(
        title=cut(f"🏆 {cup_name(cup, say)}", 256),
        description="\n".join((_state(record, done, say), *await _tables(bot, record), *_decisions(cup, done, say))),
        colour=COLOURS[cup.phase],
    )
    if cup.phase == "signup":
        embed.add_field(name=say("cup.entrants"), value=_entrants(record, say), inline=True)
        embed.add_field(name=say("cup.game"), value="\n".join(_game(cup, say)), inline=True)
    vouch = say("cup.lots", commitment=commitment(cup))
    embed.set_footer(text=f"{vouch}\n{say('cup.seed', seed=cup.key.hex())}" if cup.phase == "over" else vouch)
    if cup.phase not in ("running", "over"):
        return embed, None
    file = await _file(bot, record, say, page)
    return embed.set_image(url=f"attachment://{file.filename}"), file


async def _file(bot: Client, record: WholeCup, say: Catalogue, page: int) -> discord.File:
    pages = pages_of(record, say)
    shown = pages[min(max(page, 1), len(pages)) - 1]
    return await draw(bot, f"cup-{record.cup.id}-{record.cup.seq}", cut(alt(shown), MOST_ALT), picture, shown)


def _state(record: WholeCup, done: Sequence[CupRow], say: Catalogue) -> str:
    """The state of the cup in a few lines; `done` is its log."""
    cup, taken = record.cup, len(record.playing())
    when = f"<t:{ceil(cup.due or 0)}:f> (<t:{ceil(cup.due or 0)}:R>)"
    if cup.phase == "signup":
        waiting = len(record.entrants) - taken
        lines = [say("cup.signup", when=when, least=Cups.needed(cup)), say("cup.taken", n=taken, places=cup.places)]
        return "\n".join([*lines, *([say("cup.waiting", n=waiting)] if waiting else [])])
    if cup.phase == "cancelled":
        return say("cup.called.off")
    if cup.phase == "over":
        return "\n".join(_podium(record, done, say))
    if not cup.round:
        return say("cup.drawn")
    tables = record.of_round(cup.round)
    left = sum(table.ranks is None for table in tables)
    name = round_name(record, cup.round, say)
    head = say("cup.running", round=name, number=cup.round, rounds=max(rounds_of(record), cup.round), when=when)
    sides = f"{sides_of(record, say)}\n" if FORMATS[cup.format].sides else ""
    return f"{head}\n{sides}{say('cup.left.tables', n=left)}"


async def _tables(bot: Client, record: WholeCup) -> list[str]:
    """Links to this round's running tables, one line each."""
    if record.cup.phase != "running":
        return []
    playing = [table for table in record.of_round(record.cup.round) if table.ranks is None]
    threads = await bot.house.cups.threads(table.match for table in playing if table.match is not None)
    return [f"<#{threads[table.match]}>" for table in playing if table.match in threads][:LINKED]


def _decisions(cup: Cup, done: Sequence[CupRow], say: Catalogue) -> list[str]:
    """Decisions in this round, one line each, the newest last."""
    if cup.phase not in CUPS_UNDER_WAY:
        return []
    rows = [row for row in done if row.kind in DECISIONS and row.round == cup.round]
    return [f"-# ⚖️ {say('cup.decision', what=logged(row, say))}" for row in rows[-SHOWN:]]


def _podium(record: WholeCup, done: Sequence[CupRow], say: Catalogue) -> list[str]:
    lines, podium = [say("cup.over")], podium_of(record)
    if podium and FORMATS[record.cup.format].sides:
        if not winners_of(record):
            lines.append(say("cup.tie", sides=sides_of(record, say)))
        else:
            lines += [f"{MEDALS[rank]} {side}" for rank, side in enumerate(sides_in(record, podium, say), 1)]
        podium = []
    for rank, line in enumerate(podium[:3], 1):
        holder = record.holder(line.place)
        if holder is not None:
            name, counts = shown_name(holder, say), record.cup.format in ("swiss", "robin", "league")
            text = scored(name, line.score, say) if counts else say("cup.podium", name=name)
            lines.append(f"{MEDALS[rank]} {text}")
    if any(row.kind == CupRowKind.UNEARNED for row in done):
        lines.append(say("cup.unearned"))
    return lines


def scored(name: str, score: Fraction, say: Catalogue) -> str:
    """A person with their points; half a point takes the singular."""
    return say("cup.podium.points", n=ceil(score), name=name, points=points(score))


def _entrants(record: WholeCup, say: Catalogue) -> str:
    names = [shown_name(entrant, say) for entrant in record.playing()]
    listed = names[:LISTED]
    while listed and len(", ".join(listed)) > FIELD - 60:
        listed.pop()
    more = len(names) - len(listed)
    if more:
        return f"{', '.join(listed)} {say('cup.and.more', n=more)}"
    return say.together(listed) or say("cup.nobody.yet")


def _game(cup: Cup, say: Catalogue) -> list[str]:
    """Game, format, tables and clock, one line each."""
    table = str(cup.most) if cup.least == cup.most else f"{cup.least}–{cup.most}"
    lines = [
        f"**{say(f'{cup.game}.name')}** · {say(f'cup.format.{cup.format}')}",
        say("cup.at.table", n=cup.most, table=table),
        say("lobby.option", name=say("clock"), value=say(f"clock.{cup.clock}"))
        + (f" · {say('clock.weekends')}" if cup.weekends else ""),
        say("cup.round.days", n=cup.days),
    ]
    lines += [say("cup.seasons", n=cup.seasons)] if cup.format == "league" else []
    lines += [say("cup.teams")] if FORMATS[cup.format].sides else []
    lines += [say("cup.duplicate")] if cup.duplicate else []
    lines += [say("cup.legs")] if cup.legs else []
    return [*lines, say("cup.unrated")] if not cup.rated else lines


def cup_rules(cup: Cup, say: Catalogue) -> list[str]:
    """The rules of a cup, a sentence or two each."""
    key = f"cup.rule.{cup.format}"
    how = say(f"{key}.tables") if cup.most > 2 and f"{key}.tables" in say else say(key)
    legs = [say("cup.legs")] if cup.legs else []
    vanish = [] if FORMATS[cup.format].sides else [say("cup.rule.vanish")]  # of its only round `how` says it
    return [how, *legs, say("cup.rule.seeding"), say("cup.rule.deadline"), *vanish, say("cup.rule.judges")]


def cup_buttons(record: WholeCup, say: Catalogue) -> list[Widget]:
    """The buttons of a cup; pressing one in vain tells why."""
    cup, code = record.cup, base36(record.cup.id)
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
    if cup.phase == "running" and not FORMATS[cup.format].sides:  # two against two play their only round
        items += [button(Action.CUP_JOIN, "🪑"), button(Action.CUP_LEAVE, "👋")]
    if cup.phase == "running":
        items += [button(Action.CUP_CANCEL, "✖️")]
    if cup.phase == "over":
        items += [button(Action.CUP_LOTS, "🎲")]
    row = 1 if cup.phase in CUPS_UNDER_WAY else 0
    return [*items, button(Action.CUP_RULES, "📖", grey, row), button(Action.CUP_LOG, "📜", grey, row)]

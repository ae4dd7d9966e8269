"""Composes the private panel with the present question, from its reader's view. It stores nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from cogs.panel import paths
from cogs.panel.components import LIVE, TOOLS, widgets
from cogs.traffic.renewals import is_near
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action, Tail
from cogs.ui.custom_id import match_code
from cogs.ui.next_step import next_step
from cogs.ui.pictures import file_of, height_of
from cogs.ui.replies import answer_in_private, reader
from cogs.ui.views import CONTENT, MOST_OPTIONS, Widget, rows
from engines.orders import filled
from engines.table import Path, Pick, Ready, Refused
from host.play.plans import MOST_ANSWERS
from host.play.seen import Seen, is_thinking, is_waited_for
from host.thinking.hints import can_have_hint
from locales import Catalogue
from render.words import cut
from screen.lines import kept_lines, with_seat
from screen.match_text import opening, title
from screen.names import defused, match_name
from screen.outcome import Caused, lines_of
from screen.panel_words import (
    AGREE,
    given_lines,
    in_time,
    last_one,
    lately,
    live_act,
    live_words,
    plan_words,
    time_left,
    waiting_words,
)
from screen.questions import Question, answers_to, legend, next_question, question_words

SCREEN = 522  # pixels a phone has for a panel below its head, 362 wide
LINE, ROW = 22, 46  # pixels of a line of text and of a row of buttons
SHOWN, DRAWN = 362, 800  # pixels across a picture, on a phone and as drawn
MOST_LINES = 3  # of recent news
NOTE = 50  # characters of the person's note
EXPLAINED = 2  # lines of small print, a paragraph of its own
ON, OFF = SWITCHED = ("on", "off")  # whether to follow a match
ASKED = 1  # the question's place below the head


@dataclass(frozen=True, slots=True)
class Panel:
    """A panel's text, picture and components."""

    content: str
    picture: discord.File
    items: list[Widget]


async def compose(
    bot: Client,
    seen: Seen,
    say: Catalogue,
    *,
    path: Path | None = None,
    page: int = 0,
    head: str = "",
    led_by: Caused | None = None,
    tools: Sequence[Widget] = (),
) -> Panel:
    """The panel of the viewer of `seen`: the question after `path`.

    Without a path it shows their first question if the match waits for them, else what it waits for, and their next
    waiting match. The results of their own move (`led_by`) replace other news. `tools` stand before the others.
    """
    thought = bot.house.hints.mark(seen) if path is None else None
    asked = is_waited_for(seen) or (path is not None and seen.match.paused is None)
    ordered = filled(seen.match.game, seen.view, seen.own.orders) if asked and path is None else ()
    question = next_question(seen, path or ordered) if asked else None
    above = [_head(seen, say), say("plan.head") if seen.planning and not seen.trying else "", head]
    above.append(live_words(seen, say))
    pads = ""
    if question is not None:
        below = [say("order.filled") if ordered else "", _asked(seen, question, say)]
        offered = answers_to(seen, question, say)
        items = widgets(seen, question, say, page, offered)
        pads = "" if seen.own.in_words else legend(offered)
    else:
        opens = opening(seen.opens, say) if seen.opens is not None else ""
        thinking = say("panel.thinking") if is_thinking(seen) else ""
        led_on, onward = await next_step(bot, seen, say)
        planned = await plan_words(bot.house.matches, seen, say)
        below = [waiting_words(seen, say), *led_on, thinking, opens, *planned, *given_lines(seen, say)]
        items = [*await _idle_buttons(bot, seen, say), *onward]
    items += tools
    if seen.planning and not path:
        items.append(tool("↩️", match_code(Action.LOOK, seen.match.id)))
    items.append(tool("❓", paths.write(seen, question.path if question else (), Tail.HELP)))
    items += [] if path else await _tools(bot, seen, say)
    items += _live_buttons(seen, say) if not path else []
    if seen.own.note:
        below.append(say("panel.note", text=defused(cut(seen.own.note, NOTE))))
    below += [line.words for line in await kept_lines(bot.house.lines, seen, say)]
    picture = file_of(await bot.pictures.panel(seen, question.path if question else (), say, pads))
    if question is not None and thought is not None and await in_time(thought, seen):
        below[ASKED] = f"≈ {below[ASKED]}"
        if _left(picture, items, [*above, *below]) >= MOST_LINES + EXPLAINED:  # ❓ explains it too
            below.insert(ASKED + 1, f"-# {say('panel.alike')}")
    if path is None:
        space = _room(picture, items, [*above, *below])
        above.append(await lately(bot.house.matches, seen, say, space) if led_by is None else led_by.text(space))
    return Panel(cut("\n".join(line for line in (*above, *below) if line), CONTENT), picture, items)


def _room(picture: discord.File, items: Iterable[Widget], text: Iterable[str]) -> int:
    """Lines of news that fit on a phone beside picture, buttons and other text."""
    return min(max(_left(picture, items, text), 0), MOST_LINES)


def _left(picture: discord.File, items: Iterable[Widget], text: Iterable[str]) -> int:
    """Lines left on a phone's screen, below 0 if it overflows."""
    return (SCREEN - height_on_phone(height_of(picture), items, text)) // LINE


def height_on_phone(picture: int, items: Iterable[Widget], text: Iterable[str]) -> int:
    """Pixels that a picture this high, buttons and text take on a phone."""
    return picture * SHOWN // DRAWN + ROW * len({item.row for item in items}) + LINE * sum(map(lines_of, text))


def _head(seen: Seen, say: Catalogue) -> str:
    """A line with the match, the time left, and whether only the reader's move is missing."""
    return " · ".join(filter(None, (title(seen, say), time_left(seen, say), last_one(seen, say))))


def _asked(seen: Seen, question: Question, say: Catalogue) -> str:
    text = with_seat(seen, question_words(seen, question.path, say), say)
    ask = question.ask
    if isinstance(ask, Pick) and len(ask.options) > MOST_OPTIONS and ask.most > 1:
        return f"{text}\n{say('panel.typed')}"
    return text


async def _tools(bot: Client, seen: Seen, say: Catalogue) -> list[Widget]:
    """Buttons beside ❓ in the last row, while nothing is chosen yet: a hint, undo, and the rest behind ⋯."""
    match = seen.match
    items: list[Widget] = []
    if seen.planning or seen.seat is None or match.phase != "running":
        return items
    if match.seats[seen.seat].substitute is not None:
        label, code = say("panel.return"), match_code(Action.RETURN, match.id)
        items.append(discord.ui.Button(label=label, emoji="🚪", custom_id=code, row=TOOLS))
    elif can_have_hint(seen):
        items.append(tool("💡", match_code(Action.HINT, match.id)))
    if await bot.house.matches.can_undo(seen):
        items.append(tool("⏪", match_code(Action.UNDO, match.id, seen.fingerprint)))
    if bot.page is not None:
        items.append(tool("📱", match_code(Action.WEB, match.id)))
    items.append(discord.ui.Button(label="⋯", custom_id=match_code(Action.TABLE, match.id), row=TOOLS))
    return items


def _live_buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    """The button that agrees to live play, or ends it, above the tools."""
    match, may = seen.match.id, live_act(seen)
    if may is None:
        return []
    action, emoji = (Action.LIVE, "⚡") if may == AGREE else (Action.ENOUGH, "🌙")
    return [discord.ui.Button(label=say(f"live.{may}"), emoji=emoji, custom_id=match_code(action, match), row=LIVE)]


def tool(emoji: str, code: str) -> Widget:
    return discord.ui.Button(emoji=emoji, custom_id=code, row=TOOLS)


def hint_button(seen: Seen, say: Catalogue) -> Widget:
    """The button that shows a strong computer player's best moves."""
    code = match_code(Action.HINT, seen.match.id)
    return discord.ui.Button(label=say("panel.hint"), emoji="💡", custom_id=code)


async def _idle_buttons(bot: Client, seen: Seen, say: Catalogue) -> list[Widget]:
    """Buttons for a person who isn't to move: their next waiting match, their last move, their plan."""
    match = seen.match
    items = await _next_match(bot, seen, say)
    if match.phase != "running":
        history = _button(say("board.history"), "📜", match_code(Action.HISTORY, match.id))
        return [*items, *_again(seen, say), history]
    again = next_question(seen, ()) if match.paused is None else None
    if again is not None and not isinstance(again.ask, Ready):
        items.append(_button(say("panel.change"), "✏️", paths.write(seen, (), f"{Tail.PAGE}0")))
    elif seen.seat is not None:
        items += await _plan_buttons(bot, seen, say)
    return [*items, _button("", "🔄", match_code(Action.LOOK, match.id))]


async def _next_match(bot: Client, seen: Seen, say: Catalogue) -> list[Widget]:
    """A button to the person's longest waiting match, with the number of others; it opens in the same message."""
    if seen.seat is None or seen.planning or not seen.own.has_others:
        return []
    user = seen.match.seats[seen.seat].user
    waiting = [] if user is None else [seen.match for seen in await bot.house.matches.asked(user)]
    others = [match for match in waiting if match.id != seen.match.id]
    if not others:
        return []
    label = say(
        "panel.next" if len(others) == 1 else "panel.next.more", match=match_name(others[0], say), n=len(others) - 1
    )
    return [_button(label, "➡️", match_code(Action.LOOK, others[0].id), discord.ButtonStyle.success)]


async def _plan_buttons(bot: Client, seen: Seen, say: Catalogue) -> list[Widget]:
    """The button to plan ahead, or to withdraw the plan, for a player who isn't to move."""
    if seen.match.paused is not None:
        return []
    planned, match = len(seen.own.plan), seen.match.id
    items: list[Widget] = []
    if planned < MOST_ANSWERS and await bot.house.matches.can_plan(seen):
        items.append(_button(say("panel.plan.more" if planned else "panel.plan"), "🔮", match_code(Action.PLAN, match)))
    return [*items, _button(say("panel.withdraw"), "🗑️", match_code(Action.WITHDRAW, match))] if planned else items


def _button(
    label: str, emoji: str, code: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label or None, emoji=emoji, custom_id=code, style=style, row=0)


def _again(seen: Seen, say: Catalogue) -> list[Widget]:
    """The button for another match at the same table, for a solo player: elsewhere the thread has it."""
    if not seen.match.is_private:
        return []
    code = match_code(Action.REMATCH, seen.match.id)
    return [_button(say("solo.again"), "🔁", code, discord.ButtonStyle.success)]


async def show(
    interaction: Interaction,
    seen: Seen,
    *,
    path: Path | None = None,
    page: int = 0,
    head: str = "",
    led_by: Caused | None = None,
    tools: Sequence[Widget] = (),
) -> None:
    """Show the panel as the reply: in a new private message, or in the pressed one."""
    bot = interaction.client
    match, say = seen.match.id, reader(interaction)
    tools = [*tools, *await _follow_button(interaction, seen, say)]
    panel = await compose(bot, seen, say, path=path, page=page, head=head, led_by=led_by, tools=tools)
    shown = await answer_in_private(interaction, panel.content, panel.picture, rows(panel.items))
    bot.renewals.keep(interaction, seen, bot.house.matches, partial(show, interaction))
    # a person who plans isn't looking at the question, even if it comes as predicted; nor is one who pressed long ago
    if not seen.planning and is_near(interaction, bot.now()):
        bot.house.matches.presence.shown(match, interaction.user.id, seen.sight)
    if (message := lasting_dm(interaction)) is not None:
        pressed = interaction.created_at.timestamp()
        await bot.house.matches.show_panel(interaction.user.id, message.channel.id, message.id, seen, pressed)
        await bot.live_panels.retire(interaction.user.id, match, say("panel.newer"))
    else:
        await bot.live_panels.replace(interaction, match, shown, say("panel.newer"))


async def _follow_button(interaction: Interaction, seen: Seen, say: Catalogue) -> list[Widget]:
    """The button with which a person who looks on follows the match, or does so no more."""
    match, user, follows = seen.match, interaction.user.id, interaction.client.house.follows
    if seen.seat is not None:
        return []
    if match.id in (await follows.of(user)).matches:
        return [_button(say("follow.off"), "🔕", match_code(Action.FOLLOW, match.id, OFF))]
    try:
        await follows.check(match, user)
    except Refused:
        return []
    return [_button(say("follow.on"), "🔔", match_code(Action.FOLLOW, match.id, ON))]


def lasting_dm(interaction: Interaction) -> discord.Message | None:
    """The pressed message if it is a direct message: the panel stays in it through the whole match."""
    message = interaction.message
    return message if message is not None and message.guild is None and not message.flags.ephemeral else None

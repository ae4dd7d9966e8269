"""Composes the private panel: the present question, from its reader's view. It keeps nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from cogs.panel import paths
from cogs.panel.components import Question, choices, next_question, question_words, step_words, widgets
from cogs.panel.outcome import LEAST, Caused, fitting, weighed
from cogs.traffic.renewals import is_near, is_thinking
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action, Tail
from cogs.ui.custom_id import match_code
from cogs.ui.match_text import CONTENT, headline, opening, standings, title
from cogs.ui.names import defused
from cogs.ui.replies import reader
from cogs.ui.sentences import sentences
from cogs.ui.views import MOST_OPTIONS, Widget, cut, rows
from engines.orders import filled, offered
from engines.table import Path, Pick, Ready, Refused
from host.play.plans import MOST_ANSWERS, OWN
from host.play.replay import since_own
from host.play.seen import Seen
from host.thinking.hints import can_have_hint
from locales import Catalogue
from model.kinds import PauseReason
from render import RENDERERS

NEWS = 640  # characters of what happened lately
MOST_SIDE = 4  # buttons beside ❓ in the last row
HINT_ROW = 3  # where that one is full
LAST_ROW = 4  # of what stands beside the answers
MOST_OFFERED = 15  # buttons of a question that is offered after an answer
NEWS_ROWS = 40  # of the log, in which to look for that


@dataclass(frozen=True, slots=True)
class Panel:
    """Text, picture and components."""

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
    call: bool = False,
    led_by: Caused | None = None,
    offer: bool = False,
) -> Panel:
    """Panel of the viewer of `seen`: the question after `path`.

    Without a path it is their first question if the match waits for them, else what it waits for, with an `offer` to
    answer what they will be asked next. In a `call` they may ask to be reminded later. What their answer has just
    caused (`led_by`) comes before everything else that is news.
    """
    asked = is_waited_for(seen) or (path is not None and seen.match.paused is None)
    ordered = filled(seen.match.game, seen.view, seen.own.orders) if asked and path is None else ()
    question = next_question(seen, path or ordered) if asked else None
    lines = [title(seen, say), say("plan.head") if seen.planning else "", head]
    below_head = len(lines)
    if path is None:
        news = "" if led_by is not None and led_by.match == seen.match.id else await lately(bot, seen, say)
        lines += [news, _time_left(seen, say), last_one(seen, say)]
    if question is not None:
        lines += [say("order.filled") if ordered else "", _asked(seen, question, say)]
        items = widgets(seen, question, say, page)
    else:
        opens = opening(seen.opens, say) if seen.opens is not None else ""
        thinking = say("panel.thinking") if is_thinking(seen) else ""
        lines += [_waiting(seen, say), thinking, opens, *await _plan_words(bot, seen, say), *given_lines(seen, say)]
        text, items = await _offer(bot, seen, say) if offer else ("", [])
        lines.append(text)
        items = items or _idle_buttons(seen, say)
    items.append(_help_button(seen, question.path if question else ()))
    if seen.planning:
        items += [] if path else [_around(seen, Action.LOOK, "↩️", say)]
    elif not path:
        items += await _side_buttons(bot, seen, say, call=call, has_row=all(item.row != HINT_ROW for item in items))
    if seen.own.note:
        lines.append(say("panel.note", text=defused(seen.own.note)))
    if led_by is not None:
        space = CONTENT - 1 - len("\n".join(line for line in lines if line))
        # in the panel of another match it stands before the words that lead on to that one
        lines.insert(below_head if led_by.match == seen.match.id else 1, led_by.text(max(LEAST, space)))
    shown = question.path if question else ()
    picture = await bot.pictures.panel(seen, shown, say)
    return Panel(cut("\n".join(line for line in lines if line), CONTENT), picture, items)


def is_waited_for(seen: Seen) -> bool:
    """Whether the match waits for the viewer; one that was given up or rests waits for no one."""
    goes_on = seen.match.phase == "running" and seen.match.paused is None
    return goes_on and seen.seat is not None and seen.seat in seen.view.waiting


def _asked(seen: Seen, question: Question, say: Catalogue) -> str:
    text = question_words(seen, question.path, say)
    ask = question.ask
    if isinstance(ask, Ready):
        return f"{text}\n{say('panel.ready')}"
    if isinstance(ask, Pick) and len(ask.options) > MOST_OPTIONS and ask.most > 1:
        return f"{text}\n{say('panel.typed')}"
    return text


def _waiting(seen: Seen, say: Catalogue) -> str:
    if seen.match.paused is None and next_question(seen, ()) is not None:
        return say("panel.sealed")
    head = headline(seen, say)
    return head if seen.match.phase == "running" else f"{head}\n{standings(seen, say)}"


def _action(seen: Seen, action: Action, emoji: str, say: Catalogue) -> Widget:
    code = match_code(action, seen.match.id, seen.fingerprint)
    key = f"{seen.match.game}.panel.{action}"
    label = say(key if key in say else f"panel.{action}")
    return discord.ui.Button(label=label, emoji=emoji, custom_id=code, row=4)


async def leg_button(bot: Client, seen: Seen, say: Catalogue) -> list[Widget]:
    """Button that lets the house play to the end of a leg, for a player who is asked in a tour of several."""
    if not is_waited_for(seen) or seen.view.sealed:
        return []
    legs = await bot.house.forecast.has_legs(seen.match.game, len(seen.match.seats), seen.match.options)
    return [_action(seen, Action.LEG, "🏁", say)] if legs else []


async def _side_buttons(bot: Client, seen: Seen, say: Catalogue, *, call: bool, has_row: bool) -> list[Widget]:
    """Buttons besides the answers; never more than four, for they share the last row with ❓.

    Where there would be more, an answer can be taken back, so little has happened since: the film of that is left to
    the table. A hint has a row of its own then if one is left, else it is to be had behind ❓.
    """
    match = seen.match
    if seen.seat is None or match.phase != "running":
        return []
    items: list[Widget] = []
    if match.seats[seen.seat].substitute is not None:
        items.append(_around(seen, Action.RETURN, "🚪", say))
    elif not is_waited_for(seen):
        items += await _plan_buttons(bot, seen, say)
    elif not seen.view.sealed:
        items += [_action(seen, Action.AUTO, "🎲", say), _action(seen, Action.FAST, "⏩", say)]
    if await bot.house.matches.can_undo(seen):
        items.append(_action(seen, Action.UNDO, "⏪", say))
    if call and seen.own.has_moved:
        items.append(_around(seen, Action.LATER, "⏰", say))
    elif match.paused in (None, PauseReason.VOTED):  # where the bot was put out no one can vote
        items.append(_around(seen, Action.TABLE, "⚙️", say))
    if can_have_hint(seen) and (has_row or len(items) < MOST_SIDE):
        items.append(hint_button(seen, say, 4 if len(items) < MOST_SIDE else HINT_ROW))
    return [*items, *since_button(seen, say)] if len(items) < MOST_SIDE else items


def hint_button(seen: Seen, say: Catalogue, row: int | None = None) -> Widget:
    """Button that shows the best answers as a strong computer player sees them."""
    code = match_code(Action.HINT, seen.match.id)
    return discord.ui.Button(label=say("panel.hint"), emoji="💡", custom_id=code, row=row)


def since_button(seen: Seen, say: Catalogue) -> list[Widget]:
    """Button that shows what happened since the person's own last move, if they have given one."""
    return [_around(seen, Action.SINCE, "📼", say)] if seen.own.has_moved else []


def _help_button(seen: Seen, path: Path) -> Widget:
    """Button ❓, which needs no words: the rules of this question and what each option does."""
    return discord.ui.Button(emoji="❓", custom_id=paths.write(seen, path, Tail.HELP), row=4)


async def _plan_buttons(bot: Client, seen: Seen, say: Catalogue) -> list[Widget]:
    """Buttons that plan ahead, or withdraw the plan, for a player who isn't asked."""
    if seen.match.paused is not None:
        return []
    planned = len(seen.own.plan)
    more: list[Widget] = []
    if planned < MOST_ANSWERS and await bot.house.matches.can_plan(seen):
        label = say("panel.plan.more" if planned else "panel.plan")
        code = match_code(Action.PLAN, seen.match.id)
        more.append(discord.ui.Button(label=label, emoji="🔮", custom_id=code, row=4))
    return [*more, _around(seen, Action.WITHDRAW, "🗑️", say)] if planned else more


async def _plan_words(bot: Client, seen: Seen, say: Catalogue) -> list[str]:
    """Plan of the person in words, as far as their question can be foretold now, and when it will be played."""
    if not seen.own.plan:
        return []
    try:
        future = await bot.house.matches.planning(seen)
        answers = [_answer_words(future, answer.path, say) for answer in seen.own.plan]
    except Refused:
        return [say("plan.kept")]
    numbered = [f"{place}) {words}" for place, words in enumerate(answers, 1)] if len(answers) > 1 else answers
    leads = [event for event in seen.own.plan[0].leads if event.kind != OWN]
    text = cut(" ".join(sentences(seen, leads, say)), NEWS)
    when = say("plan.when.leads", leads=text) if text else say("plan.when")
    return [say("plan.is", answer=cut(" · ".join(numbered), NEWS)), when]


def _answer_words(future: Seen, path: Path, say: Catalogue) -> str:
    return ", ".join(step_words(future, path, place, say) for place in choices(future, path)) or "–"


def given_lines(seen: Seen, say: Catalogue) -> list[str]:
    """The standing orders of the person, a line each."""
    order_words = RENDERERS[seen.match.game].STYLE.order_words
    return [say("order.is", order=order_words(order, say)) for order in seen.own.orders]


async def _offer(bot: Client, seen: Seen, say: Catalogue) -> tuple[str, list[Widget]]:
    """The person's next question, to be answered right now in one press where it has one step: the likeliest one."""
    if seen.seat is None or seen.match.phase != "running" or seen.match.paused is not None or seen.own.plan:
        return "", []
    try:
        future = await bot.house.matches.planning(seen)
        question = next_question(future, ())
    except Refused:
        return "", []
    if question is None:
        return "", []
    items = [item for item in widgets(future, question, say) if item.row is not None and item.row < LAST_ROW]
    if len(items) > MOST_OFFERED:
        return "", []
    return f"{say('plan.offer')}\n{_asked(future, question, say)}", items


def _time_left(seen: Seen, say: Catalogue) -> str:
    """Time that a player who is asked has left; nothing where no clock runs for them."""
    due = seen.own.due if is_waited_for(seen) and not seen.planning else None
    return "" if due is None else say("panel.time", when=f"<t:{int(due)}:R>")


def last_one(seen: Seen, say: Catalogue) -> str:
    """Note that no one else's answer is missing, where everyone knows that."""
    return say("panel.last") if seen.own.is_last and is_waited_for(seen) and not seen.planning else ""


async def lately(bot: Client, seen: Seen, say: Catalogue) -> str:
    """News since the player's own last move, in small print; where it is too much, what weighs most."""
    if seen.seat is None or seen.match.phase != "running" or seen.planning:
        return ""
    user = seen.match.seats[seen.seat].user or 0
    events = since_own(await bot.house.matches.since(seen, seen.number - NEWS_ROWS), user)
    in_play = [event for event in events if not event.kind.startswith("lobby.")]
    return "\n".join(fitting(weighed(seen, in_play, say), NEWS, "-# "))


def _around(seen: Seen, action: Action, emoji: str, say: Catalogue) -> Widget:
    code = match_code(action, seen.match.id)
    label = say("panel.back" if action is Action.LOOK else f"panel.{action}")
    return discord.ui.Button(label=label, emoji=emoji, custom_id=code, row=4)


def _idle_buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    if seen.match.phase != "running":
        code = match_code(Action.HISTORY, seen.match.id)
        history: Widget = discord.ui.Button(label=say("board.history"), emoji="📜", custom_id=code)
        return [*_again(seen, say), history]
    orders = _orders_button(seen, say)
    again = next_question(seen, ()) if seen.match.paused is None else None
    if again is not None and not isinstance(again.ask, Ready):
        code = paths.write(seen, (), f"{Tail.PAGE}0")
        return [discord.ui.Button(label=say("panel.change"), emoji="✏️", custom_id=code), *orders]
    look = discord.ui.Button[Any](label=say("panel.look"), emoji="🔄", custom_id=match_code(Action.LOOK, seen.match.id))
    return [look, *orders]


def _orders_button(seen: Seen, say: Catalogue) -> list[Widget]:
    """Button of standing orders, where the game has some for this person now."""
    rests = seen.match.paused is not None or seen.seat is None or seen.match.seats[seen.seat].substitute is not None
    orders = seen.own.orders
    if rests or not (orders or offered(seen.match.game, seen.view, orders)):
        return []
    code = match_code(Action.ORDERS, seen.match.id)
    return [discord.ui.Button(label=say("panel.orders"), emoji="📌", custom_id=code)]


def _again(seen: Seen, say: Catalogue) -> list[Widget]:
    """Button for another match at the same table, for a person who plays alone: elsewhere the thread offers it."""
    if not seen.match.is_private:
        return []
    code, style = match_code(Action.REMATCH, seen.match.id), discord.ButtonStyle.success
    return [discord.ui.Button(label=say("solo.again"), emoji="🔁", style=style, custom_id=code)]


async def show(
    interaction: Interaction,
    seen: Seen,
    *,
    path: Path | None = None,
    page: int = 0,
    head: str = "",
    led_by: Caused | None = None,
    offer: bool = False,
) -> None:
    """Put the panel where the interaction has been deferred: in a new private message or in the one pressed."""
    bot = interaction.client
    panel = await compose(bot, seen, reader(interaction), path=path, page=page, head=head, led_by=led_by, offer=offer)
    view = rows(panel.items)
    await interaction.edit_original_response(content=panel.content, embeds=[], attachments=[panel.picture], view=view)
    bot.renewals.keep(interaction, seen, bot.house.matches, partial(show, interaction))
    # a person who plans doesn't look at the question, even if it comes as foretold; nor one who pressed long ago
    if not seen.planning and is_near(interaction, bot.now()):
        bot.house.matches.presence.shown(seen.match.id, interaction.user.id, seen.sight)
    if (message := lasting_dm(interaction)) is not None:
        pressed = interaction.created_at.timestamp()
        await bot.house.matches.show_panel(interaction.user.id, message.channel.id, message.id, seen, pressed)


def lasting_dm(interaction: Interaction) -> discord.Message | None:
    """The direct message that was pressed, if it was one: the panel goes on in it through the whole match."""
    message = interaction.message
    return message if message is not None and message.guild is None and not message.flags.ephemeral else None

"""Presses about puzzles: one try as in a match, and the solution once its day is over."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import discord

from cogs.local import dates
from cogs.panel import paths
from cogs.panel.components import widgets
from cogs.panel.compose import Panel
from cogs.panel.example import going_on, quoted
from cogs.panel.staged import Stage, staged
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action, PuzzleStep, Tail
from cogs.ui.custom_id import FILLED, action_code, base36, puzzle_code
from cogs.ui.long_tasks import Made
from cogs.ui.next_step import race_button
from cogs.ui.pictures import file_of
from cogs.ui.replies import defer_in_private, reader, reply_in_private
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Path, Ready
from host.coach.puzzles import Posed, PuzzleAnswer
from host.play.seen import Seen
from host.time.clocks import DAY
from locales import Catalogue
from render import RENDERERS
from render.words import cut
from screen.names import escaped, names_of
from screen.questions import Question, answers_to, legend, next_question, question_words

STARS = 3  # grades
FIRST = 5  # sentences on what follows


async def today(interaction: Interaction, _: None = None) -> None:
    """Show the puzzle of the day, in a new message."""
    await reply_in_private(interaction)
    await show(interaction, await interaction.client.house.puzzles.today())


async def older(interaction: Interaction, _: None = None) -> None:
    """Show the newest puzzle the person has missed."""
    await defer_in_private(interaction)
    await show(interaction, await interaction.client.house.puzzles.older(interaction.user.id))


async def made_solution(interaction: Interaction, number: int) -> Made:
    """Show the best answer to a puzzle whose day is over, or which is over for this person."""
    posed = await interaction.client.house.puzzles.told(number)
    text, picture = await solution_message(interaction.client, posed, interaction.guild_id, reader(interaction))
    return Made(text, [picture])


async def pressed(interaction: Interaction, place: PuzzleStep, values: list[str]) -> None:
    """Handle a button or select of a puzzle: continue the path, or give the answer."""
    await defer_in_private(interaction)
    puzzles, user = interaction.client.house.puzzles, interaction.user.id
    posed, say = await puzzles.posed(place.puzzle), reader(interaction)
    seen = await asyncio.to_thread(seen_of, posed, say)
    path = paths.walk(seen, place.steps)
    ask = seen.ask(path)
    if values and ask is not None and not isinstance(ask, Ready):
        path = (*path, paths.choice(ask, values))
    if place.tail is Tail.SURE and isinstance(ask, Ready):
        await puzzles.answer(posed, user, interaction.guild_id, path)
        path = ()
    await show(interaction, posed, path, place.page)


async def show(interaction: Interaction, posed: Posed, path: Path = (), page: int = 0) -> None:
    """Show the puzzle in the deferred reply, or the result of the person's answer."""
    bot, say, user = interaction.client, reader(interaction), interaction.user.id
    answer = await bot.house.puzzles.answer_of(posed, user)
    if answer is None:
        in_words = (await bot.house.notifications.preferences(user)).in_words
        panel = await _asked(bot, posed, path, page, say, in_words=in_words)
    else:
        panel = await _answered(bot, posed, answer, say)
    await interaction.edit_original_response(
        content=panel.content, embeds=[], attachments=[panel.picture], view=rows(panel.items)
    )


def seen_of(posed: Posed, say: Catalogue, *, in_words: bool = False) -> Seen:
    """The puzzle as a match to play in; `in_words` as for `staged`."""
    return staged(_stage(posed), posed.view, say, in_words=in_words)


def _stage(posed: Posed) -> Stage:
    return Stage(posed.stored.puzzle.game, posed.options, posed.rules, posed.seats, posed.seat)


async def solution_message(bot: Client, posed: Posed, guild: int | None, say: Catalogue) -> tuple[str, discord.File]:
    """The best answer with its reason, how many found it, this server's streaks, and a picture."""
    puzzle, seen = posed.stored.puzzle, await asyncio.to_thread(seen_of, posed, say)
    solution = await bot.house.puzzles.solution(posed, guild)
    question, reason = RENDERERS[puzzle.game].question, await bot.house.reasons.reason(posed)
    second, cost = puzzle.second
    lines = [
        say("puzzle.solution", puzzle=title(posed, say)),
        say("puzzle.best", answer=question(seen.view, puzzle.best, say), chance=_percent(puzzle.hope)),
        say("puzzle.second", answer=question(seen.view, second, say), points=_percent(cost)),
        say("puzzle.found", right=solution.right, n=solution.answered),
    ]
    if solution.missed and solution.missed[0] != second:
        missed, worse = solution.missed
        answer = question(seen.view, missed, say)
        lines.append(say("puzzle.missed", answer=answer, points=_percent(worse)))
    if solution.streaks:
        named = (say("puzzle.streak.of", name=escaped(name), n=days) for _, name, days in solution.streaks)
        lines.append(say("puzzle.streaks", people=say.together(named)))
    if reason:  # last, as it may be long
        names = [*names_of(seen.match, say)]
        names[posed.seat] = say("puzzle.team")  # "You" would need other verbs
        lines += quoted([say("puzzle.example"), *going_on(seen, names, reason.best, FIRST, say)])
        lines += quoted([say("puzzle.instead"), *going_on(seen, names, reason.other, FIRST, say)])
    picture = file_of(await bot.pictures.panel(seen, puzzle.best, say))
    picture.filename = f"puzzle-{posed.stored.id}-solution.png"
    return cut("\n".join(lines), CONTENT), picture


def title(posed: Posed, say: Catalogue) -> str:
    """A puzzle's title: its day, its game, and how hard it is."""
    day, grade = posed.stored.day, posed.stored.puzzle.grade
    assert day is not None, "only puzzles of a day are shown"
    dated, begins = dates.dated(say), datetime.fromtimestamp(day * DAY, UTC)
    stars = "★" * grade + "☆" * (STARS - grade)
    return say("puzzle.title", day=dated(begins.date()), game=say(f"{posed.stored.puzzle.game}.name"), stars=stars)


async def _asked(bot: Client, posed: Posed, path: Path, page: int, say: Catalogue, *, in_words: bool) -> Panel:
    seen = await asyncio.to_thread(seen_of, posed, say, in_words=in_words)
    question = next_question(seen, path)
    assert question is not None, "the seat is asked"
    lines = [f"**{title(posed, say)}**", question_words(seen, question.path, say)]
    lines.append(say("puzzle.once" if isinstance(question.ask, Ready) else "puzzle.ask"))
    pads = "" if in_words else legend(answers_to(seen, question, say))
    picture = file_of(await bot.pictures.panel(seen, question.path, say, pads))
    buttons = [*_buttons(posed, seen, question, page, say), _rules(posed, say)]
    return Panel(cut("\n".join(lines), CONTENT), picture, buttons)


def _buttons(posed: Posed, seen: Seen, question: Question, page: int, say: Catalogue) -> list[Widget]:
    """A match's buttons, with the puzzle's ids."""
    items = widgets(seen, question, say, page)
    for item in items:
        assert item.custom_id is not None
        item.custom_id = puzzle_code(posed.stored.id, item.custom_id)
    return items


async def _answered(bot: Client, posed: Posed, reply: PuzzleAnswer, say: Catalogue) -> Panel:
    """The result of the answer; the best one only once the puzzle's day is over."""
    puzzles, seen = bot.house.puzzles, await asyncio.to_thread(seen_of, posed, say)
    record = await puzzles.record(reply.user)
    verdict = say("puzzle.right") if reply.is_right else say("puzzle.wrong", points=_percent(reply.cost))
    lines = [f"**{title(posed, say)}**", verdict]
    answer = RENDERERS[seen.match.game].question(seen.view, reply.path, say)
    lines.append(say("puzzle.given", answer=answer))
    rated = "puzzle.rating.provisional" if record.rating.provisional else "puzzle.rating"
    lines.append(say(rated, points=record.rating.points, right=record.right, n=record.answered))
    if record.streak:
        lines.append(say("puzzle.streak", n=record.streak))
    is_open = puzzles.is_open(posed)
    if is_open:
        lines.append(say("puzzle.tomorrow"))
    picture = file_of(await bot.pictures.panel(seen, reply.path, say))
    items = [] if is_open else [_solution(posed.stored.id, say("puzzle.show"))]
    yesterday = await puzzles.yesterday() if is_open else None
    if yesterday is not None:
        items.append(_solution(yesterday.stored.id, say("puzzle.yesterday")))
    missed = discord.ui.Button[discord.ui.View](
        label=say("puzzle.older"), emoji="🧩", custom_id=action_code(Action.OLDER, FILLED)
    )
    return Panel(cut("\n".join(lines), CONTENT), picture, [*items, missed, race_button(say), _rules(posed, say)])


def _solution(number: int, label: str) -> Widget:
    return discord.ui.Button(label=label, emoji="💡", custom_id=action_code(Action.SOLUTION, base36(number)))


def _rules(posed: Posed, say: Catalogue) -> Widget:
    code = action_code(Action.RULES, posed.stored.puzzle.game, 0)
    return discord.ui.Button(label=say("board.rules"), emoji="📖", custom_id=code, row=4)


def _percent(share: float) -> int:
    return round(100 * share)

"""Daily post in a server's channel: the puzzle, the solution of the day before, and the result of its race."""

from __future__ import annotations

import asyncio

import discord

from cogs.opening import race
from cogs.panel.rules import COLOUR
from cogs.posts.threads import place_of, public
from cogs.posts.writer import Writer
from cogs.puzzles.presses import seen_of, solution_message, title
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import FILLED, action_code
from cogs.ui.next_step import race_button
from cogs.ui.pictures import file_of
from cogs.ui.views import rows
from host.coach.daily import PuzzleMessage
from host.coach.puzzles import Posed
from locales import Catalogue
from model.kinds import PostKind
from model.match import MessageRef


async def post_puzzle(writer: Writer, message: PuzzleMessage) -> MessageRef:
    """Post the puzzle of the day, with what the day before has brought."""
    bot, guild = writer.bot, message.post.guild
    channel = await place_of(bot, message.channel, guild)
    say = public(bot, channel)
    shown = [] if message.before is None else [await _solution(bot, message.before, channel.guild.id, say)]
    shown.append(await _puzzle(bot, message.puzzle, say))
    code, style = action_code(Action.PUZZLE, FILLED), discord.ButtonStyle.success
    solve = discord.ui.Button[discord.ui.View](label=say("puzzle.solve"), emoji="🧩", style=style, custom_id=code)
    files, embeds = [file for _, file in shown], [embed for embed, _ in shown]
    if message.race is not None:
        embeds.insert(0, discord.Embed(description="\n".join(race.result_lines(message.race, say)), colour=COLOUR))
    return await writer.say(channel, message, files=files, embeds=embeds, view=rows([solve, race_button(say)]))


PUZZLE_POSTS = {PostKind.PUZZLE: post_puzzle}


async def _solution(bot: Client, puzzle: Posed, guild: int, say: Catalogue) -> tuple[discord.Embed, discord.File]:
    text, picture = await solution_message(bot, puzzle, guild, say)
    return _embed(text, picture), picture


async def _puzzle(bot: Client, puzzle: Posed, say: Catalogue) -> tuple[discord.Embed, discord.File]:
    seen = await asyncio.to_thread(seen_of, puzzle, say)
    picture = file_of(await bot.pictures.panel(seen, (), say))
    picture.filename = f"puzzle-{puzzle.stored.id}.png"
    return _embed(say("puzzle.post", puzzle=title(puzzle, say)), picture), picture


def _embed(text: str, picture: discord.File) -> discord.Embed:
    return discord.Embed(description=text, colour=COLOUR).set_image(url=f"attachment://{picture.filename}")

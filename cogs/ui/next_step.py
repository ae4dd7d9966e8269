"""What comes after a match: solo, the next level and a lesson after a loss; with others, fewer questions."""

from __future__ import annotations

import discord

from cogs.ui.client import Client
from cogs.ui.controls import Action, SettingButton
from cogs.ui.custom_id import action_code, setting_code
from cogs.ui.views import Widget
from host.careers.solo_path import SoloPath
from host.play.seen import Seen
from host.sets.races import closes
from lessons import walk
from locales import Catalogue
from screen.verdicts import is_played_out


async def next_step(bot: Client, seen: Seen, say: Catalogue) -> tuple[list[str], list[Widget]]:
    """After a solo match: what it means for the next one, with buttons for another level and for the lesson.

    If no level is beaten yet, an easier one is offered only after a loss. A hidden match counts when its set is over.
    """
    match = seen.match
    if match.hidden and match.cup is not None:
        return [say("cup.hidden")], []
    if match.hidden:
        return [say("race.home", when=f"<t:{int(closes(match.opened))}:R>")], [race_button(say)]
    own = next((row for row in match.seats if row.user is not None), None)  # even a person who resigned
    if not match.is_private or match.phase != "over" or own is None or own.user is None:
        return [], []
    path = await bot.house.careers.solo_path(own.user, match.game)
    has_won = not own.resigned and any(s.seat == own.seat and s.rank == 1 for s in seen.standings)
    items: list[Widget] = []
    if path.level not in {row.opponent for row in match.seats} and (path.beaten or not has_won):
        label = say("solo.try", level=say(f"opponent.{path.level}.level"))
        items.append(_button(label, "🤖", Action.SOLO, match.game, len(match.seats), path.level))
    if not has_won and await _can_learn(bot, own.user, match.game):
        items.append(_button(say("lesson.learn"), "🎓", Action.LEARN, match.game))
    return advice(path, say), items


def race_button(say: Catalogue) -> Widget:
    """The button that shows the race of the day."""
    return _button(say("race.button"), "🏁", Action.RACE, "now")


async def offer(bot: Client, seen: Seen, say: Catalogue) -> tuple[list[str], list[Widget]]:
    """After a person's first match with others: offer to let the bot answer what makes no difference."""
    user = None if seen.seat is None else seen.match.seats[seen.seat].user
    if user is None or seen.own.easy or not is_played_out(seen):
        return [], []
    if not await bot.house.careers.is_first(user, seen.match.id):
        return [], []
    code = setting_code(SettingButton.IDLE)
    return [say("settings.offer")], [discord.ui.Button(label=say("settings.do.easy"), emoji="⏩", custom_id=code)]


async def _can_learn(bot: Client, user: int, game: str) -> bool:
    return bool(walk.chapters(game)) and not walk.is_learnt(game, await bot.house.lessons.steps(user, game))


def _button(label: str, emoji: str, action: Action, *more: str | int) -> Widget:
    return discord.ui.Button(label=label, emoji=emoji, custom_id=action_code(action, *more))


def advice(path: SoloPath, say: Catalogue) -> list[str]:
    """A person's standing: the level they have beaten, the next one, and their winning streak."""
    lines: list[str] = []
    if path.beaten and path.beaten != path.level:
        beaten, level = (say(f"opponent.{key}.level") for key in (path.beaten, path.level))
        lines.append(say("solo.next", won=path.won, of=path.of, beaten=beaten, level=level))
    if path.streak > 1:
        lines.append(say("solo.streak", n=path.streak))
    return lines

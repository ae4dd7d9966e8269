"""The end of a match, in its thread and for each player: verdict, podium, rating gains, swing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import discord

from cogs.career.screen import draw
from cogs.local.dates import locale_of
from cogs.posts.board import MEDALS
from cogs.posts.cup_words import compared, consequence
from cogs.posts.rating_changes import gains_text, own_gain
from cogs.posts.threads import public, retag, thread_of
from cogs.posts.writer import Writer, seen_of
from cogs.ui.client import Client
from cogs.ui.controls import Action
from cogs.ui.custom_id import action_code, match_code
from cogs.ui.next_step import next_step, offer
from cogs.ui.pictures import file_of
from cogs.ui.views import CONTENT, Widget, rows
from engines.table import Event
from host.careers.endings import Ending
from host.cups.duels import duel_of
from host.lobby.legs import Together
from host.outbox.messages import Message
from host.play.fair_dice import Proof
from host.play.seen import Seen
from locales import Catalogue
from model.cup import WholeCup
from model.kinds import CallChannel
from model.match import MessageRef
from render import RENDERERS
from render.film import above
from render.podium import Podium, podium, podium_alt
from render.words import cut
from screen.links import link
from screen.match_text import standing_lines, title
from screen.names import called, names_of
from screen.outcome import weighed
from screen.pictures import MOST_ALT
from screen.sentences import newest, sentences
from screen.verdicts import clock, is_played_out, podium_of, swing_line, verdict

NEWS = 900  # characters
LATEST = 4  # sentences
CAUSE = 160  # characters on what caused the swing


async def post_result(writer: Writer, message: Message) -> MessageRef:
    thread, seen = await thread_of(writer.bot, message), seen_of(message)
    say = public(writer.bot, thread)
    await retag(thread, message.match, say)
    ending, of_cup = await writer.bot.house.endings.of(seen), await _of_cup(writer.bot, seen, say)
    text = result_text(seen, message.news, message.proof, ending, say, of_cup=of_cup)
    view = rows(result_buttons(seen, say))
    return await writer.say(thread, message, text, file=await _end_picture(writer, seen, say), view=view)


async def post_end(writer: Writer, message: Message) -> MessageRef | None:
    """Post the result to a player from their view; if their DMs are closed, the thread's result serves."""
    seen, say, user = seen_of(message), await writer.language(message), message.reader
    led_on, onward = await (next_step if seen.match.is_homeless else offer)(writer.bot, seen, say)
    ending, of_cup = await writer.bot.house.endings.of(seen), await _of_cup(writer.bot, seen, say)
    seed = message.proof.seed if seen.match.is_by_dm else None  # elsewhere the thread shows it, or no one else plays
    words = end_text(seen, message.news, ending.of(user), say, [*of_cup, *led_on], seed=seed)
    picture, items = await _end_picture(writer, seen, say), [*end_buttons(seen, say), *onward]
    private = await writer.whisper(message, words, items, silent=True, file=picture)
    if private is not None or message.match.thread is None or message.channel == CallChannel.OFF:
        return private
    thread = await thread_of(writer.bot, message)
    text = public(writer.bot, thread)("mention.end", user=f"<@{user}>")
    return await writer.mention(thread, message, text, silent=True)


async def post_compared(writer: Writer, message: Message) -> MessageRef | None:
    """Tell a player how their table compares with those that had the same luck, once all of them are over.

    If their DMs are closed, the cup's message serves.
    """
    seen, say = seen_of(message), await writer.language(message)
    of_cup = await writer.bot.house.cups.of_match(seen.match)
    if of_cup is None or seen.seat is None:
        return None
    record, table = of_cup
    head = [f"### {say('cup.compared.title')}", title(seen, say), consequence(record, table, seen, say)]
    words = cut("\n".join((*head, compared(record, table, seen.seat, say), *_standings(seen, say))), CONTENT)
    return await writer.whisper(message, words, [*_look_back(seen, say), *_to_cup(record, say)], silent=True)


def _to_cup(record: WholeCup, say: Catalogue) -> list[Widget]:
    """A link to the cup's message, which shows all its tables."""
    place = record.cup.place
    if place is None:
        return []
    url = link(record.cup.guild, place.channel, place.message)
    return [discord.ui.Button(label=say("cup.compared.all"), emoji="🏆", url=url)]


async def _end_picture(writer: Writer, seen: Seen, say: Catalogue) -> discord.File:
    """The finish above the podium; for a match that ended early, its last board."""
    if is_played_out(seen):
        return await finish_file(writer.bot, seen, say)
    return file_of(await writer.bot.pictures.board(seen, (), say))


async def finish_file(bot: Client, seen: Seen, say: Catalogue) -> discord.File:
    """The last board of a match played to its end above the podium, as an attachment with alt text."""
    end, board = podium_of(seen, say), await bot.pictures.png(seen, (), say)
    name = f"podium-{seen.match.game}-{seen.match.id}"
    alt = cut(f"{podium_alt(end, say)} {RENDERERS[seen.match.game].alt(seen.view, (), say)}", MOST_ALT)
    return await draw(bot, name, alt, _finish, board, end, say)


@lru_cache(maxsize=4)
def _finish(board: bytes, end: Podium, say: Catalogue) -> bytes:
    """The board above the podium: kept, as the thread and each player mostly get the same."""
    return above(board, podium(end, say))


async def _of_cup(bot: Client, seen: Seen, say: Catalogue) -> list[str]:
    """Lines on what the match means with the other leg of two, and for its cup, if it belongs to one."""
    of_cup, other = await bot.house.cups.of_match(seen.match), seen.match.rematch_of
    if of_cup is not None:
        legs = duel_of(*of_cup) if of_cup[0].cup.legs else ()
        other = next((leg.match for leg in legs if leg.match != seen.match.id), None)
    both = None if other is None else await bot.house.legs.of(seen, other)
    told = [] if other is None or both is None else [legs_text(seen, other, both, say)]
    return told if of_cup is None else [*told, consequence(*of_cup, seen, say, both)]


def legs_text(seen: Seen, other: int, both: Together, say: Catalogue) -> str:
    """What two legs brought together, and the person that is ahead."""
    names = {row.user or 0: name for row, name in zip(seen.match.seats, names_of(seen.match, say), strict=True)}
    has_times = min(both.scores.values()) < 0  # a game that counts seconds behind
    scores = ", ".join(
        f"{names[user]} {f'+{clock(-score)}' if has_times else score}" for user, score in both.scores.items()
    )
    first = [names[user] for user, rank in both.ranks.items() if rank == 1]
    ahead = say("legs.ahead", name=first[0]) if len(first) == 1 else say("legs.level")
    legs, key = sorted((seen.match.id, other)), "legs.points" if both.by_points else "legs.wins"
    return f"🔁 {say(key, first=legs[0], second=legs[1], scores=scores)} {ahead}"


def result_text(
    seen: Seen, news: Iterable[Event], proof: Proof, ending: Ending, say: Catalogue, *, of_cup: Iterable[str] = ()
) -> str:
    """The text of the result: winner, standings, cup, gains (one line each), swing, and the seed of the dice."""
    head = [f"## {say('result.title')}", f"### {verdict(seen, say)}", *_standings(seen, say), *of_cup]
    brought = (*gains_text(ending.gains, say), *_idle(ending, say), *_adapted(ending, say))
    text = "\n".join((*head, *brought, *_swing(seen, ending, say), *_hints(seen, say)))
    seed = f"-# {say('result.seed', seed=proof.seed or '')}"
    latest = _latest(seen, news, say, CONTENT - len(text) - len(seed) - 2)
    return cut("\n".join(filter(None, (text, latest, seed))), CONTENT)


def end_text(
    seen: Seen,
    news: Iterable[Event],
    ending: Ending,
    say: Catalogue,
    led_on: Iterable[str] = (),
    *,
    seed: str | None = None,
) -> str:
    """A player's text of the result: first their place, then only their own gains, and what comes next.

    The seed of the dice is added where no thread shows it.
    """
    lines = [own_place(seen, say), title(seen, say), f"**{verdict(seen, say)}**", *led_on, *_standings(seen, say)]
    brought = (*own_gain(ending.gains, say), *_idle(ending, say), *_adapted(ending, say))
    text = "\n".join((*lines, *brought, *_swing(seen, ending, say), *_hints(seen, say)))
    proof = "" if seed is None else f"-# {say('result.seed', seed=seed)}"
    latest = _latest(seen, news, say, CONTENT - len(text) - len(proof) - 2)
    return cut("\n".join(filter(None, (text, latest, proof))), CONTENT)


def _latest(seen: Seen, news: Iterable[Event], say: Catalogue, room: int) -> str:
    """The last sentences of the match, in small print: how it was decided."""
    return newest([f"-# {line}" for line in sentences(seen, news, say)][-LATEST:], min(NEWS, room))


def own_place(seen: Seen, say: Catalogue) -> str:
    """The viewer's final rank as a heading; none if the match counts for no one."""
    if seen.match.phase != "over":
        return f"### {say('result.title')}"
    result = next(standing for standing in seen.standings if standing.seat == seen.seat)
    ties = sum(standing.rank == result.rank for standing in seen.standings)
    if result.rank == 1:
        text = say("end.won" if ties == 1 else "end.won.shared")
    else:
        text = say("end.place", place=ordinal(result.rank, say), n=len(seen.standings))
    return f"### {MEDALS.get(result.rank, '🏁')} {text}"


def ordinal(place: int, say: Catalogue) -> str:
    """A rank in the language's ordinal form: "2nd", "3.º"; CLDR gives the endings."""
    form = f"ordinal.{locale_of(say.language).ordinal_form(place)}"
    return say(form if form in say else "ordinal.other", n=place)


def result_buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    """Buttons Rematch, Film, Review, Share, History, Rules; a match that was called off can't be shared."""
    share = [_button(Action.SHARE, say("ending.share"), "📣", seen)] if can_be_shared(seen) else []
    code = action_code(Action.RULES, seen.match.game, 0)
    rules = discord.ui.Button[Any](label=say("board.rules"), emoji="📖", custom_id=code)
    return [*_again(seen, say), *share, _button(Action.HISTORY, say("board.history"), "📜", seen), rules]


def end_buttons(seen: Seen, say: Catalogue) -> list[Widget]:
    """Buttons for a direct message, where no channel can be chosen: a link leads to the thread, where one can."""
    items = [*_again(seen, say), _button(Action.HISTORY, say("board.history"), "📜", seen)]
    if can_be_shared(seen) and seen.match.thread is not None:
        url = link(seen.match.guild, seen.match.thread)
        items.append(discord.ui.Button(label=say("ending.share.there"), emoji="📣", url=url))
    return items


def can_be_shared(seen: Seen) -> bool:
    """Whether there is something to show and a server for it: private matches never reach one."""
    return seen.match.phase == "over" and seen.match.guild is not None


def _again(seen: Seen, say: Catalogue) -> list[Widget]:
    rematch = _button(Action.REMATCH, say("board.rematch"), "🔁", seen, discord.ButtonStyle.success)
    return [
        *([] if seen.match.over_servers else [rematch]),
        *_look_back(seen, say),
    ]


def _look_back(seen: Seen, say: Catalogue) -> list[Widget]:
    review = [_button(Action.REVIEW, say("ending.review"), "🔎", seen)] if _can_be_reviewed(seen) else []
    return [_button(Action.FILM, say("ending.film"), "🎬", seen), *review]


def _can_be_reviewed(seen: Seen) -> bool:
    return seen.match.phase == "over" and not seen.match.hidden


def _button(
    action: Action, label: str, emoji: str, seen: Seen, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Widget:
    return discord.ui.Button(label=label, emoji=emoji, style=style, custom_id=match_code(action, seen.match.id))


def _standings(seen: Seen, say: Catalogue) -> list[str]:
    """Standings, with medals only if the match counts."""
    medals = MEDALS if seen.match.phase == "over" else {}
    lines = zip(seen.standings, standing_lines(seen, say), strict=True)
    return [f"{medals.get(li.rank, '▫️')} {line}" for li, line in lines]


def _brief(text: str) -> str:
    """A sentence's first line, cut after one of its parts if it is long, but never within bold text."""
    line = text.partition("\n")[0]
    if len(line) <= CAUSE:
        return line
    ends = [index for index in range(CAUSE) if line[index] in ",;:" and line.count("**", 0, index) % 2 == 0]
    return f"{line[: ends[-1]]} …" if ends else cut(line.replace("**", ""), CAUSE)


def _hints(seen: Seen, say: Catalogue) -> list[str]:
    """How many hints each player had, if anyone had one."""
    names = names_of(seen.match, say)
    had = [say("ending.hints.of", name=names[row.seat], n=row.hints) for row in seen.match.seats if row.hints]
    return [f"💡 {say('ending.hints', had=', '.join(had))}"] if had else []


def _idle(ending: Ending, say: Catalogue) -> list[str]:
    """Why the match isn't rated, or only for some: someone who began it never moved."""
    if ending.lost:
        return [f"⚖️ {say('ending.lost', name=called(user, name, say))}" for user, name in ending.lost]
    return [f"⚖️ {say('ending.unrated')}"] if ending.unrated else []


def _adapted(ending: Ending, say: Catalogue) -> list[str]:
    """How strong Sparring has become, if it played."""
    if (new := ending.adapted) is None:
        return []
    change = "same" if new.after == new.before else "weaker" if new.after > new.before else "stronger"
    name, level = called(new.user, new.name, say), say(f"opponent.{new.level}.level")
    return [f"🥊 {say(f'sparring.{change}', name=name, level=level)}"]


def _swing(seen: Seen, ending: Ending, say: Catalogue) -> Sequence[str]:
    """The biggest swing and its cause, or that one player led throughout."""
    if ending.swing is not None:
        heard = [news for news in weighed(seen, ending.happened, say) if news.priority is not None]
        cause = min(heard, key=lambda news: news.priority or 0, default=None)
        return [f"🎢 {swing_line(seen, ending.swing, say)}", *([f"-# ↳ {_brief(cause.text)}"] if cause else [])]
    winners = [standing.seat for standing in seen.standings if standing.rank == 1]
    if winners != [ending.unchallenged]:
        return []
    return [f"🎢 {say('match.swing.never', name=names_of(seen.match, say)[winners[0]])}"]

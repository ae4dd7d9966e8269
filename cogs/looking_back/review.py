"""Review of a finished match: curve of chances, luck and answers, turning points."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import discord

from cogs.panel.example import going_on, quoted
from cogs.panel.rules import COLOUR
from cogs.ui.client import Client, Interaction
from cogs.ui.controls import Action
from cogs.ui.custom_id import match_code
from cogs.ui.long_tasks import Made
from cogs.ui.pictures import file_of
from cogs.ui.replies import reader
from cogs.ui.views import CONTENT, Widget, rows
from host.coach.records import Review
from host.coach.report import Report, TurningPoint, percentile, report_of
from host.lobby.rematch import company, seat_before
from host.play.seen import Seen
from locales import Catalogue
from render import RENDERERS
from render.review import Chart, Share, chart, chart_alt, points
from render.words import cut
from screen.match_text import title
from screen.names import names_of, plain
from screen.questions import answer_words

DESCRIPTION, DEEDS, ANSWER = 1000, 2500, 200  # characters: a turning point, best and worst moves, a move
FIRST = 3  # sentences on how the match may go on from a turning point


async def made_review(interaction: Interaction, match_id: int) -> Made:
    """Show the review of a match."""
    bot, say = interaction.client, reader(interaction)
    review = await bot.house.reviews.awaited(match_id, interaction.user.id)
    seen, report = await bot.house.matches.see(match_id, interaction.user.id), report_of(review)
    embeds, pictures = await _turning_points(bot, seen, report, say)
    if deeds := await _deeds(bot, seen, review, report, say):
        embeds.insert(0, deeds)
    picture = await _chart(bot, seen, report, say)
    among = await bot.house.careers.accuracies(seen.match.guild, seen.match.game)
    text = cut("\n".join((title(seen, say), *_lines(seen, report, among, say))), CONTENT)
    view = rows((*_try_buttons(seen, report, say), *_players_buttons(interaction, seen, report)))
    return Made(text, [picture, *pictures], embeds, view)


def _try_buttons(seen: Seen, report: Report, say: Catalogue) -> Iterator[Widget]:
    """Buttons to play on from each turning point."""
    for number, point in enumerate(report.turning_points, 1):
        code = match_code(Action.TRY, seen.match.id, point.seq)
        yield discord.ui.Button(label=say("review.try", n=number), emoji="▶️", custom_id=code)


def _players_buttons(interaction: Interaction, seen: Seen, report: Report) -> Iterator[Widget]:
    """Buttons for one of those who played, in the match's server: the same with the others, and the better line shown.

    The thread gets that line as a film.
    """
    match, user, say = seen.match, interaction.user.id, reader(interaction)
    if match.is_homeless or match.guild != interaction.guild_id or seat_before(match, user) is None:
        return
    actions = [(Action.TRY_TOGETHER, "review.together", "👥")] if company(match, user) else []
    actions += [(Action.SHARE_BETTER, "review.share", "🎬")] if match.thread is not None else []
    for action, label, emoji in actions:
        for number, point in enumerate(report.turning_points, 1):
            code = match_code(action, match.id, point.seq)
            yield discord.ui.Button(label=say(label, n=number), emoji=emoji, custom_id=code)


async def _chart(bot: Client, seen: Seen, report: Report, say: Catalogue) -> discord.File:
    names, places = names_of(seen.match, say, plain), {point.seq: index for index, point in enumerate(report.curve)}
    shown = Chart(
        game=seen.match.game,
        title=say("review.title", game=say(f"{seen.match.game}.name")),
        subtitle=say("review.below", match=seen.match.id),
        curve=[point.shares for point in report.curve],
        ticks=[(index, say(f"{seen.match.game}.part", n=number)) for index, number in report.parts],
        turns=[(_place(places, point.seq), point.seat) for point in report.turning_points],
        seats=[Share(names[seat.seat], seat.luck, seat.error, seat.answers, seat.rest) for seat in report.seats],
    )
    png = await bot.pictures.easel.draw(chart, shown, say)
    return discord.File(io.BytesIO(png), "review.png", description=chart_alt(shown, say))


def _place(places: dict[int, int], seq: int) -> int:
    """The place of a row on the curve; for a sealed move, that of the start of its stage."""
    return min((index for place, index in places.items() if place >= seq), default=len(places) - 1)


def _lines(seen: Seen, report: Report, among: Sequence[float], say: Catalogue) -> list[str]:
    """A line on each seat, with a comparison `among` all reviewed players of this server."""
    names = names_of(seen.match, say)
    lines = [say("review.head", even=round(100 / len(names)))]
    for seat in report.seats:
        made = {"luck": points(seat.luck), "answers": points(seat.answers), "rest": points(seat.rest)}
        lines.append(say("review.seat", name=names[seat.seat], **made))
        if seat.accuracy is not None:
            lines[-1] += f" · {say('review.accuracy', n=round(seat.accuracy))}"
            is_person = seen.match.seats[seat.seat].user is not None
            if is_person and (better := percentile(seat.accuracy, among)) is not None:
                lines[-1] += f" ({say('review.among', n=better)})"
    return [*lines, say("review.alike", n=report.alike, of=report.choices)] if report.alike else lines


async def _deeds(bot: Client, seen: Seen, review: Review, report: Report, say: Catalogue) -> discord.Embed | None:
    """The moves that helped each person most and cost them most; None if there are none."""
    names, rows, paragraphs = names_of(seen.match, say), {row.seq: row for row in review.course.rows}, list[str]()
    for seat in report.seats:
        lines: list[str] = []
        for key, deed in (("review.best", seat.best), ("review.worst", seat.worst)):
            if deed is not None:
                was = await bot.house.reviews.before(seen.match.id, deed.seq, seat.seat)
                answer = answer_words(was, rows[deed.seq].path, say)
                lines.append(say(key, answer=cut(answer, ANSWER), points=points(deed.gain)))
        if lines and seen.match.seats[seat.seat].user is not None:
            paragraphs += [f"**{names[seat.seat]}**", *lines]
    text = cut("\n".join(paragraphs), DEEDS)
    return discord.Embed(title=say("review.deeds"), description=text, colour=COLOUR) if paragraphs else None


async def _turning_points(
    bot: Client, seen: Seen, report: Report, say: Catalogue
) -> tuple[list[discord.Embed], list[discord.File]]:
    """An embed and a board for each turning point: the move played, the better move, and the difference."""
    names, embeds, pictures = names_of(seen.match, say), list[discord.Embed](), list[discord.File]()
    for number, point in enumerate(report.turning_points, 1):
        was = await bot.house.reviews.before(seen.match.id, point.seq, point.seat)
        name, text = f"{number} · {names[point.seat]}", cut("\n".join(_why(was, point, say)), DESCRIPTION)
        embed = discord.Embed(title=name, description=text, colour=COLOUR)
        picture = file_of(await bot.pictures.panel(was, point.best, say))
        picture.filename = f"review-{number}.png"
        pictures.append(picture)
        embeds.append(embed.set_image(url=f"attachment://{picture.filename}"))
    return embeds, pictures


def _why(was: Seen, point: TurningPoint, say: Catalogue) -> list[str]:
    """The move played beside the better one, with an example of what follows, or else what each does."""
    question, names = RENDERERS[was.match.game].question, names_of(was.match, say)
    played = say("review.played", answer=cut(answer_words(was, point.given, say), ANSWER))
    best = cut(answer_words(was, point.best, say), ANSWER)
    better = say("review.better", answer=best, n=round(100 * point.cost))
    if point.reason is None:
        does, would_do = (f"-# {question(was.view, path, say)}" for path in (point.given, point.best))
        return [played, does, better, would_do]
    example = [say("review.example"), *going_on(was, names, point.reason.best, FIRST, say)]
    instead = [say("review.instead"), *going_on(was, names, point.reason.other, FIRST, say)]
    return [played, better, *quoted(example), *quoted(instead)]

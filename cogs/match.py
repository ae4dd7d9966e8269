"""Commands about one match: `/match board`, `history`, `undo`, `pause`, `resign`, `replace`, `note`, ..."""

from __future__ import annotations

from discord import app_commands

from cogs.looking_back.dice import proof_text
from cogs.looking_back.export import made_export
from cogs.looking_back.history import post_history
from cogs.looking_back.replay import made_film
from cogs.looking_back.review import made_review
from cogs.panel import note as notes
from cogs.panel import votes as table
from cogs.panel.compose import show
from cogs.panel.matching import same_words
from cogs.posts.board import board_buttons, board_text
from cogs.ui.client import Client, Interaction
from cogs.ui.commands import add_group, said, words
from cogs.ui.errors import answered
from cogs.ui.long_tasks import Made, Task, long_task
from cogs.ui.person import person_at
from cogs.ui.pictures import file_of
from cogs.ui.replies import reader, reply_in_private, whisper
from cogs.ui.views import CONTENT, MOST_OPTIONS, rows
from cogs.ui.which_match import match_choices, match_number, match_of
from engines.table import Refused
from host.table.newcomers import is_vacant
from model.kinds import VoteKind
from render import RENDERERS
from render.words import cut
from screen.match_text import title, who_is_who
from screen.names import names_of, plain

WHICH = words("option.match")


async def setup(bot: Client) -> None:
    """Register the group on the bot's tree."""
    add_group(
        bot, "match", board, history, replay, review, undo, pause, resign, replace, note, export, verify, anywhere=True
    )


@app_commands.describe(match=WHICH, text=words("option.text"))
@app_commands.autocomplete(match=match_choices)
async def board(interaction: Interaction, match: str | None = None, text: bool = False) -> None:
    """Show the public board, as a picture or as text."""
    async with answered(interaction):
        await reply_in_private(interaction)
        bot, say = interaction.client, reader(interaction)
        seen = await bot.house.matches.see(await match_number(interaction, match), None)
        view = rows(board_buttons(seen, say, page=interaction.client.page is not None))
        if text:
            drawn = RENDERERS[seen.match.game].text_board(seen.view, (), say)
            await interaction.edit_original_response(
                content=cut(f"{drawn}\n{who_is_who(seen, say)}", CONTENT), view=view
            )
        else:
            head = f"{title(seen, say)}\n{board_text(seen, (), say)}"
            picture = file_of(await bot.pictures.board(seen, (), say))
            await interaction.edit_original_response(content=head, attachments=[picture], view=view)


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
async def history(interaction: Interaction, match: str | None = None) -> None:
    """Show the latest events."""
    async with answered(interaction):
        await reply_in_private(interaction)
        await post_history(interaction, await match_number(interaction, match))


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
@long_task(Task.FILM)
async def replay(interaction: Interaction, match: str | None = None) -> Made:
    """Show the match as a film."""
    return await made_film(interaction, await match_number(interaction, match))


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
@long_task(Task.REVIEW)
async def review(interaction: Interaction, match: str | None = None) -> Made:
    """Review a finished match."""
    return await made_review(interaction, await match_number(interaction, match))


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
async def undo(interaction: Interaction, match: str | None = None) -> None:
    """Undo the person's last move."""
    async with answered(interaction):
        await reply_in_private(interaction)
        which, matches = await match_number(interaction, match), interaction.client.house.matches
        with matches.presence.pressing(which, interaction.user.id):
            after = await matches.undo(which, interaction.user.id, None, interaction.id)
            async with answered(interaction, fault_words="fault.saved"):
                await show(interaction, after, head=reader(interaction)("panel.undone"))


@app_commands.describe(match=WHICH, sure=said(lambda say: say("option.sure", yes=say("resign.yes"))))
@app_commands.autocomplete(match=match_choices)
async def resign(interaction: Interaction, sure: str, match: str | None = None) -> None:
    """Give up the person's seat; before the deal, leave the lobby, or as its opener call the match off."""
    async with answered(interaction):
        await reply_in_private(interaction)
        say, house = reader(interaction), interaction.client.house
        which = await match_number(interaction, match)
        if not same_words(sure, say("resign.yes")):
            await whisper(interaction, say("resign.unsure", yes=say("resign.yes")))
            return
        header = await house.matches.match(which)
        if header is not None and header.phase == "starting":
            await house.lobby.cancel(which, await person_at(interaction, header))
            await whisper(interaction, say("resign.cancelled", match=which))
        elif header is not None and header.phase == "lobby":
            await house.lobby.leave(which, await person_at(interaction, header))
            await whisper(interaction, say("resign.left", match=which))
        else:
            await house.seats.resign(which, interaction.user.id, interaction.id)
            await whisper(interaction, say("resign.done", match=which))


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
async def pause(interaction: Interaction, match: str | None = None) -> None:
    """Open a vote on a pause, or on its end."""
    async with answered(interaction):
        await reply_in_private(interaction)
        seen = await match_of(interaction, match)
        about = VoteKind.PAUSE if seen.match.paused is None else VoteKind.RESUME
        await table.open_vote(interaction, seen.match.id, about, None)


async def seat_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Autocomplete of the seats that can be replaced or taken."""
    try:
        seen = await match_of(interaction, interaction.namespace.match or None)
    except Refused:
        return []
    names = names_of(seen.match, reader(interaction), plain)
    fitting = [row.seat for row in seen.match.seats if row.user and current.casefold() in names[row.seat].casefold()]
    offered = fitting[:MOST_OPTIONS]
    return [app_commands.Choice(name=f"{seat + 1}. {names[seat]}", value=str(seat + 1)) for seat in offered]


@app_commands.describe(player=words("option.player"), match=WHICH)
@app_commands.autocomplete(match=match_choices, player=seat_choices)
async def replace(interaction: Interaction, player: str, match: str | None = None) -> None:
    """Take over a free seat, or open a vote on one that keeps everyone waiting."""
    async with answered(interaction):
        await reply_in_private(interaction)
        seen = await match_of(interaction, match)
        places = {str(row.seat + 1): row for row in seen.match.seats}
        row = places.get(player.strip().rstrip("."))
        if row is None:
            raise Refused("seat.unknown")
        if is_vacant(row) and seen.seat is None:
            await table.take_over(interaction, seen.match.id, row.seat)
        else:
            await table.open_vote(interaction, seen.match.id, VoteKind.REPLACE, row.seat)


@app_commands.describe(text=words("option.note"), match=WHICH)
@app_commands.autocomplete(match=match_choices)
async def note(interaction: Interaction, text: str = "", match: str | None = None) -> None:
    """Write a private note; without a text, show it."""
    async with answered(interaction):
        await reply_in_private(interaction)
        which = await match_number(interaction, match)
        if text.strip():
            await notes.keep(interaction, which, text)
        else:
            await notes.show(interaction, which)


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
@long_task(Task.EXPORT)
async def export(interaction: Interaction, match: str | None = None) -> Made:
    """Export the match as a file: the public record while it runs, everything after the end."""
    return await made_export(interaction, await match_number(interaction, match))


@app_commands.describe(match=WHICH)
@app_commands.autocomplete(match=match_choices)
@long_task(Task.DICE)
async def verify(interaction: Interaction, match: str | None = None) -> Made:
    """Check the dice; after the end, repeat every draw from the seed."""
    which = await match_number(interaction, match)
    return Made(cut(await proof_text(interaction.client, which, reader(interaction)), CONTENT))

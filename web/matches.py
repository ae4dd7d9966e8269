"""The list of a person's matches."""

from __future__ import annotations

from contextlib import suppress

from engines.table import Refused
from host.play.matches import asked_since
from host.play.seen import is_waited_for
from screen.match_text import headline
from screen.names import match_name
from web.acts import Person
from web.desk import Desk
from web.markup import text_of
from web.table import Json

LISTED = 25  # matches


async def listed(desk: Desk, person: Person) -> Json:
    """The person's matches, those that wait for them first."""
    lines: list[tuple[bool, float, Json]] = []
    mine = await desk.house.matches.mine(person.user)
    waits = {match.id: any(row.asked for row in match.seats if row.user == person.user) for match in mine}
    for match in sorted(mine, key=lambda match: not waits[match.id])[:LISTED]:
        with suppress(Refused):  # a lobby, or a match that can't be read
            seen = await desk.house.matches.see(match.id, person.user)
            asked, since = is_waited_for(seen), asked_since(seen)
            line = person.say("page.yours") if asked else headline(seen, person.say)
            shown = {"match": match.id, "title": match_name(match, person.say), "asked": asked, "since": int(since)}
            lines.append((not asked, since, {**shown, "line": text_of(line, match.guild)}))
    return {"matches": [shown for _, _, shown in sorted(lines, key=lambda line: line[:2])]}

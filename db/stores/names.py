"""Names of people: a server's own, and global ones from Discord."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, select

from db.sql.reader import Reader
from db.sql.tables import people, results

newest = results.alias("newest")


async def names_of(reader: Reader, users: Collection[int], guild: int | None) -> dict[int, str]:
    """The names of these people as a guild may show them, or (None) as everyone may see them.

    In a guild, that is the name from their newest finished match there, else their Discord name.
    Globally it is only the Discord name, and people who hide there have none. Nor has anyone who was never here.
    """
    global_names = select(people.c.user, people.c.name).where(people.c.name != "")
    if guild is None:
        rows = await reader.rows(global_names.where(people.c.user.in_(users), ~people.c.hidden))
        return {row["user"]: row["name"] for row in rows}
    last = select(func.max(newest.c.finished)).where(newest.c.user == results.c.user, newest.c.guild == guild)
    conditions = (results.c.user.in_(users), results.c.guild == guild)
    query = select(results.c.user, results.c.name).where(*conditions)
    query = query.where(results.c.finished == last.correlate(results).scalar_subquery()).order_by(results.c.match)
    names = {row["user"]: row["name"] for row in await reader.rows(query)}
    if others := [user for user in users if user not in names]:
        names |= {row["user"]: row["name"] for row in await reader.rows(global_names.where(people.c.user.in_(others)))}
    return names

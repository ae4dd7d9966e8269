"""Matches of Schlangennest that were opened when border, ends and snakes were the one option `variant`."""

import json
import sqlite3
import zlib

from engines.table import Ready
from tests.cogs.world import World

OLD = {"variant": "hunt", "board": "easy"}
HUNT = "Snakes: **Hunt: two each, a card for either (2 players)**"
SUM = "Score: **Sum of both snakes**"


def grow_old(world: World) -> None:
    """Match 1 and its snapshots become what rules 1 have saved."""
    with sqlite3.connect(world.file) as base:
        base.execute("UPDATE matches SET rules = 1, options = ? WHERE id = 1", [json.dumps(OLD)])
        for seq, body in base.execute("SELECT seq, body FROM snapshots WHERE match = 1").fetchall():
            key, _, text = zlib.decompress(body).partition(b"\n")
            state = json.loads(text)
            state["table"] |= {"rules": 1, "options": OLD}
            old = zlib.compress(key + b"\n" + json.dumps(state).encode())
            base.execute("UPDATE snapshots SET schema = 1, body = ? WHERE match = 1 AND seq = ?", [old, seq])
    base.close()


async def test_an_old_lobby_gathers_starts_and_is_played_by_its_rules(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.command("schlangennest new", preset="hunt", board="easy", players=2)
    assert HUNT in world.lobby_text() and "Score: **Longest snake**" in world.lobby_text()
    grow_old(world)
    await world.restart()
    await bob.press(world.lobby(), "Join")
    assert HUNT in world.lobby_text() and SUM in world.lobby_text()
    assert "Variant" not in world.lobby_text()
    await ann.press(world.lobby(), "Start")
    opening = world.thread.history()[0].content
    assert HUNT in opening and SUM in opening
    table = (await world.seen(1)).view.table
    assert (table.rules, table.options["snakes"], table.options["score"]) == (1, "hunt", "sum")


async def test_an_old_match_goes_on_and_has_a_rematch_at_the_same_table(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    await ann.command("schlangennest new", preset="hunt", score="sum", board="easy", players=2)
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    grow_old(world)
    await world.restart()
    seat = (await world.seen(1)).view.waiting[0]
    due = (ann, bob)[seat or 0]
    seen = await world.seen(1, due)
    path = seen.game.fallback(seen.view)
    assert isinstance(seen.ask(path), Ready)
    assert "Played." in (await due.command("move", choice=" ".join(path), match="1")).text
    assert (await world.seen(1)).view.table.options["score"] == "sum"
    exported = json.loads((await ann.command("match export", match="1")).picture_bytes())
    assert exported["options"] == OLD

    await bob.command("match resign", sure="yes", match="1")
    await ann.press(world.thread.history()[-1], "Rematch")
    assert HUNT in world.lobby_text() and SUM in world.lobby_text()
    await bob.press(world.lobby(), "Join")
    await ann.press(world.lobby(), "Start")
    table = (await world.seen(2)).view.table
    assert (table.rules, table.options["snakes"], table.options["score"]) == (2, "hunt", "sum")

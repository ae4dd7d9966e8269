"""What vouches for the dice: the commitment before they fall, the seed afterwards, and /match verify at any time."""

import hashlib
import json
import re
import sqlite3

from tests.cogs.world import SEED, Player, World, quick_match, quick_race

COMMITMENT = hashlib.sha256(SEED).hexdigest()
SEALED = "The match isn't over yet, so its seed is still sealed. Once it is, every draw can be checked here."


async def test_no_die_falls_before_the_thread_knows_commitment_and_entropy(world: World) -> None:
    ann, bob = world.person("Ann"), world.person("Bob")
    opened = await ann.command("pistard new", preset="quick", players=2)
    joined = await bob.press(world.lobby(), "Join")
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await ann.press(world.lobby(), "Start")
    assert world.thread.history() == []
    assert not any(row.draws for row, _ in await world.house.matches.history(1, None))
    wait = await ann.command("play", match="1")
    assert wait.whisper == "The match hasn't started yet; the **Start** button is in its lobby."
    listed = await ann.command("games")
    assert listed.text == f"▫️ **Pistard #1** <#{world.races.id}> · about to start"

    await world.later(3)
    opening = world.thread.history()[0].content
    presses = ",".join(str(press.result._interaction.id) for press in (opened, joined))
    assert f"`{COMMITMENT}`, mixed with your joins: `{presses}`" in opening
    rows = [row for row, _ in await world.house.matches.history(1, None)]
    assert [bool(row.draws) for row in rows] == [False, False, False, True]
    nonces = [str(body["nonce"]) for body in world.bodies() if body.get("content") == opening]
    assert len(nonces) == 2
    assert len(set(nonces)) == 1, "a repeat carries the same nonce"
    assert len(ann.dms()) == len(bob.dms()) == 1


async def test_a_bot_that_starts_again_deals_what_the_last_one_left(world: World, ann: Player, bob: Player) -> None:
    await ann.command("pistard new", preset="quick", players=2)
    await bob.press(world.lobby(), "Join")
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    await ann.press(world.lobby(), "Start")
    await world.restart()
    await world.later(60)
    opening, board = world.thread.history()
    assert COMMITMENT in opening.content
    assert "to hand out their dice" in board.content


async def test_the_seed_of_the_result_fits_the_commitment_of_the_lobby(world: World) -> None:
    ann, _ = await quick_race(world)
    assert world.lobby().embeds[0].footer.text == f"Seed of all draws, sealed: SHA-256 {COMMITMENT}"
    assert COMMITMENT in world.thread.history()[0].content
    said = "".join(message.content for message in world.thread.history())
    assert SEED.hex() not in said
    await ann.command("match resign", sure="yes")
    shown = re.search(r"The seed of every draw was `([0-9a-f]+)`", world.board().content)
    assert shown is not None
    assert hashlib.sha256(bytes.fromhex(shown[1])).hexdigest() == COMMITMENT
    assert world.lobby().embeds[0].footer.text == f"Seed of all draws, sealed: SHA-256 {COMMITMENT}"


async def test_a_lobby_is_verified_as_sealed_and_without_joins(world: World, ann: Player) -> None:
    await ann.command("pistard new", players=4)
    answer = await ann.command("match verify", match="1")
    assert answer.panel.ephemeral
    assert answer.text.splitlines() == [f"Sealed seed (SHA-256): `{COMMITMENT}`", "Mixed with: `–`", SEALED]


async def test_a_running_match_is_verified_as_sealed(world: World) -> None:
    ann, _ = await quick_match(world)
    text = (await ann.command("match verify")).text
    entropy = re.search(r"Mixed with: `(\d+,\d+)`", text)
    assert entropy is not None
    assert entropy[1] in world.thread.history()[0].content
    assert text.splitlines()[2:] == [SEALED]
    assert SEED.hex() not in text


async def test_a_finished_match_is_verified_draw_by_draw(world: World) -> None:
    ann, bob = await quick_race(world)
    await ann.command("match resign", sure="yes")
    draws = sum(len(row.draws) for row, _ in await world.house.matches.history(1, None))
    text = (await bob.command("match verify", match="1")).text
    assert f"All good: all {draws} draws follow from the seed.\nSeed: `{SEED.hex()}`" in text
    assert "docs/verify.py" in text
    assert (await world.person("Carla").command("match verify", match="1")).text == text


async def test_a_die_turned_over_in_the_log_is_found(world: World) -> None:
    ann, _ = await quick_race(world)
    await ann.command("match resign", sure="yes")
    with sqlite3.connect(world.file) as base:
        [[text]] = base.execute("SELECT draws FROM log WHERE match = 1 AND kind = 'deal'").fetchall()
        draws = json.loads(text)
        draws[0]["fell"][0] = draws[0]["fell"][0] % 6 + 1
        base.execute("UPDATE log SET draws = ? WHERE match = 1 AND kind = 'deal'", [json.dumps(draws)])
    base.close()
    words_shown = (await ann.command("match verify", match="1")).text
    assert "**Something is wrong**: the draws in log rows 4 don't follow from the seed." in words_shown
    assert "All good" not in words_shown


async def test_the_button_below_the_small_print_tells_how_the_draws_are_kept_honest(world: World) -> None:
    ann, _ = await quick_race(world)
    opening = world.thread.history()[0]
    told = await world.person("Carla").press(opening, "Fair draws")
    assert told.panel.ephemeral
    assert told.text.startswith("**Fair draws**") and COMMITMENT in told.text and told.text.endswith(SEALED)
    assert SEED.hex() not in told.text
    await ann.command("match resign", sure="yes")
    assert f"Seed: `{SEED.hex()}`" in (await ann.press(opening, "Fair draws")).text

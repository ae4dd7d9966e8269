"""Exports: what the public saw while the match runs, everything once it has ended."""

import hmac
import json
import random
from typing import Any
from unittest.mock import AsyncMock

import pytest

from db.sql.codec import encode_json
from engines.dice import SeededDice
from tests.engines.tiny import CARDS
from tests.host.evening import ADA, BO, CY, DEE, Evening, refused, view_of

pytestmark = pytest.mark.quick


async def export(evening: Evening, match: int) -> Any:
    return json.loads(await evening.house.exports.export(match))


async def public_events(evening: Evening, match: int) -> list[list[dict[str, Any]]]:
    """What a spectator has heard, row by row."""
    return [json.loads(encode_json(events)) for _, events in await evening.matches.history(match, None)]


async def test_there_is_nothing_to_export_before_the_start(evening: Evening) -> None:
    with refused("house.unknown"):
        await evening.house.exports.export(99)
    match = await evening.open(ADA)
    with refused("house.not.started"):
        await evening.house.exports.export(match.id)
    await evening.lobby.cancel(match.id, evening.person(ADA))
    with refused("house.finished"):
        await evening.house.exports.export(match.id)


async def test_a_match_that_vanishes_meanwhile_is_unknown(evening: Evening, monkeypatch: Any) -> None:
    match = await evening.play(ADA, BO)
    gone = AsyncMock(return_value=None)
    monkeypatch.setattr(evening.store, "match", gone)  # the export itself, which has seen the match before
    with refused("house.unknown"):
        await evening.house.exports.export(match)


async def test_a_running_match_is_exported_as_the_public_saw_it(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, opponents=["easy"], game="tiny", legs="3")
    await evening.play_on(match, random.Random(1), until=lambda seen: view_of(seen).leg == 2)
    await evening.answer(match, ADA, ("0", "-"))
    exported = await export(evening, match)
    seen = await evening.matches.see(match, None)
    assert (exported["game"], exported["phase"], exported["options"]) == ("tiny", "running", seen.match.options)
    assert [(seat["name"], seat["opponent"]) for seat in exported["seats"]] == [
        ("Ada", None),
        ("Bo", None),
        ("Cy", None),
        ("easy", "easy"),
    ]
    assert [row["events"] for row in exported["log"]] == await public_events(evening, match)
    assert exported["standings"] == [
        {"seat": standing.seat, "rank": standing.rank, "points": standing.points} for standing in seen.standings
    ]
    assert {name for row in exported["log"] for name in row} == {"seq", "kind", "how", "events"}
    assert "seed" not in exported


async def test_nothing_hidden_is_in_the_export_of_a_running_match(evening: Evening) -> None:
    match = await evening.play(ADA, BO, CY, DEE, game="tiny", legs="3")
    canaries_died = 0
    for turn in range(25):
        seen = await evening.play_on(match, random.Random(turn), until=lambda seen, n=turn: seen.match.seq >= 5 + n)
        if seen.match.phase != "running":
            break
        text = (await evening.house.exports.export(match)).decode()
        known = {card for card in CARDS if card in text}
        assert known == set(view_of(seen).played)
        assert not any(secret in text for secret in ("bid.", "path", "draws", "dealt", '"drew"'))
        assert (await evening.header(match)).key.hex() not in text
        canaries_died = len(known)
    assert canaries_died


async def test_a_match_that_has_ended_is_exported_whole(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny")
    await evening.play_on(match, random.Random(1))
    exported, log, header = await export(evening, match), await evening.log(match), await evening.header(match)
    assert (exported["phase"], exported["seed"]) == ("over", header.key.hex())
    assert [(row["seq"], row["by"], tuple(row["path"]), row["how"]) for row in exported["log"]] == [
        (row.seq, row.by, row.path, row.how) for row in log
    ]
    dealt = next(event for row in exported["log"] for event in row["events"] if event["kind"] == "dealt")
    assert dealt["to"] == [0]
    assert dealt["data"]["cards"]


async def test_with_the_seed_of_an_ended_match_everybody_can_check_its_draws(evening: Evening) -> None:
    match = await evening.ride(ADA, BO)
    await evening.play_on(match, random.Random(1), until=lambda seen: view_of(seen).turn > 2)
    await evening.seats.resign(match, ADA, evening.press())
    exported = await export(evening, match)
    draws, key = 0, hmac.digest(bytes.fromhex(exported["seed"]), exported["entropy"].encode(), "sha256")
    for row in exported["log"]:
        dice = SeededDice(key, row["seq"])
        for draw in row["draws"]:
            assert dice.roll(draw["why"], draw["sides"], len(draw["fell"])) == draw["fell"]
            draws += 1
    assert draws > 4


async def test_persons_are_named_but_their_accounts_and_presses_are_not(evening: Evening) -> None:
    match = await evening.play(ADA, BO, game="tiny", legs="1")
    await evening.play_on(match, random.Random(1))
    exported = await export(evening, match)
    names = {name for row in exported["log"] for name in row}
    assert names == {"seq", "kind", "how", "by", "path", "draws", "events"}
    assert {name for seat in exported["seats"] for name in seat} == {"seat", "name", "opponent"}

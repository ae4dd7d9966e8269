"""The lots of a cup, drawn again from nothing but the published file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from docs.verify_cup import main
from host.cups.verify import Replay, decode, encode, replay
from model.cup import WholeCup
from tests.host.cups.gathering import Gathering, asker, holder

pytestmark = [pytest.mark.quick, pytest.mark.usefixtures("rope")]
Forge = Callable[[dict[str, Any]], object]


async def file_of(gathering: Gathering, whole: WholeCup) -> bytes:
    return encode(await gathering.cups.published(whole.cup.id, asker()))


async def played(gathering: Gathering) -> bytes:
    """A cup that is over, in which someone of the reserve list takes a place after the first round."""
    whole = await gathering.begin(5, format="robin", table=3)
    late = gathering.person(6)
    await gathering.cups.join(whole.cup.id, late)
    first = holder(whole, 2)
    await gathering.cups.replace(whole.cup.id, first.user, late.user, gathering.person(0), manages=False)
    while whole.cup.phase == "running":
        whole = await gathering.decide_round(await gathering.cups.whole(whole.cup.id))
    assert whole.cup.phase == "over"
    return await file_of(gathering, whole)


def swap_seeds(cup: dict[str, Any]) -> None:
    one, other = (next(each for each in cup["entrants"] if each["place"] == place) for place in (1, 3))
    one["place"], other["place"] = other["place"], one["place"]


FORGED: dict[str, tuple[Forge, str]] = {
    "another seed": (lambda cup: cup.update(seed="00" * 32), "commitment"),
    "another commitment": (lambda cup: cup.update(commitment="00" * 32), "commitment"),
    "another entropy": (lambda cup: cup.update(entropy=cup["entropy"] + ",1"), "seeding"),
    "another seeding": (swap_seeds, "seeding"),
    "another table": (lambda cup: cup["tables"][0]["places"].reverse(), "round"),
}


async def test_what_was_published_gives_the_same_pairings_unless_it_was_forged(gathering: Gathering) -> None:
    honest = await played(gathering)
    cup = decode(honest)
    assert sum(entrant.drawn for entrant in cup.entrants) == 5 == len(cup.entrants) - 1
    assert replay(cup) == Replay(len(cup.tables), ())
    for name, (forge, part) in FORGED.items():
        cup = json.loads(honest)
        forge(cup)
        again = replay(decode(json.dumps(cup).encode()))
        assert again is not None and part in [found for found, _ in again.wrong], name


async def test_the_seed_is_secret_while_lots_are_left(gathering: Gathering) -> None:
    cup = await gathering.open(4)
    for _ in range(2):
        written = await file_of(gathering, await gathering.cups.whole(cup.id))
        assert cup.key.hex().encode() not in written
        assert replay(decode(written)) is None
        if decode(written).phase == "signup":
            await gathering.cups.start(cup.id, gathering.person(0), manages=False)


async def test_the_program_says_whether_all_is_right(
    gathering: Gathering, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cup.json"
    monkeypatch.setattr(sys, "argv", ["verify_cup", str(file)])
    whole = await gathering.begin(3)
    file.write_bytes(await file_of(gathering, whole))
    assert (main(), capsys.readouterr().out[:18]) == (1, "The cup isn't over")
    await gathering.cups.cancel(whole.cup.id, gathering.person(0), manages=False)
    written = await file_of(gathering, whole)
    file.write_bytes(written)
    assert main() == 0
    assert capsys.readouterr().out.endswith("The seeding and all 2 tables are right.\n")
    file.write_bytes(written.replace(whole.cup.key.hex().encode(), b"00" * 32))
    assert (main(), capsys.readouterr().out.splitlines()[0]) == (1, "The seed doesn't fit the commitment.")
    file.write_bytes(b"[]")
    assert (main(), capsys.readouterr().out) == (2, "This is no file from /cup verify.\n")


@pytest.mark.parametrize("written", [b"", b"rubbish", b"[]", b"{}", b"\xff"])
def test_anything_else_is_no_published_cup(written: bytes) -> None:
    with pytest.raises(ValueError):
        decode(written)

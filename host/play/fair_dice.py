"""Fair dice: a sealed seed, mixed with the players' presses of Join."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engines.dice import Draw, SeededDice, SetDice, kind_of
from engines.table import Seat
from model.kinds import RowKind
from model.match import LogRow, Match

JOINING = (RowKind.OPEN, RowKind.JOIN)


def commitment(seed: bytes) -> str:
    """SHA-256 of a match's seed, in hex, which is posted when it opens."""
    return hashlib.sha256(seed).hexdigest()


def entropy(rows: Iterable[LogRow]) -> str:
    """The players' entropy: the ids that Discord gave to their presses of Join, in order, separated by commas."""
    return ",".join(str(row.interaction_id) for row in rows if row.kind in JOINING and row.interaction_id is not None)


def dice_key(match: Match) -> bytes:
    """The key of all draws of a match that has started.

    A match older than the players' entropy keeps the dice it began with.
    """
    return match.key if not match.entropy else hmac.new(match.key, match.entropy.encode(), hashlib.sha256).digest()


def computer_luck(match: Match, seat: Seat, fingerprint: str) -> int:
    """The seed of a computer player's own luck at this view: the same after an undo, different in each match.

    It isn't a draw of the match and tells nothing about one.
    """
    why = f"computer:{seat}:{fingerprint}".encode()
    return int.from_bytes(hmac.new(dice_key(match), why, hashlib.sha256).digest()[:8], "big")


@dataclass(frozen=True, slots=True)
class Proof:
    """Proof of the dice for the players: commitment and entropy, and the seed (hex) after the end."""

    commitment: str
    entropy: str
    seed: str | None


def proof(match: Match) -> Proof:
    """The proof so far; the seed stays secret while draws are to come, at any table that has the same."""
    return Proof(commitment(match.key), match.entropy, match.key.hex() if match.is_disclosed else None)


def dice_of(match: Match, turns: Mapping[str, int], past: Iterable[str]) -> SeededDice:
    """The dice of the match's next row; `past` are the reasons of its draws, `turns` are those of the game's `Spec`.

    In a set a draw is known by whose it is, how many came before it, and its reason, so that it falls alike at all
    tables. Elsewhere it is known by its row.
    """
    if match.of_set is None:
        return SeededDice(dice_key(match), match.seq + 1)
    return SetDice(dice_key(match), turns, past)


def names_in_set(turns: Mapping[str, int], rows: Iterable[LogRow]) -> list[list[str]]:
    """The names by which a set knows the draws of each row: what their luck is made from, with the key."""
    drawn = Counter[str]()
    names: list[list[str]] = []
    for row in rows:
        names.append([])
        for draw in row.draws:
            kind = kind_of(draw.why, turns)
            drawn[kind] += 1
            names[-1].append(f"{kind}:{drawn[kind]}")
    return names


def wrong_draws(match: Match, turns: Mapping[str, int], rows: Iterable[LogRow]) -> list[tuple[int, Draw]]:
    """The draws of the log that don't follow from the match's key, each with its row number; any means forgery."""
    key, of_set = dice_key(match), SetDice(dice_key(match), turns)
    wrong: list[tuple[int, Draw]] = []
    for row in rows:
        dice = SeededDice(key, row.seq) if match.of_set is None else of_set
        for draw in row.draws:
            if draw.sides:
                dice.roll(draw.why, draw.sides, len(draw.fell))
            else:
                dice.shuffle(draw.why, [""] * len(draw.fell))
            if dice.draws[-1] != draw:
                wrong.append((row.seq, draw))
    return wrong

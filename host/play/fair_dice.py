"""Fair dice: a sealed seed, mixed with the players' presses of Join."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from engines.dice import Draw, SeededDice
from engines.table import Seat
from model.kinds import ENDED, RowKind
from model.match import LogRow, Match

JOINING = (RowKind.OPEN, RowKind.JOIN)


def commitment(seed: bytes) -> str:
    """SHA-256 of a match's seed, in hex, which is posted when it opens."""
    return hashlib.sha256(seed).hexdigest()


def entropy(rows: Iterable[LogRow]) -> str:
    """Entropy of the players: the numbers that Discord gave to their presses of Join, in order, commas between them."""
    return ",".join(str(row.interaction_id) for row in rows if row.kind in JOINING and row.interaction_id is not None)


def dice_key(match: Match) -> bytes:
    """The key of all draws of a match that has started.

    A match from before players could add to the luck goes on with the dice that it began with.
    """
    return match.key if not match.entropy else hmac.new(match.key, match.entropy.encode(), hashlib.sha256).digest()


def computer_luck(match: Match, seat: Seat, fingerprint: str) -> int:
    """The seed of a computer player's own luck where its seat sees this: the same after an undo, another in each match.

    It is no draw of the match and tells nothing of one.
    """
    why = f"computer:{seat}:{fingerprint}".encode()
    return int.from_bytes(hmac.new(dice_key(match), why, hashlib.sha256).digest()[:8], "big")


@dataclass(frozen=True, slots=True)
class Proof:
    """Proof of the dice for the players: commitment and entropy, and the seed (hex) once the match has ended."""

    commitment: str
    entropy: str
    seed: str | None


def proof(match: Match) -> Proof:
    """The proof as it stands; the seed stays secret while there are dice to come."""
    ended = match.phase in ENDED
    return Proof(commitment(match.key), match.entropy, match.key.hex() if ended else None)


def wrong_draws(match: Match, rows: Iterable[LogRow]) -> list[tuple[int, Draw]]:
    """The draws of the log that the match's key doesn't give, each with its row's number: none, or they are forged."""
    key = dice_key(match)
    wrong: list[tuple[int, Draw]] = []
    for row in rows:
        dice = SeededDice(key, row.seq)
        for draw in row.draws:
            if draw.sides:
                dice.roll(draw.why, draw.sides, len(draw.fell))
            else:
                dice.shuffle(draw.why, [""] * len(draw.fell))
            if dice.draws[-1] != draw:
                wrong.append((row.seq, draw))
    return wrong

"""Messages of a cup in its channel: its standing, and decisions about players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from db.stores.cups import CupTables
from host.delivery import Compose, Delivery
from model.cup import CupRow, WholeCup
from model.kinds import VERDICTS, PostKind
from model.match import Post


@dataclass(frozen=True, slots=True)
class CupMessage(Delivery):
    """A cup as it stands, or the `verdicts` of one step, each posted once."""

    record: WholeCup
    verdicts: tuple[CupRow, ...] = ()

    @property
    def through(self) -> int:
        """See `Delivery`."""
        return self.post.seq if self.verdicts else self.record.cup.seq


class CupMessages:
    """Makes the messages of cups and remembers where each is posted."""

    def __init__(self, tables: CupTables) -> None:
        self._tables = tables
        self.kinds: Mapping[PostKind, Compose] = {
            PostKind.CUP: self._cup,
            PostKind.VERDICT: self._verdict,
        }

    async def _cup(self, post: Post) -> CupMessage | None:
        """The message with the cup's standing. The end has a message of its own, so only the last post shows it."""
        record = await self._whole(post)
        cup = record.cup
        if cup.phase == "over" and post.seq < cup.seq:
            return None
        return CupMessage(post, cup.place, record, keep=partial(self._tables.show, cup.id))

    async def _verdict(self, post: Post) -> CupMessage:
        record = await self._whole(post)
        rows = [row for row in await self._tables.log(record.cup.id) if row.seq == post.seq and row.kind in VERDICTS]
        return CupMessage(post, None, record, tuple(rows), keep=None)

    async def _whole(self, post: Post) -> WholeCup:
        record = None if post.cup is None else await self._tables.whole(post.cup)
        assert record is not None, "its post holds it"
        return record

"""Store of webhooks and of the news that each is owed; each method is one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlalchemy import ColumnElement, Update, and_, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from db.sql.engine import TimedEngine, transaction
from db.sql.mapping import columns_of, post_columns, value_of
from db.sql.reader import Reader
from db.sql.tables import outbox, webhook_news, webhooks
from db.stores.limits import hold
from model.kinds import NewsKind, PostKind
from model.match import Limit, Outgoing
from model.webhook import MOST_FAILURES, News, Webhook

_waits = exists().where(webhook_news.c.webhook == webhooks.c.id)
_is_on = webhooks.c.failures < MOST_FAILURES


async def write_news(
    write: AsyncConnection, guild: int | None, told: Mapping[int, int], kind: NewsKind, at: float
) -> bool:
    """Queue news of these rows, by match, for each webhook of a server; False if there are none."""
    own = select(webhooks.c.id).where(webhooks.c.guild == guild, _is_on).order_by(webhooks.c.id)
    wanted = own.with_for_update(read=True, key_share=True)  # none is removed before this transaction ends
    queued = [
        {"webhook": webhook, "match": match, "seq": seq, "kind": kind, "written": at}
        for webhook in (await write.execute(wanted)).scalars()
        for match, seq in told.items()
    ]
    if queued:
        await write.execute(insert(webhook_news), queued)
    return bool(queued)


def freed_webhooks(now: float) -> Update:
    """The update after which the webhooks can be taken that an earlier run of the only bot had taken."""
    return update(webhooks).where(webhooks.c.ready > now).values(ready=now)


def _no_one() -> None:
    """No one waits for news."""


class WebhookTables:
    """Queries about webhooks; `wake` is called after news were written."""

    def __init__(self, engine: TimedEngine, reader: Reader) -> None:
        self._engine, self._reader = engine, reader
        self.wake: Callable[[], None] = _no_one

    @transaction
    async def add(self, write: AsyncConnection, new: Webhook, limit: Limit) -> Webhook | None:
        """Store a webhook; None if its server has one with that address. Raises Reached if it has too many."""
        await hold(write, [limit])
        same = select(webhooks.c.id).where(webhooks.c.guild == new.guild, webhooks.c.address == new.address)
        if (await write.execute(same)).first() is not None:
            return None
        added = insert(webhooks).values(columns_of(new, "id")).returning(webhooks.c.id)
        return replace(new, id=(await write.execute(added)).scalar_one())

    async def get(self, webhook: int) -> Webhook | None:
        """The webhook with this id."""
        rows = await self._reader.rows(select(webhooks).where(webhooks.c.id == webhook))
        return value_of(Webhook, rows[0]) if rows else None

    async def of(self, guild: int) -> list[Webhook]:
        """A server's webhooks, the oldest first."""
        query = select(webhooks).where(webhooks.c.guild == guild).order_by(webhooks.c.id)
        return [value_of(Webhook, row) for row in await self._reader.rows(query)]

    @transaction
    async def remove(self, write: AsyncConnection, guild: int, webhook: int) -> bool:
        """Delete a webhook of this server, and the news it is owed; False if it isn't there."""
        return await self._remove(write, and_(webhooks.c.id == webhook, webhooks.c.guild == guild))

    @transaction
    async def remove_all(self, write: AsyncConnection, guild: int) -> None:
        """Delete all webhooks of a server, and the news that they are owed."""
        await self._remove(write, webhooks.c.guild == guild)

    @staticmethod
    async def _remove(write: AsyncConnection, which: ColumnElement[bool]) -> bool:
        # on PostgreSQL news being written may hold their rows; then this waits
        own = select(webhooks.c.id).where(which).order_by(webhooks.c.id).with_for_update()
        removed = (await write.execute(own)).scalars().all()
        await write.execute(delete(webhook_news).where(webhook_news.c.webhook.in_(removed)))
        await write.execute(delete(webhooks).where(webhooks.c.id.in_(removed)))
        return bool(removed)

    async def confirm(self, webhook: int, at: float) -> None:
        """Note when the author of a webhook was known to see its channel; 0.0: they don't."""
        await self._engine.execute(update(webhooks).where(webhooks.c.id == webhook).values(confirmed=at))

    async def revive(self, webhook: int) -> None:
        """Switch a webhook on again that was off, as it has taken something."""
        off = and_(webhooks.c.id == webhook, ~_is_on)
        await self._engine.execute(update(webhooks).where(off).values(failures=0, ready=0.0))

    # --- deliveries

    async def waiting(self) -> list[tuple[int, int, float]]:
        """The webhooks for which there is news: id, server, and from when on it may be sent, the first one first."""
        query = select(webhooks.c.id, webhooks.c.guild, webhooks.c.ready).where(_is_on, _waits)
        found = await self._reader.tuples(query.order_by(webhooks.c.ready, webhooks.c.id))
        return [(webhook, guild, ready) for webhook, guild, ready in found]

    @transaction
    async def take(self, write: AsyncConnection, webhook: int, now: float, until: float) -> tuple[Webhook, News] | None:
        """Take a webhook and its oldest news for a delivery; no one else is given it before `until`.

        None if it is under way, has to wait, or has no news any more.
        """
        free = and_(webhooks.c.id == webhook, webhooks.c.ready <= now, _is_on)
        taken = update(webhooks).where(free).values(ready=until).returning(*webhooks.c)
        row = (await write.execute(taken)).mappings().one_or_none()
        if row is None:
            return None
        oldest = select(webhook_news).where(webhook_news.c.webhook == webhook).order_by(webhook_news.c.id).limit(1)
        news = (await write.execute(oldest)).mappings().one_or_none()
        if news is None:
            await write.execute(update(webhooks).where(webhooks.c.id == webhook).values(ready=now))
            return None
        return value_of(Webhook, row), value_of(News, news)

    @transaction
    async def settle(
        self, write: AsyncConnection, webhook: Webhook, news: News, through: int, ready: float, *, arrived: bool
    ) -> None:
        """Remove news that has `arrived`, or is pointless; the next may be sent from `ready` on.

        What was shown tells the match as of row `through`, and makes older news of its kind superfluous.
        """
        same = and_(
            webhook_news.c.webhook == webhook.id,
            webhook_news.c.match == news.match,
            webhook_news.c.kind == news.kind,
            webhook_news.c.seq <= through,
        )
        await write.execute(delete(webhook_news).where((webhook_news.c.id == news.id) | same))
        await self._release(write, webhook, ready, 0 if arrived else webhook.failures)

    @transaction
    async def put_off(self, write: AsyncConnection, webhook: Webhook, until: float) -> None:
        """Try the webhook's news again from then on, through no fault of its own."""
        await self._release(write, webhook, until, webhook.failures)

    @transaction
    async def drop_news(self, write: AsyncConnection, webhook: Webhook) -> None:
        """Delete all news that a webhook is owed."""
        await write.execute(delete(webhook_news).where(webhook_news.c.webhook == webhook.id))
        await self._release(write, webhook, 0.0, webhook.failures)

    @transaction
    async def fail(self, write: AsyncConnection, webhook: Webhook, until: float, now: float) -> bool:
        """Count a failed delivery, and try again from `until` on; returns whether it was the last.

        Then the webhook is off, its news is gone, and one notice goes to its author.
        """
        if not await self._release(write, webhook, until, webhook.failures + 1):
            return False  # its lease was over, and another process has it
        if webhook.failures + 1 < MOST_FAILURES:
            return False
        await write.execute(delete(webhook_news).where(webhook_news.c.webhook == webhook.id))
        author = webhook.author if webhook.author > 0 else None  # None: forgotten
        post = post_columns(Outgoing(PostKind.WEBHOOK, author), webhook.id, now, guild=webhook.guild)
        await write.execute(insert(outbox), [post])
        return True

    @staticmethod
    async def _release(write: AsyncConnection, webhook: Webhook, ready: float, failures: int) -> bool:
        """Give a webhook back; False if it was taken by another one since, or removed."""
        held = and_(webhooks.c.id == webhook.id, webhooks.c.ready == webhook.ready)
        given_back = update(webhooks).where(held).values(ready=ready, failures=failures)
        return (await write.execute(given_back)).rowcount == 1

"""Webhooks of a server: ordered, tried, listed and removed by its managers."""

from __future__ import annotations

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from yarl import URL

from db.store import Store
from engines.table import Refused
from host.access import Asker
from host.lobby.limits import kept, webhooks_of
from host.outside.addresses import is_discord, read_address
from host.outside.carrier import Carrier, Parcel, Undelivered
from host.outside.herald import Words
from host.time.clocks import DAY
from host.time.worker import Now
from model.webhook import Webhook

TEST = "test"  # the kind of delivery that a manager asks for
CONTENT = 2000  # characters of a message on Discord
TRUST = 30  # days for which a manager is taken to see a channel that they saw: Discord doesn't say when they leave


def trusted_until(webhook: Webhook) -> float:
    """Until when its author is taken to see the channel of the order (unix seconds); 0.0 if they are forgotten."""
    return webhook.confirmed + TRUST * DAY if webhook.author > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Ordered:
    """A webhook just ordered, and whether it checks signatures: Discord's own don't."""

    webhook: Webhook
    signs: bool


class Webhooks:
    """What managers do with the webhooks of their server; that they are managers has been checked."""

    def __init__(self, store: Store, carrier: Carrier, now: Now) -> None:
        self._tables, self._now = store.webhooks, now
        self.carrier = carrier

    async def of(self, guild: int) -> list[Webhook]:
        """A server's webhooks, the oldest first."""
        return await self._tables.of(guild)

    async def get(self, guild: int, webhook: int) -> Webhook:
        """A webhook of this server; raises Refused for any other."""
        found = await self._tables.get(webhook)
        if found is None or found.guild != guild:
            raise Refused("webhook.gone")
        return found

    async def order(self, guild: int, channel: int, author: int, typed: str) -> Ordered:
        """Have news sent to an address; raises Refused for one that I don't send to, or that the server has already."""
        url = read_address(typed)
        with _refusing():
            await self.carrier.check(url, guild)
        secret, now = secrets.token_urlsafe(), self._now()
        new = Webhook(0, guild, channel, author, str(url), secret, opened=now, confirmed=now, failures=0, ready=now)
        with kept():
            added = await self._tables.add(new, webhooks_of(guild))
        if added is None:
            raise Refused("webhook.again")
        return Ordered(added, signs=not is_discord(url))

    async def remove(self, guild: int, webhook: int) -> None:
        """Have nothing sent there any more."""
        if not await self._tables.remove(guild, webhook):
            raise Refused("webhook.gone")

    async def guild_gone(self, guild: int) -> None:
        """Remove the webhooks of a server that has removed the bot."""
        await self._tables.remove_all(guild)

    async def test(self, guild: int, webhook: int, by: Asker, greeting: str) -> None:
        """Send a greeting; raises Refused if it doesn't arrive.

        It switches a webhook on again that was off. From its author it says whether they still see its channel.
        """
        found = await self.get(guild, webhook)
        if by.user == found.author:
            await self._tables.confirm(webhook, self._now() if by.sees(found.channel) else 0.0)
        with _refusing():
            await self.send(found, TEST, secrets.token_hex(16), Words("", greeting, ""))
        await self._tables.revive(webhook)

    async def send(self, webhook: Webhook, kind: str, name: str, words: Words, **more: str | int) -> None:
        """Send a delivery of this name, the same in each try; raises Undelivered."""
        url = URL(webhook.address)
        if is_discord(url):
            parcel = Parcel(msgspec.json.encode(_message(words)), name, webhook.guild)
        else:
            body = {"event": kind, "title": words.title, "text": words.text, "link": words.link, **more}
            parcel = Parcel(msgspec.json.encode(body), name, webhook.guild, webhook.secret)
        await self.carrier.send(url, parcel, self._now())


def _message(words: Words) -> dict[str, Any]:
    """What Discord's own webhooks want: a message, which mentions no one."""
    head = f"**{words.title}** {words.link}".strip() if words.title else ""
    content = "\n".join(filter(None, (head, words.text)))[:CONTENT]
    return {"content": content, "allowed_mentions": {"parse": []}}


@contextmanager
def _refusing() -> Generator[None]:
    """Turn a failed delivery into its refusal, which names no address."""
    try:
        yield
    except Undelivered as fault:
        raise _reason(fault) from None


def _reason(fault: Undelivered) -> Refused:
    match fault.why:
        case "busy":
            return Refused("webhook.busy")
        case "inside":
            return Refused("webhook.inside")
        case "unknown":
            return Refused("webhook.unknown")
        case "slow":
            return Refused("webhook.slow")
        case "redirect":
            return Refused("webhook.redirect")
        case "status":
            return Refused("webhook.status", {"n": fault.status or 0})
        case _:
            return Refused("webhook.closed")

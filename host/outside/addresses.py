"""Addresses that the bot may send to: of webhooks, and of the machines behind their names."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from yarl import URL

from engines.table import Refused

LONGEST = 500  # characters of an address
PORT = 443
# each part of a name; the last one has a letter, so that no way to write a number is a name
_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_NAME = re.compile(rf"(?:{_LABEL}\.)+(?=[a-z0-9-]*[a-z]){_LABEL}")
_HEX = re.compile(r"0x[0-9a-f]*")
INSIDE = ("localhost", "local", "internal", "intranet", "lan", "home", "corp", "arpa", "onion", "test", "invalid")
# Discord's own webhooks, which have a form of their own
_DISCORD = re.compile(r"(?:(?:canary|ptb)\.)?discord(?:app)?\.com")
_HOOK = re.compile(r"/api/(?:v\d{1,2}/)?webhooks/\d{15,20}/[A-Za-z0-9_-]{20,100}")
# Ranges that `ipaddress` calls global in some versions of Python, and that lead elsewhere all the same.
CLOSED = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",
            "100.64.0.0/10",  # behind a provider's NAT
            "169.254.0.0/16",  # link-local; clouds answer there with a machine's secrets
            "192.0.0.0/24",
            "192.88.99.0/24",  # 6to4 relays
            "198.18.0.0/15",
            "224.0.0.0/4",
            "240.0.0.0/4",
            "168.63.129.16/32",  # Azure's own
        ),
    )
)
OPEN = IPv6Network("2000::/3")  # all that is given out of IPv6
# Ranges of IPv6 that carry an address of IPv4, or tunnel to one: none is needed, for names have that address too.
CARRYING = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # Teredo, ORCHID, benchmarks
            "2001:db8::/32",
            "2002::/16",  # 6to4
            "3fff::/20",
            "5f00::/16",
        ),
    )
)


def is_open(address: str) -> bool:
    """Whether this is the numeric address of a machine on the open internet."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        return ip in OPEN and ip.is_global and ip.scope_id is None and not any(ip in network for network in CARRYING)
    return _is_open(ip)


def _is_open(ip: IPv4Address) -> bool:
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in CLOSED)


def read_address(typed: str) -> URL:
    """The address of a webhook; raises Refused unless it is https at its own port, of a name, and nothing else."""
    typed = typed.strip()
    if not typed or len(typed) > LONGEST or not typed.isprintable() or any(map(str.isspace, typed)):
        raise Refused("webhook.address")
    try:
        url = URL(typed)
        port = url.port
    except ValueError:
        raise Refused("webhook.address") from None
    name = (url.raw_host or "").lower()
    if url.scheme != "https" or port != PORT or url.user is not None or url.password is not None:
        raise Refused("webhook.address")
    if not _NAME.fullmatch(name) or len(name) > 253 or _HEX.fullmatch(name.rpartition(".")[2]):
        raise Refused("webhook.address")
    if name.rpartition(".")[2] in INSIDE:
        raise Refused("webhook.inside")
    return url.with_fragment(None)


def is_discord(url: URL) -> bool:
    """Whether it is one of Discord's own webhooks."""
    return bool(_DISCORD.fullmatch(url.raw_host or "")) and bool(_HOOK.fullmatch(url.raw_path))


def shown(url: URL) -> str:
    """An address as managers see it: only the name, as the rest may be what lets someone send."""
    return f"{url.raw_host}/…"

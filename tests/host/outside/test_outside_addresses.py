"""Where webhooks may lead: names under https at its own port, and machines on the open internet alone."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from yarl import URL

from host.outside.addresses import CARRYING, CLOSED, is_discord, is_open, read_address, shown
from tests.host.evening import refused

pytestmark = pytest.mark.quick

# what leads to the machine itself, to its neighbours, to clouds' own services, or to no one
INSIDE = (
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"),
    *("192.0.2.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4"),
    *("240.0.0.0/4", "255.255.255.255/32", "168.63.129.16/32"),
    *("::/128", "::1/128", "::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23"),
    *("2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "fd00:ec2::254/128"),
)
HOOK = "https://discord.com/api/webhooks/123456789012345678/abcdefghijklmnopqrstuvwxyz_-0123456789"


@pytest.mark.parametrize("network", map(ip_network, INSIDE), ids=str)
def test_no_machine_inside_is_open(network: IPv4Network | IPv6Network) -> None:
    rng = Random(1)
    for place in (0, -1, *(rng.randrange(network.num_addresses) for _ in range(98))):
        assert not is_open(str(network[place]))


@settings(deadline=None, derandomize=True)
@given(st.ip_addresses(v=4))
def test_no_form_of_ipv6_carries_an_address_of_ipv4(ip: IPv4Address) -> None:
    high, low = int(ip) >> 16, int(ip) & 0xFFFF
    for form in (f"::{ip}", f"::ffff:{ip}", f"::ffff:0:{ip}", f"64:ff9b::{ip}", f"2002:{high:x}:{low:x}::1"):
        assert not is_open(form)


@settings(deadline=None, derandomize=True)
@given(st.ip_addresses())
def test_what_is_open_is_global_and_in_none_of_the_closed_ranges(ip: IPv4Address | IPv6Address) -> None:
    if is_open(str(ip)):
        assert ip.is_global and not ip.is_private and not ip.is_multicast and not ip.is_loopback
        assert not any(ip in network for network in (*CLOSED, *CARRYING))


@pytest.mark.parametrize("ip", ["8.8.8.8", "1.1.1.1", "162.159.135.232", "2606:4700::1111", "2a00:1450:4001::1"])
def test_machines_on_the_internet_are_open(ip: str) -> None:
    assert is_open(ip)


@pytest.mark.parametrize("word", ["", "example.org", "127.1", "0x7f000001", "2606:4700::1111%1", " 8.8.8.8"])
def test_what_is_no_number_of_a_machine_is_not_open(word: str) -> None:
    assert not is_open(word)


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "example.org", "//example.org", "http://example.org", "ftp://example.org", "javascript:alert(1)"),
        *(
            "https://example.org:8443/",
            "https://example.org:80/",
            "https://user@example.org",
            "https://u:p@example.org",
        ),
        *("https://127.0.0.1/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://127.1/", "https://0x7f.1/"),
        *(
            "https://2130706433/",
            "https://0177.0.0.1/",
            "https://1.1.1.1/",
            "https://１２７.0.0.1/",
            "https://①27.0.0.1/",
        ),
        *("https://localhost/", "https://example/", "https://example.org./", "https://-example.org/", "https://.org/"),
        *(
            "https://example.org\\@127.0.0.1/",
            "https://example.org/\r\nHost: x",
            "https://example.org/ x",
            "https://x\x00.org",
        ),
        *(
            "https://",
            "https:///hook",
            "https://a..org/",
            "https://example.org:99999/",
            f"https://example.org/{'x' * 500}",
        ),
    ],
)
def test_an_address_that_is_no_plain_name_under_https_is_refused(typed: str) -> None:
    with refused("webhook.address"):
        read_address(typed)


@pytest.mark.parametrize(
    "name", ["metadata.google.internal", "router.lan", "nas.local", "app.localhost", "1.0.0.127.in-addr.arpa"]
)
def test_names_of_private_networks_are_refused(name: str) -> None:
    with refused("webhook.inside"):
        read_address(f"https://{name}/")


def test_an_address_is_kept_without_what_no_server_is_sent() -> None:
    assert str(read_address(" HTTPS://Example.org:443/a?b=c#d ")) == "https://example.org/a?b=c"
    assert read_address("https://exämple.org/ä").raw_host == "xn--exmple-cua.org"
    assert shown(URL("https://example.org/hook?key=s3cr3t")) == "example.org/…"


@settings(deadline=None, derandomize=True)
@given(st.text())
def test_no_typed_text_is_more_than_refused(text: str) -> None:
    for typed in (text, f"https://{text}", f"https://example.org/{text}"):
        try:
            url = read_address(typed)
        except Exception as fault:
            assert type(fault).__name__ == "Refused"
        else:
            assert (url.scheme, url.port, url.user, url.fragment) == ("https", 443, None, "")


def test_discord_s_own_are_told_apart() -> None:
    assert is_discord(URL(HOOK)) and is_discord(
        URL(f"{HOOK}?thread_id=1".replace("discord.com/api", "ptb.discord.com/api/v10"))
    )
    for other in ("https://discord.com.example.org", "https://example.org", "https://discord.com/api/users"):
        assert not is_discord(URL(HOOK.replace("https://discord.com", other)))

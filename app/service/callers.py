"""Who is calling, as far as limits are concerned, and from which page.

Pure functions over addresses and header values. A header that says where a request came from
is believed only when a trusted proxy wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

HOPS_READ = 16
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True)
class Caller:
    """One party for the limits: an IPv4 address, or an IPv6 /64 and the /48 around it."""

    group: str
    site: str


NOBODY = Caller("unknown", "unknown")


def caller_of(peer: str | None, forwarded: str, trusted: Sequence[Network]) -> Caller:
    """The caller behind `peer`; `forwarded` is X-Forwarded-For, believed only from a proxy."""
    address = _address(peer or "")
    if address is not None and forwarded and is_trusted(peer, trusted):
        address = _nearest_stranger(forwarded, trusted) or address
    return NOBODY if address is None else _grouped(address)


def is_trusted(peer: str | None, trusted: Sequence[Network]) -> bool:
    """Is this the address of a configured proxy?"""
    return bool(trusted) and _is_in(_address(peer or ""), trusted)


def _nearest_stranger(forwarded: str, trusted: Sequence[Network]) -> Address | None:
    """The last address in the chain that is not a proxy of ours."""
    for hop in reversed(forwarded.split(",")[-HOPS_READ:]):
        address = _address(hop.strip())
        if address is None:
            return None
        if not _is_in(address, trusted):
            return address
    return None


def _is_in(address: Address | None, networks: Iterable[Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def _address(text: str) -> Address | None:
    try:
        address = ip_address(text.split("%", 1)[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _grouped(address: Address) -> Caller:
    if isinstance(address, IPv4Address):
        return Caller(str(address), str(address))
    return Caller(_network(address, 64), _network(address, 48))


def _network(address: IPv6Address, bits: int) -> str:
    return str(ip_network((address, bits), strict=False))


def is_own_origin(origin: str, scheme: str, host: str) -> bool:
    """Does this Origin name the very page that is served as `scheme`://`host`?"""
    return origin == f"{scheme}://{host.lower().removesuffix(_DEFAULT_PORTS.get(scheme, ':'))}"


def is_known_host(host: str, known: Sequence[str]) -> bool:
    """Is `host` (with or without port) one of the configured names? None configured: all are."""
    name = host.lower()
    return not known or name in known or _without_port(name) in known


def _without_port(host: str) -> str:
    head, colon, port = host.rpartition(":")
    return head if colon and port.isdigit() else host

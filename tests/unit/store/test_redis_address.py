"""Addresses of Redis: what they mean, and that none is shown with its password."""

from __future__ import annotations

import pytest

from app.room.state import RoomCode
from app.store.redis.address import Address, Kind, is_redis, read_address
from app.store.redis.keys import SHARDS, Keys, shard_of


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("redis://", Address(Kind.ALONE, (("127.0.0.1", 6379),))),
        ("redis://db", Address(Kind.ALONE, (("db", 6379),))),
        ("redis://db:7000/3", Address(Kind.ALONE, (("db", 7000),), database=3)),
        ("redis://[::1]:7000", Address(Kind.ALONE, (("::1", 7000),))),
        ("redis://:p%40ss@db", Address(Kind.ALONE, (("db", 6379),), password="p@ss")),
        (
            "rediss://mei:secret@db?ssl_ca_certs=/ca.pem",
            Address(
                Kind.ALONE,
                (("db", 6379),),
                is_secure=True,
                files=(("ssl_ca_certs", "/ca.pem"),),
                username="mei",
                password="secret",
            ),
        ),
        (
            "redis+cluster://a:7000,b:7001,[::1]",
            Address(Kind.CLUSTER, (("a", 7000), ("b", 7001), ("::1", 6379))),
        ),
        (
            "rediss+sentinel://a,b:26380/banqi/2",
            Address(
                Kind.SENTINEL,
                (("a", 26379), ("b", 26380)),
                is_secure=True,
                database=2,
                service="banqi",
            ),
        ),
    ],
)
def test_an_address_is_read(url: str, address: Address) -> None:
    assert is_redis(url)
    assert read_address(url) == address


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///file",
        "redis+other://a",
        "redis://a,b",
        "redis://a:b:c",
        "redis://a:99999",
        "redis://[::1",
        "redis://:pa[ss]word@a",
        "redis://:pass\uff1aword@a",
        "redis://:pass\u2100word@a",
        "redis://a/zero",
        "redis://a?db=1",
        "redis://a?ssl_ca_certs=/ca.pem",
        "rediss://a?ssl_ca_certs=",
        "redis+cluster://a/1",
        "redis+sentinel://a",
    ],
)
def test_what_is_no_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(ValueError, match=r"Redis|host|cluster|certificates") as refused:
        read_address(url)
    assert url not in str(refused.value)
    assert "word@" not in str(refused.value)
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__ or refused.value.__context__ is None


def test_no_password_is_shown() -> None:
    address = read_address("redis://mei:topsecret@db").with_password("topsecret2")
    assert "topsecret" not in repr(address)
    assert address.password == "topsecret2"


def test_all_of_a_room_has_one_hash_tag() -> None:
    names = Keys().room(RoomCode("BCDFGH"))
    shard = shard_of("BCDFGH")
    assert 0 <= names.shard == shard < SHARDS
    assert all(f"{{{shard}}}".encode() in key for key in names.keys)
    assert len(set(names.keys)) == len(names.keys) == 9

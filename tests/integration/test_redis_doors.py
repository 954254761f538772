"""The ways into a Redis: a user with few rights, TLS, Sentinel; and closed doors."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme

from app.store.port import Unavailable
from app.store.redis.address import read_address
from app.store.redis.topology import find
from tests.integration.clients import open_table, web
from tests.integration.conftest import StartServer
from tests.integration.persistence import play_on
from tests.ports import free_port
from tests.redis_servers import (
    RedisServer,
    running_cluster,
    running_redis,
    running_sentinel,
    wait_until,
)
from tests.servers import ROOT, Server


async def play_a_little(server: Server) -> None:
    async with open_table(server) as table:
        await play_on(table)
        await table.host.ask("say", text="hello")
        await table.guest.next("said")
    async with web(server.url) as http:
        assert (await http.get("/readyz")).status_code == 200


def documented_rights() -> str:
    """What docs/operate.md says a user needs."""
    text = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    found = re.search(r"`(~banqi:\* [^`]+)`", text)
    assert found is not None
    return found[1]


async def test_a_user_with_no_more_than_the_documented_rights_is_enough(
    start_server: StartServer, tmp_path: Path
) -> None:
    with running_redis(tmp_path / "redis") as redis:
        redis.ask("ACL", "SETUSER", "banqi", "on", ">secret", *documented_rights().split())
        (tmp_path / "password").write_text("secret\n")
        server = await asyncio.to_thread(
            start_server,
            BANQI_STORE=f"redis://banqi@127.0.0.1:{redis.port}",
            BANQI_REDIS_PASSWORD_FILE=str(tmp_path / "password"),
        )
        await play_a_little(server)
        redis.ask("ACL", "SETUSER", "banqi", "reset")
        assert await asyncio.to_thread(server.stop) == 0


@asynccontextmanager
async def tls_in_front_of(redis: RedisServer, authority: trustme.CA) -> AsyncIterator[int]:
    """The port of a door with TLS to this server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    carrying: set[asyncio.Task[None]] = set()

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while piece := await source.read(65_536):
            sink.write(piece)
            await sink.drain()
        sink.close()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, server = await asyncio.open_connection("127.0.0.1", redis.port)
        await asyncio.gather(pump(reader, server), pump(answers, writer), return_exceptions=True)

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(carry(reader, writer))
        carrying.add(task)
        task.add_done_callback(carrying.discard)

    door = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=context)
    try:
        yield int(door.sockets[0].getsockname()[1])
    finally:
        door.close()
        for task in carrying:
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)


async def test_with_tls_the_server_must_be_who_it_says(
    start_server: StartServer, tmp_path: Path
) -> None:
    authority, stranger = trustme.CA(), trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    stranger.cert_pem.write_to_path(str(tmp_path / "stranger.pem"))
    with running_redis(tmp_path / "redis") as redis:
        async with tls_in_front_of(redis, authority) as port:
            url = f"rediss://127.0.0.1:{port}?ssl_ca_certs={tmp_path}"
            server = await asyncio.to_thread(start_server, BANQI_STORE=f"{url}/ca.pem")
            await play_a_little(server)
            assert await asyncio.to_thread(server.stop) == 0
            said = await asyncio.to_thread(refusal, tmp_path / "refused", f"{url}/stranger.pem")
            assert "CERTIFICATE_VERIFY_FAILED" in said


def is_used(server: RedisServer) -> bool:
    return "name=banqi" in server.text("CLIENT", "LIST")


async def test_play_follows_the_primary_that_sentinel_names(
    start_server: StartServer, tmp_path: Path
) -> None:
    with (
        running_redis(tmp_path / "first") as first,
        running_redis(tmp_path / "second", "--replicaof", "127.0.0.1", str(first.port)) as second,
        running_sentinel(tmp_path / "sentinel", first.port) as sentinel,
    ):
        await asyncio.to_thread(wait_until, lambda: sentinel.replicas == 1)
        server = await asyncio.to_thread(start_server, BANQI_STORE=sentinel.url)
        async with open_table(server) as table:
            await play_on(table)
            sentinel.ask("SENTINEL", "FAILOVER", "banqi")
            await asyncio.to_thread(wait_until, lambda: sentinel.primary_port == second.port)
            await asyncio.to_thread(wait_until, lambda: is_used(second))
            await play_on(table)
        assert await asyncio.to_thread(server.stop) == 0


LOCKED = "requirepass secret"


@pytest.mark.parametrize("settings", [(LOCKED,), ()], ids=["as the servers", "none"])
async def test_a_sentinel_may_want_the_login_of_the_servers_or_none(
    tmp_path: Path, settings: tuple[str, ...]
) -> None:
    with (
        running_redis(tmp_path / "redis", "--requirepass", "secret") as redis,
        running_sentinel(tmp_path / "sentinel", redis.port, *settings) as sentinel,
    ):
        here = f"127.0.0.1:{sentinel.port}"
        for login in (":secret@", "default:secret@"):
            found = await find(read_address(f"redis+sentinel://{login}{here}/banqi/1"))
            assert set(found) == {("127.0.0.1", redis.port)}


async def test_a_sentinel_with_another_password_is_named_and_the_password_is_not(
    tmp_path: Path,
) -> None:
    with running_sentinel(tmp_path / "sentinel", free_port(), LOCKED) as sentinel:
        here = f"127.0.0.1:{sentinel.port}"
        with pytest.raises(Unavailable, match=f"does not let us in: Sentinel {here}") as refused:
            await find(read_address(f"redis+sentinel://:topsecret@{here}/banqi"))
    assert "topsecret" not in str(refused.value)


async def test_with_tls_sentinel_is_spoken_to_by_tls_as_well(
    start_server: StartServer, tmp_path: Path
) -> None:
    authority, stranger = trustme.CA(), trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    stranger.cert_pem.write_to_path(str(tmp_path / "stranger.pem"))
    with running_redis(tmp_path / "redis", "--requirepass", "secret") as redis:
        async with tls_in_front_of(redis, authority) as port:
            # It cannot look behind that door itself, and must not think worse of the server.
            blind = "sentinel down-after-milliseconds banqi 3600000"
            with running_sentinel(tmp_path / "sentinel", port, blind, LOCKED) as sentinel:
                async with tls_in_front_of(sentinel, authority) as door:
                    url = f"rediss+sentinel://:secret@127.0.0.1:{door}/banqi?ssl_ca_certs="
                    with pytest.raises(Unavailable, match="not who it should be"):
                        await find(read_address(f"{url}{tmp_path}/stranger.pem"))
                    server = await asyncio.to_thread(
                        start_server, BANQI_STORE=f"{url}{tmp_path}/ca.pem"
                    )
                    await play_a_little(server)
                    assert await asyncio.to_thread(server.stop) == 0


# — closed doors —


def refusal(directory: Path, store: str) -> str:
    """What a server says that cannot use its store."""
    directory.mkdir()
    server = Server(directory, {"BANQI_STORE": store})
    with pytest.raises(AssertionError, match="did not start"):
        server.start()
    return server.complaints()


def test_a_wrong_password_is_told_in_one_line_without_it(tmp_path: Path) -> None:
    with running_redis(tmp_path / "redis", "--requirepass", "right") as redis:
        said = refusal(tmp_path / "server", f"redis://:topsecret@127.0.0.1:{redis.port}")
    assert "does not let us in" in said
    assert "topsecret" not in said
    assert len(said.splitlines()) == 1


def test_a_store_made_for_another_number_of_shards_is_refused(tmp_path: Path) -> None:
    with running_redis(tmp_path / "redis") as redis:
        redis.ask("SET", "banqi:{0}::shards", "32")
        assert "32 shards" in refusal(tmp_path / "server", redis.url)


def test_a_door_that_is_not_what_its_address_says_is_named(tmp_path: Path) -> None:
    with running_redis(tmp_path / "redis") as redis:
        here = f"127.0.0.1:{redis.port}"
        redis.ask("ACL", "SETUSER", "reader", "on", ">word", "~*", "&*", "+@read", "+@connection")
        stores = {
            f"redis+sentinel://{here}/banqi": "is no Sentinel",
            f"redis+cluster://{here}": "is no cluster",
            f"redis://{here}/99": "has no database 99",
            f"redis://reader:word@{here}": "docs/operate.md lists what a user must be allowed",
        }
        for number, (store, reason) in enumerate(stores.items()):
            assert reason in refusal(tmp_path / f"server{number}", store)


def test_a_cluster_wants_to_be_called_one(tmp_path: Path) -> None:
    with running_cluster(tmp_path / "cluster") as cluster:
        assert "redis+cluster" in refusal(tmp_path / "server", cluster.servers[0].url)

"""What operators are told to do with the store of the compose files, done."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.deploy.stores import composed_store
from tests.integration.clients import Room, open_table
from tests.redis_servers import RedisServer, wait_until
from tests.servers import QUICK, ROOT, Server, running_server

OPERATE = (ROOT / "docs/operate.md").read_text()


def serving(store: RedisServer) -> dict[str, str]:
    return {**QUICK, "BANQI_STORE": f"{store.url}/0"}


async def played(server: Server) -> Room:
    """A room in which three pieces are turned."""
    async with open_table(server) as table:
        for square in ("a1", "b2", "c3"):
            await table.play(square)
        return table.room


async def assert_goes_on(server: Server, room: Room) -> None:
    """The room is there with its three plies, and a fourth is played."""
    there = Room(server, room.code, room.host, room.guest)
    async with there.connected(room.guest) as guest:
        assert guest.game["ply"] == 3
        assert (await guest.play("d4"))["type"] == "ack"


def told(command: str) -> str:
    """The command line in the operator's page that begins so."""
    (found,) = re.findall(rf"(?m)^{re.escape(command)}(.*?)(?:  #.*)?$", OPERATE)
    return str(found).strip()


async def test_a_copy_of_the_store_is_put_back_as_the_page_says(tmp_path: Path) -> None:
    copy = tmp_path / "banqi.rdb"
    (tmp_path / "server").mkdir()
    with composed_store("redis", tmp_path / "store") as store:
        with running_server(tmp_path / "server", **serving(store)) as server:
            room = await played(server)
        assert told("docker compose exec redis valkey-cli") == "--rdb /data/backup.rdb"
        store.ask("SAVE")  # the same file, without the program that asks for it
        (tmp_path / "store/dump.rdb").rename(copy)
        store.ask("FLUSHALL")
    put_back(copy, tmp_path / "store")
    with (
        composed_store("redis", tmp_path / "store") as store,
        running_server(tmp_path / "server", **serving(store)) as server,
    ):
        await assert_goes_on(server, room)
        store.stop()
        store.start()
        assert store.ask("DBSIZE") != 0, "the log begun after the copy is kept as well"


def put_back(copy: Path, data: Path) -> None:
    """The script that the page has for this, in the folder of the volume."""
    (script,) = re.findall(r"-T redis sh -ec '\n(.+?)' < banqi\.rdb", OPERATE, re.DOTALL)
    with copy.open("rb") as given:
        subprocess.run(["sh", "-ec", script.replace("/data", str(data))], stdin=given, check=True)


async def test_the_copy_takes_over_when_the_first_store_is_lost(tmp_path: Path) -> None:
    readme = (ROOT / "deploy/README.md").read_text()
    (block,) = re.findall(r"```sh\n(BANQI_STORE=.*?)```", readme, re.DOTALL)
    written = dict(line.split("=", 1) for line in block.splitlines())
    assert written["BANQI_STORE"] == "redis://replica:6379/0"
    (tmp_path / "server").mkdir()
    with (
        composed_store("redis", tmp_path / "store") as store,
        composed_store("replica", tmp_path / "copy", store.port) as copy,
        running_server(tmp_path / "server", **serving(store), BANQI_REDIS_WAIT="1") as server,
    ):
        wait_until(lambda: "master_link_status:up" in copy.text("INFO", "replication"))
        room = await played(server)
    del written["BANQI_STORE"]
    with (
        composed_store("replica", tmp_path / "copy", **written) as store,
        running_server(tmp_path / "server", **serving(store)) as server,
    ):
        assert "role:master" in store.text("INFO", "replication")
        await assert_goes_on(server, room)

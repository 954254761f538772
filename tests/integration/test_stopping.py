"""Stopping, dying and coming back: what was acknowledged is there afterwards."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import AsyncExitStack

import pytest

from tests.integration.clients import open_table
from tests.integration.conftest import StartServer
from tests.servers import ROOT, Server


async def test_a_command_in_flight_when_the_server_stops_is_acked_or_resendable(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off")
    async with open_table(own) as table:
        sent = {"type": "play", "id": "flight", "game": 1, "ply": 0, "action": "a1"}
        await table.host.send(sent)
        assert await asyncio.to_thread(own.stop) == 0
        code, bye = await table.host.ended()
        assert (code, bye["code"]) == (1012, "restarting")
        acked = [f for f in table.host.inbox if f["type"] == "ack"]
    await asyncio.to_thread(own.start)
    async with table.room.connected(table.room.host) as back:
        answer = await back.answer_to(sent)
        assert answer["type"] == "ack"
        assert not acked or answer == acked[0]
        await back.state_at(answer["version"])
        assert back.game["ply"] == 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_fifty_sockets_are_told_and_the_server_ends_well(
    start_server: StartServer, how: signal.Signals
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off")
    async with open_table(own) as table, AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(table.room.connected()) for _ in range(48)]
        os.kill(own.pid, how)
        for client in (*clients, table.host, table.guest):
            code, bye = await client.ended()
            assert (code, bye["code"], bye["retry"]) == (1012, "restarting", True)
        assert await asyncio.to_thread(own.stop) == 0


def run_app(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app"],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


@pytest.mark.parametrize(
    "bad",
    [
        {"BANQI_NO_SUCH_THING": "1"},
        {"BANQI_PORT": "many"},
        {"BANQI_RATE_LIMITS": "perhaps"},
        {"BANQI_STORE": "redis://:secret@somewhere:far"},
        {"BANQI_WORKERS": "4"},
    ],
)
def test_a_bad_setting_stops_the_start_with_one_line(bad: dict[str, str]) -> None:
    ended = run_app(**bad)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1
    assert next(iter(bad)) in ended.stderr
    assert "secret" not in ended.stderr


def test_a_taken_port_stops_the_start_with_one_line(server: Server) -> None:
    ended = run_app(BANQI_PORT=str(server.port))
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert str(server.port) in ended.stderr


def test_a_second_process_on_the_same_store_stops_with_one_line(server: Server) -> None:
    ended = run_app(BANQI_PORT="0", BANQI_STORE=server.environment["BANQI_STORE"])
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1

"""How the server is started, and what its surroundings may say without being meant."""

from __future__ import annotations

from importlib import metadata

from app.__main__ import main
from tests.integration.clients import open_room, web
from tests.integration.conftest import StartServer


def test_the_command_is_the_module() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name="banqi")
    assert script.load() is main


async def test_names_that_container_platforms_set_are_not_settings(
    start_server: StartServer,
) -> None:
    own = start_server(
        BANQI_SERVICE_HOST="10.0.0.1",
        BANQI_SERVICE_PORT_HTTP="8000",
        BANQI_PORT_8000_TCP="tcp://10.0.0.1:8000",
        BANQI_PORT_8000_TCP_ADDR="10.0.0.1",
    )
    async with web(own.url) as http:
        assert (await http.get("/readyz")).status_code == 200


async def test_without_rates_sizes_and_the_time_for_a_hello_stay(
    start_server: StartServer,
) -> None:
    own = start_server(BANQI_RATE_LIMITS="off", BANQI_HELLO_SECONDS="0.2")
    room = await open_room(own)
    async with room.socket() as silent, room.connected(room.host) as host:
        assert (await silent.ended())[0] == 4408
        await host.send(" " * 8193)
        assert (await host.ended())[0] == 1009
    async with web(own.url) as http:
        large = await http.post("/api/rooms", json={"name": "x" * 9000})
    assert large.status_code == 413

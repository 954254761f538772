"""Work that must never end has ended: the server says so, says bye, and ends with an error."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.integration.clients import open_table
from tests.integration.dying import PLANTS, DyingServer
from tests.integration.persistence import play_on
from tests.servers import QUICK


@pytest.mark.parametrize("plant", PLANTS)
async def test_a_server_part_of_which_has_died_says_bye_and_ends_with_an_error(
    tmp_path: Path, plant: str
) -> None:
    server = DyingServer(tmp_path, {**QUICK, "PLANT": plant})
    await asyncio.to_thread(server.start)
    try:
        async with open_table(server) as table:
            await play_on(table, 2)
            server.doom()
            code, bye = await table.guest.ended()
            assert (code, bye["code"], bye["retry"]) == (1012, "restarting", True)
            assert await asyncio.to_thread(server.end) == 1
        assert "work that must never end has failed" in server.complaints()
        assert "Doomed" in server.complaints()
    finally:
        server.kill()

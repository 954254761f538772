"""How a client behaves that does not give up: the same command again until it is answered."""

from __future__ import annotations

import asyncio
import secrets
import time

from tests.integration.clients import Client, Frame, Table

RECOVERY = 5.0
"""Seconds after the end of a fault within which play must be possible."""


def next_play(table: Table) -> Frame:
    game = table.mover.game
    return {
        "type": "play",
        "id": secrets.token_hex(8),
        "game": game["number"],
        "ply": game["ply"],
        "action": game["legal"][0],
    }


async def played_at_last(client: Client, command: Frame) -> Frame:
    """Send a command again with its id until it is not unavailable any more."""
    until = time.monotonic() + RECOVERY
    while True:
        answer = await client.answer_to(command)
        if answer["type"] == "ack" or time.monotonic() > until:
            return answer
        assert answer["code"] == "unavailable", answer
        await asyncio.sleep(0.1)


async def play_on(table: Table, plies: int = 4) -> None:
    """Both players move and see each other's moves, as if nothing had been."""
    for _ in range(plies):
        command = next_play(table)
        answer = await played_at_last(table.mover, command)
        assert answer["type"] == "ack", answer
        await table.settled(answer["version"])
    assert table.host.game == table.guest.game

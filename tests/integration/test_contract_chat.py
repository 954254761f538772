"""What is said: once, to everybody, and to those who come later."""

from __future__ import annotations

import time

from tests.integration.clients import Table


async def test_a_line_said_again_within_a_minute_is_said_once(table: Table) -> None:
    line = {"type": "say", "id": "again", "text": "hello"}
    first = await table.host.answer_to(line)
    assert await table.host.answer_to({**line, "text": "other"}) == first
    async with table.room.connected(table.room.host) as tab:
        assert await tab.answer_to(line) == first
    said = [f for f in await table.guest.everything() if f["type"] == "said"]
    assert [(f["n"], f["by"], f["text"]) for f in said] == [(1, "host", "hello")]
    assert abs(said[0]["at"] - time.time() * 1000) < 60_000


async def test_chat_follows_the_welcome_of_whoever_comes_later_and_outlives_a_game(
    table: Table,
) -> None:
    await table.guest.ask("say", phrase="hello")
    await table.host.ask("resign", game=1)
    await table.host.ask("rematch", accept=True)
    await table.guest.ask("rematch", accept=True)
    async with table.room.socket() as late:
        assert (await late.hello(table.room.host))["type"] == "welcome"
        said = await late.next("said", "presence", "state")
        assert (said["type"], said["phrase"], said["old"]) == ("said", "hello", True)


async def test_text_of_two_hundred_letters_is_said_and_one_more_is_not(table: Table) -> None:
    for text in ("好" * 200, "👨‍👩‍👧‍👦" * 40):
        assert (await table.host.ask("say", text=text))["type"] == "ack"
        assert (await table.guest.next("said"))["text"] == text
    assert (await table.host.ask("say", text="好" * 201))["code"] == "text_invalid"

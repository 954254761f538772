"""Draw offers: how long one stands, what ends it, and when the next may come."""

from __future__ import annotations

import pytest

from tests.integration.clients import Client, Frame, Table, open_room, open_table
from tests.servers import Server


async def offer(client: Client) -> str:
    """What comes of offering a draw: `ack`, or the code of its refusal."""
    return code_of(await client.ask("offer_draw", game=1))


def code_of(answer: Frame) -> str:
    return str(answer.get("code", answer["type"]))


async def seen(table: Table) -> Frame:
    """The game as both see it now."""
    await table.settled((await table.host.ask("ping"))["version"])
    assert table.host.game == table.guest.game
    return table.host.game


async def flips(table: Table, squares: str) -> None:
    for square in squares.split():
        await table.play(square)


async def test_an_offer_names_its_seat_and_ply_and_outlives_ones_own_move(table: Table) -> None:
    await flips(table, "a1 b1")
    assert await offer(table.host) == "ack"
    game = await seen(table)
    assert (game["draw_offer"], game["draw_offer_ply"]) == ("host", 2)
    await flips(table, "c1")
    game = await seen(table)
    assert (game["draw_offer"], game["draw_offer_ply"]) == ("host", 2)
    by_ply = [
        code_of(await table.guest.ask("accept_draw", game=1, ply=ply)) for ply in (1, 3, 0, 2)
    ]
    assert by_ply == ["stale", "stale", "stale", "ack"]
    assert (await seen(table))["result"] == {"winner": None, "reason": "agreement", "points": 0}
    assert table.host.state["room"]["series"]["score"] == {"host": 0.5, "guest": 0.5}


async def test_the_opponents_ply_ends_an_offer_and_accepting_it_then_finds_none(
    table: Table,
) -> None:
    await flips(table, "a1")
    assert await offer(table.host) == "ack"
    await flips(table, "b1")
    game = await seen(table)
    assert (game["draw_offer"], game["draw_offer_ply"]) == (None, None)
    assert code_of(await table.guest.ask("accept_draw", game=1, ply=1)) == "no_offer"
    async with table.room.connected(table.room.guest) as again:
        assert again.game["draw_offer"] is None


@pytest.mark.parametrize("ends", ["lapses", "declined", "withdrawn"])
async def test_an_offer_that_came_to_nothing_is_renewed_after_three_own_plies(
    table: Table, ends: str
) -> None:
    await flips(table, "a1")
    assert await offer(table.host) == "ack"
    if ends == "lapses":
        await flips(table, "b1")
    else:
        who = table.guest if ends == "declined" else table.host
        assert code_of(await who.ask("decline_draw", game=1)) == "ack"
        await flips(table, "b1")
    for rest, squares in ((3, "c1 d1"), (2, "a2 b2"), (1, "c2")):
        assert (await seen(table))["draw_rest"] == {"host": rest, "guest": 0}
        assert await offer(table.host) == "too_early"
        await flips(table, squares)
    assert (await seen(table))["draw_rest"] == {"host": 0, "guest": 0}
    assert await offer(table.host) == "ack"


async def test_a_rest_does_not_keep_from_accepting_or_the_other_from_offering(
    table: Table,
) -> None:
    await flips(table, "a1")
    await offer(table.host)
    await table.host.ask("decline_draw", game=1)
    assert await offer(table.guest) == "ack"
    assert await offer(table.host) == "ack"
    assert (await seen(table))["result"]["reason"] == "agreement"


async def test_an_own_offer_is_neither_accepted_nor_made_twice(table: Table) -> None:
    await flips(table, "a1")
    first = await table.guest.ask("offer_draw", game=1)
    again = await table.guest.ask("offer_draw", game=1)
    assert (again["type"], again["version"]) == ("ack", first["version"])
    assert code_of(await table.guest.ask("accept_draw", game=1, ply=1)) == "no_offer"
    assert (await seen(table))["draw_offer"] == "guest"
    assert (await table.host.ask("ping"))["version"] == first["version"]


async def test_withdrawing_takes_the_offer_off_the_table_for_everybody(table: Table) -> None:
    await flips(table, "a1")
    await offer(table.host)
    await table.host.ask("decline_draw", game=1)
    async with table.room.connected() as spectator:
        assert spectator.game["draw_offer"] is None
    assert code_of(await table.guest.ask("accept_draw", game=1, ply=1)) == "no_offer"
    assert code_of(await table.guest.ask("decline_draw", game=1)) == "no_offer"


async def test_offers_on_either_turn_and_only_from_ply_one_on(table: Table) -> None:
    assert await offer(table.host) == "too_early"
    assert await offer(table.guest) == "too_early"
    await flips(table, "a1")
    assert await offer(table.host) == "ack"  # it is the guest's turn
    await table.guest.ask("decline_draw", game=1)
    assert await offer(table.guest) == "ack"


async def test_without_draw_offers_in_the_rules_there_are_none(server: Server) -> None:
    async with open_table(server, {"draw_offers": False}) as table:
        await flips(table, "a1")
        for kind, fields in (("offer_draw", {}), ("accept_draw", {"ply": 1}), ("decline_draw", {})):
            assert code_of(await table.host.ask(kind, **fields)) == "not_allowed_by_rules"


async def test_at_one_device_each_seat_offers_for_itself(server: Server) -> None:
    room = await open_room(server, opponent="local")
    async with room.connected(room.host) as both:
        acked = await both.play("a1")
        await both.state_at(acked["version"])
        offered = await both.ask("offer_draw", seat="guest")
        await both.state_at(offered["version"])
        assert both.game["draw_offer"] == "guest"
        assert code_of(await both.ask("accept_draw", ply=1, seat="guest")) == "no_offer"
        assert code_of(await both.ask("decline_draw", seat="host")) == "ack"
        assert code_of(await both.ask("offer_draw", seat="guest")) == "too_early"
        assert code_of(await both.ask("offer_draw", seat="host")) == "ack"
        assert code_of(await both.ask("accept_draw", ply=1, seat="guest")) == "ack"

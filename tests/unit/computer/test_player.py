"""The computer's player does what a room awaits, once, whatever engines and workers do."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from app.computer.player import LOOKS
from app.game import FirstMover, NextFirstMover, Reason, Seat, parse_position
from app.room.clock import deadline
from app.room.commands import DeclineDraw, OfferDraw, Pick, Play, Refusal, Refused, Resign
from app.room.state import ClockRules, Drawing, Over, Playing
from app.service.deadlines import Deadlines
from app.service.haste import hasten, is_hastened
from tests.unit.computer import programs
from tests.unit.computer.world import FLIPS_A1, World
from tests.unit.room.scene import rules


async def test_it_plays_on_its_turn_when_it_has_considered(world: World) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    async with world.player(FLIPS_A1) as player:
        await player.act(world.code)
        assert (await world.game()).running.game.ply == 1
        world.clock.passes()
        await player.act(world.code)
        assert (await world.game()).running.moves[1].startswith("a1=")
        world.clock.passes()
        await player.act(world.code)

    assert (await world.game()).running.game.ply == 2
    assert world.ledger.searches == {("answered",): 1}


async def test_it_picks_a_free_piece_in_the_draw(world: World) -> None:
    await world.opens(rules(first_mover=FirstMover.DRAW))
    await world.does(Pick(1, 3))
    world.clock.passes()
    async with world.player(FLIPS_A1) as player:
        await player.act(world.code)

    draw = (await world.game()).running.draw
    assert draw is not None
    assert draw.picks.guest not in {None, 3}


async def test_it_need_not_wait_for_the_others_pick(world: World) -> None:
    await world.opens(rules(first_mover=FirstMover.DRAW))
    world.clock.passes()
    async with world.player(FLIPS_A1) as player:
        await player.act(world.code)
    room = (await world.live()).room

    assert isinstance(room, Drawing)
    assert room.draw.picks.guest is not None


@pytest.mark.parametrize("deed", [programs.DIES, programs.BABBLES, "print('action z9 score 0')"])
async def test_without_an_answer_it_plays_something_legal(world: World, deed: str) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    world.clock.passes()
    async with world.player(deed + "; sys.stdout.flush()") as player:
        await player.act(world.code)

    assert (await world.game()).running.game.ply == 2
    assert world.ledger.searches == {("failed",): 1}


async def test_without_an_answer_it_agrees_to_no_draw(world: World) -> None:
    await world.opens(start=parse_position("s3/4/4/4/4/4/4/R3 r - 0"))
    await world.does(Play(1, 0, "a1b1"))
    await world.does(OfferDraw(1))
    world.clock.passes()
    async with world.player(programs.DIES + "; sys.stdout.flush()") as player:
        await player.act(world.code)

    assert (await world.game()).running.game.ply == 2


async def test_only_one_of_several_workers_thinks(world: World) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    world.clock.passes()
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(world.player(FLIPS_A1)) for _ in range(3)]
        await asyncio.gather(*(player.act(world.code) for player in players))

    assert (await world.game()).running.game.ply == 2
    assert world.ledger.searches == {("answered",): 1}


async def test_a_search_ends_when_the_game_does(world: World) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    world.clock.passes()
    async with world.player(programs.DEAF) as player:
        acting = asyncio.create_task(player.act(world.code))
        while not player.is_thinking:
            await asyncio.wait((acting,), timeout=0.01)
        await world.does(Resign(1))
        await asyncio.wait_for(acting, 10)

    assert isinstance((await world.live()).room, Over)
    assert world.ledger.searches == {("dropped",): 1}


@pytest.mark.parametrize(
    ("score", "agrees"), [("-0.5", True), ("0.0009", True), ("0.01", False), ("0.5", False)]
)
async def test_it_agrees_to_a_draw_when_it_would_not_win(
    world: World, score: str, *, agrees: bool
) -> None:
    start = parse_position("s3/4/4/4/4/4/4/R3 r - 0")
    await world.opens(start=start)
    await world.does(Play(1, 0, "a1b1"))
    await world.does(OfferDraw(1))
    world.clock.passes()
    deed = f"print('action a8a7 score {score} nodes 1 depth 1', flush=True)"
    async with world.player(deed) as player:
        await player.act(world.code)
    room = (await world.live()).room

    assert isinstance(room, Over) == agrees
    if isinstance(room, Playing):
        assert room.running.game.ply == 2
        assert room.running.offer is None


@pytest.mark.parametrize(("score", "agrees"), [("-0.5", True), ("0.5", False)])
async def test_it_answers_an_offer_that_is_made_while_it_thinks(
    world: World, score: str, *, agrees: bool
) -> None:
    await world.opens(start=parse_position("s3/4/4/4/4/4/4/R3 r - 0"))
    await world.does(Play(1, 0, "a1b1"))
    world.clock.passes()
    deed = f"sys.stdin.readline(); print('action a8a7 score {score} nodes 1 depth 1', flush=True)"
    async with world.player(deed) as player:
        acting = asyncio.create_task(player.act(world.code))
        while not player.is_thinking:
            await asyncio.wait((acting,), timeout=0.01)
        await world.does(OfferDraw(1))
        await hasten(world.store, (await world.live()).room, 1)
        await asyncio.wait_for(acting, 20)
    room = (await world.live()).room

    assert isinstance(room, Over) == agrees


async def test_it_accepts_no_offer_that_is_withdrawn_while_it_thinks(world: World) -> None:
    await world.opens(start=parse_position("s3/4/4/4/4/4/4/R3 r - 0"))
    await world.does(Play(1, 0, "a1b1"))
    await world.does(OfferDraw(1))
    world.clock.passes()
    deed = "sys.stdin.readline(); print('action a8a7 score -0.5 nodes 1 depth 1', flush=True)"
    async with world.player(deed) as player:
        acting = asyncio.create_task(player.act(world.code))
        while not player.is_thinking:
            await asyncio.wait((acting,), timeout=0.01)
        await world.does(DeclineDraw(1))
        await hasten(world.store, (await world.live()).room, 1)
        await asyncio.wait_for(acting, 20)

    assert (await world.game()).running.game.ply == 2


async def test_without_engines_it_leaves_the_room_to_other_workers(world: World) -> None:
    await world.opens(rules(next_first_mover=NextFirstMover.ALTERNATE))
    await world.does(Play(1, 0, "b1"))
    world.clock.passes()
    async with world.player(FLIPS_A1, count=0) as player:
        await player.act(world.code)

    assert (await world.game()).running.game.ply == 1


async def test_it_answers_at_once_when_that_is_asked_of_any_worker(world: World) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    await hasten(world.store, (await world.live()).room, 1)
    world.clock.passes()
    async with world.player(programs.WAITS_FOR_NOW) as player:
        await asyncio.wait_for(player.act(world.code), 20)

    assert (await world.game()).running.moves[1].startswith("a1=")


async def test_its_flag_falls_while_it_thinks(world: World) -> None:
    await world.opens(clock=ClockRules(60, 0))
    await world.does(Play(1, 0, "b1"))
    falls = deadline(await world.game())
    assert falls is not None
    world.clock.passes()
    async with world.player(programs.DEAF) as player:
        acting = asyncio.create_task(player.act(world.code))
        while not player.is_thinking:
            await asyncio.wait((acting,), timeout=0.01)
        world.clock.now = falls
        await asyncio.wait_for(acting, 20)
    room = (await world.live()).room

    assert isinstance(room, Over)
    assert room.result.reason is Reason.TIME
    assert room.result.winner is Seat.HOST


@pytest.mark.parametrize(
    ("clock", "share"), [((60, 0), 2_000), ((60, 10), 9_000), ((3, 60), 1_500)]
)
async def test_it_answers_when_its_clock_wants_it(
    world: World, clock: tuple[int, int], share: int
) -> None:
    await world.opens(clock=ClockRules(*clock))
    await world.does(Play(1, 0, "b1"))
    begun = world.clock.now
    world.clock.passes()
    async with world.player(programs.WAITS_FOR_NOW) as player:
        acting = asyncio.create_task(player.act(world.code))
        while not player.is_thinking:
            await asyncio.wait((acting,), timeout=0.01)
        world.clock.now = begun + share - 1
        await asyncio.wait((acting,), timeout=4 * LOOKS)
        assert not acting.done()
        world.clock.now = begun + share
        await asyncio.wait_for(acting, 20)

    assert (await world.game()).running.moves[1].startswith("a1=")


async def test_haste_is_about_one_ply_of_the_computer(world: World) -> None:
    await world.opens()
    before = await world.game()
    await hasten(world.store, before, None)
    await world.does(Play(1, 0, "b1"))
    first = await world.game()
    await hasten(world.store, first, 1)
    await world.rooms.command(world.code, Seat.GUEST, "computer-1-1", Play(1, 1, "a1"))
    await world.does(Play(1, 2, "c1"))
    asked = [await is_hastened(world.store, each) for each in (before, first, await world.game())]

    assert asked == [False, True, False]


@pytest.mark.parametrize(("game", "code"), [(7, Refusal.STALE), (1, Refusal.NOT_PLAYING)])
async def test_there_is_nothing_to_hasten_in_another_game_or_after_it(
    world: World, game: int, code: Refusal
) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    await world.does(Resign(1))
    with pytest.raises(Refused) as refused:
        await hasten(world.store, (await world.live()).room, game)

    assert refused.value.code is code


async def test_a_server_that_stops_leaves_the_move_to_the_next(world: World) -> None:
    await world.opens()
    await world.does(Play(1, 0, "b1"))
    world.clock.passes()
    async with world.player(programs.DEAF) as player:
        deadlines = Deadlines(world.store, world.rooms, world.clock, player.act)
        serving = asyncio.create_task(deadlines.run())
        while not player.is_thinking:
            await asyncio.wait((serving,), timeout=0.01)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others, timeout=1)

    assert (await world.game()).running.game.ply == 1
    assert not world.ledger.searches

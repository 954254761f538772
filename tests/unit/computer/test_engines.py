"""Engines are asked in turn, and whatever one of them does, the others go on."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from pathlib import Path

import pytest
import uvloop

from app.computer.engine import NICE, Engine
from app.computer.engines import AS_USUAL, FIRST_GUESS, Engines, Patience, share, usual_total
from app.computer.question import NoAnswer
from tests.unit.computer import programs


def line(nodes: int) -> str:
    return f"position nodes {nodes}"


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_an_engine_answers_a_line_with_a_line(tmp_path: Path) -> None:
    asked = programs.engines(tmp_path, programs.ECHO)
    try:
        answers = [await asked.ask(line) for _ in range(2)]
    finally:
        await asked.close()

    assert answers[0].endswith("of position nodes 50000")
    assert asked.waiting == 0


async def test_an_engine_stands_back_behind_the_server(tmp_path: Path) -> None:
    engine = Engine(programs.command(tmp_path, "print(__import__('os').nice(0), flush=True)"))
    try:
        nice = int(await engine.ask("how nice are you", 20))
    finally:
        await engine.close()

    assert nice == min(19, os.nice(0) + NICE)


async def test_one_that_hangs_is_ended_and_replaced(tmp_path: Path) -> None:
    engine = Engine(programs.command(tmp_path, f"time.sleep(60 * (words[0] == 'hang'));{PID}"))
    first = int(await engine.ask("go", 20))
    with pytest.raises(NoAnswer, match="longer than"):
        await engine.ask("hang", 0.2)
    second = int(await engine.ask("go", 20))
    await engine.close()

    assert not is_alive(first) or first == second
    assert second != first
    assert not is_alive(second)


PID = "print(__import__('os').getpid(), flush=True)"


@pytest.mark.parametrize(
    ("deed", "why"),
    [(programs.DIES, "has ended"), ("print('x' * 10000, flush=True)", "cannot be spoken to")],
)
async def test_one_that_dies_or_babbles_without_end_gives_no_answer(
    tmp_path: Path, deed: str, why: str
) -> None:
    asked = programs.engines(tmp_path, deed)
    try:
        with pytest.raises(NoAnswer, match=why):
            await asked.ask(line)
        with pytest.raises(NoAnswer, match=why):
            await asked.ask(line)
    finally:
        await asked.close()


async def test_one_that_died_while_nobody_asked_is_started_again(tmp_path: Path) -> None:
    engine = Engine(programs.command(tmp_path, programs.DIES_LATER))
    assert (await engine.ask("go", 20)).startswith("action")
    process = engine._process
    assert process is not None
    await process.wait()
    assert (await engine.ask("go", 20)).startswith("action")
    await engine.close()


def test_one_whose_pipe_is_closed_gives_no_answer(tmp_path: Path) -> None:
    async def asks() -> None:
        engine = Engine(programs.command(tmp_path, f"{programs.ECHO}; {programs.DEAF}"))
        await engine.ask("go", 20)
        assert engine._process is not None
        assert engine._process.stdin is not None
        engine._process.stdin.close()
        await engine._process.stdin.wait_closed()
        with pytest.raises(NoAnswer, match="cannot be spoken to"):
            await engine.ask("go", 20)
        assert (await engine.ask("go", 20)).startswith("action")
        await engine.close()

    # The loop that the server runs on: it refuses what others let pass.
    uvloop.run(asks())


async def test_a_program_that_is_not_there_gives_no_answer() -> None:
    with pytest.raises(NoAnswer, match="cannot be started"):
        await Engine(("/no/such/engine",)).ask("go", 1)


async def test_a_search_that_nobody_wants_any_more_is_ended(tmp_path: Path) -> None:
    asked = programs.engines(tmp_path, "time.sleep(60 * (words[0] == 'hang'));" + PID)
    first = int(await asked.ask(lambda _: "go"))
    search = asyncio.create_task(asked.ask(lambda _: "hang"))
    await asyncio.wait((search,), timeout=0.1)
    search.cancel()
    second = int(await asked.ask(lambda _: "go"))
    await asked.close()

    assert second != first
    assert asked.waiting == 0


async def test_a_hurry_is_passed_on_to_whoever_searches(tmp_path: Path) -> None:
    asked = programs.engines(tmp_path, programs.WAITS_FOR_NOW)
    late, early = asyncio.Event(), asyncio.Event()
    early.set()
    try:
        search = asyncio.create_task(asked.ask(line, late))
        assert not (await asyncio.wait((search,), timeout=0.1))[0]
        late.set()
        first = await search
        second = await asked.ask(line, early)
    finally:
        await asked.close()

    assert first.endswith("of position nodes 50000 now")
    assert second.endswith(" now")


async def test_how_fast_an_engine_is_is_learnt_from_its_answers(tmp_path: Path) -> None:
    ticks = itertools.count(0, 0.25)  # one from a question to its search, one for its answer
    thorough = programs.command(tmp_path, programs.THOROUGH)
    asked = Engines(1, thorough, Patience(20, 1.0), lambda: next(ticks))
    answers = [await asked.ask(line) for _ in range(2)]
    await asked.close()

    assert [int(each.split()[-1]) for each in answers] == [0.75 * FIRST_GUESS, 0.75 * 40_000]


async def test_fifty_who_ask_at_once_are_all_answered_in_time(tmp_path: Path) -> None:
    """Each would search for 0.625 s; the time stands still but for that.

    The others ask when the first one has been answered.
    """
    time_spent, granted = list[float](), list[int]()
    echo = programs.command(tmp_path, programs.ECHO)
    asked = Engines(1, echo, AS_USUAL, lambda: sum(time_spent))

    def searched(nodes: int) -> str:
        granted.append(nodes)
        time_spent.append(min(0.625, nodes / FIRST_GUESS))
        return line(nodes)

    await asyncio.gather(*(asked.ask(searched) for _ in range(50)))
    await asked.close()

    assert AS_USUAL.wait - 0.1 < sum(time_spent[1:]) <= AS_USUAL.wait
    assert max(granted[1:]) - min(granted[1:]) < 50


async def test_a_search_leaves_half_the_time_to_those_who_ask_meanwhile(tmp_path: Path) -> None:
    echo = programs.command(tmp_path, programs.ECHO)
    asked = Engines(1, echo, AS_USUAL, lambda: 0.0)
    answer = await asked.ask(line)
    await asked.close()

    assert int(answer.split()[-1]) == AS_USUAL.longest * FIRST_GUESS
    assert AS_USUAL.longest <= AS_USUAL.wait / 2


async def test_two_engines_search_at_the_same_time(tmp_path: Path) -> None:
    asked = programs.engines(tmp_path, "time.sleep(1); print(time.time(), flush=True)", count=2)
    await asyncio.gather(*(asked.ask(line) for _ in range(2)))  # both have been started
    begun = time.time()
    ends = await asyncio.gather(*(asked.ask(line) for _ in range(2)))
    await asked.close()

    assert max(map(float, ends)) - begun < 2


@pytest.mark.parametrize(
    ("total", "workers", "shares"),
    [(1, 1, [1]), (7, 1, [7]), (1, 2, [1, 0]), (3, 2, [2, 1]), (1, 3, [1, 0, 0])],
)
def test_workers_share_the_engines(total: int, workers: int, shares: list[int]) -> None:
    assert [share(total, workers, number) for number in range(workers)] == shares


def test_there_is_an_engine_on_every_machine() -> None:
    assert usual_total() >= 1


@pytest.mark.parametrize("told", ["100000 100000", "150000 100000", "max 100000", "", None])
def test_a_container_has_no_more_engines_than_its_share_of_the_machine(
    tmp_path: Path, told: str | None
) -> None:
    quota = tmp_path / "cpu.max"
    if told is not None:
        quota.write_text(told)
    unbounded = usual_total(tmp_path / "none")
    most = {"100000 100000": 1, "150000 100000": 1}.get(told or "", unbounded)

    assert usual_total(quota) == min(most, unbounded)

"""Reviews that somebody wants: worked out in the background by one worker, kept with the record.

A wish is noted in the store, so any worker with engines may take it up, tell how far it is, and
give it up when nobody wants it any more. What was found is kept under a name made of the
record itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Final

import orjson

from app.computer.engines import Engines
from app.computer.question import Answer, NoAnswer, answer
from app.game import Record, RecordInvalid, record_from_json
from app.review.plan import Asked, Step, count_of_questions, questions, steps
from app.review.turns import in_turns
from app.review.verdict import FORMAT, Judged, review, turned_values
from app.room.state import Millis, RoomCode
from app.service.leases import Leases
from app.store.port import Store, Unavailable

log = logging.getLogger(__name__)

WISHES: Final = "reviews"
WANTED: Final = Millis(300_000)
"""A wish that nobody renews ends some minutes later: whoever waits asks again all the time."""

KEPT: Final = Millis(7 * 86_400_000)
TOLD: Final = Millis(5_000)
"""For so long a worker that works on a review is believed to go on."""

FAILED: Final = Millis(10_000)
"""For so long whoever asks is told that it could not be made; then it is begun anew."""

PUT_OFF: Final = TOLD / 1000 / 3
"""Where another worker is at work, it is asked so many seconds later whether it still is."""

MOST_WISHES: Final = 100
MOST_OF_A_ROOM: Final = 2

LOOKS: Final = 0.5
AT_ONCE: Final = 2
TRIES: Final = 2


class Failed(Exception):
    """The review could not be made, neither now nor a moment ago."""


class Busy(Exception):
    """So many reviews are wanted, in all or of this room, that one more has to wait."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of its questions are answered; a review that nobody works on yet has none."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """A review that is wanted: of which game."""

    code: RoomCode
    number: int

    def __str__(self) -> str:
        return f"{self.code}/{self.number}"


class Reviews:
    """The reviews of all games. `engines` may be without any here: then others do the work."""

    def __init__(self, store: Store, engines: Engines) -> None:
        self._store = store
        self._engines = engines
        self._name = secrets.token_hex(8)
        self._leases = Leases(store, TOLD)
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._put_off: dict[str, float] = {}
        """Until when wishes are left to the workers that have taken them up."""
        self._kick = asyncio.Event()

    async def ask(self, wanted: Wanted, record: bytes) -> bytes | Progress:
        """The review of this record, or how far it is; asking begins it.

        Raises Failed, Busy, Unavailable.
        """
        name = name_of(record)
        if (found := await self._store.recall(name)) is not None:
            return found.encode()
        if await self._has_failed(name):
            raise Failed
        await self._wish(wanted)
        told = await self._store.tallied(name)
        done = max((count for owner, count in told.items() if owner != _OF), default=0)
        return Progress(done, max(told.get(_OF, 0), done))

    async def _wish(self, wanted: Wanted) -> None:
        """Note that somebody waits for it; whoever did already keeps their place."""
        wishes = await self._store.tallied(WISHES)
        if str(wanted) not in wishes:
            of_room = [wish for wish in wishes if wish.startswith(f"{wanted.code}/")]
            if len(wishes) >= MOST_WISHES or len(of_room) >= MOST_OF_A_ROOM:
                raise Busy
        await self._store.tally(WISHES, str(wanted), 1, WANTED)
        self._kick.set()

    async def drop(self, wanted: Wanted) -> None:
        """Nobody wants it any more. Raises Unavailable."""
        await self._store.tally(WISHES, str(wanted), 0, WANTED)
        self._kick.set()

    async def run(self) -> None:
        """Take up wishes for ever; owned by the application."""
        try:
            while True:
                try:
                    await self._look()
                except Unavailable:
                    log.debug("store unavailable while looking for reviews")
                await self._rest()
        finally:
            for task in self._under_way.values():
                task.cancel()

    async def _rest(self) -> None:
        self._kick.clear()
        try:
            async with asyncio.timeout(LOOKS if self._under_way else 4 * LOOKS):
                await self._kick.wait()
        except TimeoutError:
            pass

    async def _look(self) -> None:
        if not self._engines.count:
            return
        wishes = await self._store.tallied(WISHES)
        for wish, task in tuple(self._under_way.items()):
            if wish not in wishes:
                task.cancel()
        now = monotonic()
        self._put_off = {wish: until for wish, until in self._put_off.items() if until > now}
        for wish in wishes:
            is_free = wish not in self._under_way and wish not in self._put_off
            if is_free and len(self._under_way) < AT_ONCE:
                self._begin(wish)

    def _begin(self, wish: str) -> None:
        code, _, number = wish.partition("/")
        task = asyncio.create_task(self._take_up(Wanted(RoomCode(code), int(number))))
        self._under_way[wish] = task
        task.add_done_callback(lambda done: self._ended(wish, done))

    def _ended(self, wish: str, task: asyncio.Task[None]) -> None:
        del self._under_way[wish]
        if wish in self._put_off:
            # There may be another wish, which nobody has taken up.
            self._kick.set()
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a review failed", exc_info=error)

    async def _take_up(self, wanted: Wanted) -> None:
        try:
            await self._work_on(wanted)
        except (NoAnswer, RecordInvalid) as why:
            log.warning("a review was given up: %s", why)
            await self.drop(wanted)
        except Unavailable:
            log.warning("store unavailable during a review")

    async def _work_on(self, wanted: Wanted) -> None:
        record = await self._store.record(wanted.code, wanted.number)
        if record is None:
            await self.drop(wanted)
            return
        lease = f"{name_of(record)}:lease"
        if not await self._leases.holding(lease, partial(self._fulfil, wanted, record)):
            self._put_off[str(wanted)] = monotonic() + PUT_OFF

    async def _fulfil(self, wanted: Wanted, record: bytes) -> None:
        name = name_of(record)
        if await self._store.recall(name) is None and not await self._has_failed(name):
            await self._make(name, record)
        await self.drop(wanted)

    async def _has_failed(self, name: str) -> bool:
        return await self._store.recall(failure_of(name)) is not None

    async def _make(self, name: str, record: bytes) -> None:
        """Work it out and keep it; where that fails, whoever waits shall be told."""
        try:
            found = await self._found(name, record_from_json(orjson.loads(record)))
            await self._store.remember(name, orjson.dumps(found).decode(), KEPT)
        except Unavailable:
            raise
        except Exception:
            await self._store.remember(failure_of(name), "", FAILED)
            raise

    async def _found(self, name: str, record: Record) -> dict[str, object]:
        all_steps = await in_turns(steps(record))
        await self._store.tally(name, _OF, count_of_questions(all_steps), KEPT)
        answers: dict[tuple[int, str], Answer] = {}
        for number, each in enumerate(questions(all_steps), 1):
            answers[_place(each)] = await self._answer(each)
            await self._store.tally(name, self._name, number, TOLD)
        plies = await in_turns(judged(all_steps, answers))
        return await asyncio.to_thread(review, record, plies)

    async def _answer(self, asked: Asked) -> Answer:
        for _ in range(TRIES - 1):
            try:
                return answer(await self._engines.ask(lambda _: asked.line), asked.allowed)
            except NoAnswer as why:
                log.warning("an engine did not answer: %s", why)
        return answer(await self._engines.ask(lambda _: asked.line), asked.allowed)


_OF: Final = "of"
"""The owner under which the number of all questions is told."""


def name_of(record: bytes) -> str:
    """What the review of this record is called: the same record has the same review."""
    return f"review:{FORMAT}:{hashlib.sha256(record).hexdigest()[:32]}"


def failure_of(name: str) -> str:
    """Under which name it is remembered that this review could not be made."""
    return f"{name}:failed"


def _place(asked: Asked) -> tuple[int, str]:
    return asked.step.number, "" if asked.turned is None else asked.turned.piece


def judged(
    all_steps: tuple[Step, ...], answers: Mapping[tuple[int, str], Answer]
) -> Iterator[Judged]:
    """Every ply with what was answered about it."""
    for step in all_steps:
        pieces = (turned.piece for turned in step.could)
        after = {p: answers[step.number, p].score for p in pieces if (step.number, p) in answers}
        yield Judged(step, answers[step.number, ""], turned_values(step, after))

"""The servers of one store: which of them keeps a shard, and calls that outlive a change of that.

A call is made again until its time is over when its connection broke or its server was the
wrong one: every step of the store is such that doing it twice is doing it once. Errors of
servers and of redis-py become `Unavailable` here and nowhere else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from redis.asyncio.connection import Connection
from redis.exceptions import NoScriptError, ReadOnlyError

from app.store.port import Unavailable
from app.store.redis import topology
from app.store.redis.address import Address, Kind, Place
from app.store.redis.clock import StoreClock
from app.store.redis.connecting import connect, primary
from app.store.redis.ear import Ear, Listener
from app.store.redis.keys import Keys
from app.store.redis.line import BROKEN
from app.store.redis.node import PULSE, Node
from app.store.redis.replies import MOVING, checked
from app.store.redis.scripts import Argument, Given, Script
from app.store.redis.wire import Lost, Replies

FIRST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 0.25
QUICK: Final = 0.25
"""Seconds within which a server answers what is asked again soon anyway."""

Request = tuple[int, bytes]
"""A shard and one command for whoever keeps it."""


class Audience(Listener, Protocol):
    """A listener that minds on which server it listens."""

    def moved(self) -> None:
        """Shards may be kept elsewhere now."""


class Fleet:
    """Every server that keeps a part of the store. `timeout` in seconds."""

    def __init__(
        self, address: Address, keys: Keys, worker: str, clock: StoreClock, timeout: float
    ) -> None:
        self._address = address
        self._keys = keys
        self._worker = worker
        self._clock = clock
        self._timeout = timeout
        self._nodes: dict[Place, Node] = {}
        self._shards: tuple[Node, ...] = ()
        self._listener: Audience | None = None
        self._refreshing: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._primary: Place | None = None
        """Whom Sentinel named last."""
        self._following: asyncio.Task[None] | None = None
        self._failed = asyncio.Event()
        self._failure: Exception | None = None
        """What ended the work of some server."""

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The servers that keep something."""
        return tuple(self._nodes.values())

    async def open(self, listener: Audience) -> None:
        """Find all servers; raises `Unavailable` with the reason."""
        self._listener = listener
        self._install(await topology.find(self._address))
        if self._address.kind is Kind.SENTINEL:
            self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Let go of all servers."""
        for task in (self._refreshing, self._following):
            if task is not None:
                task.cancel()
        nodes, self._nodes, self._shards = self.nodes, {}, ()
        await asyncio.gather(*(node.close() for node in nodes), *self._leaving)

    async def last(self) -> None:
        """Go on for ever; raises when the work of some server has failed."""
        await self._failed.wait()
        raise RuntimeError("work for a server of the store has failed") from self._failure

    def _fail(self, failure: Exception) -> None:
        self._failure = failure
        self._failed.set()

    async def measure(self) -> None:
        """Know the store's time from now on."""
        try:
            await self.nodes[0].measure()
        except Lost as lost:
            raise Unavailable(str(lost)) from lost

    async def prove(self) -> None:
        """See that every server keeps what is written and that its bells are heard."""
        if not self._shards:
            raise Unavailable("the store is not open")
        if not all(node.is_alive for node in self.nodes):
            raise Unavailable("work that must never end has ended")
        await asyncio.gather(*(node.prove() for node in self.nodes))

    def one_of_each(self) -> tuple[int, ...]:
        """A shard of every server."""
        return tuple({node: shard for shard, node in enumerate(self._shards)}.values())

    def ear(self, shard: int) -> Ear:
        """Where the channels of this shard are heard."""
        return self._node(shard).ear

    def _node(self, shard: int) -> Node:
        if not self._shards:
            raise Unavailable("the store is not open")
        return self._shards[shard]

    # — calls —

    async def call(
        self, shard: int, packed: bytes, answers: int = 1, seconds: float | None = None
    ) -> Replies:
        """The answers to some commands; raises `Unavailable`, and NoScriptError for a script."""
        loop = asyncio.get_running_loop()
        until = loop.time() + (self._timeout if seconds is None else seconds)
        pause = FIRST_PAUSE
        while True:
            node = self._node(shard)
            try:
                return checked(await node.wire.call(packed, until, answers))
            except (Lost, *MOVING) as error:
                why = error
            self._doubt(node, why)
            left = until - loop.time()
            if left <= 0:
                raise Unavailable(str(why)) from why
            await asyncio.sleep(min(pause, left))
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def run(
        self, script: Script, shard: int, keys: Sequence[bytes], arguments: Sequence[Argument]
    ) -> object:
        """What a script answered; raises `Unavailable`."""
        return (await self.run_and(script, shard, (keys, arguments)))[0]

    async def run_and(
        self,
        script: Script,
        shard: int,
        given: Given,
        then: Sequence[bytes] = (),
        seconds: float | None = None,
    ) -> Replies:
        """What a script answered, and some more commands sent right behind it."""
        more, answers = b"".join(then), 1 + len(then)
        with suppress(NoScriptError):
            return await self.call(shard, script.call(*given) + more, answers, seconds)
        return await self.call(shard, script.teach(*given) + more, answers, seconds)

    async def call_some(self, requests: Sequence[Request]) -> Replies:
        """One answer to each of these commands, or an error where none is to be had quickly.

        Each server is asked once, for all that is its own. Raises `Unavailable` if none answers.
        """
        by_node: dict[Node, list[int]] = {}
        for number, (shard, _) in enumerate(requests):
            by_node.setdefault(self._node(shard), []).append(number)
        answers: Replies = [Lost("not asked")] * len(requests)
        await asyncio.gather(
            *(self._ask(node, numbers, requests, answers) for node, numbers in by_node.items())
        )
        errors = [answer for answer in answers if isinstance(answer, Exception)]
        if errors and len(errors) == len(answers):
            raise Unavailable(str(errors[0])) from errors[0]
        return answers

    async def _ask(
        self, node: Node, numbers: Sequence[int], requests: Sequence[Request], answers: Replies
    ) -> None:
        until = asyncio.get_running_loop().time() + min(QUICK, self._timeout)
        packed = b"".join(requests[number][1] for number in numbers)
        try:
            replies = await node.wire.call(packed, until, len(numbers))
        except Lost as lost:
            self._doubt(node, lost)
            return
        for number, reply in zip(numbers, replies, strict=True):
            answers[number] = reply
            if isinstance(reply, Exception):
                self._doubt(node, reply)

    # — which server keeps what —

    def _doubt(self, node: Node, why: Exception) -> None:
        """Find out whether the servers have changed their parts."""
        if isinstance(why, ReadOnlyError):
            node.cut("the server is a replica")
        self.refresh_soon()

    def refresh_soon(self) -> None:
        """Ask a cluster again who keeps what, unless that is being asked."""
        if self._address.kind is not Kind.CLUSTER or not self._shards:
            return
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        try:
            found = await topology.ask(self._address, tuple(self._nodes))
        except Unavailable:
            return
        self._install(found)
        if self._listener is not None:
            self._listener.moved()

    def _install(self, found: Sequence[Place]) -> None:
        """Know who keeps each shard; start what is new and leave what is not needed any more."""
        for place in dict.fromkeys(found):
            probe = self._keys.probe(found.index(place), self._worker)
            if place in self._nodes:
                self._nodes[place].probe_by(probe)
            else:
                self._nodes[place] = self._started(place, probe)
        self._shards = tuple(self._nodes[place] for place in found)
        for place in set(self._nodes) - set(found):
            task = asyncio.create_task(self._nodes.pop(place).close())
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    def _started(self, place: Place, probe: bytes) -> Node:
        if self._listener is None:
            raise Unavailable("the store is not open")
        node = Node(partial(self._connect, place), self._listener, probe, self._clock)
        node.start(self._fail)
        return node

    async def _follow(self) -> None:
        """Leave a primary that Sentinel has replaced: it may not know yet that it is none."""
        while True:
            await asyncio.sleep(PULSE)
            named = None
            with suppress(*BROKEN):
                named = await primary(self._address)
            if named is not None and named != self._primary:
                for node in self.nodes:
                    node.cut("Sentinel names another primary")

    async def _connect(self, place: Place) -> Connection:
        try:
            if self._address.kind is Kind.SENTINEL:
                place = self._primary = await primary(self._address)
            return await connect(self._address, place)
        except BaseException:
            self.refresh_soon()
            raise

"""A store that counts what is asked of it; everything else is the store's own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from time import perf_counter
from typing import Any, ParamSpec, TypeVar

from app.service.tally import Tally
from app.store.port import Append, Conflict, Head, Store, Unavailable

P = ParamSpec("P")
T = TypeVar("T")


class Measured:
    """Fulfils `app.store.port.Store` by another one, whose appends and failures it counts."""

    def __init__(self, store: Store, tally: Tally) -> None:
        self._store_append = store.append
        self._tally = tally
        self.open = store.open
        self.close = store.close
        self.ready = self._counted("ready", store.ready)
        self.load = self._counted("load", store.load)
        self.since = self._counted("since", store.since)
        self.heads = self._counted("heads", store.heads)
        self.keep_alive = self._counted("keep_alive", store.keep_alive)
        self.due = self._counted("due", store.due)
        self.record = self._counted("record", store.record)
        self.add_token = self._counted("add_token", store.add_token)
        self.keep_only_token = self._counted("keep_only_token", store.keep_only_token)
        self.arrive = self._counted("arrive", store.arrive)
        self.depart = self._counted("depart", store.depart)
        self.presence = self._counted("presence", store.presence)
        self.say = self._counted("say", store.say)
        self.chat = self._counted("chat", store.chat)
        self.take = self._counted("take", store.take)
        self.peek = self._counted("peek", store.peek)
        self.remember = self._counted("remember", store.remember)
        self.lease = self._counted("lease", store.lease)
        self.release = self._counted("release", store.release)
        self.listen = self._counted("listen", store.listen)
        self.sweep = self._counted("sweep", store.sweep)

    async def append(self, write: Append) -> Head:
        """Extend the log by one event. See the port."""
        began = perf_counter()
        try:
            return await self._store_append(write)
        except Conflict:
            self._tally.conflicts[()] += 1
            raise
        except Unavailable:
            self._tally.failures["append",] += 1
            raise
        finally:
            self._tally.appends.add(perf_counter() - began)

    def _counted(
        self, name: str, ask: Callable[P, Coroutine[Any, Any, T]]
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """The same call, its failures counted."""
        failures, labels = self._tally.failures, (name,)

        async def counted(*given: P.args, **named: P.kwargs) -> T:
            try:
                return await ask(*given, **named)
            except Unavailable:
                failures[labels] += 1
                raise

        return counted

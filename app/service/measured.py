"""A store that counts what is asked of it; everything else is the store's own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from time import monotonic, perf_counter
from typing import Any, Final, ParamSpec, TypeVar

from app.service.ledger import Ledger
from app.store.port import Append, Conflict, Head, Store, Unavailable

log = logging.getLogger(__name__)

QUIET_SECONDS: Final = 10.0
"""After a line about a failure, further ones are only counted for so long."""

P = ParamSpec("P")
T = TypeVar("T")


class Measured:
    """Fulfils `app.store.port.Store` by another one, whose appends and failures it counts."""

    def __init__(self, store: Store, ledger: Ledger) -> None:
        self._store_append = store.append
        self._ledger = ledger
        self._quiet_until = 0.0
        self.open = store.open
        self.close = store.close
        self.run = store.run
        self.ready = self._counted("ready", store.ready)
        self.confirm = self._counted("confirm", store.confirm)
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
        self.put = self._counted("put", store.put)
        self.recall = self._counted("recall", store.recall)
        self.lease = self._counted("lease", store.lease)
        self.release = self._counted("release", store.release)
        self.listen = self._counted("listen", store.listen)
        self.tally = self._counted("tally", store.tally)
        self.tallied = self._counted("tallied", store.tallied)
        self.sweep = self._counted("sweep", store.sweep)

    async def append(self, write: Append) -> Head:
        """Extend the log by one event. See the port."""
        began = perf_counter()
        try:
            return await self._store_append(write)
        except Conflict:
            self._ledger.conflicts[()] += 1
            raise
        except Unavailable as away:
            self._failed(("append",), away)
            raise
        finally:
            self._ledger.appends.add(perf_counter() - began)

    def _counted(
        self, name: str, ask: Callable[P, Coroutine[Any, Any, T]]
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """The same call, its failures counted."""
        failed, labels = self._failed, (name,)

        async def counted(*given: P.args, **named: P.kwargs) -> T:
            try:
                return await ask(*given, **named)
            except Unavailable as away:
                failed(labels, away)
                raise

        return counted

    def _failed(self, labels: tuple[str], why: Unavailable) -> None:
        """Count it, and log the first of many."""
        self._ledger.failures[labels] += 1
        now = monotonic()
        if now >= self._quiet_until:
            self._quiet_until = now + QUIET_SECONDS
            log.warning("the store did not do it", extra={"call": labels[0], "why": str(why)})

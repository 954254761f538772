"""A connection that speaks WebDriver BiDi: commands with answers, and events in between."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any

from websockets.sync.client import connect

from tests.browsers.driver import Lost

ANSWER_SECONDS = 60

Fields = dict[str, Any]
Listener = Callable[[str, Fields], None]


class Bidi:
    """One session. Events are handed on while an answer is awaited."""

    def __init__(self, address: str, listener: Listener) -> None:
        self._open = ExitStack()
        self._socket = self._open.enter_context(
            connect(f"{address}/session", max_size=None, compression=None, ping_interval=None)
        )
        self._listener = listener
        self._numbers = count(1)
        self.call("session.new", capabilities={})

    def call(self, method: str, **parameters: object) -> Fields:
        """Give a command and wait for what it returns."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message: Fields = json.loads(self._socket.recv(timeout=ANSWER_SECONDS))
            if message.get("id") != number:
                self._listener(message.get("method", ""), message.get("params", {}))
            elif message["type"] == "error":
                raise Lost(f"{method}: {message['error']}: {message['message']}")
            else:
                result: Fields = message["result"]
                return result

    def close(self) -> None:
        self._open.close()

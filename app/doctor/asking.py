"""One HTTP request, and what came of it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

ANSWER_SECONDS: Final = 8.0
MOST: Final = 2**21

Nothing: Final[Mapping[str, object]] = {}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said; `body` is its beginning."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def fields(self) -> Mapping[str, object]:
        """The JSON object it is; nothing if it is something else."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return Nothing
        return found if isinstance(found, dict) else Nothing


@dataclass(frozen=True, slots=True)
class Site:
    """Where a server is: the address below which everything lies, without slash at its end."""

    url: str
    headers: Mapping[str, str]

    @property
    def parts(self) -> SplitResult:
        """The address in its parts."""
        return urlsplit(self.url)

    def get(self, path: str, **more: str) -> Answer:
        """Ask for a path; raises OSError and http.client.HTTPException."""
        return self.ask("GET", path, None, more)

    def post(self, path: str, body: Mapping[str, object]) -> Answer:
        """Send JSON; raises OSError and http.client.HTTPException."""
        return self.ask("POST", path, json.dumps(body), {"Content-Type": "application/json"})

    def ask(self, method: str, path: str, body: str | None, more: Mapping[str, str]) -> Answer:
        """One request on a connection of its own."""
        secure = self.parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        host, port = self.parts.hostname or "", self.parts.port
        connection = kind(host, port, timeout=ANSWER_SECONDS)
        named = {name.replace("_", "-"): value for name, value in more.items()}
        try:
            headers = {**self.headers, **named}
            connection.request(method, f"{self.parts.path}{path}", body, headers)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, found, answer.read(MOST))
        finally:
            connection.close()

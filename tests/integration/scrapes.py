"""What a server's /metrics say, as Prometheus reads it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.integration.clients import web
from tests.servers import Server

PATIENCE = 10.0
POLL_SECONDS = 0.1


class Scrape:
    """The samples of one answer."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._values = {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        """One sample; 0 for what was never counted."""
        return self._values.get((f"banqi_{name}", tuple(sorted(labels.items()))), 0.0)

    def all(self, name: str) -> dict[tuple[str, ...], float]:
        """All samples of one name by the values of their labels, in the order of their names."""
        return {
            tuple(value for _, value in labels): number
            for (found, labels), number in self._values.items()
            if found == f"banqi_{name}"
        }


async def scrape(server: Server) -> Scrape:
    async with web(server.url) as http:
        return await scrape_with(http)


async def scrape_with(http: httpx.AsyncClient) -> Scrape:
    answer = await http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return Scrape(answer.text)


async def scraped_until(server: Server, holds: Callable[[Scrape], bool]) -> Scrape:
    """Ask until it holds, as it must soon: other processes tell what they counted once a second."""
    async with asyncio.timeout(PATIENCE), web(server.url) as http:
        while True:
            found = await scrape_with(http)
            if holds(found):
                return found
            await asyncio.sleep(POLL_SECONDS)

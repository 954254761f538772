"""A slow phone: its size, its fingers, a quarter of this machine's speed and 1.6 Mbit/s."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.e2e.tabs import PHONE

SLOWER: Final = 4
"""How many times slower its processor is."""
DOWN, UP = 1.6e6 / 8, 0.75e6 / 8
"""Bytes a second."""
PATIENCE: Final = 60_000

WORK: Final = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
"""What is the page's own: the rest is the browser's, in part for being measured."""

INPUTS: Final = """
globalThis.inputs = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration, name, target } of list.getEntries()) {
    const on = target?.closest?.('[data-act], [data-square], [id]');
    const what = on?.dataset.act ?? on?.dataset.square ?? on?.id ?? '';
    if (interactionId) inputs.push([duration, `${name} ${what}`]);
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
"""
USABLE: Final = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('%s')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => performance.mark('usable')));
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
MARK: Final = "() => performance.getEntriesByName('usable')[0]?.startTime"
BYTES: Final = """() => [performance.getEntriesByType('navigation')[0],
    ...performance.getEntriesByType('resource')]
  .filter((one) => one.responseEnd < performance.getEntriesByName('usable')[0].startTime)
  .reduce((sum, one) => sum + one.transferSize, 0)"""


@dataclass(frozen=True, slots=True)
class Phone:
    """A new browser profile on the phone."""

    page: Page
    session: CDPSession

    def throttle(self, latency: float) -> None:
        """Make the network slow; `latency` in ms for each request."""
        self.session.send("Network.enable")
        self.session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": latency,
                "downloadThroughput": DOWN,
                "uploadThroughput": UP,
            },
        )

    def slow_down(self, rate: int = SLOWER) -> None:
        """Make the processor slow, or by 1 as fast as it is."""
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": rate})

    def usable(self, url: str, selector: str) -> tuple[float, float]:
        """Open a page; ms until something of it is painted, and the KB that it took."""
        self.page.add_init_script(USABLE % selector.replace("'", "\\'"))
        self.page.goto(url, wait_until="commit")
        self.page.wait_for_function(MARK)
        return float(self.page.evaluate(MARK)), float(self.page.evaluate(BYTES)) / 1024

    def work(self) -> float:
        """Milliseconds of CPU for the page's scripts, styles and layout so far."""
        metrics: dict[str, Any] = self.session.send("Performance.getMetrics")
        found = {one["name"]: float(one["value"]) for one in metrics["metrics"]}
        return 1000 * sum(found[name] for name in WORK)


@contextmanager
def phone(browser: Browser) -> Iterator[Phone]:
    """A phone whose browser has seen nothing yet."""
    context: BrowserContext = browser.new_context(**{**PHONE, "locale": "en-US"})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(INPUTS)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    try:
        yield Phone(page, session)
    finally:
        context.close()


def busy() -> tuple[float, float]:
    """CPU seconds of this machine so far, and the seconds of the clock in all its cores."""
    fields = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]
    ticks = [float(field) for field in fields]
    return sum(ticks) - ticks[3] - ticks[4], sum(ticks)


@contextmanager
def timed() -> Iterator[dict[str, float]]:
    """How long something took, and how busy the machine was with it and everything else."""
    spent: dict[str, float] = {}
    used, total = busy()
    begin = time.monotonic()
    yield spent
    used_then, total_then = busy()
    spent["seconds"] = time.monotonic() - begin
    spent["busy"] = (used_then - used) / max(1.0, total_then - total)

"""What hands do to a page beyond a tap: strokes, and more than one finger."""

from __future__ import annotations

from playwright.sync_api import CDPSession

from tests.e2e.tabs import Tab


class Fingers:
    """Touches through the browser's own protocol, several at once."""

    def __init__(self, tab: Tab) -> None:
        self.session: CDPSession = tab.page.context.new_cdp_session(tab.page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A quick stroke of one finger."""
        self.send("touchStart", start)
        for step in range(1, 6):
            share = step / 5
            point = tuple(a + (b - a) * share for a, b in zip(start, end, strict=True))
            self.send("touchMove", (point[0], point[1]))
        self.send("touchEnd")


def middle(tab: Tab, selector: str) -> tuple[float, float]:
    """Where a finger or a mouse hits the first of these."""
    box = tab.page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

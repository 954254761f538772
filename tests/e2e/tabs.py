"""Browser tabs as players use them: what one shows, and what a hand does to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebSocket

from app.game.board import SQUARE_NAMES

PATIENCE: Final = 10_000
"""Milliseconds that a page may take for anything; a busy machine is slow."""

PHONE: Final[Mapping[str, Any]] = {
    "viewport": {"width": 390, "height": 664},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESKTOP: Final[Mapping[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
CALM: Final[Mapping[str, Any]] = {"reduced_motion": "reduce"}

USUAL: Final[Mapping[str, Any]] = {"locale": "en-US", "service_workers": "block"}
"""Only a test about what is kept lets the page keep anything."""
UNKEPT: Final = "Service Worker registration blocked by Playwright"

LOSSES: Final = re.compile(r"WebSocket connection to|Failed to load resource|net::ERR_")
"""What Chromium itself writes about a server that is away or refuses."""

BACK: Final = "body[data-conn=online], body[data-conn=slow]"
LOST: Final = "body[data-conn=offline], body[data-conn=reconnecting], body[data-conn=restarting]"
"""The page has its line to the server, or has lost it."""

LISTEN: Final = """
const watched = new Set(['turn', 'say', 'alert']);
globalThis.heard = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const region = target.nodeType === 3 ? target.parentElement : target;
    if (!watched.has(region?.id)) continue;
    const text = region.textContent.trim();
    if (text) heard.push([region.id, text]);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""

LOOK: Final = """() => {
  const squares = [...document.querySelectorAll('[data-square]')];
  const named = (key) => squares.filter((one) => key in one.dataset)
    .map((one) => one.dataset.square);
  const valued = (key) => Object.fromEntries(squares.filter((one) => one.dataset[key])
    .map((one) => [one.dataset.square, one.dataset[key]]));
  return {
    contents: valued('content'), dest: valued('dest'), last: named('last'),
    selected: named('selected'), usable: named('usable'),
  };
}"""

UNTRANSLATED: Final = r"""() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent);
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const node of document.querySelectorAll(`[${name}]`)) texts.push(node.getAttribute(name));
  return texts.filter(text => /^[a-z]+(\.[A-Za-z_0-9]+)+$/.test(text.trim()) || /[{}]/.test(text));
}"""
"""Texts that are keys of sentences, or sentences with a hole."""

Profile = Mapping[str, Any]
"""What distinguishes one browser profile from another: options of a context."""

Region = Literal["turn", "say", "alert"]


def letter_of(content: str) -> str:
    """The letter of a square from what the page calls its content."""
    match content:
        case "hidden":
            return "?"
        case "empty":
            return "."
        case _:
            return content[1] if content[0] == "r" else content[1].lower()


@dataclass(frozen=True)
class Look:
    """What a board shows at one instant."""

    board: str
    destinations: dict[str, str]
    last: frozenset[str]
    selected: tuple[str, ...]
    usable: frozenset[str]


@dataclass
class Tab:
    """One tab; `touch` decides whether its hand taps or clicks."""

    page: Page
    base: str
    touch: bool
    forgive: re.Pattern[str] | None = None
    complaints: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    sockets: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("websocket", self._socket)
        self.page.add_init_script(LISTEN)

    def _console(self, message: ConsoleMessage) -> None:
        forgiven = self.forgive is not None and self.forgive.search(message.text)
        is_forgiven = message.text == UNKEPT or bool(forgiven)
        if message.type in {"error", "warning"} and not is_forgiven:
            self.complaints.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self.base, "blob:", "data:")):
            self.complaints.append(f"a request to another host: {request.url}")

    def _socket(self, socket: WebSocket) -> None:
        self.sockets.append(socket.url)
        if not socket.url.startswith(self.base.replace("http", "ws", 1)):
            self.complaints.append(f"a socket to another host: {socket.url}")
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.sent.append(str(text)))

    def go(self, path: str = "") -> Tab:
        """Open an address below the base and wait until a screen stands."""
        self.page.goto(f"{self.base}/{path}")
        self.page.wait_for_selector("body[data-screen]:not([data-screen=loading])")
        return self

    def see(self, selector: str) -> None:
        """Wait until something is visible."""
        self.page.wait_for_selector(selector)

    def miss(self, selector: str) -> None:
        """Wait until something is not visible (any more)."""
        self.page.wait_for_selector(selector, state="hidden")

    def screen(self, name: str) -> None:
        """Wait for a screen."""
        self.page.wait_for_selector(f"body[data-screen={name}]")

    def press(self, act: str) -> None:
        """Press the visible button of this name."""
        self.hit(f"[data-act={act}]:visible")

    def hit(self, selector: str) -> None:
        """Tap or click something."""
        if self.touch:
            self.page.tap(selector)
        else:
            self.page.click(selector)

    def tap(self, square: str) -> None:
        """Tap or click a square of the board."""
        self.hit(f"[data-square={square}]")

    def play(self, action: str) -> None:
        """Do an action of the game by hand."""
        self.tap(action[:2])
        if len(action) == 4:
            self.see(f"[data-square={action[:2]}][data-selected]")
            self.tap(action[2:])

    def at_ply(self, ply: int) -> None:
        """Wait until so many plies are shown as played."""
        self.page.wait_for_selector(f".game[data-ply='{ply}']")

    def look(self) -> Look:
        """What the board shows now."""
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        contents: dict[str, str] = seen["contents"]
        return Look(
            board="".join(letter_of(contents[name]) for name in SQUARE_NAMES),
            destinations=seen["dest"],
            last=frozenset(seen["last"]),
            selected=tuple(seen["selected"]),
            usable=frozenset(seen["usable"]),
        )

    @property
    def turn(self) -> str:
        """Whose turn it is for this tab: me, opp or none."""
        return self.page.get_attribute("body", "data-turn") or "none"

    @property
    def is_waiting(self) -> bool:
        return self.turn == "opp"

    def heard(self, *regions: Region) -> list[str]:
        """Every text that was put into these live regions so far."""
        said: list[tuple[str, str]] = self.page.evaluate("heard")
        return [text for region, text in said if region in regions]

    def hears(self, words: str) -> None:
        """Wait until a live region has said exactly this."""
        self.page.wait_for_function("words => heard.some(([, text]) => text === words)", arg=words)

    def plays(self, what: str) -> list[str]:
        """The `id` or the `action` of every play that the page put on a socket."""
        frames = [json.loads(text) for text in self.sent]
        return [frame[what] for frame in frames if frame["type"] == "play"]

    def untranslated(self) -> list[str]:
        """What stands on the page instead of a sentence."""
        found: list[str] = self.page.evaluate(UNTRANSLATED)
        return found

    @property
    def focus(self) -> str:
        """What has the focus, as far as a test cares."""
        script = "(({tagName: t, dataset: d}) => d.square || d.act || t)(document.activeElement)"
        return str(self.page.evaluate(script))


class Visitors:
    """Whoever comes to one server, each in a browser profile of its own."""

    def __init__(self, browser: Browser, base: str, patience: int) -> None:
        self.browser = browser
        self.base = base
        self.patience = patience
        self.contexts: list[BrowserContext] = []
        self.tabs: list[Tab] = []

    def arrive(
        self,
        path: str = "",
        profile: Profile = DESKTOP,
        *,
        base: str = "",
        forgive: re.Pattern[str] | None = None,
    ) -> Tab:
        """Come with a new profile."""
        context = self.browser.new_context(**{**USUAL, **DESKTOP, **profile})
        context.set_default_timeout(self.patience)
        self.contexts.append(context)
        touch = bool(profile.get("has_touch"))
        tab = self._open(context, base or self.base, touch=touch, forgive=forgive)
        return tab.go(path)

    def another(self, tab: Tab, path: str) -> Tab:
        """One more tab of the same profile."""
        context = tab.page.context
        new = self._open(context, tab.base, touch=tab.touch, forgive=tab.forgive)
        return new.go(path)

    def _open(
        self, context: BrowserContext, base: str, *, touch: bool, forgive: re.Pattern[str] | None
    ) -> Tab:
        tab = Tab(context.new_page(), base, touch, forgive)
        self.tabs.append(tab)
        return tab

    def leave(self) -> list[str]:
        """Everybody goes; what their pages complained about."""
        for context in self.contexts:
            context.close()
        return [complaint for tab in self.tabs for complaint in tab.complaints]

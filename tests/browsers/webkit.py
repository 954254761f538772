"""WebKit, as GTK's MiniBrowser, driven over WebDriver's HTTP.

A driver holds one session, so that every profile has a driver, a browser and a screen of its own.
"""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, suppress

import httpx

from tests.browsers.driver import Gift, Json, Lost, Page, Size
from tests.browsers.input import Source, clicked, pressed
from tests.browsers.processes import Program
from tests.ports import free_port
from tools.find_webkit import Programs, find_all

ANSWER_SECONDS = 60

CALL = """
const [values, done] = arguments;
(async () => (%s)(...JSON.parse(values)))()
  .then((value) => done([true, JSON.stringify(value) ?? 'null']),
    (error) => done([false, String(error)]));
"""

LISTEN = """() => {
  if (globalThis.complaints) return;
  globalThis.complaints = [];
  const note = (text) => complaints.push(`error: ${text}`);
  addEventListener('error', (event) => note(event.message));
  addEventListener('unhandledrejection', (event) => note(event.reason));
  for (const level of ['error', 'warn']) {
    const say = console[level];
    console[level] = (...words) => { note(words.join(' ')); say(...words); };
  }
}"""
"""There is no way to hear the console from outside: the page is asked to write it down."""


class Session:
    """One browser on one screen."""

    def __init__(self, programs: Programs, size: Size) -> None:
        self._owned = ExitStack()
        try:
            self._start(programs, size)
        except BaseException:
            self._owned.close()
            raise

    def _start(self, programs: Programs, size: Size) -> None:
        home = tempfile.mkdtemp(prefix="banqi-webkit-")
        self._owned.callback(shutil.rmtree, home, ignore_errors=True)
        depth = f"{size.width}x{size.height}x24"
        screen = self._run(
            programs.screen, "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", depth
        )
        display = ":" + screen.says(lambda line: line.strip().isdigit())
        port = free_port()
        self._run(programs.driver, f"--port={port}", environment=_environment(display, home))
        self._http = self._owned.enter_context(
            httpx.Client(
                base_url=f"http://127.0.0.1:{port}",
                timeout=ANSWER_SECONDS,
                trust_env=False,
                transport=httpx.HTTPTransport(retries=7),  # it takes a moment until it listens
            )
        )
        options = {"binary": programs.browser, "args": ["--automation", "--full-screen"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self._ask("POST", "/session", {"capabilities": wanted})
        self._base = f"/session/{answer['sessionId']}"
        rect = {"x": 0, "y": 0, "width": size.width, "height": size.height}
        self.ask("POST", "/window/rect", rect)
        self.window: str = self.ask("GET", "/window")

    def _run(self, *command: str, environment: Mapping[str, str] | None = None) -> Program:
        program = Program(command, environment)
        self._owned.callback(program.end)
        return program

    def ask(self, method: str, path: str, body: object = None) -> Json:
        """What the driver answers to a command of this session."""
        return self._ask(method, self._base + path, body)

    def _ask(self, method: str, path: str, body: object = None) -> Json:
        content = None if method == "GET" else json.dumps(body or {})
        answer = self._http.request(method, path, content=content)
        value = answer.json()["value"]
        if answer.is_error:
            raise Lost(f"{path}: {value['error']}: {value['message']}")
        return value

    def switch(self, window: str) -> None:
        """From now on commands are meant for this tab."""
        if window != self.window:
            self.ask("POST", "/window", {"handle": window})
            self.window = window

    def close(self) -> None:
        with suppress(Lost, httpx.HTTPError):
            self.ask("DELETE", "")
        self._owned.close()


class WebKitPage:
    """One tab."""

    def __init__(self, session: Session, window: str) -> None:
        self._session, self._window = session, window
        self._said: list[str] = []

    def _ask(self, method: str, path: str, body: object = None) -> Json:
        self._session.switch(self._window)
        return self._session.ask(method, path, body)

    def open(self, url: str) -> None:
        self._keep()
        self._ask("POST", "/url", {"url": url})
        self.run(LISTEN)

    def reload(self) -> None:
        self._keep()
        self._ask("POST", "/refresh")
        self.run(LISTEN)

    def back(self) -> None:
        self._keep()
        self._ask("POST", "/back")

    def run(self, function: str, *values: object) -> Json:
        script = {"script": CALL % function, "args": [json.dumps(values)]}
        is_done, text = self._ask("POST", "/execute/async", script)
        if not is_done:
            raise Lost(text)
        return json.loads(text)

    def click(self, x: float, y: float) -> None:
        self._act(clicked(x, y, touch=False))

    def key(self, key: str) -> None:
        self._act(pressed(key))

    def _act(self, source: Source) -> None:
        self._ask("POST", "/actions", {"actions": [source]})

    def offline(self, *, on: bool) -> None:
        raise NotImplementedError(Gift.OFFLINE)

    def screenshot(self) -> bytes:
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def another(self) -> Page:
        handle: str = self._ask("POST", "/window/new", {"type": "tab"})["handle"]
        return WebKitPage(self._session, handle)

    def complaints(self) -> list[str]:
        self._keep()
        return self._said

    def _keep(self) -> None:
        """Remember what this document has said before it goes."""
        with suppress(Lost):
            self._said += self.run("() => globalThis.complaints?.splice(0) ?? []")


class WebKit:
    """The nearest to Safari that runs here."""

    name = "webkit"
    gifts = frozenset({Gift.MEMORY})

    def __init__(self) -> None:
        found = find_all()
        assert found is not None
        self._programs = found
        self._sessions: list[Session] = []

    def visit(self, size: Size, *, touch: bool = False) -> Page:
        session = Session(self._programs, size)
        self._sessions.append(session)
        return WebKitPage(session, session.window)

    def close(self) -> None:
        for session in self._sessions:
            session.close()


def _environment(display: str, home: str) -> dict[str, str]:
    return {"DISPLAY": display, "GDK_BACKEND": "x11", "HOME": home, "LC_ALL": "C.UTF-8"}

"""Firefox, driven over WebDriver BiDi, which it speaks without a program between."""

from __future__ import annotations

import base64
import json
import shutil
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path

from tests.browsers.bidi import Bidi, Fields
from tests.browsers.driver import Gift, Json, Lost, Page, Size
from tests.browsers.input import clicked, pressed
from tests.browsers.processes import Program
from tools.find_firefox import find

READY = "WebDriver BiDi listening on "
PREFERENCES: dict[str, object] = {
    "app.normandy.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
    "intl.locale.requested": "en-US",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 0,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
"""So that it talks to nobody but the server under test."""

CALL = "async (values) => JSON.stringify(await (%s)(...JSON.parse(values)))"


class FirefoxPage:
    """One tab, in a window of its own so that it is always visible."""

    def __init__(self, firefox: Firefox, profile: str, size: Size, *, touch: bool) -> None:
        self._firefox, self._profile, self._size, self._touch = firefox, profile, size, touch
        self._bidi = firefox.bidi
        created = self._bidi.call("browsingContext.create", type="window", userContext=profile)
        self._tab: str = created["context"]
        viewport = {"width": size.width, "height": size.height}
        self._bidi.call("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def open(self, url: str) -> None:
        self._bidi.call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def reload(self) -> None:
        self._bidi.call("browsingContext.reload", context=self._tab, wait="complete")

    def back(self) -> None:
        self._bidi.call("browsingContext.traverseHistory", context=self._tab, delta=-1)

    def run(self, function: str, *values: object) -> Json:
        answer = self._bidi.call(
            "script.callFunction",
            functionDeclaration=CALL % function,
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self._tab},
            awaitPromise=True,
        )
        return _value(answer)

    def click(self, x: float, y: float) -> None:
        self._act(clicked(x, y, touch=self._touch))

    def key(self, key: str) -> None:
        self._act(pressed(key))

    def _act(self, source: Fields) -> None:
        self._bidi.call("input.performActions", context=self._tab, actions=[source])

    def offline(self, *, on: bool) -> None:
        conditions = {"type": "offline"} if on else None
        self._bidi.call(
            "emulation.setNetworkConditions", networkConditions=conditions, contexts=[self._tab]
        )

    def screenshot(self) -> bytes:
        shot = self._bidi.call("browsingContext.captureScreenshot", context=self._tab)
        return base64.b64decode(shot["data"])

    def another(self) -> Page:
        return FirefoxPage(self._firefox, self._profile, self._size, touch=self._touch)

    def complaints(self) -> list[str]:
        return self._firefox.said.get(self._tab, [])


def _value(answer: Fields) -> Json:
    if answer["type"] == "exception":
        raise Lost(answer["exceptionDetails"]["text"])
    text = answer["result"].get("value")
    return None if text is None else json.loads(text)


class Firefox:
    """Gecko."""

    name = "firefox"
    gifts = frozenset(Gift) - {Gift.MEMORY}

    def __init__(self) -> None:
        self._home = tempfile.mkdtemp(prefix="banqi-firefox-")
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        Path(self._home, "user.js").write_text("\n".join(lines))
        command = [str(find()), "--headless", "--no-remote", "--profile", self._home]
        self._program = Program([*command, "--remote-debugging-port=0"], {"HOME": self._home})
        self.said: dict[str, list[str]] = {}
        with ExitStack() as on_failure:
            on_failure.callback(self._program.end)
            self.bidi = Bidi(self._address(), self._heard)
            self.bidi.call("session.subscribe", events=["log.entryAdded"])
            on_failure.pop_all()

    def _address(self) -> str:
        return self._program.says(lambda line: line.startswith(READY)).removeprefix(READY)

    def _heard(self, event: str, fields: Fields) -> None:
        if event == "log.entryAdded" and fields["level"] in {"error", "warn"}:
            said = self.said.setdefault(fields["source"].get("context", ""), [])
            said.append(f"{fields['level']}: {fields['text']}")

    def visit(self, size: Size, *, touch: bool = False) -> Page:
        profile = self.bidi.call("browser.createUserContext")["userContext"]
        return FirefoxPage(self, profile, size, touch=touch)

    def close(self) -> None:
        with suppress(Lost, OSError):
            self.bidi.call("browser.close")
        self.bidi.close()
        self._program.end()
        shutil.rmtree(self._home, ignore_errors=True)

"""Clicks and keys as WebDriver writes them down, over HTTP and BiDi alike."""

from __future__ import annotations

from typing import Any

KEYS = {
    "Backspace": "\ue003",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "End": "\ue010",
    "Home": "\ue011",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}

Source = dict[str, Any]
"""What one device does."""


def clicked(x: float, y: float, *, touch: bool) -> Source:
    """A press at a place."""
    kind = "touch" if touch else "mouse"
    return {
        "type": "pointer",
        "id": kind,
        "parameters": {"pointerType": kind},
        "actions": [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ],
    }


def pressed(key: str) -> Source:
    """One key, down and up."""
    value = KEYS.get(key, key)
    steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keyboard", "actions": steps}

"""What a line of the log looks like, and what never stands in one."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from app import logs
from app.service import request_ids
from app.settings import Form, Level
from app.store.port import Unavailable

SECRET = "K7Q2MX-Mei"


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Logging as the test runner has it, afterwards."""
    root, ours = logging.getLogger(), logging.getLogger(logs.OURS)
    handlers, level, own = root.handlers[:], root.level, ours.level
    root.handlers = []
    yield
    root.handlers = handlers
    root.setLevel(level)
    ours.setLevel(own)
    request_ids.current.set(None)


def failure() -> None:
    """An error that quotes a player."""
    raise KeyError(SECRET)


def broken_disk() -> None:
    """An error of the system."""
    raise OSError(5, "disk error")


def last_line(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().err.splitlines()[-1])
    return found


def test_a_json_line_tells_when_where_and_about_which_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(Level.INFO, Form.JSON)
    log = logging.getLogger("app.api.access")
    request_ids.current.set("abcd")
    log.info("request", extra={"route": "/api/rooms", "status": 201})
    line = last_line(capsys)
    assert line.pop("time")[10] == "T"
    assert line.pop("pid") > 0
    assert line == {
        "level": "info",
        "logger": "app.api.access",
        "request": "abcd",
        "message": "request",
        "route": "/api/rooms",
        "status": 201,
    }
    request_ids.current.set(None)
    log.warning("by %s", "itself")
    line = last_line(capsys)
    assert (line["level"], line["message"], "request" in line) == ("warning", "by itself", False)


def test_a_line_of_text_says_the_same_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Level.INFO, Form.TEXT)
    request_ids.current.set("abcd")
    logging.getLogger("app.api.access").info("request", extra={"status": 201})
    words = capsys.readouterr().err.split()
    assert words[1] == "INFO"
    assert words[3:] == ["api.access", "request", "status=201", "request=abcd"]


@pytest.mark.parametrize(
    ("form", "is_terminal", "kind"),
    [
        (Form.AUTO, True, logs.TextLine),
        (Form.AUTO, False, logs.JsonLine),
        (Form.JSON, True, logs.JsonLine),
        (Form.TEXT, False, logs.TextLine),
    ],
)
def test_people_get_words_and_programs_get_json(
    form: Form, is_terminal: bool, kind: type[logging.Formatter]
) -> None:
    assert type(logs.formatter(form, is_terminal=is_terminal)) is kind


def test_the_level_is_ours_alone(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(Level.DEBUG, Form.TEXT)
    for library in ("uvicorn.error", "websockets.server", "asyncio", "redis"):
        logging.getLogger(library).debug(SECRET)
        logging.getLogger(library).info(SECRET)
    assert capsys.readouterr().err == ""
    logging.getLogger("app.gateway").debug("said")
    logging.getLogger("uvicorn.error").warning("heard")
    assert len(capsys.readouterr().err.splitlines()) == 2
    logs.configure(Level.ERROR, Form.TEXT)
    logging.getLogger("app.gateway").warning("not said")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("form", [Form.JSON, Form.TEXT])
def test_an_exception_is_shown_without_the_values_in_its_words(
    capsys: pytest.CaptureFixture[str], form: Form
) -> None:
    logs.configure(Level.INFO, form)
    try:
        failure()
    except KeyError:
        logging.getLogger("app").exception("it failed")
    shown = capsys.readouterr().err
    assert "Traceback (most recent call last)" in shown
    assert "in failure" in shown
    assert "KeyError: <hidden>" in shown
    assert SECRET not in shown


@pytest.mark.parametrize("form", [Form.JSON, Form.TEXT])
def test_a_server_that_refuses_a_key_does_not_give_its_room_away(
    capsys: pytest.CaptureFixture[str], form: Form
) -> None:
    logs.configure(Level.INFO, form)
    why = "User x has no permissions to access the 'banqi:{12}:K7Q2MX:log' key"
    log = logging.getLogger("app")
    log.error("the store did not do it", exc_info=Unavailable(why), extra={"why": why})
    shown = capsys.readouterr().err
    assert "K7Q2MX" not in shown
    assert shown.count("'banqi:{12}:<hidden>' key") == 2


def test_words_of_the_system_are_shown() -> None:
    assert logs.headline(OSError(28, "No space left")) == "OSError: [Errno 28] No space left"
    assert logs.headline(sqlite3.OperationalError("disk I/O error")).endswith("disk I/O error")
    assert logs.headline(Unavailable("two\nlines")) == "Unavailable: two lines"
    assert logs.headline(ValueError(SECRET)) == "ValueError: <hidden>"


def test_what_led_to_an_exception_comes_before_it() -> None:
    lines: list[str] = []
    try:
        try:
            broken_disk()
        except OSError as error:
            raise Unavailable("no answer") from error
    except Unavailable as error:
        lines = [line for line in logs.trace(error).splitlines() if not line.startswith(" ")]
    head = "Traceback (most recent call last):"
    assert lines == [head, "OSError: [Errno 5] disk error", head, "Unavailable: no answer"]


async def test_errors_that_came_together_are_all_shown() -> None:
    with pytest.raises(ExceptionGroup) as raised:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(asyncio.to_thread(failure))
    shown = logs.trace(raised.value)
    assert "ExceptionGroup: <hidden>" in shown
    assert "KeyError: <hidden>" in shown


async def test_what_nobody_caught_in_the_loop_is_logged_without_what_it_was_called_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure(Level.INFO, Form.JSON)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(logs.on_loop_error)
    called = asyncio.Event()

    def callback(secret: str) -> None:
        called.set()
        raise ValueError(secret)

    loop.call_soon(callback, SECRET)
    await called.wait()
    await asyncio.sleep(0)
    line = last_line(capsys)
    assert (line["logger"], line["message"]) == ("app.loop", "nobody caught an error")
    assert "ValueError: <hidden>" in line["error"]
    assert SECRET not in str(line)

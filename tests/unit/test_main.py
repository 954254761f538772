"""The application put together: work that must go on, and what it prints."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing
from pathlib import Path

import pytest

from app.listening import listen, port_trouble, say_where
from app.main import create_app
from app.settings import Settings


def settings(directory: Path, **more: object) -> Settings:
    return Settings.model_validate({"store": f"sqlite:///{directory / 'b.sqlite3'}", **more})


async def test_when_endless_work_dies_the_server_is_not_ready_and_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    core = create_app(settings(tmp_path)).state.core
    died = asyncio.Event()
    core.on_death = died.set

    async def doomed() -> None:
        raise RuntimeError("of course")

    async with core.running():
        assert await core.is_ready()
    core.endless = (*core.endless, doomed)
    async with core.running():
        await asyncio.wait_for(died.wait(), 5)
        assert not await core.is_ready()
    assert "has failed" in caplog.text


@pytest.mark.parametrize(
    ("host", "lines"),
    [("127.0.0.1", 1), ("::1", 1), ("localhost", 1), ("0.0.0.0", 2)],  # noqa: S104
)
def test_the_address_to_open_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], host: str, lines: int
) -> None:
    with closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        say_where(settings(tmp_path, host=host, base_path="/banqi"), listener)
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) <= lines
    assert shown[0].endswith(f":{port}/banqi/")
    assert "0.0.0.0" not in shown[0]  # noqa: S104


@pytest.mark.usefixtures("nameless")
def test_an_address_that_cannot_be_had_is_explained_in_one_line(tmp_path: Path) -> None:
    with closing(listen("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(OSError, match="in use") as taken:
            listen("127.0.0.1", port)
    assert "taken" in port_trouble(settings(tmp_path, port=port), taken.value)
    with pytest.raises(OSError, match=r".") as unknown:
        listen("nowhere.invalid", 0)
    assert isinstance(unknown.value, socket.gaierror)
    assert "\n" not in port_trouble(settings(tmp_path), unknown.value)

"""What the image runs, run here: as its user, from read-only files, with nothing but its own."""

from __future__ import annotations

import re
import signal
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import httpx
import pytest

from app.api.worker import WORKER
from tests.deploy.composed import composed
from tests.deploy.image import stages
from tests.deploy.scratch import Scratch
from tests.deploy.stores import composed_store
from tests.integration.clients import open_table, web
from tests.ports import free_port
from tests.redis_servers import RedisServer
from tests.servers import ROOT
from tools.compile import can_compile

# The first test waits until everything is compiled.
pytestmark = pytest.mark.timeout(900)

OPERATE = ROOT / "docs/operate.md"


@pytest.fixture(scope="module")
def image() -> Iterator[Scratch]:
    """The image, in a place that its user can look into."""
    place = Path(tempfile.mkdtemp(prefix="banqi-image-"))
    place.chmod(0o755)
    made = Scratch(place)
    made.build()
    before = made.snapshot()
    yield made
    assert made.snapshot() == before, "something was written outside of the volume"
    made.remove()


@dataclass(frozen=True)
class Running:
    """A container, as far as its users see it."""

    url: str
    environment: Mapping[str, str]

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)


@contextmanager
def started(image: Scratch, **more: str) -> Iterator[Running]:
    """The entry point with these variables; stopped as Docker stops it, and well."""
    more = {"BANQI_PORT": str(free_port()), "BANQI_LOG_LEVEL": "error", **more}
    last = stages()[-1]
    process = image.start(last.the("ENTRYPOINT").words, **more)
    try:
        assert process.stdout is not None
        assert "http://127.0.0.1:" in process.stdout.readline()
        yield Running(f"http://127.0.0.1:{more['BANQI_PORT']}", more)
    finally:
        process.send_signal(signal.Signals[last.the("STOPSIGNAL").text])
        _, complaints = process.communicate(timeout=20)
    assert process.returncode == 0
    assert complaints == ""


def health_check() -> list[str]:
    """The command behind HEALTHCHECK."""
    _, _, command = stages()[-1].the("HEALTHCHECK").text.partition(" CMD ")
    return re.findall(r'"([^"]+)"', command)


async def assert_plays(running: Running) -> str:
    """A game is played in a new room; its code."""
    async with open_table(running) as table:  # type: ignore[arg-type]  # as good as a Server
        for square in ("a1", "b2", "c3"):
            await table.play(square)
        return table.room.code


def test_the_image_holds_the_locked_packages_and_none_that_installs(image: Scratch) -> None:
    locked = re.findall(r"(?m)^([\w.-]+)==", (ROOT / "requirements/run.txt").read_text())
    folders = image.root.glob("opt/banqi/lib/python*/site-packages/*.dist-info")
    names = {each.name.split("-")[0].lower().replace("_", "-") for each in folders}
    here = {name for name in locked if _is_installed(name)}
    assert names == here - {"setuptools"} | {"banqi"}
    for absent in ("pip", "setuptools", "mypy"):
        assert image.run(["python", "-c", f"import {absent}"])[0] == 1


def test_the_image_holds_the_busiest_modules_compiled(image: Scratch) -> None:
    code, path = image.run(["python", "-c", "import app.game.judge as it; print(it.__file__)"])

    assert code == 0
    assert path.rstrip().endswith(".so") is can_compile()


def _is_installed(name: str) -> bool:
    """Not what is locked for other systems and Pythons only."""
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


async def test_alone_it_serves_and_keeps_its_games_in_the_volume(image: Scratch) -> None:
    with started(image, BANQI_RATE_LIMITS="off") as running:
        assert image.run(health_check(), **running.environment) == (0, "")
        code = await assert_plays(running)
    assert {path.name.split("-")[0] for path in image.data.iterdir()} >= {"banqi.sqlite3"}
    with started(image) as running:
        async with web(running.url) as http:
            assert (await http.get(f"/api/rooms/{code}")).status_code == 200
    result, said = image.run(health_check(), **running.environment)
    assert (result, said.count("\n")) == (1, 1)


def test_no_file_of_the_page_is_missing(image: Scratch) -> None:
    with started(image) as running, httpx.Client(base_url=running.url) as http:
        page = http.get("/")
        (folder,) = set(re.findall(r'"(static/[0-9a-f]+)/', page.text))
        wanted = [
            path.relative_to(ROOT / "web").as_posix()
            for path in (ROOT / "web").rglob("*")
            if path.is_file()
            and path.suffix not in {".ts", ".md"}
            and path.name not in {"index.html", WORKER}
        ]
        assert len(wanted) > 50
        # Some are served as something else than they are: joined, parted, without blanks.
        addresses = [WORKER, *(f"{folder}/{name}" for name in wanted)]
        missing = [each for each in addresses if http.get(f"/{each}").status_code != 200]
    assert missing == []


async def test_a_backup_is_made_in_the_container(image: Scratch) -> None:
    command = re.search(r"`docker exec NAME (.+ backup /data/FILE)`", OPERATE.read_text())
    assert command is not None
    with started(image) as running:
        words = image.place(command[1]).split()
        assert image.run(words, **running.environment) == (0, "")
    assert (image.data / "FILE").stat().st_size > 0


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_as_composed_it_plays_and_its_rooms_outlive_down_and_up(
    image: Scratch, tmp_path: Path, workers: str
) -> None:
    with composed_store("redis", tmp_path) as store:
        with started(image, **settings_for(store), BANQI_WORKERS=workers) as running:
            assert image.run(health_check(), **running.environment) == (0, "")
            code = await assert_plays(running)
        store.stop()
        store.start()
        assert store.config("maxmemory-policy") == "noeviction"
        assert store.config("save") == ""
        with started(image, **settings_for(store), BANQI_WORKERS=workers) as running:
            async with web(running.url) as http:
                assert (await http.get(f"/api/rooms/{code}")).status_code == 200


def settings_for(store: RedisServer) -> dict[str, str]:
    """The environment that Compose gives the server, but for the address of its store."""
    given = composed()["services"]["app"]["environment"]
    there = {
        name: text.replace("redis:6379", f"127.0.0.1:{store.port}") for name, text in given.items()
    }
    return {**there, "BANQI_PORT": str(free_port())}

"""The doctor on settings, files and ports that are as they should not be."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.doctor import machine
from app.store.schema import MIGRATIONS
from tests.integration.conftest import StartServer
from tests.integration.examined import environment, examined, run
from tests.ports import free_port
from tests.servers import Server, running_server


def test_a_machine_on_which_all_is_well_has_no_problem(tmp_path: Path) -> None:
    visit = examined(tmp_path)
    assert (visit.code, visit.problems) == (0, [])
    assert visit.is_fine_about("all of them good")
    assert visit.is_fine_about("can be written")
    assert visit.is_fine_about("there is no file yet")
    assert visit.is_fine_about("MiB are free")
    assert visit.is_fine_about("sockets a worker")
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_people_get_a_line_for_each_finding_with_its_remedy(tmp_path: Path) -> None:
    ran = run("doctor", env=environment(tmp_path, BANQI_RATE_LIMITS="off"))
    assert ran.returncode == 0
    lines = ran.stdout.splitlines()
    assert all(line.split()[0] in {"ok", "note", "problem"} for line in lines)
    (off,) = [line for line in lines if "rates and counts" in line]
    assert off.startswith("note ")
    assert off.endswith(" -> leave BANQI_RATE_LIMITS on wherever strangers come")


def test_a_bad_setting_is_the_only_finding(tmp_path: Path) -> None:
    visit = examined(tmp_path, BANQI_CODE_LENGTH="99")
    assert "correct it" in visit.problem("BANQI_CODE_LENGTH")
    assert len(visit.findings) == 1


def test_more_workers_than_cores_are_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "usable_cores", lambda: 2)
    visit = examined(tmp_path, BANQI_STORE="redis://127.0.0.1:1", BANQI_WORKERS="64")
    assert "BANQI_WORKERS" in visit.note("64 workers share 2 cores")
    assert "start it" in visit.problem("cannot be reached")


def test_proxies_without_names_are_noted(tmp_path: Path) -> None:
    visit = examined(tmp_path, BANQI_TRUSTED_PROXIES="127.0.0.1")
    assert "BANQI_HOSTS" in visit.note("any name")


def test_a_low_limit_of_open_files_is_noted(tmp_path: Path) -> None:
    limited = "ulimit -n 400 && exec python -m app doctor"
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = environment(tmp_path) | {"PATH": path}
    ran = subprocess.run(["sh", "-c", limited], env=env, capture_output=True, text=True, check=True)
    (line,) = [line for line in ran.stdout.splitlines() if "open files" in line]
    assert "300 sockets" in line
    assert "LimitNOFILE" in line


# — the SQLite file —


def store_at(path: Path) -> dict[str, str]:
    return {"BANQI_STORE": f"sqlite:///{path}"}


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """A file that a server has written and left."""
    with running_server(tmp_path):
        pass
    return tmp_path / "banqi.sqlite3"


def test_a_good_file_is_whole(used: Path) -> None:
    visit = examined(used.parent)
    assert (visit.code, visit.is_fine_about("is whole")) == (0, True)


def test_a_file_that_a_server_has_open_is_no_problem(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        visit = examined(tmp_path)
        assert visit.is_fine_about(f"a server has the file open: process {server.pid}")
        assert visit.code == 0


def test_a_place_that_is_no_directory_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    visit = examined(tmp_path, **store_at(tmp_path / "file" / "b.sqlite3"))
    assert "another place" in visit.problem("is no directory")


def test_a_place_where_nothing_can_be_written_is_a_problem(tmp_path: Path) -> None:
    visit = examined(tmp_path, **store_at(Path("/proc/banqi/b.sqlite3")))
    problem = next(each for each in visit.problems if "nothing can be written" in each["what"])
    assert "writable volume" in problem["remedy"]


def test_a_damaged_file_is_a_problem(used: Path) -> None:
    used.write_bytes(used.read_bytes()[:5000].ljust(40_000, b"x"))
    visit = examined(used.parent)
    assert "newest backup" in visit.problem("is damaged")


def test_another_program_s_file_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "banqi.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA application_id = 7")
        db.execute("CREATE TABLE t (x)")
    path.chmod(0o600)
    assert "another file" in (examined(tmp_path)).problem("another program")


def test_a_file_of_a_later_release_is_a_problem(used: Path) -> None:
    with closing(sqlite3.connect(used)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    assert "newer one" in (examined(used.parent)).problem("a later release")


def test_a_file_that_others_can_read_is_noted(used: Path) -> None:
    used.chmod(0o644)
    assert "chmod 600" in (examined(used.parent)).note("other users")


# — the port —


def test_a_free_port_is_free(tmp_path: Path) -> None:
    assert examined(tmp_path, BANQI_PORT=str(free_port())).is_fine_about("the port is free")


def test_a_port_taken_by_another_program_is_a_problem(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        visit = examined(tmp_path, BANQI_PORT=str(other.server_port))
        other.shutdown()
        thread.join()
    assert "BANQI_PORT" in visit.problem("is taken by another program")


def test_an_address_that_is_not_ours_is_a_problem(tmp_path: Path) -> None:
    visit = examined(tmp_path, BANQI_HOST="192.0.2.1", BANQI_PORT="8000")
    assert "BANQI_HOST" in visit.problem("cannot listen")


def settings_of(server: Server) -> dict[str, str]:
    return {n: v for n, v in server.environment.items() if n.startswith("BANQI_")}


def test_a_server_of_ours_is_asked_how_it_is(start_server: StartServer, tmp_path: Path) -> None:
    settings = {
        "BANQI_BASE_PATH": "/games",
        "BANQI_HOSTS": "banqi.example",
        "BANQI_TRUSTED_PROXIES": "127.0.0.0/8",
    }
    server = start_server(**settings)
    visit = examined(tmp_path, **settings_of(server))
    assert (visit.code, visit.problems) == (0, [])
    assert visit.is_fine_about("a server runs there")
    assert visit.is_fine_about("it is ready")
    assert visit.is_fine_about("this machine among them")


def test_a_server_that_believes_no_proxy_is_noted(
    start_server: StartServer, tmp_path: Path
) -> None:
    server = start_server()
    visit = examined(tmp_path, **settings_of(server))
    assert "BANQI_TRUSTED_PROXIES" in visit.note("no proxy is believed")
    other = start_server(BANQI_TRUSTED_PROXIES="198.51.100.1")
    visit = examined(tmp_path, **settings_of(other))
    assert visit.is_fine_about("this machine is none of them")


# — the command itself —


def test_commands_that_are_none_are_told_in_one_line(tmp_path: Path) -> None:
    for words in (["frob"], ["doctor", "--nope"], ["--nope"], ["doctor", "--silence", "x"]):
        ran = run(*words, env=environment(tmp_path))
        assert (ran.returncode, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran
        assert ran.stderr.startswith("banqi: ")


def test_help_lists_the_commands(tmp_path: Path) -> None:
    shown = run("--help", env=environment(tmp_path)).stdout
    assert all(f"    {name} " in shown for name in ("serve", "doctor", "version"))


def test_the_version_is_printed(tmp_path: Path) -> None:
    assert run("version", env=environment(tmp_path)).stdout.strip() == "0.1.0"

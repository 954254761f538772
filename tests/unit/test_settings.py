"""Settings: every variable of the contract, and one clear line for what is wrong."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from app.settings import BadSetting, Settings, load

NAMES = {
    "HOST",
    "PORT",
    "STORE",
    "WORKERS",
    "BASE_PATH",
    "HOSTS",
    "ALLOWED_ORIGINS",
    "REQUIRE_ORIGIN",
    "TRUSTED_PROXIES",
    "RATE_LIMITS",
    "FAST_SOCKETS",
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
        ("BANQI_STORE", "redis://:topsecret@host"),
        ("BANQI_STORE", "redis+cluster://:topsecret@host"),
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


def test_the_most_wanted_missing_store_is_named_as_such() -> None:
    with pytest.raises(BadSetting, match="not available in this build yet"):
        load({"BANQI_STORE": "rediss://host/0"})

"""What every test shares: how hard Hypothesis tries, and a machine that knows no names."""

import ipaddress
import os
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("local", deadline=None)
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=15)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture
def nameless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name is unknown, and nobody else is asked for it."""
    known = socket.getaddrinfo

    def only_numbers(host: str, *given: Any, **named: Any) -> object:  # noqa: ANN401
        try:
            ipaddress.ip_address(host)
        except ValueError:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known") from None
        return known(host, *given, **named)

    monkeypatch.setattr(socket, "getaddrinfo", only_numbers)

"""`python -m app.healthcheck`: does the server with these settings answer? For containers.

Reads the same environment as the server and asks its `/healthz` from the same machine. Exit
codes: 0 if it answers, 1 if not, 2 for a bad setting. Loads little, since it runs often.
"""

from __future__ import annotations

import http.client
import os
import sys
from typing import Final

from app.settings import BadSetting, Settings, load

ANSWER_SECONDS: Final = 4.0
_OWN: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # compared, not bound


def answers(settings: Settings) -> bool:
    """Does the server that these settings describe say that it is alive?"""
    host = _OWN.get(settings.host, settings.host)
    connection = http.client.HTTPConnection(host, settings.port, timeout=ANSWER_SECONDS)
    named = {"Host": settings.hosts[0]} if settings.hosts else {}
    try:
        connection.request("GET", f"{settings.base_path}/healthz", headers=named)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def main() -> int:
    """Ask, and say in one line what is wrong."""
    try:
        settings = load(os.environ)
    except BadSetting as bad:
        sys.stderr.write(f"banqi: {bad}\n")
        return 2
    if answers(settings):
        return 0
    sys.stderr.write(f"banqi: nothing answers on {settings.host}:{settings.port}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())

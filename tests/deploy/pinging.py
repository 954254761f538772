"""The server, but with other pauses between pings than its own: seconds from PING_SECONDS."""

from __future__ import annotations

import os
from unittest import mock

import uvicorn

from app import serving
from app.__main__ import main

_as_it_is = serving.config_of


def config_of(app: object, *, fast_sockets: bool) -> uvicorn.Config:
    """The same, with other pauses."""
    config = _as_it_is(app, fast_sockets=fast_sockets)
    config.ws_ping_interval = float(os.environ["PING_SECONDS"])
    return config


if __name__ == "__main__":
    with mock.patch.object(serving, "config_of", config_of):
        main()

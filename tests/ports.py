"""Ports of this machine on which nobody listens."""

from __future__ import annotations

import secrets
import socket

LOWEST, HIGHEST = 20_000, 32_000
"""Below those that systems give away unasked, to connections as well: between the look at such a
port and its use another test may get it."""


def free_port() -> int:
    """One that is free at every address of this machine."""
    while True:
        port = LOWEST + secrets.randbelow(HIGHEST - LOWEST)
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
            return port

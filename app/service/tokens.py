"""Seat tokens: 256 random bits that open one seat of one room, known here only by their hash."""

from __future__ import annotations

import hashlib
import re
import secrets

from app.store.port import TokenHash

_SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """A fresh token, 43 characters of base64url."""
    return secrets.token_urlsafe(32)


def hash_of(token: object) -> TokenHash | None:
    """The hash under which a token is kept; None for what cannot be a token."""
    if not isinstance(token, str) or not _SHAPE.fullmatch(token):
        return None
    return TokenHash(hashlib.sha256(token.encode("ascii")).hexdigest())

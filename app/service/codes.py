"""Room codes as people type them."""

from __future__ import annotations

import unicodedata

from app.room.state import RoomCode

LONGEST_TYPED = 64
_DROPPED = str.maketrans("", "", " \u00a0-\u2010\u2011\u2012\u2013\u2014_")


def code_of(typed: str) -> RoomCode | None:
    """The code that was meant: full width, lower case, spaces and hyphens are forgiven.

    None for what cannot be a code at all. Whether such a room exists is another question.
    """
    if len(typed) > LONGEST_TYPED:
        return None
    plain = unicodedata.normalize("NFKC", typed).upper().translate(_DROPPED).strip()
    return RoomCode(plain) if plain.isascii() and plain.isalnum() else None

"""The lines that an engine is sent, and whether it is told to answer now."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from typing import Final

NOW: Final = b"now"
_AT_ONCE: Final = 65_536


class Requests:
    """The lines of a file descriptor but for `now`, which is a word to whom it finds searching.

    Read here from the descriptor itself: what lies in a buffer of Python's nobody can wait for.
    """

    def __init__(self, source: int) -> None:
        self._source = source
        self._read = b""
        self._has_ended = False

    def __iter__(self) -> Iterator[str]:
        """Each line without its blanks; a `now` that comes too late is nobody's business."""
        while (line := self._next()) is not None:
            if line != NOW:
                yield line.decode(errors="replace")

    def has_now(self) -> bool:
        """Whether the next line is `now`; that one is taken, any other is left for its turn."""
        while b"\n" not in self._read and self._is_waiting():
            self._take_in()
        line, end, rest = self._read.partition(b"\n")
        if not end or line.strip() != NOW:
            return False
        self._read = rest
        return True

    def _next(self) -> bytes | None:
        while b"\n" not in self._read and not self._has_ended:
            self._take_in()
        if not self._read:
            return None
        line, _, self._read = self._read.partition(b"\n")
        return line.strip()

    def _is_waiting(self) -> bool:
        """Whether something can be read without waiting for it; never where that cannot be told."""
        if self._has_ended:
            return False
        try:
            return bool(select.select((self._source,), (), (), 0)[0])
        except OSError:  # a pipe on Windows
            return False

    def _take_in(self) -> None:
        found = os.read(self._source, _AT_ONCE)
        self._read += found
        self._has_ended = not found

"""A piece of memory that several processes share: one place for each to leave a message in.

Made before the processes are. Each writes only into its own place and reads all of them; what
a process left that died is still there for whoever takes its place. Knows nothing of what is
written.
"""

from __future__ import annotations

import mmap
import struct
from typing import Final
from zlib import crc32

HALF: Final = 65_536
"""Bytes of one message with its head. A place holds two: the newest whole one, and the next."""

_HEAD: Final = struct.Struct("<QII")
"""Number, length and check sum of a message."""

MOST: Final = HALF - _HEAD.size


class Slots:
    """So many places. A message that was only half written is as if it were not there."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._memory = mmap.mmap(-1, 2 * HALF * count)

    def write(self, place: int, message: bytes) -> None:
        """Leave this message instead of the one before; raises ValueError for more than `MOST`."""
        if len(message) > MOST:
            raise ValueError("the message does not fit")
        number = self._newest(place)[0] + 1
        at = self._at(place, number)
        self._memory[at + _HEAD.size : at + _HEAD.size + len(message)] = message
        self._memory[at : at + _HEAD.size] = _HEAD.pack(number, len(message), crc32(message))

    def read(self, place: int) -> bytes | None:
        """The newest message; None if there never was one."""
        return self._newest(place)[1]

    def _newest(self, place: int) -> tuple[int, bytes | None]:
        """Its number and the message; 0 and None if there never was one."""
        return max((self._half(place, half) for half in (0, 1)), key=lambda found: found[0])

    def _half(self, place: int, half: int) -> tuple[int, bytes | None]:
        at = self._at(place, half)
        number, length, check = _HEAD.unpack(self._memory[at : at + _HEAD.size])
        message = bytes(self._memory[at + _HEAD.size : at + _HEAD.size + min(length, MOST)])
        return (number, message) if number and crc32(message) == check else (0, None)

    def _at(self, place: int, number: int) -> int:
        return HALF * (2 * place + number % 2)

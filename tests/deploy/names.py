"""A name server for one name, as Docker's: it answers with the addresses of all who bear it."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread

HEADER = struct.Struct("!6H")
ANSWERED = 0x8580
"""An authoritative answer without error."""
ADDRESS_KIND = 1
POINTER_TO_THE_NAME = 0xC00C


class Names:
    """Answers every question for an address with `addresses`, the first one last next time."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._addresses = list(addresses)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.bind(("127.0.0.1", 0))
        self._thread = Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._socket.getsockname()[1]}"

    def stop(self) -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
            end.sendto(b"", self._socket.getsockname())
        self._thread.join()
        self._socket.close()

    def _serve(self) -> None:
        while True:
            asked, asker = self._socket.recvfrom(512)
            if not asked:
                return
            self._socket.sendto(self._answer(asked), asker)

    def _answer(self, asked: bytes) -> bytes:
        number, *_ = HEADER.unpack_from(asked)
        end = asked.index(0, HEADER.size) + 5
        question = asked[HEADER.size : end]
        (kind,) = struct.unpack_from("!H", question, len(question) - 4)
        found = self._addresses if kind == ADDRESS_KIND else []
        self._addresses = self._addresses[1:] + self._addresses[:1]
        records = [
            struct.pack("!HHHIH", POINTER_TO_THE_NAME, ADDRESS_KIND, 1, 1, 4)
            + socket.inet_aton(address)
            for address in found
        ]
        return b"".join((HEADER.pack(number, ANSWERED, 1, len(records), 0, 0), question, *records))


@contextmanager
def running_names(*addresses: str) -> Iterator[Names]:
    """A name server on a free port, gone afterwards."""
    names = Names(addresses)
    try:
        yield names
    finally:
        names.stop()

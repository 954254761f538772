"""Bytes on a TCP connection: what no well-behaved client library would send."""

from __future__ import annotations

import socket
import struct
from dataclasses import dataclass

from tests.servers import Server

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
OPEN, RESET = "open", "reset"


def frame(payload: bytes, opcode: int = 1, first: int = 0x80) -> bytes:
    """A frame masked with nothing; `first` holds the FIN and reserved bits."""
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", first | opcode, 0x80 | length)
    else:
        head = struct.pack("!BBH", first | opcode, 0x80 | 126, length)
    return head + bytes(4) + payload


@dataclass
class Answer:
    """What came back: the head, and how the connection stands."""

    head: str
    rest: bytes
    end: str

    @property
    def status(self) -> int:
        """The HTTP status; 0 when the server said nothing."""
        return int(self.head.split()[1]) if self.head else 0

    def header(self, name: str) -> str | None:
        found = [line for line in self.head.split("\r\n") if line.lower().startswith(name + ":")]
        return found[0].split(":", 1)[1].strip() if found else None

    @property
    def frames(self) -> list[tuple[int, bytes]]:
        """Opcode and payload of each frame."""
        return list(_frames(self.rest))

    @property
    def close(self) -> int | None:
        """The close code; 0 for an empty close; None without one."""
        codes = [payload for opcode, payload in self.frames if opcode == 8]
        if not codes:
            return None
        return int(struct.unpack("!H", codes[0][:2])[0]) if codes[0] else 0


def _frames(data: bytes) -> list[tuple[int, bytes]]:
    found = []
    while len(data) >= 2:
        length, at = data[1] & 127, 2
        if length == 126:
            length, at = struct.unpack("!H", data[2:4])[0], 4
        elif length == 127:
            length, at = struct.unpack("!Q", data[2:10])[0], 10
        found.append((data[0] & 15, data[at : at + length]))
        data = data[at + length :]
    return found


class Peer:
    """One TCP connection to the server."""

    def __init__(self, server: Server, receive_buffer: int | None = None) -> None:
        self.port = server.port
        self.socket = socket.socket()
        self.socket.settimeout(15)
        if receive_buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.connect(("127.0.0.1", server.port))
        self._kept = b""

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes; a server that has hung up already is no surprise."""
        try:
            self.socket.sendall(data)
        except OSError:
            return

    def request(self, line: str, headers: dict[str, str] | None = None, body: bytes = b"") -> None:
        """Send a request with a Host header."""
        lines = [line, f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.send("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

    def upgrade(self, code: str, **headers: str) -> Answer:
        """Open a room's socket; the answer to the upgrade."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        self.request(f"GET /api/rooms/{code}/ws HTTP/1.1", {**UPGRADE, **more})
        data = b""
        while b"\r\n\r\n" not in data and (part := self._receive()):
            data += part
        head, _, self._kept = data.partition(b"\r\n\r\n")
        return Answer(head.decode("latin-1"), self._kept, OPEN)

    def hello(self, code: str, token: str | None = None) -> None:
        """Open the socket and say hello."""
        assert self.upgrade(code).status == 101
        said = f',"token":"{token}"' if token else ""
        self.send(frame(f'{{"type":"hello","protocol":1{said}}}'.encode()))

    def answer(self, patience: float = 5.0) -> Answer:
        """Everything until the server closes, or nothing has come for a while."""
        self.socket.settimeout(patience)
        data, end = self._kept, OPEN
        try:
            while part := self._receive():
                data += part
                if not data.startswith(b"HTTP/") and Answer("", data, OPEN).close is not None:
                    return Answer("", data, OPEN)
            end = "closed"
        except TimeoutError:
            end = OPEN
        except ConnectionResetError:
            end = RESET
        if data.startswith(b"HTTP/"):
            head, _, rest = data.partition(b"\r\n\r\n")
            return Answer(head.decode("latin-1"), rest, end)
        return Answer("", data, end)

    def _receive(self) -> bytes:
        return self.socket.recv(65536)

    def reset(self) -> None:
        """Hang up without a goodbye."""
        linger = struct.pack("ii", 1, 0)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.socket.close()

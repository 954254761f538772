"""The scripts, each one atomic step in the server, and how a call of one looks on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha1
from importlib.resources import files
from typing import Final

Argument = str | bytes | int | float
Given = tuple[Sequence[bytes], Sequence[Argument]]
"""Keys and arguments of a script."""

_HERE: Final = files(__package__ or "")
_PRELUDE: Final = (_HERE / "prelude.lua").read_text(encoding="utf-8")


_HEADS: Final = tuple(b"$%d\r\n" % size for size in range(256))
"""What stands before a part of so many bytes."""


def pack(*command: Argument) -> bytes:
    """One command as it goes over the wire: an array of bulk strings, as the protocol has it."""
    packed = [b"*%d\r\n" % len(command)]
    for each in command:
        part = each if isinstance(each, bytes) else str(each).encode()
        size = len(part)
        packed += (_HEADS[size] if size < len(_HEADS) else b"$%d\r\n" % size, part, b"\r\n")
    return b"".join(packed)


@dataclass(frozen=True, slots=True)
class Script:
    """A script by its name; the server knows it by the hash of its text.

    `flags` are the server's: without any it refuses to begin when it is out of memory.
    """

    name: str
    flags: str = ""
    source: bytes = field(init=False, repr=False)
    sha: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        body = (_HERE / f"{self.name}.lua").read_text(encoding="utf-8")
        first = f"#!lua flags={self.flags}" if self.flags else "#!lua"
        source = f"{first}\n{_PRELUDE}{body}".encode()
        object.__setattr__(self, "source", source)
        object.__setattr__(self, "sha", sha1(source, usedforsecurity=False).hexdigest().encode())

    def call(self, keys: Sequence[bytes], arguments: Sequence[Argument]) -> bytes:
        """Run it; the server answers NOSCRIPT if it does not know it."""
        return pack(b"EVALSHA", self.sha, len(keys), *keys, *arguments)

    def teach(self, keys: Sequence[bytes], arguments: Sequence[Argument]) -> bytes:
        """Run it, with its text for a server that does not know it yet."""
        return pack(b"EVAL", self.source, len(keys), *keys, *arguments)


APPEND: Final = Script("append")
KEEP: Final = Script("keep")
BURY: Final = Script("bury", "allow-oom")
TOKENS: Final = Script("tokens")
SAY: Final = Script("say")
PRESENCE: Final = Script("presence")
BUCKET: Final = Script("bucket")
TALLY: Final = Script("tally")
NOTE: Final = Script("note")

"""Chance that a number repeats: the same seed gives the same match."""

import hashlib
from typing import final


@final
class Stream:
    """Numbers that follow from a name. Each is as likely as the next."""

    def __init__(self, *names: object) -> None:
        self._name = ":".join(map(str, names)).encode()
        self._block = 0
        self._left: list[int] = []

    def randrange(self, stop: int) -> int:
        """A whole number below `stop`, which is at most 2³²."""
        limit = (1 << 32) - (1 << 32) % stop
        while True:
            word = self._word()
            if word < limit:
                return word % stop

    def shuffled(self, letters: str) -> str:
        """The letters in another order."""
        order = list(letters)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.randrange(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return "".join(order)

    def _word(self) -> int:
        if not self._left:
            block = hashlib.blake2b(self._block.to_bytes(8, "big"), key=self._key()).digest()
            self._block += 1
            self._left = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
        return self._left.pop()

    def _key(self) -> bytes:
        return hashlib.blake2b(self._name, digest_size=32).digest()

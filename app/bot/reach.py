"""What a piece on the search's board could capture, and how chases are counted there.

A colour's chases fit into two words, for only the piece that it moved last can be chasing: the
square of the chaser and up to six entries in the first, more entries in the second. An entry is
a square and the chases in a row, nine bits together. A word without entries is 0.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from app.bot.codes import BESIDE, CANNON, RAY, first_of
from app.bot.law import Law

_IN_FIRST_WORD: Final = 6


def jumps(cell: vec[i64], enemies: i64, square: i64) -> i64:
    """The enemies that a cannon here takes: the first piece behind exactly one screen."""
    found: i64 = 0
    for line in range(4):
        at: i64 = (square * 4 + line) * 8
        screens: i64 = 0
        while RAY[at] >= 0:
            if cell[RAY[at]] != 0:
                screens += 1
                if screens == 2:
                    bit: i64 = 1
                    found |= (bit << RAY[at]) & enemies
                    break
            at += 1
    return found


def prey(law: Law, cell: vec[i64], enemies: i64, square: i64) -> i64:
    """The face-up enemies that the piece here could capture."""
    code = cell[square]
    if code & 7 == CANNON and law.jumps:
        return jumps(cell, enemies, square)
    found: i64 = 0
    near: i64 = BESIDE[square] & enemies
    while near != 0:
        low: i64 = near & -near
        near ^= low
        if law.takes[code * 16 + cell[first_of(low)]] != 0:
            found |= low
    return found


def chases(words: vec[i64], side: i64, chaser: i64, chased: i64) -> i64:
    """How often in a row this pair was counted."""
    word = words[2 * side]
    if word == 0 or word & 31 != chaser:
        return 0
    count = _count_in(word >> 5, chased)
    return count if count != 0 else _count_in(words[2 * side + 1], chased)


def _count_in(entries: i64, chased: i64) -> i64:
    while entries != 0:
        if entries & 31 == chased:
            return (entries >> 5) & 15
        entries >>= 9
    return 0


def most_chases(words: vec[i64], side: i64) -> i64:
    """The highest count of a colour."""
    return max(_most_in(words[2 * side] >> 5), _most_in(words[2 * side + 1]))


def _most_in(entries: i64) -> i64:
    most: i64 = 0
    while entries != 0:
        most = max(most, (entries >> 5) & 15)
        entries >>= 9
    return most


def add_chase(words: vec[i64], side: i64, pair: tuple[int, int], count: int) -> None:
    """Enter a running count for chaser and chased, both given as squares."""
    number: i64 = 0
    while number < _IN_FIRST_WORD and words[2 * side] >> (5 + 9 * number) != 0:
        number += 1
    entry: i64 = pair[1] | count << 5
    if number < _IN_FIRST_WORD:
        words[2 * side] = words[2 * side] | pair[0] | entry << (5 + 9 * number)
    else:
        words[2 * side + 1] = words[2 * side + 1] << 9 | entry


def follow(words: vec[i64], side: i64, source: i64, target: i64) -> None:
    """What this colour chases has gone from one square to another."""
    word = words[2 * side]
    if word != 0:
        words[2 * side] = word & 31 | _followed(word >> 5, source, target) << 5
        words[2 * side + 1] = _followed(words[2 * side + 1], source, target)


def _followed(entries: i64, source: i64, target: i64) -> i64:
    shift: i64 = 0
    while entries >> shift != 0:
        if (entries >> shift) & 31 == source:
            return entries ^ (source ^ target) << shift
        shift += 9
    return entries


def chase_on(words: vec[i64], side: i64, source: i64, target: i64, found: i64) -> None:
    """A colour's counts after a plain move that leaves this prey."""
    left: i64 = found
    number: i64 = 0
    first: i64 = 0
    second: i64 = 0
    while left != 0:
        low: i64 = left & -left
        left ^= low
        chased = first_of(low)
        count: i64 = min(chases(words, side, source, chased) + 1, 15)
        if number < _IN_FIRST_WORD:
            first |= (chased | count << 5) << (9 * number)
        else:
            second |= (chased | count << 5) << (9 * (number - _IN_FIRST_WORD))
        number += 1
    words[2 * side] = target | first << 5 if first != 0 else 0
    words[2 * side + 1] = second

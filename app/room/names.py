"""What a player may be called and what may be said: one policy, as pure functions.

Text from strangers is shown to others, so it must look like what it is: no reordering, no
invisible letters, no towers of marks. Lengths are counted as a reader counts (grapheme
clusters), and bounded in code points and bytes as well. Knows nothing of HTML: whoever
shows a text shows it as text.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import regex

from app.room.commands import Refusal, Refused

MAX_MARKS = 2
"""Combining marks on one letter."""

VARIATION_16 = "\ufe0f"
JOINER = "\u200d"


@dataclass(frozen=True, slots=True)
class Policy:
    """How long a text may be, and the code of its refusal."""

    refusal: Refusal
    clusters: int
    code_points: int
    octets: int

    @property
    def unread(self) -> int:
        """A text longer than this is refused before any work is done on it."""
        return 4 * self.code_points


NAME = Policy(Refusal.NAME_INVALID, clusters=24, code_points=72, octets=144)
CHAT = Policy(Refusal.TEXT_INVALID, clusters=200, code_points=600, octets=1200)

_REMOVED = regex.compile(
    r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?![\t\n\v\f\r\x85])\p{Cc}"
)
"""Direction and control characters: taken out silently (white space among them becomes a space)."""

_SPACES = regex.compile(r"\s+")

_FORBIDDEN = regex.compile(
    r"[\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]"
    r"|(?!\u200d)\p{Cf}"
    r"|[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc]"
    r"|[\u180b-\u180f\ufe00-\ufe0e\U000e0000-\U000e0fff]"
)
"""Invisible, private and unassigned: letters that nobody can see or that have no meaning."""

_TOWER = regex.compile(rf"(?:[\p{{M}}--[\ufe0f]]\ufe0f*){{{MAX_MARKS + 1},}}", regex.V1)

_EMOJI_BEFORE = regex.compile(r"[\p{Extended_Pictographic}\U0001f3fb-\U0001f3ff]")
_EMOJI_AFTER = regex.compile(r"\p{Extended_Pictographic}")

_CLUSTER = regex.compile(r"\X")
_SEEN = regex.compile(r"[^\p{Z}\p{M}\u200d]")


def clean_name(text: str) -> str:
    """The display name as it is kept and shown; raises `Refused` (name_invalid)."""
    return _clean(text, NAME)


def clean_chat(text: str) -> str:
    """A line of chat as it is kept and shown; raises `Refused` (text_invalid)."""
    return _clean(text, CHAT)


def numbered(name: str, number: int) -> str:
    """A clean name with a number behind it, cut between two letters if it would get too long."""
    letters, tail = _CLUSTER.findall(name), f" ({number})"
    while _is_too_long("".join(letters) + tail, NAME):
        letters.pop()
    return "".join(letters).rstrip() + tail


def _clean(text: str, policy: Policy) -> str:
    if len(text) > policy.unread:
        raise Refused(policy.refusal, "too long")
    shown = _normal(text)
    if _FORBIDDEN.search(shown) or not _joins_only_emoji(shown):
        raise Refused(policy.refusal, "invisible or unassigned characters")
    if _TOWER.search(shown):
        raise Refused(policy.refusal, "too many marks on one letter")
    if not _SEEN.search(shown):
        raise Refused(policy.refusal, "empty")
    if _is_too_long(shown, policy):
        raise Refused(policy.refusal, "too long")
    return shown


def _normal(text: str) -> str:
    """Composed, without control and direction characters, single spaces, no space at the ends."""
    composed = unicodedata.normalize("NFC", _REMOVED.sub("", text))
    return _SPACES.sub(" ", composed).strip()


def _joins_only_emoji(text: str) -> bool:
    return all(
        _is_between_emoji(text, at) for at, character in enumerate(text) if character == JOINER
    )


def _is_between_emoji(text: str, at: int) -> bool:
    before = text[:at].removesuffix(VARIATION_16)[-1:]
    after = text[at + 1 : at + 2]
    return bool(_EMOJI_BEFORE.match(before) and _EMOJI_AFTER.match(after))


def _is_too_long(text: str, policy: Policy) -> bool:
    return (
        len(text) > policy.code_points
        or len(text.encode("utf-8")) > policy.octets
        or len(_CLUSTER.findall(text)) > policy.clusters
    )

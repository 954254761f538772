"""Decides over the history of one room: what was promised and not kept.

Pure. The log is the measure: what is in it happened, in that order and once. Where the store
itself went back in time it is the log that was left in the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import inf

from tests.chaos.history import (
    IMPOSSIBLE,
    Entry,
    Fault,
    Log,
    Outcome,
    RoomHistory,
    Sent,
    Sighting,
    Witness,
)

RECOVERY = 5.0
"""Seconds after the end of a fault within which play goes on and everybody is told."""

ANSWER = 8.0
"""Seconds within which every command is answered, if only by `unavailable`."""


class Kind(StrEnum):
    """What can be wrong."""

    LOST = "an acknowledged command is lost"
    WRONG_VERSION = "an ack names another version than the log"
    TWICE = "a command counts twice"
    REFUSED_BUT_DONE = "a refused command is in the log"
    ORDER = "a later command stands before one that was acknowledged"
    NOWHERE = "the log holds what nobody sent"
    IMPOSSIBLE = "the log holds what cannot have happened"
    HOLE = "the log has a hole"
    BOARD_NOT_LOG = "the list of moves is not what the log says"
    DIVERGED = "a client saw another board than the others"
    WENT_BACK = "what was told before was taken back"
    STOPPED_SHORT = "a client does not know the newest version"
    SILENCE = "a command was not answered"
    NO_PLAY = "play did not go on in time"
    NO_GOODBYE = "a client was cut off without a word"
    SHUT_OUT = "a client was not let in again in time"


@dataclass(frozen=True, slots=True)
class Violation:
    """One promise that was broken, and how one sees it."""

    kind: Kind
    room: str
    what: str

    def __str__(self) -> str:
        return f"{self.room}: {self.kind}: {self.what}"


def check(history: RoomHistory) -> list[Violation]:
    """Everything that is wrong with this room; nothing if all was kept."""
    case = Case(history)
    return [Violation(kind, history.room, what) for kind, look in _LOOKS for what in look(case)]


def resumed_after(history: RoomHistory) -> Iterator[float]:
    """For each fault the seconds from its end to the first ack; infinite if there was none."""
    answered = sorted(ack.ended for sent in history.commands for ack in sent.acks)
    for fault in history.faults:
        yield next((at - fault.ended for at in answered if at > fault.ended), inf)


def forgotten(history: RoomHistory) -> int:
    """How many acknowledged commands are not in the log, forgiven or not."""
    case = Case(history)
    return sum(bool(sent.acks) and not case.places(sent) for sent in history.commands)


class Case:
    """A history with what several looks at it need."""

    def __init__(self, history: RoomHistory) -> None:
        self.history = history
        self.log = merged(history.truth.logs)
        self.final = history.truth.version

    @cached_property
    def at(self) -> Mapping[str, list[int]]:
        """Where each command stands in the log."""
        found: dict[str, list[int]] = defaultdict(list)
        for entry in self.log:
            if entry.command is not None:
                found[entry.command].append(entry.version)
        return dict(found)

    @cached_property
    def boards(self) -> Mapping[int, str]:
        """The digest that each version has."""
        return {entry.version: entry.digest for entry in self.log}

    @cached_property
    def went_back(self) -> tuple[Fault, ...]:
        """The faults in which the store lost what it had."""
        return tuple(fault for fault in self.history.faults if fault.went_back)

    @cached_property
    def forgiven_until(self) -> float:
        """What was acknowledged until then may be gone."""
        return max((fault.ended for fault in self.went_back), default=-inf)

    def may_go_back(self, at: float) -> bool:
        """Whether somebody may be told at this instant that time went back."""
        return any(fault.began <= at <= fault.ended + RECOVERY for fault in self.went_back)

    def contradicts(self, seen: Sighting) -> bool:
        """Whether this is not what happened, as far as it is known in the end."""
        return seen.version > self.final or self.boards.get(seen.version) not in {None, seen.digest}

    def places(self, sent: Sent) -> list[int]:
        """Where a command stands in the log."""
        return self.at.get(_key(sent), [])


def merged(logs: Sequence[Log]) -> Log:
    """The log as it was left, with the beginning that was read before it was dropped."""
    whole: Log = ()
    for log in logs:
        if log:
            whole = (*(entry for entry in whole if entry.version < log[0].version), *log)
    return whole


def _key(sent: Sent) -> str:
    return f"{sent.seat}:{sent.id}"


# — commands —


def _lost(case: Case) -> Iterator[str]:
    for sent in case.history.commands:
        kept = case.places(sent)
        for ack in sent.acks:
            if not kept and ack.ended > case.forgiven_until:
                yield f"{_key(sent)}, acknowledged as {ack.version}"


def _wrong_version(case: Case) -> Iterator[str]:
    for sent in case.history.commands:
        kept = case.places(sent)
        for ack in sent.acks:
            if kept and ack.version not in kept:
                yield f"{_key(sent)}, acknowledged as {ack.version}, is {kept}"


def _twice(case: Case) -> Iterator[str]:
    by_ply: dict[tuple[int, int], list[str]] = defaultdict(list)
    for sent in case.history.commands:
        kept = case.places(sent)
        if len(kept) > 1:
            yield f"{_key(sent)} stands in the log at {kept}"
        lasting = [ack for ack in sent.acks if ack.ended > case.forgiven_until]
        if len({ack.version for ack in lasting}) > 1:
            yield f"{_key(sent)} was acknowledged as {[ack.version for ack in lasting]}"
        if sent.ply is not None and (kept or lasting):
            by_ply[sent.ply].append(_key(sent))
    for ply, keys in by_ply.items():
        if len(keys) > 1:
            yield f"{keys} all count as ply {ply}"


def _refused_but_done(case: Case) -> Iterator[str]:
    for sent in case.history.commands:
        for attempt in sent.attempts:
            if attempt.is_final and case.places(sent):
                yield f"{_key(sent)}, refused as {attempt.code}, is {case.places(sent)}"


def _order(case: Case) -> Iterator[str]:
    """Positions are known, so it is enough to look at everything once."""
    kept = [
        (sent.attempts[0].called, ack.ended, ack.version or 0, _key(sent))
        for sent in case.history.commands
        if case.places(sent)
        for ack in sent.acks
    ]
    done, highest, next_done = sorted(kept, key=lambda each: each[1]), 0, 0
    for called, _, version, key in sorted(kept):
        while done[next_done][1] < called:
            highest = max(highest, done[next_done][2])
            next_done += 1
        if version <= highest:
            yield f"{key} at {version} was sent after {highest} was acknowledged"


def _silence(case: Case) -> Iterator[str]:
    for sent in case.history.commands:
        for attempt in sent.attempts:
            waited = attempt.ended - attempt.called
            is_silent = attempt.outcome is Outcome.SILENT or waited > ANSWER
            if is_silent and not _is_hushed(case, attempt.called, attempt.ended):
                yield f"{_key(sent)} for {waited:.1f} s"
        last = sent.attempts[-1] if sent.attempts else None
        if last is None or not (last.is_final or sent.acks):
            yield f"{_key(sent)} until the end"


def _is_hushed(case: Case, called: float, ended: float) -> bool:
    return any(
        fault.hushes_clients and called <= fault.ended and ended >= fault.began
        for fault in case.history.faults
    )


def _no_play(case: Case) -> Iterator[str]:
    after = resumed_after(case.history)
    for fault, seconds in zip(case.history.faults, after, strict=True):
        if seconds > RECOVERY:
            yield f"after {fault.name} only in {seconds:.1f} s"


# — the log —


def _nowhere(case: Case) -> Iterator[str]:
    known = {_key(sent) for sent in case.history.commands}
    for entry in case.log:
        if entry.command is None and entry.ply is not None:
            yield f"{entry.ply} at {entry.version}"
        if entry.command is not None and entry.command not in known:
            yield f"{entry.command} at {entry.version}"


def _impossible(case: Case) -> Iterator[str]:
    for entry in case.log:
        if entry.digest == IMPOSSIBLE:
            yield f"{entry.ply or 'an event'} at {entry.version}"


def _hole(case: Case) -> Iterator[str]:
    versions = [entry.version for entry in case.log]
    if versions != list(range(1, case.final + 1)):
        missing = sorted(set(range(1, case.final + 1)) ^ set(versions))
        yield f"{missing[:5] or 'the order'} of {case.final}"


def _board_not_log(case: Case) -> Iterator[str]:
    moves = case.history.truth.moves
    played = tuple(entry.ply for entry in case.log if entry.ply is not None)
    if moves and played[-len(moves) :] != moves:
        yield f"{moves[-3:]} of {len(moves)} where the log ends with {played[-3:]}"


def _log_went_back(case: Case) -> Iterator[str]:
    if case.went_back:
        return
    for earlier, later in pairwise(log for log in case.history.truth.logs if log):
        first = later[0].version
        if not _begins(later, tuple(each for each in earlier if each.version >= first)):
            yield f"the log, after version {earlier[-1].version}"


def _begins(later: Log, earlier: Sequence[Entry]) -> bool:
    tags = [entry.tag for entry in earlier]
    return [entry.tag for entry in later[: len(tags)]] == tags


# — what clients saw —


def _diverged(case: Case) -> Iterator[str]:
    if case.boards.get(case.final) not in {None, case.history.truth.digest}:
        yield f"a fresh connection at {case.final}"
    for witness in case.history.witnesses:
        for seen in witness.sightings:
            if case.contradicts(seen) and seen.at > case.forgiven_until + RECOVERY:
                yield f"{witness.name} at {seen.version}"


def _went_back(case: Case) -> Iterator[str]:
    yield from _log_went_back(case)
    for witness in case.history.witnesses:
        for before, seen in pairwise(witness.sightings):
            if _is_step_back(case, before, seen) and not (
                seen.is_welcome and case.may_go_back(seen.at)
            ):
                yield f"{witness.name} from {before.version} to {seen.version}"


def _is_step_back(case: Case, before: Sighting, seen: Sighting) -> bool:
    """Whether a client has to be told that what it saw before is not so any more."""
    turned = case.contradicts(before) and not case.contradicts(seen)
    return seen.version < before.version or (bool(case.went_back) and turned)


def _stopped_short(case: Case) -> Iterator[str]:
    for witness in case.history.witnesses:
        last = witness.sightings[-1] if witness.sightings else None
        if last is None or last.version != case.final or case.contradicts(last):
            yield f"{witness.name} at {last.version if last else 'nothing'} of {case.final}"


def _no_goodbye(case: Case) -> Iterator[str]:
    announced = [fault for fault in case.history.faults if fault.is_announced]
    for witness in case.history.witnesses:
        for fault in announced:
            yield from _cut_off(witness, fault)


def _cut_off(witness: Witness, fault: Fault) -> Iterator[str]:
    for ending in witness.endings:
        is_told = (ending.close, ending.bye) == (1012, "restarting")
        if fault.began <= ending.at <= fault.ended and not is_told:
            yield f"{witness.name} with {ending.close} and {ending.bye}"


def _shut_out(case: Case) -> Iterator[str]:
    for witness in case.history.witnesses:
        for ending in witness.endings:
            back = next((s.at for s in witness.sightings if s.at > ending.at and s.is_welcome), inf)
            waited = back - _healed(case, ending.at)
            if waited > RECOVERY:
                yield f"{witness.name} for {waited:.1f} s"


def _healed(case: Case, at: float) -> float:
    """The end of whatever was broken at this instant."""
    ends = (fault.ended for fault in case.history.faults if fault.began <= at)
    return max((at, *ends))


_LOOKS: Sequence[tuple[Kind, Callable[[Case], Iterator[str]]]] = (
    (Kind.LOST, _lost),
    (Kind.WRONG_VERSION, _wrong_version),
    (Kind.TWICE, _twice),
    (Kind.REFUSED_BUT_DONE, _refused_but_done),
    (Kind.ORDER, _order),
    (Kind.NOWHERE, _nowhere),
    (Kind.IMPOSSIBLE, _impossible),
    (Kind.HOLE, _hole),
    (Kind.BOARD_NOT_LOG, _board_not_log),
    (Kind.DIVERGED, _diverged),
    (Kind.WENT_BACK, _went_back),
    (Kind.STOPPED_SHORT, _stopped_short),
    (Kind.SILENCE, _silence),
    (Kind.NO_PLAY, _no_play),
    (Kind.NO_GOODBYE, _no_goodbye),
    (Kind.SHUT_OUT, _shut_out),
)

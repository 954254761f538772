"""The checker finds what was planted, each kind of it, and nothing where all was kept.

The good history: two players and a spectator see the versions 1 to 6 of a game, the fourth
command is sent twice because its first answer was `unavailable`, and a fault lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from tests.chaos.checker import Kind, check, resumed_after
from tests.chaos.history import (
    IMPOSSIBLE,
    Attempt,
    Ending,
    Entry,
    Fault,
    Outcome,
    RoomHistory,
    Sent,
    Sighting,
    Truth,
    Witness,
    digest,
)

OPENED = 2
"""Versions before the first command: the room is opened, the guest sits down."""

PLIES = 4
NEWEST = OPENED + PLIES
FAULT = Fault("a fault", began=3.2, ended=4.0)
BACK = replace(FAULT, went_back=True)


def ack(called: float, version: int) -> Attempt:
    return Attempt(called, called + 0.1, Outcome.ACKED, version)


def refused(called: float, code: str) -> Attempt:
    return Attempt(called, called + 0.1, Outcome.REFUSED, code=code)


def board(version: int) -> str:
    return f"board {version}"


def entry(version: int) -> Entry:
    ply = version - OPENED
    seat = "host" if ply % 2 else "guest"
    command, move = (f"{seat}:c{ply}", f"m{ply}") if ply > 0 else (None, None)
    return Entry(version, f"tag {version}", board(version), command, move)


def command(ply: int) -> Sent:
    """Ply n is played at second n and gets version n + 2; the last one only the second time."""
    seat = "host" if ply % 2 else "guest"
    body = {"type": "play", "id": f"c{ply}", "game": 1, "ply": ply - 1, "action": f"a{ply}"}
    first = (refused(3.5, "unavailable"),) if ply == PLIES else ()
    return Sent(seat, seat, f"c{ply}", body, (*first, ack(ply + 0.2, ply + OPENED)))


def witness(name: str) -> Witness:
    first = Sighting(0.5, OPENED, board(OPENED), is_welcome=True)
    later = (Sighting(v - OPENED + 0.3, v, board(v)) for v in range(OPENED + 1, NEWEST + 1))
    return Witness(name, (first, *later))


LOG = tuple(entry(version) for version in range(1, NEWEST + 1))
COMMANDS = tuple(command(ply) for ply in range(1, PLIES + 1))
GOOD = RoomHistory(
    "ROOM",
    COMMANDS,
    tuple(witness(name) for name in ("host", "guest", "spectator")),
    Truth(NEWEST, board(NEWEST), tuple(f"m{ply}" for ply in range(1, PLIES + 1)), (LOG[:4], LOG)),
    (FAULT,),
)


def kinds(history: RoomHistory) -> set[Kind]:
    return {violation.kind for violation in check(history)}


def with_command(number: int, *attempts: Attempt) -> RoomHistory:
    """The good history with one command answered otherwise."""
    changed = tuple(
        replace(sent, attempts=attempts) if sent.id == f"c{number}" else sent for sent in COMMANDS
    )
    return replace(GOOD, commands=changed)


def with_log(*log: Entry) -> RoomHistory:
    return replace(GOOD, truth=replace(GOOD.truth, logs=(log,)))


def with_sightings(*seen: Sighting) -> RoomHistory:
    """The good history with a spectator who saw something else."""
    return replace(GOOD, witnesses=(*GOOD.witnesses[:2], Witness("spectator", seen)))


def with_sighting(number: int, seen: Sighting) -> RoomHistory:
    good = list(GOOD.witnesses[2].sightings)
    good[number] = seen
    return with_sightings(*good)


def with_endings(*endings: Ending, back: float | None = None) -> RoomHistory:
    """The good history with one client that was cut off, and welcomed again or not."""
    one = replace(GOOD.witnesses[0], endings=endings)
    if back is not None:
        again = Sighting(back, NEWEST, board(NEWEST), is_welcome=True)
        one = replace(one, sightings=(*one.sightings, again))
    return replace(GOOD, witnesses=(one,))


def test_a_history_in_which_all_was_kept_passes() -> None:
    assert check(GOOD) == []
    assert check(replace(GOOD, faults=(BACK,))) == []


NEVER_DONE = with_command(4, refused(3.5, "unavailable"), ack(4.2, 7))
EXTRA = Sent("guest", "guest", "extra", COMMANDS[3].body, (ack(4.3, 6),))

PLANTED: Mapping[str, tuple[Kind, Callable[[], RoomHistory]]] = {
    "an acknowledged command that is not in the log": (
        Kind.LOST,
        lambda: replace(GOOD, commands=(*COMMANDS, replace(EXTRA, id="gone"))),
    ),
    "an ack with a version too high": (Kind.WRONG_VERSION, lambda: NEVER_DONE),
    "a resend after `unavailable` that counted again": (
        Kind.TWICE,
        lambda: with_log(*LOG[:5], replace(LOG[5], version=6), replace(LOG[5], version=7)),
    ),
    "one command acknowledged as two versions": (
        Kind.TWICE,
        lambda: with_command(2, ack(2.2, 4), ack(2.4, 5)),
    ),
    "two commands that count as the same ply": (
        Kind.TWICE,
        lambda: replace(GOOD, commands=(*COMMANDS, EXTRA)),
    ),
    "a refused command that was done": (
        Kind.REFUSED_BUT_DONE,
        lambda: with_command(3, refused(3.2, "stale")),
    ),
    "a command sent after the ack of a later version": (
        Kind.ORDER,
        lambda: with_command(1, ack(2.9, 3)),
    ),
    "an event that no command made": (
        Kind.NOWHERE,
        lambda: with_log(*LOG[:3], replace(LOG[3], command=None), *LOG[4:]),
    ),
    "an event of a command that nobody sent": (
        Kind.NOWHERE,
        lambda: with_log(*LOG[:3], replace(LOG[3], command="guest:x"), *LOG[4:]),
    ),
    "a move that the rules do not know": (
        Kind.IMPOSSIBLE,
        lambda: with_log(*LOG[:3], replace(LOG[3], digest=IMPOSSIBLE), *LOG[4:]),
    ),
    "a version that is missing in the log": (Kind.HOLE, lambda: with_log(*LOG[:3], *LOG[4:])),
    "a beginning that was never read": (Kind.HOLE, lambda: with_log(*LOG[2:])),
    "a list of moves with one move twice": (
        Kind.BOARD_NOT_LOG,
        lambda: replace(GOOD, truth=replace(GOOD.truth, moves=("m1", "m1", "m2", "m3", "m4"))),
    ),
    "two clients with different boards at one version": (
        Kind.DIVERGED,
        lambda: with_sighting(2, Sighting(2.3, 4, "another board")),
    ),
    "a version that never was": (
        Kind.DIVERGED,
        lambda: with_sighting(4, Sighting(4.3, 7, "board 7")),
    ),
    "a fresh connection that sees something else": (
        Kind.DIVERGED,
        lambda: replace(GOOD, truth=replace(GOOD.truth, digest="another board")),
    ),
    "a welcome that takes back what was told": (
        Kind.WENT_BACK,
        lambda: with_sighting(3, Sighting(3.3, 3, board(3), is_welcome=True)),
    ),
    "a state that takes back what was told": (
        Kind.WENT_BACK,
        lambda: with_sighting(3, Sighting(3.3, 3, board(3))),
    ),
    "a log whose past has changed": (
        Kind.WENT_BACK,
        lambda: replace(
            GOOD,
            truth=replace(GOOD.truth, logs=((*LOG[:3], replace(LOG[3], tag="other")), LOG)),
        ),
    ),
    "a client that stopped short": (
        Kind.STOPPED_SHORT,
        lambda: with_sightings(*GOOD.witnesses[2].sightings[:-1]),
    ),
    "a client that never saw anything": (Kind.STOPPED_SHORT, with_sightings),
    "a command that was not answered in time": (
        Kind.SILENCE,
        lambda: with_command(4, Attempt(3.3, 3.9, Outcome.SILENT), ack(4.2, 6)),
    ),
    "a connection that ended only after a long silence": (
        Kind.SILENCE,
        lambda: with_command(4, Attempt(3.3, 12.0, Outcome.LOST), ack(12.2, 6)),
    ),
    "a command that never got an answer": (
        Kind.SILENCE,
        lambda: with_command(4, refused(3.5, "unavailable")),
    ),
    "play that goes on too late": (
        Kind.NO_PLAY,
        lambda: with_command(4, refused(3.5, "unavailable"), ack(9.2, 6)),
    ),
    "play that never goes on": (
        Kind.NO_PLAY,
        lambda: replace(GOOD, faults=(replace(FAULT, ended=99.0),)),
    ),
    "a client cut off in a planned stop": (
        Kind.NO_GOODBYE,
        lambda: replace(
            GOOD,
            faults=(replace(FAULT, is_announced=True),),
            witnesses=(replace(GOOD.witnesses[0], endings=(Ending(3.6, 1006),)),),
        ),
    ),
    "a client that did not get in again": (
        Kind.SHUT_OUT,
        lambda: with_endings(Ending(3.6, 1006)),
    ),
    "a client that got in again too late": (
        Kind.SHUT_OUT,
        lambda: with_endings(Ending(3.6, 1006), back=9.5),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_it_finds(name: str) -> None:
    kind, planted = PLANTED[name]
    assert kind in kinds(planted())


def test_every_kind_is_planted_here() -> None:
    assert {kind for kind, _ in PLANTED.values()} == set(Kind)


# — a store that went back in time: version 5 and 6 were lost, and 5 was played anew —

LATER = Sent("host", "host", "d3", {"type": "play", "game": 1, "ply": 2}, (ack(4.2, 5),))
NEW_END = Entry(5, "another tag", "another board", "host:d3", "n3")
REWOUND = RoomHistory(
    "ROOM",
    (COMMANDS[0], COMMANDS[1], replace(COMMANDS[2], attempts=(ack(3.0, 5),)), LATER),
    (
        Witness(
            "host",
            (
                *witness("host").sightings[:4],
                Sighting(4.1, 4, board(4), is_welcome=True),
                Sighting(4.3, 5, "another board"),
            ),
        ),
    ),
    Truth(5, "another board", ("m1", "m2", "n3"), (LOG[:5], (*LOG[:4], NEW_END))),
    (BACK,),
)


def test_what_is_lost_with_the_store_is_forgiven_where_all_are_told() -> None:
    assert check(REWOUND) == []


def test_without_such_a_fault_nothing_of_it_is_forgiven() -> None:
    found = kinds(replace(REWOUND, faults=(FAULT,)))

    assert found == {Kind.LOST, Kind.DIVERGED, Kind.WENT_BACK, Kind.TWICE}


def seen_by_host(*seen: Sighting) -> RoomHistory:
    return replace(REWOUND, witnesses=(Witness("host", seen),))


def test_what_was_acknowledged_after_the_store_went_back_must_be_there() -> None:
    gone = replace(LATER, id="gone", attempts=(ack(4.5, 6),), body={"type": "rematch"})

    assert kinds(replace(REWOUND, commands=(*REWOUND.commands, gone))) == {Kind.LOST}


def test_a_rewind_that_is_told_by_a_state_only_is_found() -> None:
    old = witness("host").sightings[:4]

    assert kinds(seen_by_host(*old, Sighting(4.3, 5, "another board"))) == {Kind.WENT_BACK}


def test_a_client_left_on_the_old_board_is_found() -> None:
    assert kinds(seen_by_host(*witness("host").sightings[:4])) == {Kind.STOPPED_SHORT}


def test_an_old_board_that_is_shown_long_afterwards_is_found() -> None:
    good = REWOUND.witnesses[0].sightings
    late = Sighting(9.5, 5, board(5))

    assert Kind.DIVERGED in kinds(seen_by_host(*good, late))


def test_what_counted_twice_is_not_forgiven() -> None:
    log = (*LOG[:4], NEW_END, replace(NEW_END, version=6))
    truth = replace(REWOUND.truth, version=6, logs=(log,))

    assert Kind.TWICE in kinds(replace(REWOUND, truth=truth))


# — what else it says —


def test_silence_is_forgiven_where_the_clients_own_connection_was_dead() -> None:
    silent = with_command(4, Attempt(3.3, 3.9, Outcome.SILENT), ack(4.2, 6))

    assert check(replace(silent, faults=(replace(FAULT, hushes_clients=True),))) == []


def test_a_planned_stop_that_was_announced_passes() -> None:
    told = with_endings(Ending(3.6, 1012, "restarting"), back=8.0)

    assert check(replace(told, faults=(replace(FAULT, is_announced=True),))) == []


def test_the_beginning_of_the_log_may_have_been_read_earlier() -> None:
    truth = replace(GOOD.truth, logs=((), LOG[:4], LOG[2:]))

    assert check(replace(GOOD, truth=truth)) == []


def test_it_tells_how_long_play_stood_still() -> None:
    never = replace(FAULT, ended=99.0)
    first, second = resumed_after(replace(GOOD, faults=(FAULT, never)))

    assert (round(first, 3), second) == (0.3, float("inf"))


def test_a_digest_differs_with_the_board_and_not_with_the_time() -> None:
    around = dict.fromkeys(("phase", "opponent", "seats", "series", "rematch"), "x")
    game = {"board": "?" * 32, "clock": {"at": 1}}

    same = digest({**around, "expires_at": 5}, {**game, "clock": {"at": 2}})
    assert same == digest(around, game)
    assert same != digest(around, {**game, "board": "." * 32})

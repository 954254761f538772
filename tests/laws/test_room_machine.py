"""Whatever is asked of a room, in whatever order: it never becomes impossible."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from app.game import FULL_SET, PRESETS, Seat, barred, legal
from app.game.deal import Seeds, deal
from app.room import commands as c
from app.room.clock import deadline, overdue
from app.room.decide import Given, Opening, decide, open_room
from app.room.events import Event
from app.room.evolve import evolve, fold
from app.room.project import project
from app.room.seating import free_seat
from app.room.state import (
    ClockRules,
    Closed,
    Drawing,
    Millis,
    Opponent,
    Over,
    Playing,
    Room,
    RoomCode,
    Waiting,
)
from app.store.codec import decode, encode

SEATS = st.sampled_from(list(Seat))
RULES = st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__)
CLOCKS = st.sampled_from([None, ClockRules(60, 5), ClockRules(1, 0)])
PLIES = st.integers(0, 12)
GAMES = st.sampled_from([None, None, None, 1, 2])
ANYTHING: st.SearchStrategy[c.Command] = st.one_of(
    st.builds(c.Play, game=GAMES, ply=PLIES, action=st.sampled_from(["a1", "a1b1", "d8", "end"])),
    st.builds(c.Pick, tile=st.integers(0, 4)),
    st.builds(c.OfferDraw),
    st.builds(c.AcceptDraw, ply=PLIES),
    st.builds(c.DeclineDraw),
    st.builds(c.Resign, game=GAMES),
    st.builds(c.Claim, win=st.booleans()),
    st.builds(c.Rematch, accept=st.booleans()),
    st.builds(c.Undo),
    st.builds(c.Restart),
    st.builds(c.SetRules, RULES, CLOCKS, has_clock=st.booleans()),
    st.builds(c.RemoveGuest),
    st.builds(c.SeatComputer, st.integers(1, 5)),
    st.builds(c.Rename, st.sampled_from(["Mei", "Bao", "mei"])),
    st.builds(c.Leave),
    st.builds(c.TakeSeat, st.sampled_from([None, "Lan", "Mei"])),
)


def numbered_seeds() -> Iterator[Seeds]:
    """Secrets without end, the same in every run."""
    number = 0
    while True:
        number += 1
        server, host, guest = (
            hashlib.sha256(f"{who}{number}".encode()).digest() for who in ("s", "h", "g")
        )
        yield Seeds(server=server, host=host, guest=guest, game_id=f"game-{number}")


class RoomMachine(RuleBasedStateMachine):
    """One room under arbitrary commands, honest plies, passing time and absence."""

    room: Room

    def __init__(self) -> None:
        super().__init__()
        self.seeds = numbered_seeds()
        self.now = 1_000
        self.past: list[Event] = []

    @initialize(
        opponent=st.sampled_from([Opponent.FRIEND, Opponent.FRIEND, Opponent.LOCAL]),
        rules=RULES,
        clock=CLOCKS,
    )
    def opened(self, opponent: Opponent, rules: object, clock: ClockRules | None) -> None:
        opening = Opening(RoomCode("K7Q2MX"), opponent, "Mei", rules, clock)  # type: ignore[arg-type]
        event = open_room(opening, self.given(None))
        self.room = evolve(None, event)
        self.past = [decode(encode(event))]

    def given(self, claim_at: int | None) -> Given:
        claim = None if claim_at is None else Millis(claim_at)
        return Given(Millis(self.now), lambda: next(self.seeds), claim)

    def ask(self, seat: Seat, command: c.Command, claim_at: int | None = None) -> None:
        try:
            event = decide(self.room, seat, command, self.given(claim_at))
        except c.Refused:
            return
        if event is not None:
            self.tell(event)

    def tell(self, event: Event) -> None:
        self.room = evolve(self.room, event)
        # As it is read back from a store, without what only its decider knew.
        self.past.append(decode(encode(event)))

    @rule(seat=SEATS, command=ANYTHING, absent=st.booleans())
    def anything(self, seat: Seat, command: c.Command, absent: bool) -> None:
        self.ask(seat, command, self.now if absent else None)

    @rule(pick=st.integers(0, 10_000), count=st.integers(1, 12))
    def honest_plies(self, pick: int, count: int) -> None:
        for step in range(count):
            if not isinstance(self.room, Playing):
                return
            running = self.room.running
            actions = legal(running.game)
            action = actions[(pick + step * 7) % len(actions)]
            before = running.game.ply
            self.ask(running.turn, c.Play(ply=before, action=action))
            assert isinstance(self.room, Playing | Over)
            assert self.room.running.game.ply == before + 1

    @rule()
    def somebody_sits_down(self) -> None:
        seat = free_seat(self.room)
        if seat is not None:
            self.ask(seat, c.TakeSeat("Lan"))
            assert self.room.table.players.of(seat) is not None

    @rule(seconds=st.integers(0, 70))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds * 1000
        event = overdue(self.room, Millis(self.now))
        if event is not None:
            self.tell(event)
        assert overdue(self.room, Millis(self.now)) is None

    @invariant()
    def the_past_makes_the_room(self) -> None:
        assert fold(self.past) == self.room

    @invariant()
    def seats_and_phase_agree(self) -> None:
        players = self.room.table.players
        taken = [seat for seat in Seat if players.of(seat) is not None]
        match self.room:
            case Waiting():
                assert len(taken) == 1
            case Drawing():
                assert len(taken) == 2
                assert None in (self.room.draw.picks.host, self.room.draw.picks.guest)
            case Playing():
                assert len(taken) == 2
                assert legal(self.room.running.game)
            case Over():
                assert taken
                assert len(self.room.rematch) <= 1
            case Closed():
                pass

    @invariant()
    def the_sums_belong_to_the_games(self) -> None:
        series = self.room.table.series
        assert series.points.host + series.points.guest == 0
        assert 0 <= series.score.host + series.score.guest <= series.game
        assert min(series.score.host, series.score.guest) >= 0

    @invariant()
    def the_board_shows_the_deal(self) -> None:
        if not isinstance(self.room, Playing | Over):
            return
        running = self.room.running
        dealt = deal(running.seeds, running.game.start)
        game = running.game
        everything = game.pool + game.captured.first + game.captured.second
        everything += "".join(letter for letter in game.board if letter not in "?.")
        assert sorted(everything) == sorted(FULL_SET)
        hidden = "".join(dealt[at] for at in range(32) if game.board[at] == "?")
        assert sorted(hidden) == sorted(game.pool)
        assert not set(legal(game)) & set(barred(game))

    @invariant()
    def time_runs_for_one_player_at_most(self) -> None:
        if isinstance(self.room, Playing) and self.room.running.clock is not None:
            clock = self.room.running.clock
            running = self.room.running.turn if self.room.running.moves else None
            assert clock.running is running
            assert min(clock.left.host, clock.left.guest) >= 0
        else:
            assert deadline(self.room) is None

    @invariant()
    def everybody_may_look(self) -> None:
        view = project(self.room, Millis(0))
        assert set(view.room["seats"]) == {"host", "guest"}
        assert (view.game is None) == (not isinstance(self.room, Playing | Over))


RoomMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestRoomMachine = RoomMachine.TestCase

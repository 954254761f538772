"""What one client knows and wants: frames in, frames out, everything written down.

Plays legal moves at random and never gives a command up: the same bytes again until they are
answered for good. Knows no socket; whoever carries its frames tells it the time.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.checker import ANSWER
from tests.chaos.history import Attempt, Ending, Outcome, Sent, Sighting, Witness, digest

Frame = Mapping[str, Any]

THINKS = 0.12
"""Seconds that a player thinks at most, if not told otherwise."""

RESENDS = 0.2
"""Seconds after `unavailable` before the same command is sent again."""


@dataclass(slots=True)
class _Open:
    """A command that has no final answer yet. `called` is None while it is not under way."""

    body: Frame
    called: float | None = None
    attempts: list[Attempt] = field(default_factory=list)


class Mind:
    """One client in one room; `seat` is None for a spectator."""

    def __init__(
        self, name: str, seat: str | None, chance: random.Random, thinks: float = THINKS
    ) -> None:
        self.name = name
        self.seat = seat
        self.plays = True
        """While false nothing new is begun."""
        self.version = 0
        self._chance = chance
        self._longest_thought = thinks
        self._state: Frame = {}
        self._open: _Open | None = None
        self._acts_at = 0.0
        self._done: list[Sent] = []
        self._sightings: list[Sighting] = []
        self._endings: list[Ending] = []

    # — what it tells afterwards —

    @property
    def is_idle(self) -> bool:
        """Whether every command has its final answer."""
        return self._open is None

    @property
    def last_ack(self) -> float:
        """When a command was last acknowledged."""
        return next((sent.acks[-1].ended for sent in reversed(self._done) if sent.acks), 0.0)

    @property
    def sent(self) -> tuple[Sent, ...]:
        """All commands, one without its answer last."""
        return (*self._done, *(() if self._open is None else (self._closed(self._open),)))

    @property
    def witness(self) -> Witness:
        """Everything it saw."""
        return Witness(self.name, tuple(self._sightings), tuple(self._endings))

    # — what it hears —

    def hears(self, frame: Frame, now: float) -> None:
        """Take one frame of the server in."""
        match frame["type"]:
            case "welcome" | "state":
                self._sees(frame, now)
            case "ack":
                self._answered(frame, Attempt(0, now, Outcome.ACKED, version=frame["version"]))
            case "refused":
                self._answered(frame, Attempt(0, now, Outcome.REFUSED, code=frame["code"]))
            case _:
                pass

    def _sees(self, frame: Frame, now: float) -> None:
        version, is_welcome = frame["version"], frame["type"] == "welcome"
        board = digest(frame["room"], frame["game"])
        self._sightings.append(Sighting(now, version, board, is_welcome))
        if is_welcome or version > self.version:
            self._state, self.version = frame, version
            self._thinks(now)

    def _answered(self, frame: Frame, answer: Attempt) -> None:
        open_ = self._open
        if open_ is None or open_.body["id"] != frame["id"] or open_.called is None:
            return
        self._ends(open_, answer)
        if answer.outcome is Outcome.ACKED or answer.is_final:
            self._done.append(self._closed(open_))
            self._open = None
            self._thinks(answer.ended)
        else:
            self._acts_at = answer.ended + RESENDS

    def _ends(self, open_: _Open, how: Attempt) -> None:
        assert open_.called is not None
        open_.attempts.append(Attempt(open_.called, how.ended, how.outcome, how.version, how.code))
        open_.called = None

    def _closed(self, open_: _Open) -> Sent:
        assert self.seat is not None
        body = open_.body
        return Sent(self.name, self.seat, body["id"], body, tuple(open_.attempts))

    def _thinks(self, now: float) -> None:
        self._acts_at = max(self._acts_at, now + self._longest_thought * self._chance.random())

    # — how its connection ends —

    def is_cut_off(self, ending: Ending) -> None:
        """The connection is gone, with whatever was under way on it."""
        self._endings.append(ending)
        self.lets_go(ending.at)

    def lets_go(self, now: float) -> None:
        """It has given its connection up."""
        open_ = self._open
        if open_ is not None and open_.called is not None:
            is_silent = now - open_.called >= ANSWER
            how = Outcome.SILENT if is_silent else Outcome.LOST
            self._ends(open_, Attempt(open_.called, now, how))

    # — what it says —

    def acts_at(self) -> float | None:
        """When to ask it again for something to say; None if there is nothing to be done."""
        if self._open is not None:
            called = self._open.called
            return self._acts_at if called is None else called + ANSWER
        return self._acts_at if self.plays and self._wish() is not None else None

    def waits_in_vain(self, now: float) -> bool:
        """Whether an answer is overdue: then the connection is to be given up."""
        open_ = self._open
        return open_ is not None and open_.called is not None and now >= open_.called + ANSWER

    def says(self, now: float) -> Frame | None:
        """What it sends at this instant, if anything."""
        if now < self._acts_at:
            return None
        if self._open is None and self.plays and (wish := self._wish()) is not None:
            self._open = _Open({**wish, "id": f"{self._chance.getrandbits(96):024x}"})
        if self._open is None or self._open.called is not None:
            return None
        self._open.called = now
        return self._open.body

    def _wish(self) -> dict[str, Any] | None:
        if self.seat is None or not self._state or self._state["game"] is None:
            return None
        game, phase = self._state["game"], self._state["room"]["phase"]
        if phase == "playing" and game["turn"] == self.seat:
            return {
                "type": "play",
                "game": game["number"],
                "ply": game["ply"],
                "action": self._chance.choice(game["legal"]),
            }
        if phase == "over" and self.seat not in self._state["room"]["rematch"]:
            return {"type": "rematch", "game": game["number"], "accept": True}
        return None

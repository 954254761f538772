"""Ends that are agreed or declared: draw offers, resignation, claims against the absent."""

from __future__ import annotations

from app.game import Reason, Seat
from app.room import commands as c
from app.room import events as e
from app.room.clock import stopped
from app.room.commands import Refusal, Refused
from app.room.result import won_by
from app.room.starting import Given
from app.room.state import Drawing, Playing, Result, Room


def offer_draw(room: Room, seat: Seat, given: Given) -> e.Event | None:
    """Offer a draw on either turn, from ply 1 on; against the other's offer it accepts."""
    playing = _where_draws_are_offered(room)
    offer = playing.running.offer
    if offer is not None:
        return None if offer.seat is seat else _ended(playing, _agreed(), given)
    if playing.running.game.ply == 0 or playing.running.offer_rest.of(seat) > 0:
        raise Refused(Refusal.TOO_EARLY)
    return e.DrawOffered(seat)


def accept_draw(room: Room, seat: Seat, command: c.AcceptDraw, given: Given) -> e.Event:
    """Accept the other's offer; the ply says which offer is meant."""
    standing = room.running.offer if isinstance(room, Playing) else None
    if standing is not None and standing.ply != command.ply:
        raise Refused(Refusal.STALE)
    playing = _where_draws_are_offered(room)
    offer = playing.running.offer
    if offer is None or offer.seat is seat:
        raise Refused(Refusal.NO_OFFER)
    return _ended(playing, _agreed(), given)


def decline_draw(room: Room, seat: Seat) -> e.Event:
    """Decline the other's offer or withdraw one's own."""
    playing = _where_draws_are_offered(room)
    if playing.running.offer is None:
        raise Refused(Refusal.NO_OFFER)
    return e.DrawDeclined(seat)


def _where_draws_are_offered(room: Room) -> Playing:
    if not isinstance(room, Playing):
        raise Refused(Refusal.NOT_PLAYING)
    if not room.running.game.rules.draw_offers:
        raise Refused(Refusal.NOT_ALLOWED_BY_RULES)
    return room


def resign(room: Room, seat: Seat, given: Given) -> e.Event:
    """Lose at once, where the rules allow."""
    if not isinstance(room, Playing):
        raise Refused(Refusal.NOT_PLAYING)
    if not room.running.game.rules.resignation:
        raise Refused(Refusal.NOT_ALLOWED_BY_RULES)
    return _ended(room, won_by(room.running, seat.other, Reason.RESIGNATION), given)


def claim(room: Room, seat: Seat, command: c.Claim, given: Given) -> e.Event:
    """End the game against an opponent who is away while it is their move.

    Without resignation in the rules, and in the draw for the first move, only without result.
    """
    if not isinstance(room, Playing | Drawing):
        raise Refused(Refusal.NOT_PLAYING)
    if command.win and not _may_claim_win(room):
        raise Refused(Refusal.NOT_ALLOWED_BY_RULES)
    if not _is_awaited(room, seat.other) or given.claim_at is None or given.now < given.claim_at:
        raise Refused(Refusal.TOO_EARLY)
    if isinstance(room, Playing) and command.win:
        return _ended(room, won_by(room.running, seat, Reason.ABANDONMENT), given)
    return _called_off(room, given)


def _may_claim_win(room: Playing | Drawing) -> bool:
    return isinstance(room, Playing) and room.running.game.rules.resignation


def _is_awaited(room: Playing | Drawing, seat: Seat) -> bool:
    if isinstance(room, Playing):
        return room.running.turn is seat
    return room.draw.picks.of(seat) is None


def _called_off(room: Playing | Drawing, given: Given) -> e.GameEnded:
    result = Result(None, Reason.ABANDONMENT)
    clock = stopped(room.running.clock, given.now) if isinstance(room, Playing) else None
    return e.GameEnded(result, clock)


def _agreed() -> Result:
    return Result(None, Reason.AGREEMENT)


def _ended(room: Playing, result: Result, given: Given) -> e.GameEnded:
    return e.GameEnded(result, stopped(room.running.clock, given.now))

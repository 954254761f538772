"""The record of a finished game, with the deal that is no secret any more."""

from __future__ import annotations

from datetime import UTC, datetime

from app.game import BySeat, Record, RecordResult
from app.game.deal import Seeds, deal
from app.room.project import colours_by_seat
from app.room.state import Drawing, Millis, Over, Player, Playing, Room, Running

SCHEME = "banqi-fair-v1"


def record_of(before: Room, after: Over, ended: Millis) -> Record:
    """The record of the game that ended between `before` and `after` (who may have left by it)."""
    running = after.running
    table = before.table if isinstance(before, Playing | Drawing) else after.table
    return Record(
        room=table.code,
        number=running.number,
        rules=running.game.rules,
        first=running.first,
        names=BySeat(_name(table.players.host), _name(table.players.guest)),
        colors=colours_by_seat(running),
        start=str(running.game.start),
        moves=running.moves,
        result=RecordResult(after.result.winner, after.result.reason, after.result.points),
        deal=_deal(running),
        date=datetime.fromtimestamp(ended / 1000, UTC).date().isoformat(),
        fairness=_fairness(running.seeds),
    )


def _name(player: Player | None) -> str | None:
    return None if player is None else player.name


def _deal(running: Running) -> str:
    return deal(running.seeds, running.game.start)


def _fairness(seeds: Seeds) -> dict[str, str]:
    """The seeds from which anybody can derive the deal again."""
    return {
        "scheme": SCHEME,
        "game_id": seeds.game_id,
        "server_seed": seeds.server.hex(),
        "c0": seeds.host.hex(),
        "c1": seeds.guest.hex(),
    }

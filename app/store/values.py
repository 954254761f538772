"""The parts that events are made of, as JSON and back: tables, rules, clocks, results, seeds.

Every option of the rules is written out, so a preset that changes later changes no stored
room. What is absent was None. Seeds are written as hex: whoever reads stored events can see
what lies face down.
"""

from __future__ import annotations

from dataclasses import fields as fields_of_class
from typing import Final

from app.game import (
    BySeat,
    CannonRule,
    ColourRule,
    DarkCapture,
    Elimination,
    EqualRanks,
    FirstMover,
    NextFirstMover,
    Ranking,
    Reason,
    Repetition,
    Rules,
    Scoring,
    Seat,
    Undo,
    parse_position,
)
from app.game.deal import Seeds
from app.room.state import (
    ClockRules,
    ClockState,
    FirstDraw,
    Millis,
    Opponent,
    Player,
    Result,
    RoomCode,
    Series,
    Table,
)
from app.store.shapes import (
    Fields,
    T,
    all_taken,
    fields_of,
    flag,
    maybe,
    maybe_pair,
    number,
    pair,
    text,
    whole,
)

_OPTIONS: Final = tuple(field.name for field in fields_of_class(Rules))


def write_pair(of: BySeat[T]) -> list[T]:
    """A pair as the list of the host's and the guest's."""
    return [of.host, of.guest]


def read_seat(value: object) -> Seat:
    """A seat by its name."""
    return Seat(text(value))


def write_rules(rules: Rules) -> Fields:
    """Every option by its name."""
    return {name: getattr(rules, name) for name in _OPTIONS}


def read_rules(value: object) -> Rules:
    """The rules as they were written: each option is there and no other."""
    take = fields_of(value).pop
    rules = Rules(
        no_progress_limit=maybe(whole, take("no_progress_limit")),
        repetition=Repetition(text(take("repetition"))),
        chase_limit=maybe(whole, take("chase_limit")),
        elimination=Elimination(text(take("elimination"))),
        draw_offers=flag(take("draw_offers")),
        resignation=flag(take("resignation")),
        undo=Undo(text(take("undo"))),
        first_mover=FirstMover(text(take("first_mover"))),
        next_first_mover=NextFirstMover(text(take("next_first_mover"))),
        scoring=Scoring(text(take("scoring"))),
        stake_base=whole(take("stake_base")),
        general_takes_soldier=flag(take("general_takes_soldier")),
        soldier_takes_cannon=flag(take("soldier_takes_cannon")),
        ranking=Ranking(text(take("ranking"))),
        cannon=CannonRule(text(take("cannon"))),
        equal_ranks=EqualRanks(text(take("equal_ranks"))),
        chain_captures=flag(take("chain_captures")),
        dark_capture=DarkCapture(text(take("dark_capture"))),
        chariot_rush=flag(take("chariot_rush")),
        horse_diagonal=flag(take("horse_diagonal")),
        colours=ColourRule(text(take("colours"))),
    )
    all_taken(fields_of(value))
    return rules


def write_seeds(seeds: Seeds) -> Fields:
    """The three secrets in hex, and the game they belong to."""
    return {
        "server": seeds.server.hex(),
        "host": seeds.host.hex(),
        "guest": seeds.guest.hex(),
        "game_id": seeds.game_id,
    }


def read_seeds(value: object) -> Seeds:
    """Seeds from hex."""
    fields = fields_of(value)
    server, host, guest = (bytes.fromhex(text(fields.pop(n))) for n in ("server", "host", "guest"))
    game_id = text(fields.pop("game_id"))
    all_taken(fields)
    return Seeds(server, host, guest, game_id)


def write_clock_rules(clock: ClockRules) -> Fields:
    """Seconds at the start and seconds added."""
    return {"initial": clock.initial, "increment": clock.increment}


def read_clock_rules(value: object) -> ClockRules:
    """Seconds at the start and seconds added."""
    fields = fields_of(value)
    clock = ClockRules(whole(fields.pop("initial")), whole(fields.pop("increment")))
    all_taken(fields)
    return clock


def write_clock(clock: ClockState) -> Fields:
    """What is left to each at an instant, and whose time runs."""
    fields: Fields = {"left": write_pair(clock.left), "at": clock.at}
    if clock.running is not None:
        fields["running"] = clock.running
    return fields


def read_clock(value: object) -> ClockState:
    """What is left to each at an instant, and whose time runs."""
    fields = fields_of(value)
    left, at = pair(whole, fields.pop("left")), Millis(whole(fields.pop("at")))
    running = maybe(read_seat, fields.pop("running", None))
    all_taken(fields)
    return ClockState(left, running, at)


def write_result(result: Result) -> Fields:
    """Who won and why; points only where there are any."""
    fields: Fields = {"reason": result.reason}
    if result.winner is not None:
        fields["winner"] = result.winner
    if result.points:
        fields["points"] = result.points
    return fields


def read_result(value: object) -> Result:
    """Who won and why, and the points."""
    fields = fields_of(value)
    reason, points = Reason(text(fields.pop("reason"))), whole(fields.pop("points", 0))
    winner = maybe(read_seat, fields.pop("winner", None))
    all_taken(fields)
    return Result(winner, reason, points)


def write_first_draw(draw: FirstDraw) -> Fields:
    """The places picked and, once they are turned, the five pieces."""
    fields: Fields = {"picks": write_pair(draw.picks)}
    if draw.tiles is not None:
        fields["tiles"] = draw.tiles
    return fields


def read_first_draw(value: object) -> FirstDraw:
    """The places picked and, once they are turned, the five pieces."""
    fields = fields_of(value)
    draw = FirstDraw(maybe_pair(whole, fields.pop("picks")), maybe(text, fields.pop("tiles", None)))
    all_taken(fields)
    return draw


def write_table(table: Table) -> Fields:
    """All that outlasts a game."""
    fields: Fields = {
        "code": table.code,
        "opponent": table.opponent,
        "players": [maybe_written(table.players.host), maybe_written(table.players.guest)],
        "rules": write_rules(table.rules),
        "spectators": table.spectators,
        "start": str(table.start),
        "start_seat": table.start_seat,
        "series": _write_series(table.series),
    }
    if not table.odds:
        fields["odds"] = False
    if table.clock is not None:
        fields["clock"] = write_clock_rules(table.clock)
    return fields


def read_table(value: object) -> Table:
    """All that outlasts a game."""
    fields = fields_of(value)
    table = Table(
        code=RoomCode(text(fields.pop("code"))),
        opponent=Opponent(text(fields.pop("opponent"))),
        players=maybe_pair(_read_player, fields.pop("players")),
        rules=read_rules(fields.pop("rules")),
        clock=maybe(read_clock_rules, fields.pop("clock", None)),
        spectators=flag(fields.pop("spectators")),
        start=parse_position(text(fields.pop("start"))),
        start_seat=read_seat(fields.pop("start_seat")),
        series=_read_series(fields.pop("series")),
        odds=flag(fields.pop("odds", True)),
    )
    all_taken(fields)
    return table


def maybe_written(player: Player | None) -> Fields | None:
    """A player as JSON, null for a free seat."""
    if player is None:
        return None
    fields: Fields = {}
    if player.name is not None:
        fields["name"] = player.name
    if player.computer is not None:
        fields["computer"] = player.computer
    return fields


def _read_player(value: object) -> Player:
    fields = fields_of(value)
    player = Player(
        maybe(text, fields.pop("name", None)), maybe(whole, fields.pop("computer", None))
    )
    all_taken(fields)
    return player


def _write_series(series: Series) -> Fields:
    return {
        "game": series.game,
        "score": [float(series.score.host), float(series.score.guest)],
        "points": write_pair(series.points),
    }


def _read_series(value: object) -> Series:
    fields = fields_of(value)
    series = Series(
        whole(fields.pop("game")),
        pair(number, fields.pop("score")),
        pair(whole, fields.pop("points")),
    )
    all_taken(fields)
    return series

"""Hypothesis strategies for every kind of event, and one plain example of each."""

from __future__ import annotations

from hypothesis import strategies as st

from app.game import (
    PRESETS,
    START,
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
from app.room import events as e
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

ENDGAME = parse_position("4/4/4/1?2/2a1/4/4/G3 r s 17")
LIMITS = st.none() | st.integers(1, 10**6)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
SEATS = st.sampled_from(Seat)
INSTANTS = st.integers(0, 2**53).map(Millis)
RULES = st.builds(
    Rules,
    no_progress_limit=LIMITS,
    repetition=st.sampled_from(Repetition),
    chase_limit=LIMITS,
    elimination=st.sampled_from(Elimination),
    undo=st.sampled_from(Undo),
    first_mover=st.sampled_from(FirstMover),
    next_first_mover=st.sampled_from(NextFirstMover),
    scoring=st.sampled_from(Scoring),
    stake_base=st.integers(1, 1000),
    draw_offers=st.booleans(),
    resignation=st.booleans(),
    general_takes_soldier=st.booleans(),
    soldier_takes_cannon=st.booleans(),
    ranking=st.sampled_from(Ranking),
    cannon=st.sampled_from(CannonRule),
    equal_ranks=st.sampled_from(EqualRanks),
    chain_captures=st.booleans(),
    dark_capture=st.sampled_from(DarkCapture),
    chariot_rush=st.booleans(),
    horse_diagonal=st.booleans(),
    colours=st.sampled_from(ColourRule),
)
NUMBERS = st.integers(-(2**53), 2**53)
SCORES = st.integers(0, 2000).map(lambda halves: halves / 2)
SECRETS = st.binary(min_size=32, max_size=32)
SEEDS = st.builds(Seeds, SECRETS, SECRETS, SECRETS, TEXTS)
CLOCK_RULES = st.builds(ClockRules, st.integers(1, 10_000), st.integers(0, 1000))
CLOCKS = st.builds(ClockState, st.builds(BySeat, NUMBERS, NUMBERS), st.none() | SEATS, INSTANTS)
RESULTS = st.builds(Result, st.none() | SEATS, st.sampled_from(Reason), st.integers(0, 5000))
PICKS = st.none() | st.integers(0, 4)
DRAWS = st.builds(
    FirstDraw, st.builds(BySeat, PICKS, PICKS), st.none() | st.permutations("GAERH").map("".join)
)
PLAYERS = st.none() | st.builds(Player, st.none() | TEXTS, st.none() | st.integers(1, 5))
TABLES = st.builds(
    Table,
    code=st.text("BCDFGHJKLMNPQRSTVWXYZ23456789", min_size=6, max_size=6).map(RoomCode),
    opponent=st.sampled_from(Opponent),
    players=st.builds(BySeat, PLAYERS, PLAYERS),
    rules=RULES,
    clock=st.none() | CLOCK_RULES,
    spectators=st.booleans(),
    start=st.sampled_from([START, ENDGAME]),
    start_seat=SEATS,
    series=st.builds(
        Series,
        st.integers(0, 10**6),
        st.builds(BySeat, SCORES, SCORES),
        st.builds(BySeat, NUMBERS, NUMBERS),
    ),
)
PLIES = st.sampled_from(["a1=G", "a1-b1", "d8xd7=s", "end"])
EVENTS: st.SearchStrategy[e.Event] = st.one_of(
    st.builds(e.RoomOpened, TABLES),
    st.builds(e.DrawStarted, TABLES, SEEDS),
    st.builds(e.TilePicked, SEATS, st.integers(0, 4)),
    st.builds(e.GameStarted, TABLES, SEATS, SEEDS, INSTANTS, st.none() | DRAWS, st.none() | CLOCKS),
    st.builds(e.PlyPlayed, PLIES, st.none() | CLOCKS, st.none() | RESULTS),
    st.builds(e.DrawOffered, SEATS),
    st.builds(e.DrawDeclined, SEATS),
    st.builds(e.GameEnded, RESULTS, st.none() | CLOCKS),
    st.builds(e.ClockExtended, CLOCKS),
    st.builds(e.PlyUndone, st.none() | CLOCKS),
    st.builds(e.RematchAsked, SEATS),
    st.builds(e.RematchDropped, SEATS),
    st.builds(e.RulesSet, RULES, st.none() | CLOCK_RULES),
    st.builds(e.Renamed, SEATS, TEXTS),
    st.builds(e.SeatLeft, SEATS, st.none() | RESULTS, st.none() | CLOCKS),
    st.just(e.RoomClosed()),
)

_CLOCK = ClockState(BySeat(300_000, 295_500), Seat.GUEST, Millis(1_700_000_000_000))
_TABLE = Table(
    code=RoomCode("BCDFGH"),
    opponent=Opponent.FRIEND,
    players=BySeat(Player("美"), Player("Guest", 3)),
    rules=PRESETS["douque"],
    clock=ClockRules(300, 5),
    spectators=True,
    start=ENDGAME,
    start_seat=Seat.GUEST,
    series=Series(2, BySeat(1.5, 0.5), BySeat(15, -15)),
)
_SEEDS = Seeds(bytes(range(32)), b"\xaa" * 32, b"\xff" * 32, "BCDFGH-2")
_RESULT = Result(Seat.HOST, Reason.ELIMINATION, 15)
EXAMPLES: tuple[e.Event, ...] = (
    e.RoomOpened(_TABLE),
    e.DrawStarted(_TABLE, _SEEDS),
    e.TilePicked(Seat.HOST, 4),
    e.GameStarted(_TABLE, Seat.HOST, _SEEDS, _CLOCK.at, FirstDraw(BySeat(0, 4), "GAERH"), _CLOCK),
    e.PlyPlayed("a1xb1=s", _CLOCK, _RESULT),
    e.DrawOffered(Seat.HOST),
    e.DrawDeclined(Seat.GUEST),
    e.GameEnded(Result(None, Reason.AGREEMENT), _CLOCK),
    e.ClockExtended(_CLOCK),
    e.PlyUndone(None),
    e.RematchAsked(Seat.HOST),
    e.RematchDropped(Seat.GUEST),
    e.RulesSet(PRESETS["ply_yard"], None),
    e.Renamed(Seat.HOST, "Møller"),
    e.SeatLeft(Seat.GUEST, _RESULT, None),
    e.RoomClosed(),
)

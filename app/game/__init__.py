"""The rules of Banqi as a library: pure values and functions, no clock, no chance, no I/O.

    >>> from app.game import PRESETS, legal, new_game
    >>> len(legal(new_game(PRESETS["douque"])))
    32

The deal of the hidden pieces is kept apart in `app.game.deal`, which nothing here imports:
whoever only has this package cannot know what lies face down.
"""

from app.game.board import EMPTY, HIDDEN, Square, parse_square, square_name
from app.game.chase import Chase
from app.game.game import LONGEST_GAME, Game, advance
from app.game.judge import (
    PositionVerdict,
    barred,
    barred_by,
    check,
    judge_position,
    legal,
    new_game,
    play,
    ply_of,
    settle,
)
from app.game.moves import Action, End, Flip, Move, Ply, parse_action, parse_ply
from app.game.outcome import IllegalAction, Outcome, PlyInvalid, Reason, Rule
from app.game.pieces import FULL_SET, Piece, colour_of
from app.game.position import START, Position, PositionInvalid, parse_position
from app.game.record import Record, RecordInvalid, RecordResult, moments, replay
from app.game.record_coords import Coords
from app.game.record_json import record_from_json, record_to_json
from app.game.record_text import read_record, record_from_text, record_to_text
from app.game.rules import (
    DEFAULT_PRESET,
    PRESETS,
    CannonRule,
    ColourRule,
    DarkCapture,
    Elimination,
    EqualRanks,
    FirstMover,
    NextFirstMover,
    Ranking,
    Repetition,
    Rules,
    RulesInvalid,
    Scoring,
    Undo,
    points_for,
)
from app.game.rules_json import options_json, preset_of, rules_from_json, rules_to_json
from app.game.sides import ByMover, BySeat, Colour, Mover, Seat

__all__ = [
    "DEFAULT_PRESET",
    "EMPTY",
    "FULL_SET",
    "HIDDEN",
    "LONGEST_GAME",
    "PRESETS",
    "START",
    "Action",
    "ByMover",
    "BySeat",
    "CannonRule",
    "Chase",
    "Colour",
    "ColourRule",
    "Coords",
    "DarkCapture",
    "Elimination",
    "End",
    "EqualRanks",
    "FirstMover",
    "Flip",
    "Game",
    "IllegalAction",
    "Move",
    "Mover",
    "NextFirstMover",
    "Outcome",
    "Piece",
    "Ply",
    "PlyInvalid",
    "Position",
    "PositionInvalid",
    "PositionVerdict",
    "Ranking",
    "Reason",
    "Record",
    "RecordInvalid",
    "RecordResult",
    "Repetition",
    "Rule",
    "Rules",
    "RulesInvalid",
    "Scoring",
    "Seat",
    "Square",
    "Undo",
    "advance",
    "barred",
    "barred_by",
    "check",
    "colour_of",
    "judge_position",
    "legal",
    "moments",
    "new_game",
    "options_json",
    "parse_action",
    "parse_ply",
    "parse_position",
    "parse_square",
    "play",
    "ply_of",
    "points_for",
    "preset_of",
    "read_record",
    "record_from_json",
    "record_from_text",
    "record_to_json",
    "record_to_text",
    "replay",
    "rules_from_json",
    "rules_to_json",
    "settle",
    "square_name",
]

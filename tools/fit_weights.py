"""Fit what pieces are worth to games that the computer player plays against itself.

    python -m tools.fit_weights play GAMES.tsv --games 500 --nodes 2500 --seed 200
    python -m tools.fit_weights fit GAMES.tsv

The first writes one line for each position: the result for the player to move (1, 0, -1), the
score that the search gave it, the position. The second fits the log-odds of both, half and half,
to the tables MATTER, PREY and UNSEEN of `app.bot.weights` by logistic regression and prints them,
with the likelihood on games that were kept apart. Positions with a capture at hand are left out:
they are the search's business. Numbers that few games have seen are to be smoothed by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.arena.chance import Stream
from app.arena.games import acted, deal_of, turn_of
from app.bot.choose import choose
from app.game import PRESETS, Colour, Game, Mover, Position, legal, new_game, parse_position
from app.game.generate import bare_actions
from app.game.pieces import BLACK_LETTERS, PREY, RED_LETTERS

Vector = NDArray[np.float64]

KINDS: Final = "GAERHCS"
RULES: Final = PRESETS["douque"]
THREATS: Final = (0, 1, 2, 3, 3) + (4,) * 12
VICTIMS: Final = (0, 1, 1, 2, 2, 2, 3, 3, 3) + (4,) * 8
STEPS: Final = 5
UNSEEN: Final = 7 * 2 * STEPS
FREE: Final = UNSEEN + 7
TEMPO: Final = FREE + 7
NEAR: Final = TEMPO + 1
COLUMNS: Final = NEAR + 7
RIDGE: Final = 60.0
PARTS: Final = 20


def main() -> None:
    """Do what the command line says."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("step", choices=["play", "fit"])
    words.add_argument("file", type=Path)
    words.add_argument("--games", type=int, default=500)
    words.add_argument("--nodes", type=int, default=2500)
    words.add_argument("--seed", type=int, default=200)
    asked = words.parse_args()
    if asked.step == "fit":
        print(report(*read(asked.file)))
        return
    with asked.file.open("w", encoding="utf-8") as out:
        for number in range(asked.games):
            out.writelines(game_lines(asked.seed, number, asked.nodes))
            print(f"\r{number + 1}", end="", file=sys.stderr, flush=True)


def game_lines(seed: int, number: int, nodes: int) -> Iterator[str]:
    """One game, opened at random and with a random action now and then, line by line."""
    deal, rng = deal_of(seed, number), Stream("fit", seed, number)
    game, quiet = new_game(RULES), list[tuple[Game, str]]()
    told: list[tuple[Mover, float, str]] = []
    while game.outcome is None:
        if game.ply < 6 or rng.randrange(100) < 4:
            text = legal(game)[rng.randrange(len(legal(game)))]
        else:
            choice = choose(turn_of(game, quiet).sight, nodes, rng)
            told.append((game.mover, choice.score, str(game.position)))
            text = choice.action
        after = acted(game, text, deal)
        quiet = [*quiet, (game, text)] if after.quiet else []
        game = after
    winner = game.outcome.winner
    for mover, score, position in told:
        result = 0 if winner is None else 1 if winner is mover else -1
        yield f"{result}\t{score:.4f}\t{position}\n"


def read(file: Path) -> tuple[Vector, Vector, Vector]:
    """What tells the quiet positions of a file apart, their results and their scores."""
    rows, results, scores = [], [], []
    for line in file.read_text(encoding="utf-8").splitlines():
        result, score, text = line.split("\t")
        position = parse_position(text)
        if position.quiet <= 40 and is_calm(position):
            rows.append(traits(position))
            results.append(float(result))
            scores.append(float(score))
    return np.array(rows), np.array(results), np.array(scores)


def is_calm(position: Position) -> bool:
    """Whether neither side could take anything."""
    board = position.board
    every = bare_actions(board, RED_LETTERS) + bare_actions(board, BLACK_LETTERS)
    return all(board[_square(text[2:])] == "." for text in every if len(text) == 4)


def _square(name: str) -> int:
    return "abcd".index(name[0]) + 4 * (int(name[1]) - 1)


def traits(position: Position) -> Vector:
    """A position as the sum of what the tables say of each piece, own less the enemy's."""
    row = np.zeros(COLUMNS)
    own = RED_LETTERS if position.turn is Colour.RED else BLACK_LETTERS
    living = position.board.replace("?", "").replace(".", "") + position.pool
    for letter in living:
        sign = 1.0 if letter in own else -1.0
        threats = sum(letter in PREY[other] for other in living)
        victims = sum(other in PREY[letter] for other in living)
        if letter in "Cc":
            victims = sum(other.isupper() != letter.isupper() for other in living)
        kind = KINDS.index(letter.upper())
        row[kind * STEPS + THREATS[threats]] += sign
        row[(7 + kind) * STEPS + VICTIMS[victims]] += sign
    for letter in position.pool:
        row[UNSEEN + KINDS.index(letter.upper())] += 1.0 if letter in own else -1.0
    _add_places(row, position, own)
    row[TEMPO] = 1.0
    return row


def _add_places(row: Vector, position: Position, own: str) -> None:
    """Freedom and the nearness of prey: not read off, but not to be mistaken for worth."""
    board = position.board
    shown = [square for square, letter in enumerate(board) if letter.isalpha()]
    for square in shown:
        letter = board[square]
        sign = 1.0 if letter in own else -1.0
        steps = [text for text in bare_actions(board, letter) if text[:2] == _name(square)]
        row[FREE + KINDS.index(letter.upper())] += sign * len(steps)
        for other in shown:
            if board[other] in PREY[letter]:
                away = abs(square % 4 - other % 4) + abs(square // 4 - other // 4)
                row[NEAR + min(away, 7) - 1] += sign


def _name(square: int) -> str:
    return "abcd"[square % 4] + str(square // 4 + 1)


def fitted(rows: Vector, aims: Vector) -> Vector:
    """The log-odds of each column, by Newton's method."""
    found = np.zeros(COLUMNS)
    for _ in range(20):
        likely = 1 / (1 + np.exp(-(rows @ found)))
        slope = rows.T @ (likely - aims) + RIDGE * found
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + RIDGE * np.eye(COLUMNS)
        found = found - np.linalg.solve(curve, slope)
    return found


def surprise(rows: Vector, results: Vector, found: Vector) -> float:
    """How badly the log-odds foretell results: the mean negative log-likelihood."""
    likely = np.clip(1 / (1 + np.exp(-(rows @ found))), 1e-6, 1 - 1e-6)
    won = (results + 1) / 2
    return float(-(won * np.log(likely) + (1 - won) * np.log(1 - likely)).mean())


def report(rows: Vector, results: Vector, scores: Vector) -> str:
    """The tables as Python, and how well they foretell games kept apart."""
    aims = ((results + scores) / 2 + 1) / 2
    apart = np.arange(len(aims)) * PARTS // len(aims) % 5 == 3
    tried = surprise(rows[apart], results[apart], fitted(rows[~apart], aims[~apart]))
    table = np.round(1000 * fitted(rows, aims)).astype(int)
    face_down = table[UNSEEN:FREE]
    lines = [f"# {len(aims)} positions; surprise at the results of games kept apart: {tried:.4f}"]
    for name, first in (("MATTER", 0), ("PREY", 7)):
        parts = [tuple(map(int, table[(first + k) * STEPS :][:STEPS])) for k in range(7)]
        lines.append(f"{name} = {tuple(parts)}")
    lines.append(f"# face down more than face up: {tuple(map(int, face_down))}")
    lines.append(f"TEMPO = {table[TEMPO]}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()

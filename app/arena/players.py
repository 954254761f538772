"""Who can play in a match: at random, greedily, a level, so many nodes, or another program."""

import json
import shlex
import subprocess
import threading
from dataclasses import dataclass
from typing import IO, Final, Protocol, Self

from app.bot.choose import Chance, choose
from app.bot.levels import LEVELS, choose_at
from app.bot.line import request
from app.bot.sight import Sight
from app.game import EMPTY, preset_of, rules_to_json

PROGRAM_SECONDS: Final = 600
"""How long a program may take for an answer, and to quit."""

PROGRAM_NODES: Final = LEVELS[5].nodes
_WORTH: Final = {letter: worth for worth, letter in enumerate("SCHREAG", 1)}


class NoPlayer(Exception):
    """There is no such player, or it does not play as it should; says which."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player is asked: the sight, what may be done, the moves since a capture or flip."""

    sight: Sight
    legal: tuple[str, ...]
    since: tuple[str, ...]


class Player(Protocol):
    """Somebody who plays."""

    def act(self, turn: Turn, rng: Chance) -> str:
        """The action that is played now."""
        ...

    def leave(self) -> None:
        """The match is over."""
        ...


class AtRandom:
    """Plays anything."""

    def act(self, turn: Turn, rng: Chance) -> str:
        """Any legal action, each as likely."""
        return turn.legal[rng.randrange(len(turn.legal))]

    def leave(self) -> None:
        """Nothing is left behind."""


class Greedy(AtRandom):
    """Takes the dearest piece it can, and else plays anything."""

    def act(self, turn: Turn, rng: Chance) -> str:
        """A capture of the highest piece, if there is one."""
        board = turn.sight.position.board
        dearest = max(_taken_worth(board, text) for text in turn.legal)
        best = [text for text in turn.legal if _taken_worth(board, text) == dearest]
        return best[rng.randrange(len(best))]


@dataclass(frozen=True, slots=True)
class AtLevel:
    """The computer player of a level."""

    level: int

    def act(self, turn: Turn, rng: Chance) -> str:
        """What the level chooses."""
        return choose_at(LEVELS[self.level], turn.sight, rng).action

    def leave(self) -> None:
        """Nothing is left behind."""


@dataclass(frozen=True, slots=True)
class WithNodes:
    """The computer player with so many nodes for each action."""

    nodes: int

    def act(self, turn: Turn, rng: Chance) -> str:
        """What it finds with them."""
        return choose(turn.sight, self.nodes, rng).action

    def leave(self) -> None:
        """Nothing is left behind."""


class Program:
    """Another program, asked over the line protocol. It runs from the first question on."""

    def __init__(self, command: str, nodes: int, patience: float = PROGRAM_SECONDS) -> None:
        self._nodes = nodes
        self._patience = patience
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @classmethod
    def start(cls, command: str, nodes: int, patience: float = PROGRAM_SECONDS) -> Self:
        """Start it; NoPlayer if that cannot be."""
        try:
            return cls(command, nodes, patience)
        except (OSError, ValueError) as error:
            raise NoPlayer(f"{command} cannot be started: {error}") from None

    def act(self, turn: Turn, rng: Chance) -> str:
        """What it answers; NoPlayer if that is no action, or if it was too long in coming."""
        del rng
        said = self._ask(request(turn.sight, turn.since, _rules(turn.sight), self._nodes))
        words = said.split()
        if len(words) < 2 or words[0] != "action" or words[1] not in turn.legal:
            raise NoPlayer(f"no legal action was answered: {said.strip() or 'nothing'}")
        return words[1]

    def leave(self) -> None:
        """Tell it to quit, and wait until it has."""
        try:
            self._process.communicate("quit\n", timeout=self._patience)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    def _ask(self, line: str) -> str:
        if self._process.stdin is None or self._process.stdout is None:
            return ""
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            return ""
        return self._answer(self._process.stdout)

    def _answer(self, answers: IO[str]) -> str:
        """Its next line; who stays silent for too long is ended, so that reading ends too."""
        patience = threading.Timer(self._patience, self._process.kill)
        patience.start()
        try:
            return answers.readline()
        finally:
            patience.cancel()


def player(name: str, nodes: int = PROGRAM_NODES) -> Player:
    """The player of this name; what is no name of ours is a command line.

    `random`, `greedy`, `level1` … `level5`, `nodes:10000`. A program gets so many nodes.
    """
    if name == "random":
        return AtRandom()
    if name == "greedy":
        return Greedy()
    if name.startswith("level") and name[5:].isdecimal() and int(name[5:]) in LEVELS:
        return AtLevel(int(name[5:]))
    if name.startswith("nodes:") and name[6:].isdecimal() and int(name[6:]) > 0:
        return WithNodes(int(name[6:]))
    return Program.start(name, nodes)


def _rules(sight: Sight) -> str:
    preset = preset_of(sight.rules)
    return json.dumps(rules_to_json(sight.rules)) if preset == "custom" else preset


def _taken_worth(board: str, action: str) -> int:
    """The rank of what a legal action takes, 0 for nothing."""
    if len(action) == 2:
        return 0
    taken = board["abcd".index(action[2]) + 4 * (int(action[3]) - 1)]
    return 0 if taken == EMPTY else _WORTH[taken.upper()]

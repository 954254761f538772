"""A second, slow judge of the bare rules, written another way, to check the fast one with.

It shares no table and no function with the library: squares are coordinates, and the chart
of captures is spelled out by hand.
"""

from collections.abc import Iterator

Coordinates = tuple[int, int]
Board = dict[Coordinates, str]

# Row: attacker; what it takes from the square beside it.
CHART = {
    "G": {"G", "A", "E", "R", "H", "C"},
    "A": {"A", "E", "R", "H", "C", "S"},
    "E": {"E", "R", "H", "C", "S"},
    "R": {"R", "H", "C", "S"},
    "H": {"H", "C", "S"},
    "C": set[str](),
    "S": {"S", "G"},
}


def board_of(letters: str) -> Board:
    """The occupied squares of 32 letters a1 b1 … d8."""
    return {
        (index % 4, index // 4): letter for index, letter in enumerate(letters) if letter != "."
    }


def letters_of(board: Board) -> str:
    return "".join(board.get((file, rank), ".") for rank in range(8) for file in range(4))


def name(square: Coordinates) -> str:
    return f"{'abcd'[square[0]]}{square[1] + 1}"


def square(text: str) -> Coordinates:
    return "abcd".index(text[0]), int(text[1]) - 1


def actions(board: Board, red: bool | None) -> set[str]:
    """All bare actions of the player of this colour (None: no colours yet)."""
    found = {name(place) for place, letter in board.items() if letter == "?"}
    for source in board:
        if red is not None and is_own(board[source], red):
            found |= {
                name(source) + name((file, rank))
                for file in range(4)
                for rank in range(8)
                if may_go(board, source, (file, rank))
            }
    return found


def is_own(letter: str, red: bool) -> bool:
    return letter != "?" and letter.isupper() == red


def may_go(board: Board, source: Coordinates, target: Coordinates) -> bool:
    distance = abs(source[0] - target[0]) + abs(source[1] - target[1])
    if target not in board:
        return distance == 1
    mine, theirs = board[source], board[target]
    if theirs == "?" or theirs.isupper() == mine.isupper():
        return False
    if mine.upper() == "C":
        return len(list(between(board, source, target))) == 1
    return distance == 1 and theirs.upper() in CHART[mine.upper()]


def between(board: Board, source: Coordinates, target: Coordinates) -> Iterator[Coordinates]:
    """The pieces strictly between two squares of one line."""
    for place in board:
        if place in (source, target):
            continue
        for axis in (0, 1):
            same_line = source[axis] == target[axis] == place[axis]
            low, high = sorted((source[1 - axis], target[1 - axis]))
            if same_line and low < place[1 - axis] < high:
                yield place


def done(board: Board, action: str, deal: Board) -> Board:
    """The board after an action; a flip finds what the deal has there."""
    here = square(action[:2])
    if len(action) == 2:
        return {**board, here: deal[here]}
    rest = {place: letter for place, letter in board.items() if place != here}
    return {**rest, square(action[2:]): board[here]}


def perft(board: Board, deal: Board, red: bool | None, depth: int) -> int:
    """Lines of play of this length over a known deal; a side without pieces ends the game."""
    if depth == 0:
        return 1
    left = {deal[place] if letter == "?" else letter for place, letter in board.items()}
    if len({letter.isupper() for letter in left}) == 1:
        return 0
    total = 0
    for action in actions(board, red):
        mover = deal[square(action)].isupper() if red is None else red
        total += perft(done(board, action, deal), deal, not mover, depth - 1)
    return total


class Individuals:
    """Follows every face-up piece as an individual and counts its chases of other ones."""

    def __init__(self) -> None:
        self.at: dict[Coordinates, int] = {}
        self.counts: dict[tuple[int, int], int] = {}
        self.owner: dict[int, bool] = {}

    def see(self, board: Board, action: str, after: Board) -> None:
        """Take note of an action that led from one board to another."""
        here = square(action[:2])
        there = square(action[-2:])
        if len(action) == 2 or there in board:
            self.counts.clear()
        if len(action) == 2:
            number = len(self.owner)
            self.at[here], self.owner[number] = number, after[here].isupper()
            return
        self.at[there] = self.at.pop(here)
        if there not in board:
            self._count(self.at[there], self.chased(after, there))

    def chased(self, board: Board, place: Coordinates) -> set[int]:
        """The individuals that the piece on a square could take."""
        return {
            self.at[target] for target in board if target != place and may_go(board, place, target)
        }

    def _count(self, mover: int, chased: set[int]) -> None:
        old = self.counts
        self.counts = {
            pair: count for pair, count in old.items() if self.owner[pair[0]] != self.owner[mover]
        }
        for target in chased:
            self.counts[mover, target] = old.get((mover, target), 0) + 1

    def is_barred(self, board: Board, action: str, limit: int) -> bool:
        """Whether a plain move would count a pair beyond the limit."""
        here, there = square(action[:2]), square(action[-2:])
        if len(action) == 2 or there in board:
            return False
        mover = self.at[here]
        after = done(board, action, {})
        targets = {
            self.at[target] for target in after if target != there and may_go(after, there, target)
        }
        return any(self.counts.get((mover, target), 0) >= limit for target in targets)

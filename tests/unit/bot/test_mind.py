"""What a search remembers: of two places for a note one keeps the deepest, the other the newest."""

from app.bot.codes import NONE
from app.bot.evaluate import Weights
from app.bot.mind import EXACT, Mind, depth_of, score_of
from app.bot.sight import Sight, board_of
from app.game import PRESETS, parse_position


def memory() -> Mind:
    sight = Sight(PRESETS["douque"], parse_position("4/4/4/4/1r2/1A2/4/H3 r - 4"))
    return Mind(board_of(sight), 500, Weights())


def noted(mind: Mind, *notes: tuple[int, int]) -> list[int]:
    """The depths found under four keys that share two places, 0 for nothing."""
    for number, depth in notes:
        mind.note(key_of(mind, number), depth, 100 * depth, EXACT, NONE)
    found = [mind.recall(key_of(mind, number)) for number in range(4)]
    assert all(score_of(note, 0) == 100 * depth_of(note) for note in found if note)
    return [depth_of(note) if note else 0 for note in found]


def key_of(mind: Mind, number: int) -> int:
    return number * int(mind.size) + 6 + number % 2


def test_two_positions_for_the_same_places_are_both_known() -> None:
    assert noted(memory(), (0, 3), (1, 2)) == [3, 2, 0, 0]


def test_the_deepest_note_stays_and_the_newest_is_there_too() -> None:
    assert noted(memory(), (0, 5), (1, 2), (2, 3)) == [5, 0, 3, 0]
    assert noted(memory(), (0, 5), (1, 2), (2, 6)) == [5, 0, 6, 0]


def test_a_position_has_one_note_of_which_the_newest_counts() -> None:
    assert noted(memory(), (0, 5), (0, 2)) == [2, 0, 0, 0]
    assert noted(memory(), (0, 5), (1, 2), (1, 3)) == [5, 3, 0, 0]

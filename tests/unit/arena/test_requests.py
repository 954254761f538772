"""An engine reads its lines one by one, and while it searches looks whether it is to answer now."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import suppress

import pytest

from app.arena.command import engine
from app.arena.requests import Requests

SEARCH = "position ?3/4/1r2/4/2R1/4/4/4 r S 4 chases - rules douque nodes 30000"


class Pipe:
    """Requests of a pipe, and its other end."""

    def __init__(self) -> None:
        self._out, self._into = os.pipe()
        self.requests = Requests(self._out)

    def write(self, text: str) -> None:
        os.write(self._into, text.encode())

    def end(self) -> None:
        """Nothing more will come."""
        os.close(self._into)

    def close(self) -> None:
        for end in (self._out, self._into):
            with suppress(OSError):
                os.close(end)


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    found = Pipe()
    yield found
    found.close()


def test_lines_come_one_by_one_without_their_ends(pipe: Pipe) -> None:
    pipe.write("one\r\n two \nthree")
    pipe.end()

    assert list(pipe.requests) == ["one", "two", "three"]


def test_a_now_that_comes_when_nothing_is_searched_is_no_request(pipe: Pipe) -> None:
    pipe.write("one\nnow\n now\r\ntwo\n")
    pipe.end()

    assert list(pipe.requests) == ["one", "two"]


@pytest.mark.parametrize("line", ["quit", "position", "nowhere", ""])
def test_any_other_line_hurries_nobody_and_is_left_for_its_turn(pipe: Pipe, line: str) -> None:
    pipe.write(f"{line}\nnow\n")

    assert not pipe.requests.has_now()
    assert next(iter(pipe.requests)) == line
    assert pipe.requests.has_now()


def test_a_now_in_two_parts_is_one(pipe: Pipe) -> None:
    pipe.write("no")
    assert not pipe.requests.has_now()
    pipe.write("w\r\n")
    assert pipe.requests.has_now()
    assert not pipe.requests.has_now()


def test_the_end_hurries_nobody(pipe: Pipe) -> None:
    pipe.end()

    assert not pipe.requests.has_now()
    assert list(pipe.requests) == []


def nodes_of(answer: str) -> int:
    words = answer.split()
    return int(words[words.index("nodes") + 1])


def test_a_search_ends_with_now_and_the_next_is_whole_again(pipe: Pipe) -> None:
    pipe.write(f"{SEARCH}\nnow\n{SEARCH}\nquit\n{SEARCH}\n")
    said = io.StringIO()
    engine(1, pipe.requests, said)
    hurried, whole = said.getvalue().splitlines()

    assert hurried.startswith("action ")
    assert nodes_of(hurried) < 1_100
    assert nodes_of(whole) > 15_000


def test_values_are_told_as_far_as_they_are_known(pipe: Pipe) -> None:
    pipe.write(f"{SEARCH} values\nnow\nquit\n")
    said = io.StringIO()
    engine(1, pipe.requests, said)

    assert nodes_of(said.getvalue()) < 1_100
    assert " values " in said.getvalue()


def test_a_request_with_a_seed_has_the_same_answer_from_every_engine(pipe: Pipe) -> None:
    line = "position ????/????/????/????/????/????/????/S??? b GAAEERRHHCCSSSSgaaeerrhhccsssss 1"
    seeded = f"{line} chases - rules douque nodes 300 seed {{}} values\n".format
    pipe.write(f"{seeded(7)}{SEARCH}\n{seeded(7)}{seeded(8)}quit\n")
    said = io.StringIO()
    engine(None, pipe.requests, said)
    one, _, again, another = said.getvalue().splitlines()

    assert one.startswith("action ")
    assert one == again
    assert one != another

"""docs/rules.md says what the code does: its tables are compared, its examples are run."""

import re
from pathlib import Path

from app.game import (
    PRESETS,
    START,
    Reason,
    Rule,
    options_json,
    read_record,
    replay,
    rules_to_json,
)
from app.game.pieces import FULL_SET, PREY, RED_LETTERS
from tests.unit.game.build import at, refusal

TEXT = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the first table behind these words, without its head, marks of code removed."""
    lines = TEXT[TEXT.index(heading) :].splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([re.sub(r"[`*]", "", cell).strip() for cell in line.strip("|").split("|")])
    return rows


def words(value: object) -> str:
    if value is None or value is False:
        return "off"
    return "on" if value is True else str(value)


def test_the_pieces_are_those_of_the_set() -> None:
    assert [(row[2], int(row[3])) for row in table("## Board and pieces")] == [
        (kind, FULL_SET.count(kind)) for kind in RED_LETTERS
    ]


def test_the_chart_of_captures_is_the_one_that_is_judged_by() -> None:
    rows = table("## Who takes whom")
    assert [row[0] for row in rows] == list(RED_LETTERS)
    for attacker, *cells in rows:
        prey = "".join(kind for kind, cell in zip(RED_LETTERS, cells, strict=True) if cell == "yes")
        assert prey.lower() == PREY[attacker]


def test_the_options_and_presets_are_those_that_can_be_chosen() -> None:
    offered = options_json()["options"]
    assert isinstance(offered, dict)
    rows = {row[0]: row[1:] for row in table("## Options and presets")}
    house = {row[0]: row[1] for row in table("These house rules")}
    assert {*rows, *house, "stake_base"} == set(offered)
    for name, (values, *presets) in rows.items():
        assert values.split(", ") == [words(value) for value in offered[name]]
        assert presets == [words(rules_to_json(rules)[name]) for rules in PRESETS.values()]
    assert house == {name: words(offered[name][0]) for name in house}


def test_every_refusal_is_explained() -> None:
    assert {row[0] for row in table("## Why an action is refused")} == set(Rule)


def test_every_end_is_explained() -> None:
    section = TEXT[TEXT.index("## How a game ends") : TEXT.index("## What may be barred")]
    assert set(Reason) <= set(re.findall("`([a-z_]+)`", section))


def test_the_examples_are_judged_as_they_say() -> None:
    for position, action, answer in table("### Examples"):
        assert (refusal(at(position), action) or "legal") == answer


def test_the_start_and_the_record_are_as_they_are_written() -> None:
    start, record = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    assert start.strip() == str(START)
    assert len(replay(read_record(record))) == 5

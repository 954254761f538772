"""Strict JSON: what is read, and what is not JSON here."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.service.strict_json import MAX_DEPTH, MAX_INTEGER, NotJson, decode

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(VALUES)
def test_ordinary_json_is_read_as_the_standard_library_does(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        try:
            expected = json.loads(text)
            text.encode()
        except (ValueError, UnicodeEncodeError):
            continue
        assert decode(text) == decode(text.encode()) == expected


@pytest.mark.parametrize(
    "raw",
    [
        "",
        " ",
        "{",
        "nul",
        "'a'",
        '{"a":1,}',
        "[1,]",
        "{} {}",
        '"\x01"',
        "01",
        "+1",
        "NaN",
        "[Infinity]",
        "-Infinity",
        "1e999",
        "1" * 400 + ".5",
        "9007199254740992",
        "-9007199254740992",
        "9" * 5000,
        '{"a":1,"a":1}',
        '{"a":{"b":1,"b":2}}',
        '{"\\u0061":1,"a":2}',
        '"\\ud800"',
        '{"\\udfff":1}',
        '["\\ud800\\ud800"]',
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "[" * 100_000,
        '{"a":' * 5000,
        '"' + "\\" * 9999,
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf{}",
        b'"\xed\xa0\x80"',
        b'"\xff"',
        b'"\xc0\x80"',
        "\ufeff{}",
    ],
)
def test_everything_else_is_refused_without_an_echo(raw: str | bytes) -> None:
    with pytest.raises(NotJson) as refused:
        decode(raw)
    assert len(str(refused.value)) < 40
    assert refused.value.__cause__ is None


def test_brackets_inside_texts_do_not_count_as_depth() -> None:
    text = "[" * 500 + '\\"' + "{" * 500
    assert decode('{"a":"' + text + '"}') == {"a": text.replace("\\", "")}
    deep = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert json.dumps(decode(deep)) == deep


def test_many_brackets_side_by_side_are_not_deep() -> None:
    assert decode("[" + ",".join(["[]"] * 1000) + "]") == [[]] * 1000


@pytest.mark.parametrize(
    "rest", ['"' + '\\"' * 40_000, '"' * 80_001, '"' + "\\" * 80_001, "{" + "[" * 80_000]
)
def test_what_nobody_closes_is_soon_found_out(rest: str) -> None:
    began = time.thread_time()
    with pytest.raises(NotJson):
        decode("[" * MAX_DEPTH + rest)
    with pytest.raises(NotJson):
        decode("[" * (MAX_DEPTH + 1) + rest)
    assert time.thread_time() - began < 5

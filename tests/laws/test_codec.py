"""What is written can be read, as exactly that and as nothing else."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import get_args

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.room.events import Event, RoomClosed
from app.store.codec import SCHEMA, decode, encode, holds_secret
from app.store.shapes import Damaged, UnknownEvent, UnknownSchema
from tests.laws.events import EVENTS, EXAMPLES

GOLDEN = Path(__file__).with_name("events.golden.jsonl")
BODIES = [encode(event) for event in EXAMPLES]
NAMES = [type(event).__name__ for event in EXAMPLES]


@given(EVENTS)
def test_what_was_encoded_is_decoded_as_the_same_event(event: Event) -> None:
    assert decode(encode(event)) == event


@given(EVENTS)
def test_the_bytes_say_the_schema_and_are_one_line_of_json(event: Event) -> None:
    body = encode(event)

    assert b"\n" not in body
    assert json.loads(body)["v"] == SCHEMA


def test_there_is_an_example_of_each_kind_of_event() -> None:
    assert [type(event) for event in EXAMPLES] == list(get_args(Event))


@pytest.mark.parametrize(
    ("event", "golden"),
    [*zip(EXAMPLES, GOLDEN.read_bytes().splitlines(), strict=True)],
    ids=NAMES,
)
def test_the_stored_format_has_not_changed(event: Event, golden: bytes) -> None:
    """Rooms out there are written like this: a new format needs a new schema number."""
    assert encode(event) == golden
    assert decode(golden) == event


# — anything else is refused —


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"v":1}',
        b'{"e":"closed"}',
        b'{"v":1,"e":"closed"',
        b'{"v":1,"e":"closed"}x',
        b'{"v":"1","e":"closed"}',
        b'{"v":true,"e":"closed"}',
        b'{"v":1.0,"e":"closed"}',
        b'{"v":1,"e":["closed"]}',
        b'{"v":1,"e":"closed","more":1}',
        b'{"v":1,"e":"offered"}',
        b'{"v":1,"e":"offered","seat":"nobody"}',
        b'{"v":1,"e":"offered","seat":1}',
        b'{"v":1,"e":"picked","seat":"host","tile":1.0}',
        b'{"v":1,"e":"picked","seat":"host","tile":true}',
        b'{"v":1,"e":"ply","ply":null}',
        b'{"v":1,"e":"ply","ply":"a1=G","clock":[]}',
        b'{"v":1,"e":"ply","ply":"a1=G","clock":{"left":[1],"at":1}}',
        b'{"v":1,"e":"ply","ply":"a1=G","clock":{"left":[1,2,3],"at":1}}',
        b'{"v":1,"e":"ply","ply":"a1=G","clock":{"left":[1,2],"at":1,"on":1}}',
        b'{"v":1,"e":"ended","result":{"reason":"boredom"}}',
        b"\xff\xfe",
        b'{"v":1,"e":"renamed","seat":"host","name":"\xed\xa0\x80"}',
    ],
)
def test_bytes_that_are_no_event_are_damaged(body: bytes) -> None:
    with pytest.raises(Damaged):
        decode(body)


@pytest.mark.parametrize("body", BODIES, ids=NAMES)
def test_an_event_with_one_field_less_or_more_is_damaged(body: bytes) -> None:
    fields = orjson.loads(body)
    mangled = [{**fields, "more": None}]
    optional = {"clock", "result", "draw"}
    mangled += [{k: v for k, v in fields.items() if k != key} for key in fields.keys() - optional]

    for each in mangled:
        with pytest.raises(Damaged):
            decode(orjson.dumps(each))


@given(st.sampled_from(BODIES), st.data())
def test_an_event_that_was_cut_short_is_damaged(body: bytes, data: st.DataObject) -> None:
    length = data.draw(st.integers(0, len(body) - 1))

    with pytest.raises(Damaged):
        decode(body[:length])


@given(st.binary(max_size=200))
def test_noise_is_damaged(body: bytes) -> None:
    with pytest.raises(Damaged):
        decode(body)


@given(st.sampled_from(BODIES), st.data())
def test_flipped_bits_are_read_as_some_event_or_damaged(body: bytes, data: st.DataObject) -> None:
    """No other exception: what reads the store catches one."""
    at, bit = data.draw(st.integers(0, len(body) - 1)), data.draw(st.integers(0, 7))
    flipped = bytes([*body[:at], body[at] ^ (1 << bit), *body[at + 1 :]])
    with suppress(Damaged):
        decode(flipped)


def test_a_later_schema_is_unknown() -> None:
    with pytest.raises(UnknownSchema, match="schema 2"):
        decode(encode(RoomClosed()).replace(b'"v":1', b'"v":2'))


def test_a_later_kind_of_event_is_unknown() -> None:
    with pytest.raises(UnknownEvent):
        decode(b'{"v":1,"e":"teleported"}')


def test_every_option_of_the_rules_is_stored() -> None:
    """Else a preset that changes later would change rooms that are being played."""
    rules = orjson.loads(BODIES[0])["table"]["rules"]

    for option in rules:
        fields = orjson.loads(BODIES[0])
        del fields["table"]["rules"][option]
        with pytest.raises(Damaged):
            decode(orjson.dumps(fields))


def test_what_is_wrong_is_told_without_the_secrets() -> None:
    game = BODIES[3].replace(b'"aaaaaaaa', b'"!aaaaaaa')

    with pytest.raises(Damaged) as damaged:
        decode(game)

    assert "aaaa" not in str(damaged.value)


@given(EVENTS)
def test_an_event_holds_a_secret_exactly_if_its_bytes_have_seeds(event: Event) -> None:
    assert holds_secret(event) == ("seeds" in orjson.loads(encode(event)))

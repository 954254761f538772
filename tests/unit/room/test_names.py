"""Names and chat: what is kept, what is cleaned, what is refused."""

import pytest

from app.room.commands import Refusal, Refused
from app.room.names import clean_chat, clean_name

FAMILY = "👨‍👩‍👧‍👦"


@pytest.mark.parametrize(
    "name",
    [
        "Mei",
        "王小明",
        "Zoë",
        "Nguyễn Thị Ánh",
        "김민준",
        "देवनागरी",
        "مريم",
        "O'Brien-Smith",
        "<b>&amp;",
        "🐉",
        FAMILY,
        "👩🏽‍🚀 x",
        "🏴‍☠️",
        "❤️‍🔥",
        "🇹🇼",
        "a" * 24,
        "將" * 24,
    ],
)
def test_an_ordinary_name_is_kept_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Mei  ", "Mei"),
        ("a \t\n b", "a b"),
        ("a\u3000b", "a b"),
        ("e\u0301", "é"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200fb\u061c", "ab"),
        ("\x1b[31mred", "[31mred"),
        ("a\x00b", "ab"),
        ("\u2066x\u2069", "x"),
    ],
)
def test_spaces_controls_and_directions_are_cleaned(written: str, kept: str) -> None:
    assert clean_name(written) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u202e",
        "\u0301",
        "a\u200bb",
        "\u2060",
        "\ufeffa",
        "a\u00adb",
        "a\u200cb",
        "a\u200db",
        "🐉\u200d",
        "\u200d🐉",
        "\u3164",
        "\u115fa",
        "\uffa0",
        "\u2800",
        "a\U000e0041",
        "a\ufe01",
        "a\U000e0100",
        "a\ue000",
        "a\u0378",
        "a\ufdd0",
        "a\u2028b\u2029\u200b",
        "\ufff9a",
        "\ufffc",
        "Z\u0351\u0352\u0353",
        "Z\ufe0f\u0351\ufe0f\u0352\ufe0f\u0353",
        "a" * 25,
        FAMILY * 17,
        "x" * 100_000,
        "\ud800",
    ],
)
def test_a_name_that_hides_something_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code is Refusal.NAME_INVALID


def test_a_cleaned_name_is_clean() -> None:
    for name in ("  Mei\t x ", "\u202eevil", "e\u0301", FAMILY):
        assert clean_name(clean_name(name)) == clean_name(name)


def test_chat_is_longer_and_has_its_own_refusal() -> None:
    assert clean_chat("好" * 200) == "好" * 200
    assert clean_chat("two\nlines") == "two lines"
    for text in ("", "a" * 201, "\u200b", "\udfff"):
        with pytest.raises(Refused) as refused:
            clean_chat(text)
        assert refused.value.code is Refusal.TEXT_INVALID

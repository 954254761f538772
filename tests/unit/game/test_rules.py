import pytest

from app.game import (
    DEFAULT_PRESET,
    PRESETS,
    Elimination,
    FirstMover,
    NextFirstMover,
    Repetition,
    RulesInvalid,
    Scoring,
    Undo,
    options_json,
    points_for,
    preset_of,
    rules_from_json,
    rules_to_json,
)
from tests.unit.game.build import DOUQUE, ruleset

PUBLISHED = {
    # limit of quiet plies, repetition, chases, elimination, draws, resignation, undo, first, next
    "douque": (60, "none", 5, "immediate", True, True, "off", "draw", "draw", "stake"),
    "paofuqi": (
        None, "none", None, "no_action_only", False, False, "local", "host", "alternate", "result",
    ),
    "ply_yard": (
        120, "none", None, "immediate", True, True, "off", "host", "alternate", "result",
    ),
    "tournament": (
        60, "draw3", None, "immediate", False, True, "off", "random", "alternate", "result",
    ),
}  # fmt: skip
NAMES = (
    "no_progress_limit", "repetition", "chase_limit", "elimination", "draw_offers", "resignation",
    "undo", "first_mover", "next_first_mover", "scoring",
)  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_preset_is_the_published_ruleset(name: str) -> None:
    written = rules_to_json(PRESETS[name])
    assert tuple(written[option] for option in NAMES) == PUBLISHED[name]
    assert (written["preset"], written["stake_base"]) == (name, 1)


def test_there_are_no_other_presets() -> None:
    assert PRESETS.keys() == PUBLISHED.keys()
    assert DEFAULT_PRESET == "douque"


def test_nothing_given_means_the_default_preset() -> None:
    assert rules_from_json({}) == DOUQUE == rules_from_json({"preset": "douque"})


def test_given_options_change_the_preset() -> None:
    rules = rules_from_json(
        {
            "preset": "paofuqi",
            "no_progress_limit": 100,
            "repetition": "vary",
            "chase_limit": 9,
            "elimination": "immediate",
            "draw_offers": True,
            "resignation": True,
            "undo": "off",
            "first_mover": "guest",
            "next_first_mover": "loser",
            "scoring": "stake",
            "stake_base": 1000,
        }
    )
    assert (rules.no_progress_limit, rules.chase_limit, rules.stake_base) == (100, 9, 1000)
    assert (rules.repetition, rules.elimination) == (Repetition.VARY, Elimination.IMMEDIATE)
    assert (rules.draw_offers, rules.resignation, rules.undo) == (True, True, Undo.OFF)
    assert (rules.first_mover, rules.next_first_mover, rules.scoring) == (
        FirstMover.GUEST,
        NextFirstMover.LOSER,
        Scoring.STAKE,
    )
    assert preset_of(rules) == "custom"


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_written_is_read_back(name: str) -> None:
    assert rules_from_json(rules_to_json(PRESETS[name])) == PRESETS[name]


def test_a_mixture_is_written_as_custom_and_read_back() -> None:
    rules = ruleset(preset="tournament", no_progress_limit=None, undo="local")
    written = rules_to_json(rules)
    assert written["preset"] == "custom"
    assert (written["no_progress_limit"], written["undo"]) == (None, "local")
    assert rules_from_json(written) == rules


def test_a_mixture_that_equals_a_preset_has_its_name() -> None:
    assert preset_of(ruleset(preset="ply_yard", no_progress_limit=120)) == "ply_yard"
    assert rules_to_json(rules_from_json({"preset": "custom"}))["preset"] == "douque"


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ({"preset": "hong_kong"}, "preset must be one of"),
        ({"preset": None}, "preset must be one of"),
        ({"preset": ["douque"]}, "preset must be one of"),
        ({"speed": 3}, "there is no option speed"),
        ({"__proto__": {}}, "there is no option __proto__"),
        ({"<b>": 1}, "there is no option of that name"),
        ({"x" * 33: 1}, "there is no option of that name"),
        ({7: 1}, "there is no option of that name"),
        ({"no_progress_limit": 50}, "no_progress_limit must be null or one of 40, 60, 100, 120"),
        ({"no_progress_limit": 60.0}, "no_progress_limit must be"),
        ({"no_progress_limit": True}, "no_progress_limit must be"),
        ({"no_progress_limit": "60"}, "no_progress_limit must be"),
        ({"no_progress_limit": False}, "no_progress_limit must be"),
        ({"chase_limit": 1}, "chase_limit must be null or one of 2, 3, 4, 5, 6, 7, 8, 9"),
        ({"chase_limit": 10}, "chase_limit must be"),
        ({"chase_limit": 0}, "chase_limit must be"),
        ({"repetition": "draw"}, "repetition must be one of none, draw3, vary"),
        ({"repetition": None}, "repetition must be"),
        ({"undo": False}, "undo must be one of off, local"),
        ({"first_mover": "red"}, "first_mover must be"),
        ({"draw_offers": 1}, "draw_offers must be true or false"),
        ({"resignation": "on"}, "resignation must be true or false"),
        ({"resignation": None}, "resignation must be true or false"),
        ({"stake_base": 0}, "stake_base must be a whole number from 1 to 1000"),
        ({"stake_base": 1001}, "stake_base must be"),
        ({"stake_base": True}, "stake_base must be"),
        ({"stake_base": 1.0}, "stake_base must be"),
        ({"general_takes_soldier": True}, "general_takes_soldier is not available yet"),
        ({"general_takes_soldier": 0}, "general_takes_soldier must be true or false"),
        ({"cannon": "step"}, "cannon is not available yet"),
        ({"ranking": "hong_kong"}, "ranking is not available yet"),
        ({"ranking": "western"}, "ranking must be one of taiwan, hong_kong"),
        ({"dark_capture": "reveal"}, "dark_capture is not available yet"),
        ({"colours": "host_red"}, "colours is not available yet"),
    ],
)
def test_what_does_not_exist_is_refused_with_its_reason(
    option: dict[str, object], reason: str
) -> None:
    with pytest.raises(RulesInvalid) as caught:
        rules_from_json(option)
    assert caught.value.reason.startswith(reason)


@pytest.mark.parametrize("value", [None, [], "douque", 1])
def test_rules_are_an_object(value: object) -> None:
    with pytest.raises(RulesInvalid):
        rules_from_json(value)  # type: ignore[arg-type]


def test_the_choices_name_every_preset_and_option() -> None:
    choices = options_json()
    assert choices["default"] == "douque"
    assert choices["presets"] == {name: rules_to_json(rules) for name, rules in PRESETS.items()}
    options = choices["options"]
    assert isinstance(options, dict)
    assert set(options) == set(rules_to_json(DOUQUE)) - {"preset"}
    assert options["no_progress_limit"] == [None, 40, 60, 100, 120]
    assert options["repetition"] == ["none", "draw3", "vary"]
    assert options["draw_offers"] == [True, False]
    assert options["cannon"] == ["jump"]
    assert options["chain_captures"] == [False]
    assert choices["ranges"] == {"stake_base": {"min": 1, "max": 1000}}


def test_every_choice_that_is_offered_can_be_made() -> None:
    options = options_json()["options"]
    assert isinstance(options, dict)
    for name, values in options.items():
        for value in values:
            assert rules_to_json(rules_from_json({name: value}))[name] == value


@pytest.mark.parametrize(
    ("captured", "multiplier"), [(0, 5), (5, 5), (6, 3), (12, 3), (13, 1), (16, 1)]
)
def test_a_stake_is_multiplied_by_how_little_the_loser_took(captured: int, multiplier: int) -> None:
    assert points_for(ruleset(stake_base=7), captured) == 7 * multiplier


def test_without_a_stake_a_win_brings_no_points() -> None:
    assert points_for(PRESETS["tournament"], 0) == 0

"""The settings table in docs/operate.md says what the code says."""

import re
from pathlib import Path

from app.settings import PREFIX, Settings

TABLE = re.compile(r"^\| `(BANQI_[A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
ROWS = {
    name: default
    for name, default, _ in TABLE.findall(Path("docs/operate.md").read_text(encoding="utf-8"))
}
WORDS = {(): {"none", "all"}, "": {"none"}, True: {"`on`"}, False: {"`off`"}}


def test_every_setting_has_its_row_and_no_other() -> None:
    assert set(ROWS) == {f"{PREFIX}{name.upper()}" for name in Settings.model_fields}


def test_the_defaults_are_those_of_the_code() -> None:
    settings = Settings.model_validate({})
    for name in Settings.model_fields:
        told = ROWS[f"{PREFIX}{name.upper()}"]
        value = getattr(settings, name)
        if name == "store":
            assert told == "a data directory of yours"
        elif value is None:
            assert told == "none", name
        elif isinstance(value, bool | str | tuple) and value in WORDS:
            assert told in WORDS[value], name
        else:
            assert told == f"`{value:g}`" if isinstance(value, float) else f"`{value}`", name

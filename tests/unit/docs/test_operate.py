"""The settings table in docs/operate.md says what the code says."""

import re
from pathlib import Path

from app.api.metrics import COUNTERS, GAUGES, HISTOGRAMS, Build, exposition
from app.service.ledger import Ledger
from app.settings import PREFIX, Settings

TABLE = re.compile(r"^\| `(BANQI_[A-Z_]+)` \| (.+?) \| (.+) \|$", re.MULTILINE)
TEXT = Path("docs/operate.md").read_text(encoding="utf-8")
ROWS = {name: default for name, default, _ in TABLE.findall(TEXT)}
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


def test_every_metric_has_its_row_with_its_labels_and_no_other() -> None:
    told = dict(re.findall(r"^\| `banqi_(\w+?)(?:_total)?(?:\{(.+)\})?` \|", TEXT, re.MULTILINE))
    ours = {each.name: ",".join(each.labels) for each in (*COUNTERS, *GAUGES, *HISTOGRAMS)}
    assert told == ours | {"uptime_seconds": "worker", "build_info": "version,build"}


def test_what_to_alert_on_is_there() -> None:
    shown = exposition(Build("", ""), Ledger().reading(0), ()).decode()
    for name in set(re.findall(r"(banqi_\w+?)(?:_total|_bucket)?[{\[]", TEXT)):
        assert f"# TYPE {name}" in shown, name


def test_what_a_worker_carries_is_what_was_measured() -> None:
    measured = Path("docs/performance.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"One worker uses one core\..+?\[performance", TEXT, re.DOTALL)
    figures = re.findall(r"\d[\d.,]*\d", told)
    assert len(figures) == 6
    assert [each for each in figures if not re.search(rf"(?<![\d.,]){each}\b", measured)] == []

"""The page learns from the server where its files are and what it can speak."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

from app.api.site import BOOKS, INDEX, languages, load

WEB = Path(__file__).parents[3] / "web"


def test_every_file_of_a_language_is_offered_by_its_own_name() -> None:
    found = {"locales/en.json": b'{"language.name": "English"}', "js/a.js": b""}
    found["locales/pt-BR.json"] = '{"language.name": "Portugu\u00eas"}'.encode()
    assert languages(found) == {"en": "English", "pt-BR": "Portugu\u00eas"}


def test_the_page_holds_all_of_them_as_an_attribute(tmp_path: Path) -> None:
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "xx.json").write_text('{"language.name": "\\"<&>\\""}')
    (tmp_path / INDEX).write_text('<meta content="{{languages}}"><link href="{{static}}/a">')
    page = load(tmp_path, "1").assets[INDEX].content.decode()
    content = re.findall(r'content="([^"]*)"', page)
    assert json.loads(html.unescape(content[0])) == {"xx": '"<&>"'}
    assert "{{" not in page


def test_the_real_page_speaks_english_and_says_so() -> None:
    page = load(WEB, "1").assets[INDEX].content.decode()
    content = re.findall(r'name="languages" content="([^"]*)"', page)
    assert json.loads(html.unescape(content[0]))["en"] == "English"


def test_what_the_first_sight_does_not_say_is_served_apart_and_nothing_is_lost() -> None:
    served = load(WEB, "1").assets
    for file in (WEB / "locales").glob("*.json"):
        whole = json.loads(file.read_text())
        names = [f"locales/{file.name}", *(f"locales/{book}/{file.name}" for book in BOOKS)]
        parts = [json.loads(served[name].content) for name in names]
        assert {key: text for part in parts for key, text in part.items()} == whole
        assert sum(map(len, parts)) == len(whole)
        assert "rules.title" in parts[0]
        assert "rules.faq" in parts[1]


def test_the_test_that_the_rules_name_is_served_as_it_is_run() -> None:
    run = (WEB.parent / "tests/laws/test_secrecy.py").read_bytes()
    served = load(WEB, "1").assets["laws/test_secrecy.txt"]
    assert served.media_type == "text/plain; charset=utf-8"
    assert served.content == run, "cp tests/laws/test_secrecy.py web/laws/test_secrecy.txt"

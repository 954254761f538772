"""Where the file lies."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store.location import default_path, sqlite_path

HOME = Path("/people/mei")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///rooms.db", "rooms.db"),
        ("sqlite:///data/rooms.db", "data/rooms.db"),
        ("sqlite:////var/lib/banqi/rooms.db", "/var/lib/banqi/rooms.db"),
        ("sqlite:////srv/with space/100%.db", "/srv/with space/100%.db"),
        ("sqlite:///C:/banqi/rooms.db", "C:/banqi/rooms.db"),
    ],
)
def test_a_url_names_a_file(url: str, path: str) -> None:
    assert sqlite_path(url) == Path(path)


@pytest.mark.parametrize(
    "url",
    [
        *("", "sqlite:", "sqlite://", "sqlite:///", "sqlite:////", "sqlite:///data/"),
        *("sqlite://host/x", "redis://localhost", "SQLITE:///x", "/var/lib", "sqlite:///a\0b"),
    ],
)
def test_other_urls_are_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(ValueError, match="a SQLite URL"):
        sqlite_path(url)


@pytest.mark.parametrize(
    ("platform", "environ", "path"),
    [
        ("linux", {}, "/people/mei/.local/share/banqi"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/banqi"),
        ("linux", {"XDG_DATA_HOME": "data"}, "/people/mei/.local/share/banqi"),
        ("linux", {"XDG_DATA_HOME": ""}, "/people/mei/.local/share/banqi"),
        ("darwin", {}, "/people/mei/Library/Application Support/banqi"),
        ("win32", {}, "/people/mei/AppData/Local/banqi"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/banqi"),
    ],
)
def test_the_default_is_where_the_platform_keeps_user_data(
    platform: str, environ: dict[str, str], path: str
) -> None:
    assert default_path(environ, platform, HOME) == Path(path) / "banqi.sqlite3"

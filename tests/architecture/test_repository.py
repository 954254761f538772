"""What the repository holds works anywhere: no registry, no machine, no broken link."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.architecture import repository
from tests.architecture.repository import ROOT, all_files, files, texts

LOCKS_AND_SETTINGS = (
    ".ci/run",
    ".npmrc",
    "Makefile",
    "package-lock.json",
    "package.json",
    "pyproject.toml",
    "requirements/compile.txt",
    "requirements/dev.txt",
    "requirements/run.txt",
)
# Written in pieces, so that this file does not find itself.
REGISTRY_HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry", "npmjs"),
        ("registry", "yarnpkg"),
        ("npmmirror", "com"),
        ("deb", "debian"),
    )
)
PERSONAL_PATH = re.compile(r"(?<![\w.])/" + r"(?:root|work|home/\w+|Users/\w+)/\w|C:\\Users\\")
OPTION_WITH_ADDRESS = re.compile(r"--(?:index-url|extra-index-url|find-links|trusted-host)")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@pytest.mark.parametrize("name", LOCKS_AND_SETTINGS)
def test_locks_and_settings_name_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")

    assert re.findall(r"\b(?:https?|file|git\+\w+)://(?!127\.0\.0\.1)\S+", text) == []
    assert OPTION_WITH_ADDRESS.findall(text) == []


def test_no_file_names_a_package_registry() -> None:
    assert [name for name, text in texts() if any(host in text for host in REGISTRY_HOSTS)] == []


def test_no_file_has_a_merge_s_marks_in_it() -> None:
    marks = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)

    assert [name for name, text in texts() if marks.search(text)] == []


def test_no_file_names_a_path_of_somebody_s_machine() -> None:
    assert [
        f"{name}: {found[0]}"
        for name, text in texts()
        if (found := PERSONAL_PATH.search(text)) is not None
    ] == []


@pytest.mark.parametrize(
    "name", ["requirements/run.txt", "requirements/compile.txt", "requirements/dev.txt"]
)
def test_every_locked_package_is_pinned_by_version_and_hash(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", re.sub(r"(?m)^#.*\n", "", text).strip())

    assert entries
    assert [
        entry.split()[0]
        for entry in entries
        if not re.match(r"[\w.-]+(?:\[[\w,-]+\])?==\S+", entry) or "--hash=sha256:" not in entry
    ] == []


def test_a_tested_server_has_the_packages_that_a_running_one_has() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        return {line.split(" ")[0] for line in text.splitlines() if re.match(r"\w.*==", line)}

    assert pins("run.txt") <= pins("compile.txt") <= pins("dev.txt")


def test_a_built_package_carries_every_package_of_the_server_and_the_page() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders = {path.parent.relative_to(ROOT) for path in files("app/**/*.py")}
    packages = {".".join(folder.parts) for folder in folders}

    assert set(settings["tool"]["setuptools"]["packages"]) == packages | {"app.web"}


@pytest.mark.parametrize(
    "document",
    [path for path in all_files() if path.suffix == ".md"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_every_link_of_a_document_leads_to_a_file(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    local = [link.split("#")[0] for link in links if not re.match(r"\w+:|#", link)]

    assert [link for link in local if not (document.parent / link).exists()] == []


def test_an_unpacked_archive_is_looked_at_but_for_what_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "build" / "banqi"
    kept = {".gitignore", "README.md", "app/game/build.py"}
    made = {".hypothesis/x", ".venv/x.py", "app/__pycache__/x.pyc", "b.sqlite3-wal", "b.egg-info/x"}
    for name in kept | made:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()
    (root / ".gitignore").write_bytes((ROOT / ".gitignore").read_bytes())
    monkeypatch.setattr(repository, "ROOT", root)
    assert {path.relative_to(root).as_posix() for path in repository.unpacked()} == kept

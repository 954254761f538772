"""The files of the page, read once at the start and served from memory.

Their address holds a hash of all of them, so that a browser may keep them for ever.
"""

from __future__ import annotations

import gzip
import hashlib
import html
import json
import mimetypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.api.bundle import imported, inlined, pack
from app.api.worker import WORKER, kept, told

STATIC: Final = "static"
INDEX: Final = "index.html"
PLACEHOLDER: Final = b"{{static}}"
"""What stands in the page for where its files are."""
LANGUAGES: Final = b"{{languages}}"
"""What stands in the page for the languages it can speak."""
LOCALES: Final = "locales/"
MODULES: Final = "js/"
BOOKS: Final = {
    "more": (
        *(
            "computer.",
            "create.",
            "faq.",
            "first.",
            "glossary.",
            "movebox.",
            "odds.",
            "option.",
            "replay.",
            "review.",
            "rules.",
        ),
        *("seat.", "settings.", "skill.", "term.", "value."),
    ),
    "learn": ("learn.",),
}
"""What the first sight says nothing of, by the first word of its keys: `locales/more/en.json`."""
TITLE: Final = ".title"
"""Titles are wanted before what they stand over."""
_NOT_SERVED: Final = (".d.ts", ".md")
_PACKED: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """One file: its bytes, packed if that saves something, and its kind."""

    content: bytes
    packed: bytes | None
    media_type: str


@dataclass(frozen=True, slots=True)
class Site:
    """All files by their name below `web/`, and the hash of them all."""

    assets: Mapping[str, Asset]
    build: str


def web_directory(package: Path) -> Path:
    """Where the page's files lie: inside an installed package, beside it in a checkout."""
    inside = package / "web"
    return inside if inside.is_dir() else package.parent / "web"


def load(directory: Path, version: str) -> Site:
    """Read every file that is served; the page learns where they are and what it can speak."""
    found = dict(_files(directory))
    found |= packed(found)
    digest = hashlib.sha256(version.encode())
    for name, content in found.items():
        digest.update(f"\0{name}\0{len(content)}\0".encode())
        digest.update(content)
    build = digest.hexdigest()[:12]
    if INDEX in found:
        page = found[INDEX].replace(PLACEHOLDER, prefix_of(build).encode())
        found[INDEX] = page.replace(LANGUAGES, _attribute(languages(found)))
    for name in [name for name in found if name.startswith(LOCALES)]:
        found |= books(Path(name).name, found[name])
    if WORKER in found:
        found[WORKER] = told(found[WORKER], build, kept(found, _whole_sheets(found)))
    return Site({name: _asset(name, raw) for name, raw in found.items()}, build)


def packed(found: Mapping[str, bytes]) -> dict[str, bytes]:
    """Scripts and style sheets that hold what belongs together."""
    modules = {name: raw.decode() for name, raw in found.items() if name.startswith(MODULES)}
    sheets = {name: raw.decode() for name, raw in found.items() if name.endswith(".css")}
    whole = {name: inlined(sheets, name) for name in _whole_sheets(found)}
    return {name: text.encode() for name, text in {**pack(modules), **whole}.items()}


def _whole_sheets(found: Mapping[str, bytes]) -> list[str]:
    """The style sheets that are no part of another one."""
    sheets = {name: raw.decode() for name, raw in found.items() if name.endswith(".css")}
    within = {part for name, text in sheets.items() for part in imported(name, text)}
    return [name for name in sheets if name not in within]


def books(file: str, content: bytes) -> dict[str, bytes]:
    """A language's file as it is served: what the first sight says, and apart what it does not."""
    sentences: dict[str, str] = json.loads(content)
    apart = {
        book: {key: text for key, text in sentences.items() if _is_of(key, words)}
        for book, words in BOOKS.items()
    }
    later = {key for texts in apart.values() for key in texts}
    first = {key: text for key, text in sentences.items() if key not in later}
    served = {f"{LOCALES}{book}/{file}": texts for book, texts in apart.items()}
    return {name: _compact(texts) for name, texts in {f"{LOCALES}{file}": first, **served}.items()}


def _is_of(key: str, words: tuple[str, ...]) -> bool:
    return key.startswith(words) and not key.endswith(TITLE)


def _compact(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def languages(found: Mapping[str, bytes]) -> dict[str, str]:
    """The languages there are files of, by tag, each with its name for itself."""
    files = {name: raw for name, raw in found.items() if name.startswith(LOCALES)}
    return {Path(name).stem: json.loads(raw)["language.name"] for name, raw in files.items()}


def _attribute(value: object) -> bytes:
    return html.escape(json.dumps(value, ensure_ascii=False)).encode()


def prefix_of(build: str) -> str:
    """Where the files of a build are, relative to the page."""
    return f"{STATIC}/{build}"


def _files(directory: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        hidden = any(part.startswith((".", "_")) for part in name.split("/"))
        if path.is_file() and not hidden and not name.endswith(_NOT_SERVED):
            yield name, path.read_bytes()


def _asset(name: str, content: bytes) -> Asset:
    kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    packed = None
    if kind is not None and kind.startswith(_PACKED):
        packed = gzip.compress(content, 9, mtime=0)
    saves = packed is not None and len(packed) < len(content)
    return Asset(content, packed if saves else None, kind or "application/octet-stream")

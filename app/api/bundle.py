"""The page's modules packed into a few scripts, so that a first sight needs a few requests.

Nothing is built before: this is done at the start from the modules as they are, which need no
more than lines that begin with `import {…} from` and `export function | const | class`. Each
module becomes a function that is called when somebody wants what it exports.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import Final

ENTRY: Final = "js/main.js"
"""The page's script; what is served under its name holds all that every first sight needs."""
ALONE: Final = "js/early.js"
"""A small script that comes before it and stands on its own."""
PARTS: Final[Mapping[str, Sequence[str]]] = {
    ENTRY: (ENTRY, "js/screens/home.js"),
    "js/+both.js": (),
    "js/+game.js": ("js/game/screen.js",),
    "js/+room.js": ("js/screens/join.js", "js/screens/lobby.js", "js/screens/drawing.js"),
    "js/+rest.js": (),
    "js/+replay.js": ("js/replay/screen.js",),
}
"""The scripts that are made, in the order in which they take modules."""
BOTH: Final = "js/+both.js"
"""Takes what both a game and the screens before it need; neither waits for the other's own."""
REST: Final = "js/+rest.js"
"""Takes what no other names."""

_BLOCK: Final = re.compile(
    r"^[ \t]*/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n|/\*\* @(?:[^*]|\*(?!/))*\*/ ?", re.MULTILINE
)
_LINE: Final = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_EMPTY: Final = re.compile(r"\n{2,}")
_IMPORT: Final = re.compile(r"^import (?:\{([^}]*)\} from )?'([^']+)';\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_DYNAMIC: Final = re.compile(r"\bimport\('(\.[^']+)'\)")
_SHEET: Final = re.compile(r"^@import '([^']+)';$", re.MULTILINE)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_OPEN: Final = re.compile(r"^[^`\n]*(?:`[^`\n]*`[^`\n]*)*`[^`\n]*$", re.MULTILINE)
"""A text over several lines, whose indentation would be lost."""
_HERE: Final = "import.meta.url"

_MODULES: Final = """\
const factories = new Map(), made = new Map();
export const $define = (name, factory) => factories.set(name, factory);
export const $at = (name) => new URL(`../${name}`, import.meta.url).href;
export function $use(name) {
if (!made.has(name)) made.set(name, factories.get(name)());
return made.get(name);
}
"""
_FETCHING: Final = """\
export function $fits(print) {
if (print === '%s') return;
dispatchEvent(new Event('banqi-renew'));
throw new Error('a part of another build');
}
const failed = new Map(), parts = %s;
async function part(name) {
const tries = failed.get(name) ?? 0;
try {
await import($at(tries ? `${name}?${tries}` : name));
} catch (error) {
failed.set(name, tries + 1);
throw error;
}
}
export async function $later(name) {
await Promise.all(parts[name].map(part));
return $use(name);
}
"""
"""A part that failed is fetched anew under another address: browsers may remember the failure."""
_HEAD_OF_PART: Final = """\
import { $at, $define, $fits, $later, $use } from './main.js';
$fits('%s');
"""
"""A page must not go on with a part of a newer one: it hears of it and is loaded again."""


class NotPacked(Exception):
    """A module is written in a way that this does not understand."""


@dataclass(frozen=True, slots=True)
class Module:
    """One module: what it needs at once and later, what it exports, and its text without both."""

    name: str
    imports: tuple[tuple[str, str], ...]
    """Names in braces, and the module they come from."""
    later: tuple[str, ...]
    exports: tuple[str, ...]
    body: str


def pack(sources: Mapping[str, str]) -> dict[str, str]:
    """The scripts to serve, made of modules by their path below `web/`."""
    if ENTRY not in sources:
        return {}
    modules = {name: read(name, text) for name, text in sources.items()}
    dealt = _deal(modules)
    texts = {part: _joined(modules[name] for name in names) for part, names in dealt.items()}
    print_ = hashlib.sha256("".join(texts.values()).encode()).hexdigest()[:12]
    needs = json.dumps(_needs(modules, dealt), separators=(",", ":"))
    head = _MODULES + _FETCHING % (print_, needs)
    scripts = {part: _HEAD_OF_PART % print_ + text for part, text in texts.items()}
    scripts[ENTRY] = f"{head}{texts[ENTRY]}$use('{ENTRY}');\n"
    if ALONE in modules:
        alone = _joined(modules[name] for name in closure(modules, [ALONE]))
        scripts[ALONE] = f"{_MODULES}{alone}$use('{ALONE}');\n"
    return scripts


def _needs(
    modules: Mapping[str, Module], dealt: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """The parts to fetch for each module that is wanted later."""
    home = {name: part for part, names in dealt.items() for name in names}
    wanted = sorted({target for module in modules.values() for target in module.later})
    return {
        target: sorted({home[name] for name in closure(modules, [target])} - {ENTRY})
        for target in wanted
    }


def imported(name: str, text: str) -> list[str]:
    """The style sheets that one begins with."""
    return [resolve(name, path) for path in _SHEET.findall(text)]


def inlined(sheets: Mapping[str, str], name: str) -> str:
    """A style sheet with what it begins with as `@import`, and without comments."""
    whole = _SHEET.sub(lambda found: inlined(sheets, resolve(name, found[1])), sheets[name])
    return _EMPTY.sub("\n", _INDENT.sub("", _COMMENT.sub("", whole)))


def read(name: str, text: str) -> Module:
    """A module taken apart; `NotPacked` if anything is left that only a browser understands."""
    bare = _EMPTY.sub("\n", _INDENT.sub("", _LINE.sub("", _BLOCK.sub("", text))))
    imports = tuple((names, resolve(name, path)) for names, path in _IMPORT.findall(bare))
    later = tuple(resolve(name, path) for path in _DYNAMIC.findall(bare))
    exports = tuple(_EXPORT.findall(bare))
    body = _EXPORT.sub("", _IMPORT.sub("", bare)).replace(_HERE, f"$at('{name}')")
    body = _DYNAMIC.sub(lambda found: f"$later('{resolve(name, found[1])}')", body)
    if left := _LEFT.search(body) or _OPEN.search(body):
        raise NotPacked(f"{name}: {left[0]}")
    return Module(name, imports, later, exports, body)


def resolve(name: str, path: str) -> str:
    """What a path in a module leads to."""
    return normpath(join(dirname(name), path))


def closure(modules: Mapping[str, Module], roots: Iterable[str]) -> list[str]:
    """These modules and all that they need at once, what is needed first."""
    found: dict[str, None] = {}
    for root in roots:
        _follow(modules, root, found, ())
    return list(found)


def _follow(
    modules: Mapping[str, Module], name: str, found: dict[str, None], way: tuple[str, ...]
) -> None:
    if name in way:
        raise NotPacked(" → ".join((*way[way.index(name) :], name)))
    if name in found:
        return
    if name not in modules:
        raise NotPacked(f"{way[-1] if way else 'a part'} needs {name}")
    for _, needed in modules[name].imports:
        _follow(modules, needed, found, (*way, name))
    found[name] = None


def _deal(modules: Mapping[str, Module]) -> dict[str, list[str]]:
    """Which part has which modules: the first that needs one."""
    dealt: dict[str, list[str]] = {}
    taken: set[str] = set()
    for part in PARTS:
        names = [name for name in _wanted(modules, part) if name not in taken]
        taken.update(names)
        if names:
            dealt[part] = names
    return dealt


def _wanted(modules: Mapping[str, Module], part: str) -> list[str]:
    """Every module that a part is for, whoever else has it already."""
    if part == BOTH:
        others = set(_wanted(modules, "js/+room.js"))
        return [name for name in _wanted(modules, "js/+game.js") if name in others]
    if part == REST:
        wanted = {target for module in modules.values() for target in module.later}
        named = {root for roots in PARTS.values() for root in roots}
        return closure(modules, sorted(wanted - named))
    return closure(modules, [root for root in PARTS[part] if root in modules])


def _joined(modules: Iterable[Module]) -> str:
    return "".join(map(_written, modules))


def _written(module: Module) -> str:
    # In brackets: engines then compile the function at once, and not a second time when called.
    uses = "".join(_use(names, needed) for names, needed in module.imports)
    given = ", ".join(module.exports)
    return f"$define('{module.name}', (() => {{\n{uses}{module.body}return {{{given}}};\n}}));\n"


def _use(names: str, needed: str) -> str:
    """An import as a call; `a as b` is written as a destructuring has it."""
    renamed = " ".join(names.split()).replace(" as ", ": ")
    return f"const {{{renamed}}} = $use('{needed}');\n" if renamed else f"$use('{needed}');\n"

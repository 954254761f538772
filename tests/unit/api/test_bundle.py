"""Scripts that hold many modules do what the modules would do one by one."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from app.api.bundle import PARTS, NotPacked, closure, inlined, pack, read

WEB = Path(__file__).parents[3] / "web"
SOURCES = {
    path.relative_to(WEB).as_posix(): path.read_text() for path in (WEB / "js").rglob("*.js")
}
FIRST_LOAD = 50_000
"""Bytes of the first script, packed; sentences, pieces, looks and markup take as much."""

SMALL = {
    "js/main.js": """
import { greet as say, later, use } from './words.js';
import './mark.js';

/** Not for browsers. */
const said = [say('world'), new URL('../x.txt', import.meta.url).pathname.slice(-6)];
// Nor this.
const { shout } = await import('./loud.js');
export const done = [...said, shout('you')];
globalThis.report(done);
""",
    "js/words.js": """
export function greet(name) {
  return `hello ${name}`;
}
export const later = 1;
export const use = 2;
""",
    "js/mark.js": "globalThis.marked = true;\n",
    "js/loud.js": """import {
  greet,
} from './words.js';
export const shout = (/** @type {string} */ name) => {
  /** @type {string} */ (name).at(0);
  return greet(name).toUpperCase(); /* A line that begins with a cast is not a comment. */
};
/** Nothing. */
export class Quiet {}
export async function never() {}
""",
}


def test_a_packed_script_runs_like_its_modules(tmp_path: Path) -> None:
    # A module that others need may not wait for anything itself; a function may.
    entry = SMALL["js/main.js"].replace("const { shout }", "void (async () => {\nconst { shout }")
    entry = entry.replace("export const done", "const done")
    packed = pack({**SMALL, "js/main.js": entry + "})();\n"})
    assert set(packed) == {"js/main.js", "js/+rest.js"}
    assert "Nor this" not in "".join(packed.values())
    (tmp_path / "js").mkdir()
    for name, text in packed.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    script = "globalThis.report = (what) => console.log(JSON.stringify([what, globalThis.marked]));"
    (tmp_path / "run.js").write_text(f"{script}\nawait import('./js/main.js');\n")
    node = Path(sys.executable).with_name("node")
    ran = subprocess.run(
        [node, "run.js"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == '[["hello world","/x.txt","HELLO YOU"],true]', ran.stderr


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n",
        "import all from './words.js';\n",
        "export { greet } from './words.js';\n",
        "const text = `two\n  lines`;\n",
    ],
)
def test_what_is_not_understood_is_said(text: str) -> None:
    with pytest.raises(NotPacked, match=r"js/a\.js"):
        read("js/a.js", text)


def test_a_circle_of_modules_is_said() -> None:
    circle = {
        "js/a.js": read("js/a.js", "import { b } from './b.js';\n"),
        "js/b.js": read("js/b.js", "import { a } from './a.js';\n"),
    }
    with pytest.raises(NotPacked, match=r"js/a\.js → js/b\.js → js/a\.js"):
        closure(circle, ["js/a.js"])


def test_a_module_that_is_not_there_is_said() -> None:
    with pytest.raises(NotPacked, match=r"js/a\.js needs js/b\.js"):
        pack({"js/main.js": "import { a } from './a.js';\n", "js/a.js": "import './b.js';\n"})


def test_style_sheets_are_put_together_in_the_order_of_their_cascade() -> None:
    sheets = {
        "css/all.css": "/* All. */\n\n@import 'a.css';\n@import 'b.css';\np { x: 3 }\n",
        "css/a.css": "p { x: 1 }\n",
        "css/b.css": "/* B\n */\np {\n  x: 2;\n}\n",
    }
    assert "".join(inlined(sheets, "css/all.css").split()) == "p{x:1}p{x:2;}p{x:3}"


def test_the_real_page_is_packed_whole_and_small() -> None:
    packed = pack(SOURCES)
    everything = "".join(packed.values())
    named = {root for roots in PARTS.values() for root in roots}
    assert named <= set(SOURCES), "a part begins with a module that is gone"
    assert [name for name in SOURCES if f"define('{name}'" not in everything] == []
    assert len(gzip.compress(packed["js/main.js"].encode(), 9)) < FIRST_LOAD

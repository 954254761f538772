"""Writes web/pieces/sprite.svg, the piece art, from a font's outlines and the drawings beside this file.

Run it only when the art changes; the sprite is checked in. It needs fontTools and two open fonts:
LXGW WenKai for the characters and Caladea for the letters (Debian packages fonts-lxgw-wenkai and
fonts-crosextra-caladea):

    python -m tools.pieces.build LXGWWenKai-Bold.ttf Caladea-Bold.ttf web/pieces/sprite.svg

Every piece is a disc of 400 units with its rings (one for red, two for black: the cue that needs no
colour) and a glyph. All paint is a CSS custom property, so themes and forced colours reach it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from tools.pieces.drawings import ICONS
from tools.pieces.outline import PathPen

BOX: Final = 400
KINDS: Final = "GAERHCS"
SIDES: Final = {"r": "red", "b": "black"}
VIET: Final = ("Tg", "S", "T", "X", "M", "P", "B")
"""Tướng, Sĩ, Tượng, Xe, Mã, Pháo, Binh: a general and an elephant begin with the same letter."""
CHARACTERS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "traditional": {"r": "帥仕相俥傌炮兵", "b": "將士象車馬砲卒"},
    "simplified": {"r": "帅仕相车马炮兵", "b": "将士象车马炮卒"},
    "letters": {"r": KINDS, "b": KINDS},
    "cdc": {"r": "KGMRNCP", "b": "KGMRNCP"},
    "wxf": {"r": "KAERHCP", "b": "KAERHCP"},
    "viet": {"r": VIET, "b": VIET},
}
# The share of the disc that the longer side of a glyph fills.
SHARE: Final = {
    style: 0.6 if style in {"traditional", "simplified"} else 0.5 for style in CHARACTERS
}

RED_DISC: Final = (
    '<circle cx="200" cy="200" r="196" fill="var(--piece-red-face)" stroke="var(--piece-rim)" stroke-width="8"/>'
    '<circle cx="200" cy="200" r="173" fill="none" stroke="var(--piece-red-ink)" stroke-width="14"/>'
)
BLACK_DISC: Final = (
    '<circle cx="200" cy="200" r="196" fill="var(--piece-black-face)" stroke="var(--piece-rim)" stroke-width="8"/>'
    '<g fill="none" stroke="var(--piece-black-ink)">'
    '<circle cx="200" cy="200" r="176" stroke-width="12"/><circle cx="200" cy="200" r="159" stroke-width="6"/></g>'
)
# The back shows one four-leaved ornament on every face-down piece: one path, since a browser makes
# elements of its own of everything in here for each of 32 squares.
LEAVES: Final = (
    "M200 184c-26-26-26-58 0-92c26 34 26 66 0 92z"
    "M216 200c26-26 58-26 92 0c-34 26-66 26-92 0z"
    "M200 216c26 26 26 58 0 92c-26-34-26-66 0-92z"
    "M184 200c-26 26-58 26-92 0c34-26 66-26 92 0z"
    "M191 200a9 9 0 1 0 18 0a9 9 0 1 0-18 0z"
)
BACK: Final = (
    '<circle cx="200" cy="200" r="196" fill="var(--piece-back)" stroke="var(--piece-back-rim)" stroke-width="8"/>'
    '<circle cx="200" cy="200" r="166" fill="none" stroke="var(--piece-back-ink)" stroke-width="5"/>'
    f'<path fill="var(--piece-back-ink)" d="{LEAVES}"/>'
)


class Glyph(NamedTuple):
    """One outline of the sprite: its id and its path in disc units."""

    id: str
    path: str


def glyph_of(font: TTFont, sign: str, share: float) -> Glyph:
    """The outline of a sign, centred by its ink and scaled to a share of the disc."""
    bounds = BoundsPen(font.getGlyphSet())
    draw(font, sign, bounds)
    left, bottom, right, top = bounds.bounds
    scale = share * BOX / max(right - left, top - bottom)
    pen = PathPen(scale, (left + right) / 2, (bottom + top) / 2, BOX / 2)
    draw(font, sign, pen)
    return Glyph(shape_of(sign), pen.path())


def draw(font: TTFont, sign: str, pen: BasePen) -> None:
    """The characters of a sign, one beside the other."""
    glyphs, at = font.getGlyphSet(), 0
    for character in sign:
        glyph = glyphs[font.getBestCmap()[ord(character)]]
        glyph.draw(TransformPen(pen, (1, 0, 0, 1, at, 0)))
        at += glyph.width


def shape_of(sign: str) -> str:
    """The id of a sign's outline."""
    return "p-u" + "-".join(f"{ord(character):x}" for character in sign)


def glyphs_of(fonts: Mapping[str, TTFont]) -> list[Glyph]:
    """Every outline that any set shows, each once."""
    wanted = {
        sign: style
        for style, sides in CHARACTERS.items()
        for signs in sides.values()
        for sign in signs
    }
    return [glyph_of(fonts[style], sign, SHARE[style]) for sign, style in wanted.items()]


def piece(style: str, side: str, kind: str, shape: str) -> str:
    """The symbol of one piece of one set: the disc of its side under its shape."""
    return (
        f'<symbol id="p-{style}-{side}{kind}" viewBox="0 0 {BOX} {BOX}"><use href="#p-{side}"/>'
        f'<use href="#{shape}" fill="var(--piece-{SIDES[side]}-ink)"/></symbol>'
    )


def pieces() -> list[str]:
    """The symbols of all sets."""
    written = [
        piece(style, side, kind, shape_of(sign))
        for style, sides in CHARACTERS.items()
        for side, signs in sides.items()
        for kind, sign in zip(KINDS, signs, strict=True)
    ]
    drawn = [piece("icons", side, kind, f"p-i{kind}") for side in SIDES for kind in KINDS]
    return written + drawn


def sprite(fonts: Mapping[str, TTFont]) -> str:
    """The whole sprite as text."""
    shapes = [f'<path id="{glyph.id}" d="{glyph.path}"/>' for glyph in glyphs_of(fonts)]
    drawings = [f'<g id="p-i{kind}">{ICONS[kind]}</g>' for kind in KINDS]
    discs = [f'<g id="p-r">{RED_DISC}</g>', f'<g id="p-b">{BLACK_DISC}</g>']
    back = f'<symbol id="p-back" viewBox="0 0 {BOX} {BOX}">{BACK}</symbol>'
    lines = ["<defs>", *discs, *shapes, *drawings, "</defs>", back, *pieces()]
    return "\n".join(
        [
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0">',
            "<!-- Made by tools/pieces/build.py. Outlines of characters and letters: OFL 1.1, see NOTICE. -->",
            *lines,
            "</svg>\n",
        ]
    )


def main(arguments: list[str]) -> int:
    """Command line: the fonts of characters and letters to read, the sprite to write."""
    characters, letters, target = arguments
    han, latin = TTFont(characters), TTFont(letters)
    fonts = dict.fromkeys(CHARACTERS, latin) | {"traditional": han, "simplified": han}
    Path(target).write_text(sprite(fonts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

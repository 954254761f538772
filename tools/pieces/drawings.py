"""Own drawings of the seven pieces, for players who do not read the characters.

Each is a silhouette in the disc's 400 units, drawn in one colour inside the circle of radius 140
about (200, 200). What is cut out of a silhouette is a hole of its path (even-odd), never a second
colour, so that the drawings hold in forced colours.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

CENTRE: Final = 200


def _ring(radius: float, inner: float) -> str:
    """A circular band about the middle as one even-odd path."""
    return _circle(CENTRE, CENTRE, radius) + _circle(CENTRE, CENTRE, inner)


def _circle(x: float, y: float, radius: float) -> str:
    """A full circle as path commands."""
    return f"M{x - radius:g} {y:g}a{radius:g} {radius:g} 0 1 0 {2 * radius:g} 0a{radius:g} {radius:g} 0 1 0-{2 * radius:g} 0z"


def _spoke(angle: float, inner: float, outer: float, half: float) -> str:
    """A straight bar from the hub to the rim."""
    x, y = cos(angle), sin(angle)
    corners = [
        (inner * x - half * y, inner * y + half * x),
        (outer * x - half * y, outer * y + half * x),
        (outer * x + half * y, outer * y - half * x),
        (inner * x + half * y, inner * y - half * x),
    ]
    return "M" + "L".join(f"{CENTRE + a:.0f} {CENTRE + b:.0f}" for a, b in corners) + "z"


def _path(d: str) -> str:
    return f'<path fill-rule="evenodd" d="{d}"/>'


CROWN: Final = _path(
    "M92 258L78 146l62 50 60-94 60 94 62-50-14 112z"
    "M94 274h212v30H94z"
    + _circle(78, 134, 15)
    + _circle(200, 90, 16)
    + _circle(322, 134, 15)
)

FAN: Final = _path(
    # The leaf of a folding fan between two arcs, its folds cut out, and the sticks to the pivot.
    "M70 196A150 150 0 0 1 330 196L258 238A67 67 0 0 0 142 238z"
    + "".join(_spoke(pi + angle, 74, 138, 4) for angle in (0.86, 1.225, 1.916, 2.281))
    + "M148 252L196 306h8L252 252 232 240 204 286V232H196V286L168 240z"
    + _circle(200, 312, 14)
)

ELEPHANT: Final = _path(
    "M92 300V226C92 158 134 118 196 118C246 118 276 130 296 160C314 188 314 224 314 258"
    "C314 282 334 282 336 262H352C354 304 290 314 286 262C285 244 284 236 280 230"
    "C272 240 262 246 252 248V300H206V258H146V300z"
    "M206 142C178 152 172 196 206 222C236 204 240 162 222 144"
    "C230 168 222 192 205 204C190 186 190 160 206 142z"
    + _circle(264, 176, 8)
)

WHEEL: Final = (
    _path(_ring(122, 94))
    + _path("".join(_spoke(k * pi / 4, 30, 100, 9) for k in range(8)))
    + _path(_ring(40, 14))
)

HORSE: Final = _path(
    "M212 84C206 92 206 100 208 108C150 112 104 160 104 236C104 264 110 288 118 312H282"
    "C286 280 264 260 238 244C226 236 220 226 222 214C246 220 262 228 278 246"
    "C286 254 300 254 306 244L318 224C322 216 320 208 314 202C292 180 276 160 262 132"
    "C252 116 246 108 238 104C238 92 228 84 212 84z"
    + _circle(240, 150, 9)
    + "M196 130C160 144 138 182 138 230C138 252 142 272 146 288H158C152 268 150 250 150 232C150 192 168 156 200 142z"
)

CANNON: Final = _path(
    # A barrel raised to the upper right, on a wheel with a trail.
    "M92 196C84 176 92 158 108 152L270 96L266 84 296 74 322 150 292 160 288 150 128 212C112 216 98 210 92 196z"
    "M118 226L84 300H56V316H120L150 250z"
) + _path(_circle(196, 252, 64) + _circle(196, 252, 46)) + _path(
    _circle(196, 252, 16) + "".join(_spoke_at for _spoke_at in ())
) + '<g transform="translate(-4 52)">' + _path(
    "".join(_spoke(k * pi / 3, 12, 50, 6) for k in range(6))
) + "</g>"

SWORD: Final = '<g transform="rotate(45 200 200)">' + _path(
    "M200 52L222 86V236H178V86z"
    "M194 92V226H206V92z"
    "M140 236H260V262H140z"
    "M188 262H212V316H188z"
    + _circle(200, 330, 18)
) + "</g>"

ICONS: Final = {
    "G": CROWN,
    "A": FAN,
    "E": ELEPHANT,
    "R": WHEEL,
    "H": HORSE,
    "C": CANNON,
    "S": SWORD,
}

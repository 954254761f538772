"""Own drawings of the seven pieces, for players who do not read the characters.

Each is a silhouette in the disc's 400 units, drawn in one colour inside the circle of radius 140
about (200, 200). What is cut out of a silhouette is a hole of its path (even-odd), never a second
colour, so that the drawings hold in forced colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin
from typing import Final

Point = tuple[float, float]

CENTRE: Final = 200


def _circle(x: float, y: float, radius: float) -> str:
    """A full circle as path commands."""
    r = f"{radius:g}"
    return f"M{x - radius:g} {y:g}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0-{2 * radius:g} 0z"


def _ring(radius: float, inner: float) -> str:
    """A circular band about the middle."""
    return _circle(CENTRE, CENTRE, radius) + _circle(CENTRE, CENTRE, inner)


def _polar(hub: Point, angle: float, radius: float) -> Point:
    """The point at an angle (clockwise from the top, in degrees) about a hub."""
    turn = radians(angle)
    return hub[0] + radius * sin(turn), hub[1] - radius * cos(turn)


def _polygon(points: Iterable[Point]) -> str:
    """A closed line through points."""
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "z"


def _spoke(hub: Point, angle: float, inner: float, outer: float, half: float) -> str:
    """A straight bar that runs away from a hub."""
    (ax, ay), (bx, by) = _polar(hub, angle, inner), _polar(hub, angle, outer)
    dx, dy = half * cos(radians(angle)), half * sin(radians(angle))
    return _polygon(
        [(ax - dx, ay - dy), (bx - dx, by - dy), (bx + dx, by + dy), (ax + dx, ay + dy)]
    )


def _blade(hub: Point, angle: float, inner: float, outer: float, half: float) -> str:
    """One fold of a fan: a slice of a ring with a pointed edge."""
    corners = [
        (angle - half, inner),
        (angle - half, outer),
        (angle, outer + 9),
        (angle + half, outer),
    ]
    return _polygon([_polar(hub, a, r) for a, r in [*corners, (angle + half, inner)]])


def _path(d: str) -> str:
    """A path whose overlaps are holes."""
    return f'<path fill-rule="evenodd" d="{d}"/>'


def _placed(transform: str, *drawings: str) -> str:
    """Drawings moved, turned or scaled together."""
    return f'<g transform="{transform}">' + "".join(drawings) + "</g>"


CROWN: Final = _placed(
    "translate(12 20) scale(.94)",
    _path(
        "M92 258L78 146l62 50 60-94 60 94 62-50-14 112zM94 276h212v32H94z"
        + _circle(78, 134, 15)
        + _circle(200, 88, 17)
        + _circle(322, 134, 15)
    ),
)

FAN_PIVOT: Final = (200, 290)
FAN_FOLDS: Final = (-57, -38, -19, 0, 19, 38, 57)
FAN: Final = _placed(
    "translate(16 14) scale(.92)",
    _path(
        "".join(_blade(FAN_PIVOT, fold, 76, 158, 8.4) for fold in FAN_FOLDS)
        + "".join(_spoke(FAN_PIVOT, fold, 20, 68, 4) for fold in FAN_FOLDS)
        + _circle(*FAN_PIVOT, 15)
    ),
)

ELEPHANT: Final = _placed(
    "translate(0 16) scale(.92)",
    _path(
        "M92 300V226C92 158 134 118 196 118C246 118 276 130 296 160C314 188 314 224 314 258"
        "C314 282 334 282 336 262H352C354 304 290 314 286 262C285 244 284 236 280 230"
        "C272 240 262 246 252 248V300H206V258H146V300z"
        "M206 142C178 152 172 196 206 222C236 204 240 162 222 144"
        "C230 168 222 192 205 204C190 186 190 160 206 142z" + _circle(264, 176, 9)
    ),
)

HUB: Final = (CENTRE, CENTRE)
WHEEL: Final = (
    _path(_ring(126, 98))
    + _path("".join(_spoke(HUB, 45 * k, 32, 102, 9) for k in range(8)))
    + _path(_ring(40, 15))
)

HORSE: Final = _placed(
    "translate(-4 2)",
    _path(
        "M212 84C206 92 206 100 208 108C150 112 104 160 104 236C104 264 110 288 118 312H282"
        "C286 280 264 260 238 244C226 236 220 226 222 214C246 220 262 228 278 246"
        "C286 254 300 254 306 244L318 224C322 216 320 208 314 202C292 180 276 160 262 132"
        "C252 116 246 108 238 104C238 92 228 84 212 84z"
        "M196 130C160 144 138 182 138 230C138 252 142 272 146 288H158"
        "C152 268 150 250 150 232C150 192 168 156 200 142z" + _circle(240, 150, 9)
    ),
)

CANNON_HUB: Final = (190, 256)
CANNON: Final = _placed(
    "translate(14 22) scale(.9)",
    _path(
        "M92 196C84 176 92 158 108 152L270 96L266 84 296 74 322 150 292 160 288 150 140 202"
        "C116 216 98 210 92 196z"
    ),
    _path("M112 222L74 304H50V322H112L144 262z"),
    _path(_circle(*CANNON_HUB, 68) + _circle(*CANNON_HUB, 49)),
    _path("".join(_spoke(CANNON_HUB, 60 * k, 12, 52, 6) for k in range(6))),
    _path(_circle(*CANNON_HUB, 17)),
)

SWORD: Final = _placed(
    "rotate(45 200 200)",
    _path(
        "M200 44L230 86V226H170V86zM195 92V214H205V92z"
        "M128 234q0-8 8-8H264q8 0 8 8V252q0 8-8 8H136q-8 0-8-8z"
        "M184 268H216V318H184z" + _circle(200, 336, 22)
    ),
)

ICONS: Final = {
    "G": CROWN,
    "A": FAN,
    "E": ELEPHANT,
    "R": WHEEL,
    "H": HORSE,
    "C": CANNON,
    "S": SWORD,
}

"""A pen that writes a font outline as a short SVG path: whole numbers, relative commands."""

from __future__ import annotations

from typing import Any

from fontTools.pens.basePen import BasePen


class PathPen(BasePen):  # type: ignore[misc]
    """Scales about the middle of the ink, turns the y axis round and rounds to whole units."""

    def __init__(self, scale: float, middle_x: float, middle_y: float, centre: float) -> None:
        super().__init__(None)
        self._scale = scale
        self._middle = (middle_x, middle_y)
        self._centre = centre
        self._at = (0, 0)
        self._parts: list[str] = []

    def path(self) -> str:
        """The `d` attribute of everything drawn so far."""
        return "".join(self._parts)

    def _place(self, point: tuple[float, float]) -> tuple[int, int]:
        x = self._centre + (point[0] - self._middle[0]) * self._scale
        y = self._centre - (point[1] - self._middle[1]) * self._scale
        return round(x), round(y)

    def _write(self, command: str, *points: tuple[float, float]) -> None:
        placed = [self._place(point) for point in points]
        numbers = [value for x, y in placed for value in (x - self._at[0], y - self._at[1])]
        self._parts.append(command + _joined(numbers))
        self._at = placed[-1]

    def _moveTo(self, pt: Any) -> None:
        self._at = (0, 0)
        placed = self._place(pt)
        self._parts.append("M" + _joined(list(placed)))
        self._at = placed

    def _lineTo(self, pt: Any) -> None:
        if self._place(pt) != self._at:
            self._write("l", pt)

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:
        self._write("c", pt1, pt2, pt3)

    def _qCurveToOne(self, pt1: Any, pt2: Any) -> None:
        if self._place(pt2) != self._at:
            self._write("q", pt1, pt2)

    def _closePath(self) -> None:
        self._parts.append("z")


def _joined(numbers: list[int]) -> str:
    """Numbers with a space only where no minus sign parts them."""
    text = " ".join(str(number) for number in numbers)
    return text.replace(" -", "-")

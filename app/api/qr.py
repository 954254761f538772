"""A link as a picture that a phone can read."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter, Request, Response

from app.api.bodies import read_json
from app.api.models import DrawQr

router = APIRouter(prefix="/api")

QUIET_ZONE = 4
"""Light modules around the code that readers need."""


@router.post("/qr")
async def qr(request: Request) -> Response:
    """The text as a QR code, dark on light in any theme."""
    body = await read_json(request, DrawQr)
    return Response(qr_svg(body.text), media_type="image/svg+xml")


def qr_svg(text: str) -> bytes:
    """The QR code of a text as SVG."""
    picture = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(picture, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True)
    return picture.getvalue()

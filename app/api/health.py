"""How the server is, for machines that look after it."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from app.api.desk import desk_of
from app.api.errors import Problem
from app.api.metrics import CONTENT_TYPE
from app.game import judge
from app.service.encode import compact
from app.service.visitors import seen_of

router = APIRouter()

PROTOCOL = 1
IS_COMPILED = not str(judge.__file__).endswith(".py")


@router.get("/healthz")
async def alive() -> Response:
    """The process answers."""
    return Response(compact({"status": "ok"}), media_type="application/json")


@router.get("/readyz")
async def ready(request: Request) -> Response:
    """The store answers and its bells are heard."""
    if not await desk_of(request).ready():
        raise Problem(503, "unavailable", "the store does not answer")
    return Response(compact({"status": "ready"}), media_type="application/json")


@router.get("/version")
async def version(request: Request) -> Response:
    """Which build this is."""
    answer = {"build": desk_of(request).build, "protocol": PROTOCOL, "compiled": IS_COMPILED}
    return Response(compact(answer), media_type="application/json")


@router.get("/api/seen")
async def seen(request: Request) -> Response:
    """How this very request arrived: what a proxy in front has to get right."""
    found = seen_of(request.scope, desk_of(request).doorway)
    return Response(compact(asdict(found)), media_type="application/json")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Counts in the text format of Prometheus."""
    return Response(desk_of(request).metrics(), media_type=CONTENT_TYPE)

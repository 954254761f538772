"""The page and its files. A look at a page changes nothing: no seat, no room, no count."""

from __future__ import annotations

import re
from typing import Final, cast
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from app.api.errors import Problem
from app.api.site import INDEX, Asset, Site
from app.api.worker import POLICY, WORKER
from app.service.codes import code_of

router = APIRouter()

FOR_EVER: Final = "public, max-age=31536000, immutable"
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:\d{1,5})?|\[[0-9A-Fa-f:]+\](:\d{1,5})?")
_NAMED: Final = frozenset({"rules", "settings", "learn", "replay"})
_READ: Final = ["GET", "HEAD"]


def site_of(request: Request) -> Site:
    """The files of the application that serves this request."""
    return cast("Site", request.app.state.site)


@router.api_route("/", methods=_READ)
async def home(request: Request) -> Response:
    """The first screen."""
    return page(request)


@router.api_route("/favicon.ico", methods=_READ)
async def favicon(request: Request) -> Response:
    """The icon that browsers ask for unasked."""
    assets = site_of(request).assets
    asset = assets.get("icons/favicon.ico") or assets.get("icons/icon.svg")
    return _not_found() if asset is None else _file(request, asset, "public, max-age=86400")


@router.api_route(f"/{WORKER}", methods=_READ)
async def worker(request: Request) -> Response:
    """The script that keeps the page; browsers want it beside what it keeps."""
    asset = site_of(request).assets.get(WORKER)
    if asset is None:
        return _not_found()
    answer = _file(request, asset, "no-cache")
    answer.headers["Content-Security-Policy"] = POLICY
    return answer


@router.api_route("/{name}", methods=_READ)
async def named(request: Request, name: str) -> Response:
    """A screen of the page, or the room of a code; whether it exists is for the page to say."""
    if _is_screen(request, name):
        return page(request)
    if "text/html" not in request.headers.get("accept", ""):
        return _not_found()
    answer = page(request)  # for a person: the page says what codes look like
    answer.status_code = 404
    return answer


@router.api_route("/{name}/", methods=_READ)
async def slashed(request: Request, name: str) -> Response:
    """The same with a slash at the end, as some programs write it: the address without it."""
    return RedirectResponse(f"../{quote(name)}", 308) if _is_screen(request, name) else _not_found()


@router.api_route("/static/{build}/{path:path}", methods=_READ)
async def static(request: Request, build: str, path: str) -> Response:
    """A file of the page; only under the address of this build may it be kept."""
    site = site_of(request)
    asset = site.assets.get(path)
    if asset is None or path in {INDEX, WORKER}:
        return _not_found()
    return _file(request, asset, FOR_EVER if build == site.build else "no-cache")


def _is_screen(request: Request, name: str) -> bool:
    """Whether this is a screen's name, or looks like the code of a room."""
    code = code_of(name)
    return name in _NAMED or (code is not None and len(code) == request.app.state.code_length)


def _not_found() -> Response:
    raise Problem(404, "not_found")


def _file(request: Request, asset: Asset, caching: str) -> Response:
    headers = {"Cache-Control": caching}
    content = asset.content
    if asset.packed is not None:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            content = asset.packed
    return Response(content, headers=headers, media_type=asset.media_type)


def page(request: Request) -> Response:
    """The one page, whichever screen it will show."""
    asset = site_of(request).assets.get(INDEX)
    if asset is None:
        return _not_found()
    answer = _file(request, asset, "no-cache")
    answer.headers["Content-Security-Policy"] = content_policy(request.headers.get("host", ""))
    return answer


def content_policy(host: str) -> str:
    """What the page may load: its own files, and its own socket (older Safari needs it named)."""
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' blob:",
            f"connect-src 'self'{sockets}",
            "font-src 'self'",
            "manifest-src 'self'",
            "media-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
    )

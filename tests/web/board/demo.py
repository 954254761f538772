"""Serves the demo board with the page's own content policy; prints its address.

python tests/web/board/demo.py [port]
"""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).parent
WEB = HERE.parents[2] / "web"
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob:",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
}


class DemoServer(ThreadingHTTPServer):
    """Takes all the modules' requests of a browser at once."""

    request_queue_size = 128


class Demo(SimpleHTTPRequestHandler):
    """The page's files, and the demo's own beside them."""

    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        """A demo file where there is one, else a file of the page."""
        name = path.split("?", 1)[0]
        own = HERE / ("demo.html" if name == "/" else name.lstrip("/"))
        if own.is_file() and own.parent == HERE:
            return str(own)
        return super().translate_path(path.removeprefix("/web"))

    def end_headers(self) -> None:
        """Adds the policy that the real page is served with."""
        policy = "; ".join(f"{name} {value}" for name, value in POLICY.items())
        self.send_header("Content-Security-Policy", policy)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Stays quiet."""


def demo_server(port: int = 0) -> DemoServer:
    """A server of the demo, bound but not yet serving."""
    return DemoServer(("127.0.0.1", port), partial(Demo, directory=str(WEB)))


def main(arguments: list[str]) -> None:
    """Serves until stopped."""
    server = demo_server(int(arguments[0]) if arguments else 0)
    sys.stdout.write(f"http://127.0.0.1:{server.server_port}/\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main(sys.argv[1:])

"""nginx, Caddy and Traefik as processes, with the very files that deploy/ holds.

What differs from a container are addresses: ports, the folder of certificates, and who knows which
servers bear the one name. They are variables of the files already.
"""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

import trustme

from tests.deploy.composed import composed, program
from tests.ports import free_port
from tests.redis_servers import wait_until
from tests.servers import ROOT
from tools.find_nginx import find as find_nginx

SITE = "localhost"
KINDS = ("nginx", "caddy", "traefik")
ATTEMPTS = 5
TAKEN = "address already in use"
"""What each of them says when its port is somebody else's, and then ends."""


class Authority:
    """An authority of our own, which clients trust, and a certificate of it in a folder."""

    def __init__(self, place: Path) -> None:
        place.mkdir(parents=True)
        authority = trustme.CA()
        issued = authority.issue_cert(SITE)
        self.chain, self.key = place / "fullchain.pem", place / "privkey.pem"
        issued.private_key_pem.write_to_path(str(self.key))
        for each in issued.cert_chain_pems:
            each.write_to_path(str(self.chain), append=True)
        self.trust = ssl.create_default_context()
        authority.configure_trust(self.trust)


@dataclass(frozen=True)
class Behind:
    """The servers behind a front: their addresses, which share a port, and who names them."""

    addresses: Sequence[str]
    port: int
    resolver: str
    base_path: str = ""


@dataclass
class Front:
    """A proxy that listens on two ports of this machine."""

    kind: str
    place: Path
    behind: Behind
    edits: Mapping[str, str] = field(default_factory=dict)
    """What is to be read in the file instead of something else: what somebody may edit there."""
    http_port: int = field(default_factory=free_port)
    https_port: int = field(default_factory=free_port)
    has_certificate: bool = True
    """Or it has to get one by itself."""

    def __post_init__(self) -> None:
        self.place.mkdir(parents=True, exist_ok=True)
        self.authority = Authority(self.place / "certificates")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"https://{SITE}:{self.https_port}{self.behind.base_path}"

    @property
    def socket_url(self) -> str:
        return self.url.replace("http", "ws", 1)

    def start(self) -> None:
        """Start it, and wait until it listens; on other ports if somebody has taken these."""
        for _ in range(ATTEMPTS):
            self._launch()
            wait_until(lambda: self._has_ended or self._listens())
            if not (self._has_ended and TAKEN in self.complaints().lower()):
                break
            self.http_port, self.https_port = free_port(), free_port()
        assert not self._has_ended, self.complaints()

    def _launch(self) -> None:
        command, environment = getattr(self, f"_{self.kind}")()
        with (self.place / "log").open("w") as log:
            self._process = subprocess.Popen(
                command,
                cwd=self.place,
                env={"PATH": os.environ["PATH"], "HOME": str(self.place), **environment},
                stdout=log,
                stderr=log,
            )

    @property
    def _has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(15)

    def complaints(self) -> str:
        return (self.place / "log").read_text()

    def _listens(self) -> bool:
        return _is_open(self.http_port) and self._serves()

    def _serves(self) -> bool:
        """Is its configuration there, and do the servers answer?"""
        try:
            plain = socket.create_connection(("127.0.0.1", self.https_port), 5)
            with plain, self._trust().wrap_socket(plain, server_hostname=SITE) as secure:
                path = f"{self.behind.base_path}/healthz"
                secure.sendall(f"GET {path} HTTP/1.1\r\nHost: {SITE}\r\n\r\n".encode())
                return secure.recv(100).startswith(b"HTTP/1.1 200")
        except OSError:
            return False

    def _trust(self) -> ssl.SSLContext:
        return self.authority.trust if self.has_certificate else anybody()

    # — each kind: its command and environment, and the file it reads —

    def given(self) -> dict[str, str]:
        """The variables that its compose file sets, with addresses of this machine."""
        env = {"SITE": SITE, "BANQI_BASE_PATH": self.behind.base_path}
        service = composed(f"deploy/{self.kind}/compose.yml", **env)["services"][self.kind]
        certificate = self._certificate() if self.has_certificate else {}
        return {**service["environment"], **self._here(service["environment"]), **certificate}

    def _certificate(self) -> dict[str, str]:
        chain, key = str(self.authority.chain), str(self.authority.key)
        match self.kind:
            case "nginx":
                return {"CERTIFICATES": str(self.authority.chain.parent)}
            case "caddy":
                return {"TLS": f"tls {chain} {key}"}
            case _:
                return {"CERTIFICATE": chain, "KEY": key}

    def _here(self, shipped: Mapping[str, str]) -> dict[str, str]:
        """What stands in the place of addresses among the variables that are shipped."""
        own = {"HTTP_PORT": str(self.http_port), "HTTPS_PORT": str(self.https_port)}
        match self.kind:
            case "nginx":
                server = {"SERVER": f"app:{self.behind.port}", "RESOLVER": self.behind.resolver}
                return {**own, **server}
            case "caddy":
                server = {"SERVER_PORT": str(self.behind.port), "RESOLVER": self.behind.resolver}
                return {**own, **server}
            case _:
                return {"SERVERS": shipped["SERVERS"].replace("8000", str(self.behind.port))}

    def _read(self, name: str) -> str:
        return self._edited((ROOT / "deploy" / self.kind / name).read_text())

    def _edited(self, text: str) -> str:
        for old, new in self.edits.items():
            text = text.replace(old, new)
        return text

    def _nginx(self) -> tuple[list[str], dict[str, str]]:
        found = find_nginx()
        assert found, "there is no nginx: run `python -m tools.find_nginx --install`"
        given = self.given()
        rendered = Template(self._read("banqi.conf.template")).safe_substitute(given)
        (self.place / "banqi.conf").write_text(rendered)
        (self.place / "nginx.conf").write_text(NGINX_ITSELF.replace("PLACE", str(self.place)))
        options = ["-p", str(self.place), "-c", str(self.place / "nginx.conf")]
        return [found, "-e", "stderr", *options], {}

    def _caddy(self) -> tuple[list[str], dict[str, str]]:
        target = self.place / "Caddyfile"
        target.write_text(self._read("Caddyfile"))
        command = [program("caddy"), "run", "--config", str(target), "--adapter", "caddyfile"]
        return command, self.given()

    def _traefik(self) -> tuple[list[str], dict[str, str]]:
        target = self.place / "banqi.yml"
        target.write_text(self._read("banqi.yml"))
        service = composed("deploy/traefik/compose.yml")["services"]["traefik"]
        here = {
            "=:80": f"=:{self.http_port}",
            "=:443": f"=:{self.https_port}",
            "/data/acme.json": str(self.place / "acme.json"),
            "/etc/traefik/banqi.yml": str(target),
        }
        options = [self._edited(_ends_here(option, here)) for option in service["command"]]
        return [*self._where_app_is_named(), program("traefik"), *options], self.given()

    def _where_app_is_named(self) -> tuple[str, ...]:
        """The words before a command that is to find all the servers by their one name.

        Name servers are asked on port 53, which is not ours to have: a file tells it instead.
        """
        hosts = self.place / "hosts"
        lines = ("127.0.0.1 localhost", *(f"{each} app" for each in self.behind.addresses))
        hosts.write_text("".join(f"{line}\n" for line in lines))
        return ("unshare", "--map-root-user", "--mount", "sh", "-c", OWN_HOSTS, str(hosts))


OWN_HOSTS = 'mount --bind "$0" /etc/hosts && exec "$@"'

NGINX_ITSELF = f"""
{"user root;" if os.geteuid() == 0 else ""}
daemon off;
pid PLACE/pid;
error_log stderr;
events {{}}
http {{
    client_body_temp_path PLACE/body;
    proxy_temp_path PLACE/proxied;
    fastcgi_temp_path PLACE/unused1;
    uwsgi_temp_path PLACE/unused2;
    scgi_temp_path PLACE/unused3;
    include PLACE/banqi.conf;
}}
"""
"""As little of nginx's own file as this needs; the image has one."""


def _ends_here(option: str, places: Mapping[str, str]) -> str:
    """An option whose value is a port or a file, with one of this machine."""
    for end, here in places.items():
        if option.endswith(end):
            return option.removesuffix(end) + here
    return option


def said_in(kind: str) -> str:
    """Everything that somebody may edit of one kind's files."""
    return "".join(path.read_text() for path in (ROOT / "deploy" / kind).iterdir())


def anybody() -> ssl.SSLContext:
    """Whoever is at the other end, whatever certificate it shows."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running_front(
    kind: str,
    place: Path,
    behind: Behind,
    edits: Mapping[str, str] | None = None,
    *,
    has_certificate: bool = True,
) -> Iterator[Front]:
    """A proxy of this kind, gone afterwards."""
    front = Front(kind, place, behind, edits or {}, has_certificate=has_certificate)
    try:
        front.start()
        yield front
    finally:
        front.stop()

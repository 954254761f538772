"""`python -m app`, also `banqi`: serve by the settings in the environment, or one of its commands.

Exit codes: 0 after a stop that was asked for, 1 when the port or the store cannot be had, the
server failed or the doctor found a problem, 2 for a bad setting or an unknown command.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from app.backup import NoBackup, back_up
from app.game import DEFAULT_PRESET, PRESETS
from app.listening import listen, port_trouble, say_where, stop_with
from app.logs import configure
from app.main import version
from app.service.meter import Place
from app.service.slots import Slots
from app.serving import Worker, serve
from app.settings import BadSetting, Settings, load
from app.store.location import sqlite_path
from app.store.redis.address import is_redis
from app.workers import Workers

COMMANDS: Final = {
    "serve": "serve until told to stop; the same without a command",
    "backup": "copy the SQLite file, also while it is served",
    "engine": "answer positions with actions, one a line (docs/engine.md)",
    "match": "let two computer players play a match (docs/engine.md)",
    "doctor": "look at everything a server needs and say what is wrong",
    "version": "print the version",
}


class Arguments(argparse.ArgumentParser):
    """Explains a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """End with what is wrong."""
        stop_with(2, f"{message}; see banqi --help")


def main() -> None:
    """Do what the command line says."""
    asked = parser().parse_args(with_command(sys.argv[1:]))
    match asked.command:
        case "version":
            print(version())
        case "doctor":
            # Only here: a server that starts does not need it.
            from app.doctor.visit import Wish, visit  # noqa: PLC0415

            wish = Wish(asked.url, asked.silence, asked.json)
            sys.exit(visit(os.environ, wish))
        case "engine":
            from app.arena.command import engine  # noqa: PLC0415
            from app.arena.copy import use_compiled_copy  # noqa: PLC0415
            from app.arena.requests import Requests  # noqa: PLC0415

            use_compiled_copy()
            sys.exit(engine(asked.seed, Requests(sys.stdin.fileno()), sys.stdout))
        case "match":
            from app.arena.command import Asked, match  # noqa: PLC0415
            from app.arena.copy import use_compiled_copy  # noqa: PLC0415

            use_compiled_copy()
            words = (asked.one, asked.other, asked.games, asked.seed)
            sys.exit(match(Asked(*words, asked.rules, asked.nodes, asked.jobs)))
        case "backup":
            sys.exit(backup(Path(asked.file)))
        case _:
            sys.exit(run())


def parser() -> Arguments:
    """What may stand on the command line."""
    found = Arguments(
        prog="banqi",
        description="Banqi (dark chess) in the browser.",
        epilog="Settings are environment variables, listed in docs/operate.md.",
    )
    commands = found.add_subparsers(dest="command", metavar="command", parser_class=Arguments)
    for name, what in COMMANDS.items():
        command = commands.add_parser(name, help=what, description=what)
        if name == "backup":
            command.add_argument("file", help="the copy, which must not be there yet")
        if name == "doctor":
            command.add_argument("--url", help="also the address that players use")
            command.add_argument(
                "--silence", type=float, default=20.0, help="seconds a socket is left silent (20)"
            )
            command.add_argument("--json", action="store_true", help="findings as JSON")
        if name == "engine":
            command.add_argument("--seed", type=int, help="let chance repeat itself")
        if name == "match":
            add_match_words(command)
    return found


def add_match_words(command: argparse.ArgumentParser) -> None:
    """What a match is told on the command line."""
    players = "random, greedy, level1 … level5, nodes:N or the command line of a program"
    command.add_argument("one", help=players)
    command.add_argument("other", help="the same")
    command.add_argument("--games", type=int, default=100, help="each deal is played twice (100)")
    command.add_argument("--seed", type=int, default=1, help="deals and chance follow from it (1)")
    command.add_argument("--rules", choices=[*PRESETS], default=DEFAULT_PRESET)
    command.add_argument("--nodes", type=int, default=100_000, help="for a program (100000)")
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")


def with_command(words: list[str]) -> list[str]:
    """The words with a command in front; ends with one line if it is none of ours."""
    if not words:
        return ["serve"]
    if words[0] not in COMMANDS and not words[0].startswith("-"):
        stop_with(2, f"there is no such command; the commands are {', '.join(COMMANDS)}")
    return words


def settings_given() -> Settings:
    """The settings in the environment; ends with one line if one is bad."""
    try:
        return load(os.environ)
    except BadSetting as bad:
        stop_with(2, str(bad))


def backup(target: Path) -> int:
    """Copy the database that the settings name; the exit code."""
    settings = settings_given()
    if is_redis(settings.store):
        stop_with(2, "a Redis is backed up by its own means; docs/operate.md says how")
    try:
        back_up(sqlite_path(settings.store), target)
    except NoBackup as reason:
        stop_with(1, str(reason))
    return 0


def run() -> int:
    """Serve by the settings in the environment; the exit code."""
    settings = settings_given()
    configure(settings.log_level, settings.log_format)
    try:
        listener = listen(settings.host, settings.port)
    except OSError as error:
        stop_with(1, port_trouble(settings, error))
    said = partial(say_where, settings, listener)
    if settings.workers == 1:
        return serve(settings, listener, said)
    slots = Slots(settings.workers)

    def work(number: int, lifeline: int, on_start: Callable[[], None]) -> int:
        return serve(settings, listener, on_start, Worker(Place(slots, number), lifeline))

    return Workers(settings.workers, work, said).run()


if __name__ == "__main__":
    main()

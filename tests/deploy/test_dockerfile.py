"""The Dockerfile: what linters say, and what makes an image small and harmless."""

from __future__ import annotations

import re
import subprocess
from importlib import metadata

from tests.deploy.composed import program
from tests.deploy.image import DOCKERFILE, stages
from tests.servers import ROOT


def lint(dockerfile: str) -> str:
    """What hadolint has to say, hints included; nothing if it is content."""
    ran = subprocess.run(
        [program("hadolint"), "--no-color", "--disable-ignore-pragma", "-"],
        input=dockerfile,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == bool(ran.stdout), ran.stderr
    return ran.stdout


def test_hadolint_has_nothing_to_say() -> None:
    assert lint(DOCKERFILE.read_text()) == ""


def test_hadolint_would_say_it() -> None:
    careless = (
        "FROM python:latest\nRUN cd /tmp && sudo make\nRUN pip install banqi\nENTRYPOINT banqi\n"
    )
    said = lint(careless)
    for rule in ("DL3003", "DL3004", "DL3007", "DL3013", "DL3025"):
        assert rule in said


def test_the_image_runs_as_a_numbered_user_that_is_not_root() -> None:
    user, group = map(int, stages()[-1].the("USER").text.split(":"))
    assert user >= 1000
    assert group >= 1000
    after = [each.word for each in stages()[-1].instructions]
    assert set(after[after.index("USER") :]).isdisjoint({"RUN", "COPY", "ADD"})


def test_every_stage_stands_on_the_python_that_is_tested_most() -> None:
    build, image = stages()
    assert re.fullmatch(r"python:3\.11-slim-\w+", image.base)
    # The same system and the same Python, with a C compiler.
    assert build.base == image.base.replace("-slim", "")
    lowest = metadata.metadata("banqi")["Requires-Python"]
    assert lowest == ">=3.11"


def test_packages_come_as_wheels_with_the_locked_hashes() -> None:
    steps = [step for each in stages()[0].all("RUN") for step in each.text.split("&&")]
    product, compiler, own = (step for step in steps if " install " in step)
    assert "--require-hashes --only-binary :all: -r requirements/run.txt" in product
    assert "--require-hashes --only-binary :all: -r requirements/compile.txt" in compiler
    assert "--no-index --no-deps --find-links dist banqi" in own
    assert "/opt/compiler" in compiler


def test_what_is_installed_was_compiled() -> None:
    build = stages()[0]
    assert build.environment["COMPILE"] == "yes"
    assert "COMPILE" not in stages()[-1].environment


def test_nothing_of_the_image_can_install_or_compile() -> None:
    image = stages()[-1]
    (cleaning,) = image.all("RUN")
    assert {"pip", "setuptools", "wheel", "uninstall"} <= set(cleaning.words)
    assert "ensurepip" in cleaning.text
    assert "apt" not in DOCKERFILE.read_text()
    (brought,) = image.all("COPY")
    assert brought.words[0] == "--from=build"


def test_it_is_started_stopped_and_asked_without_a_shell() -> None:
    image = stages()[-1]
    assert image.the("ENTRYPOINT").text.startswith("[")
    assert image.the("STOPSIGNAL").text == "SIGTERM"
    asked = image.the("HEALTHCHECK").text
    assert re.search(r'CMD \["python", "-m", "app\.healthcheck"\]$', asked)
    assert "curl" not in asked


def test_only_what_the_dockerfile_copies_is_sent_to_the_builder() -> None:
    wanted = [
        name for each in stages()[0].all("COPY") for name in each.words[:-1] if each.words[0] != "."
    ]
    lines = [
        line
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    assert lines[0] == "*"
    assert sorted(line[1:] for line in lines if line.startswith("!")) == sorted(wanted)
    assert [line for line in lines[1:] if not line.startswith("!")] == ["**/__pycache__"]

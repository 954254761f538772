"""The Dockerfile as a list of stages and their instructions."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass

from dockerfile_parse import DockerfileParser

from tests.servers import ROOT

DOCKERFILE = ROOT / "Dockerfile"


@dataclass(frozen=True)
class Instruction:
    """One instruction: `word` is in capitals, `text` what follows it, lines joined."""

    word: str
    text: str

    @property
    def words(self) -> list[str]:
        """The text as words: those of a JSON list, or as a shell would split it."""
        if self.text.startswith("["):
            found: list[str] = json.loads(self.text)
            return found
        return shlex.split(self.text)


@dataclass(frozen=True)
class Stage:
    """One stage: what it stands on, its name, its instructions after FROM."""

    base: str
    name: str
    instructions: tuple[Instruction, ...]

    def all(self, word: str) -> list[Instruction]:
        return [each for each in self.instructions if each.word == word]

    def the(self, word: str) -> Instruction:
        """The only instruction of its kind."""
        (found,) = self.all(word)
        return found

    @property
    def environment(self) -> dict[str, str]:
        """What its ENV instructions set, as they stand."""
        pairs = [word.split("=", 1) for each in self.all("ENV") for word in each.words]
        return {name: value for name, value in pairs}  # noqa: C416  # pairs are lists


def stages() -> tuple[Stage, ...]:
    """Every stage of the Dockerfile; the last one is the image."""
    parsed = DockerfileParser(str(DOCKERFILE))
    found: list[Stage] = []
    for each in parsed.structure:
        word, text = each["instruction"].upper(), each["value"]
        if word == "FROM":
            base, *named = text.split()
            found.append(Stage(base, named[-1] if named else "", ()))
        elif word != "COMMENT":
            last = found.pop()
            more = (*last.instructions, Instruction(word, text))
            found.append(Stage(last.base, last.name, more))
    return tuple(found)

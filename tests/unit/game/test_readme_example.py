"""The Python that README.md shows does what it promises."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_is_an_example() -> None:
    assert any("from app.game import" in block for block in BLOCKS)


@pytest.mark.parametrize("block", BLOCKS)
def test_an_example_plays_a_game_to_its_end(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    exec(compile(block, "README.md", "exec"), names)  # noqa: S102
    assert names["game"].outcome is not None  # type: ignore[attr-defined]
    assert "wins" in (printed := capsys.readouterr().out) or "draw" in printed

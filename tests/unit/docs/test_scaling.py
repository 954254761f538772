"""docs/scaling.md shows what the script says."""

from __future__ import annotations

from pathlib import Path

from tools.scaling import need, read, table


def test_the_page_holds_the_table_that_the_script_prints() -> None:
    assert table(read()) in Path("docs/scaling.md").read_text(encoding="utf-8")


def test_twice_the_rooms_need_twice_the_workers_and_never_fewer_stores() -> None:
    figures = read()
    one, two = need(1_000_000, figures), need(2_000_000, figures)
    assert two.workers_by_cpu == 2 * one.workers_by_cpu
    assert two.memory_gib == 2 * one.memory_gib
    assert two.stores >= one.stores >= 1

"""docs/scaling.md shows what the script says."""

from __future__ import annotations

from pathlib import Path

from tools.scaling import PLAY, need, read, table

TEXT = Path("docs/scaling.md").read_text(encoding="utf-8")


def test_the_page_holds_the_table_that_the_script_prints() -> None:
    assert table(read()) in TEXT


def test_twice_the_rooms_need_twice_the_workers_and_never_fewer_stores() -> None:
    figures = read()
    one, two = need(1_000_000, figures), need(2_000_000, figures)
    assert two.workers_by_cpu == 2 * one.workers_by_cpu
    assert two.memory_gib == 2 * one.memory_gib
    assert two.stores >= one.stores >= 1


def test_what_is_said_around_the_table_is_of_the_same_figures() -> None:
    figures = read()
    beats_per_move = PLAY.connections / PLAY.beat_seconds * PLAY.seconds_per_move
    workers = beats_per_move * figures.worker_us_per_heartbeat / figures.worker_us_per_move
    stores = beats_per_move * figures.redis_us_per_heartbeat / figures.redis_us_per_move
    assert f"take {workers:.0%} of what".replace("%", " %") in TEXT
    assert f"in workers, {stores:.0%} in the".replace("%", " %") in TEXT
    sockets = 10_000 * PLAY.connections
    gigabytes = sockets * figures.worker_kb_per_connection / 1e6
    assert f"{gigabytes:.1f} GB for {sockets:,.0f} sockets" in TEXT

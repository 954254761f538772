"""A server that has lost its store loses the rooms; a player's game is still in the tab."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.conftest import SETTINGS
from tests.e2e.programs import programs
from tests.e2e.rooms import open_room
from tests.e2e.tabs import LOSSES, PHONE, Visitors
from tests.servers import running_server


def test_a_game_outlives_its_room(visitors: Visitors, tmp_path: Path) -> None:
    with running_server(tmp_path, **SETTINGS) as server:
        room = open_room(server.url, rules={"preset": "paofuqi"})
        tab = visitors.arrive(room.seat("host"), PHONE, base=server.url, forgive=LOSSES)
        with programs(room) as both:
            for square in ("a1", "b2", "c3"):
                both.play(square)
            tab.at_ply(3)
        server.stop()
        for file in tmp_path.glob("banqi.sqlite3*"):
            file.unlink()
        server.start()
        tab.screen("gone")
        assert "does not know this room any more" in tab.page.inner_text("h1")
        with tab.page.expect_download() as coming:
            tab.press("save-own")
        record = json.loads(coming.value.path().read_text())
        assert len(record["moves"]) == 3
        assert record["names"] == {"host": "Mei", "guest": "Bao"}
        tab.press("review-own")
        tab.see(".replay .game")
        tab.press("replay-last")
        tab.at_ply(3)
        tab.page.go_back()
        tab.screen("gone")


def test_the_rules_of_a_lost_room_make_a_new_one(visitors: Visitors, tmp_path: Path) -> None:
    with running_server(tmp_path, **SETTINGS) as server:
        clock = {"initial": 300, "increment": 5}
        rules = {"preset": "paofuqi", "chase_limit": 4}
        room = open_room(server.url, rules=rules, clock=clock)
        tab = visitors.arrive(room.seat("host"), base=server.url, forgive=LOSSES)
        with programs(room) as both:
            both.play("a1")
            tab.at_ply(1)
        server.stop()
        for file in tmp_path.glob("banqi.sqlite3*"):
            file.unlink()
        server.start()
        tab.press("same-rules")
        tab.screen("lobby")
        text = tab.page.inner_text("main")
        assert "4 times in a row" in text
        assert "5 minutes each" in text

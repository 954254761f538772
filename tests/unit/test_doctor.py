"""What the doctor makes of a Redis's own words, and of what it is told at the door."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.doctor.facts import Facts, look_at_clocks, look_at_facts
from app.doctor.findings import About, Finding, Level, are_good, as_json
from app.doctor.trial import cure, scratch_prefix
from app.store.port import Unavailable

GOOD: Mapping[str, str] = {
    "aof_enabled": "1",
    "maxmemory": str(100 * 2**20),
    "used_memory": str(2**20),
    "maxmemory_policy": "noeviction",
    "role": "master",
}
REPLICA = "ip=10.0.0.1,port=6379,state=online,offset=1,lag=0"
WHOLE = {"cluster_state": "ok", "cluster_slots_ok": "16384"}


def look(
    info: Mapping[str, str] | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    cluster: Mapping[str, str] | None = None,
    ahead: float = 0.0,
    wanted: int = 0,
) -> list[Finding]:
    facts = Facts("r1", {**GOOD, **(info or {})}, settings or {}, cluster or {}, ahead)
    return list(look_at_facts(facts, replicas_wanted=wanted))


def bad(found: list[Finding]) -> Finding:
    (only,) = [each for each in found if each.level is not Level.OK]
    return only


def test_a_good_server_is_good() -> None:
    assert {each.level for each in look(cluster=WHOLE)} == {Level.OK}
    assert {each.level for each in look({"slave0": REPLICA}, wanted=1)} == {Level.OK}


@pytest.mark.parametrize(
    ("info", "words", "remedy"),
    [
        ({"loading": "1"}, "still loading", "wait"),
        ({"aof_enabled": "0"}, "no append-only file", "appendonly yes"),
        ({"aof_last_write_status": "err"}, "write its append-only file", "disk is full"),
        ({"aof_last_bgrewrite_status": "err"}, "rewrite its append-only file", "disk is full"),
        ({"rdb_last_bgsave_status": "err"}, "save its snapshot", "disk is full"),
        ({"maxmemory_policy": "allkeys-lru"}, "throws rooms away", "noeviction"),
        ({"used_memory": str(95 * 2**20)}, "95 of 100 MiB", "raise maxmemory"),
        ({"role": "slave"}, "is a replica", "primary"),
    ],
)
def test_what_loses_or_refuses_moves_is_a_problem(
    info: Mapping[str, str], words: str, remedy: str
) -> None:
    only = bad(look(info))
    assert only.level is Level.PROBLEM
    assert words in only.what
    assert remedy in only.remedy


def test_too_few_replicas_are_a_problem_only_if_they_are_wanted() -> None:
    only = bad(look({"slave0": REPLICA.replace("online", "wait_bgsave")}, wanted=1))
    assert (only.level, "0 replicas in reach" in only.what) == (Level.PROBLEM, True)
    assert "BANQI_REDIS_WAIT" in only.remedy
    only = bad(look({"slave0": REPLICA}))
    assert (only.level, "BANQI_REDIS_WAIT=1" in only.remedy) == (Level.NOTE, True)


@pytest.mark.parametrize(
    ("found", "words", "remedy"),
    [
        (look({"maxmemory": "0"}), "no limit of memory", "set maxmemory"),
        (look({"used_memory": str(80 * 2**20)}), "80 of 100 MiB", "before it is full"),
        (look(settings={"appendfsync": "no"}), "leaves it to the system", "everysec"),
        (look(ahead=5.0), "5.0 s ahead of", "NTP"),
        (look(ahead=-5.0), "5.0 s behind", "NTP"),
        (
            look(cluster=WHOLE, settings={"cluster-require-full-coverage": "yes"}),
            "stops all rooms",
            "cluster-require-full-coverage no",
        ),
    ],
)
def test_what_one_should_know_is_a_note(found: list[Finding], words: str, remedy: str) -> None:
    only = bad(found)
    assert only.level is Level.NOTE
    assert words in only.what
    assert remedy in only.remedy


def test_a_cluster_with_a_hole_is_a_problem() -> None:
    only = bad(look(cluster={"cluster_state": "fail", "cluster_slots_ok": "10923"}))
    assert only.level is Level.PROBLEM
    assert "10923 of 16384" in only.what
    assert "bring back" in only.remedy


def test_servers_whose_clocks_disagree_are_a_problem() -> None:
    def server(ahead: float) -> Facts:
        return Facts("r", {}, {}, {}, ahead)

    assert list(look_at_clocks([server(0.1), server(-0.2)])) == []
    (only,) = look_at_clocks([server(0.1), server(3.0), server(0.0)])
    assert (only.level, "3.0 s apart" in only.what) == (Level.PROBLEM, True)
    assert "NTP" in only.remedy


@pytest.mark.parametrize(
    ("why", "remedy"),
    [
        ("NoPermissionError: User x has no permissions to run 'evalsha'", "rights"),
        ("no bell was heard", "+@pubsub"),
        ("the store does not confirm a subscription", "&banqi:*"),
        ("OutOfMemoryError: command not allowed", "maxmemory"),
        ("ReadOnlyError: You can't write against a read only replica.", "primary"),
        ("ResponseError: MISCONF Redis is configured to save", "disk"),
        ("too few replicas have it", "BANQI_REDIS_WAIT"),
        ("anything else", "log of that server"),
    ],
)
def test_each_refusal_of_a_store_has_its_remedy(why: str, remedy: str) -> None:
    assert remedy in cure(Unavailable(why))


def test_scratch_names_are_within_the_rights_of_a_user_and_nobody_else_s() -> None:
    assert scratch_prefix().startswith("banqi:doctor:")
    assert scratch_prefix() != scratch_prefix()


def test_a_finding_is_one_line_for_people_and_an_object_for_programs() -> None:
    about = About("store")
    found = [about.ok("fine"), about.note("hm", "do this"), about.problem("no", "do that")]
    assert [str(each).split() for each in found] == [
        ["ok", "store", "fine"],
        ["note", "store", "hm", "->", "do", "this"],
        ["problem", "store", "no", "->", "do", "that"],
    ]
    assert '"level": "problem"' in as_json(found)
    assert are_good(found[:2])
    assert not are_good(found)

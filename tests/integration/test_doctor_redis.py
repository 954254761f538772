"""The doctor on real Redis servers that are as they should not be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.doctor.trial import _steps
from app.store.port import Store
from app.store.redis.address import read_address
from app.store.redis.store import RedisStore
from tests.integration.examined import Visit, examined
from tests.integration.test_redis_doors import documented_rights
from tests.redis_servers import RedisServer, running_cluster, running_redis, wait_until

ADMINISTRATOR = ("admin", "admin-secret")


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with running_redis(tmp_path_factory.mktemp("redis"), "--maxmemory", "100mb") as running:
        yield running


def look(directory: Path, store: str, **settings: str) -> Visit:
    return examined(directory, BANQI_STORE=store, **settings)


def test_a_good_server_has_no_problem_and_nothing_is_left_in_it(
    redis: RedisServer, tmp_path: Path
) -> None:
    visit = look(tmp_path, redis.url)
    assert (visit.code, visit.problems) == (0, [])
    for words in (
        *("let us in", "keeps an append-only file", "evicts nothing", "of 100 MiB"),
        *("agrees with this machine's", "the store is new", "does everything"),
    ):
        assert visit.is_fine_about(words), words
    keys = redis.ask("KEYS", "*")
    assert isinstance(keys, list)
    assert all(key.startswith(b"banqi:doctor:") for key in keys)
    assert all(int(str(redis.ask("PTTL", key.decode()))) > 0 for key in keys), keys


@pytest.mark.parametrize(
    ("setting", "value", "words", "remedy"),
    [
        ("maxmemory-policy", "allkeys-lru", "throws rooms away", "maxmemory-policy noeviction"),
        ("appendonly", "no", "no append-only file", "appendonly yes"),
    ],
)
def test_settings_that_lose_games_are_problems(
    redis: RedisServer, tmp_path: Path, setting: str, value: str, words: str, remedy: str
) -> None:
    before = redis.config(setting)
    redis.ask("CONFIG", "SET", setting, value)
    try:
        assert remedy in look(tmp_path, redis.url).problem(words)
    finally:
        redis.ask("CONFIG", "SET", setting, before)


def test_memory_that_is_nearly_full_is_a_problem(redis: RedisServer, tmp_path: Path) -> None:
    redis.ask("SET", "filling", "x" * 10_000_000)
    used = int(redis.text("INFO", "memory").split("used_memory:")[1].split("\r")[0])
    redis.ask("CONFIG", "SET", "maxmemory", int(used / 0.95))
    try:
        assert "raise maxmemory" in look(tmp_path, redis.url).problem("MiB")
    finally:
        redis.ask("CONFIG", "SET", "maxmemory", "100mb")
        redis.ask("DEL", "filling")


def test_a_number_of_shards_that_is_not_ours_is_a_problem(
    redis: RedisServer, tmp_path: Path
) -> None:
    redis.ask("SET", "banqi:{0}::shards", "32")
    try:
        visit = look(tmp_path, redis.url)
        assert "the release that made it" in visit.problem("made for 32 shards")
        redis.ask("SET", "banqi:{0}::shards", "64")
        assert look(tmp_path, redis.url).is_fine_about("made for 64 shards")
    finally:
        redis.ask("DEL", "banqi:{0}::shards")


# — at the door —


@pytest.mark.usefixtures("nameless")
def test_a_server_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    assert "start it" in look(tmp_path, "redis://127.0.0.1:1").problem("cannot be reached")
    visit = look(tmp_path, "redis://nowhere.invalid:6379")
    assert "correct the host" in visit.problem("no such host")


@pytest.fixture
def guarded(redis: RedisServer) -> Iterator[str]:
    """A user with exactly the documented rights; its address."""
    redis.ask("ACL", "SETUSER", "banqi", "reset", "on", ">secret", *documented_rights().split())
    yield f"redis://banqi:secret@127.0.0.1:{redis.port}"
    redis.ask("ACL", "DELUSER", "banqi")


def test_the_documented_rights_are_enough(guarded: str, tmp_path: Path) -> None:
    visit = look(tmp_path, guarded)
    assert (visit.code, visit.problems) == (0, [])


def test_a_wrong_password_is_a_problem(redis: RedisServer, guarded: str, tmp_path: Path) -> None:
    visit = look(tmp_path, guarded.replace("secret", "wrong"))
    assert "BANQI_REDIS_PASSWORD" in visit.problem("user or the password")


@pytest.mark.parametrize(
    "missing", ["-@scripting", "-spublish", "-ssubscribe", "-xadd", "-@write", "resetchannels"]
)
def test_a_right_that_is_missing_is_a_problem(
    redis: RedisServer, guarded: str, tmp_path: Path, missing: str
) -> None:
    redis.ask("ACL", "SETUSER", "banqi", missing)
    visit = look(tmp_path, guarded)
    assert "give the user the rights" in visit.problem("the store does not do what is needed")


def test_rights_to_other_names_only_are_a_problem(
    redis: RedisServer, guarded: str, tmp_path: Path
) -> None:
    redis.ask("ACL", "SETUSER", "banqi", "resetkeys", "~other:*")
    visit = look(tmp_path, guarded)
    assert "give the user the rights" in visit.problem("the store does not do what is needed")


def test_tls_where_there_is_none_is_a_problem(redis: RedisServer, tmp_path: Path) -> None:
    visit = look(tmp_path, redis.url.replace("redis://", "rediss://"))
    assert "redis://" in visit.problem("does not answer to TLS")


# — several servers —


def test_replicas_are_counted_and_a_replica_is_no_primary(
    redis: RedisServer, tmp_path: Path
) -> None:
    wanted = {"BANQI_REDIS_WAIT": "1"}
    visit = look(tmp_path, redis.url, **wanted)
    (few, _) = visit.problems
    assert "0 replicas in reach" in few["what"]
    assert "lower BANQI_REDIS_WAIT" in few["remedy"]
    with running_redis(tmp_path / "replica") as replica:
        replica.ask("REPLICAOF", "127.0.0.1", redis.port)
        wait_until(lambda: "master_link_status:up" in replica.text("INFO", "replication"))
        wait_until(lambda: "state=online" in redis.text("INFO", "replication"))
        visit = look(tmp_path, redis.url, **wanted)
        assert (visit.code, visit.is_fine_about("1 replicas, 1 must")) == (0, True)
        assert "BANQI_REDIS_WAIT=1" in look(tmp_path, redis.url).note("1 replicas")
        visit = look(tmp_path, replica.url)
        problem = next(each for each in visit.problems if "is a replica" in each["what"])
        assert "name its primary" in problem["remedy"]


def test_a_cluster_is_named_as_one_and_has_to_be_whole(redis: RedisServer, tmp_path: Path) -> None:
    visit = look(tmp_path, redis.url.replace("redis://", "redis+cluster://"))
    assert "redis://" in visit.problem("redis+cluster://")
    with running_cluster(tmp_path / "cluster") as cluster:
        one = cluster.servers[0]
        visit = look(tmp_path, one.url)
        assert "use redis+cluster://" in visit.problem("redis+cluster://")
        visit = look(tmp_path, cluster.url)
        assert visit.problems == []
        assert visit.code == 0
        one.ask("CLUSTER", "DELSLOTSRANGE", "0", "100")
        wait_until(lambda: "cluster_slots_ok:16384" not in one.text("CLUSTER", "INFO"))
        visit = look(tmp_path, cluster.url)
        assert any("bring back the missing servers" in each["remedy"] for each in visit.problems)
        gone = cluster.servers[-1]
        gone.kill()
        found = look(tmp_path, cluster.url).of("cannot be reached")
        assert f":{gone.port}" in found["what"]


def test_everything_that_a_server_asks_of_a_store_is_tried() -> None:
    tried = {name for name, _ in _steps(RedisStore(read_address("redis://127.0.0.1")))}
    port = {name for name in vars(Store) if not name.startswith("_")}
    assert tried | {"open", "close", "run", "ready", "say"} == port

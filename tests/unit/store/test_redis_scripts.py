"""How commands go over the wire: as the client library of Redis packs them."""

from __future__ import annotations

from hiredis import pack_command
from hypothesis import given
from hypothesis import strategies as st

from app.store.redis.scripts import Argument, pack

LONG = st.sampled_from([255, 256, 70_000]).map(lambda size: b"x" * size)
ARGUMENTS = st.binary(max_size=40) | LONG | st.text(max_size=20) | st.integers() | st.floats()


@given(st.lists(ARGUMENTS, min_size=1, max_size=20))
def test_a_command_is_packed_as_the_library_does(command: list[Argument]) -> None:
    assert pack(*command) == pack_command(tuple(command))  # type: ignore[arg-type]  # any number of them

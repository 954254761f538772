"""Proxies of every kind in front of servers, for modules that say below which paths."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.backends import Backend, running_backend
from tests.deploy.fronts import KINDS, Front, running_front
from tests.deploy.visits import Visitor


@pytest.fixture(scope="module")
def backend(base_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Backend]:
    with running_backend(tmp_path_factory.mktemp("backend"), base_path) as running:
        yield running


@pytest.fixture(scope="module", params=KINDS)
def front(
    request: pytest.FixtureRequest, backend: Backend, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    place = tmp_path_factory.mktemp(request.param)
    with running_front(request.param, place, backend.behind) as running:
        yield running


@pytest.fixture
def visitor(front: Front) -> Visitor:
    return Visitor(front)

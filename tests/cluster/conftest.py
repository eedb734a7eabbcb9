"""A cluster of two workers, which takes seconds to start, for all tests; and fake drivers."""

from contextlib import ExitStack

import pytest

from serbench.languages.registry import LANGUAGES
from serbench.preparation import drivers
from tests.commands.conftest import FakeBuilder


@pytest.fixture(scope="session")
def cache_of_workers(tmp_path_factory):
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session")
def local_of_all(cache_of_workers):
    dask = pytest.importorskip("dask")
    pytest.importorskip("distributed")
    from serbench.cluster.connection import connected

    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_CACHE_HOME", cache_of_workers)
            settings = {
                "distributed.scheduler.allowed-failures": 1,
                # Of workers that are started again, while a test has another cache.
                "distributed.nanny.environ.XDG_CACHE_HOME": cache_of_workers,
            }
            stack.enter_context(dask.config.set(settings))
            connection = stack.enter_context(connected("local:2"))
        yield connection


@pytest.fixture
def local(local_of_all, cache_of_workers, monkeypatch):
    """Workers and this process have one cache, unless the test has another."""
    monkeypatch.setenv("XDG_CACHE_HOME", cache_of_workers)
    return local_of_all


@pytest.fixture
def builders(monkeypatch, tmp_path):
    """The fake builders by language, for a test to spoil."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = {name: FakeBuilder(name) for name in LANGUAGES}
    monkeypatch.setattr(drivers, "builder", made.__getitem__)
    return made

"""A cluster of two workers, which takes seconds to start, for all tests of a module; and fake
drivers."""

import pytest

from serbench.languages.registry import LANGUAGES
from serbench.preparation import drivers
from tests.commands.conftest import FakeBuilder


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    dask = pytest.importorskip("dask")
    pytest.importorskip("distributed")
    from serbench.cluster.connection import connected

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        few = dask.config.set({"distributed.scheduler.allowed-failures": 1})
        with few, connected("local:2") as connection:
            yield connection


@pytest.fixture
def builders(monkeypatch, tmp_path):
    """The fake builders by language, for a test to spoil."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = {name: FakeBuilder(name) for name in LANGUAGES}
    monkeypatch.setattr(drivers, "builder", made.__getitem__)
    return made

"""A cluster of two workers, which takes seconds to start, for all tests of a module."""

import pytest


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

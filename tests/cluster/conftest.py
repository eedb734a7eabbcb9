"""A cluster of two workers, which takes seconds to start, for all tests of a module."""

import pytest


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    pytest.importorskip("distributed")
    from serbench.cluster.connection import connected

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        with connected("local:2") as connection:
            yield connection

import pytest

from serbench.footprint import Footprint
from serbench.results.footprint_rows import FootprintRecorder, load_footprints
from serbench.results.store import Store
from tests.results.test_analysis import FACTS

WHOLE = Footprint(
    codec="cpp/a", code_bytes=1, small_code_bytes=2, shared_bytes=3, jar_bytes=4, compile_s=0.5,
    dependencies=6, dependencies_s=7.5, import_ms=8.5, import_rss_bytes=9, note="of one",
)  # fmt: skip


def stored(tmp_path, *found):
    with Store(tmp_path / "r.duckdb") as store:
        run = store.begin_run(
            "0.1", "serbench footprint", {"footprint": True}, {}, kind="footprint"
        )
        store.add_working_set(run, FACTS)
        recorder = FootprintRecorder(store, run, "log")
        for one in found:
            recorder.found(one)
        return load_footprints(store, run)


def test_every_figure_is_loaded_as_it_was_kept(tmp_path):
    bare = Footprint(codec="cpp/b", note="failed: it does not compile")
    assert stored(tmp_path, WHOLE, bare).found == {"log": (WHOLE, bare)}


@pytest.mark.parametrize(
    ("found", "named", "is_negative"),
    [
        ((WHOLE,), (), False),
        ((WHOLE, Footprint(codec="go/b", note="failed: no")), (), True),
        ((WHOLE, Footprint(codec="go/b", note="cannot-hold: u64 at $.x")), ("go/b",), False),
        ((WHOLE, Footprint(codec="go/b", note="unavailable: no go")), (), False),
        ((WHOLE, Footprint(codec="go/b", note="unavailable: no go")), ("go/b",), True),
        ((Footprint(codec="go/b", note="cannot-hold: u64 at $.x"),), (), True),
    ],
)
def test_answer_is_negative_if_a_codec_does_not_build_or_none_is_measured(
    tmp_path, found, named, is_negative
):
    assert stored(tmp_path, *found).is_negative(named) == is_negative

"""What the page tells of compression."""

import msgspec

from serbench.report.cost_page import context, embedded
from serbench.report.html import render
from serbench.results.costs import Way
from serbench.results.evidence import Evidence
from serbench.stats import Interval
from tests.report.conftest import full_rows, make_result


def way(codec="cpp/library-03", compressor="", mode="none", **more):
    time = Interval(100.0, 90.0, 120.0)
    named = {"workload": "order", "codec": codec, "language": "cpp", "compressor": compressor}
    return Way(**named, mode=mode, bytes=50.0, serialize=time, deserialize=time, **more)


ZSTD = way(
    compressor="zstd-3",
    mode="each",
    compress=Interval(400.0, 390.0, 410.0),
    decompress=Interval(150.0, 149.0, 152.0),
)
WAYS = {"order": (way(), ZSTD)}


def test_crossing_points_and_compressions_are_the_measured_ones():
    variables = context(WAYS)
    assert variables["compressions"] == ["zstd-3"]
    [one] = variables["end_to_end"]
    assert one["sentences"] == ["over any link: cpp/library-03"]
    assert context({}) | {"way_columns": 0, "way_legend": 0} == {
        "end_to_end": [],
        "compressions": [],
        "way_columns": 0,
        "way_legend": 0,
    }


def test_own_code_and_unchecked_codecs_are_not_named():
    fast = Interval(1.0, 1.0, 1.0)
    limit = msgspec.structs.replace(
        way(codec="cpp/limit", traits=("hand-written",)), serialize=fast
    )
    unsafe = msgspec.structs.replace(limit, codec="cpp/unsafe", traits=("unchecked",))
    [one] = context({"order": (way(), limit, unsafe)})["end_to_end"]
    assert one["sentences"] == ["over any link: cpp/library-03"]


def test_embedded_data_has_cost_of_each_compression():
    assert embedded(WAYS, ["other", "order"]) == [
        {},
        {"cpp/library-03": {"zstd-3": [50.0, 400.0, 150.0]}},
    ]


def test_section_is_present_only_with_compressed_messages():
    result = make_result(full_rows())
    assert 'id="end-to-end"' not in render(result)
    page = render(result, Evidence(ways=WAYS))
    assert 'id="end-to-end"' in page
    assert "the time to compress and to decompress is in the cores" in page
    assert '<option value="gzip">' not in page

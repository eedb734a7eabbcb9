"""Names beside points: inside the chart, over nothing, the front's first."""

from hypothesis import given
from hypothesis import strategies as st

from serbench.report.charts import names
from serbench.report.charts.names import named
from serbench.report.charts.specs import FRONT_HEIGHT
from serbench.report.charts.vega import FILE_WIDTH


def point(codec, ns, size, front=0):
    return {
        "codec": codec,
        "ns": ns,
        "low": ns * 0.9,
        "high": ns * 1.1,
        "bytes": size,
        "front": front,
    }


POINTS = st.lists(
    st.builds(
        point,
        st.text(alphabet="abc/", min_size=1, max_size=30),
        st.floats(1, 1e7),
        st.floats(1, 1e6),
        st.integers(0, 3),
    ),
    min_size=1,
    max_size=30,
)


def boxes(points):
    """Of points and of the names that are there, in pixels."""
    x = names._Axis([v for p in points for v in (p["ns"], p["low"], p["high"])], FILE_WIDTH)
    y = names._Axis([p["bytes"] for p in points], FRONT_HEIGHT)
    dots = [names._around(x.px(p["ns"]), FRONT_HEIGHT - y.px(p["bytes"])) for p in points]
    texts = []
    for p in points:
        if "name_ns" in p:
            left, middle = x.px(p["name_ns"]), FRONT_HEIGHT - y.px(p["name_bytes"])
            width = len(p["codec"]) * names._CHARACTER_PX
            texts.append((left + 0.01, middle - 5.9, left + width - 0.01, middle + 5.9))
    return dots, texts


@given(points=POINTS)
def test_names_overlap_no_mark_and_stay_inside(points):
    found = named(points)
    assert [{k: v for k, v in p.items() if not k.startswith("name_")} for p in found] == points
    dots, texts = boxes(found)
    for i, text in enumerate(texts):
        assert not any(names._overlap(text, other) for other in [*dots, *texts[:i]])
        assert text[0] >= -0.1
        assert text[2] <= FILE_WIDTH + 0.1
        assert text[1] >= -0.2
        assert text[3] <= FRONT_HEIGHT + 0.2


def test_names_of_the_front_are_placed_first():
    crowd = [point(f"cpp/number-{n}", 100 + n, 100 + n) for n in range(40)]
    crowd.append(point("cpp/best", 101, 101, front=1))
    found = named(crowd)
    assert "name_ns" in found[-1]
    assert sum("name_ns" in p for p in found) < len(found)


def test_single_point_is_named():
    assert "name_ns" in named([point("rust/a", 100, 100)])[0]

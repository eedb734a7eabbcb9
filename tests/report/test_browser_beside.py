# ruff: noqa: RUF001
"""In a real browser: the matrix of codecs and workloads, and ticked codecs side by side."""

import itertools
import re
from statistics import geometric_mean

import msgspec
import pytest

from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.report.table import no_choice
from tests.report.conftest import (
    HOSTILE,
    analysed,
    evidence_of,
    full_rows,
    make_result,
    make_row,
    measured_rows,
    problem_rows,
    timed,
)

pytestmark = pytest.mark.browser

WORKLOADS = ("log", "events", "points")


@pytest.fixture(scope="module")
def three():
    """55 codecs on three workloads; one holds but two, one is own code."""
    rows = []
    for number, workload in enumerate(WORKLOADS):
        for place, row in enumerate(full_rows()):
            if row.operation not in (*PRIMARY, "decode"):
                continue  # a page of all takes a minute to draw again and again
            if row.codec == "go/library-01" and workload == "points":
                continue
            # Each workload turns the order round a little.
            factor = 1 + number * (place // 8 * 0.618034 % 1)
            times = {n: getattr(row, n) * factor for n in ("time_ns", "low_ns", "high_ns")}
            traits = ("hand-written",) if row.codec == "rust/library-02" else row.traits
            rows.append(msgspec.structs.replace(row, workload=workload, traits=traits, **times))
    rows.append(
        make_row(
            "go/library-01", "serialize", workload="points", status="cannot-hold", verified=False
        )
    )
    result = make_result(analysed(rows), *WORKLOADS)
    return result, evidence_of(result)


def cells(page, table="table.matrix"):
    """Of each row that is shown the texts of its cells, by its codec."""
    return dict(
        page.locator(f"{table} tbody tr:not([hidden])").evaluate_all(
            "all => all.map((row) => [row.dataset.codec,"
            " [...row.cells].slice(1).map((cell) => cell.textContent.trim())])"
        )
    )


def number(text):
    found = re.search(r"([\d.]+)×", text)
    return float(found[1]) if found else None


def expected(result, measure, shown, by_language=True):
    """The ratios and their mean of the codecs that are shown, reckoned from the rows anew."""
    ratios = {codec: [] for codec in shown}
    for workload in WORKLOADS:
        value = {}
        for row in result.rows:
            if row.workload == workload and row.codec in ratios and row.time_ns:
                if measure == "bytes":
                    value[row.codec] = (row.bytes, row)
                elif row.operation == measure:
                    value[row.codec] = (row.time_ns, row)
        for codec in ratios:
            if codec not in value:
                continue
            beside = [
                (not_choice, other)
                for other, row in value.values()
                if not by_language or row.language == codec.partition("/")[0]
                for not_choice in [bool(no_choice(row.traits))]
            ]
            ratios[codec].append(value[codec][0] / min(beside)[1])
    return {codec: (factors, geometric_mean(factors)) for codec, factors in ratios.items()}


def check_matrix(page, result, measure, by_language=True):
    found = cells(page)
    wanted = expected(result, measure, list(found), by_language)
    for codec, (ratios, mean) in wanted.items():
        *texts, last = found[codec]
        shown = [number(text) for text in texts]
        assert [x for x in shown if x is not None] == pytest.approx(ratios, rel=0.006)
        assert number(last) == pytest.approx(mean, rel=0.006)
    return list(found)


def test_ratios_and_means_follow_shown_rows(opened, three):
    page = opened(*three)
    written = cells(page)
    assert len(check_matrix(page, three[0], ROUND_TRIP.name)) == 55
    assert written["go/library-01"][2] == "cannot hold"
    assert written["go/library-01"][3].startswith("2 of 3 ")
    page.get_by_label("Ratios of").select_option("decode")
    page.get_by_label("To the best of").select_option("all")
    check_matrix(page, three[0], "decode", by_language=False)
    assert "decode as a multiple of the best of all languages" in page.locator(
        "table.matrix caption"
    ).text_content().replace("\n", " ")
    page.get_by_label("Ratios of").select_option("bytes")
    page.locator("#controls").get_by_label("Go", exact=True).check()
    shown = check_matrix(page, three[0], "bytes")
    assert {codec.partition("/")[0] for codec in shown} == {"go"}
    page.get_by_label("Codec or text").fill(
        "library-05 2.3"
    )  # by a version, which has no cell here
    shown = cells(page)
    assert set(shown) == set(cells(page, "#workload-0-figures"))


def test_rows_are_ordered_by_mean_until_sorted(opened, three):
    page = opened(*three)
    for measure in ("serialize", "bytes"):
        page.get_by_label("Ratios of").select_option(measure)
        found = cells(page)
        order = list(found)
        means = [number(found[codec][-1]) for codec in order if codec not in order[-2:]]
        assert means == sorted(means)
        assert order[-2:] == ["go/library-01", "rust/library-02"]
    header = page.locator("table.matrix th", has_text="events").get_by_role("button")
    header.click()
    header.click()
    page.wait_for_timeout(50)
    ratios = [number(texts[1]) for texts in cells(page).values()]
    assert ratios == sorted(ratios, reverse=True)
    assert (
        "in order of events, highest first" in page.locator("table.matrix caption").text_content()
    )
    assert "matrix-sort=-events" in page.url
    shown, address = list(cells(page)), page.url
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    assert list(cells(page)) == shown
    assert page.get_by_label("Ratios of").input_value() == "bytes"


def test_cells_of_the_matrix_are_coloured_by_their_ratios(opened, three):
    page = opened(*three)
    classes = page.locator("table.matrix tbody tr:not([hidden]) td").evaluate_all(
        "all => all.map((e) => [e.textContent, e.className.match(/heat-(.)/)?.[1] ?? null])"
    )
    for text, of in classes:
        ratio = number(text)
        if ratio is None:
            assert of is None
        elif all(abs(ratio - bound) > 0.01 for bound in (1.1, 1.5, 2, 4, 10)):
            assert of == str(sum(ratio > bound for bound in (1.1, 1.5, 2, 4, 10)))
    assert len({of for _, of in classes}) > 3


def test_narrow_screen_scrolls_matrix_and_keeps_codec_names(opened, three):
    page = opened(*three, 390)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    box = page.locator(".scroll:has(> .matrix)")
    assert box.evaluate("e => e.scrollWidth > e.clientWidth")
    name = page.locator("table.matrix tbody th").first
    cell = page.locator("table.matrix tbody td").first
    before = name.bounding_box()["x"], cell.bounding_box()["x"]
    box.evaluate("e => { e.scrollLeft = 100; }")
    assert name.bounding_box()["x"] == pytest.approx(before[0], abs=1)
    assert cell.bounding_box()["x"] == pytest.approx(before[1] - 100, abs=1)


def test_print_has_matrix_of_shown_rows(opened, three):
    page = opened(*three)
    page.locator("#controls").get_by_label("Go", exact=True).check()
    page.emulate_media(media="print")
    rows = page.locator("table.matrix tbody tr:visible")
    assert rows.count() == 11
    assert page.locator("#matrix-controls, #compare").locator("visible=true").count() == 0
    assert page.locator(".scroll:has(> .matrix)").evaluate(
        "e => e.scrollHeight <= e.clientHeight + 1"
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_no_violations_in_matrix_and_side_by_side(opened, theme, width):
    from axe_playwright_python.sync_playwright import Axe

    rows = [*measured_rows(), *measured_rows("events", 1.3)[:-20]]  # not all hold both
    page = opened(make_result(analysed(rows), "log", "events"), None, width, color_scheme=theme)
    for codec in ("cpp/cereal", "cpp/protobuf", "rust/prost"):
        page.get_by_label(f"tick {codec}", exact=True).first.check()
    assert page.locator("#compare-found").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


# Side by side


def judged(**faster):
    """Two codecs each of Go and Java, whose intervals are far apart in every operation, so that
    only what was decided can tell who is faster."""
    times = {"go/a": 100, "go/b": 240, "java/c": 130, "java/d": 400}
    sizes = {"go/a": 100.0, "go/b": 103.0, "java/c": 100.0, "java/d": 250.0}
    rows = [
        timed(
            codec, operation, ns, bytes=sizes[codec], family_size=4, language_family_size=2,
            **faster.get(codec.replace("/", "_"), {}).get(operation, {}),
        )
        for codec, ns in times.items()
        for operation in PRIMARY
    ]  # fmt: skip
    return make_result(rows)


def words(page):
    return page.locator("#compare-words li").all_text_contents()


def tick(page, *codecs):
    for codec in codecs:
        page.get_by_label(f"tick {codec}", exact=True).first.check()


def test_words_follow_decisions_and_not_intervals(opened):
    page = opened(judged(go_b={"serialize": {"slower_than": ("go/a",)}}))
    tick(page, "go/a", "go/b")
    assert words(page) == [
        "go/b beside go/a: 2.40 times the time to serialize, 3 % more bytes; "
        "not decided which is faster: to deserialize (2.40×)."
    ]
    page.get_by_label("put go/b first").click()
    assert words(page) == [
        "go/a beside go/b: 2.40 times as fast to serialize, 3 % fewer bytes; "
        "not decided which is faster: to deserialize (0.417×)."
    ]
    tick(page, "java/d")
    assert words(page)[1] == (
        "java/d beside go/b: 2.43 times the bytes; not decided which is faster: "
        "to serialize (1.67×), to deserialize (1.67×)."
    )


def test_codecs_of_one_language_use_decisions_within_the_language(opened):
    own = {"language_slower_than": ("go/a",), "slower_than": ()}
    page = opened(judged(go_b={"serialize": own}))
    tick(page, "go/a", "go/b")
    assert words(page)[0].startswith("go/b beside go/a: 2.40 times the time to serialize, ")
    assert "among the 2 codecs of Go" in page.locator("#compare-decided").text_content()
    tick(page, "java/c")
    assert words(page)[0].startswith("go/b beside go/a: 3 % more bytes; not decided")
    assert "among all 4 codecs" in page.locator("#compare-decided").text_content()


def test_codecs_of_several_runs_are_not_compared(opened):
    result = judged(go_b={"serialize": {"slower_than": ("go/a",)}})
    rows = [
        msgspec.structs.replace(row, run="another" if row.codec == "go/b" else row.run)
        for row in result.rows
    ]
    page = opened(msgspec.structs.replace(result, rows=tuple(rows)))
    tick(page, "go/a", "go/b")
    assert words(page) == [
        "go/b beside go/a: 3 % more bytes; not compared by serbench: "
        "to serialize (2.40×), to deserialize (2.40×)."
    ]


def test_words_of_every_pair_agree_with_rows(opened, three):
    result, evidence = three
    page = opened(result, evidence)
    picked = ("go/library-01", "go/library-07", "java/library-03", "cpp/library-09")
    rows = {(r.workload, r.codec, r.operation): r for r in result.rows if r.time_ns}
    for workload, pair in itertools.product(("log", "points"), itertools.permutations(picked, 2)):
        page.evaluate("([a, b]) => serbench.ticks.set([a, b])", [pair[1], pair[0]])
        page.locator("#compare-workload").select_option(workload)
        assert page.locator("#compare-words b").all_text_contents() == list(pair)
        [said] = words(page)
        is_own = pair[0].partition("/")[0] == pair[1].partition("/")[0]
        decided = "language_slower_than" if is_own else "slower_than"
        for operation in (*PRIMARY, ROUND_TRIP.name):
            to = "there and back" if operation == ROUND_TRIP.name else f"to {operation}"
            first, other = (rows.get((workload, codec, operation)) for codec in pair)
            if not first or not other:
                assert re.search(rf"not measured of both: [^;]*{to}", said)
                continue
            ratio = first.time_ns / other.time_ns
            if first.codec in getattr(other, decided):
                factor, how = 1 / ratio, f"times as fast {to}"
            elif other.codec in getattr(first, decided):
                factor, how = ratio, f"times the time {to}"
            else:
                assert re.search(rf"not decided which is faster: [^;]*{to} ", said)
                continue
            found = float(re.search(rf"([\d.]+) {how}", said)[1])
            assert found == pytest.approx(factor, rel=0.006)


def test_ticked_codecs_stand_in_the_address_in_their_order(opened, three):
    page = opened(*three)
    assert page.locator("#compare-bar").is_hidden()
    tick(page, "java/library-03", "go/library-02")
    assert page.locator("#compare-count").text_content() == "2 ticked"
    page.locator("#compare-add").select_option("cpp/library-01")
    page.get_by_label("On", exact=True).select_option("events")
    page.wait_for_function("location.hash.includes('compare-workload=events')")
    assert "rows=java/library-03,go/library-02,cpp/library-01" in page.url
    address, said = page.url, words(page)
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    assert words(page) == said
    heads = page.locator("table.compare thead .codec").all_text_contents()
    assert heads == ["java/library-03", "go/library-02", "cpp/library-01"]
    page.get_by_label("remove go/library-02").click()
    assert page.locator("table.compare thead .codec").count() == 2
    page.get_by_role("button", name="Untick all").click()
    assert page.locator("#compare-found").is_hidden()
    assert page.locator("#compare-hint").is_visible()
    assert "rows=" not in page.url


def test_side_by_side_has_the_figures_of_the_tables_and_of_the_operations_shown(opened, three):
    page = opened(*three)
    tick(page, "java/library-03", "go/library-02")
    lines = lambda: dict(  # noqa: E731
        page.locator("table.compare tbody tr").evaluate_all(
            "all => all.map((row) => [row.cells[0].textContent, [...row.cells].slice(1)"
            ".map((cell) => cell.textContent.replaceAll(/\\s+/g, ' ').trim())])"
        )
    )
    found = lines()
    assert {"serialize", "deserialize", ROUND_TRIP.name, "bytes", "library"} <= set(found)
    assert "decode" not in found
    for place, codec in enumerate(("java/library-03", "go/library-02")):
        cell = page.locator(
            f'#workload-0-figures tr[data-codec="{codec}"] td[data-operation=serialize] .time'
        )
        value = cell.locator("b").text_content()
        beside = cell.locator(".beside").text_content()
        assert found["serialize"][place] == f"{value} {beside}".strip()
    page.get_by_label("decode", exact=True).check()
    page.get_by_label("serialize", exact=True).uncheck()
    assert "decode" in lines()
    assert "serialize" not in lines()
    assert "to serialize" not in words(page)[0]


def test_hostile_names_side_by_side_stay_text(opened, hostile):
    page = opened(hostile, evidence_of(hostile))
    options = page.locator("#compare-add option").count()
    for index in range(1, options):
        page.locator("#compare-add").select_option(index=index)
    for index in range(len(HOSTILE)):
        page.locator("#compare-workload").select_option(index=index)
    assert page.locator("#compare img, #compare script, #matrix img").count() == 0
    assert any("<script>" in text for text in words(page))


def test_page_of_failed_codecs_has_no_side_by_side(opened):
    page = opened(make_result([make_row("cpp/a", "serialize", status="failed", verified=False)]))
    assert page.locator("#compare").is_hidden()
    page = opened(make_result(analysed(measured_rows() + problem_rows())))
    assert page.locator("#compare-hint").is_visible()

"""The page in a real browser: what only its scripts do, and that nothing leaves it."""

import csv
import io
import json
import math
import random
from itertools import pairwise

import msgspec
import pytest

from serbench.measure.host import Host
from serbench.operations import ROUND_TRIP
from serbench.report import choice as words
from serbench.report import units
from serbench.report.answer import front
from serbench.report.charts.export import with_front
from serbench.report.charts.points import time_points
from serbench.report.choice_page import embedded
from serbench.report.html import render
from serbench.report.json_rows import rows_json
from serbench.report.table import no_choice
from serbench.results.choice import Candidate, Cost, Grounds, Lost, Needs, Proofs, choose
from serbench.results.costs import Way
from serbench.results.evidence import Evidence, Moved
from serbench.stats import Interval
from tests.report.conftest import (
    HOSTILE,
    analysed,
    evidence_of,
    file_result,
    full_rows,
    make_result,
    make_row,
    measured_rows,
    problem_rows,
    timed,
    with_verdicts,
)
from tests.report.test_proof_page import PAGES

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def full():
    rows = full_rows() + [r for r in problem_rows() if r.status != "measured"]
    result = make_result(rows)
    grounds = random_grounds(random.Random(3))
    return result, msgspec.structs.replace(evidence_of(result), grounds=(grounds,))


def codecs(page, table="table.figures"):
    rows = page.locator(f"{table} tbody tr:not([hidden])")
    return rows.evaluate_all("rows => rows.map(row => row.dataset.codec)")


def language(page, name):
    return page.locator("#controls").get_by_label(name, exact=True)


def drawn(page):
    page.wait_for_selector("body[data-drawn]")
    page.wait_for_timeout(50)
    page.wait_for_selector("body[data-drawn]")


def bar_codecs(page):
    labels = page.locator('[data-chart="bars"] .role-axis-label text')
    return [t for t in labels.all_text_contents() if "/" in t]


def test_filters_reach_tables_charts_and_calculator(opened, full):
    page = opened(*full)
    assert len(codecs(page)) == len(bar_codecs(page)) == 55
    assert page.locator("#count").text_content() == "61 of 61 rows shown"
    language(page, "Go").check()
    page.get_by_label("Format", exact=True).select_option("json")
    drawn(page)
    wanted = {"go/library-00", "go/library-04", "go/library-08"}
    assert set(codecs(page)) == set(codecs(page, "table.calculator")) == wanted
    assert set(bar_codecs(page)) == wanted
    assert codecs(page, "table.problems") == []
    language(page, "Go").uncheck()
    page.get_by_label("Format", exact=True).select_option("")
    page.get_by_label("Trait").select_option("human-readable")
    human = {r.codec for r in full[0].rows if "human-readable" in r.traits}
    assert set(codecs(page)) == human
    page.get_by_label("Trait").select_option("")
    page.get_by_label("Codec or text").fill("library-03 zero-copy")
    assert set(codecs(page)) == {f"{name}/library-03" for name in ("cpp", "rust", "java", "go")}
    page.get_by_label("Codec or text").fill("signal 11")
    drawn(page)
    assert codecs(page) == []
    assert codecs(page, "table.problems") == ["rust/flexbuffers"]
    assert page.locator('[data-chart="bars"]').is_hidden()
    page.get_by_label("Codec or text").fill("no such codec")
    assert page.locator("#count").text_content() == "Nothing matches."
    page.get_by_role("button", name="Show all").click()
    assert len(codecs(page)) == 55


def test_languages_and_rows_are_ticked(opened, full):
    page = opened(*full)
    language(page, "Go").check()
    language(page, "Rust").check()
    assert {codec.partition("/")[0] for codec in codecs(page)} == {"go", "rust"}
    page.get_by_label("tick go/library-02", exact=True).first.check()
    page.get_by_label("tick rust/library-01", exact=True).first.check()
    page.get_by_label("only those ticked").check()
    assert set(codecs(page)) == {"go/library-02", "rust/library-01"}


def test_times_as_multiples_of_a_baseline(opened, full):
    page = opened(*full)
    page.get_by_label("Times as multiples of").select_option("go/library-02")
    by_codec = {r.codec: r for r in full[0].rows if r.operation == "serialize" and r.time_ns}
    for codec in ("go/library-02", "cpp/library-05"):
        cell = page.locator(f'table.sortable tr[data-codec="{codec}"] td[data-operation=serialize]')
        factor = by_codec[codec].time_ns / by_codec["go/library-02"].time_ns
        text = cell.locator(".time .beside").text_content()
        assert math.isclose(
            float(text.partition("\N{MULTIPLICATION SIGN}")[0]), factor, rel_tol=0.01
        )
    page.get_by_label("Times as multiples of").select_option("")
    assert page.locator(".time .beside", has_text="\N{MULTIPLICATION SIGN}").count() == 0


# Of each row that is shown: how much of its track the bar takes, the interval's mark in pixels, and
# whether the bar is cut.
BARS = """(figure) => Object.fromEntries([...document.querySelectorAll(
      "table.sortable tbody tr:not([hidden])")]
    .map((row) => [row.dataset.codec,
      row.querySelector(`td[data-operation=serialize] .${figure} svg`)])
    .filter(([, bar]) => bar)
    .map(([codec, bar]) => {
      const [track, middle, mark] = [bar, ...bar.children].map((e) => e.getBoundingClientRect());
      return [codec, { part: middle.width / track.width, pixels: middle.width, mark: mark.width,
        inside: mark.right <= track.right + 0.01, cut: bar.classList.contains("cut") }];
    }))"""


def test_bars_are_scaled_to_shown_rows(opened, full):
    page = opened(*full)
    of = {r.codec: r for r in full[0].rows if r.operation == "serialize" and r.time_ns}
    for text in ("", "library-02", "go/library-0"):
        page.get_by_label("Codec or text").fill(text.removeprefix("go/"))
        language(page, "Go").set_checked(text.startswith("go/"))
        bars = page.evaluate(BARS, "time")
        assert set(bars) == set(codecs(page)) & set(of)
        longest = max(of[codec].high_ns for codec in bars)
        lowest = min(of[codec].time_ns for codec in bars if not no_choice(of[codec].traits))
        full_bar = min(longest, 10 * lowest)
        for codec, bar in bars.items():
            assert bar["part"] == pytest.approx(min(1, of[codec].time_ns / full_bar), abs=0.02)
            assert bar["cut"] == (of[codec].time_ns > full_bar)
            assert bar["inside"]


def test_one_slow_codec_leaves_other_bars_apart_and_is_cut(opened):
    times = {"cpp/a": 100, "cpp/b": 200, "cpp/c": 500, "cpp/slow": 1e6}
    page = opened(make_result([timed(codec, "serialize", ns) for codec, ns in times.items()]))
    bars = page.evaluate(BARS, "time")
    assert [bars[codec]["part"] for codec in times] == pytest.approx([0.1, 0.2, 0.5, 1], abs=0.01)
    assert [bars[codec]["cut"] for codec in times] == [False, False, False, True]
    mask = "getComputedStyle(document.querySelector('.bar.cut')).maskImage"
    assert page.evaluate(mask) != "none"


def test_bars_and_their_marks_are_never_narrower_than_two_pixels(opened):
    shares = {"cpp/a": 1e-6, "cpp/b": 1.0}
    rows = [timed(c, "serialize", 100, 1e-6, memcpy_share=s) for c, s in shares.items()]
    page = opened(make_result(rows))
    assert min(bar["mark"] for bar in page.evaluate(BARS, "time").values()) >= 1.99
    page.get_by_label("Show", exact=True).select_option("memcpy")
    width = """[...document.querySelectorAll(".figure.memcpy svg rect")]
        .map((e) => e.getBoundingClientRect().width)"""
    assert min(page.evaluate(width)) == pytest.approx(2, abs=0.01)


HEAT_CLASSES = """([table, column]) => Object.fromEntries([...document.querySelectorAll(
      `${table} tbody tr:not([hidden])`)]
    .map((row) => [row.dataset.codec,
      [...row.cells].find((cell) => cell.matches(column))?.className.match(/heat-(\\d)/)?.[1]]))"""


def heat(page, column, table="table.sortable.figures"):
    return page.evaluate(HEAT_CLASSES, [table, column])


def heat_of(ratio):
    return str(sum(ratio > bound for bound in (1.1, 1.5, 2, 4, 10)))


def test_cells_are_coloured_by_ratio_to_best_shown(opened):
    times = {"cpp/a": 100, "cpp/b": 109, "cpp/c": 170, "go/d": 399, "go/e": 3000, "go/f": 41_000}
    rows = [
        timed(c, "serialize", ns, bytes=ns / 2, memcpy_share=10 / ns) for c, ns in times.items()
    ]
    page = opened(make_result(rows))
    wanted = {codec: heat_of(ns / 100) for codec, ns in times.items()}
    assert list(wanted.values()) == ["0", "0", "2", "3", "5", "5"]
    assert heat(page, "[data-operation]") == heat(page, ".size[data-value]") == wanted
    language(page, "Go").check()
    assert heat(page, "[data-operation]") == {"go/d": "0", "go/e": "4", "go/f": "5"}
    page.get_by_label("Codec or text").fill("e")
    assert heat(page, "[data-operation]") == {"go/e": None}
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Show", exact=True).select_option("memcpy")
    assert heat(page, "[data-operation]") == wanted
    page.get_by_label("Show", exact=True).select_option("samples")
    assert set(heat(page, "[data-operation]").values()) == {None}


def test_own_code_and_unchecked_codecs_do_not_scale_choices(opened):
    traits = {
        "cpp/own": ("binary", "hand-written"),
        "cpp/rash": ("unchecked", "binary"),
        "cpp/a": (),
        "cpp/b": (),
    }
    times = dict(zip(traits, (1, 2, 100, 300), strict=True))
    rows = [timed(c, "serialize", ns, traits=traits[c]) for c, ns in times.items()]
    page = opened(make_result(rows))
    assert heat(page, "[data-operation]") == {
        "cpp/own": "0", "cpp/rash": "0", "cpp/a": "0", "cpp/b": "3",
    }  # fmt: skip
    bars = page.evaluate(BARS, "time")
    assert [bars[codec]["cut"] for codec in times] == [False] * 4
    language(page, "C++").check()
    page.get_by_label("Codec or text").fill("unchecked")
    assert heat(page, "[data-operation]") == {"cpp/rash": None}
    page.get_by_label("Codec or text").fill("")
    page.get_by_label("Trait").select_option("binary")
    assert codecs(page) == ["cpp/own", "cpp/rash"]


def test_a_best_of_zero_leaves_all_others_beyond_the_last_bound(opened):
    counts = {"cpp/a": 0.0, "cpp/b": 0.0, "cpp/c": 0.5}
    page = opened(make_result([timed(c, "serialize", 9, allocations=n) for c, n in counts.items()]))
    page.get_by_label("Show", exact=True).select_option("allocs")
    assert heat(page, "[data-operation]") == {"cpp/a": "0", "cpp/b": "0", "cpp/c": "5"}


def test_the_legend_of_colours_says_each_in_words(opened, full):
    page = opened(*full)
    legend = page.locator("#heat")
    assert legend.is_visible()
    for number, said in enumerate(("within 10", "to 1.5", "to 2", "to 4", "to 10", "more than 10")):
        assert said in legend.locator(f".heat-{number}").text_content()
    found = page.locator("td[class*=heat-]").evaluate_all(
        "all => [...new Set(all.map((e) => e.className.match(/heat-./)[0]))]"
    )
    assert len(found) > 1
    for name in found:
        colours = page.locator(f".{name}").evaluate_all(
            "all => [...new Set(all.map((e) => getComputedStyle(e).backgroundColor))]"
        )
        assert len(colours) == 1


def test_address_keeps_chosen_settings(opened, full):
    page = opened(*full)
    assert "#" not in page.url
    language(page, "Java").check()
    page.get_by_label("Codec or text").fill("library-0")
    page.get_by_label("tick java/library-02", exact=True).first.check()
    page.locator("table.figures th", has_text="bytes").get_by_role("button").click()
    page.get_by_label("Times as multiples of").select_option("go/library-02")
    page.wait_for_timeout(50)
    shown, address = codecs(page), page.url
    page.get_by_role("link", name="Charts").click()
    page.wait_for_timeout(50)
    assert page.url == address.replace("#&", "#charts&")
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    assert codecs(page) == shown
    assert language(page, "Java").is_checked()
    assert page.get_by_label("tick java/library-02", exact=True).first.is_checked()
    assert page.get_by_label("Times as multiples of").input_value() == "go/library-02"
    page.get_by_role("button", name="Show all").click()
    assert "filter=" not in page.url
    assert "language=" not in page.url


def test_a_copied_link_is_readable_and_shows_the_same(opened, full):
    page = opened(*full)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    language(page, "Go").check()
    language(page, "Java").check()
    page.get_by_label("Codec or text").fill("library-0")
    header = page.locator("table.figures th", has_text="bytes").get_by_role("button")
    header.click()
    header.click()
    page.locator("#chart-operation").select_option("decode")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    for said in ("language=java,go", "filter=library-0", "sort=-bytes", "chart-operation=decode"):
        assert said in link.partition("#")[2].split("&")
    shown = codecs(page)
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector("body[data-drawn]")
    assert codecs(page) == shown
    assert page.locator("#chart-operation").input_value() == "decode"
    assert (
        "in order of bytes, highest first" in page.locator("table.figures caption").text_content()
    )


def test_uncopyable_link_is_shown(opened, full):
    page = opened(*full)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(Error('no')); }")
    page.get_by_role("button", name="Copy link").click()
    shown = page.get_by_label("The link, to be copied by hand")
    shown.wait_for()
    assert shown.input_value() == page.url + "#&language=all"


def test_an_address_changed_by_hand_is_followed(opened, full):
    page = opened(*full)
    page.get_by_label("Codec or text").fill("library-01")
    page.evaluate("location.hash = '#&language=go&sort=bytes&rows=go/library-02'")
    page.wait_for_function("document.getElementById('filter').value === ''")
    assert {codec.partition("/")[0] for codec in codecs(page)} == {"go"}
    assert page.locator("table.figures th[aria-sort]").text_content().strip() == "bytes"
    assert page.get_by_label("tick go/library-02", exact=True).first.is_checked()


@pytest.mark.parametrize(
    "fragment",
    [
        "&language=klingon&format=<b>&trait=%00&figure=__proto__&baseline=nobody&sort=-toString",
        "&rows=nobody,<img src=x onerror=alert(1)>&only-ticked=1&operation=none&chart-operation=x",
        "&rate=NaN&link=-1&sort=constructor&calculator-sort=%E0%A4%A&choice-rate=1e999",
        "__proto__&&&==&=x&%&filter=&sort=&",
        "tables&constructor=1&hasOwnProperty=2&rows=" + "x" * 5000,
    ],
)
def test_hostile_or_invalid_address_is_ignored(opened, full, fragment):
    page = opened(*full)
    usual, rate, address = codecs(page), page.locator("#rate").input_value(), page.url
    page.goto("about:blank")
    page.goto(f"{address}#{fragment}")
    page.wait_for_selector("body[data-drawn]")
    assert codecs(page) == usual
    assert page.locator("#rate").input_value() == rate
    assert page.locator("th[aria-sort]").count() == 0
    assert page.locator("input.tick:checked, main img").count() == 0
    assert page.locator("th[data-operation=serialize]").is_visible()
    assert (
        page.locator("#rate-said").text_content() != "A rate and a link of zero or more are needed."
    )


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_the_answer_stands_on_the_first_screen_before_any_control(opened, full, width):
    page = opened(*full, width)
    lines = page.locator(".lines li")
    spoken = {r.language for r in full[0].rows if r.time_ns}
    assert {of for of in lines.evaluate_all("all => all.map(e => e.dataset.ofLanguage)") if of} == (
        spoken
    )
    ends = lines.evaluate_all("all => all.map((e) => e.getBoundingClientRect().bottom)")
    assert max(ends) < 800
    controls = page.locator("select, input, button").locator("visible=true")
    tops = controls.evaluate_all("all => all.map((e) => e.getBoundingClientRect().top)")
    assert min(tops) > max(ends)
    page.get_by_role("link", name="All figures").click()
    heights = page.locator("table.figures.sortable tbody tr").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().height)"
    )
    assert sum(heights) / len(heights) < 60


def test_chosen_languages_narrow_the_answer_and_are_remembered(opened, full):
    page = opened(*full)
    language(page, "Go").check()
    assert page.locator(".lines li:visible").evaluate_all(
        "all => all.map((e) => e.dataset.ofLanguage)"
    ) == ["go"]
    address = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    assert language(page, "Go").is_checked()
    assert {codec.partition("/")[0] for codec in codecs(page)} == {"go"}
    page.goto("about:blank")
    page.goto(f"{address}#&language=all")
    page.wait_for_selector("body[data-drawn]")
    assert len(codecs(page)) == 55
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    page.get_by_role("button", name="Show all").click()
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    assert len(codecs(page)) == 55


@pytest.mark.parametrize(
    "spoilt",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })",
        "localStorage.setItem('serbench.languages', '{not JSON')",
        "localStorage.setItem('serbench.languages', '{\"go\": 1}')",
        "localStorage.setItem('serbench.languages', '[\"klingon\", 7, null]')",
    ],
)
def test_denied_or_corrupt_local_storage_hides_no_rows(opened, full, spoilt):
    page = opened(*full)
    address = page.url
    page.add_init_script(f"if (location.protocol === 'file:') {spoilt}")
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-drawn]")
    assert len(codecs(page)) == 55
    language(page, "Go").check()
    assert {codec.partition("/")[0] for codec in codecs(page)} == {"go"}


def test_print_has_filtered_rows_and_names_the_filters(opened, full):
    page = opened(*full)
    page.emulate_media(media="print")
    assert page.locator("#shown-in-print").text_content() == ""
    page.emulate_media(media="screen")
    language(page, "Go").check()
    page.get_by_label("Format", exact=True).select_option("json")
    wanted = codecs(page)
    page.emulate_media(media="print")
    rows = page.locator("table.figures.sortable tbody tr:visible")
    assert rows.evaluate_all("all => all.map((e) => e.dataset.codec)") == wanted
    assert page.locator(".lines li:visible").count() == 1
    assert page.locator("#controls").is_hidden()
    said = page.locator("#shown-in-print")
    assert said.is_visible()
    assert said.text_content() == "Filtered: Go, format json. 3 of 61 rows shown."
    height = page.locator(".scroll:has(> .sortable)").first
    assert height.evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    assert page.locator(".more .card:visible").count() == 0
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".more .card:visible").count() == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".more .card:visible").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_every_control_works_without_console_errors(opened, full, theme, width):
    """`opened` fails on anything in the console, and on any error that nothing catches."""
    page = opened(*full, width, color_scheme=theme)
    page.locator("#more-controls").evaluate("e => { e.open = true; }")
    for name in ("Go", "Java"):
        language(page, name).check()
    for text in ("library-01", "no such codec", ""):
        page.get_by_label("Codec or text").fill(text)
        drawn(page)
    for figure in ("ratio", "memcpy", "allocs", "samples", "time"):
        page.get_by_label("Show", exact=True).select_option(figure)
    page.locator("table.figures.sortable thead button").nth(1).click()
    for selector in ("#chart-operation", "#cell-codec", "#cell-operation"):
        page.locator(selector).select_option(index=1)
        drawn(page)
    for size in (320, 1600, width):
        page.set_viewport_size({"width": size, "height": 600})
        drawn(page)
    page.locator("body").evaluate("e => getSelection().selectAllChildren(e)")
    page.emulate_media(color_scheme={"light": "dark", "dark": "light"}[theme])
    page.emulate_media(media="print")
    page.emulate_media(media="screen")
    drawn(page)
    assert page.locator('[data-chart="bars"] svg').is_visible()


def test_the_header_stays(opened, full):
    page = opened(*full)
    head = page.locator("table.figures thead").first
    before = head.bounding_box()["y"]
    page.locator(".scroll:has(> .sortable)").first.evaluate("list => list.scrollTop = 600")
    cell = page.locator("table.figures thead th").nth(1).bounding_box()["y"]
    assert abs(cell - page.locator(".scroll:has(> .sortable)").first.bounding_box()["y"]) < 3
    assert head.bounding_box()["y"] < before


def test_charts_are_told_and_walked_by_keys(opened, full):
    page = opened(*full)
    chart = page.locator('[data-chart="bars"] .chart')
    quickest = min(
        (p for p in time_points(full[0]) if p["operation"] == ROUND_TRIP.name),
        key=lambda p: p["ns"],
    )
    assert f"from {quickest['codec']} (" in chart.get_attribute("aria-label")
    chart.focus()
    page.keyboard.press("ArrowRight")
    first = page.locator("#spoken").text_content()
    page.keyboard.press("ArrowRight")
    second = page.locator("#spoken").text_content()
    assert "/library-" in first
    assert first != second == page.locator("#tip").text_content()
    assert page.locator("#tip").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#tip").is_hidden()


def test_touched_mark_shows_tooltip(opened, full):
    page = opened(*full, has_touch=True)
    page.locator('[data-chart="bars"] .mark-rect.role-mark path').first.tap()
    assert "/library-" in page.locator("#tip").text_content()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_no_violations(opened, full, theme, width):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(opened(*full, width, color_scheme=theme))
    assert found.violations_count == 0, found.generate_report()


def test_libraries_link_to_documentation_and_run_shows_command(opened, full):
    result, evidence = full
    one, bad = "cpp/library-05", "cpp/library-04"
    pages = {one: "https://example.org/a?b=c&d", bad: "javascript:alert(1)"}
    made = msgspec.structs.replace(evidence, pages=pages, commands=("serbench run '<b>x'",))
    page = opened(result, made)
    links = page.locator("table.sortable tbody th a")
    assert links.evaluate_all("all => all.map(a => a.href)") == [pages[one]]
    assert page.get_by_text("serbench run '<b>x'").is_visible()


def test_sorting_by_keyboard(opened, full):
    page = opened(*full)
    original = codecs(page)
    header = page.locator("table.figures th", has_text="bytes")
    header.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "ascending"
    size_of = {r.codec: r.bytes for r in full[0].rows if r.bytes is not None}
    sizes = [size_of[codec] for codec in codecs(page)]
    assert sizes == sorted(sizes)
    page.keyboard.press("Enter")
    assert header.get_attribute("aria-sort") == "descending"
    assert [size_of[codec] for codec in codecs(page)] == sorted(sizes, reverse=True)
    page.keyboard.press("Space")
    assert header.get_attribute("aria-sort") is None
    assert codecs(page) == original
    assert page.locator("th[aria-sort]").count() == 0
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"


def test_caption_names_the_sort_order(opened, full):
    page = opened(*full)
    caption = page.locator("table.figures.sortable caption").first
    first = caption.text_content()
    assert "in order of serialize + deserialize;" in first
    header = page.locator("table.figures th", has_text="bytes").get_by_role("button")
    header.click()
    assert "in order of bytes, lowest first;" in caption.text_content()
    header.click()
    assert "in order of bytes, highest first;" in caption.text_content()
    header.click()
    assert caption.text_content() == first
    page.locator("table.figures th", has_text="codec").get_by_role("button").first.click()
    assert "in order of codec, A to Z;" in caption.text_content()
    page.locator("table.figures th[data-operation=serialize] button").click()
    assert "in order of serialize, time, lowest first;" in caption.text_content()
    page.get_by_label("Show", exact=True).select_option("ratio")
    said = caption.text_content()
    assert "in order of serialize, ratio to the reference, lowest first;" in said


def test_relative_figures_are_shown_and_sorted_by(opened, full):
    page = opened(*full)
    page.get_by_label("Show", exact=True).select_option("ratio")
    assert page.locator("td.cell:visible .figure.time:visible").count() == 0
    page.locator("table.figures th[data-operation=serialize] button").click()
    ratio_of = {r.codec: r.ratio for r in full[0].rows if r.operation == "serialize"}
    ratios = [ratio_of[codec] for codec in codecs(page)]
    assert ratios == sorted(ratios)
    page.get_by_label("borrow").check()
    assert page.locator("th[data-operation=borrow]").is_visible()


def test_calculator(opened, full):
    page = opened(*full)
    page.get_by_label("Messages per second").fill("2000000")
    page.get_by_label("Link, Mbit/s").fill("10000")
    page.get_by_label("Compression").select_option("zstd")
    by_operation = {r.operation: r for r in full[0].rows if r.codec == "cpp/library-03"}
    cells = page.locator('table.calculator tr[data-codec="cpp/library-03"] td')
    values = [float(v) for v in cells.evaluate_all("all => all.map(c => c.dataset.value)")]
    serialize, deserialize = by_operation["serialize"], by_operation["deserialize"]
    wire = serialize.zstd_bytes * 2e6
    assert values == pytest.approx(
        [
            1e9 / serialize.time_ns,
            1e9 / deserialize.time_ns,
            serialize.zstd_bytes,
            wire,
            wire / (10_000e6 / 8),
            2e6 * serialize.time_ns / 1e9,
            2e6 * deserialize.time_ns / 1e9,
        ]
    )
    assert "±" in cells.nth(5).text_content()
    over = page.locator("table.calculator td.over").count()
    assert 0 < over < 55
    assert page.locator("#rate-said").text_content().startswith(f"{over} codecs need more")
    page.get_by_label("Messages per second").fill("-1")
    assert "A rate and a link" in page.locator("#rate-said").text_content()
    assert cells.nth(3).text_content() == "–"  # noqa: RUF001


def test_calculator_adds_measured_compression_time(opened, full):
    result, evidence = full
    name = result.workloads[0].name
    time = Interval(100.0, 90.0, 120.0)
    of = {"workload": name, "codec": "cpp/library-03", "language": "cpp", "mode": "each"}
    way = Way(
        **of, compressor="zstd-3", bytes=50.0, serialize=time, deserialize=time,
        compress=Interval(400.0, 390.0, 410.0), decompress=Interval(150.0, 149.0, 152.0),
    )  # fmt: skip
    page = opened(result, msgspec.structs.replace(evidence, ways={name: (way,)}))
    page.get_by_label("Messages per second").fill("2000000")
    page.get_by_label("Compression").select_option("zstd-3")
    by_operation = {r.operation: r for r in result.rows if r.codec == "cpp/library-03"}
    cells = page.locator('table.calculator tr[data-codec="cpp/library-03"] td')
    values = [float(v) for v in cells.evaluate_all("all => all.map(c => c.dataset.value)")]
    assert values[2] == 50.0
    assert values[-2:] == pytest.approx(
        [
            2e6 * (by_operation["serialize"].time_ns + 400.0) / 1e9,
            2e6 * (by_operation["deserialize"].time_ns + 150.0) / 1e9,
        ]
    )
    other = page.locator('table.calculator tr[data-codec="cpp/library-04"] td').first
    assert other.text_content() == units.EN_DASH


def test_front_equals_front_of_python(opened, full):
    page = opened(*full)
    times = [p for p in time_points(full[0]) if p["operation"] == ROUND_TRIP.name]
    for name in ("", "C++", "Go"):
        if name:
            language(page, name).check()
        drawn(page)
        shown_points = [p for p in times if name in ("", p["language"])]
        best = [p for p in with_front(full[0], shown_points) if p["front"]]
        assert len(best) > 1
        sentence = page.locator("#front-names").text_content()
        assert set(sentence.removeprefix("On it: ").removesuffix(".").split(", ")) == {
            f"{p['codec']} ({p['label']})" for p in best
        }
        if name:
            language(page, name).uncheck()


def test_front_equals_front_of_python_for_random_verdicts(opened):
    """Intervals of all widths, so that verdicts follow from no order; equal sizes; no choices."""
    chance = random.Random(1)
    traits = [("binary",)] * 6 + [("hand-written",), ("unchecked",), ("hand-written", "unchecked")]
    rows = [
        timed(
            f"cpp/c{number}",
            ROUND_TRIP.name,
            chance.uniform(100, 1000),
            chance.choice([0.005, 0.05, 0.3]),
            bytes=float(chance.randrange(40, 52)),
            format=f"format-{number % 4}",
            traits=chance.choice(traits),
        )
        for number in range(60)
    ]
    result = make_result(with_verdicts(rows))
    page = opened(result)
    for form in ("", *(f"format-{number}" for number in range(4))):
        page.get_by_label("Format", exact=True).select_option(form)
        drawn(page)
        best = front([r for r in result.rows if form in ("", r.format)])
        names = ", ".join(f"{r.codec} ({units.time(r.time_ns)})" for r in best)
        said = page.locator("#front-names").text_content()
        assert said.startswith(f"On it: {names}. ")
        assert said.count("not counted") == len(
            {no_choice(r.traits) for r in result.rows if form in ("", r.format)} - {""}
        )


def test_uncompared_codecs_have_no_front(opened):
    once, several = (
        make_result([timed(f"cpp/{n}", "serialize", 9, bytes=9.0, processes=p) for n in "ab"])
        for p in (1, 4)
    )
    runs = [msgspec.structs.replace(r, run=r.codec) for r in several.rows]
    for result in (once, msgspec.structs.replace(several, rows=tuple(runs))):
        page = opened(result)
        assert page.locator('[data-chart="front"]').is_hidden()
        assert bar_codecs(page) == ["cpp/a", "cpp/b"]
        assert page.locator(".rank").count() == 0


def test_a_page_of_one_codec_and_of_own_code_alone(opened):
    for traits in (("binary",), ("hand-written",)):
        rows = [timed("cpp/a", o, 100, bytes=9.0, traits=traits) for o in ("serialize", "encode")]
        page = opened(make_result(rows))
        assert bar_codecs(page) == ["cpp/a"]
        chart = page.locator('[data-chart="front"]')
        assert chart.is_visible() == (traits == ("binary",))


def test_page_without_measurements_hides_charts_and_shows_files(opened):
    row = make_row("cpp/a", "serialize", status="failed", verified=False, note="did not build")
    page = opened(make_result([row]))
    assert page.locator("#charts").is_hidden()
    page = opened(make_result([row]), Evidence(files=(file_result(["cpp/a"]),)))
    assert page.locator('[data-chart="files"]').is_visible()


def test_samples_and_history_of_the_chosen_cell(opened, full):
    page = opened(*full)
    page.locator("#cell-codec").select_option("cpp/library-01")
    page.locator("#cell-operation").select_option("serialize")  # measured as encode
    drawn(page)
    said = page.locator("#cell-facts").text_content()
    assert said.startswith(
        "100 of 200 samples, evenly through their order; 20 of these taken in a loud"
    )
    assert "3 mild and 1 severe" in said
    symbols = page.locator('[data-chart="samples"] .mark-symbol.role-mark path')
    assert symbols.count() == 100
    history = page.locator('[data-chart="history"] .mark-symbol.role-mark path')
    assert history.count() == 3
    ratios = page.locator('[data-chart="ratios"] .mark-symbol.role-mark path')
    assert ratios.count() == 3
    assert "No step was found" in page.locator("#cell-steps").text_content()
    history.first.hover()
    assert "20251120-140311, serbench 0.1.0" in page.locator("#tip").text_content()


def test_a_step_of_the_chosen_cell_is_told(opened, full):
    result, evidence = full
    past = evidence.history[0]
    moved = Moved(
        run="20251121-140311", workload=past.workload, codec=past.codec, operation=past.operation,
        host=Host("here"), ratio=1.08, low=1.05, high=1.11,
    )  # fmt: skip
    page = opened(result, msgspec.structs.replace(evidence, moved=(moved,)))
    page.locator("#cell-codec").select_option(past.codec)
    page.locator("#cell-operation").select_option(past.operation)
    drawn(page)
    assert "Since 20251121-140311: 8.0 % slower" in page.locator("#cell-steps").text_content()


def test_parts_and_files_are_drawn(opened, full):
    page = opened(*full)
    # Two bars and the tick of the whole for each codec with a model of its own.
    marks = page.locator('[data-chart="serialize"] .mark-rect.role-mark path')
    assert marks.count() == 3 * len([c for c in codecs(page) if int(c[-2:]) % 3 == 0])
    page.get_by_label("Experiment", exact=True).select_option(index=1)
    drawn(page)
    assert page.locator('[data-chart="files"] .mark-rect.role-mark path').count() == 24
    assert "scan of log" in page.locator("#experiment-2").text_content()


def test_downloads(opened, full):
    page = opened(*full)
    with page.expect_download() as found:
        page.get_by_role("button", name="CSV").click()
    rows = list(csv.DictReader(io.StringIO(found.value.path().read_text())))
    assert [r["codec"] for r in rows] == [r.codec for r in full[0].rows]
    with page.expect_download() as found:
        page.get_by_role("button", name="JSON").click()
    data = json.loads(found.value.path().read_text())
    assert data["rows"] == json.loads(rows_json(full[0]))
    assert len(data["history"]["cells"]) == 55 * 9
    assert "page" not in data


def test_hostile_names_stay_text(opened, hostile):
    page = opened(hostile, evidence_of(hostile))
    assert page.locator("img, script[src], iframe, svg script, svg image, svg a").count() == 0
    options = page.locator("#cell-codec option").all_text_contents()
    assert any("<script>" in text for text in page.locator("#format option").all_text_contents())
    assert options
    for number in range(len(HOSTILE)):
        page.locator("#chart-workload").select_option(index=number)
        drawn(page)
    labels = page.locator('[data-chart="bars"] .role-axis-label text').all_text_contents()
    assert any("${alert(3)}" in text for text in labels)
    page.locator('[data-chart="bars"] .mark-rect.role-mark path').first.hover()
    assert "octocat" in page.locator("#tip").text_content()
    assert page.evaluate("document.querySelectorAll('#tip *').length") == 0


def test_controls_have_names_and_ids_are_unique(opened, full):
    page = opened(*full)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, select, input, [role=img], [role=region]")]
        .filter((e) => e.offsetParent !== null)
        .filter((e) => !(e.labels?.length || e.textContent.trim() && e.tagName === "BUTTON"
          || e.getAttribute("aria-label")
          || document.getElementById(e.getAttribute("aria-labelledby"))?.textContent.trim()))
        .map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert nameless == []
    ids = page.locator("[id]").evaluate_all("all => all.map(e => e.id)")
    assert len(ids) == len(set(ids))
    levels = page.locator("h1, h2, h3").evaluate_all("all => all.map(e => +e.tagName[1])")
    assert levels[0] == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


# WCAG 2.2, 1.4.3: 4.5 to 1 for text.
CONTRAST = """() => {
  const parts = (c) => c.match(/[\\d.]+/g).map(Number);
  const light = (c) => parts(c).slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const back = getComputedStyle(e).backgroundColor;
      if (parts(back)[3] !== 0) return back;
    }
    return "rgb(255, 255, 255)";
  };
  return [...document.querySelectorAll("body *")]
    .filter((e) => e.checkVisibility() && !e.closest("svg")
      && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .map((e) => {
      const [a, b] = [light(getComputedStyle(e).color), light(behind(e))].sort((x, y) => y - x);
      return [(a + 0.05) / (b + 0.05), e.className || e.tagName];
    })
    .filter(([ratio]) => ratio < 4.5);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_page_fits_window_and_text_has_contrast(opened, theme, width):
    result = make_result(analysed(measured_rows() + problem_rows()))
    page = opened(result, evidence_of(result), width, color_scheme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(CONTRAST) == []


def test_full_report_is_small(full):
    assert len(render(*full).encode()) < 3_150_000


def test_tables_are_complete_without_scripts(opened, chromium, tmp_path, full):
    path = tmp_path / "report.html"
    path.write_text(render(*full))
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.locator("table.figures tbody tr:visible").count() == 55
    assert page.locator("#controls, #charts, #calculator").locator("visible=true").count() == 0
    context.close()


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("of", sorted(PAGES))
def test_proof_pages_fit_without_console_output(chromium, tmp_path, of, width):
    path, said = tmp_path / "proof.html", []
    path.write_text(PAGES[of](), encoding="utf-8")
    with chromium.new_context(viewport={"width": width, "height": 800}) as context:
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda r: said.append(r.url) if r.url != path.as_uri() else None)
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.locator("summary, tbody th").first.click()
    assert said == []


def random_grounds(some):
    """A few codecs of three languages and formats, of which all may be anything."""
    names = [f"{at}/{name}" for at in ("cpp", "go", "java") for name in "abcd"]
    chosen = some.sample(names, some.randint(1, len(names)))
    candidates = []
    for codec in chosen:
        middle = some.choice([100.0, 103.0, 250.0, some.uniform(1, 1e6)])
        traits = [
            t
            for t in ("unchecked", "hand-written", "unmaintained", "human-readable")
            if some.random() < 0.2
        ]
        candidate = Candidate(
            codec=codec,
            language=codec.partition("/")[0],
            format=some.choice(["p", "q", "<b>r</b>"]),
            traits=tuple(traits),
            bytes=some.choice([100.0, 101.0, some.uniform(1, 1e5)]),
            time=Interval(
                middle,
                middle * some.uniform(0.5, 1),
                some.choice([math.inf, *[middle * some.uniform(1, 2)] * 9]),
            ),
            released=some.choice(["", "2021-03-14", "2026-01-02"]),
        )
        candidate = msgspec.structs.replace(candidate, is_old=candidate.released.startswith("2021"))
        candidates.append(candidate)
        if some.random() < 0.2:
            candidates.append(msgspec.structs.replace(candidate, bytes=50.0, compression="zstd"))
    codecs = [candidate.codec for candidate in candidates]
    pairs = {(a, b): some.choice(["", "", "", "refused"]) for a in codecs for b in codecs}
    proofs = Proofs(
        pairs={pair: why for pair, why in pairs.items() if some.random() < 0.8},
        grown={codec: some.choice(["", "bad"]) for codec in codecs if some.random() < 0.7},
        survived={codec: some.choice(["", "", "it ends"]) for codec in codecs},
        facts={codec: ("checks-utf8",) for codec in codecs if some.random() < 0.6},
        code={
            codec: some.choice([None, 50_000, some.randint(0, 9_999_999)])
            for codec in codecs
            if some.random() < 0.9
        },
    )
    lost = [
        Lost(codec=codec, language=codec.partition("/")[0], format="p", why="failed: it died")
        for codec in names
        if codec not in codecs and some.random() < 0.3
    ]
    facts = make_result(full_rows()).workloads[0]
    return Grounds(
        run="r", workload=facts, candidates=tuple(candidates), lost=tuple(lost), proofs=proofs,
        runs={},
    )  # fmt: skip


def as_python_has_it(choice):
    """Of a choice what the script has as well, in its form."""

    def interval(figure):
        return [figure.estimate, figure.low, figure.high]

    def offer(offered):
        found = msgspec.to_builtins(offered)
        for name in ("time", "cost"):
            found[name] = interval(getattr(offered, name))
        found["libraries"] = [
            msgspec.to_builtins(one) | {"time": interval(one.time), "ratio": interval(one.ratio)}
            for one in offered.libraries
        ]
        return {name: found[name] for name in OFFERED}

    return {
        "offers": [offer(offered) for offered in choice.offers],
        "gapped": [offer(offered) for offered in choice.gapped],
        "lost": [msgspec.to_builtins(lost) for lost in choice.lost],
        "apart": choice.apart,
    }


OFFERED = (
    "format", "compression", "libraries", "gaps", "time", "ratio", "bytes", "cost", "fits",
    "gives_up", "unshown",
)  # fmt: skip
COSTS = (
    Cost(by="processor"),
    Cost(by="bytes"),
    Cost(by="processor", mean="times"),
    Cost(by="bytes", mean="times"),
    Cost(by="link", bits_per_s=1e8),
    Cost(by="link", bits_per_s=1e8, mean="times"),
    Cost(by="price", rate=5e4, bits_per_s=1e9, core_hour=0.04, gigabyte=0.09),
)


def same(one, other):
    if isinstance(one, float | int) and isinstance(other, float | int):
        return one == pytest.approx(other, rel=1e-9, abs=1e-9)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def test_choice_equals_choice_of_python(opened, full):
    page = opened(full[0], Evidence(grounds=(random_grounds(random.Random(1)),)))
    some = random.Random(7)
    for _ in range(150):
        grounds = random_grounds(some)
        needs = Needs(
            languages=tuple(some.sample(["cpp", "go", "java"], some.randint(1, 3))),
            checked=some.random() < 0.7,
            maintained=some.random() < 0.7,
            grows=some.random() < 0.2,
            human_readable=some.choice([None, None, None, True, False]),
            facts=some.choice([(), (), ("checks-utf8",)]),
            max_code=some.choice([None, None, 50_000.0, 5e6]),
        )
        cost = some.choice(COSTS)
        choice = choose(grounds.candidates, grounds.lost, grounds.proofs, needs, cost)
        [embedded_grounds] = embedded([grounds])["grounds"]
        found = page.evaluate(
            "([known, needs, cost]) => { const found = serbench.choose(known, needs, cost);"
            " for (const o of [...found.offers, ...found.gapped]) delete o.chosen; return found; }",
            [embedded_grounds, msgspec.to_builtins(needs), msgspec.to_builtins(cost)],
        )
        for offer, python in zip(found["offers"], choice.offers, strict=True):
            for name in ("rank_low", "rank_high", "is_tied"):
                assert offer.pop(name) == getattr(python, name)
        expected = as_python_has_it(choice)
        assert same(found, expected), (found, expected)


def test_choice_form_equals_sentences_of_python(opened, full):
    grounds = random_grounds(random.Random(3))
    page = opened(full[0], Evidence(grounds=(grounds,)))
    assert page.locator("#choice-controls").is_visible()
    for cost in COSTS[:4]:
        page.select_option("#choice-by", cost.by)
        page.select_option("#choice-mean", cost.mean)
        assert page.inner_text("#choice-mean-said") == f"{words.MEANS[cost.mean]}."
        languages = [
            box.get_attribute("value")
            for box in page.locator("input[name=choice-language]:checked").all()
        ]
        plain = [candidate for candidate in grounds.candidates if not candidate.compression]
        needs = Needs(languages=tuple(languages))
        choice = choose(plain, grounds.lost, grounds.proofs, needs, cost)
        assert page.inner_text("#choice-said") == words.sentence(choice)
        assert page.locator("#choice-offers > li").count() == len(choice.offers)
        for item, offer in zip(
            page.locator("#choice-offers > li").all(), choice.offers, strict=True
        ):
            figures = item.locator(".figure-of").inner_text()
            assert figures.endswith(words.total(offer, cost))
            lines = item.locator("p.sub").all_inner_texts()
            assert lines == list(words.facts(offer))
        assert page.locator("#choice-gapped li.offer").count() == len(choice.gapped)
    page.select_option("#choice-by", "processor")
    page.select_option("#choice-mean", "ratios")
    page.fill("#choice-code", "50")
    needs = Needs(languages=tuple(languages), max_code=50_000.0)
    choice = choose(plain, grounds.lost, grounds.proofs, needs, COSTS[0])
    assert page.inner_text("#choice-said") == words.sentence(choice)
    assert page.locator("#choice-lost li").all_text_contents() == list(words.lost(choice))
    page.fill("#choice-code", "")
    page.select_option("#choice-by", "price")
    page.fill("#choice-link", "100")
    assert "over 100 Mbit/s" in page.inner_text("#choice-said")
    for id_ in ("rate", "link", "core", "traffic"):
        assert page.locator(f"#choice-{id_}").is_visible()
    for box in page.locator("input[name=choice-language]").all():
        box.uncheck()
    assert "A language" in page.inner_text("#choice-said")


def test_language_filter_sets_languages_of_the_choice(opened, full):
    grounds = random_grounds(random.Random(3))
    page = opened(full[0], Evidence(grounds=(grounds,)))

    def chosen():
        return {
            box.get_attribute("value")
            for box in page.locator("input[name=choice-language]:checked").all()
        }

    every = set(grounds.languages)
    assert chosen() == every
    page.check("#controls input[name=language][value=cpp]")
    assert chosen() == {"cpp"}
    assert page.inner_text("#choice-said").startswith("For C++, ")
    page.reload()
    assert chosen() == {"cpp"}
    page.uncheck("#controls input[name=language][value=cpp]")
    assert chosen() == every
    # Who chooses here chooses for this section alone.
    page.uncheck("input[name=choice-language][value=cpp]")
    page.check("#controls input[name=language][value=cpp]")
    assert chosen() == every - {"cpp"}

"""Results as a run leaves them: two languages, codecs that tie, codecs that fail in every way."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.report.html import render
from serbench.results.evidence import Distribution, Evidence, Past
from serbench.results.file_rows import FileResult, FileRow, Spread
from serbench.results.ranking import ranked
from serbench.results.rows import Result, Row, WorkloadFacts

RUN = "20251120-140311-8f3a"
OPERATIONS = ("populate", "encode", "decode", "convert", "read", "serialize", "deserialize")

# Bytes per value plain, gzipped and with zstd; then medians in nanoseconds.
FIGURES = """
codec              version bytes gzip zstd  populate encode decode convert read serialize deserialize
cpp/handcoded      0.1.0   401.5 312  305.2 184      61.2   223    -       121  61.4      224
cpp/cereal         1.3.2   487   331  322   184      311    402    -       498  312       405
cpp/boost-binary   1.81    502   340  333   185      418    605    -       701  421       611
cpp/protobuf       3.21.12 418   327  316   298      141    388    241     455  446       634
cpp/rapidjson-sax  1.1.0   811   402  391   184      1642   2417   -       2530 1648      2421
rust/serde-json    1.0.154 811   402  391   210      1012   1905   -       2004 1010      1903
rust/bincode       2.0.1   409   318  310   211      232    428    -       540  233       429
rust/postcard      1.1.3   398   311  304   210      231    431    -       539  231       432
rust/rmp           1.3.1   414   322  313   212      286    612    -       715  287       613
rust/rmp-named     1.3.1   702   388  377   211      402    987    -       1090 404       990
rust/prost         0.14.4  418   327  316   401      163    521    388     611  571       911
"""  # noqa: E501
HEADER, *LINES = [line.split() for line in FIGURES.strip().splitlines()]
MEASURED = {line[0]: dict(zip(HEADER, line, strict=True)) for line in LINES}
FORMATS = {
    "cpp/rapidjson-sax": "json",
    "rust/serde-json": "json",
    "cpp/protobuf": "protobuf",
    "rust/prost": "protobuf",
    "rust/rmp": "msgpack-arrays",
    "rust/rmp-named": "msgpack",
}
TRAITS = {
    "cpp/handcoded": ("binary", "schema", "hand-written"),
    "cpp/protobuf": ("binary", "schema", "own-model", "reuses-objects"),
    "cpp/rapidjson-sax": ("human-readable", "self-describing", "reference"),
    "rust/serde-json": ("human-readable", "self-describing", "reference"),
    "rust/rmp-named": ("binary", "self-describing"),
    "rust/prost": ("binary", "schema", "own-model"),
}
LANGUAGE_REFERENCE = {"cpp": "cpp/rapidjson-sax", "rust": "rust/serde-json"}


def make_row(codec: str, operation: str, **facts: Any) -> Row:
    language, _, name = codec.partition("/")
    given = {
        "run": RUN,
        "workload": "log",
        "library": name,
        "version": "1.0",
        "format": name,
        "traits": ("binary",),
        "status": "measured",
        "verified": True,
    }
    return Row(codec=codec, language=language, operation=operation, **(given | facts))


def timed(codec: str, operation: str, time_ns: float, spread: float = 0.008, **facts: Any) -> Row:
    """A measured row whose interval is `spread` to each side. What is decided within its language
    is what is decided over all, unless it is told."""
    language, _, _ = codec.partition("/")
    faster = facts.get("slower_than", ())
    given = {
        "language_slower_than": tuple(c for c in faster if c.partition("/")[0] == language),
        "time_ns": time_ns,
        "low_ns": time_ns * (1 - spread),
        "high_ns": time_ns * (1 + spread),
        "samples": 48,
        "quiet_samples": 41,
        "processes": 4,
    }
    return make_row(codec, operation, **(given | facts))


def with_verdicts(rows: list[Row]) -> list[Row]:
    """Faster is whose interval ends before the other's begins: enough to draw them."""
    measured: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row.high_ns is not None:
            measured[row.workload, row.operation].append(row)

    def judged(row: Row) -> Row:
        beside = measured[row.workload, row.operation]
        own = [other for other in beside if other.language == row.language]
        faster = [o for o in beside if row.low_ns is not None and (o.high_ns or 0) < row.low_ns]
        return msgspec.structs.replace(
            row,
            slower_than=tuple(other.codec for other in faster),
            family_size=len(beside),
            language_slower_than=tuple(other.codec for other in faster if other in own),
            language_family_size=len(own),
        )

    return ranked([judged(row) if row.high_ns is not None else row for row in rows])


def with_round_trips(rows: list[Row]) -> list[Row]:
    """A row for each codec that has both primary operations, after its others."""
    by_codec: dict[tuple[str, str], dict[str, Row]] = defaultdict(dict)
    for row in rows:
        by_codec[row.workload, row.codec][row.operation] = row
    return [
        row
        for by_operation in by_codec.values()
        for row in (
            *by_operation.values(),
            *([round_trip(by_operation)] if len(timed_chief(by_operation)) == 2 else []),
        )
    ]


def timed_chief(by_operation: dict[str, Row]) -> list[Row]:
    return [
        by_operation[o]
        for o in PRIMARY
        if o in by_operation and by_operation[o].time_ns is not None
    ]


def round_trip(by_operation: dict[str, Row]) -> Row:
    both = timed_chief(by_operation)
    return msgspec.structs.replace(
        both[0],
        operation=ROUND_TRIP.name,
        time_ns=sum(r.time_ns or 0 for r in both),
        low_ns=sum(r.low_ns or 0 for r in both),
        high_ns=sum(r.high_ns or 0 for r in both),
        samples=sum(r.samples for r in both),
        quiet_samples=sum(r.quiet_samples for r in both),
        memcpy_share=None,
        allocations=None,
        allocated_bytes=None,
        same_as=None,
    )


def analysed(rows: list[Row]) -> list[Row]:
    """As an analysis leaves them."""
    return with_verdicts(with_round_trips(rows))


def measured_rows(workload: str = "log", factor: float = 1.0) -> list[Row]:
    return [
        measured_row(codec, operation, number, workload, factor)
        for codec, figures in MEASURED.items()
        for number, operation in enumerate(OPERATIONS)
        if figures[operation] != "-"
    ]


def measured_row(codec: str, operation: str, number: int, workload: str, factor: float) -> Row:
    figures = MEASURED[codec]
    traits = TRAITS.get(codec, ("binary", "schema"))
    median = float(figures[operation]) * factor
    facts: dict[str, Any] = {"reference": LANGUAGE_REFERENCE[codec.partition("/")[0]]}
    of_reference = MEASURED[facts["reference"]][operation]
    if of_reference != "-":
        ratio = median / (float(of_reference) * factor)
        facts |= {"ratio": ratio, "ratio_low": ratio * 0.995, "ratio_high": ratio * 1.006}
    if codec == "cpp/boost-binary" and operation == "deserialize":
        facts |= {"low_ns": median * 0.99, "high_ns": median * 1.12}  # lopsided
    if "own-model" not in traits:
        facts["same_as"] = {"serialize": "encode", "deserialize": "decode"}.get(operation)
    return timed(
        codec,
        operation,
        median,
        0.004 + 0.003 * (number % 3),
        workload=workload,
        format=FORMATS.get(codec, codec.partition("/")[2]),
        version=figures["version"],
        traits=traits,
        bytes=float(figures["bytes"]) * factor,
        gzip_bytes=float(figures["gzip"]) * factor,
        zstd_bytes=float(figures["zstd"]) * factor,
        samples=44 + 3 * number,
        memcpy_share=9.1 * factor / median,
        allocations=0.0 if operation in ("encode", "serialize") else 11.4,
        allocated_bytes=0.0 if operation in ("encode", "serialize") else 1204.0,
        peak_rss_bytes=21_300_000,
        **facts,
    )


def problem_rows(workload: str = "log") -> list[Row]:
    def all_of(codec: str, status: str, note: str, verified: bool = False) -> list[Row]:
        return [
            make_row(codec, o, workload=workload, status=status, verified=verified, note=note)
            for o in OPERATIONS
        ]

    simd_json = {"workload": workload, "version": "0.19.0"}
    return [
        *all_of(
            "cpp/boost-text",
            "broken",
            "value 17: decode: digest 3b1f0c55a0e2d9f4 is not 91c2e07b6d4a8f10",
        ),
        *all_of(
            "cpp/bson",
            "cannot-hold",
            "$.bytes_dlv: 18446744073709551615 does not fit the signed 64 bits of BSON",
        ),
        *all_of(
            "cpp/msgpack",
            "unavailable",
            "msgpack.hpp was not found: apt-get install libmsgpack-cxx-dev",
        ),
        *all_of("rust/flexbuffers", "failed", "the driver was killed by signal 11 in verify"),
        *all_of("rust/ciborium", "unmeasured", "", verified=True),
        timed(
            "rust/simd-json",
            "serialize",
            1180,
            bytes=811.0,
            reference="rust/serde-json",
            ratio=1.17,
            ratio_low=1.16,
            ratio_high=1.18,
            **simd_json,
        ),
        make_row(
            "rust/simd-json",
            "deserialize",
            status="failed",
            verified=True,
            note="no reply for 30 s",
            **simd_json,
        ),
    ]


def make_result(rows: list[Row], *names: str, **facts: Any) -> Result:
    given: dict[str, Any] = {
        "run": RUN,
        "started": "2025-11-20T14:03:11+00:00",
        "seconds": 61.8,
        "serbench": "0.1.0",
        "environment": {
            "cpu": "AMD EPYC 7B13, 2 cores",
            "governor": "performance",
            "kernel": "Linux 6.1.0-13-amd64",
            "C++ compiler": "g++ 12.2.0 -O3 -march=native",
            "Rust compiler": "rustc 1.95.0, opt-level 3",
            "steal time": "0.3 %",
        },
        "method": {
            "samples": "calibrated batches of at least 1 ms over the whole working set",
            "rounds": "interleaved over codecs in seeded random order, seed 1",
            "processes": "4 per codec",
            "interval": "95 %, from the variance between processes",
            "stopped": "the budget of 60 s was spent",
        },
        "workloads": tuple(
            WorkloadFacts(
                name=name,
                source="built-in",
                values=1000,
                json_bytes=811.4,
                digest="9f3c1a7be0426d58",
                schema="0f" * 16,
            )
            for name in names or ("log",)
        ),
        "warnings": ("31 % of the rounds were slow: close what else runs, or raise --budget",),
    }
    given |= facts
    given["rows"] = tuple(msgspec.structs.replace(row, run=given["run"]) for row in rows)
    return Result(**given)


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares text with a file in golden/. UPDATE_GOLDEN=1 writes it instead: read the
    difference before you commit it."""

    def check(name: str, text: str) -> None:
        path = Path(__file__).parent / "golden" / name
        if os.environ.get("UPDATE_GOLDEN"):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
        assert text == path.read_bytes().decode()

    return check


@pytest.fixture
def result() -> Result:
    """Eleven codecs measured in two languages, and six that are not or not wholly."""
    return make_result(analysed(measured_rows() + problem_rows()))


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "{{7*7}}",
    "a\u202eb",
    "\x1b[31mred\x1b]0;title\x07",
    "[bold red]markup[/]",
    "</script><!--",
    "a|b`c*d_e\\|f",
    "=cmd|' /C calc'!A0",
    "line\nbreak\r\ttab\x00nul",
    "\udcff lone",
    "${alert(3)} @octocat :smile:",
)


@pytest.fixture
def hostile() -> Result:
    """Every text that can come from a user's data is an attack on some output."""
    rows = []
    for i, text in enumerate(HOSTILE):
        facts: dict[str, Any] = dict.fromkeys(("workload", "library", "version", "note"), text)
        rows += [
            timed(f"cpp/{text}", "serialize", 100 + i, traits=(text,), bytes=10.0 + i, **facts),
            make_row("cpp/never", "serialize", status="broken", verified=False, **facts),
        ]
    workloads = [
        WorkloadFacts(name=t, source=t, values=1, json_bytes=10, digest=t, schema=t)
        for t in HOSTILE
    ]
    return make_result(
        analysed(rows),
        workloads=tuple(workloads),
        environment={t: t for t in HOSTILE},
        method={t: t for t in HOSTILE},
        warnings=HOSTILE,
        notes=HOSTILE,
    )


@pytest.fixture
def few() -> Result:
    """Three rows with everything an export has to cope with."""
    rows = [
        timed(
            "rust/rmp",
            "serialize",
            287.25,
            bytes=414.0,
            gzip_bytes=322.5,
            traits=("binary", "schema"),
            reference="rust/rmp",
            ratio=1.0,
            ratio_low=float("nan"),
            ratio_high=float("inf"),
            peak_rss_bytes=21_300_000,
            same_as="encode",
        ),
        make_row(
            "cpp/bson",
            "serialize",
            workload='=HYPERLINK("http://x","a,b")',
            traits=(),
            status="cannot-hold",
            verified=False,
            note='$."a\x1b[31m": "quoted", with a comma\nand a line',
        ),
        make_row("cpp/msgpack", "deserialize", status="unavailable", verified=False, note="-1+1"),
    ]
    return make_result(rows, run="r1")


FULL_OPERATIONS = (*OPERATIONS, "borrow")
FULL_LANGUAGES = {"cpp": 17, "rust": 15, "java": 12, "go": 11}


def full_rows() -> list[Row]:
    """55 codecs in four languages, 8 operations each: as large as a report gets."""
    rows = []
    for language, count in FULL_LANGUAGES.items():
        for n in range(count):
            # A fixed scatter over two decades of time and one of size.
            speed = 10 ** (1.6 + 2.2 * ((n * 0.618034 + len(language) * 0.31) % 1))
            size = 300.0 + 900 * ((n * 0.414214 + len(language) * 0.17) % 1)
            own_model = n % 3 == 0
            for operation in FULL_OPERATIONS:
                same = {"serialize": "encode", "deserialize": "decode"}.get(operation)
                same = None if own_model else same
                factor = 0.7 + 0.1 * FULL_OPERATIONS.index(same or operation)
                rows.append(
                    timed(
                        f"{language}/library-{n:02}",
                        operation,
                        speed * factor,
                        0.004 + 0.01 * (n % 4),
                        format=("json", "msgpack", "protobuf", "own")[n % 4],
                        traits=("human-readable",) if n % 4 == 0 else ("binary", "zero-copy"),
                        bytes=size,
                        gzip_bytes=size * 0.7,
                        zstd_bytes=size * 0.68,
                        reference=f"{language}/library-00",
                        ratio=1.0 + n / 10,
                        ratio_low=1.0 + n / 11,
                        ratio_high=1.0 + n / 9,
                        memcpy_share=9.1 / speed,
                        allocations=11.4,
                        allocated_bytes=1204.0,
                        peak_rss_bytes=21_300_000 + n,
                        same_as=same,
                    )
                )
    return analysed(rows)


def evidence_of(result: Result, runs: int = 3, samples: int = 100) -> Evidence:
    """Samples around every median, runs that drift a little, and an experiment with files."""
    measured = [r for r in result.rows if r.time_ns is not None]
    own = [r for r in measured if r.same_as is None]
    return Evidence(
        samples=tuple(
            Distribution(
                workload=r.workload,
                codec=r.codec,
                operation=r.operation,
                ns=tuple(
                    float(f"{(r.time_ns or 0) * (0.98 + 0.04 * (i * 0.618034 % 1)):.4g}")
                    for i in range(samples)
                ),
                process=tuple(1 + i % 3 for i in range(samples)),
                quiet=tuple(i % 5 != 0 for i in range(samples)),
                taken=2 * samples,
                mild=3,
                severe=1,
            )
            for r in own
        ),
        history=tuple(
            Past(
                run=f"2025112{n}-140311",
                started=f"2025-11-2{n}T14:03:11",
                serbench="0.1.0",
                workload=r.workload,
                codec=r.codec,
                operation=r.operation,
                time_ns=(r.time_ns or 0) * (1 + n / 50),
                low_ns=(r.time_ns or 0) * (0.99 + n / 50),
                high_ns=(r.time_ns or 0) * (1.01 + n / 50),
                ratio=r.ratio,
                ratio_low=r.ratio_low,
                ratio_high=r.ratio_high,
            )
            for n in range(runs)
            for r in measured
        ),
        files=(file_result([r.codec for r in measured if r.operation == "serialize"]),),
    )


def file_result(codecs: list[str], workload: str = "log") -> FileResult:
    def row(codec: str, operation: str, n: int) -> FileRow:
        io = Spread(0.2 + 0.01 * (n % 7), 0.01)
        work = Spread(0.1 + 0.05 * n, 0.02)
        return FileRow(
            workload=workload,
            codec=codec,
            language=codec.partition("/")[0],
            operation=operation,
            cores="all",
            status="measured",
            values=100_000,
            bytes=40_000_000 + n,
            repeats=3,
            io=io,
            codec_time=work,
            total=Spread(io.mean_s + work.mean_s, 0.03),
            alone=io,
            raw=Spread(0.19, 0.01),
            io_of_raw=1.1,
            cold=True,
            peak_rss_bytes=50_000_000,
        )

    return FileResult(
        run="20251119-120000",
        started="2025-11-19T12:00:00Z",
        seconds=60.0,
        serbench="0.1.0",
        settings={"files": workload, "block_bytes": 1 << 20, "threads": 1, "fsync": "end"},
        environment={"file system": "ext4"},
        rows=tuple(
            row(codec, operation, n)
            for operation in ("write", "scan", "get")
            for n, codec in enumerate(codecs[:12])
        ),
        fio={},
    )


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    if os.environ.get("SERBENCH_NO_BROWSER"):
        pytest.skip("SERBENCH_NO_BROWSER is set")
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        # Chromium's sandbox refuses to run as root, as in containers.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=arguments
            )
        except Error as error:
            pytest.fail(
                "no Chromium: apt-get install chromium, or playwright install chromium; "
                f"SERBENCH_NO_BROWSER=1 leaves these tests out ({error})"
            )
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Opens a report, fails on anything said in the console and on any request."""
    said: list[str] = []
    contexts: list[Any] = []

    def opening(
        result: Result, evidence: Evidence | None = None, width: int = 1280, **options: Any
    ) -> Any:
        path = tmp_path / "report.html"
        path.write_text(render(result, evidence), encoding="utf-8")
        context = chromium.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(120_000)  # ms: a page of megabytes on a busy machine
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda r: said.append(r.url) if r.url != path.as_uri() else None)
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-drawn]")
        return page

    yield opening
    for context in contexts:
        context.close()
    assert said == []

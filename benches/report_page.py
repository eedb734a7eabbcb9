"""How large the HTML report of a full matrix is, and how long it takes a browser.

Run: .venv/bin/python benches/report_page.py [ROUNDS]
     .venv/bin/python benches/report_page.py ROUNDS REPORT.html [FOLDER]

A made-up result of 55 codecs in four languages with eight operations each, 100 samples for every
figure, three runs and an experiment with files, in headless Chromium. Printed are the page's size,
the time to write it, and the medians of the times until it is loaded, until all charts are drawn,
until a change of a filter has been drawn everywhere, and of the longest frame while the page is
scrolled from its beginning to its end.

With REPORT.html, such as that of `serbench run log --all`, the page is that one, at 390 and at
1440 pixels; nothing may be wider than the window. Screenshots go to FOLDER.

Target: less than 3 MB for the made-up result; loaded, and filtered, in less than 1 s.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the tests' made-up results

from tests.report.conftest import evidence_of, full_rows, make_result

from serbench.report.html import render

TARGET_BYTES, TARGET_S = 3_000_000, 1.0
WIDTHS = (390, 1440)


def main(rounds: int) -> int:
    result = make_result(full_rows())
    began = time.perf_counter()
    text = render(result, evidence_of(result))
    written_s = time.perf_counter() - began
    size = len(text.encode())
    print(f"{size / 1e6:.2f} MB, written in {written_s:.1f} s, Vega's library included")
    with tempfile.TemporaryDirectory() as directory, _chromium() as browser:
        path = Path(directory) / "report.html"
        path.write_text(text)
        is_fast = _measure(browser, path, rounds, WIDTHS[-1])
    return 0 if size < TARGET_BYTES and is_fast else 1


def measure_report(rounds: int, path: Path, screenshots: Path | None) -> int:
    print(f"{path.stat().st_size / 1e6:.2f} MB")
    results = []
    with _chromium() as browser:
        for width in WIDTHS:
            print(f"{width} pixels")
            results.append(_measure(browser, path.resolve(), rounds, width, screenshots))
    return 0 if all(results) else 1


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        yield browser
        browser.close()


def _measure(
    browser: Browser, path: Path, rounds: int, width: int, screenshots: Path | None = None
) -> bool:
    """Whether the page meets the targets of time, and fits."""
    times: dict[str, list[float]] = {}
    is_within = True
    for _ in range(rounds):
        page = browser.new_page(viewport={"width": width, "height": 900})
        for name, seconds in _round(page, path.as_uri()):
            times.setdefault(name, []).append(seconds)
        widest = page.evaluate("document.documentElement.scrollWidth")
        is_within &= widest <= width
        if screenshots is not None:
            page.evaluate("window.scrollTo(0, 0)")
            page.screenshot(path=screenshots / f"{path.stem}-{width}.png")
        page.close()
    medians = {name: statistics.median(all_s) for name, all_s in times.items()}
    for name, median in medians.items():
        print(f"{name}: {median:.2f} s (best {min(times[name]):.2f} s)")
    if not is_within:
        print("wider than the window")
    return is_within and medians["loaded"] < TARGET_S and medians["filtered"] < TARGET_S


def _round(page: Page, address: str) -> list[tuple[str, float]]:
    began = time.perf_counter()
    page.goto(address)
    loaded = time.perf_counter()
    page.wait_for_selector("body[data-drawn]")
    drawn = time.perf_counter()
    # In the page's own time, until the next frame after the last chart has been painted.
    filtered_ms = page.evaluate(
        """async () => {
          const began = performance.now();
          document.querySelector("#controls input[name=language][value=rust]").click();
          do await new Promise(requestAnimationFrame);
          while (!document.body.hasAttribute("data-drawn"));
          await new Promise(requestAnimationFrame);
          return performance.now() - began;
        }"""
    )
    longest_frame_ms = page.evaluate(
        """async () => {
          const height = document.documentElement.scrollHeight;
          let before = await new Promise(requestAnimationFrame), longest = 0;
          for (let at = 0; at < height; at += 300) {
            window.scrollTo({ top: at, behavior: "instant" });
            const now = await new Promise(requestAnimationFrame);
            longest = Math.max(longest, now - before);
            before = now;
          }
          return longest;
        }"""
    )
    return [
        ("loaded", loaded - began),
        ("charts drawn", drawn - began),
        ("filtered", filtered_ms / 1000),
        ("longest frame of scrolling", longest_frame_ms / 1000),
    ]


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if len(sys.argv) > 2:
        folder = Path(sys.argv[3]) if len(sys.argv) > 3 else None
        sys.exit(measure_report(count, Path(sys.argv[2]), folder))
    sys.exit(main(count))

"""How large the HTML report of a full matrix is, and how long it takes a browser.

Run: .venv/bin/python benches/report_page.py [ROUNDS]

A made-up result of 55 codecs in four languages with eight operations each, 100 samples for every
figure, three runs and an experiment with files, in headless Chromium. Printed are the page's size,
the time to write it, and the medians of the times until it is loaded, until all charts are drawn,
and until a change of a filter has been drawn everywhere.

Target: less than 3 MB; loaded, and filtered, in less than 1 s.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))  # for the tests' made-up results

from tests.report.conftest import evidence_of, full_rows, make_result

from serbench.report.html import render

TARGET_BYTES, TARGET_S = 3_000_000, 1.0


def main(rounds: int) -> int:
    result = make_result(full_rows())
    began = time.perf_counter()
    text = render(result, evidence_of(result))
    written_s = time.perf_counter() - began
    size = len(text.encode())
    print(f"{size / 1e6:.2f} MB, written in {written_s:.1f} s, Vega's library included")
    times: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        path = Path(directory) / "report.html"
        path.write_text(text)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        for _ in range(rounds):
            page = browser.new_page()
            for name, seconds in _round(page, path.as_uri()):
                times.setdefault(name, []).append(seconds)
            page.close()
        browser.close()
    medians = {name: statistics.median(all_s) for name, all_s in times.items()}
    for name, median in medians.items():
        print(f"{name}: {median:.2f} s (best {min(times[name]):.2f} s)")
    met = size < TARGET_BYTES and medians["loaded"] < TARGET_S and medians["filtered"] < TARGET_S
    return 0 if met else 1


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
          const select = document.getElementById("language");
          select.value = "rust";
          select.dispatchEvent(new Event("change"));
          do await new Promise(requestAnimationFrame);
          while (!document.body.hasAttribute("data-drawn"));
          await new Promise(requestAnimationFrame);
          return performance.now() - began;
        }"""
    )
    return [
        ("loaded", loaded - began),
        ("charts drawn", drawn - began),
        ("filtered", filtered_ms / 1000),
    ]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))

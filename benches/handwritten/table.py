"""The table of docs/idioms.md: how each library's own authors call it, and the ratio to that.

Run: .venv/bin/python benches/handwritten/table.py [--measure LANGUAGE]...

What lies here calls the library of every codec as that library's own benchmark program does, or
where it has none the page of its documentation that its file names. `--measure` runs the bench of a
language, which takes from minutes (Go) to an hour (C++), and keeps the ratios it prints in
`ratios.json`, each codec's by itself. Then the table is written anew.

Exit status 1 if a codec has no library called by hand, or its file names no page.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from serbench.builders.codec import Codec, shipped
from serbench.languages.registry import LANGUAGES

HERE = Path(__file__).parent
RATIOS = HERE / "ratios.json"
PAGE = HERE.parents[1] / "docs" / "idioms.md"
MARK = "<!-- benches/handwritten/table.py writes what follows -->"
BENCHES = {
    "cpp": ["cpp.py", "--target", "log"],
    "rust": ["rust.py"],
    "java": ["java.py"],
    "go": ["go.py"],
    "python": ["interpreted.py"],
    "javascript": ["interpreted.py"],
}
_INTERPRETED = {"python", "javascript"}

_ADDRESS = re.compile(r"https://[^\s`'\")]+")
# As `paired.PairedCell` and `ratios.judged` print a cell.
_CELLS = (
    re.compile(r"(?P<codec>\S+/\S+) +(?P<operation>\S+) +[\d.]+ +[\d.]+ +(?P<interval>.*\])"),
    re.compile(r"(?P<codec>\S+) (?P<operation>\S+): (?P<interval>[\d.]+ \[.*\]) of .*"),
)
# A folder or file of this name in an address holds a library's benchmark program.
_PROGRAM = re.compile(r"bench|perf|ionbenchmark|/bm/", re.IGNORECASE)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--measure", action="append", choices=BENCHES, default=[])
    for language in parser.parse_args().measure:
        keep(measured(language))
    text = PAGE.read_text()
    PAGE.write_text(text.partition(MARK)[0] + MARK + "\n\n" + table())
    if missing := [codec.id for codec in held() if not sources(codec)]:
        print(f"no page of a library's idiom: {', '.join(missing)}", file=sys.stderr)
    return int(bool(missing))


def held() -> Iterator[Codec]:
    """The codecs that have a library."""
    for language in LANGUAGES:
        yield from (codec for codec in shipped(language) if "hand-written" not in codec.traits)


def sources(codec: Codec) -> list[str]:
    """The addresses that the file names which calls this codec's library by hand, or the files that
    it includes: those of benchmark programs first."""
    if codec.language in _INTERPRETED:
        found = _addresses(_entry(codec))
    else:
        suffix = LANGUAGES[codec.language].suffix
        names = [f"{codec.name}{suffix}", f"log/{codec.name}{suffix}"]
        paths = [HERE / codec.language / name for name in names]
        found = _of_file(next(filter(Path.exists, paths), None))
    return sorted(dict.fromkeys(found), key=lambda address: not is_program(address))


def is_program(address: str) -> bool:
    """Of a library's benchmark, and not of its documentation."""
    _, _, path = address.removeprefix("https://").partition("/")
    is_file = address.startswith("https://github.com/") and not path.endswith((".md", ".rst"))
    return is_file and bool(_PROGRAM.search(path))


def _of_file(path: Path | None) -> list[str]:
    if path is None:
        return []
    text = path.read_text()
    includes = [path.parent / name for name in re.findall(r'#include "([^"]+)"', text)]
    found = _addresses(text)
    for include in filter(Path.exists, includes):
        found += _of_file(include)
    return found


def _entry(codec: Codec) -> str:
    """The comment above a codec's entry in the file of its language; entries of one library without
    one of their own share that of the first."""
    suffix = LANGUAGES[codec.language].suffix
    text = (HERE / codec.language / f"libraries{suffix}").read_text()
    name = re.escape(codec.name)
    entry = re.search(rf'^ +(?:async )?"?{name}"?(?:\(\) {{|: )', text, re.MULTILINE)
    if not entry:
        return ""
    comments = re.findall(r"(?:^ +(?:#|//|/?\*).*\n)+", text[: entry.start()], re.MULTILINE)
    return comments[-1] if comments else ""


def _addresses(text: str) -> list[str]:
    return [address.rstrip(".,:;") for address in _ADDRESS.findall(text)]


def measured(language: str) -> dict[str, dict[str, str]]:
    """The ratios with their intervals that a language's bench prints, by codec and operation."""
    script, *options = BENCHES[language]
    if language in _INTERPRETED:
        options = [codec.id for codec in held() if codec.language == language]
    command = [sys.executable, str(HERE / script), *options]
    print(" ".join(["benches/handwritten/" + script, *options[:3]]), file=sys.stderr)
    ratios: dict[str, dict[str, str]] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bench:
        assert bench.stdout
        for line in bench.stdout:
            print(line, end="", flush=True)
            if cell := next(filter(None, (form.fullmatch(line.strip()) for form in _CELLS)), None):
                identity = f"{language}/{cell['codec'].removeprefix(f'{language}/')}"
                interval = re.sub(r" +", " ", cell["interval"])
                ratios.setdefault(identity, {})[cell["operation"]] = interval
    return ratios


def keep(ratios: dict[str, dict[str, str]]) -> None:
    """Beside those of other languages, and of codecs that this time gave none."""
    known = {codec.id for codec in held()}
    kept = json.loads(RATIOS.read_text()) | ratios
    whole = {identity: cells for identity, cells in kept.items() if identity in known}
    RATIOS.write_text(json.dumps(dict(sorted(whole.items())), indent=1) + "\n")


def table() -> str:
    ratios: dict[str, dict[str, str]] = json.loads(RATIOS.read_text())
    lines = [
        "| codec | idiom taken from | codec's time / program's time, `log` |",
        "|---|---|---|",
    ]
    for codec in held():
        pages = "<br>".join(
            f"[{'benchmark' if is_program(address) else 'documentation'}]({address})"
            for address in sources(codec)
        )
        cells = ratios.get(codec.id, {})
        told = "<br>".join(f"{operation} {interval}" for operation, interval in cells.items())
        lines.append(f"| {codec.id} | {pages} | {told or 'not measured'} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())

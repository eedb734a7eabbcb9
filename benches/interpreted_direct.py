"""serbench's Python and JavaScript codecs beside their libraries called by hand, on `log`.

Run: .venv/bin/python benches/interpreted_direct.py [PAIRS] [CODEC]...

`interpreted_direct/libraries.py` and `libraries.js` call each library as its documentation or its
own benchmark does; a codec that is new gets an entry there. `direct.py` and `direct.js` run the
loops. They speak the driver protocol and are proven as a driver is: what they decode must be the
values, and their bytes as many as the driver's. Pairs of processes, ours and theirs in turns first,
each from fresh copies of its programs. What a library encodes is made just before on both sides, a
few at once; where the bytes are the object, whole ways are compared. Printed is the driver's time
over theirs, each the median of a process, with the interval over the pairs.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ratios import Timed, all_judged, by_driver

from serbench.build.codec import Codec, shipped
from serbench.languages.registry import LANGUAGES
from serbench.measure.client import Driver
from serbench.measure.verification import Expected, verify
from serbench.operations import CHIEF
from serbench.preparation.drivers import build
from serbench.preparation.targets import resolve

HERE = Path(__file__).with_name("interpreted_direct")
OPERATIONS = ("encode", "decode")
# Of drivers of what compiles as it runs.
WARM_S = {"python": 0.0, "javascript": 4.0}
# As `serbench run` places them.
CPUS = {"python": {max(os.sched_getaffinity(0))}, "javascript": os.sched_getaffinity(0)}
TARGET = 1.05


def main(pairs: int, names: list[str]) -> int:
    target = resolve("log", 1000, 0)
    codecs = [codec for language in WARM_S for codec in shipped(language)]
    chosen = [codec for codec in codecs if codec.id in names or not names]
    if unknown := set(names) - {codec.id for codec in chosen}:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}")
    result = build(target.schema, chosen, OPERATIONS, lambda done, total, doing: None)
    for identity, failure in result.failures.items():
        print(f"{identity} did not build: {failure.reason} ({failure.log})", file=sys.stderr)
    ours: dict[str, list[Timed]] = {}
    theirs: dict[str, list[Timed]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        sides = {}
        for codec in chosen:
            if codec.id not in result.drivers or "limit" in codec.traits:
                continue
            if codec.name not in by_hand(codec.language):
                print(f"{codec.id}: no library called by hand")
                continue
            command = result.drivers[codec.id]
            sides[codec] = (command, direct(codec, command, Path(scratch)))
            prove(codec, *sides[codec], target.expected)
        for number in range(pairs):
            for codec, (driver, by_itself) in sides.items():
                whole = {"own-model", "zero-copy"} <= set(codec.traits)
                operations = CHIEF if whole else OPERATIONS
                both = [(ours, driver), (theirs, by_itself)]
                for side, command in both if number % 2 == 0 else reversed(both):
                    found = by_driver(
                        command,
                        target.expected,
                        operations,
                        Path(scratch),
                        warm_s=WARM_S[codec.language],
                        cpus=CPUS[codec.language],
                        beside=LANGUAGES[codec.language].beside,
                    )
                    for operation, timed in found.items():
                        side.setdefault(f"{codec.id} {operation}", []).append(timed)
            print(f"pair {number + 1} of {pairs}", file=sys.stderr)
    met = True
    for language in WARM_S:  # whose kernels differ
        of_language = [
            {k: its for k, its in side.items() if k.startswith(language)} for side in (ours, theirs)
        ]
        met &= not of_language[0] or all_judged(*of_language, 0, TARGET)
    return int(not met)


def by_hand(language: str) -> set[str]:
    """The codecs that there is an entry of."""
    text = (HERE / f"libraries{LANGUAGES[language].suffix}").read_text()
    return set(re.findall(r"^ {2,4}(?:async )?\"?([a-z\d-]+)\"?(?:\(\) \{|: )", text, re.M))


def direct(codec: Codec, command: Sequence[str], scratch: Path) -> list[str]:
    """What starts the library called by hand: the same interpreter with the same flags."""
    *interpreter, _, facts = command
    if codec.language == "python":
        return [*interpreter, str(HERE / "direct.py"), facts]
    package = Path(Path(facts).parent.parent, "drivers", codec.name)
    home = scratch / codec.id
    shutil.copytree(package, home, symlinks=True)
    for name in ("direct.js", "libraries.js"):
        shutil.copy(HERE / name, home)
    return [*interpreter, str(home / "direct.js"), facts]


def prove(codec: Codec, ours: Sequence[str], theirs: Sequence[str], expected: Expected) -> None:
    """That both sides write and read the values, and in as many bytes."""
    sizes = []
    for command in (ours, theirs):
        with Driver(command) as driver:
            verdict = verify(driver, expected)
        if not verdict.proven:
            sys.exit(f"{codec.id}: {command[-2]}: {verdict.note}")
        sizes.append(verdict.encoded_bytes)
    if sizes[0] != sizes[1]:
        print(f"{codec.id}: {sizes[0]} bytes, by hand {sizes[1]}")


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 5
    sys.exit(main(given, arguments))

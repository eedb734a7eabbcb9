"""serbench's Python and JavaScript codecs beside their libraries called by hand, on `log`.

Run: .venv/bin/python benches/handwritten/interpreted.py [CODEC]... [--budget SECONDS]

`python/libraries.py` and `javascript/libraries.js` call each library as its
own benchmark program does, or its documentation where it has none; a codec that is new gets an
entry there. `direct.py` and `direct.js` run the loops. They speak the driver protocol and are
proven as a driver is: what they decode must be the values, and their bytes as many as the driver's;
with a budget of 0 that is all. Both are measured in one run, interleaved. What a library encodes is
made just before on both sides, a few at once; where the bytes are the object, whole ways are
compared. Printed are the nanoseconds by hand and of serbench, and their ratio with its 95 %
interval.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for what benches share

from build_failures import tell_lacking
from paired import OPERATIONS, Pair, by_hand

from serbench.builders.codec import Codec, shipped
from serbench.languages.registry import LANGUAGES
from serbench.machine import cache
from serbench.measure.client import Driver
from serbench.measure.verification import Expected, verify
from serbench.preparation.drivers import build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve

BY_HAND = Path(__file__).parent
TARGET = 1.05


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--budget", type=float, metavar="SECONDS")
    arguments.add_argument("codecs", nargs="*", metavar="CODEC")
    given = arguments.parse_args()
    target = resolve(Target("log"), 1000, 0)
    codecs = [codec for language in ("python", "javascript") for codec in shipped(language)]
    chosen = [codec for codec in codecs if codec.id in given.codecs or not given.codecs]
    if unknown := set(given.codecs) - {codec.id for codec in chosen}:
        sys.exit(f"unknown: {', '.join(sorted(unknown))}")
    result = build_drivers(target, chosen, OPERATIONS)
    tell_lacking(result)
    pairs = []
    with cache.scratch() as scratch:
        for codec in chosen:
            if codec.id not in result.drivers or "hand-written" in codec.traits:
                continue
            if codec.name not in called_by_hand(codec.language):
                print(f"{codec.id}: no library called by hand")
                continue
            command = result.drivers[codec.id]
            other = replace(codec, id=f"{codec.id}-direct", name=f"{codec.name}-direct")
            result.drivers[other.id] = direct(codec, command, scratch)
            prove(codec, command, result.drivers[other.id], target.expected)
            pairs.append(Pair(codec, other))
        met = given.budget == 0 or by_hand(target, pairs, result, given.budget, TARGET)
    return int(not met)


def called_by_hand(language: str) -> set[str]:
    """The codecs that there is an entry of."""
    text = (BY_HAND / language / f"libraries{LANGUAGES[language].suffix}").read_text()
    return set(re.findall(r"^ {2,4}(?:async )?\"?([a-z\d-]+)\"?(?:\(\) \{|: )", text, re.M))


def direct(codec: Codec, command: Sequence[str], scratch: Path) -> list[str]:
    """What starts the library called by hand: the same interpreter with the same flags."""
    *interpreter, _, facts = command
    if codec.language == "python":
        return [*interpreter, str(BY_HAND / "python" / "direct.py"), facts]
    package = Path(Path(facts).parent.parent, "drivers", codec.name)
    home = scratch / codec.id
    shutil.copytree(package, home, symlinks=True)
    for name in ("direct.js", "libraries.js"):
        shutil.copy(BY_HAND / "javascript" / name, home)
    return [*interpreter, str(home / "direct.js"), facts]


def prove(
    codec: Codec, driver_command: Sequence[str], by_hand_command: Sequence[str], expected: Expected
) -> None:
    """That both sides write and read the values, and in as many bytes."""
    sizes = []
    for command in (driver_command, by_hand_command):
        with Driver(command) as driver:
            verdict = verify(driver, expected)
        if not verdict.proven:
            sys.exit(f"{codec.id}: {command[-2]}: {verdict.note}")
        sizes.append(verdict.encoded_bytes)
    if sizes[0] != sizes[1]:
        print(f"{codec.id}: {sizes[0]} bytes, by hand {sizes[1]}")


if __name__ == "__main__":
    sys.exit(main())

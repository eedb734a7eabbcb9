"""Proof before timing: that every value survives a codec, in the driver and against the
reference digest computed from the values themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serbench.measure.client import Driver
from serbench.measure.protocol import DriverDeath, DriverError, Opened, Verified
from serbench.measure.status import Status

PROVEN_AGAIN = 16


@dataclass(frozen=True, slots=True)
class Expected:
    """The working set every driver must load: canonical values and what they digest to."""

    path: Path
    values: int
    digest: str
    visit: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """`status` is "measured" when proven, else how it failed, with the reason in `note`."""

    status: Status
    note: str = ""
    encoded_bytes: int = 0

    @property
    def proven(self) -> bool:
        return self.status == "measured"


def verify(driver: Driver, expected: Expected) -> Verdict:
    """Opens the working set and lets every value go through the codec."""
    try:
        return judged(driver, expected)[0]
    except DriverError as error:
        return Verdict("cannot-hold" if error.kind == "cannot-hold" else "broken", str(error))
    except DriverDeath as death:
        return Verdict("failed", str(death))


def verify_again(driver: Driver, expected: Expected, first: Verdict) -> Verdict:
    """Of a later process of a driver whose first has proven all values: proves that all are as many
    bytes, and `PROVEN_AGAIN` of them, or all if the driver does not know how to prove some. To
    prove all took a quarter of the processor time until a process of the JVM was warm, and two
    thirds of it in Python."""
    try:
        opened = driver.open(expected.path)
        if said := _opened_otherwise(opened, expected):
            return Verdict("broken", said)
        verified = driver.verify(max(1, expected.values // PROVEN_AGAIN))
    except DriverError as error:
        return Verdict("broken", str(error))
    except DriverDeath as death:
        return Verdict("failed", str(death))
    if verified.mismatched:
        return _judge(verified, expected)
    if verified.encoded_bytes != first.encoded_bytes:
        said = (
            f"encoded {verified.encoded_bytes} bytes, and the first process {first.encoded_bytes}"
        )
        return Verdict("broken", said)
    return first


def judged(driver: Driver, expected: Expected) -> tuple[Verdict, Verified | None]:
    """As `verify`, with what the driver replied, if it came so far. Raises `DriverError` and
    `DriverDeath`."""
    opened = driver.open(expected.path)
    if said := _opened_otherwise(opened, expected):
        return Verdict("broken", said), None
    verified = driver.verify()
    return _judge(verified, expected), verified


def _opened_otherwise(opened: Opened, expected: Expected) -> str:
    """What the driver loaded, if not what was expected."""
    if (opened.values, opened.digest) == (expected.values, expected.digest):
        return ""
    return (
        f"the driver loaded {opened.values} values of digest {opened.digest}, "
        f"not {expected.values} of {expected.digest}"
    )


def _judge(verified: Verified, expected: Expected) -> Verdict:
    if verified.mismatched:
        first = verified.mismatches[0]
        return Verdict(
            "broken",
            f"{verified.mismatched} of {verified.values} values did not survive; "
            f"value {first.index + 1}: {first.reason}",
        )
    for what in ("values", "digest", "visit"):
        found, wanted = getattr(verified, what), getattr(expected, what)
        if found != wanted:
            return Verdict("broken", f"after the round trip, {what} is {found}, not {wanted}")
    return Verdict("measured", encoded_bytes=verified.encoded_bytes)

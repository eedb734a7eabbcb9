"""Proof before timing: that every value survives a codec, in the driver and against the
reference digest computed from the values themselves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serbench.measure.client import Driver, DriverDeath, DriverError, Verified
from serbench.measure.status import Status


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


def judged(driver: Driver, expected: Expected) -> tuple[Verdict, Verified | None]:
    """As `verify`, with what the driver replied, if it came so far. Raises `DriverError` and
    `DriverDeath`."""
    opened = driver.open(expected.path)
    if (opened.values, opened.digest) != (expected.values, expected.digest):
        said = (
            f"the driver loaded {opened.values} values of digest {opened.digest}, "
            f"not {expected.values} of {expected.digest}"
        )
        return Verdict("broken", said), None
    verified = driver.verify()
    return _judge(verified, expected), verified


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

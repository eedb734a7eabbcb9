"""What is asked of a driver before and after the rounds, when nothing is timed and several drivers
may be busy at once. Each function speaks with one driver, in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from serbench.measure.client import Driver
from serbench.measure.protocol import Allocations, Description, DriverDeath, DriverError, DriverHung
from serbench.measure.sizes import CompressedSizes, compressed_sizes
from serbench.measure.verification import Expected, Verdict, verify, verify_again

# Compilers are done after 2 to 4 s of processor time; on a machine so busy that they take longer
# than this, the budget is worth more, and samples say when a compiler was at work.
MOST_WARM_S = 12.0


@dataclass(slots=True)
class Prepared:
    """What was found of a driver. `took_s` is the time until it was proven and warm."""

    verdict: Verdict
    description: Description | None = None
    sizes: CompressedSizes | None = None
    sizes_error: str = ""
    took_s: float = 0.0


def prepare(
    driver: Driver,
    expected: Expected,
    operations: Callable[[Description], list[str]],
    dump: Path | None,
    first: Verdict | None,
    clock: Callable[[], float],
) -> Prepared:
    """Proves the driver's values, measures the sizes of what it writes to `dump`, if any, and lets
    a just-in-time compiler finish its work on the operations that will be timed. `first` is what
    an earlier process of the same driver has proven, if any."""
    began = clock()
    try:
        description = driver.describe()
    except (DriverDeath, DriverError) as error:
        return Prepared(Verdict("failed", str(error)))
    verdict = verify_again(driver, expected, first) if first else verify(driver, expected)
    prepared = Prepared(verdict, description)
    if not prepared.verdict.proven:
        return prepared
    if dump:
        try:
            driver.dump(dump)
            prepared.sizes = compressed_sizes(dump)
        except (DriverDeath, DriverError, OSError) as error:
            # Sizes are no part of the proof; a driver that died of it ends at its first sample.
            prepared.sizes_error = str(error)
        finally:
            dump.unlink(missing_ok=True)
    if description.jit:
        # What fails here fails again when it is sampled, and is recorded then.
        with suppress(DriverDeath, DriverError):
            driver.warm(operations(description), MOST_WARM_S)
    prepared.took_s = clock() - began
    return prepared


class NotCounted(Exception):  # noqa: N818 - a figure that is left out, not a mistake
    """Counting was given up, which its text says; nothing is known against the codec."""


Counted = tuple[str, Allocations | DriverError | DriverDeath | NotCounted]


def counted(driver: Driver, operations: Sequence[str], within_s: float) -> list[Counted]:
    """What each operation allocates or why it is not known, up to the death of the driver. What is
    not counted within `within_s` seconds of processors, all operations together, is left out, and
    the driver is then ended."""
    results: list[Counted] = []
    began_s = driver.processor_s()
    for number, operation in enumerate(operations):
        try:
            left_s = within_s - (driver.processor_s() - began_s)
            results.append((operation, driver.allocations(operation, left_s)))
        except DriverError as error:
            results.append((operation, error))
        except DriverHung:
            too_long = NotCounted(f"took more than {within_s:.3g} s of processor time")
            return results + [(name, too_long) for name in operations[number:]]
        except DriverDeath as death:
            results.append((operation, death))
            break
    return results

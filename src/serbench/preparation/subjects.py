"""From a codec and its driver to what the schedule measures."""

from __future__ import annotations

from serbench.build.codec import Codec
from serbench.build.driver import BuildResult
from serbench.measure import allocators
from serbench.measure.environment import driver_cpus
from serbench.measure.schedule import Subject
from serbench.measure.verification import Verdict
from serbench.preparation import drivers


def subject_of(
    codec: Codec, built: BuildResult, allocator: str = allocators.SYSTEM
) -> Subject | Verdict:
    """The codec's driver as it is started, or why it cannot be measured."""
    if verdict := drivers.why_not_built(built, codec.id):
        return verdict
    command = allocators.command(allocator, codec.language, built.drivers[codec.id])
    if reason := allocators.reason_against(allocator, codec.language, command):
        return Verdict("failed", reason)
    cpus = driver_cpus() if drivers.builder(codec.language).single_threaded else frozenset()
    return Subject(codec.id, codec.language, command, codec.is_reference, cpus)

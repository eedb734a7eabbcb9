"""From a codec and its driver to what the schedule measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.languages.registry import LANGUAGES
from serbench.measure import allocators
from serbench.measure.environment import driver_cpus
from serbench.measure.processes import Subject
from serbench.measure.verification import Verdict
from serbench.preparation import drivers


def subject_of(
    codec: Codec, built: BuildResult, allocator: str = allocators.SYSTEM
) -> Subject | Verdict:
    """The codec's driver as it is started, or why it cannot be measured."""
    if verdict := drivers.why_not_built(built, codec.id):
        return verdict
    command = tuple(built.drivers[codec.id])
    if reason := allocators.reason_against(allocator, codec.language, command):
        return Verdict("failed", reason)
    single_threaded = drivers.builder(codec.language).single_threaded
    language = LANGUAGES[codec.language]
    return Subject(
        codec.id,
        codec.language,
        command,
        allocators.environment(allocator, codec.language),
        language.runtime,
        language.beside,
        language.jit,
        driver_cpus() if single_threaded else frozenset(),
        tuple(map(tuple, built.layouts.get(codec.id, ()))),
    )


def subjects_of(
    codecs: Sequence[Codec],
    built: BuildResult,
    allocator: str,
    variables: Mapping[str, str] | None = None,
) -> tuple[list[Subject], dict[str, Verdict]]:
    """The drivers of the codecs as they are started, with these variables besides their own; by
    codec, why the others cannot be measured."""
    subjects, verdicts = [], {}
    for codec in codecs:
        subject = subject_of(codec, built, allocator)
        if isinstance(subject, Verdict):
            verdicts[codec.id] = subject
        else:
            told = {**subject.environment, **(variables or {})}
            subjects.append(replace(subject, environment=told))
    return subjects, verdicts

"""A measurement as a part of a command: what the plan expects of it, its progress, and what people
are told at its end."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from serbench.machine import cache
from serbench.terminal.progress import Bar, Plan, bar

if TYPE_CHECKING:
    from serbench.measure.allocation import Outlook
    from serbench.measure.processes import Subject
    from serbench.measure.recorder import Recorder
    from serbench.measure.settings import Settings
    from serbench.measure.verification import Expected

# Seconds of ending drivers by the rule of thumb, on two idle cores: of all, and what each adds.
_ENDING_S = (0.2, 0.05)


def expect_timing(whole: Plan, targets: Sequence[str], seconds: float, codecs: int) -> None:
    """Lets the plan have the parts of `timed`, with so many seconds for each target."""
    for target in targets:
        whole.expect_budget(f"measure {target}", seconds)
        whole.expect(f"end {target}", _ENDING_S[0] + _ENDING_S[1] * codecs, "ending")


def timed(
    name: str,
    expected: Expected,
    subjects: Sequence[Subject],
    settings: Settings,
    recorder: Recorder,
    on_wave: Callable[[Bar, int], None] = lambda progress, waves: None,
) -> list[str]:
    """Measures the subjects on the values of a target. Gives what people are told at the end: what
    was left out, and what more time would decide. `on_wave` is called between waves, with the bar
    and how many there were."""
    from serbench.measure.schedule import measure

    with cache.scratch() as scratch, ExitStack() as parts:
        progress = parts.enter_context(bar(f"measuring {name}", f"measure {name}"))
        progress.show(lambda: ())  # what was shown of another workload

        spent_of_s = settings.budget_s

        def tell(spent_s: float, doing: str) -> None:
            progress.update(spent_s, spent_of_s, doing)

        def end() -> None:
            nonlocal progress, spent_of_s
            parts.close()
            progress = parts.enter_context(bar(f"measured {name}", f"end {name}"))
            spent_of_s = math.inf  # how far the drivers are with ending, nobody knows

        measured = measure(
            subjects,
            expected,
            settings,
            recorder,
            scratch,
            on_progress=tell,
            on_wave=lambda waves: on_wave(progress, waves),
            on_end=end,
        )
    open_pairs = left_open(measured.outlook, settings.budget_s)
    return [*measured.left_out, *([open_pairs] if open_pairs else [])]


def left_open(outlook: Outlook, budget_s: float) -> str:
    """What more time would be for, if for anything. A pair that is left open may be tied."""
    if not outlook.open:
        return ""
    sentence = (
        f"{outlook.open:,} of {outlook.pairs:,} pairs of codecs of one language are left open"
    )
    if not outlook.further:
        return f"{sentence}, and a minute more would decide none"
    longer = f"--budget {budget_s + 60:.0f}"
    return f"{sentence}; a minute more would decide about {outlook.further:,}: {longer}"

"""What this machine has shown of how long work takes here, kept in the cache.

seconds.json     by kind of work (`build/cpp/msgpack`, `drawing`), how many times as long it
                 takes as the rule of thumb says
estimates.jsonl  of the last commands, what was thought of their time, beside how long they took
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from serbench.errors import UserError
from serbench.machine import cache

# A factor is never beyond this, nor below its inverse: a cold disk or a busy hour is no machine.
_MOST = 10.0
# One piece of work changes a factor by no more than this.
_MOST_AT_ONCE = 5.0
# Of a kind that was seen before, half of the surprise is believed: it may have run beside others.
_BELIEVED = 0.5
_KEPT_ESTIMATES = 50
_KEPT_FACTORS = 1000


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a command was thought to take when 10, 50 and 90 % of its time had passed, each as a
    share of what it took. `ended` is in seconds since 1970."""

    command: str
    took_s: float
    thought: tuple[float, ...]
    ended: float


def seconds(kind: str, rule_s: float) -> float:
    """What work of the kind takes here that takes so long by the rule of thumb."""
    return rule_s * _factor(_read(), kind)


def all_seconds(rules_s: Mapping[str, float]) -> dict[str, float]:
    """As `seconds`, of many kinds."""
    factors = _read()
    return {kind: rule_s * _factor(factors, kind) for kind, rule_s in rules_s.items()}


def learn(rules_s: Mapping[str, float], took_s: float) -> None:
    """That work of these kinds, each of so many seconds by the rule of thumb, took so long in
    all."""
    factors = _read()
    expected_s = sum(rule_s * _factor(factors, kind) for kind, rule_s in rules_s.items())
    if expected_s <= 0 or took_s <= 0:
        return
    wrong = _within(took_s / expected_s, _MOST_AT_ONCE)
    fresh = {
        kind: _within(
            _factor(factors, kind) * wrong ** (_BELIEVED if kind in factors else 1.0), _MOST
        )
        for kind in rules_s
    }
    kept = {kind: factor for kind, factor in factors.items() if kind not in fresh} | fresh
    latest = list(kept.items())[-_KEPT_FACTORS:]
    _write("seconds.json", json.dumps({kind: round(factor, 3) for kind, factor in latest}))


def keep(command: str, took_s: float, thought: Sequence[float]) -> None:
    """Puts down what a command was thought to take, now that it has ended."""
    rounded = tuple(round(share, 3) for share in thought)
    found = [*estimates(), Estimate(command, round(took_s, 1), rounded, round(time.time()))]
    lines = (json.dumps(asdict(estimate)) + "\n" for estimate in found[-_KEPT_ESTIMATES:])
    _write("estimates.jsonl", "".join(lines))


def estimates() -> list[Estimate]:
    """Those that were kept, the latest last."""
    found = []
    for line in _text("estimates.jsonl").splitlines():
        with suppress(ValueError, TypeError, KeyError):
            row: dict[str, Any] = json.loads(line)
            thought = tuple(float(share) for share in row["thought"])
            command, took_s, ended = str(row["command"]), float(row["took_s"]), float(row["ended"])
            found.append(Estimate(command, took_s, thought, ended))
    return found


def _factor(factors: Mapping[str, float], kind: str) -> float:
    """That of the kind; of one that was not seen here yet, what those around it have in common."""
    if kind in factors:
        return factors[kind]
    around = kind
    while "/" in around:
        around = around.rpartition("/")[0]
        if near := [f for name, f in factors.items() if name.startswith(f"{around}/")]:
            return math.exp(sum(map(math.log, near)) / len(near))
    return 1.0


def _within(value: float, most: float) -> float:
    return min(max(value, 1 / most), most)


def _read() -> dict[str, float]:
    try:
        found = json.loads(_text("seconds.json") or "{}")
        return {str(kind): _within(float(factor), _MOST) for kind, factor in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}


def _text(name: str) -> str:
    try:
        return (cache.home() / name).read_text()
    except (OSError, ValueError, UserError):
        return ""


def _write(name: str, text: str) -> None:
    """What cannot be kept is not learned; no command fails for that."""
    with suppress(OSError, UserError):
        path = cache.directory() / name
        fresh = Path(f"{path}.new")
        fresh.write_text(text)
        fresh.replace(path)

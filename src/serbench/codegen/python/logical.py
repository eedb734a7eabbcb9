"""Python: what logical types are, and expressions that convert them to what a codec writes.

Plain values have the classes that most programs have: `datetime`, aware in UTC or naive, `date`,
`time`, `timedelta`, `Decimal`, `UUID`, `int`. Python's classes of time end at microseconds, so
that nanoseconds are `int`s in the type's unit, and `str` with an offset of their own.

Conversions (`serbench.schema.logical.Convention`) are by integers alone, as the documentation has
it: `total_seconds()` and `timestamp()` are floats, which lose microseconds of far years
(https://docs.python.org/3/library/datetime.html#datetime.datetime.timestamp). Names begin with an
underscore, which no name of a schema does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from serbench.schema.conventions import left_out, logical_scalars, typed_maps
from serbench.schema.logical import (
    BigInt,
    Date,
    Decimal,
    Duration,
    Logical,
    Time,
    Timestamp,
    Unit,
    Uuid,
    Zone,
)
from serbench.schema.model import Kind, Scalar, Schema

# Both ways of what is the same on both sides; `{}` is the value.
SAME = ("{}", "{}")
Both = tuple[str, str]

_EPOCH_DAY = 719_163
_IMPORTED = {
    "_UTC": "from datetime import UTC as _UTC\n",
    "_date": "from datetime import date as _date\n",
    "_datetime": "from datetime import datetime as _datetime\n",
    "_time": "from datetime import time as _time\n",
    "_timedelta": "from datetime import timedelta as _timedelta\n",
    "_Context": "from decimal import Context as _Context\n",
    "_Decimal": "from decimal import Decimal as _Decimal\n",
    "_ASCII": "from re import ASCII as _ASCII\n",
    "_compile": "from re import compile as _compile\n",
    "_UUID": "from uuid import UUID as _UUID\n",
}
_DEFINED = {
    "_UTC_EPOCH": "_UTC_EPOCH = _datetime(1970, 1, 1, tzinfo=_UTC)\n",
    "_LOCAL_EPOCH": "_LOCAL_EPOCH = _datetime(1970, 1, 1)\n",
    **{
        f"_ONE_{unit.name}": f"_ONE_{unit.name} = _timedelta({unit.words}=1)\n"
        for unit in (Unit.S, Unit.MS, Unit.US)
    },
    # Else results have no more digits than the thread's context allows, 28 if nobody changed it.
    "_DIGITS": "_DIGITS = _Context(prec=100)\n",
    "_bytes_of_int": """def _bytes_of_int(number):
    bits = (number if number >= 0 else ~number).bit_length()
    return number.to_bytes(bits // 8 + 1, "big", signed=True)
""",
}
_NAME = re.compile(r"\b_[A-Za-z]\w*", re.ASCII)


def plain_type(logical: Logical) -> str:
    """What annotations call it, by a name of `type_imports` unless it is built in."""
    match logical:
        case Date():
            return "_date"
        case Timestamp(Unit.NS, Zone.OFFSET):
            return "str"
        case Time(Unit.NS) | Timestamp(Unit.NS) | Duration(Unit.NS) | BigInt():
            return "int"
        case Time():
            return "_time"
        case Timestamp():
            return "_datetime"
        case Duration():
            return "_timedelta"
        case Decimal():
            return "_Decimal"
        case Uuid():
            return "_UUID"


def type_imports(types: Iterable[str]) -> str:
    """The lines that import such of these types as are not built in."""
    wanted = set(types)
    return "".join(line for name, line in _IMPORTED.items() if name in wanted)


def conversion(scalar: Scalar) -> Both:
    """From the plain value to what the codec takes, and back."""
    if scalar.logical is None or scalar.native:
        return SAME
    return _of_kind(scalar.logical, scalar.kind)


def converts(schema: Schema) -> bool:
    """Whether a codec that takes plain values cannot take the schema's as they are."""
    is_converted = any(conversion(scalar) != SAME for scalar in logical_scalars(schema))
    has_lists = not all(native for _, native in typed_maps(schema))
    return is_converted or has_lists or bool(left_out(schema))


def of_text(logical: Logical) -> Both:
    """Of a native type that a library takes as it is and gives as text."""
    match logical:
        case Timestamp(Unit.NS) | Time(Unit.NS):
            return SAME
        case Date() | Time() | Timestamp() | Decimal() | Uuid():
            return "{}", _text(logical)[1]
        case _:
            return SAME


def lowering(scalar: Scalar) -> str:
    """From what the codec gives to the lowered value, which is what is visited."""
    logical = scalar.logical
    if logical is None or (scalar.kind == logical.kind and not scalar.native):
        return "{}"
    to_lowered, _ = _of_kind(logical, logical.kind)
    return to_lowered.format(conversion(scalar)[1])


def import_line(schema: Schema, text: str) -> str:
    """The line that a module of this text begins with; "" if it needs none."""
    used = sorted(_needed(schema) & set(_NAME.findall(text)))
    return f"from serbench_schema.logical import {', '.join(used)}\n" if used else ""


def definitions(schema: Schema) -> list[str]:
    """The parts of the module `logical`, from which others import; none if none has to."""
    needed = _needed(schema)
    defined = [text for name, text in _definitions().items() if name in needed]
    return [type_imports(needed), *defined] if needed else []


def _needed(schema: Schema) -> set[str]:
    """Names that the expressions of a schema's conversions have, and those that these need."""
    texts: list[str] = []
    for scalar in logical_scalars(schema):
        assert scalar.logical
        native = of_text(scalar.logical) if scalar.native else SAME
        texts += [*conversion(scalar), *native, lowering(scalar)]
    found: set[str] = set()
    known = _IMPORTED | _definitions() if texts else {}
    while texts:
        names = {name for name in _NAME.findall(texts.pop()) if name in known} - found
        found |= names
        texts += [known[name] for name in names if name not in _IMPORTED]
    return found


def _definitions() -> dict[str, str]:
    """In an order in which each comes after those that it needs."""
    found = dict(_DEFINED)
    for unit in Unit:
        found |= _of_durations(unit) | _of_times(unit) | _of_timestamps(unit)
    return found


def _of_kind(logical: Logical, kind: Kind) -> Both:
    match kind:
        case Kind.STRING:
            return _text(logical)
        case Kind.BYTES:
            return _bytes(logical)
        case _:
            return _count(logical)


def _text(logical: Logical) -> Both:
    match logical:
        case Date():
            return "{}.isoformat()", "_date.fromisoformat({})"
        case Timestamp(Unit.NS, Zone.OFFSET):
            return SAME
        case Timestamp(unit, Zone.OFFSET):
            return f"_text_of_offset_{unit}({{}})", "_datetime.fromisoformat({})"
        case Time(Unit.NS) | Timestamp(Unit.NS) | Duration():
            return f"_text_of_{logical}({{}})", f"_{logical}_of_text({{}})"
        case Time(unit):
            return f"{{}}.isoformat({_spec(unit)})", "_time.fromisoformat({})"
        case Timestamp(unit, Zone.LOCAL):
            return f"{{}}.isoformat({_spec(unit)})", "_datetime.fromisoformat({})"
        case Timestamp(unit):
            # Python writes +00:00.
            return f'({{}}.isoformat({_spec(unit)})[:-6] + "Z")', "_datetime.fromisoformat({})"
        case Decimal():
            # `str` would write 0E-7.
            return 'format({}, "f")', "_Decimal({})"
        case Uuid():
            return "str({})", "_UUID({})"
        case BigInt():
            return "str({})", "int({})"


def _spec(unit: Unit) -> str:
    return f'timespec="{unit.words}"'


def _count(logical: Logical) -> Both:
    """The integer that it is by a convention."""
    match logical:
        case Date():
            return f"({{}}.toordinal() - {_EPOCH_DAY})", f"_date.fromordinal({{}} + {_EPOCH_DAY})"
        case Time(Unit.NS) | Timestamp(Unit.NS) | Duration(Unit.NS):
            return SAME
        case Time():
            return f"_count_of_{logical}({{}})", f"_{logical}_of_count({{}})"
        case Timestamp(unit, zone):
            epoch = f"_{zone.name}_EPOCH"
            back = f"({epoch} + _timedelta({unit.words}={{}}))"
            return f"(({{}} - {epoch}) // _ONE_{unit.name})", back
        case Duration(unit):
            return f"({{}} // _ONE_{unit.name})", f"_timedelta({unit.words}={{}})"
        case Decimal(_, 0):
            return "int({})", "_Decimal({})"
        case Decimal(_, scale):
            return (
                f"int({{}}.scaleb({scale}, _DIGITS))", f"_Decimal({{}}).scaleb(-{scale}, _DIGITS)",
            )  # fmt: skip
        case _:
            return SAME


def _bytes(logical: Logical) -> Both:
    if isinstance(logical, Uuid):
        return "{}.bytes", "_UUID(bytes={})"
    to, back = _count(logical)
    return f"_bytes_of_int({to})", back.format('int.from_bytes({}, "big", signed=True)')


def _pattern(name: str, pattern: str) -> str:
    return f'{name} = _compile(r"{pattern}", _ASCII).fullmatch\n'


def _refusing(name: str, words: str) -> str:
    """Lines of a function that reads text."""
    return (
        f"    found = {name}(text)\n"
        "    if not found:\n"
        f'        raise ValueError(f"{{text!r}} is no {words}")\n'
    )


def _digits(unit: Unit) -> tuple[str, str, str]:
    """Of a fraction: the pattern, what writes `part`, and the name that reads it."""
    if not unit.digits:
        return "", "", ""
    return rf"\.(\d{{{unit.digits}}})", f".{{part:0{unit.digits}}}", ", part"


def _of_durations(unit: Unit) -> dict[str, str]:
    word, pattern = f"duration_{unit}", f"_FORM_OF_DURATION_{unit.name}"
    fraction, written, part = _digits(unit)
    per, is_int = unit.per_second, unit == Unit.NS
    count = "span" if is_int else f"span // _ONE_{unit.name}"
    whole = f"int(whole) * {per} + int(part)" if part else "int(whole)"
    signed = "-count if sign else count"
    return {
        pattern: _pattern(pattern, rf"(-?)PT(\d+){fraction}S"),
        f"_text_of_{word}": f"def _text_of_{word}(span):\n"
        f"    count = {count}\n"
        f"    whole, part = divmod(abs(count), {per})\n"
        f"    return f\"{{'-' if count < 0 else ''}}PT{{whole}}{written}S\"\n",
        f"_{word}_of_text": f"def _{word}_of_text(text):\n"
        + _refusing(pattern, f"duration in {unit.words}")
        + f"    sign, whole{part} = found.groups()\n"
        f"    count = {whole}\n"
        f"    return {signed if is_int else f'_timedelta({unit.words}={signed})'}\n",
    }


def _of_times(unit: Unit) -> dict[str, str]:
    word, per = f"time_{unit}", unit.per_second
    if unit == Unit.NS:
        # Columns hold more than a day has.
        pattern, (fraction, written, _) = "_FORM_OF_TIME", _digits(unit)
        return {
            pattern: _pattern(pattern, rf"(-?)(\d\d+):(\d\d):(\d\d){fraction}"),
            f"_text_of_{word}": f"def _text_of_{word}(count):\n"
            f"    seconds, part = divmod(abs(count), {per})\n"
            "    minutes, second = divmod(seconds, 60)\n"
            "    hours, minute = divmod(minutes, 60)\n"
            "    sign = '-' if count < 0 else ''\n"
            f'    return f"{{sign}}{{hours:02}}:{{minute:02}}:{{second:02}}{written}"\n',
            f"_{word}_of_text": f"def _{word}_of_text(text):\n"
            + _refusing(pattern, f"time in {unit.words}")
            + "    sign, *parts = found.groups()\n"
            "    hours, minute, second, part = map(int, parts)\n"
            f"    count = ((hours * 60 + minute) * 60 + second) * {per} + part\n"
            "    return -count if sign else count\n",
        }
    seconds = "(time.hour * 60 + time.minute) * 60 + time.second"
    us = 10**6 // per
    part = "time.microsecond" if us == 1 else f"time.microsecond // {us}"
    count = f"({seconds}) * {per} + {part}" if per > 1 else seconds
    scaled = "part" if us == 1 else f"part * {us}"
    return {
        f"_count_of_{word}": f"def _count_of_{word}(time):\n    return {count}\n",
        f"_{word}_of_count": f"def _{word}_of_count(count):\n"
        f"    seconds, part = divmod(count, {per})\n"
        "    minutes, second = divmod(seconds, 60)\n"
        f"    return _time(*divmod(minutes, 60), second, {scaled})\n",
    }


def _of_timestamps(unit: Unit) -> dict[str, str]:
    if unit != Unit.NS:
        return {
            f"_text_of_offset_{unit}": f"def _text_of_offset_{unit}(moment):\n"
            f"    text = moment.isoformat({_spec(unit)})\n"
            '    return text[:-6] + "Z" if text.endswith("+00:00") else text\n'
        }
    found: dict[str, str] = {}
    fraction, written, _ = _digits(unit)
    for zone, z in ((Zone.LOCAL, ""), (Zone.UTC, "Z")):
        word, pattern = str(Timestamp(unit, zone)), f"_FORM_OF_{zone.name}"
        found |= {
            pattern: _pattern(pattern, rf"(.{{19}}){fraction}{z}"),
            f"_text_of_{word}": f"def _text_of_{word}(count):\n"
            f"    seconds, part = divmod(count, {unit.per_second})\n"
            "    moment = _LOCAL_EPOCH + _timedelta(seconds=seconds)\n"
            f'    return f"{{moment.isoformat()}}{written}{z}"\n',
            f"_{word}_of_text": f"def _{word}_of_text(text):\n"
            + _refusing(pattern, f"timestamp in {unit.words}")
            + "    moment = _datetime.fromisoformat(found[1])\n"
            "    seconds = (moment - _LOCAL_EPOCH) // _ONE_S\n"
            f"    return seconds * {unit.per_second} + int(found[2])\n",
        }
    return found

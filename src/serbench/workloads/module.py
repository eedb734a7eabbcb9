"""Loads a user's own workload: a Python module of record types, as `serbench infer` writes."""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from serbench.quoting import shell, shown_file
from serbench.schema.remote_files import Location, is_url, location
from serbench.workloads.workload import Workload, WorkloadError

_DEFAULT_COUNT = 1000


def load_module(path: Path) -> Workload:
    """The workload that the module at `path` describes, called after the file.

    The module names its root record, `ROOT = Tweet`, and may say where values come from:
    `VALUES = "data.jsonl"`, a path seen from the module, with `AT = "$.items[]"` if they stand
    within that file's values, or `def generate(seed)`, which yields values as Structs or as plain
    dicts. Raises `WorkloadError` that names the file and, where
    there is one, the line.
    """
    module = _execute(path)
    root = getattr(module, "ROOT", None)
    if root is None:
        raise _wrong(
            path,
            "it has no ROOT; end it with the record that a line of the data is, as in "
            "`ROOT = Tweet`, or write a new module with `serbench infer`",
        )
    if not (isinstance(root, type) and issubclass(root, msgspec.Struct)):
        raise _wrong(path, f"ROOT must be a msgspec.Struct class, and is {root!r:.80}")
    workload = Workload(
        name=path.stem,
        title=path.name,
        root=root,
        default_count=_DEFAULT_COUNT,
        study=None,
        generate=_generator(path, module, root),
        values=_values(path, module),
        at=_at(path, module),
    )
    try:
        _ = workload.schema  # raises now, while the file is at hand, what would come up later
    except Exception as error:  # more than SchemaError: annotations are evaluated
        raise _wrong(path, f"{error}; mend the annotation") from None
    return workload


def _wrong(path: Path, problem: str, line: int | None = None) -> WorkloadError:
    return WorkloadError(f"{shown_file(path)}{f':{line}' if line else ''}: {problem}")


def _execute(path: Path) -> types.ModuleType:
    try:
        source = path.read_bytes()
    except OSError as error:
        cause = f"cannot read: {error.strerror or error}; see: ls {shell(path.parent)}"
        raise _wrong(path, cause) from None
    # msgspec looks annotations up in sys.modules, so the module has to stay there; its name
    # must be that of no other.
    name = f"serbench_workload_{hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:16]}"
    module = types.ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a module may do, `sys.exit()` too
        del sys.modules[name]
        raise _located(path, error) from None
    return module


def _located(path: Path, error: BaseException) -> WorkloadError:
    """The error with the last line of the file it came through."""
    line = None
    step = error.__traceback__
    while step:
        if step.tb_frame.f_code.co_filename == str(path):
            line = step.tb_lineno
        step = step.tb_next
    text = str(error)
    if isinstance(error, SyntaxError) and error.filename == str(path):
        line, text = error.lineno, error.msg
    see = f"see all of it: python3 {shell(path)}"
    return _wrong(path, f"{type(error).__name__}: {text}; {see}", line)


def _values(path: Path, module: types.ModuleType) -> Location | None:
    values = getattr(module, "VALUES", None)
    if values is None:
        return None
    if not isinstance(values, str | Path):
        raise _wrong(path, f"VALUES must be the path of a file, and is {values!r:.80}")
    if isinstance(values, str) and is_url(values):
        return location(values)
    return path.parent / values


def _at(path: Path, module: types.ModuleType) -> str:
    at = getattr(module, "AT", "")
    if not isinstance(at, str):
        raise _wrong(path, f"AT must be a path such as '$.items[]', and is {at!r:.80}")
    return at


def _generator(
    path: Path, module: types.ModuleType, root: type[msgspec.Struct]
) -> Callable[[int], Iterator[msgspec.Struct]] | None:
    generate = getattr(module, "generate", None)
    if generate is None:
        return None
    if not callable(generate):
        raise _wrong(path, "generate must be a function of a seed")

    def checked(seed: int) -> Iterator[msgspec.Struct]:
        # Not by JSON, which has no number for NaN and infinities.
        encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(root).decode
        for number, value in enumerate(_guarded(path, generate, seed), 1):
            try:
                valid = decode(encode(value))
            except Exception as error:
                raise _wrong(
                    path,
                    f"generate({seed}) yields a value that is no {root.__name__}, "
                    f"its number {number}: {error}",
                ) from None
            yield valid

    return checked


def _guarded(path: Path, generate: Callable[[int], Any], seed: int) -> Iterator[Any]:
    try:
        yield from generate(seed)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        raise _located(path, error) from None

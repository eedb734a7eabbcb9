"""Python: the `struct` module's bytes for a schema, as somebody writes them by hand who wants
nothing else: a measure of how fast Python could be.

    generate(schema) -> {"packed.py": ...}

Numbers lie one behind the other without padding, runs of them packed at once; before texts, bytes,
lists and maps stands their length in four bytes, before an optional one byte; enums are four bytes.
https://docs.python.org/3/library/struct.html
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from serbench.codegen.names import Names
from serbench.codegen.python import logical
from serbench.codegen.python.types import HEADER, literal, names
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
)

_CODES = {
    Kind.BOOL: "?",
    Kind.I8: "b",
    Kind.U8: "B",
    Kind.I16: "h",
    Kind.U16: "H",
    Kind.I32: "i",
    Kind.U32: "I",
    Kind.I64: "q",
    Kind.U64: "Q",
    Kind.F32: "f",
    Kind.F64: "d",
}


def generate(schema: Schema) -> dict[str, str]:
    return {"packed.py": _Module(schema).text()}


class _Module:
    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.names: Names = names(schema)
        self._count = 0
        self._structs: dict[str, str] = {}

    def text(self) -> str:
        parts = []
        for enum in self.schema.enums:
            name = self.names.types[enum.name]
            members = [f"types.{name}({literal(symbol)})" for symbol in enum.symbols]
            lines = [f"OF_{name} = [{', '.join(members)}]"]
            lines.append(f"NUMBER_{name} = {{member: i for i, member in enumerate(OF_{name})}}")
            parts.append("\n".join(lines) + "\n")
        for record in self.schema.plain_records:
            parts += [self._writer(record), self._reader(record)]
        structs = [
            f"{name} = Struct({code!r})\npack_{name} = {name}.pack\n"
            f"unpack_{name} = {name}.unpack_from\n"
            for code, name in self._structs.items()
        ]
        imports = (
            "from struct import Struct, pack, unpack_from\n\nfrom serbench_schema import types\n"
        )
        root = self.names.types[self.schema.root]
        last = f"write = write_{root}\nread = read_{root}\n"
        body = "\n\n".join([*structs, *parts, last])
        return f"{HEADER}\n{imports}{logical.import_line(self.schema, body)}\n\n{body}"

    def _struct(self, code: str) -> str:
        return self._structs.setdefault(f"<{code}", f"s{len(self._structs)}")

    def _variable(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def _writer(self, record: Record) -> str:
        fields = self.names.fields[record.name]
        lines = []
        for is_number, run in groupby(record.fields, lambda f: _code(f.type) != ""):
            group = list(run)
            if is_number:
                name = self._struct("".join(_code(f.type) for f in group))
                values = ", ".join(self._number(f.type, f"value.{fields[f.name]}") for f in group)
                lines.append(f"out += pack_{name}({values})")
            else:
                for f in group:
                    lines += self._write(f.type, f"value.{fields[f.name]}")
        name = self.names.types[record.name]
        return _function(f"write_{name}(value, out)", lines or ["pass"])

    def _number(self, type_: Type, expression: str) -> str:
        match type_:
            case EnumRef(name):
                return f"NUMBER_{self.names.types[name]}[{expression}]"
            case Scalar():
                return logical.conversion(type_)[0].format(expression)
            case _:
                return expression

    def _write(self, type_: Type, expression: str) -> Iterator[str]:
        length = self._struct("I")
        match type_:
            case Scalar(Kind.STRING | Kind.BYTES as kind):
                raw = self._variable()
                converted = logical.conversion(type_)[0].format(expression)
                yield f"{raw} = {converted}{'.encode()' if kind is Kind.STRING else ''}"
                yield f"out += pack_{length}(len({raw}))"
                yield f"out += {raw}"
            case Scalar() | EnumRef():
                yield f"out += pack_{self._struct(_code(type_))}({self._number(type_, expression)})"
            case RecordRef(name):
                yield f"write_{self.names.types[name]}({expression}, out)"
            case OptionalOf(item):
                value = self._variable()
                yield f"{value} = {expression}"
                yield f"if {value} is None:"
                yield "    out.append(0)"
                yield "else:"
                yield "    out.append(1)"
                for line in self._write(item, value):
                    yield f"    {line}"
            case ListOf(RecordRef(name), is_map=True):
                yield from self._write_map(*self.names.entries[name], expression)
            case ListOf(item):
                value = self._variable()
                yield f"{value} = {expression}"
                yield f"out += pack_{length}(len({value}))"
                if code := _code(item):
                    numbers = value
                    if isinstance(item, EnumRef):
                        numbers = f"map(NUMBER_{self.names.types[item.name]}.get, {value})"
                    elif (one := self._number(item, "i")) != "i":
                        numbers = f"[{one} for i in {value}]"
                    yield f'out += pack(f"<{{len({value})}}{code}", *{numbers})'
                    return
                each = self._variable()
                yield f"for {each} in {value}:"
                for line in self._write(item, each):
                    yield f"    {line}"
            case MapOf(value_type):
                yield from self._write_map(Scalar(Kind.STRING), value_type, expression)

    def _write_map(self, key_type: Type, value_type: Type, expression: str) -> Iterator[str]:
        value, key, each = self._variable(), self._variable(), self._variable()
        yield f"{value} = {expression}"
        yield f"out += pack_{self._struct('I')}(len({value}))"
        yield f"for {key}, {each} in {value}.items():"
        for line in (*self._write(key_type, key), *self._write(value_type, each)):
            yield f"    {line}"

    def _reader(self, record: Record) -> str:
        lines, values = [], []
        for is_number, run in groupby(record.fields, lambda f: _code(f.type) != ""):
            group = list(run)
            if is_number:
                code = "".join(_code(f.type) for f in group)
                name = self._struct(code)
                read = [self._variable() for _ in group]
                lines += [f"{', '.join(read)}, = unpack_{name}(data, at)", f"at += {name}.size"]
                values += [self._of_number(f.type, v) for f, v in zip(group, read, strict=True)]
            else:
                for f in group:
                    values.append(self._variable())
                    lines += self._read(f.type, values[-1])
        name = self.names.types[record.name]
        lines.append(f"return types.{name}({', '.join(values)}), at")
        return _function(f"read_{name}(data, at)", lines)

    def _of_number(self, type_: Type, expression: str) -> str:
        match type_:
            case EnumRef(name):
                return f"OF_{self.names.types[name]}[{expression}]"
            case Scalar():
                return logical.conversion(type_)[1].format(expression)
            case _:
                return expression

    def _read(self, type_: Type, into: str) -> Iterator[str]:
        """Statements that read a value at `at` into a variable."""
        length = self._struct("I")
        match type_:
            case Scalar(Kind.STRING | Kind.BYTES as kind):
                end = self._variable()
                yield from self._sized(end, length)
                yield f"{end} += at"
                yield f"if {end} > len(data):"
                yield '    raise ValueError("it ends within a text")'
                raw = f"data[at:{end}]{'.decode()' if kind is Kind.STRING else ''}"
                yield f"{into} = {logical.conversion(type_)[1].format(raw)}"
                yield f"at = {end}"
            case Scalar() | EnumRef():
                name = self._struct(_code(type_))
                yield f"{into}, = unpack_{name}(data, at)"
                yield f"at += {name}.size"
                if (value := self._of_number(type_, into)) != into:
                    yield f"{into} = {value}"
            case RecordRef(name):
                yield f"{into}, at = read_{self.names.types[name]}(data, at)"
            case OptionalOf(item):
                yield "at += 1"
                yield "if data[at - 1] == 0:"
                yield f"    {into} = None"
                yield "else:"
                for line in self._read(item, into):
                    yield f"    {line}"
            case ListOf(RecordRef(name), is_map=True):
                yield from self._read_map(*self.names.entries[name], into)
            case ListOf(item):
                count = self._variable()
                yield from self._sized(count, length)
                if code := _code(item):
                    yield f'{into} = list(unpack_from(f"<{{{count}}}{code}", data, at))'
                    yield f"at += {self._struct(code)}.size * {count}"
                    if (one := self._of_number(item, "i")) != "i":
                        yield f"{into} = [{one} for i in {into}]"
                    return
                each = self._variable()
                yield f"{into} = []"
                yield f"for _ in range({count}):"
                for line in self._read(item, each):
                    yield f"    {line}"
                yield f"    {into}.append({each})"
            case MapOf(value):
                yield from self._read_map(Scalar(Kind.STRING), value, into)

    def _read_map(self, key_type: Type, value_type: Type, into: str) -> Iterator[str]:
        count, key, each = self._variable(), self._variable(), self._variable()
        yield from self._sized(count, self._struct("I"))
        yield f"{into} = {{}}"
        yield f"for _ in range({count}):"
        for line in (*self._read(key_type, key), *self._read(value_type, each)):
            yield f"    {line}"
        yield f"    {into}[{key}] = {each}"

    def _sized(self, into: str, length: str) -> Iterator[str]:
        yield f"{into}, = unpack_{length}(data, at)"
        yield "at += 4"


def _code(type_: Type) -> str:
    """Of what has a size of its own; else nothing."""
    match type_:
        case EnumRef():
            return "I"
        case Scalar(kind):
            return _CODES.get(kind, "")
        case _:
            return ""


def _function(head: str, lines: list[str]) -> str:
    return f"def {head}:\n" + "".join(f"    {line}\n" for line in lines)

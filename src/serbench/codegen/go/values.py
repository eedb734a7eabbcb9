"""Go: what the driver asks of a value: methods that load, digest, visit and copy it.

    generate(schema) -> {"values.go": ...}

A file of the package of the plain types, with `Root`, the type of every value.
"""

from __future__ import annotations

import re

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.names import Names
from serbench.schema.access import FieldOf, IfPresent, LastItem, access_of
from serbench.schema.model import (
    KEY,
    VALUE,
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
    Union,
    UnionRef,
    json_shape,
)

_TEXT = Scalar(Kind.STRING)
_VISIT = {
    Kind.BOOL: "driver.VisitBool({})",
    Kind.I8: "uint64(int64({}))",
    Kind.I16: "uint64(int64({}))",
    Kind.I32: "uint64(int64({}))",
    Kind.I64: "uint64({})",
    Kind.U8: "uint64({})",
    Kind.U16: "uint64({})",
    Kind.U32: "uint64({})",
    Kind.U64: "{}",
    Kind.F32: "uint64(driver.F32Bits({}))",
    Kind.F64: "driver.F64Bits({})",
    Kind.STRING: "driver.VisitString({})",
    Kind.BYTES: "driver.VisitBytes({})",
}


def generate(schema: Schema, package: str = "schema") -> dict[str, str]:
    """The source by its path in the package, as gofmt would have it."""
    known = go.names(schema)
    writer = _Writer(known)
    methods = [method for record in schema.plain_records for method in writer.methods(record)]
    methods += [method for union in schema.unions for method in writer.union_methods(union)]
    methods += writer.access(schema)
    body = "\n".join(methods)
    standard, modules = go_logical.imports(body)
    own = ['"serbench/driver"', *go.used(body, "logical", prefix="serbench/")]
    imports = go.import_block([*go.used(body, "bytes"), *standard], modules, own)
    head = f"{go.HEADER}\npackage {package}\n\n{imports}\n"
    # Here and not beside the types: ffjson would take the alias for one more type.
    root = f"// Root is the type of every value.\ntype Root = {known.types[schema.root]}\n\n"
    return {"values.go": head + root + body}


def visit_scalar(kind: Kind, value: str) -> str:
    """An expression for what the leaf adds to the visit sum."""
    return _VISIT[kind].format(bare(value))


def visit_leaf(scalar: Scalar, value: str) -> str:
    """The same of a plain value."""
    if scalar.logical is None:
        return visit_scalar(scalar.kind, value)
    return visit_scalar(scalar.logical.kind, go_logical.lowered(scalar.logical, value))


def visit_converted(scalar: Scalar, value: str) -> str:
    """The same of what stands on a library's side."""
    if scalar.logical is None or _is_lowered(scalar):
        return visit_scalar(scalar.kind, value)
    return visit_leaf(scalar, go_logical.back(scalar, value, "nil"))


def _is_lowered(scalar: Scalar) -> bool:
    """Whether the lowered value stands there, or what has the same visit sum."""
    assert scalar.logical
    return scalar.kind is scalar.logical.kind and not scalar.native


def bare(value: str) -> str:
    """Without parentheses, which gofmt would take away where nothing follows."""
    return value[1:-1] if re.fullmatch(r"\(\*[^()]*\)", value) else value


class _Writer:
    def __init__(self, known: Names) -> None:
        self.known = known

    def methods(self, record: Record) -> list[str]:
        name, fields = self.known.types[record.name], self.known.fields[record.name]
        places = [(f"v.{fields[f.name]}", f.type) for f in record.fields]
        visit = [line for place, t in places for line in self.visit(place, t, 1)]
        canonical = [line for place, t in places for line in self.canonical(place, t, 1)]
        clone = [
            line
            for (place, t) in places
            if self.has_references(t)
            for line in self.clone(place.replace("v.", "out.", 1), place, t, 1)
        ]
        load: list[str] = []
        for number, (place, t) in enumerate(places):
            load += [f"\t\tcase {number}:", *self.load(place, t, 3)]
        return [
            _function(
                f"func (v *{name}) Visit() uint64 {{",
                ["\tvar sum uint64", *visit, "\treturn sum"],
            ),
            _function(
                f"func (v *{name}) AppendCanonical(out []byte) []byte {{",
                [*canonical, "\treturn out"],
            ),
            _function(
                f"func (v *{name}) Clone() {name} {{",
                ["\tout := *v", *clone, "\treturn out"] if clone else ["\treturn *v"],
            ),
            self.load_method(record, name, load),
        ]

    def union_methods(self, union: Union) -> list[str]:
        name = self.known.types[union.name]
        visit, canonical, clone, load = [], [], [], []
        for number, variant in enumerate(union.variants):
            type_ = go.variant_type(name, variant)
            shape = json_shape(variant)
            assert shape is not None
            case = f"\tcase {type_}:"
            visit += [case, f"\t\tsum += {number}"] * (number > 0) or [case]
            visit += self.visit("variant.Value", variant, 2)
            canonical += [case, f"\t\tout = driver.AppendU32(out, {number})"]
            canonical += self.canonical("variant.Value", variant, 2)
            if self.has_references(variant):
                copied = self.clone("out.Value", "variant.Value", variant, 2)
                clone += [case, f"\t\tvar out {type_}", *copied]
                clone.append(f"\t\treturn {name}{{out}}")
            load += [
                f"\tcase driver.{shape.name.capitalize()}:",
                f"\t\tvar variant {type_}",
                *self.load("variant.Value", variant, 2),
                "\t\tv.Variant = variant",
            ]
        switch, end = "\tswitch variant := v.Variant.(type) {", "\t}"
        cloned = [switch, *clone, end] if clone else []
        return [
            _function(
                f"func (v *{name}) Visit() uint64 {{",
                ["\tvar sum uint64", switch, *visit, end, "\treturn sum"],
            ),
            _function(
                f"func (v *{name}) AppendCanonical(out []byte) []byte {{",
                [switch, *canonical, end, "\treturn out"],
            ),
            _function(f"func (v *{name}) Clone() {name} {{", [*cloned, "\treturn *v"]),
            _function(
                f"func (v *{name}) LoadJSON(r *driver.JSON) {{",
                ["\tswitch r.Shape() {", *load, "\tdefault:", "\t\tr.NoVariant()", end],
            ),
        ]

    def access(self, schema: Schema) -> list[str]:
        """The method that gives the access leaf, if the schema has one."""
        access = access_of(schema)
        if access is None:
            return []
        lines: list[str] = []
        value = "v"
        for number, step in enumerate(access.steps):
            match step:
                case FieldOf(record):
                    value += f".{self.known.fields[record][step.field.name]}"
                case IfPresent():
                    lines += [f"\tif {value} == nil {{", "\t\treturn 0", "\t}"]
                    follows = access.steps[number + 1 : number + 2]
                    is_pointer = go_logical.is_big(step.type)
                    if not is_pointer and not (follows and isinstance(follows[0], FieldOf)):
                        value = f"(*{value})"
                case LastItem():
                    items = f"items{number}"
                    lines += [f"\t{items} := {bare(value)}", f"\tif len({items}) == 0 {{"]
                    lines += ["\t\treturn 0", "\t}"]
                    value = f"{items}[len({items})-1]"
        if isinstance(access.leaf, Scalar):
            lines.append(f"\treturn {visit_leaf(access.leaf, value)}")
        else:
            lines.append(f"\treturn uint64({bare(value)})")
        return [_function(f"func (v *{self.known.types[schema.root]}) Access() uint64 {{", lines)]

    def load_method(self, record: Record, name: str, cases: list[str]) -> str:
        # Beside its methods, which no other declaration can clash with.
        fields = ", ".join(go.literal(f.name) for f in record.fields)
        body = [f"\tfor field := range r.Fields({fields}) {{", "\t\tswitch field {", *cases]
        return _function(f"func (v *{name}) LoadJSON(r *driver.JSON) {{", [*body, "\t\t}", "\t}"])

    def visit(self, value: str, type_: Type, depth: int) -> list[str]:
        tab = "\t" * depth
        match type_:
            case Scalar():
                return [f"{tab}sum += {visit_leaf(type_, value)}"]
            case EnumRef():
                return [f"{tab}sum += uint64({bare(value)})"]
            case RecordRef() | UnionRef():
                return [f"{tab}sum += {value}.Visit()"]
            case OptionalOf(item):
                inner = self.visit(_pointee(value, item), item, depth + 1)
                return [f"{tab}if {value} != nil {{", f"{tab}\tsum++", *inner, f"{tab}}}"]
            case ListOf(RecordRef(name), is_map=True):
                return self.visit_map(value, *self.known.entries[name], depth)
            case ListOf(item):
                i = f"i{depth}"
                inner = self.visit(f"{value}[{i}]", item, depth + 1)
                return [
                    f"{tab}sum += uint64(len({bare(value)}))",
                    f"{tab}for {i} := range {bare(value)} {{",
                    *inner,
                    f"{tab}}}",
                ]
            case MapOf(item):
                return self.visit_map(value, _TEXT, item, depth)

    def visit_map(self, value: str, key_type: Type, item: Type, depth: int) -> list[str]:
        tab, key, entry = "\t" * depth, f"key{depth}", f"item{depth}"
        return [
            f"{tab}sum += uint64(len({bare(value)}))",
            f"{tab}for {key}, {entry} := range {bare(value)} {{",
            *self.visit(key, key_type, depth + 1),
            *self.visit(entry, item, depth + 1),
            f"{tab}}}",
        ]

    def canonical(self, value: str, type_: Type, depth: int) -> list[str]:
        tab = "\t" * depth
        match type_:
            case Scalar(kind, logical=logical):
                written = bare(value)
                if logical:
                    kind, written = logical.kind, go_logical.lowered(logical, value)
                return [f"{tab}out = driver.Append{kind.value.capitalize()}(out, {written})"]
            case EnumRef():
                return [f"{tab}out = driver.AppendU32(out, uint32({bare(value)}))"]
            case RecordRef() | UnionRef():
                return [f"{tab}out = {value}.AppendCanonical(out)"]
            case OptionalOf(item):
                inner = self.canonical(_pointee(value, item), item, depth + 1)
                return [
                    f"{tab}out = driver.AppendBool(out, {value} != nil)",
                    f"{tab}if {value} != nil {{",
                    *inner,
                    f"{tab}}}",
                ]
            case ListOf(RecordRef(name), is_map=True):
                return self.canonical_map(value, *self.known.entries[name], depth)
            case ListOf(item):
                i = f"i{depth}"
                return [
                    f"{tab}out = driver.AppendU64(out, uint64(len({bare(value)})))",
                    f"{tab}for {i} := range {bare(value)} {{",
                    *self.canonical(f"{value}[{i}]", item, depth + 1),
                    f"{tab}}}",
                ]
            case MapOf(item):
                return self.canonical_map(value, _TEXT, item, depth)

    def canonical_map(self, value: str, key_type: Type, item: Type, depth: int) -> list[str]:
        tab, key, entry = "\t" * depth, f"key{depth}", f"item{depth}"
        return [
            f"{tab}out = driver.AppendU64(out, uint64(len({bare(value)})))",
            f"{tab}for _, {key} := range {_sorted(key_type).format(bare(value))} {{",
            *self.canonical(key, key_type, depth + 1),
            f"{tab}\t{entry} := {value}[{key}]",
            *self.canonical(entry, item, depth + 1),
            f"{tab}}}",
        ]

    def load(self, target: str, type_: Type, depth: int) -> list[str]:
        tab = "\t" * depth
        entry = f"item{depth}"
        declare = f"{tab}\tvar {entry} "
        match type_:
            case Scalar(logical=logical) if logical:
                return [f"{tab}{target} = {go_logical.load(logical)}"]
            case Scalar(kind):
                return [f"{tab}{target} = r.{kind.value.capitalize()}()"]
            case EnumRef():
                return [f"{tab}r.Symbol(&{target})"]
            case RecordRef() | UnionRef():
                return [f"{tab}{target}.LoadJSON(r)"]
            case OptionalOf(item):
                return [
                    f"{tab}if !r.Null() {{",
                    declare + go.PLAIN.text(item, self.known),
                    *self.load(entry, item, depth + 1),
                    f"{tab}\t{target} = {go_logical.address(entry, item)}",
                    f"{tab}}}",
                ]
            case ListOf(RecordRef(name), is_map=True):
                key = f"key{depth}"
                key_type, item = self.known.entries[name]
                return [
                    f"{tab}{target} = {go.PLAIN.text(type_, self.known)}{{}}",
                    f"{tab}for range r.Items() {{",
                    f"{tab}\tvar {key} {go.PLAIN.text(key_type, self.known)}",
                    declare + go.PLAIN.text(item, self.known),
                    f'{tab}\tfor field := range r.Fields("{KEY}", "{VALUE}") {{',
                    f"{tab}\t\tswitch field {{",
                    f"{tab}\t\tcase 0:",
                    *self.load(key, key_type, depth + 3),
                    f"{tab}\t\tcase 1:",
                    *self.load(entry, item, depth + 3),
                    f"{tab}\t\t}}",
                    f"{tab}\t}}",
                    f"{tab}\tdriver.Put(r, {target}, {key}, {entry})",
                    f"{tab}}}",
                ]
            case ListOf(item):
                return [
                    f"{tab}{target} = {go.PLAIN.text(type_, self.known)}{{}}",
                    f"{tab}for range r.Items() {{",
                    declare + go.PLAIN.text(item, self.known),
                    *self.load(entry, item, depth + 1),
                    f"{tab}\t{target} = append({target}, {entry})",
                    f"{tab}}}",
                ]
            case MapOf(item):
                key = f"key{depth}"
                return [
                    f"{tab}{target} = {go.PLAIN.text(type_, self.known)}{{}}",
                    f"{tab}for {key} := range r.Entries() {{",
                    declare + go.PLAIN.text(item, self.known),
                    *self.load(entry, item, depth + 1),
                    f"{tab}\t{target}[{key}] = {entry}",
                    f"{tab}}}",
                ]

    def clone(self, target: str, value: str, type_: Type, depth: int) -> list[str]:
        """Strings are shared, as are decimals: nothing can change them, so no Go program copies
        them."""
        tab = "\t" * depth
        match type_:
            case Scalar() if go_logical.is_big(type_):
                return [f"{tab}{target} = new(big.Int).Set({value})"]
            case OptionalOf(item) if go_logical.is_big(item):
                copied = self.clone(target, value, item, depth + 1)
                return [f"{tab}if {value} != nil {{", *copied, f"{tab}}}"]
            case Scalar(Kind.BYTES, logical=None):
                return [f"{tab}{target} = bytes.Clone({bare(value)})"]
            case RecordRef() | UnionRef():
                return [f"{tab}{target} = {value}.Clone()"]
            case OptionalOf(item):
                copy = f"copy{depth}"
                if self.has_references(item):
                    pointee = _pointee(value, item)
                    made = self.declared_clone(copy, pointee, item, depth + 1)
                else:
                    made = [f"{tab}\t{copy} := *{value}"]
                return [
                    f"{tab}if {value} != nil {{",
                    *made,
                    f"{tab}\t{target} = &{copy}",
                    f"{tab}}}",
                ]
            case ListOf(RecordRef(name), is_map=True):
                return self.cloned_map(target, value, type_, self.known.entries[name][1], depth)
            case ListOf(item):
                i = f"i{depth}"
                made = [
                    f"{tab}{target} = make({go.PLAIN.text(type_, self.known)}, len({bare(value)}))"
                ]
                if not self.has_references(item):
                    return [*made, f"{tab}copy({target}, {bare(value)})"]
                return [
                    *made,
                    f"{tab}for {i} := range {bare(value)} {{",
                    *self.clone(f"{target}[{i}]", f"{value}[{i}]", item, depth + 1),
                    f"{tab}}}",
                ]
            case MapOf(item):
                return self.cloned_map(target, value, type_, item, depth)
            case _:
                return [f"{tab}{target} = {value}"]

    def cloned_map(self, target: str, value: str, type_: Type, item: Type, depth: int) -> list[str]:
        tab = "\t" * depth
        key, entry, copy = f"key{depth}", f"item{depth}", f"copy{depth}"
        inner = [f"{tab}\t{target}[{key}] = {entry}"]
        if self.has_references(item):
            inner = self.declared_clone(copy, entry, item, depth + 1)
            inner.append(f"{tab}\t{target}[{key}] = {copy}")
        return [
            f"{tab}{target} = make({go.PLAIN.text(type_, self.known)}, len({bare(value)}))",
            f"{tab}for {key}, {entry} := range {bare(value)} {{",
            *inner,
            f"{tab}}}",
        ]

    def declared_clone(self, name: str, value: str, type_: Type, depth: int) -> list[str]:
        """As `clone`, to a variable that is declared here."""
        first, *rest = self.clone(name, value, type_, depth)
        if isinstance(type_, OptionalOf):  # which is set under a condition
            return [f"{chr(9) * depth}var {name} {go.PLAIN.text(type_, self.known)}", first, *rest]
        return [first.replace(" = ", " := ", 1), *rest]

    def has_references(self, type_: Type) -> bool:
        """Whether copying a variable of this type is not yet a deep copy. Of a record it may be,
        which the compiler sees when it inlines `Clone`."""
        is_plain = not isinstance(type_, EnumRef | Scalar) or type_ == Scalar(Kind.BYTES)
        return is_plain or go_logical.is_big(type_)


def _sorted(key: Type) -> str:
    """What gives the keys of a map in their order; the map stands for `{}`."""
    match key:
        case Scalar(Kind.BOOL):
            return "driver.SortedBools({})"
        case Scalar(logical=logical) if logical:
            return "driver.SortedUUIDs({})"
        case _:
            return "driver.SortedKeys({})"


def _function(head: str, body: list[str]) -> str:
    return "\n".join([head, *body, "}"]) + "\n"


def _pointee(value: str, item: Type) -> str:
    """What a pointer leads to; Go follows one itself where a method is called."""
    is_followed = isinstance(item, RecordRef | UnionRef) or go_logical.is_big(item)
    return value if is_followed else f"(*{value})"

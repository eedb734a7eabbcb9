"""Go's github.com/glycerine/go-capnproto: the `.capnp` file for its capnpc-go, and conversions.

    generate(schema) -> {"data.capnp": ..., "convert.go": ...}

As `go.capnp`, for accessors that return no errors.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.capnp_writer import Member, Place, Writer
from serbench.codegen.idl import capnp
from serbench.codegen.idl.capnp import CapnpFile
from serbench.schema.model import ListOf, MapOf, OptionalOf, Schema

PACKAGE = "schema_glycerine"

_ENTRY_POINTS = """\
// some is the number of a union's member that says that there is a value.
const some = 1

// Populate makes a message of a plain value in this memory, if there is any.
func Populate(v *schema.Root, memory []byte) (*capn.Segment, error) {{
	segment := capn.NewBuffer(memory[:0])
	return segment, fill{root}(NewRoot{root}(segment), v)
}}

// From makes a message of these bytes, in place and in the buffer; the library's function without
// allocations takes one segment alone.
func From(data []byte, buffer *capn.MultiBuffer) (*capn.Segment, error) {{
	if len(data) < 8 || binary.LittleEndian.Uint32(data) != 0 ||
		uint64(binary.LittleEndian.Uint32(data[4:]))*8 > uint64(len(data)-8) {{
		segment, _, err := capn.ReadFromMemoryZeroCopy(data)
		return segment, err
	}}
	_, err := capn.ReadFromMemoryZeroCopyNoAlloc(data, buffer)
	return buffer.Segments[0], err
}}

// Convert makes a plain value of a message.
func Convert(segment *capn.Segment) (*schema.Root, error) {{
	v := new(schema.Root)
	return v, plain{root}(v, ReadRoot{root}(segment))
}}

// Visit is the visit sum of a message.
func Visit(segment *capn.Segment) (uint64, error) {{
	return visit{root}(ReadRoot{root}(segment))
}}

// Access is the access leaf of a message.
func Access(segment *capn.Segment) (uint64, error) {{
	return access{root}(ReadRoot{root}(segment))
}}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    annotations = [
        'using Go = import "/go.capnp";',
        f'$Go.package("{PACKAGE}");',
        f'$Go.import("serbench/{PACKAGE}");',
    ]
    file = lower(schema)
    body = _Writer(schema, file).text()
    standard, modules = go_logical.imports(body)
    imports = go.import_block(
        [*go.used(body, "bytes"), '"encoding/binary"', *standard],
        ['capn "github.com/glycerine/go-capnproto"', *modules],
        go.used(body, "conventions", "driver", "logical", "schema", prefix="serbench/"),
    )
    head = "\n".join([go.HEADER, f"package {PACKAGE}\n", imports])
    return {"data.capnp": capnp.render(file, annotations), "convert.go": f"{head}\n{body}"}


def lower(schema: Schema) -> CapnpFile:
    """The schema under names of which the generator makes distinct types: the type of the group
    `mention` of `User` is `UserMention`, which may be a record as well."""
    file = capnp.lower(schema)
    types = {struct.name for struct in file.structs} | {enum.name for enum in file.enums}
    structs = []
    for struct in file.structs:
        fields = []
        taken = {field.name for field in struct.fields}
        for field in struct.fields:
            name = base = field.name
            number = 2
            while isinstance(field.type, OptionalOf) and (
                struct.name + name[0].upper() + name[1:] in types
                or (name != field.name and name in taken)
            ):
                name, number = f"{base}Group{number}", number + 1
            types.add(struct.name + name[0].upper() + name[1:])
            fields.append(replace(field, name=name))
        structs.append(replace(struct, fields=tuple(fields)))
    return replace(file, structs=tuple(structs))


class _Writer(Writer):
    package = "capn"
    entry_points = _ENTRY_POINTS
    bytes_at = "AtAsBytes"

    def get(self, name: str, call: str, depth: int, before: str = "") -> list[str]:
        return ["\t" * depth + f"{name} := {call}"]

    def set(self, call: str, depth: int) -> list[str]:
        return ["\t" * depth + call]

    def new_record(self, made: str, at: Member, record: str, depth: int) -> list[str]:
        tab = "\t" * depth
        new = f"New{self.file.types[record]}({at.struct}.Segment)"
        return [f"{tab}{made} := {new}", tab + at.set(made)]

    def new_list(
        self, made: str, at: Place, type_: ListOf | MapOf, size: str, depth: int
    ) -> list[str]:
        tab = "\t" * depth
        segment = f"{at.struct if isinstance(at, Member) else at.list}.Segment"
        name = self.list_type(type_)
        if name.startswith("capn."):
            new = f"{segment}.New{name.removeprefix('capn.')}({size})"
        else:
            new = f"New{name.removesuffix('_List')}List({segment}, {size})"
        value = made if isinstance(at, Member) else f"capn.Object({made})"
        return [f"{tab}{made} := {new}", tab + at.set(value)]

    def inner_list(self, type_: ListOf | MapOf, pointer: str) -> str:
        return f"{self.list_type(type_)}({pointer})"

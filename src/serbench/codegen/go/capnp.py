"""Go's capnproto.org/go/capnp: the `.capnp` file for capnpc-go, and conversions.

    generate(schema) -> {"data.capnp": ..., "convert.go": ...}

The files of a package `schema_capnp`: capnp makes `data.capnp.go` of the first; the second has
`Populate`, `Convert`, `Visit` and `Access`, all by accessors.
"""

from __future__ import annotations

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.capnp_writer import Member, Place, Writer, called, checked
from serbench.codegen.idl import capnp
from serbench.schema.model import ListOf, MapOf, Schema

PACKAGE = "schema_capnp"

_ENTRY_POINTS = """\
// some is the number of a union's member that says that there is a value.
const some = 1

// Populate makes the message one of a plain value, in the memory that is reserved for it or, if
// that is too small, in an arena that grows. It returns what to reserve the next time.
func Populate(v *schema.Root, message *capnp.Message, reserved []byte) ([]byte, error) {{
	if populate(v, message, capnp.SingleSegment(reserved[:0:cap(reserved)])) == nil {{
		return reserved, nil
	}}
	if err := populate(v, message, capnp.SingleSegment(nil)); err != nil {{
		return nil, err
	}}
	size, err := message.TotalSize()
	return make([]byte, 0, 2*size), err
}}

func populate(v *schema.Root, message *capnp.Message, arena capnp.Arena) error {{
	first, err := message.Reset(arena)
	if err != nil {{
		return err
	}}
	root, err := NewRoot{root}(first)
	if err != nil {{
		return err
	}}
	return fill{root}(root, v)
}}

// From makes a message of these bytes, in place: the given one, with the data of its arena
// replaced, or another one if they have several segments. Limits guard against strangers.
func From(
	message *capnp.Message, arena *capnp.ReadOnlySingleSegment, data []byte,
) (*capnp.Message, error) {{
	// The number of segments besides the first, and its words.
	const header = 8
	message.Release() // and with it the arena, which else keeps the data before
	if len(data) < header || binary.LittleEndian.Uint32(data) != 0 ||
		uint64(binary.LittleEndian.Uint32(data[4:]))*8 > uint64(len(data)-header) {{
		var err error
		if message, err = capnp.Unmarshal(data); err != nil {{
			return nil, err
		}}
	}} else {{
		arena.ReplaceData(data[header:])
		message.Arena = arena
	}}
	message.TraverseLimit, message.DepthLimit = math.MaxUint64, math.MaxUint32
	return message, nil
}}

// Convert makes a plain value of a message.
func Convert(message *capnp.Message) (*schema.Root, error) {{
	root, err := ReadRoot{root}(message)
	if err != nil {{
		return nil, err
	}}
	v := new(schema.Root)
	return v, plain{root}(v, root)
}}

// Visit is the visit sum of a message.
func Visit(message *capnp.Message) (uint64, error) {{
	root, err := ReadRoot{root}(message)
	if err != nil {{
		return 0, err
	}}
	return visit{root}(root)
}}

// Access is the access leaf of a message.
func Access(message *capnp.Message) (uint64, error) {{
	root, err := ReadRoot{root}(message)
	if err != nil {{
		return 0, err
	}}
	return access{root}(root)
}}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    annotations = [
        'using Go = import "/go.capnp";',
        f'$Go.package("{PACKAGE}");',
        f'$Go.import("serbench/{PACKAGE}");',
    ]
    body = _Writer(schema, capnp.lower(schema)).text()
    standard, modules = go_logical.imports(body)
    imports = go.import_block(
        [*go.used(body, "bytes"), '"encoding/binary"', '"math"', *standard],
        ['"capnproto.org/go/capnp/v3"', *modules],
        go.used(body, "conventions", "driver", "logical", "schema", prefix="serbench/"),
    )
    head = "\n".join([go.HEADER, f"package {PACKAGE}\n", imports])
    return {"data.capnp": capnp.generate(schema, annotations), "convert.go": f"{head}\n{body}"}


class _Writer(Writer):
    package = "capnp"
    entry_points = _ENTRY_POINTS
    bytes_at = "BytesAt"

    def get(self, name: str, call: str, depth: int, before: str = "") -> list[str]:
        return called(name, call, depth, before)

    def set(self, call: str, depth: int) -> list[str]:
        return checked(call, depth)

    def new_record(self, made: str, at: Member, record: str, depth: int) -> list[str]:
        return called(made, f"{at.struct}.New{at.name}()", depth)

    def new_list(
        self, made: str, at: Place, type_: ListOf | MapOf, size: str, depth: int
    ) -> list[str]:
        if isinstance(at, Member):
            return called(made, f"{at.struct}.New{at.name}(int32({size}))", depth)
        package, dot, name = self.list_type(type_).rpartition(".")
        return [
            *called(made, f"{package}{dot}New{name}({at.list}.Segment(), int32({size}))", depth),
            *checked(at.set(f"{made}.ToPtr()"), depth),
        ]

    def inner_list(self, type_: ListOf | MapOf, pointer: str) -> str:
        return f"{self.list_type(type_)}({pointer}.List())"

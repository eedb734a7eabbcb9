"""Go: the plain types once more, with the struct tags and methods of a library that is no JSON.

    TAGGED["bson"].generate(schema) -> {"types.go": ..., "values.go": ..., "methods.go": ...}

The files of a package `schema_bson`. Symbols travel as text, or as numbers where records are
arrays, and a list of u8 as numbers, since other languages have them so: to the libraries, the first
would be numbers, and the second bytes, but for the methods that they ask types for. Avro's names
are those of the `.avsc` file that all languages have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from serbench.codegen.go import fitted
from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.idl import avro
from serbench.schema.conventions import left_out
from serbench.schema.features import first_use
from serbench.schema.model import Enum, Record, Schema

_SYMBOL = """\
	if int(v) >= len({table}) {{
		return {nothing}driver.NoSymbol(uint32(v))
	}}
"""

_BSON = ("go.mongodb.org/mongo-driver/v2/bson",)
_BSON_ENUM = (
    "func (v {name}) MarshalBSONValue() (byte, []byte, error) {{\n"
    + _SYMBOL.replace("{nothing}", "0, nil, ")
    + """\
	kind, data, err := bson.MarshalValue({table}[v])
	return byte(kind), data, err
}}

func (v *{name}) UnmarshalBSONValue(kind byte, data []byte) error {{
	var text string
	if err := bson.UnmarshalValue(bson.Type(kind), data, &text); err != nil {{
		return err
	}}
	return v.UnmarshalText([]byte(text))
}}
"""
)
_BSON_TOLD = """\
func (v {name}) MarshalBSONValue() (byte, []byte, error) {{
	kind, data, err := bson.MarshalValue(v.Value)
	return byte(kind), data, err
}}

func (v *{name}) UnmarshalBSONValue(kind byte, data []byte) error {{
	v.IsSet = true
	return bson.UnmarshalValue(bson.Type(kind), data, &v.Value)
}}
"""
_BSON_LIST = """\
func (v Uint8List) MarshalBSONValue() (byte, []byte, error) {
	kind, data, err := bson.MarshalValue(driver.Widen(v))
	return byte(kind), data, err
}

func (v *Uint8List) UnmarshalBSONValue(kind byte, data []byte) error {
	var wide []uint16
	if err := bson.UnmarshalValue(bson.Type(kind), data, &wide); err != nil {
		return err
	}
	return driver.Narrow(wide, (*[]uint8)(v))
}
"""

# An option of fxamacker/cbor makes text of symbols.
_CBOR = ("github.com/fxamacker/cbor/v2",)
_CBOR_LIST = """\
func (v Uint8List) MarshalCBOR() ([]byte, error) { return cbor.Marshal(driver.Widen(v)) }

func (v *Uint8List) UnmarshalCBOR(data []byte) error {
	var wide []uint16
	if err := cbor.Unmarshal(data, &wide); err != nil {
		return err
	}
	return driver.Narrow(wide, (*[]uint8)(v))
}
"""
# Methods are not told the options of the codec, which these are.
_CBOR_MODES = """\
var encoder, _ = cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.EncMode()

var decoder, _ = cbor.DecOptions{
	TextUnmarshaler:  cbor.TextUnmarshalerTextString,
	MaxNestedLevels:  65535,
	MaxArrayElements: 1<<31 - 1,
	MaxMapPairs:      1<<31 - 1,
}.DecMode()
"""
_CBOR_TOLD = """\
func (v {name}) MarshalCBOR() ([]byte, error) {{ return encoder.Marshal(v.Value) }}

func (v *{name}) UnmarshalCBOR(data []byte) error {{
	v.IsSet = true
	return decoder.Unmarshal(data, &v.Value)
}}
"""

_MSGP = ("github.com/tinylib/msgp/msgp",)
_MSGP_ENUM = (
    "func (v {name}) MarshalMsg(out []byte) ([]byte, error) {{\n"
    + _SYMBOL.replace("{nothing}", "out, ")
    + """\
	return msgp.AppendString(out, {table}[v]), nil
}}

func (v *{name}) UnmarshalMsg(data []byte) ([]byte, error) {{
	text, rest, err := msgp.ReadStringZC(data)
	if err != nil {{
		return data, err
	}}
	return rest, v.UnmarshalText(text)
}}

func (v {name}) Msgsize() int {{
	if int(v) >= len({table}) {{
		return 0
	}}
	return msgp.StringPrefixSize + len({table}[v])
}}
"""
)
# Where records are arrays, symbols are their numbers; some languages write them as text even there.
_MSGP_NUMBER = """\
func (v {name}) MarshalMsg(out []byte) ([]byte, error) {{
	return msgp.AppendUint32(out, uint32(v)), nil
}}

func (v *{name}) UnmarshalMsg(data []byte) ([]byte, error) {{
	if msgp.NextType(data) == msgp.StrType {{
		text, rest, err := msgp.ReadStringZC(data)
		if err != nil {{
			return data, err
		}}
		return rest, v.UnmarshalText(text)
	}}
	number, rest, err := msgp.ReadUint32Bytes(data)
	if err == nil && int(number) >= len({table}) {{
		err = driver.NoSymbol(number)
	}}
	*v = {name}(number)
	return rest, err
}}

func (v {name}) Msgsize() int {{ return msgp.Uint32Size }}
"""
_MSGP_LIST = """\
func (v Uint8List) MarshalMsg(out []byte) ([]byte, error) {
	out = msgp.AppendArrayHeader(out, uint32(len(v)))
	for _, number := range v {
		out = msgp.AppendUint8(out, number)
	}
	return out, nil
}

func (v *Uint8List) UnmarshalMsg(data []byte) ([]byte, error) {
	size, rest, err := msgp.ReadArrayHeaderBytes(data)
	if err != nil {
		return data, err
	}
	if int(size) > len(rest) {
		return data, msgp.ErrShortBytes
	}
	*v = make(Uint8List, size)
	for i := range *v {
		if (*v)[i], rest, err = msgp.ReadUint8Bytes(rest); err != nil {
			return data, err
		}
	}
	return rest, nil
}

func (v Uint8List) Msgsize() int { return msgp.ArrayHeaderSize + len(v)*msgp.Uint8Size }
"""

_MSGPACK = (
    "github.com/vmihailenco/msgpack/v5",
    "github.com/vmihailenco/msgpack/v5/msgpcode",
)
_MSGPACK_ENUM = (
    "func (v {name}) EncodeMsgpack(e *msgpack.Encoder) error {{\n"
    + _SYMBOL.replace("{nothing}", "")
    + """\
	return e.EncodeString({table}[v])
}}

func (v *{name}) DecodeMsgpack(d *msgpack.Decoder) error {{
	text, err := d.DecodeString()
	if err != nil {{
		return err
	}}
	return v.UnmarshalText([]byte(text))
}}
"""
)
_MSGPACK_NUMBER = """\
func (v {name}) EncodeMsgpack(e *msgpack.Encoder) error {{ return e.EncodeUint(uint64(v)) }}

func (v *{name}) DecodeMsgpack(d *msgpack.Decoder) error {{
	code, err := d.PeekCode()
	if err != nil {{
		return err
	}}
	if msgpcode.IsString(code) {{
		text, err := d.DecodeString()
		if err != nil {{
			return err
		}}
		return v.UnmarshalText([]byte(text))
	}}
	number, err := d.DecodeUint32()
	if err == nil && int(number) >= len({table}) {{
		err = driver.NoSymbol(number)
	}}
	*v = {name}(number)
	return err
}}
"""
_MSGPACK_LIST = """\
func (v Uint8List) EncodeMsgpack(e *msgpack.Encoder) error { return e.Encode(driver.Widen(v)) }

func (v *Uint8List) DecodeMsgpack(d *msgpack.Decoder) error {
	var wide []uint16
	if err := d.Decode(&wide); err != nil {
		return err
	}
	return driver.Narrow(wide, (*[]uint8)(v))
}
"""

_UGORJI = ("github.com/ugorji/go/codec",)
_UGORJI_ENUM = """\
func (v {name}) CodecEncodeSelf(e *codec.Encoder) {{
	if int(v) >= len({table}) {{
		panic(driver.NoSymbol(uint32(v)))
	}}
	e.MustEncode({table}[v])
}}

func (v *{name}) CodecDecodeSelf(d *codec.Decoder) {{
	var text string
	d.MustDecode(&text)
	if err := v.UnmarshalText([]byte(text)); err != nil {{
		panic(err)
	}}
}}
"""
_UGORJI_LIST = """\
func (v Uint8List) CodecEncodeSelf(e *codec.Encoder) { e.MustEncode(driver.Widen(v)) }

func (v *Uint8List) CodecDecodeSelf(d *codec.Decoder) {
	var wide []uint16
	d.MustDecode(&wide)
	if err := driver.Narrow(wide, (*[]uint8)(v)); err != nil {
		panic(err)
	}
}
"""


def _package(path: str) -> str:
    """What a package is called: its path's last part that is no version."""
    return re.sub(r"/v\d+$", "", path).rpartition("/")[2]


def _same_fields(record: Record) -> Mapping[str, str]:
    return {f.name: f.name for f in record.fields}


def _same_symbols(enum: Enum) -> Mapping[str, str]:
    return {symbol: symbol for symbol in enum.symbols}


def _quoted_fields(record: Record) -> Mapping[str, str]:
    """As vmihailenco/tagparser reads names with characters of its own."""
    return {
        f.name: "'" + f.name.replace("'", r"\'") + "'" if re.search("[,:']", f.name) else f.name
        for f in record.fields
    }


@dataclass(frozen=True, slots=True)
class Tagged:
    """A package `schema_<name>` whose struct tags have this `key`. `imports` are what methods
    may use, which every `enum` gets and, if there is one, the `list_of_u8`, and records that tell
    absent from null get those of `told`, which use `modes`, where tags have the option `omit`."""

    name: str
    key: str
    imports: tuple[str, ...] = ()
    enum: str = ""
    list_of_u8: str = ""
    fields: Callable[[Record], Mapping[str, str]] = _same_fields
    symbols: Callable[[Enum], Mapping[str, str]] = _same_symbols
    told: str = ""
    modes: str = ""
    omit: str = "omitzero"

    @property
    def __name__(self) -> str:
        """The module, from which is found what it is made of."""
        return __name__

    def generate(self, schema: Schema) -> dict[str, str]:
        """The sources of the package, by their names in it."""
        package = f"schema_{self.name}"
        dialect = go.Dialect(package, self.key, self.fields, self.symbols, omit=self.omit)
        made = fitted.package(schema, dialect)
        methods = self._methods(schema)
        if methods:
            body = "\n".join(methods)
            library = [f'"{path}"' for path in self.imports if f"{_package(path)}." in body]
            imports = go.import_block(library, go.used(body, "driver", prefix="serbench/"))
            made["methods.go"] = f"{go.HEADER}\npackage {package}\n\n{imports}\n{body}"
        return made

    def _methods(self, schema: Schema) -> list[str]:
        known = go.names(schema)
        methods = []
        if self.enum:
            for enum in schema.enums:
                name = known.types[enum.name]
                methods.append(self.enum.format(name=name, table=go.symbol_table(name)))
        if self.list_of_u8 and first_use(schema, "list<u8>") is not None:
            methods.append(self.list_of_u8)
        told = left_out(schema)
        methods += [self.modes] * bool(told and self.modes)
        methods += [
            self.told.format(name=known.types[name]) for name in known.types if name in told
        ]
        return methods


@dataclass(frozen=True, slots=True)
class _Msgp(Tagged):
    """With comments that tell its generator which methods are there already, and whether records
    are arrays."""

    tuples: bool = False

    def generate(self, schema: Schema) -> dict[str, str]:
        # No zero-argument super: slots make the class anew.
        made = Tagged.generate(self, schema)
        kinds = go_logical.kinds_of(schema)
        known = go.names(kinds)
        ignored = [known.types[enum.name] for enum in schema.enums] + ["Uint8List"]
        directives = [f"//msgp:ignore {' '.join(ignored)}"]
        if self.tuples:
            records = [known.types[record.name] for record in kinds.plain_records]
            directives.append(f"//msgp:tuple {' '.join(records)}")
        # Without it, maps have keys of text alone.
        directives += ["//msgp:maps binkeys"] * bool(known.entries)
        return made | {"types.go": "\n".join([made["types.go"], *directives, ""])}


@dataclass(frozen=True, slots=True)
class _Avro(Tagged):
    """With the schema's text, and a reader of wire names, which the library's text of a symbol need
    not be."""

    def generate(self, schema: Schema) -> dict[str, str]:
        made = Tagged.generate(self, schema)
        known = go.names(schema)
        lines = [f"{go.HEADER}\npackage schema_{self.name}\n"]
        lines += ['import "serbench/driver"\n'] * bool(schema.enums)
        lines += ["// AvroSchema is the text of the schema."]
        lines += [f"const AvroSchema = {go.literal(avro.generate(schema))}\n"]
        for enum in schema.enums:
            name = known.types[enum.name]
            lines += [*go.symbol_reader(name, "UnmarshalWireName", known.symbols[enum.name]), ""]
        return made | {"avro.go": "\n".join(lines)}


TAGGED = {
    tagged.name: tagged
    for tagged in (
        _Avro("avro", "avro", fields=avro.field_names, symbols=avro.symbol_names),
        Tagged("bson", "bson", _BSON, _BSON_ENUM, _BSON_LIST, told=_BSON_TOLD, omit="omitempty"),
        Tagged("cbor", "cbor", _CBOR, "", _CBOR_LIST, told=_CBOR_TOLD, modes=_CBOR_MODES),
        _Msgp("msgp", "msg", _MSGP, _MSGP_ENUM, _MSGP_LIST),
        _Msgp("msgp_arrays", "msg", _MSGP, _MSGP_NUMBER, _MSGP_LIST, tuples=True),
        Tagged("msgpack", "msgpack", _MSGPACK, _MSGPACK_ENUM, _MSGPACK_LIST, _quoted_fields),
        Tagged(
            "msgpack_arrays",
            "msgpack",
            _MSGPACK,
            _MSGPACK_NUMBER,
            _MSGPACK_LIST,
            _quoted_fields,
        ),
        # It asks types for no methods.
        Tagged("shamaton", "msgpack"),
        Tagged("toml", "toml"),
        Tagged("ugorji", "codec", _UGORJI, _UGORJI_ENUM, _UGORJI_LIST),
        Tagged("yaml", "yaml"),
    )
}

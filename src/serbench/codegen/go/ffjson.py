"""Go's github.com/pquerna/ffjson: the plain types once more, for its generator.

    generate(schema) -> {"types.go": ..., "values.go": ..., "symbols.go": ...}

It writes methods `MarshalJSON` and `UnmarshalJSON` beside the types, which encoding/json would
call too: hence a package of its own. It does not know `MarshalText` and would write enums as
numbers, so they get methods of the kind that it knows.
"""

from __future__ import annotations

from serbench.codegen.go import fitted
from serbench.codegen.go import types as go
from serbench.schema.model import Schema

_SYMBOLS = """\
func (v {name}) MarshalJSON() ([]byte, error) {{
	text, err := v.MarshalText()
	if err != nil {{
		return nil, err
	}}
	return driver.QuoteSymbol(text)
}}

func (v *{name}) UnmarshalJSON(data []byte) error {{
	text, err := driver.UnquoteSymbol(data)
	if err != nil {{
		return err
	}}
	return v.UnmarshalText(text)
}}
"""

# ffjson writes this for other records, and its codec calls it.
_ROOT = """\
func (v *Root) MarshalJSONBuf(buf fflib.EncodingBuffer) error {
	data, err := v.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = buf.Write(data)
	return err
}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package `schema_ffjson`, by their names in it."""
    package = "schema_ffjson"
    made = fitted.package(schema, go.Dialect(package, "json"))
    if not go.has_tags(schema.record(schema.root)):
        imports = go.import_block(['fflib "github.com/pquerna/ffjson/fflib/v1"'])
        made["root.go"] = "\n".join([f"{go.HEADER}\npackage schema_ffjson\n", imports, _ROOT])
    if schema.enums:
        known = go.names(schema)
        head = go.HEADER + '\npackage schema_ffjson\n\nimport "serbench/driver"\n'
        parts = [_SYMBOLS.format(name=known.types[enum.name]) for enum in schema.enums]
        made["symbols.go"] = "\n".join([head, *parts])
    return made

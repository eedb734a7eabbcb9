"""Go's github.com/mailru/easyjson: the plain types once more, for its generator.

    generate(schema) -> {"types.go": ..., "values.go": ...}

It writes methods beside the types, which encoding/json would call too: hence a package of its own.
Its codec calls methods of the root, which it writes for no record that has methods already.
"""

from __future__ import annotations

from serbench.codegen.go import fitted
from serbench.codegen.go import types as go
from serbench.schema.model import Schema

_ROOT = """\
func (v Root) MarshalEasyJSON(w *jwriter.Writer) { w.Raw(v.MarshalJSON()) }

func (v *Root) UnmarshalEasyJSON(l *jlexer.Lexer) {
	if err := v.UnmarshalJSON(l.Raw()); err != nil {
		l.AddError(err)
	}
}
"""
_RUNTIME = ("jlexer", "jwriter")


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package `schema_easyjson`, by their names in it."""
    package = "schema_easyjson"
    made = fitted.package(schema, go.Dialect(package, "json"))
    if not go.has_tags(schema.record(schema.root)):
        imports = go.import_block([f'"github.com/mailru/easyjson/{name}"' for name in _RUNTIME])
        made["root.go"] = "\n".join([f"{go.HEADER}\npackage {package}\n", imports, _ROOT])
    return made

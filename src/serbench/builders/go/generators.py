"""The code generators of Go libraries, by the names that codecs' front matter calls them.

Each makes a package `serbench/schema_<name>`: serbench writes its sources, among them what is
between plain values and the library's types, and the library's own program adds the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from serbench.builders import provenance
from serbench.builders.go import tool as go_tool
from serbench.codegen import generator as codegen
from serbench.codegen.go import capnp, ffjson, glycerine, gogo, protobuf
from serbench.machine import programs


@dataclass(frozen=True, slots=True)
class Generator:
    """`tool` is the Go package of the library's program, `module` what writes sources,
    `commands` what runs in the package's directory.
    `compiler` is a program that must be installed, as (name, Debian package)."""

    tool: str
    module: codegen.Generator
    commands: Callable[[Path], list[list[str]]]
    compiler: tuple[str, str] | None = None
    # What is done to the program's output.
    finish: Callable[[Path], None] | None = None

    def sources(self) -> list[Path]:
        """The files whose change would change the package."""
        return provenance.modules(self.module)

    def identity(self) -> str:
        """What changes when another program would run."""
        return provenance.program(self.compiler[0]) if self.compiler else ""

    def missing(self) -> tuple[str, str] | None:
        """The program that is not installed and its Debian package."""
        if self.compiler and not programs.which(self.compiler[0]):
            return self.compiler
        return None


# ffjson says "go run -a", which compiles the standard library anew: 15 s for every schema.
_GO_WITHOUT_A = """\
#!/bin/sh
if [ "$1 $2" = "run -a" ]; then
    shift 2
    exec go run "$@"
fi
exec go "$@"
"""


def _ffjson(directory: Path) -> list[list[str]]:
    types = (directory / "types.go").read_text()
    if types.count("// ffjson: skip\n") == types.count(" struct {\n"):
        return []  # it stops when there is no record to write methods for
    script = _script(directory, "go-without-a", _GO_WITHOUT_A)
    return [["ffjson", "-go-cmd", str(script), "types.go"]]


def _script(directory: Path, name: str, text: str) -> Path:
    path = directory / name
    path.write_text(text)
    path.chmod(0o755)
    return path


_HANDLER = re.compile(
    r"/\* handler: (?P<name>\S+) type=\*schema_ffjson\.(?P<type>\w+) kind=ptr"
    r"(?P<between>(?:(?!handler:).)*?)"
    r"(?P<call>err = (?P=name)\.UnmarshalJSON)",
    re.DOTALL,
)


# On lines without quotes, behind which names of fields may stand.
_OWN_PACKAGE = re.compile(r"""^[^"'`\n]*\bschema_ffjson\.[^"'`\n]*$""", re.MULTILINE)


def _finish_ffjson(directory: Path) -> None:
    """ffjson calls `UnmarshalJSON` of a pointer in a list or map that it never made, and names
    its own package before types in lists of pointers to maps."""
    path = directory / "types_ffjson.go"
    if path.exists():  # without a record to write methods for, there is no file
        made = r"/* handler: \g<name> type=\g<type>\g<between>"
        made += r"if \g<name> == nil {\n\g<name> = new(\g<type>)\n}\n\g<call>"
        text = _HANDLER.sub(made, path.read_text())
        text = _OWN_PACKAGE.sub(lambda line: line[0].replace("schema_ffjson.", ""), text)
        path.write_text(text)


def _protobuf(directory: Path) -> list[list[str]]:
    package = f"Mdata.proto=serbench/{directory.name}"
    options = ["--go_out=.", "--go_opt=paths=source_relative", f"--go_opt={package}"]
    return [["protoc", *options, "data.proto"]]


def _gogo(directory: Path) -> list[list[str]]:
    options = _module_directory("github.com/gogo/protobuf", directory)
    package = f"Mdata.proto=serbench/{directory.name}"
    out = f"--gogofaster_out=paths=source_relative,{package}:."
    return [["protoc", f"-I{options}", "-I.", out, "data.proto"]]


def _module_directory(module: str, directory: Path) -> str:
    return go_tool.run(["go", "list", "-m", "-f", "{{.Dir}}", module], directory).strip()


# What no codec uses and the compiler takes a fifth of the package's time for: promises, which are
# for RPC, and the schema, which is for texts of messages. capnp hands no options on.
_CAPNPC_GO = """\
#!/bin/sh
exec capnpc-go -promises=false -schemas=false -structstrings=false
"""


def _capnp(directory: Path) -> list[list[str]]:
    imports = _module_directory("capnproto.org/go/capnp/v3", directory)
    script = _script(directory, "capnpc-go-for-data", _CAPNPC_GO)
    return [["capnp", "compile", f"-I{imports}/std", f"-o{script}", "data.capnp"]]


def _glycerine(directory: Path) -> list[list[str]]:
    imports = _module_directory("github.com/glycerine/go-capnproto", directory)
    return [["capnp", "compile", f"-I{imports}", "-ogo", "data.capnp"]]


def modules() -> list[Path]:
    """What runs the generators, whichever it is: this module and what it needs."""
    return provenance.modules(__name__, without=[g.module for g in GENERATORS.values()])


CAPNP = ("capnp", "capnproto")
PROTOC = ("protoc", "protobuf-compiler")
GENERATORS = {
    "capnp": Generator(
        "capnproto.org/go/capnp/v3/capnpc-go",
        capnp,
        _capnp,
        CAPNP,
    ),
    "ffjson": Generator(
        "github.com/pquerna/ffjson",
        ffjson,
        _ffjson,
        finish=_finish_ffjson,
    ),
    "glycerine": Generator(
        "github.com/glycerine/go-capnproto/capnpc-go",
        glycerine,
        _glycerine,
        CAPNP,
    ),
    "gogo": Generator(
        "github.com/gogo/protobuf/protoc-gen-gogofaster",
        gogo,
        _gogo,
        PROTOC,
    ),
    "protobuf": Generator(
        "google.golang.org/protobuf/cmd/protoc-gen-go",
        protobuf,
        _protobuf,
        PROTOC,
    ),
}

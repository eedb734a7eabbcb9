"""What TypeScript's own compiler says of the declarations."""

import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.builders.javascript import node, packages
from serbench.builders.packages import InstallError
from serbench.codegen.javascript import typescript
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
)
from tests.strategies import examples, schemas, schemas_with_unions

COMPILER = ("typescript@5.9.3",)
TEXT = Scalar(Kind.STRING)
THING = Record(
    "thing",
    (
        Field("constructor", TEXT),
        Field("two words", OptionalOf(Scalar(Kind.I64))),
        Field("levels", ListOf(OptionalOf(EnumRef("log level")))),
        Field("parts", MapOf(RecordRef("thing"))),
        Field("raw", Scalar(Kind.BYTES)),
    ),
)
SCHEMA = Schema("s", "thing", (THING,), (Enum("log level", ("info", 'not "found"')),))


@pytest.fixture(scope="module")
def says(tmp_path_factory):
    """What the compiler says of modules, by their names."""
    if reason := node.missing():
        pytest.skip(reason)
    try:
        packages.install(COMPILER, may_be_unlocked=True)
    except InstallError as error:
        pytest.skip(str(error))
    compiler = packages.home(COMPILER) / "node_modules" / "typescript" / "lib" / "tsc.js"
    where = tmp_path_factory.mktemp("typescript")

    def run(texts):
        for old in where.iterdir():
            old.unlink()
        for name, text in texts.items():
            (where / name).write_text(text)
        options = ("--strict", "--noEmit", "--target", "es2022", "--moduleResolution", "bundler")
        command = [node.node().path, str(compiler), *options, "--module", "esnext"]
        done = subprocess.run(
            [*command, *texts], cwd=where, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    return run


def test_types_are_idiomatic_declarations():
    assert typescript.generate(SCHEMA)["types.d.ts"].endswith(
        r"""
export type LogLevel = "info" | "not \"found\"";
export declare const LogLevel: readonly LogLevel[];

export interface Thing {
  constructor: string;
  "two words": number | bigint | null;
  levels: Array<LogLevel | null>;
  parts: { [key: string]: Thing };
  raw: Uint8Array;
}
export declare const Thing: new (p0: string, p1: number | bigint | null, """
        r"""p2: Array<LogLevel | null>, p3: { [key: string]: Thing }, p4: Uint8Array) => Thing;

export { Thing as Root };
"""
    )


@pytest.mark.compiled
def test_compiler_checks_use_of_declarations(says):
    declarations = typescript.generate(SCHEMA)["types.d.ts"]
    use = (
        'import { LogLevel, Root, Thing } from "./types.js";\n'
        'const thing: Root = new Thing("a", 1n, ["info", null], {}, new Uint8Array(1));\n'
        'const level: LogLevel | null = thing.parts["x"].levels[0];\n'
    )
    assert says({"types.d.ts": declarations, "use.ts": use}) == ""
    wrong = use + "const number: number = thing.constructor;\n"
    assert "TS2322" in says({"types.d.ts": declarations, "use.ts": wrong})


@pytest.mark.compiled
@examples(3)
@given(st.lists(st.one_of(schemas(), schemas_with_unions()), min_size=15, max_size=30))
def test_compiler_accepts_declarations_of_any_schema(says, some):
    texts = {
        f"types{number}.d.ts": typescript.generate(schema)["types.d.ts"]
        for number, schema in enumerate(some)
    }
    assert says(texts) == ""

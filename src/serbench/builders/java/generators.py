"""What serbench generates for Java codecs, by the words of their `generate`; what they share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serbench.builders import jdk, maven
from serbench.builders.codec import DRIVERS, Codec, FrontMatterError
from serbench.codegen import generator as codegen
from serbench.codegen.idl import sbe
from serbench.codegen.java import avro as java_avro
from serbench.codegen.java import avro_specific as java_avro_specific
from serbench.codegen.java import bytebuffer as java_bytebuffer
from serbench.codegen.java import dsl_json as java_dsl_json
from serbench.codegen.java import externalizable as java_externalizable
from serbench.codegen.java import flatbuffers as java_flatbuffers
from serbench.codegen.java import jsonp as java_jsonp
from serbench.codegen.java import kryo as java_kryo
from serbench.codegen.java import msgpack as java_msgpack
from serbench.codegen.java import org_json as java_org_json
from serbench.codegen.java import proto as java_proto
from serbench.codegen.java import sbe as java_sbe
from serbench.codegen.java import thrift as java_thrift
from serbench.codegen.java import wire as java_wire
from serbench.codegen.java import zserio as java_zserio

LIBRARIES = DRIVERS / "java" / "libraries"


@dataclass(frozen=True, slots=True)
class Generator:
    """`module` makes sources; the program, if any, makes more of them, run in their directory. It
    is on the path, a Debian `package` bringing it, or a Maven `artifact`; or it is the class `main`
    of such an artifact, which Java runs. Without `has_conversions`, the library still finds the
    fields of plain classes by itself."""

    module: codegen.Generator
    program: str = ""
    package: str = ""
    artifact: str = ""
    main: str = ""
    options: tuple[str, ...] = ()  # of the virtual machine that runs `main`
    arguments: tuple[str, ...] = ()
    has_conversions: bool = True


# By the words of `generate` in front matter.
GENERATORS = {
    "avro": Generator(java_avro, has_conversions=False),
    "avro-specific": Generator(
        java_avro_specific,
        artifact="org.apache.avro:avro-compiler:1.12.2",
        main="org.apache.avro.compiler.specific.SpecificCompiler",
        arguments=("data.avpr", "."),
    ),
    "bytebuffer": Generator(java_bytebuffer),
    "dsl-json": Generator(java_dsl_json, has_conversions=False),
    "externalizable": Generator(java_externalizable),
    "jsonp": Generator(java_jsonp),
    "kryo": Generator(java_kryo),
    "msgpack": Generator(java_msgpack),
    "org-json": Generator(java_org_json),
    "proto": Generator(  # of the library's version: what another one generates, it may refuse
        java_proto,
        artifact="com.google.protobuf:protoc:4.36.2",
        arguments=("--java_out=.", "data.proto"),
    ),
    "flatbuffers": Generator(
        java_flatbuffers,
        program="flatc",
        package="flatbuffers-compiler",
        arguments=("--java", "data.fbs"),
    ),
    "sbe": Generator(
        java_sbe,
        artifact=sbe.COMPILER,
        main=sbe.COMPILER_CLASS,
        options=("-Dsbe.output.dir=.",),
        arguments=(sbe.SBE_FILE,),
    ),
    "thrift": Generator(
        java_thrift,
        program="thrift",
        package="thrift-compiler",
        arguments=("-out", ".", "--gen", "java:generated_annotations=suppress", "data.thrift"),
    ),
    "wire": Generator(
        java_wire,
        artifact="com.squareup.wire:wire-compiler:6.4.7",
        main="com.squareup.wire.WireCompiler",
        arguments=("--proto_path=.", "--java_out=.", "data.proto"),
    ),
    "zserio": Generator(
        java_zserio,
        artifact="io.github.ndsev:zserio:2.18.0",
        main="zserio.tools.ZserioTool",
        arguments=("-java", ".", "serbench/structures.zs"),
    ),
}


def shared(codec: Codec) -> list[Path]:
    """Sources that codecs of one library share."""
    return [LIBRARIES / f"{name}.java" for name in codec.facts.get("shares", ())]


def has_conversions(codec: Codec) -> bool:
    """Whether generated code puts the fields of plain values, or makes the library's objects."""
    return any(generator_of(word).has_conversions for word in codec.facts.get("generate", ()))


def generator_of(word: str) -> Generator:
    try:
        return GENERATORS[word]
    except KeyError:
        raise FrontMatterError(f"nothing is known to generate for {word!r}") from None


def program_of(generator: Generator) -> list[str]:
    """The beginning of the command line, or nothing. Raises `maven.MavenError`."""
    if generator.main:
        class_path = maven.jars(generator.artifact)
        return jdk.run_class(generator.main, class_path, generator.options)
    if generator.artifact:
        return [str(maven.program(generator.artifact))]
    return [generator.program] if generator.program else []

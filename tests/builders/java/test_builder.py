import os
import shutil
import subprocess

import pytest

from serbench.builders import jdk, maven
from serbench.builders.codec import DRIVERS, FrontMatterError, read_codec
from serbench.builders.java import builder, generators
from serbench.builders.java import tools as java_tools
from serbench.codegen.java import ops as java_ops
from serbench.codegen.java import types as java
from serbench.errors import UserError
from serbench.measure.client import Driver
from serbench.operations import BY_DEFAULT, EXTRA
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve
from serbench.schema.logical import Date
from serbench.schema.model import Field, Kind, Record, Scalar, Schema, scalar_of
from tests.compiled_schemas import WHOLE, driver_of, part_of, whole

CODECS = {
    path.stem: read_codec("java", path)
    for path in sorted((DRIVERS / "java" / "codecs").glob("*.java"))
}
SMALL = Schema("small", "Small", (Record("Small", (Field("x", Scalar(Kind.I64)),)),))

needs_jdk = pytest.mark.skipif(
    not builder.BUILDER.toolchain().available, reason="no JDK or no Maven"
)


def build(schema, codecs=None):
    codecs = list(codecs or CODECS.values())
    return builder.BUILDER.build(schema, codecs, EXTRA, lambda done, total, doing: None)


def test_codecs_of_studies_exist_with_one_reference():
    assert set(CODECS) == {
        "avro-reflect", "avro-specific", "bson", "bson4jackson", "bytebuffer", "dsl-json",
        "eclipse-serializer", "externalizable", "fastjson2",
        "flatbuffers", "fory", "fory-compatible", "fst", "gson",
        "hessian", "jackson-avro", "jackson-cbor", "jackson-ion", "jackson-msgpack",
        "jackson-smile", "jackson-yaml", "jackson3", "javax-json",
        "jboss-marshalling", "json", "json-afterburner", "json-blackbird", "json-gzip", "kryo",
        "kryo-compatible", "kryo-generated", "kryo-unsafe", "moshi", "msgpack-core", "org-json",
        "protobuf", "protobuf-json", "protostuff", "sbe", "serializable", "thrift-binary",
        "thrift-compact", "wire", "xstream", "zserio",
    }  # fmt: skip
    assert [c.name for c in CODECS.values() if c.is_reference] == ["kryo"]
    assert all(len(code(c.path.read_text())) <= 80 for c in CODECS.values())


def code(text):
    """The lines that are neither empty nor comments nor imports."""
    no_code = ("//", "/*", "*", "import ", "package ")
    lines = map(str.strip, text.splitlines())
    return [line for line in lines if line and not line.startswith(no_code)]


def test_version_is_read_from_front_matter():
    assert builder.version(CODECS["kryo"]) == "5.6.2"


def test_library_for_logical_types_is_on_class_path_only_with_them():
    dated = Schema("dated", "Dated", (Record("Dated", (Field("x", scalar_of(Date())),)),))
    library = "com.fasterxml.jackson.datatype:jackson-datatype-jsr310:2.23.0"
    assert library not in builder.dependencies(CODECS["json"], SMALL)
    assert library in builder.dependencies(CODECS["json"], dated)
    assert builder.version(CODECS["json"]) == "2.23.0"


def test_flags_say_heap_and_collector(monkeypatch):
    monkeypatch.delenv("SERBENCH_JAVA_HEAP", raising=False)
    monkeypatch.delenv("SERBENCH_JAVA_GC", raising=False)
    monkeypatch.delenv("SERBENCH_JAVA_YOUNG", raising=False)
    assert java_tools.flags()[:4] == ["-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-Xmn16m"]
    monkeypatch.setenv("SERBENCH_JAVA_HEAP", "4g")
    monkeypatch.setenv("SERBENCH_JAVA_GC", "G1")
    monkeypatch.setenv("SERBENCH_JAVA_YOUNG", "1g")
    assert java_tools.flags()[:4] == ["-Xms4g", "-Xmx4g", "-XX:+UseG1GC", "-Xmn1g"]
    monkeypatch.setenv("SERBENCH_JAVA_GC", "Z")
    assert "-Xmn1g" not in java_tools.flags()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SERBENCH_JAVA_HEAP", "much"),
        ("SERBENCH_JAVA_YOUNG", "0"),
        ("SERBENCH_JAVA_GC", "Magic; rm -rf"),
    ],
)
def test_invalid_flags_are_rejected(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(UserError, match=name):
        java_tools.flags()


def test_without_a_jdk_the_reason_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    builder.BUILDER.forget()
    try:
        found = builder.BUILDER.toolchain()
        assert not found.available
        assert "javac" in found.reason
        assert "maven" in found.packages
        own = builder.BUILDER.availability(CODECS["flatbuffers"])
        assert (own.available, own.packages) == (False, ("flatbuffers-compiler",))
    finally:
        monkeypatch.undo()
        builder.BUILDER.forget()


@needs_jdk
def test_another_jdk_or_another_class_path_make_another_driver(monkeypatch, tmp_path):
    def made_of():
        builder.BUILDER.forget()
        return builder.fingerprints(WHOLE, [CODECS["kryo"]])["java/kryo"]

    first = made_of()
    parent = tmp_path / "pom.xml"
    parent.write_text(maven.PARENT.read_text() + "<!-- -->\n")
    with monkeypatch.context() as patched:
        patched.setattr(maven, "PARENT", parent)
        assert made_of() != first
    with monkeypatch.context() as patched:
        patched.setattr(java_tools, "JAVAC_FLAGS", ("-g:none",))
        assert made_of() != first
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "javac").touch()
    (tmp_path / "release").write_text('JAVA_VERSION="17.0.1"\n')
    with monkeypatch.context() as patched:
        patched.setenv("JAVA_HOME", str(tmp_path))
        assert made_of() != first
    assert made_of() == first


def test_flags_of_the_users_do_not_reach_the_compiler(monkeypatch, tmp_path):
    monkeypatch.setenv("JDK_JAVAC_OPTIONS", "-g:none")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Dx=y")
    seen = {}

    def run(command, env, **_):
        seen.update(env)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(jdk, "installed", lambda: jdk.Jdk(tmp_path, "", 17, ""))
    monkeypatch.setattr(subprocess, "run", run)
    java_tools.compile_java([], [], tmp_path / "out")
    assert "PATH" in seen
    assert not {"JDK_JAVAC_OPTIONS", "JAVA_TOOL_OPTIONS"} & set(seen)


def test_an_unknown_generator_is_named(tmp_path):
    path = tmp_path / "odd.java"
    path.write_text(
        CODECS["kryo"].path.read_text().replace("// class", '// generate = ["x"]\n// class')
    )
    with pytest.raises(FrontMatterError, match="'x'"):
        builder.BUILDER.availability(read_codec("java", path))


def test_packages_that_a_library_looks_into_are_opened():
    build = builder._Build(SMALL, [CODECS["sbe"]], frozenset())
    command = build.command(CODECS["sbe"], {"class_path": "driver"})
    options = command[: command.index("-cp")]
    assert "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED" in options


def test_sources_that_codecs_share_are_those_of_their_library():
    names = {path.stem for codec in CODECS.values() for path in generators.shared(codec)}
    assert names == {path.stem for path in generators.LIBRARIES.glob("*.java")}
    assert all(path.exists() for codec in CODECS.values() for path in generators.shared(codec))


def test_first_error():
    text = "Note: x\nA.java:3: error: cannot find symbol\n  foo\n1 error\n"
    assert java_tools.first_error(text) == "A.java:3: error: cannot find symbol"


@needs_jdk
@pytest.mark.compiled
def test_up_to_date_drivers_are_found_without_spawning(monkeypatch):
    codecs = [codec for codec in CODECS.values() if part_of(codec) == WHOLE]
    commands = {codec.id: whole(codec).command for codec in codecs}
    monkeypatch.setattr(subprocess, "run", None)
    drivers = build(WHOLE, codecs).drivers
    assert drivers == commands


@needs_jdk
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("super(values)", "super(noSuchValues)", "error: cannot find symbol"),
        ("kryo:5.6.2", "kryo:0.0.0", "kryo"),
        ('"com.esotericsoftware:kryo:5.6.2"', '"nonsense"', "broken"),
    ],
    ids=["source", "version", "coordinates"],
)
def test_broken_codec_does_not_fail_others(tmp_path, old, new, said):
    path = tmp_path / "broken.java"
    path.write_text(CODECS["kryo"].path.read_text().replace(old, new))
    broken = read_codec("java", path)
    result = build(SMALL, [broken, CODECS["json"]])
    assert set(result.failures) == {"java/broken"}
    assert said in result.failures["java/broken"].reason
    assert result.failures["java/broken"].log.read_text()
    with Driver(result.drivers["java/json"]) as driver:
        assert driver.describe().codec == "java/json"


@needs_jdk
@pytest.mark.compiled
def test_drivers_that_are_up_to_date_stay_when_others_are_built():
    first = build(SMALL, [CODECS["json"]]).drivers["java/json"]
    both = build(SMALL, [CODECS["json"], CODECS["serializable"]]).drivers
    assert both["java/json"] == first
    for command in both.values():
        with Driver(command) as driver:
            assert driver.describe().codec in both


@needs_jdk
@pytest.mark.compiled
def test_driver_describes_library_compiler_and_flags():
    with Driver(whole(CODECS["kryo"]).command) as driver:
        description = driver.describe()
    assert (description.library, description.version) == ("kryo", "5.6.2")
    assert description.compiler.startswith("openjdk ")
    assert "-Xmx" in description.flags
    assert description.allocator


@needs_jdk
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("workload", "sizes"),
    [
        ("nested", {"json": 550, "javax-json": 550, "protobuf": 382, "bson": 701}),
        ("record", {"flatbuffers": 17_632}),
    ],
)
def test_encoded_sizes_equal_known_sizes(workload, sizes):
    target = resolve(Target(workload), 1, 0)
    for name, size in sizes.items():
        command = driver_of(CODECS[name], target.schema, BY_DEFAULT, CODECS.values()).command
        with Driver(command) as driver:
            driver.open(target.expected.path)
            assert (name, driver.verify().encoded_bytes) == (name, size)


# zserio's compiler refuses some of `WHOLE`, so that what is generated for it is of another schema.
OF_ZSERIO = "zserio"


@needs_jdk
@pytest.mark.compiled
@pytest.mark.parametrize("of_zserio", [False, True], ids=["others", OF_ZSERIO])
def test_our_own_sources_compile_without_a_warning(tmp_path, of_zserio):
    schema = part_of(CODECS[OF_ZSERIO]) if of_zserio else WHOLE
    chosen = [g for word, g in builder.GENERATORS.items() if (word == OF_ZSERIO) == of_zserio]
    files = java.generate(schema) | java_ops.generate(schema)
    for generator in chosen:
        files |= generator.module.generate(schema)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    modules = {maven.DRIVER: [], **{c.name: builder.all_dependencies(c) for c in CODECS.values()}}
    paths, failed = maven.class_paths(modules)
    assert not failed
    class_path = os.pathsep.join(str(p) for libraries in paths.values() for p in libraries)
    found = jdk.installed()
    theirs = tmp_path / "theirs"
    for generator in chosen:
        program = generators.program_of(generator)
        if not program:
            continue
        if not shutil.which(program[0]):
            pytest.skip(f"{program[0]} is not installed")
        for name, text in generator.module.generate(schema).items():
            if not name.endswith(".java"):
                (theirs / name).parent.mkdir(parents=True, exist_ok=True)
                (theirs / name).write_text(text)
        subprocess.run([*program, *generator.arguments], cwd=theirs, check=True)
    base = [found.program("javac"), "-proc:none", "-cp", class_path, "-d", str(tmp_path / "out")]
    subprocess.run([*base, "-nowarn", *map(str, theirs.rglob("*.java"))], check=True, stderr=-1)
    ours = [str(path) for path in tmp_path.rglob("*.java") if theirs not in path.parents]
    own = DRIVERS / "java"
    of_one = {own / "codecs" / f"{OF_ZSERIO}.java", *(own / "src").rglob("*.java")}
    others = {path for path in own.rglob("*.java") if path.stem != OF_ZSERIO}
    ours += map(str, of_one if of_zserio else others)
    base[3] += os.pathsep + str(tmp_path / "out")
    lint = "-Xlint:all,-classfile"  # the libraries' own annotations are not all there
    done = subprocess.run([*base, lint, *ours], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


KERNEL = """\
package serbench.driver;

class KernelTest {
  public static void main(String[] args) {
    Kernel kernel = new Kernel();
    java.util.Arrays.fill(kernel.target, (byte) 0);
    kernel.walk();
    long hash = net.openhft.hashing.LongHashFunction.xx().hashBytes(kernel.target);
    System.out.println(kernel.sum + " " + kernel.position + " " + Long.toHexString(hash));
  }
}
"""


@needs_jdk
@pytest.mark.compiled
def test_kernel_work_equals_results_from_protocol(tmp_path):
    paths, _ = maven.class_paths({maven.DRIVER: []})
    source = tmp_path / "KernelTest.java"
    source.write_text(KERNEL)
    class_path = [builder.driver_classes(paths[maven.DRIVER]), *paths[maven.DRIVER]]
    java_tools.compile_java([source], class_path, tmp_path / "out")
    command = [jdk.installed().program("java"), "-cp"]
    command += [
        os.pathsep.join(map(str, [tmp_path / "out", *class_path])),
        "serbench.driver.KernelTest",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    # Computed by another program, from the protocol's text alone.
    assert done.stdout.split() == ["20635", "13124", "c2574cc934d1d8da"]

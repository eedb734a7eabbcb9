"""What brings a system package: builders name Debian's, other systems' are found from there."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Collection

# By Debian's names.
HOMEBREW = {
    "capnproto": "capnp",
    "clang-19": "llvm",
    "flatbuffers-compiler": "flatbuffers",
    "fio": "fio",
    "libavro-dev": "avro-cpp",
    "libboost-serialization1.81-dev": "boost",
    "libboost1.81-dev": "boost",
    "libc++-19-dev": "llvm",
    "libc++abi-19-dev": "llvm",
    "libcbor-dev": "libcbor",
    "libcereal-dev": "cereal",
    "libcjson-dev": "cjson",
    "libclang-rt-19-dev": "llvm",
    "libjansson-dev": "jansson",
    "libjson-c-dev": "json-c",
    "libjsoncpp-dev": "jsoncpp",
    "liblz4-dev": "lz4",
    "libmimalloc2.0": "mimalloc",
    "libprotobuf-c-dev": "protobuf-c",
    "libprotobuf-dev": "protobuf",
    "libpugixml-dev": "pugixml",
    "libsnappy-dev": "snappy",
    "libxxhash-dev": "xxhash",
    "libzstd-dev": "zstd",
    "maven": "maven",
    "nanopb": "nanopb",
    "openjdk-17-jdk-headless": "openjdk@17",
    "pkg-config": "pkgconf",
    "protobuf-c-compiler": "protobuf-c",
    "protobuf-compiler": "protobuf",
    "rapidjson-dev": "rapidjson",
    "thrift-compiler": "thrift",
    "zlib1g-dev": "zlib",
}
# What comes with Apple's command line tools.
APPLE = ("g++", "gcc", "libc6-dev")


def install_command(packages: Collection[str]) -> list[str]:
    """Debian's, as root."""
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def advice(packages: Collection[str]) -> str:
    """What to type to get the packages, as the user at hand and on the system at hand."""
    if sys.platform == "darwin":
        tools = ["xcode-select --install"] if set(APPLE) & set(packages) else []
        formulas = sorted({HOMEBREW.get(p, p) for p in packages if p not in APPLE})
        brew = [shlex.join(["brew", "install", *formulas])] if formulas else []
        return "; ".join(tools + brew)
    sudo = "" if os.geteuid() == 0 else "sudo "
    return sudo + shlex.join(install_command(packages))

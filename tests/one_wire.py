"""Codecs of one wire read each other's output."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from serbench.measure.client import Driver
from serbench.measure.verification import Expected, verify

# Readers and writers that do not, for what docs/findings.md says of the reader.
NOT_READ = {
    *((reader, "rust/prost") for reader in ("go/hyperpb", "go/vtprotobuf")),
    *(("rust/flatbuffers", f"cpp/flatbuffers{variant}") for variant in ("", "-unchecked")),
}


def all_read(readers: Mapping[str, Sequence[str]], expected: Expected, folder: Path) -> None:
    """Each codec of `readers`, by the command of its driver, reads what each of them wrote."""
    for codec, command in readers.items():
        with Driver(command) as driver:
            assert verify(driver, expected).proven
            driver.dump(folder / codec.replace("/", "-"))
    for codec, command in readers.items():
        writers = [writer for writer in readers if (codec, writer) not in NOT_READ]
        with Driver(command) as driver:
            digests = {w: driver.load(folder / w.replace("/", "-")).digest for w in writers}
        assert (codec, digests) == (codec, dict.fromkeys(writers, expected.digest))

"""How data files that a user names are read: what the options of `serbench run` say of them.

A file that is not read as it stands is a target of its own: a text that says how, for results and
for `--resume`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from serbench.errors import UserError
from serbench.quoting import shell
from serbench.schema import protobuf
from serbench.schema.at import parse_at
from serbench.schema.csv_files import CsvOptions, csv_options, not_csv
from serbench.schema.documents import is_document
from serbench.schema.sources import values_of
from serbench.schema.tables import SQL, is_csv, is_table
from serbench.workloads import registry

STANDARD_INPUT = "-"
# What follows is a list in JSON of the reading and the file.
PREFIX = "data:"


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """`schema` is a file that describes the values, with protobuf's imports in `proto_path`; `at`
    the path of the values within those of the file; `sample_mib` how much of the file is drawn,
    0 for all; with `unions`, fields of several types are these; `csv` is of CSV files."""

    schema: str = ""
    proto_path: tuple[str, ...] = ()
    at: str = ""
    sample_mib: int = 0
    unions: bool = False
    csv: CsvOptions = CsvOptions()

    def of(self, target: str) -> str:
        """The target that is a file read so. Raises `UserError` where an option is not of it."""
        self.check()
        if self == Reading():
            return target
        path = Path(target)
        is_sql = target.startswith(SQL)
        is_file = not is_sql and looks_like_a_file(target) and path.suffix != ".py"
        is_input = target == STANDARD_INPUT
        if self.at:
            if not (is_file or is_input):
                raise UserError(f"--at is of data files, and {target} is none")
            values_of(path, self.at)  # refuses files that it is not of
        if self.schema and not is_file:
            raise UserError(f"--schema is of files of values, and {target} is none")
        if self.sample_mib and (not is_file or is_document(path) or is_table(path)):
            raise UserError(
                f"--sample is of files of JSON Lines, and {target} is none; of a table: "
                "--sql \"from 'file.parquet' using sample 10000\""
            )
        if self.unions and not (is_file or is_input):
            raise UserError(
                f"--unions is of data files and schemas of yours, and {target} says its types"
            )
        if self.csv != CsvOptions() and not (path.suffix == ".py" or is_csv(path)):
            raise UserError(not_csv(target))
        return PREFIX + msgspec.json.encode((self, target)).decode()

    @property
    def options(self) -> list[str]:
        """As they stand on a command line."""
        return [
            *([f"--schema {shell(self.schema)}"] if self.schema else []),
            *(f"--proto-path {shell(folder)}" for folder in self.proto_path),
            *([f"--at {shell(self.at)}"] if self.at else []),
            *([f"--sample {self.sample_mib}"] if self.sample_mib else []),
            *(["--unions"] if self.unions else []),
            *(
                [f"--text-columns {shell(','.join(columns))}"]
                if (columns := self.csv.text_columns)
                else []
            ),
            *([f"--empty {self.csv.empty}"] if self.csv.empty else []),
        ]

    def check(self) -> None:
        """Raises `UserError` for options that exclude each other."""
        if self.proto_path and not (self.schema and protobuf.is_proto(Path(self.schema))):
            raise UserError("--proto-path is of a .proto: --schema events.proto --proto-path DIR")
        if self.sample_mib and self.schema:
            raise UserError("--sample and --schema exclude each other: a schema needs no sample")
        if self.sample_mib and self.at:
            raise UserError("--sample and --at exclude each other: a sample is of whole lines")


def reading(
    schema: Path | None = None,
    proto_path: Sequence[Path] = (),
    at: str = "",
    sample_mib: int | None = None,
    unions: bool = False,
    text_columns: Sequence[str] = (),
    empty: str = "",
) -> Reading:
    """By the options of a command line. Raises `UserError` for values that are none."""
    return Reading(
        str(schema or ""),
        tuple(map(str, proto_path)),
        str(parse_at(at)) if at else "",
        sample_mib or 0,
        unions,
        csv_options(text_columns, empty),
    )


def reading_of(target: str) -> tuple[Reading, str]:
    """How a target is read, and of which file, or what else it is."""
    if not target.startswith(PREFIX):
        return Reading(), target
    return msgspec.json.decode(target.removeprefix(PREFIX), type=tuple[Reading, str])


def typed(targets: Sequence[str]) -> str:
    """Targets as they stand on a command line."""
    read = [reading_of(target) for target in targets]
    words = [shell(file) for _, file in read]
    options = [option for reading, _ in read for option in reading.options]
    return " ".join([*words, *dict.fromkeys(options)])


def looks_like_a_file(target: str) -> bool:
    """A workload's name stays one beside a file or a folder of that name, which is `./log`."""
    path = Path(target)
    return "/" in target or bool(path.suffix) or (path.exists() and not registry.has(target))

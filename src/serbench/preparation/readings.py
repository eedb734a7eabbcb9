"""What the user names, a `Target`, and how it is read, its `Reading`: what the options of
`serbench run` say of data files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from serbench.errors import UserError
from serbench.quoting import shell
from serbench.schema import protobuf
from serbench.schema.at import parse_at
from serbench.schema.csv_files import CsvOptions, csv_options, not_csv
from serbench.schema.documents import is_document
from serbench.schema.remote_files import Location
from serbench.schema.sources import brings_schema, values_of
from serbench.schema.tables import SQL, is_csv, is_table
from serbench.workloads import registry

STANDARD_INPUT = "-"
# In a stored text: what follows is a list in JSON of the reading and the file.
_PREFIX = "data:"


class Reading(msgspec.Struct, frozen=True, omit_defaults=True):
    """`schema` is a file that describes the values, with protobuf's imports in `proto_path`; `at`
    the path of the values within those of the file; `sample_mib` how much of the file is drawn,
    0 for all; with `unions`, fields of several types are these; `csv` is of CSV files; with
    `detect_types`, texts get logical types, with `plain_types`, nothing has any."""

    schema: str = ""
    proto_path: tuple[str, ...] = ()
    at: str = ""
    sample_mib: int = 0
    unions: bool = False
    csv: CsvOptions = CsvOptions()
    detect_types: bool = False
    plain_types: bool = False

    def of(self, target: str) -> Target:
        """What the text names, read so. Raises `UserError` where an option is not of it."""
        self.check()
        if self == Reading():
            return Target(target)
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
        if self.unions and not self.schema and is_table(path):
            raise UserError(
                f"--unions is of JSON and of files like it, and {target} is a table, whose unions "
                "become text: leave it out"
            )
        if self.detect_types and not (is_input or (is_file and is_untyped(path))):
            raise UserError(
                f"--detect-types is of JSON, CSV and files like them, and {target} says its types: "
                "leave it out"
            )
        if self.csv != CsvOptions() and not (path.suffix == ".py" or is_csv(path)):
            raise UserError(not_csv(target))
        return Target(target, self)

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
            *(["--detect-types"] if self.detect_types else []),
            *(["--plain-types"] if self.plain_types else []),
        ]

    def check(self) -> None:
        """Raises `UserError` for options that exclude each other."""
        if self.proto_path and not (self.schema and protobuf.is_proto(Path(self.schema))):
            raise UserError("--proto-path is of a .proto: --schema events.proto --proto-path DIR")
        if self.sample_mib and self.schema:
            raise UserError("--sample and --schema exclude each other: a schema needs no sample")
        if self.detect_types and (self.schema or self.plain_types):
            other = "--schema" if self.schema else "--plain-types"
            raise UserError(f"--detect-types and {other} exclude each other: leave out one of them")
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
    detect_types: bool = False,
    plain_types: bool = False,
) -> Reading:
    """By the options of a command line. Raises `UserError` for values that are none."""
    return Reading(
        str(schema or ""),
        tuple(map(str, proto_path)),
        str(parse_at(at)) if at else "",
        sample_mib or 0,
        unions,
        csv_options(text_columns, empty),
        detect_types,
        plain_types,
    )


_AS_IT_STANDS = Reading()


def is_untyped(path: Location) -> bool:
    """Whether a data file does not declare its types."""
    return is_csv(path) or not brings_schema(path)


@dataclass(frozen=True, slots=True)
class Target:
    """What the user named: in `text` a workload, a file, `-` or `sql:` and a query; in `reading`
    how the file is read. `serbench.preparation.targets` resolves it."""

    text: str
    reading: Reading = _AS_IT_STANDS


def stored(target: Target) -> str:
    """The target as a run's settings keep it."""
    if target.reading == _AS_IT_STANDS and not target.text.startswith(_PREFIX):
        return target.text
    return _PREFIX + msgspec.json.encode((target.reading, target.text)).decode()


def from_stored(text: str) -> Target:
    """The target of which `stored` made this text."""
    if not text.startswith(_PREFIX):
        return Target(text)
    reading, named = msgspec.json.decode(text.removeprefix(_PREFIX), type=tuple[Reading, str])
    return Target(named, reading)


def typed(targets: Sequence[Target]) -> str:
    """Targets as they stand on a command line."""
    words = [shell(target.text) for target in targets]
    options = [option for target in targets for option in target.reading.options]
    return " ".join([*words, *dict.fromkeys(options)])


def looks_like_a_file(target: str) -> bool:
    """A workload's name stays one beside a file or a folder of that name, which is `./log`."""
    path = Path(target)
    return "/" in target or bool(path.suffix) or (path.exists() and not registry.has(target))

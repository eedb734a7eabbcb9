"""What several commands take from the command line, and their exit statuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, get_type_hints

import typer

from serbench.command_line import completion
from serbench.command_line.parameters import Reach
from serbench.errors import UserError, check_known
from serbench.terminal import progress

if TYPE_CHECKING:
    from serbench.commands.recording import Measured
    from serbench.preparation.readings import Reading, Target

BAD_USE = 2
NEGATIVE_VERDICT = 1
INTERRUPTED = 130


def end(*, is_negative: bool, finished: bool = True) -> NoReturn:
    """Ends the command with its exit status; `finished` is false after an interrupt."""
    if not finished:
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(NEGATIVE_VERDICT if is_negative else 0)


def bring_folder(folder: Path | None) -> None:
    if folder:
        from serbench import catalog, custom_codecs

        catalog.bring(custom_codecs.in_folder(folder))


Targets = Annotated[
    list[str],
    typer.Argument(
        help="Data files, workload modules (.py), or built-in workloads by name (see: serbench "
        "list workloads).",
        autocompletion=completion.targets,
    ),
    Reach.TARGETS,
]
SomeTargets = Annotated[
    list[str] | None,
    typer.Argument(
        help="Data files, workload modules (.py), or built-in workloads by name (see: serbench "
        "list workloads).",
        autocompletion=completion.targets,
    ),
    Reach.TARGETS,
]
Langs = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Languages, separated by commas: {languages}.",
        autocompletion=completion.languages,
    ),
]
Codecs = Annotated[
    list[str] | None,
    typer.Option(
        "--codec",
        help="Codecs by id (rust/prost), by name (prost), or your own by file; * stands for any "
        "text, ? for one character. May be repeated.",
        autocompletion=completion.codecs,
    ),
    Reach.CODECS,
]
CodecDir = Annotated[
    Path | None,
    typer.Option(
        "--codec-dir",
        help="Add your own codecs in this folder to those of serbench.",
        callback=bring_folder,
    ),
    Reach.CODEC_FOLDER,
]
AllCodecs = Annotated[
    bool,
    typer.Option("--all", help="Take all codecs, not only the core set."),
]
Of = Annotated[
    str,
    typer.Option(
        "--of",
        metavar="RUN",
        help="Take the data and codecs of this run, in place of TARGETS and --codec.",
    ),
]
Ops = Annotated[
    str,
    typer.Option(
        "--op",
        help="Operations, separated by commas: {operations}. `parts` means serialize, deserialize "
        "and their parts, `all` means all; `serbench list operations` explains them.",
        show_default="serialize,deserialize",
        autocompletion=completion.operations,
    ),
]
Count = Annotated[
    int | None,
    typer.Option(
        "--count",
        "-n",
        min=1,
        help="Take at most this many values.",
        show_default="1,000 or 16 MB of a file, a workload's own number",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", help="Seed of all that is random: generated values, --sample, order of measuring."
    ),
]
Tag = Annotated[
    str,
    typer.Option(
        "--tag", help="Name this run. If several runs share the name, the latest is used."
    ),
]
Note = Annotated[str, typer.Option("--note", help="Keep this text with the run.")]
Narrow = Annotated[
    bool,
    typer.Option(
        "--narrow",
        help="Infer for integers the narrowest type that holds all values of a field, from u8 on; "
        "without it i32, i64 or u64.",
    ),
]
Unions = Annotated[
    bool,
    typer.Option(
        "--unions",
        help="Give fields whose values have several types a union type, which few codecs hold. "
        "Without it, such a field is text: the JSON of the value.",
    ),
]
DetectTypes = Annotated[
    bool,
    typer.Option(
        "--detect-types",
        help="Look for dates, timestamps, uuids and other types in texts of JSON and CSV: a field "
        "gets such a type if all of its values are that type's canonical text.",
    ),
]
PlainTypes = Annotated[
    bool,
    typer.Option(
        "--plain-types",
        help="Read dates, timestamps, decimals and other such types as the integers and texts that "
        "they are lowered to.",
    ),
]
At = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="PATH",
        help="Take as values what stands at this path of each value in data files: "
        "'$.features[]' for the elements of a list, '$[\"any name\"][]', '$.entry[].resource'.",
    ),
]
TextColumns = Annotated[
    str,
    typer.Option(
        "--text-columns",
        help="CSV columns to keep as text, separated by commas; or `all`.",
    ),
]
EmptyField = Annotated[
    str,
    typer.Option(
        "--empty",
        help="Read every empty CSV field as `null`, or as the empty text (`text`).",
        show_default="null without quotes, the empty text with quotes",
    ),
]
Db = Annotated[Path, typer.Option("--db", help="The results file."), Reach.WRITES]
Sql = Annotated[
    list[str] | None,
    typer.Option(
        "--sql",
        help="Take as values the rows that DuckDB returns for this query. May be repeated.",
    ),
    Reach.QUERIES,
]
SchemaFile = Annotated[
    Path | None,
    typer.Option(
        "--schema",
        help="Take the types of data files from this file, do not infer them: Avro's .avsc, JSON "
        "Schema (.json), .proto, or file.proto:package.Message.",
    ),
    Reach.READS,
]
ProtoPath = Annotated[
    list[Path] | None,
    typer.Option(
        "--proto-path",
        metavar="DIR",
        help="Look for the imports of a .proto in this folder first, then in the folder of the "
        ".proto and those above it. May be repeated.",
    ),
    Reach.READS,
]
Sample = Annotated[
    int | None,
    typer.Option(
        "--sample",
        metavar="MIB",
        min=1,
        help="Read only this many MiB, drawn at random, of each file of JSON Lines.",
    ),
]
Html = Annotated[
    Path, typer.Option("--html", help="Write the HTML report to this file."), Reach.WRITES
]
Unchecked = Annotated[
    bool, typer.Option("--unchecked", help="Also accept decoders that do not check their input.")
]
Unmaintained = Annotated[
    bool,
    typer.Option(
        "--unmaintained", help="Also accept libraries whose authors no longer maintain them."
    ),
]
Top = Annotated[
    int | None,
    typer.Option(
        "--top",
        min=0,
        help="Show this many codecs of each table, 0 for all.",
        show_default="8 in a terminal, else all",
    ),
]
Sort = Annotated[
    str,
    typer.Option(
        "--sort",
        help="Sort tables by an operation, bytes, gzip, zstd or codec.",
        show_default="serialize + deserialize",
    ),
]
Columns = Annotated[
    str,
    typer.Option(
        "--columns",
        help="Columns to show beside the times: {columns}. `ratio` is to --baseline; `memcpy` is "
        "memcpy's time for as many bytes, as a share of the codec's.",
        show_default="what fits",
    ),
]
Baseline = Annotated[
    str,
    typer.Option(
        "--baseline", help="Show ratios to this codec.", show_default="each table's fastest"
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet", "-q", help="Print results only, no progress.", callback=progress.be_quiet
    ),
]
Cluster = Annotated[
    str,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: local:4 for four processes of this machine, tls://HOST:8786, "
        "or a scheduler file.",
    ),
    Reach.CLUSTER,
]
InsecureCluster = Annotated[
    bool,
    typer.Option(
        "--insecure-cluster",
        help="Speak with a --cluster beyond this machine without TLS. Whoever can reach it then "
        "reads your data and runs code as you.",
    ),
    Reach.CLUSTER,
]
DEFAULT_DB = Path("serbench.duckdb")
DEFAULT_HTML = Path("report.html")


def _reading(
    schema: SchemaFile = None,
    proto_path: ProtoPath = None,
    sample: Sample = None,
    at: At = "",
    unions: Unions = False,
    text_columns: TextColumns = "",
    empty: EmptyField = "",
    detect_types: DetectTypes = False,
    plain_types: PlainTypes = False,
) -> Reading:
    """Of the options that commands have by `reads`."""
    from serbench.preparation.readings import reading

    return reading(
        schema,
        proto_path or (),
        at,
        sample,
        unions,
        words(text_columns),
        empty,
        detect_types,
        plain_types,
    )


def reads(*without: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """For a command that takes data files: in place of its parameter `read`, a `Reading`, the
    command line has the options of `_reading` but those."""

    from serbench.preparation.readings import Reading

    options = [o for o in signature(_reading).parameters.values() if o.name not in without]
    option_hints = get_type_hints(_reading, localns={"Reading": Reading}, include_extras=True)

    def with_options(function: Callable[..., None]) -> Callable[..., None]:
        parameters = [p for p in signature(function).parameters.values() if p.name != "read"]
        hints = option_hints | get_type_hints(function, include_extras=True)

        def reading(**given: Any) -> None:
            read = _reading(**{option.name: given.pop(option.name) for option in options})
            function(read=read, **given)

        _seen_as(reading, function, [*parameters, *options], hints)
        return reading

    return with_options


def prints(
    *forms: str, former: Sequence[str] = ()
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """For a command that prints its result in one of these forms: its parameter `form` is the
    option `--format`. Those in `former` had an option each, `--json`: it is still understood, but
    shown nowhere. A form that the command lacks is a `UserError` before the command begins."""
    *all_but_last, last = forms
    hint = Annotated[
        str,
        typer.Option(
            "--format",
            help=f"Form of the result: {', '.join(all_but_last)} or {last}.",
            autocompletion=completion.one_of(forms),
        ),
    ]
    flags = [Parameter(form, Parameter.KEYWORD_ONLY, default=False) for form in former]
    added: dict[str, Any] = {"form": hint, "context": typer.Context}
    added |= {form: Annotated[bool, typer.Option(f"--{form}", hidden=True)] for form in former}

    def with_option(function: Callable[..., None]) -> Callable[..., None]:
        parameters = list(signature(function).parameters.values())
        takes_context = any(p.name == "context" for p in parameters)
        if not takes_context:
            parameters.insert(0, Parameter("context", Parameter.KEYWORD_ONLY))

        def printing(**given: Any) -> None:
            context = given["context"] if takes_context else given.pop("context")
            said = {form: form for form in former if given.pop(form)}
            form = _said_form(context, said | {"form": given["form"]})
            check_known("format", form, forms)
            function(**given | {"form": form})

        hints = get_type_hints(function, include_extras=True) | added
        _seen_as(printing, function, [*parameters, *flags], hints)
        return printing

    return with_option


def _said_form(context: typer.Context, said: Mapping[str, str]) -> str:
    """Of the forms that options say, by their parameters: that of the command line, or else of
    `serbench.toml`, or else the default of `form`."""
    for source in ("COMMANDLINE", "DEFAULT_MAP"):
        forms = {form for name, form in said.items() if _source(context, name) == source}
        if len(forms) > 1:
            raise UserError(f"{' and '.join(sorted(forms))} exclude each other: name one --format")
        if forms:
            return forms.pop()
    return said["form"]


def _source(context: typer.Context, parameter: str) -> str:
    source = context.get_parameter_source(parameter)
    return source.name if source else ""


def _seen_as(
    inner: Callable[..., None],
    function: Callable[..., None],
    parameters: Sequence[Parameter],
    hints: Mapping[str, Any],
) -> None:
    """Gives `inner` the name of the command's function, and these parameters. Not by
    `functools.wraps`: whoever unwraps it would not see the options, and that some of them reach
    files."""
    inner.__name__, inner.__doc__ = function.__name__, function.__doc__
    inner.__annotations__ = {p.name: hints[p.name] for p in parameters}
    inner.__signature__ = Signature(  # type: ignore[attr-defined]
        [p.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[p.name]) for p in parameters]
    )


def check_local(files: Sequence[str]) -> None:
    """Raises `UserError` for a URL, which only the workers of a cluster read."""
    from serbench.schema.remote_files import is_url, location

    for file in filter(is_url, files):
        raise UserError(f"{location(file)}: files elsewhere are read with --cluster local:4, say")


def check_all(wants_all: bool, codec: list[str] | None) -> None:
    if wants_all and codec:
        raise UserError("--all takes every codec; leave out --codec, or --all")


def operations_of(text: str) -> tuple[str, ...]:
    from serbench.operations import BY_DEFAULT, NAMES, PRIMARY, TIMED

    sets = {"": PRIMARY, "parts": BY_DEFAULT, "all": NAMES}
    if text in sets:
        return sets[text]
    for name in words(text):
        check_known("operation", name, TIMED)
    return words(text)


def named_targets(
    context: typer.Context,
    targets: list[str] | None,
    sql: list[str] | None,
    read: Reading,
) -> tuple[Target, ...]:
    """Those of the command line, or else of `serbench.toml`."""
    queries = [f"sql:{query}" for query in sql or ()]
    if not queries:
        targets = targets or context.lookup_default("targets")
    read.check()
    named = tuple(map(read.of, (*(targets or ()), *queries)))
    if not named:
        raise UserError("name a workload or a file; see: serbench list workloads")
    return named


def resumed_runs(
    targets: list[str] | None, sql: list[str] | None, read: Reading
) -> tuple[str, ...]:
    """The runs that stand in place of targets, by id or tag. Raises `UserError` for options that
    say what is measured: the run keeps them."""
    if options := [*read.options, *(["--sql"] if sql else [])]:
        [option, *_] = options[0].split()
        raise UserError(f"--resume keeps the run's {option}; leave it out")
    return tuple(targets or ())


def given_or_of(
    context: typer.Context,
    targets: list[str] | None,
    codecs: list[str] | None,
    of: str,
    db: Path,
    read: Reading,
    *,
    reads_own_bytes: bool = False,
) -> Measured:
    """What the command line names, or what the run `of` measured; see `measured_by`."""
    from serbench.commands.recording import Measured, measured_by

    if not of:
        named = named_targets(context, targets, None, read)
        return Measured(named, tuple(codecs or ()), seed=0, narrow=False, count=None)
    if targets or codecs or read.options:
        raise UserError("--of takes a run's data and codecs; leave out TARGETS, --codec and theirs")
    return measured_by(db, of, reads_own_bytes=reads_own_bytes)


def words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())

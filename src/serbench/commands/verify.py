"""`serbench verify`: every value through every codec, and each codec's bytes through every other
codec that claims to read them, as `serbench interop` has it."""

from __future__ import annotations

import json as json_text
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from serbench.builders.codec import Codec
from serbench.builders.driver import BuildResult
from serbench.catalog import choose, named
from serbench.commands import arguments
from serbench.errors import UserError
from serbench.machine import cache
from serbench.measure import status
from serbench.measure.client import Driver
from serbench.measure.status import NEGATIVE
from serbench.measure.verification import Verdict, verify
from serbench.operations import BY_DEFAULT
from serbench.preparation.drivers import (
    build_drivers,
    expect_builds,
    look_around,
    why_not_built,
)
from serbench.preparation.readings import Reading, Target
from serbench.preparation.targets import ResolvedTarget, resolve_all
from serbench.proof.interop import BuiltCodec, Lack, NamedValues, interop
from serbench.terminal.progress import bar, plan

# Of each codec, by the rule of thumb.
_PROVING_S = 0.3


@dataclass(slots=True)
class Proof:
    """What was found of a codec. `reads` names the codecs whose bytes it read right,
    `misreads` those whose bytes it did not, with the reason."""

    workload: str
    codec: Codec
    verdict: Verdict
    values: int
    digest: str
    reads: list[str] = field(default_factory=list)
    misreads: dict[str, str] = field(default_factory=dict)

    @property
    def negative(self) -> bool:
        return self.verdict.status in NEGATIVE or bool(self.misreads)


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """What the command line says. Operations of `serbench.operations.EXTRA` are proven where they
    are named."""

    targets: tuple[Target, ...]
    languages: tuple[str, ...] = ()
    codecs: tuple[str, ...] = ()
    operations: tuple[str, ...] = BY_DEFAULT
    count: int | None = None
    narrow: bool = False
    seed: int = 0


@arguments.reads()
@arguments.prints("table", "json", former=("json",))
def command(
    context: typer.Context,
    read: Reading,
    targets: arguments.SomeTargets = None,
    lang: arguments.Langs = "",
    codec: arguments.Codecs = None,
    _codec_dir: arguments.CodecDir = None,
    sql: arguments.Sql = None,
    op: arguments.Ops = "",
    count: arguments.Count = None,
    all_: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Check every value of data files of any size, or of --count generated ones, and "
            "keep a run, to which --tag, --note and --db belong. (All codecs take part anyway.)",
        ),
    ] = False,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="With --all: continue an unfinished run, the one whose id or tag stands in "
            "place of TARGETS, or the latest.",
        ),
    ] = False,
    tag: arguments.Tag = "",
    note: arguments.Note = "",
    narrow: arguments.Narrow = False,
    seed: arguments.Seed = 0,
    cluster: arguments.Cluster = "",
    insecure_cluster: arguments.InsecureCluster = False,
    db: arguments.Db = arguments.DEFAULT_DB,
    form: str = "table",
    _quiet: arguments.Quiet = False,
) -> None:
    if all_:
        if read.unions:
            raise UserError(
                "--all takes unions from a module: serbench infer FILE --unions -o file.py; "
                "serbench verify --all file.py"
            )
        from serbench.commands import full_dataset

        result = full_dataset.run(
            full_dataset.FullDatasetOptions(
                targets=() if resume else arguments.named_targets(context, targets, sql, read),
                languages=arguments.words(lang),
                codecs=tuple(codec or ()),
                operations=arguments.operations_of(op),
                count=count,
                narrow=narrow,
                seed=seed,
                tag=tag,
                note=note,
                db=db,
                resume=arguments.resumed_runs(targets, sql, read) if resume else None,
                cluster=cluster,
                insecure_cluster=insecure_cluster,
            )
        )
        full_dataset.show(result, form)
        arguments.end(
            is_negative=full_dataset.is_negative(result), finished=result.status != "interrupted"
        )
    if resume or tag or note or cluster:
        raise UserError("--resume, --tag, --note and --cluster go with --all: verify --all FILE…")

    options = VerifyOptions(
        targets=arguments.named_targets(context, targets, sql, read),
        languages=arguments.words(lang),
        codecs=tuple(codec or ()),
        operations=arguments.operations_of(op),
        count=count,
        narrow=narrow,
        seed=seed,
    )
    arguments.end(is_negative=not show(options, form))


def prove(options: VerifyOptions) -> list[Proof]:
    """Proofs for all targets and codecs. Raises `UserError` for what does not exist."""
    codecs = choose(options.languages, options.codecs)
    proofs = []
    with plan("verify") as whole:
        targets = resolve_all(options.targets, options.count, options.seed, options.narrow)
        expect_builds(whole, [target.name for target in targets], codecs)
        for target in targets:
            whole.expect(f"verify {target.name}", _PROVING_S * len(codecs), "verifying")
        look_around(codecs)
        for target in targets:
            built = build_drivers(target, codecs, options.operations)
            proving = bar(f"verifying {target.name}", f"verify {target.name}")
            with proving as progress, cache.scratch() as scratch:
                found = []
                for number, codec in enumerate(codecs):
                    progress.update(number, 2 * len(codecs), codec.id)
                    found.append(_alone(target, codec, built))
                _across(found, target, built, scratch)
                proofs += found
    return proofs


def _alone(target: ResolvedTarget, codec: Codec, built: BuildResult) -> Proof:
    expected = target.expected
    proof = Proof(target.name, codec, Verdict("unavailable"), expected.values, expected.digest)
    if verdict := why_not_built(built, codec.id):
        proof.verdict = verdict
        return proof
    try:
        with Driver(built.drivers[codec.id]) as driver:
            proof.verdict = verify(driver, expected)
    except OSError as error:
        proof.verdict = Verdict("failed", str(error))
    return proof


def _across(
    proofs: Sequence[Proof], target: ResolvedTarget, built: BuildResult, scratch: Path
) -> None:
    """Lets each codec read what the others of its wire wrote."""
    proven = {proof.codec.id: proof for proof in proofs if proof.verdict.proven}
    subjects = [BuiltCodec(proof.codec, built.drivers[codec]) for codec, proof in proven.items()]
    for cell in interop(subjects, NamedValues(target.schema, target.expected), scratch):
        if isinstance(cell, Lack):
            continue
        if cell.is_good:
            proven[cell.reader].reads.append(cell.writer)
        else:
            proven[cell.reader].misreads[cell.writer] = cell.why


def show(options: VerifyOptions, form: str) -> bool:
    """Prints the proofs; says whether none is negative."""
    proofs = prove(options)
    if form == "json":
        print(json_text.dumps([row_of(p) for p in proofs], indent=1))
    else:
        _table(proofs)
    found = [(proof.codec.id, proof.verdict.status) for proof in proofs]
    misread = any(proof.misreads for proof in proofs)
    return not misread and not status.is_negative(found, named(options.codecs))


def row_of(proof: Proof) -> dict[str, Any]:
    """As `--format json` has it; `bytes` are per value, None where nothing was proven."""
    return {
        "workload": proof.workload,
        "codec": proof.codec.id,
        "language": proof.codec.language,
        "status": "proven" if proof.verdict.proven else proof.verdict.status,
        "verified": proof.verdict.proven and not proof.misreads,
        "values": proof.values,
        "bytes": proof.verdict.encoded_bytes / proof.values if proof.verdict.proven else None,
        "digest": proof.digest,
        "reads": proof.reads,
        "misreads": proof.misreads,
        "note": proof.verdict.note,
    }


def _table(proofs: Sequence[Proof]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from serbench.report.text import plain
    from serbench.terminal.screen import Screen

    console = Screen()
    for workload in dict.fromkeys(p.workload for p in proofs):
        of_workload = [p for p in proofs if p.workload == workload]
        first = of_workload[0]
        console.print(Text(f"{plain(workload)}: {first.values} values of digest {first.digest}"))
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in ("codec", "verdict", "bytes per value", "reads the bytes of"):
            table.add_column(column, justify="right" if column == "bytes per value" else "left")
        for proof in of_workload:
            verdict = proof.verdict
            bytes_ = f"{verdict.encoded_bytes / proof.values:,.1f}" if verdict.proven else ""
            text = "proven" if verdict.proven else f"{verdict.status}: {verdict.note}"
            wrong = [f"NOT {name}: {why}" for name, why in proof.misreads.items()]
            table.add_row(
                proof.codec.id,
                Text(plain(text), style="red" if proof.negative else ""),
                bytes_,
                Text(plain(", ".join(proof.reads + wrong))),
            )
        console.print(table)

"""`serbench verify --all` by the workers of a cluster: each reads the parts that it verifies, which
the client neither sees nor ships."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace

import msgspec

from serbench.builders.codec import Codec
from serbench.cluster import examining
from serbench.cluster.connection import Connection
from serbench.cluster.data_sets import counted_parts, inference_of, look
from serbench.cluster.examining import Examination, ReadAs
from serbench.cluster.first_reading import CountedPart, SourceParts, tasks_of
from serbench.cluster.handing_out import Refused, Task, handed_out, on_each_host
from serbench.cluster.own_codecs import sent
from serbench.errors import UserError
from serbench.measure.verification import Verdict
from serbench.preparation.dataset import DataSet, Files, Generated, data_of, data_set
from serbench.preparation.drivers import Drivers, availability, drivers_of
from serbench.preparation.file_facts import FileFacts
from serbench.preparation.readings import Reading, Target
from serbench.proof.chunks import CHUNK_BYTES, chunks
from serbench.proof.full_dataset import Examined, ExaminedCodec
from serbench.proof.worker_pool import bound
from serbench.schema.folding import shown_checksum
from serbench.schema.infer import Inference
from serbench.schema.splitting import PART_BYTES
from serbench.terminal.progress import bar, say


class Workers:
    """The workers of a cluster, as those who read and verify a data set. They build drivers, once
    on each host; processes of this machine use those that this one builds."""

    def __init__(self, connection: Connection, part_bytes: int = PART_BYTES) -> None:
        connection.workers()
        self._connection = connection
        self._part_bytes = part_bytes
        self._sources: list[SourceParts] = []
        self._parts: list[CountedPart] = []
        self._codecs: Sequence[Codec] = ()
        self._operations: tuple[str, ...] = ()

    def data(self, targets: Sequence[Target], count: int | None, seed: int) -> Files | Generated:
        def facts(files: Sequence[str], reading: Reading) -> list[FileFacts]:
            self._sources = look(self._connection, files, reading, self._part_bytes)
            return [source.facts for source in self._sources]

        return data_of(targets, count, seed, facts)

    def data_set(self, data: Files | Generated, narrow: bool) -> DataSet:
        """Also counts the lines of all parts, where inference did not."""

        def infer(files: Files) -> Inference:
            inference, self._parts = inference_of(
                self._connection, self._sources, files.reading, narrow
            )
            return inference

        found = data_set(data, infer)
        if isinstance(data, Generated):
            return found
        if not self._parts:
            self._parts = counted_parts(self._connection, self._sources, _read_as(found))
        return _checked(found, self._parts)

    def versions(self, codecs: Sequence[Codec]) -> dict[str, str]:
        if self._connection.is_local:
            return {codec.id: availability(codec).version for codec in codecs}
        ids = tuple(codec.id for codec in codecs)
        by_host = on_each_host(self._connection, examining.versions, ids, sent(codecs))
        first, *_ = sorted(by_host)
        for host, versions in sorted(by_host.items()):
            for codec, version in versions.items():
                if version != (there := by_host[first][codec]):
                    raise UserError(
                        f"{codec}: its library is {there or 'missing'} on {first} and "
                        f"{version or 'missing'} on {host}; install the same on all hosts, or take "
                        "other codecs: --codec"
                    )
        return by_host[first]

    def build(
        self, dataset: DataSet, codecs: Sequence[Codec], operations: Sequence[str]
    ) -> Drivers:
        if self._connection.is_local:
            return drivers_of(dataset.schema, dataset.name, codecs, operations)
        self._codecs, self._operations = codecs, tuple(operations)
        ids = tuple(codec.id for codec in codecs)
        examination = self._examination(dataset, ids, CHUNK_BYTES)
        with bar(f"building {dataset.name} on all hosts"):
            by_host = on_each_host(self._connection, examining.make_ready, examination)
        verdicts: dict[str, Verdict] = {}
        for host, of_host in sorted(by_host.items()):
            for codec, why in of_host.items():
                verdicts.setdefault(codec, Verdict(why.status, f"{host}: {why.note}"))
        return Drivers({codec: () for codec in ids if codec not in verdicts}, verdicts)

    def shared_out(
        self,
        dataset: DataSet,
        subjects: Sequence[ExaminedCodec],
        done: Collection[int],
        most_bytes: int,
    ) -> Iterator[Examined]:
        """Parts of files, each as one chunk; of a workload that generates, chunks."""
        say(bound(sum(worker.threads for worker in self._connection.workers())))
        examination = self._examination(dataset, [s.codec for s in subjects], most_bytes)
        if self._connection.is_local:
            commands = {subject.codec: subject.command for subject in subjects}
            examination = msgspec.structs.replace(examination, commands=commands)
        tasks: Iterable[Task] = tasks_of(p.place for p in self._parts if p.place.number not in done)
        if isinstance(dataset.data, Generated):
            made = chunks(dataset.data, done, most_bytes)
            tasks = (Task(chunk.number, chunk.file, chunk) for chunk in made)
        try:
            answers = handed_out(self._connection, examining.examine, (examination,), tasks)
            with closing(answers):
                for _, examined in answers:
                    yield examined
        except Refused as refused:
            raise UserError(refused.refusal.text) from None
        finally:
            with suppress(Exception):  # workers forget it by themselves, later
                addresses = [worker.address for worker in self._connection.present()]
                self._connection.ask(examining.end, examination.id, workers=addresses)

    def check(self, data: Files | Generated) -> None:
        """Whoever read a part has checked its file."""

    def _examination(self, dataset: DataSet, codecs: Sequence[str], most_bytes: int) -> Examination:
        return Examination(
            id=uuid.uuid4().hex,
            read_as=_read_as(dataset),
            name=dataset.name,
            codecs=tuple(codecs),
            own_codecs=sent([codec for codec in self._codecs if codec.id in codecs]),
            operations=self._operations,
            commands=None,
            most_bytes=most_bytes,
        )


def _read_as(dataset: DataSet) -> ReadAs:
    data = dataset.data
    schema = dataset.schema.to_dict()
    if isinstance(data, Generated) or data.described is None:
        return ReadAs(schema, Reading(), "", "")
    return ReadAs(schema, data.described.reading, data.names[0], data.described.facts)


def _checked(dataset: DataSet, parts: Sequence[CountedPart]) -> DataSet:
    """With what was counted. Raises `UserError` if that is not what the schema was inferred
    from."""
    values = sum(part.values for part in parts)
    checksum = shown_checksum(sum(part.checksum for part in parts))
    if (dataset.values or values) != values or (dataset.checksum or checksum) != checksum:
        raise UserError(
            f"{dataset.name}: it has changed since its schema was inferred: {values:,} values with "
            f"the checksum {checksum}; wait until nobody writes to it, and begin anew"
        )
    line_bytes = sum(part.line_bytes for part in parts)
    return replace(dataset, values=values, json_bytes=line_bytes / values, checksum=checksum)

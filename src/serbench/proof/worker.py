"""All codecs of one process, which get chunk after chunk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from serbench.proof.bisect import ChunkBisector
from serbench.proof.full_dataset import Canonicaliser, Chunk, Examined, ExaminedCodec, Misfit
from serbench.schema.folding import line_checksum
from serbench.schema.model import Schema


class ChunkWorker:
    """Drivers are kept from chunk to chunk while those that wait hold
    no more than `waiting_bytes`; the others are started anew for each."""

    def __init__(
        self,
        schema: Schema,
        subjects: Sequence[ExaminedCodec],
        scratch: Path,
        waiting_bytes: int,
        patience_s: tuple[float, float],
    ) -> None:
        self._canonicaliser = Canonicaliser(schema)
        self._bisectors = [ChunkBisector(subject, scratch, patience_s) for subject in subjects]
        self._waiting_bytes = waiting_bytes

    def examine(self, chunk: Chunk) -> Examined | Misfit:
        values = self._canonicaliser.values(chunk)
        if isinstance(values, Misfit):
            return values
        found, most_bytes = [], 0
        held = [bisector.held_bytes() for bisector in self._bisectors]
        for number, bisector in enumerate(self._bisectors):
            found.append(bisector.examine(values))
            held[number] = 0
            most_bytes = max(most_bytes, sum(held) + bisector.most_bytes)
            if sum(held) + bisector.held_bytes() > self._waiting_bytes:
                bisector.end()
            held[number] = bisector.held_bytes()
        return Examined(
            chunk=chunk.number,
            read=chunk.read,
            values=len(values.lines),
            json_bytes=sum(map(len, values.lines)),
            driver_bytes=most_bytes,
            found=found,
            line_bytes=sum(map(len, chunk.lines)),
            checksum=sum(map(line_checksum(chunk.source), chunk.lines)),
        )

    def kill(self) -> None:
        for bisector in self._bisectors:
            bisector.kill()

    def end(self) -> None:
        for bisector in self._bisectors:
            bisector.end()

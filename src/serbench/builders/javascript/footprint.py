"""What JavaScript codecs add to a process: see `serbench.builders.interpreted_footprint`. Node.js
by itself keeps no bytecode. V8 takes memory in pages of 256 KiB: figures that differ by less are
alike."""

from __future__ import annotations

import json

from serbench.builders.codec import DRIVERS, Codec
from serbench.builders.interpreted import Interpreted, paths, wanted
from serbench.builders.interpreted_footprint import InterpretedMeasurer
from serbench.builders.javascript.builder import BUILDER
from serbench.schema.example import example
from serbench.schema.model import Schema

_IMPORTING = DRIVERS / "javascript" / "footprint" / "importing.js"


class JavaScriptMeasurer(InterpretedMeasurer):
    builder = BUILDER
    none = "none.js"

    def command(self, schema: Schema, codec: Codec, work: Interpreted) -> list[str]:
        value = json.dumps(example(schema), ensure_ascii=False, separators=(",", ":"))
        return [*work.runtime, "--expose-gc", str(_IMPORTING), str(work.binary(codec)), value]

    def dependencies(self, codec: Codec, work: Interpreted) -> int:
        """npm lists what it installed, which leaves out packages for other systems."""
        copies = len(paths(codec))
        if not wanted(codec):
            return copies
        installed = work.home_of(wanted(codec)) / "node_modules" / ".package-lock.json"
        return copies + len(json.loads(installed.read_text())["packages"])


MEASURER = JavaScriptMeasurer()

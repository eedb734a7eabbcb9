"""A driver: python -I main.py FACTS, the codec's facts as the builder wrote them."""

from __future__ import annotations

import json
import signal
import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any


def main(path: str) -> None:
    facts = json.loads(Path(path).read_text())
    sys.path[:0] = facts["paths"]
    from serbench_driver import CannotHold, Codec
    from serbench_driver.errors import refusal
    from serbench_driver.operations import Operations
    from serbench_driver.placement import load_copies
    from serbench_driver.protocol import serve
    from serbench_driver.session import Session
    from serbench_driver.values import Values

    load_copies()
    # A file that grows beyond a limit is then an error of its write.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    types = import_module("serbench_schema.types")
    copy = import_module("serbench_schema.copies").copy
    renew = import_module("serbench_schema.renewals").renewed
    spec = spec_from_file_location("codec", facts["path"])
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules["codec"] = module  # as libraries want it that look up a class by its module
    spec.loader.exec_module(module)
    [class_] = (
        member
        for member in vars(module).values()
        if isinstance(member, type)
        and issubclass(member, Codec)
        and member is not Codec
        and member.__module__ == "codec"
    )
    classes: dict[str, Any] = {
        wire_name: getattr(types, name) for wire_name, name in facts["classes"].items()
    }
    values = Values(facts["types_of_values"], classes, facts["fields"], facts["leaf"])
    try:
        session = Session(
            values, lambda: Operations(class_(), values, copy, renew), facts["limits"]
        )
    except CannotHold as error:
        serve(facts, refusal(error))
    else:
        serve(facts, session)


main(sys.argv[1])

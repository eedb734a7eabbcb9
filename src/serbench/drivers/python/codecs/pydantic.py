# ---
# library = "pydantic"
# released = "2026-11-05"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://docs.pydantic.dev/latest/concepts/type_adapter/"
# limits = ["NaN and infinities"]
# packages = ["pydantic==2.14.3"]
# # Bytes are base64 of another alphabet, for URLs.
# unsupported = ["names", "bytes"]
# ---
"""On dataclasses, whose fields have no other names, by an adapter that is made once."""

from pydantic import TypeAdapter
from serbench_driver import Codec
from serbench_schema.types import Root


class Pydantic(Codec):
    def __init__(self) -> None:
        adapter = TypeAdapter(Root)
        self.encode, self.decode = adapter.dump_json, adapter.validate_json

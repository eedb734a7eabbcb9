# ---
# library = "serpyco-rs"
# released = "2026-09-22"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/ermakov-oleg/serpyco-rs#json"
# limits = ["NaN and infinities"]
# packages = ["serpyco-rs==1.23.0"]
# unsupported = ["names", "bytes"]
# ---
"""Its Serializer, made once for the type, with its own JSON, as its benchmarks of bytes have it."""

from serbench_driver import Codec
from serbench_schema.types import Root
from serpyco_rs import JSON, Serializer


class SerpycoRs(Codec):
    def __init__(self) -> None:
        serializer = Serializer(Root, codec=JSON)
        self.encode, self.decode = serializer.dump, serializer.load

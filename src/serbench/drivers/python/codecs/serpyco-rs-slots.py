# ---
# library = "serpyco-rs"
# released = "2026-09-22"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://github.com/ermakov-oleg/serpyco-rs#json"
# generate = ["slotted"]
# limits = ["NaN and infinities"]
# packages = ["serpyco-rs==1.23.0"]
# unsupported = ["names", "bytes"]
# ---
"""As `serpyco-rs`, on dataclasses with slots, which it reads and fills sooner."""

from serbench_driver import Codec
from serbench_schema import of_slotted, slotted
from serpyco_rs import JSON, Serializer


class SerpycoRsSlots(Codec):
    populate = staticmethod(of_slotted.to)
    convert = staticmethod(of_slotted.back)

    def __init__(self) -> None:
        serializer = Serializer(slotted.Root, codec=JSON)
        self.encode, self.decode = serializer.dump, serializer.load

# ---
# library = "serpyco-rs"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/ermakov-oleg/serpyco-rs#json"
# packages = ["serpyco-rs==1.23.0", "orjson==3.13.0"]
# unsupported = ["names", "bytes"]
# ---
"""Its Serializer, made once for the type, beside orjson, as its benchmarks have it."""

import orjson
from serbench_driver import Codec
from serbench_schema.types import Root
from serpyco_rs import Serializer


class SerpycoRs(Codec):
    def __init__(self) -> None:
        serializer = Serializer(Root)
        self._dump, self._load = serializer.dump, serializer.load

    def encode(self, value):
        return orjson.dumps(self._dump(value))

    def decode(self, data):
        return self._load(orjson.loads(data))

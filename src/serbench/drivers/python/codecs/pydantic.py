# ---
# library = "pydantic"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing", "own-model"]
# page = "https://docs.pydantic.dev/latest/concepts/performance/"
# generate = ["pydantic"]
# packages = ["pydantic==2.14.3"]
# # Bytes are base64 of another alphabet, for URLs.
# unsupported = ["bytes"]
# ---
"""Models, which check what they are made of."""

from serbench_driver import Codec
from serbench_schema import of_models
from serbench_schema.models import Root


class Pydantic(Codec):
    populate = staticmethod(of_models.to)
    convert = staticmethod(of_models.back)
    decode = staticmethod(Root.model_validate_json)

    def encode(self, value):
        return value.model_dump_json(by_alias=True).encode()

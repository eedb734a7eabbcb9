# ---
# library = "dacite"
# released = "2025-02-05"
# format = "json"
# wire = "json"
# traits = ["human-readable", "self-describing"]
# page = "https://github.com/konradhalas/dacite#usage"
# packages = ["dacite==1.9.2"]
# unsupported = ["names"]
# ---
"""As dacite, with its checks of types, as it is without settings."""

from binascii import a2b_base64, b2a_base64
from dataclasses import asdict
from enum import StrEnum
from json import JSONDecoder, JSONEncoder

from dacite import Config, from_dict
from serbench_driver import Codec
from serbench_schema.types import Root


def base64(data):
    return b2a_base64(data, newline=False).decode()


class DaciteChecked(Codec):
    def __init__(self) -> None:
        self._config = Config(cast=[StrEnum], type_hooks={bytes: a2b_base64})
        self._to_text = JSONEncoder(
            ensure_ascii=False, check_circular=False, separators=(",", ":"), default=base64
        ).encode
        self._of_text = JSONDecoder().decode

    def encode(self, value):
        return self._to_text(asdict(value)).encode()

    def decode(self, data):
        return from_dict(Root, self._of_text(data.decode()), self._config)

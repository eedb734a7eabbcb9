import pytest

from serbench.catalog import all_codecs
from serbench.proof.admission import left_out

EXECUTING = [
    "java/externalizable",
    "java/fst",
    "java/hessian",
    "java/jboss-marshalling",
    "java/serializable",
    "java/xstream",
    "python/cloudpickle",
    "python/dill",
    "python/jsonpickle",
    "python/pickle",
]


def test_code_executing_codecs_have_trait():
    assert sorted(codec.id for codec in all_codecs() if codec.executes) == EXECUTING


@pytest.mark.parametrize(
    ("is_built_in", "is_confined", "expected"),
    [
        (True, True, []),
        (True, False, EXECUTING),
        (False, True, EXECUTING),
        (False, False, EXECUTING),
    ],
)
def test_code_executing_codecs_need_built_in_data_and_sandbox(is_built_in, is_confined, expected):
    out = left_out(all_codecs(), (), is_built_in=is_built_in, is_confined=is_confined)
    assert sorted(codec.id for codec in out) == expected


def test_explicitly_named_codec_is_always_admitted():
    out = left_out(all_codecs(), {"python/pickle"}, is_built_in=False, is_confined=False)
    assert sorted(codec.id for codec in out) == EXECUTING[:-1]

import pytest

from serbench.catalog import all_codecs
from serbench.proof.admission import left_out

EXECUTING = [
    "java/serializable",
    "python/cloudpickle",
    "python/dill",
    "python/jsonpickle",
    "python/pickle",
]


def test_codecs_whose_bytes_run_code_have_the_trait():
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
def test_codecs_that_execute_need_own_data_and_a_sandbox(is_built_in, is_confined, expected):
    out = left_out(all_codecs(), (), is_built_in=is_built_in, is_confined=is_confined)
    assert sorted(codec.id for codec in out) == expected


def test_a_codec_that_is_named_takes_part_anywhere():
    out = left_out(all_codecs(), {"python/pickle"}, is_built_in=False, is_confined=False)
    assert sorted(codec.id for codec in out) == EXECUTING[:-1]

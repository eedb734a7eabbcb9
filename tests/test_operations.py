from serbench.operations import BLOCKS, BY_DEFAULT, CHIEF, EXTRA, MEMCPY, NAMES, PARTS, TIMED


def test_the_parts_of_each_direction():
    assert PARTS == {"serialize": ("populate", "encode"), "deserialize": ("decode", "convert")}


def test_what_is_compared_is_measured_side_by_side():
    assert {"encode", "serialize", "memcpy"} in map(set, BLOCKS)
    assert {"decode", "deserialize", "convert", "borrow"} in map(set, BLOCKS)


def test_every_operation_is_in_one_block_and_either_usual_or_extra():
    assert sorted(TIMED) == sorted((*NAMES, MEMCPY.name))
    assert set(BY_DEFAULT) | EXTRA == set(NAMES)
    assert not set(BY_DEFAULT) & EXTRA
    assert set(CHIEF) <= set(BY_DEFAULT)

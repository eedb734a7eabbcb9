"""What lists of packages and their locks are called."""

import pytest

from serbench.builders.packages import lock_name


@pytest.mark.parametrize(
    ("packages", "name"),
    [
        (("cattrs==26.2.1", "orjson==3.13.0"), "cattrs-26.2.1-orjson-3.13.0"),
        (("@jsonjoy.com/json-pack@1.21.0",), "jsonjoy.com-json-pack-1.21.0"),
        (("../../x==1",), "..-..-x-1"),
    ],
)
def test_lock_name_is_made_of_package_list(packages, name):
    assert lock_name(packages) == name

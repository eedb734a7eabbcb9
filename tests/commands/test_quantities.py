import pytest

from serbench.commands.quantities import bits_per_s, quantity
from serbench.errors import UserError


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("50k", 50e3), ("2.5G", 2.5e9), ("100M", 1e8)]
)
def test_a_quantity_is_a_number_and_perhaps_a_letter(text, number):
    assert quantity("--rate", text, "many") == number
    assert bits_per_s(text) == number


@pytest.mark.parametrize("text", ["", "0", "k", "-1", "1e3", "5 k", "1T", "0k", "nan"])
def test_malformed_quantity_is_rejected_with_expected_form(text):
    with pytest.raises(UserError, match=r"--link .*bits a second"):
        bits_per_s(text)

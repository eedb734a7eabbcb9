from pathlib import Path

import pytest

from serbench.builders import measurers
from serbench.languages.registry import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_measurer_is_found_where_a_language_has_its_module(language):
    module = Path(measurers.__file__).parent / language / "footprint.py"
    made = measurers.measurer(language)
    assert (made is not None) == module.exists()
    assert made is None or type(made).__module__ == f"serbench.builders.{language}.footprint"

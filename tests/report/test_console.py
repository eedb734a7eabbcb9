import io

from rich.console import Console

from serbench.report.console import printed


def drawn(encoding):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    printed(
        lambda on: on.print("1.1\u00d7 ±2 % ─●─ é", highlight=False), Console(file=file, width=80)
    )
    file.flush()
    return raw.getvalue().decode(encoding)


def test_unencodable_signs_are_replaced():
    assert drawn("utf-8") == "1.1\u00d7 ±2 % ─●─ é\n"
    assert drawn("ascii") == "1.1x +-2 % -o- \\xe9\n"
    assert drawn("latin-1") == "1.1x +-2 % -o- é\n"

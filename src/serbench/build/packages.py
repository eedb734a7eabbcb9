"""Lists of packages, as an installer takes them, and what became of installing one."""

from __future__ import annotations

Packages = tuple[str, ...]


class InstallError(Exception):
    """The text is one line; `output` all that the installer said."""

    def __init__(self, output: str) -> None:
        super().__init__(first_error(output))
        self.output = output


def first_error(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return errors[0] if errors else lines[-1] if lines else "no output"

from tests.commands.conftest import builders, serbench

__all__ = ["builders", "serbench"]

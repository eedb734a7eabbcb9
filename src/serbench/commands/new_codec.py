"""`serbench new codec`: a file to begin a codec of one's own with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from serbench import custom_codecs
from serbench.command_line import completion
from serbench.command_line.help import Command
from serbench.command_line.parameters import Reach
from serbench.errors import UserError, check_known
from serbench.languages.registry import LANGUAGES
from serbench.machine import output_paths
from serbench.quoting import shell, shown_file
from serbench.terminal.progress import say

SKELETONS = Path(__file__).parent.parent / "skeletons"


app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Start a codec of your own.",
)


@app.callback()
def _root() -> None:
    """Start a codec of your own."""


@app.command("codec", cls=Command, help="Write a working codec file as a starting point.")
def command(
    language: Annotated[
        str, typer.Argument(help="Of {languages}.", autocompletion=completion.languages)
    ],
    name: Annotated[str, typer.Argument(help="Name of the codec: my-codec")],
    folder: Annotated[
        Path,
        typer.Option("--dir", help="Write the file here.", show_default="here"),
        Reach.WRITES,
    ] = Path(),
) -> None:
    write_skeleton(language, name, folder)


def write_skeleton(language: str, name: str, folder: Path) -> Path:
    """Raises `UserError` for a name that no codec can have, or a file that is there already."""
    check_known("language", language, LANGUAGES)
    path = folder / (name.removesuffix(LANGUAGES[language].suffix) + LANGUAGES[language].suffix)
    custom_codecs.check_name(path)
    output_paths.check_file(path)
    text = (
        (SKELETONS / f"codec{path.suffix}").read_text().replace("OwnCodec", _type_name(path.stem))
    )
    try:
        with path.open("x") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(f"{path} is there already; choose another name") from None
    say(f"wrote {shown_file(path)}; is it right? serbench verify nested --codec {shell(path)}")
    return path


def _type_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-")) + "Codec"

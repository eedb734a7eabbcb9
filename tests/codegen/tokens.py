"""Generated text as the tokens that a compiler would see, by Pygments' lexers.

    tokens("java", text) -> [Token("keyword", "class"), Token("name", "User"), ...]

A literal is one token, of the kind `string`, whatever is escaped in it; so is a word. Comments come
apart from the rest. What languages do to text before they look for tokens is done: C++'s trigraphs
and joined lines, Java's `\\u0022`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from pygments.lexer import Lexer, RegexLexer
from pygments.lexers.c_cpp import CppLexer
from pygments.lexers.capnproto import CapnProtoLexer
from pygments.lexers.dsls import ProtoBufLexer, ThriftLexer
from pygments.lexers.go import GoLexer
from pygments.lexers.jvm import JavaLexer
from pygments.lexers.rust import RustLexer
from pygments.token import Comment, Error, Keyword, Literal, Name, Number, Punctuation, String, Text


class Token(NamedTuple):
    """`kind` is "keyword", "name", "number", "string", "mark" or "error"."""

    kind: str
    text: str


class FlatBuffersLexer(RegexLexer):
    """Pygments has none: https://flatbuffers.dev/grammar/."""

    _KEYWORDS = """attribute enum file_extension file_identifier include namespace null root_type
        rpc_service struct table union bool byte double float int long short string ubyte uint ulong
        ushort true false"""
    tokens = {  # noqa: RUF012 - as Pygments has it
        "root": [
            (r"\s+", Text.Whitespace),
            (r"//[^\n]*", Comment.Single),
            (r"/\*.*?\*/", Comment.Multiline),
            (rf"(?:{'|'.join(_KEYWORDS.split())})\b", Keyword),
            (r"[A-Za-z_]\w*", Name),
            (r"\d+", Number),
            (r'"(?:[^"\\\n]|\\.)*"', String),
            (r"[{}()\[\]:;=,.]", Punctuation),
        ]
    }


_LEXERS: dict[str, type[Lexer]] = {
    "cpp": CppLexer,
    "rust": RustLexer,
    "java": JavaLexer,
    "go": GoLexer,
    "proto": ProtoBufLexer,
    "thrift": ThriftLexer,
    "capnp": CapnProtoLexer,
    "fbs": FlatBuffersLexer,
}
LANGUAGE_OF = {"cpp": "cpp", "hpp": "cpp", "rs": "rust", "java": "java", "go": "go"} | {
    idl: idl for idl in ("proto", "thrift", "capnp", "fbs")
}
# Words that Pygments takes for keywords where they may be names: in Protocol Buffers all of them.
_FREE = {
    "cpp": re.compile("byte"),
    "rust": re.compile(r"[iuf]\d+|[iu]size|bool|char|str|auto|default|raw|union"),
    "java": re.compile("permits|record|sealed|var|yield"),
    "proto": re.compile(".*"),
}
_PARTS = re.compile(r"\w+|[^\w\s]")
_TRIGRAPHS = dict(zip("=/'()!<>-", "#\\^[]|{}~", strict=True))


def _cpp(text: str) -> str:
    trigraphs = re.sub(r"\?\?([=/'()!<>-])", lambda found: _TRIGRAPHS[found[1]], text)
    return trigraphs.replace("\\\n", "")


def java_before_lexing(text: str) -> str:
    """A backslash begins an escape if an even number of them stands before it (JLS 3.3)."""
    return re.sub(
        r"(?<!\\)((?:\\\\)*)\\u+([0-9a-fA-F]{4})", lambda m: m[1] + chr(int(m[2], 16)), text
    )


_BEFORE: dict[str, Callable[[str], str]] = {"cpp": _cpp, "java": java_before_lexing}


@cache
def _lexer(language: str) -> Lexer:
    return _LEXERS[language]()


def tokens(language: str, text: str) -> tuple[list[Token], list[str]]:
    """The tokens, and the texts of comments."""
    code: list[Token] = []
    comments: list[str] = []
    before = None
    for kind, part in _lexed(language, text):
        if kind == "comment":
            comments.append(part)
        elif kind == "string" == before:
            code[-1] = Token(kind, code[-1].text + part)
        elif kind in ("string", "error"):
            code.append(Token(kind, part))
        elif kind != "blank":
            code += [Token(_kind(language, kind, word), word) for word in _PARTS.findall(part)]
        before = kind
    return code, comments


def _kind(language: str, kind: str, word: str) -> str:
    if not word[0].isalnum() and word[0] != "_":
        return "mark"
    if word[0].isdigit():
        return "number"
    is_free = language in _FREE and _FREE[language].fullmatch(word)
    return "name" if is_free else kind


def _lexed(language: str, text: str) -> Iterator[tuple[str, str]]:
    for _, type_, part in _lexer(language).get_tokens_unprocessed(_BEFORE.get(language, str)(text)):
        if type_ in Error:
            yield "error", part
        elif type_ in String.Doc or (type_ in Comment and type_ not in _OF_CODE):
            yield "comment", part
        elif type_ in Literal and type_ not in Number:
            yield "string", part
        elif not part.strip():
            yield "blank", part
        else:
            yield "keyword" if type_ in Keyword else "name", part


# Directives and attributes hold names.
_OF_CODE = {Comment.Preproc, Comment.PreprocFile}

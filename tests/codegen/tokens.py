"""Generated text as the tokens that a compiler would see, by Pygments' lexers.

    tokens("java", text) -> [Token("keyword", "class"), Token("name", "User"), ...]

A literal is one token, of the kind `string`, whatever is escaped in it; so is a word. Comments come
apart from the rest. What languages do to text before they look for tokens is done: C++'s trigraphs
and joined lines, Java's `\\u0022`.

Python's tokens are those of its own `tokenize`, with the ends of lines and of blocks. In JavaScript
`its.name` and `its["name"]` say the same, and so do `{ name: x }` and `{ "name": x }`: each is a
token of the kind `member`, or `key`, whose text is the name.
"""

from __future__ import annotations

import io
import keyword
import re
import token as python_token
import tokenize
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from pygments.lexer import Lexer, RegexLexer
from pygments.lexers.c_cpp import CppLexer
from pygments.lexers.capnproto import CapnProtoLexer
from pygments.lexers.dsls import ProtoBufLexer, ThriftLexer
from pygments.lexers.go import GoLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.lexers.jvm import JavaLexer
from pygments.lexers.rust import RustLexer
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Literal,
    Name,
    Number,
    Punctuation,
    String,
    Text,
    _TokenType,
)

from tests.codegen.literals import read


class Token(NamedTuple):
    """`kind` is "keyword", "name", "number", "string", "mark", "error", "member" or "key"."""

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
    "javascript": JavascriptLexer,
    # Words, numbers and marks are the same in Bebop and zserio.
    **dict.fromkeys(("bop", "zs"), FlatBuffersLexer),
    "proto": ProtoBufLexer,
    "thrift": ThriftLexer,
    "capnp": CapnProtoLexer,
    "fbs": FlatBuffersLexer,
}
LANGUAGE_OF = {
    "cpp": "cpp",
    "hpp": "cpp",
    "rs": "rust",
    "java": "java",
    "go": "go",
    "py": "python",
    **dict.fromkeys(("js", "ts"), "javascript"),
    **{idl: idl for idl in ("proto", "thrift", "capnp", "fbs", "bop", "zs")},
    "options": "proto",  # nanopb's: names of fields in a .proto, and what they are
}
# Words that Pygments takes for keywords where they may be names: in Protocol Buffers all of them.
_FREE = {
    "cpp": re.compile("byte"),
    "rust": re.compile(r"[iuf]\d+|[iu]size|bool|char|str|auto|default|raw|union"),
    "java": re.compile("permits|record|sealed|var|yield"),
    "proto": re.compile(".*"),
}
_PARTS = re.compile(r"[\w$]+|[^\w\s]")
# Before a name that a colon follows, where that is a key.
_BEFORE_KEYS = frozenset("{,;(")
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
    if language == "python":
        return _of_python(text)
    before = None
    for kind, part in _lexed(language, text):
        if kind == "comment":
            comments.append(part)
        elif kind == "string" == before:
            code[-1] = Token(kind, code[-1].text + part)
        elif kind in ("string", "error"):
            code.append(Token(kind, part))
        elif kind != "blank":
            code += _words(language, kind, part)
        before = kind
    return (_with_members(code) if language == "javascript" else code), comments


def _of_python(text: str) -> tuple[list[Token], list[str]]:
    """Raises what `tokenize` raises for what is no Python."""
    code, comments = [], []
    for kind, part, *_ in tokenize.generate_tokens(io.StringIO(text).readline):
        match kind:
            case tokenize.COMMENT:
                comments.append(part)
            case python_token.NL | python_token.ENDMARKER:
                continue
            case python_token.STRING:
                code.append(Token("string", part))
            case python_token.NAME:
                code.append(Token("keyword" if keyword.iskeyword(part) else "name", part))
            case python_token.NUMBER:
                code.append(Token("number", part))
            case python_token.ERRORTOKEN:
                code.append(Token("error", part))
            case python_token.NEWLINE | python_token.INDENT | python_token.DEDENT:
                code.append(Token("mark", python_token.tok_name[kind]))
            case _:
                code.append(Token("mark", part))
    return code, comments


def _with_members(code: list[Token]) -> list[Token]:
    """JavaScript's, with members and keys as tokens of their own."""
    made: list[Token] = []
    at = 0
    while at < len(code):
        here, following = code[at], [*code[at + 1 : at + 3], *[Token("mark", "")] * 2]
        is_word = here.kind in ("name", "keyword")
        before = made[-1] if made else Token("mark", "")
        if here.text == "." and following[0].kind in ("name", "keyword"):
            made.append(Token("member", following[0].text))
            at += 2
        elif (
            here.text == "["
            and following[0].kind == "string"
            and following[1].text == "]"
            and (before.kind in ("name", "member") or before.text in (")", "]", "this"))
        ):
            made.append(Token("member", read("javascript", following[0].text)))
            at += 3
        elif (
            (is_word or here.kind == "string")
            and following[0].text == ":"
            and (before.kind == "mark" and before.text in _BEFORE_KEYS)
        ):
            name = here.text if is_word else read("javascript", here.text)
            made.append(Token("key", name))
            at += 1
        else:
            made.append(here)
            at += 1
    return made


@lru_cache(100_000)
def _words(language: str, kind: str, part: str) -> tuple[Token, ...]:
    return tuple(Token(_kind(language, kind, word), word) for word in _PARTS.findall(part))


def _kind(language: str, kind: str, word: str) -> str:
    if not word[0].isalnum() and word[0] not in ("_$" if language == "javascript" else "_"):
        return "mark"
    if word[0].isdigit():
        return "number"
    is_free = language in _FREE and _FREE[language].fullmatch(word)
    return "name" if is_free else kind


def _lexed(language: str, text: str) -> Iterator[tuple[str, str]]:
    for _, type_, part in _lexer(language).get_tokens_unprocessed(_BEFORE.get(language, str)(text)):
        sort = _sort(type_)
        if sort in ("keyword", "name") and not part.strip():
            yield "blank", part
        else:
            yield sort, part


@cache
def _sort(type_: _TokenType) -> str:
    """Of Pygments' tree of types there are few, and millions of tokens."""
    if type_ in Error:
        return "error"
    if type_ in String.Doc or (type_ in Comment and type_ not in _OF_CODE):
        return "comment"
    if type_ in Literal and type_ not in Number:
        return "string"
    return "keyword" if type_ in Keyword else "name"


# Directives and attributes hold names.
_OF_CODE = {Comment.Preproc, Comment.PreprocFile}

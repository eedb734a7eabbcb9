"""Files elsewhere: their names, and how they are read from a web server."""

import json
import threading
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from serbench.errors import UserError
from serbench.schema.errors import InputError
from serbench.schema.line_ranges import LineRange
from serbench.schema.lines import iter_lines
from serbench.schema.remote_files import Url, facts, location
from serbench.schema.splitting import split


@pytest.mark.parametrize(
    ("text", "name", "suffix"),
    [
        ("s3://bucket/a.b/c.jsonl.gz", "c.jsonl.gz", ".gz"),
        ("https://host/x.parquet?version=3", "x.parquet", ".parquet"),
        ("gs://bucket/x", "x", ""),
    ],
)
def test_url_has_the_parts_of_a_path(text, name, suffix):
    where = location(text)
    assert isinstance(where, Url)
    assert (str(where), where.name, where.suffix) == (text, name, suffix)


def test_path_stays_a_path(tmp_path):
    assert location("a.jsonl") == Path("a.jsonl")
    assert location(tmp_path) == tmp_path


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ftp://host/x.jsonl", "no such storage; there are: http"),
        ("file:///etc/passwd", "no such storage"),
        ("zip://x::s3://bucket/x", "no such storage"),
        ("https://me:pw@host/x.jsonl", "https://host/x.jsonl: the URL holds a secret"),
        ("https://host/x.jsonl?X-Amz-Signature=ab12", "holds a secret"),
        ("https://host/x.jsonl?access_token=ab12", "holds a secret"),
    ],
)
def test_url_that_is_not_read_is_refused(text, said):
    with pytest.raises(UserError, match=said) as raised:
        location(text)
    assert "ab12" not in str(raised.value)
    assert "pw" not in str(raised.value)


CONTENT = b"".join(json.dumps({"n": i}).encode() + b"\n" for i in range(100))


class Handler(BaseHTTPRequestHandler):
    """Serves one file; parts of it only if `has_ranges`."""

    def __init__(self, has_ranges, *words):
        self.has_ranges = has_ranges
        super().__init__(*words)

    def do_HEAD(self):
        self._answer(is_head=True)

    def do_GET(self):
        self._answer(is_head=False)

    def _answer(self, is_head):
        if self.path != "/x.jsonl":
            self.send_error(404)
            return
        asked, content = self.headers.get("Range"), CONTENT
        if asked and self.has_ranges:
            begin, end = asked.removeprefix("bytes=").split("-")
            content = CONTENT[int(begin) : int(end) + 1]
            self.send_response(206)
            span = f"bytes {begin}-{int(begin) + len(content) - 1}/{len(CONTENT)}"
            self.send_header("Content-Range", span)
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", '"one"')
        self.end_headers()
        if not is_head:
            self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture
def served():
    """The beginning of URLs of a web server."""
    pytest.importorskip("aiohttp")
    servers = []

    def serve(has_ranges):
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, has_ranges))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("has_ranges", [True, False])
def test_file_of_a_web_server_is_read_whole(served, has_ranges):
    url = Url(f"{served(has_ranges)}/x.jsonl")
    found = facts(url)
    assert (found.size, found.has_ranges) == (len(CONTENT), has_ranges)
    assert "one" in found.state
    lines = iter_lines(url)
    assert b"".join(line for _, line in lines) == CONTENT
    assert lines.progress() == (len(CONTENT), len(CONTENT))


def test_file_is_split_if_the_server_has_ranges(served):
    url = Url(f"{served(has_ranges=True)}/x.jsonl")
    parts = split(url, 300)
    assert len(parts) == 4
    lines = [line for part in parts for _, line in LineRange(url, part.lines.begin, part.lines.end)]
    assert b"".join(lines) == CONTENT
    without = Url(f"{served(has_ranges=False)}/x.jsonl")
    assert [part.lines for part in split(without, 300)] == [None]


def test_missing_file_of_a_web_server_is_told(served):
    url = Url(f"{served(has_ranges=True)}/none.jsonl")
    with pytest.raises(InputError, match=r"none\.jsonl: it cannot be read: ") as raised:
        list(iter_lines(url))
    assert len(str(raised.value).splitlines()) == 1


def test_server_that_does_not_answer_is_told():
    with pytest.raises(InputError, match="it cannot be read: "):
        list(iter_lines(Url("http://127.0.0.1:9/x.jsonl")))

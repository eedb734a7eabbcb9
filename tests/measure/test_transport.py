import os
import tempfile
from contextlib import ExitStack

import pytest

from serbench.measure.protocol import Closed, DriverDeath, DriverError, DriverHung
from serbench.measure.transport import PipeClosed, Transport


@pytest.fixture
def driver_ends():
    """A transport, and the ends of its pipes that a driver has: to read from, to write to."""
    with ExitStack() as stack:
        files = []
        for _ in range(2):
            for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True):
                files.append(stack.enter_context(os.fdopen(end, mode, buffering=0)))
        requests_in, requests_out, replies_in, replies_out = files
        errors = stack.enter_context(tempfile.TemporaryFile())
        transport = Transport(requests_out, replies_in.fileno(), errors)
        stack.callback(transport.close)
        yield transport, requests_in, replies_out


def test_request_is_a_line_and_so_is_its_reply(driver_ends):
    transport, requests, replies = driver_ends
    replies.write(b'{"peak_rss_bytes": 7}\n')
    assert transport.ask({"request": "close"}, Closed, 1).peak_rss_bytes == 7
    assert requests.read(100) == b'{"request":"close"}\n'


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        (b'{"error": "no such thing", "kind": "bad-request"}\n', DriverError, "no such thing"),
        (b"nonsense\n", DriverDeath, "it broke the protocol"),
        (b"half a line", DriverHung, "it hung: no reply within 0.1 s"),
    ],
)
def test_other_lines_raise_what_they_mean(driver_ends, line, error, message):
    transport, _, replies = driver_ends
    replies.write(line)
    with pytest.raises(error, match=message) as raised:
        transport.ask({"request": "close"}, Closed, 0.1)
    assert raised.type is error


def test_silent_driver_is_waited_for_until_it_is_over(driver_ends):
    transport, _, _ = driver_ends
    asked = iter([False, True])
    with pytest.raises(DriverHung, match="it took longer than it may"):
        transport.ask({"request": "close"}, Closed, 60, lambda: next(asked))


@pytest.mark.parametrize("end", ["requests", "replies"])
def test_pipe_that_the_driver_closed_is_reported(driver_ends, end):
    transport, requests, replies = driver_ends
    (requests if end == "requests" else replies).close()
    with pytest.raises(PipeClosed):
        transport.ask({"request": "close"}, Closed, 1)

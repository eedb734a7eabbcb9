from serbench.proof.chunks import chunks


class Data:
    """Sources whose lines have four bytes each; it counts what was read."""

    names = ("a", "b")

    def __init__(self, *counts):
        self.counts = counts
        self.done = 0

    def read(self):
        for source, count in enumerate(self.counts):
            for number in range(1, count + 1):
                self.done += 4
                yield source, 2 * number, b"line"

    def progress(self):
        return self.done, 4 * sum(self.counts)

    def unit(self, source):
        return "line"

    def with_nonfinite(self, source):
        return source == 1


def cut(data, done=()):
    return [(c.number, c.file, c.numbers) for c in chunks(data, done, most_bytes=8)]


ALL = [(0, "a", [2, 4]), (1, "a", [6]), (2, "b", [2, 4])]


def test_chunk_has_one_source_and_limited_bytes():
    assert cut(Data(3, 2)) == ALL


def test_finished_chunks_are_skipped():
    assert cut(Data(3, 2), {1}) == [ALL[0], ALL[2]]
    assert cut(Data(3, 2), {0, 1, 2}) == []


def test_line_longer_than_limit_is_own_chunk():
    [first, second] = chunks(Data(2), (), most_bytes=1)
    assert [first.lines, second.lines] == [[b"line"], [b"line"]]


def test_read_bytes_of_chunks_sum_to_total():
    data = Data(3, 2)
    assert sum(chunk.read for chunk in chunks(data, (), most_bytes=8)) == data.progress()[1]


def test_chunk_tells_if_source_has_nonfinite_words():
    assert [c.with_nonfinite for c in chunks(Data(3, 2), (), most_bytes=8)] == [False, False, True]

"""Codecs of the user's on their way to other hosts."""

import pytest

from serbench import catalog
from serbench.cluster.own_codecs import received, sent
from serbench.commands.new_codec import write_skeleton
from serbench.errors import UserError


@pytest.fixture(autouse=True)
def cache_of_a_host(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def chosen(*globs):
    return catalog.choose([], list(map(str, globs)))


def test_own_codecs_alone_are_sent_and_stay_where_they_are(tmp_path):
    files = [write_skeleton(language, "mine", tmp_path) for language in ("rust", "go")]
    pieces = sent(chosen(*files, "cpp/cereal"))
    assert {piece.file for piece in pieces} == {"mine.rs", "mine.go"}
    first, second = received(pieces), received(pieces)
    assert [codec.path for codec in first] == [codec.path for codec in second]
    assert {codec.id: codec.path.read_bytes() for codec in first} == {
        "rust/mine": files[0].read_bytes(),
        "go/mine": files[1].read_bytes(),
    }


def test_name_of_a_sent_file_leads_nowhere_else(tmp_path):
    [piece] = sent(chosen(write_skeleton("rust", "mine", tmp_path)))
    [codec] = received([type(piece)("../../../mine.rs", piece.source)])
    assert tmp_path / "cache" / "serbench" / "sent" in codec.path.parents
    assert ".." not in codec.path.parts


def test_codec_that_names_files_beside_it_is_refused(tmp_path):
    path = write_skeleton("cpp", "mine", tmp_path)
    head, mark, rest = path.read_text().partition("// library =")
    path.write_text(f'{head}// include = ["../mine"]\n{mark}{rest}')
    with pytest.raises(UserError, match="it names files beside it"):
        sent(chosen(path))

"""Files in a bucket, served by a real server of S3's protocol on this machine."""

import gzip
import json
import socket

import pytest

from serbench.cluster.first_reading import look_at
from serbench.cluster.inference import infer_on
from serbench.cluster.verification import Workers
from serbench.commands.full_dataset import FullDatasetOptions, run_by
from serbench.errors import UserError
from serbench.preparation.readings import Reading, Target
from serbench.schema.infer import infer
from tests.cluster.test_verification import CODECS

pytest.importorskip("distributed")
pytest.importorskip("s3fs")
server = pytest.importorskip("moto.server")

PART_BYTES = 500


@pytest.fixture(scope="module")
def bucket(tmp_path_factory):
    """A bucket, and a cluster whose workers may read it, by their environment."""
    import boto3

    from serbench.cluster.connection import connected

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    storage = server.ThreadedMotoServer(ip_address="127.0.0.1", port=port, verbose=False)
    storage.start()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "testing")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        bucket = boto3.resource("s3").create_bucket(Bucket="data")
        with connected("local:2") as connection:
            yield bucket, connection
    storage.stop()


@pytest.fixture
def put(bucket, tmp_path):
    """Puts an object into the bucket, and the same as a file here."""

    def put(name, content):
        bucket[0].put_object(Key=name, Body=content)
        path = tmp_path / name
        path.write_bytes(content)
        return f"s3://data/{name}", path

    return put


def rows(first, count):
    return b"".join(
        json.dumps({"n": i, "name": f"v{i}x", "of": [i / 2] * (i % 3)}).encode() + b"\n"
        for i in range(first, first + count)
    )


def inferred(bucket, *urls):
    sources = look_at(bucket[1], urls, Reading(), PART_BYTES)
    return sources, infer_on(bucket[1], sources, Reading())


def test_schema_of_objects_is_that_of_files(bucket, put):
    plain, file = put("a.jsonl", rows(0, 90))
    packed, other = put("b.jsonl.gz", gzip.compress(rows(90, 30)))
    sources, found = inferred(bucket, plain, packed)
    assert len(sources[0].parts) > 5
    one = infer([file, other])
    assert found.inference.schema.to_dict() == one.schema.to_dict()
    assert (found.inference.values, found.inference.checksum) == (120, one.checksum)


def test_every_value_of_objects_is_verified(bucket, put, builders, tmp_path):
    builders["cpp"].bad["cpp/cereal"] = {"v60x": "differs", "v95x": "differs"}
    urls = [
        put("c.jsonl", rows(0, 90))[0],
        put("d.jsonl.gz", gzip.compress(rows(90, 30)))[0],
    ]
    options = FullDatasetOptions(
        tuple(map(Target, urls)), codecs=CODECS, db=tmp_path / "r.duckdb", cluster="local:2"
    )
    result = run_by(options, Workers(bucket[1], PART_BYTES))
    assert (result.status, result.values) == ("finished", 120)
    places = {(failure.file, failure.number) for failure in result.found[0].failures}
    assert places == {(urls[0], 61), (urls[1], 6)}


def test_documents_and_tables_are_fetched_to_be_read(bucket, put):
    for name, content in (
        ("list.json", json.dumps([{"a": 1}, {"a": 2.5}]).encode()),
        ("table.csv", b"a,b\n1,x\n2,y\n"),
    ):
        url, file = put(name, content)
        _, found = inferred(bucket, url)
        assert found.inference.schema.to_dict() == infer([file]).schema.to_dict()


def test_of_a_large_table_each_worker_fetches_its_row_groups(
    bucket,
    put,
    builders,
    tmp_path,
):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    path = tmp_path / "made.parquet"
    table = pa.table({"n": range(2000), "name": [f"v{i}x" for i in range(2000)]})
    pyarrow.parquet.write_table(table, path, row_group_size=250)
    url, file = put("t.parquet", path.read_bytes())
    sources, found = inferred(bucket, url)
    assert found.inference.schema.to_dict() == infer([file]).schema.to_dict()
    assert len(sources[0].parts) == 8
    options = FullDatasetOptions(
        (Target(url),), codecs=CODECS, db=tmp_path / "r.duckdb", cluster="local:2"
    )
    builders["cpp"].bad["cpp/cereal"] = {"v1999x": "differs"}
    result = run_by(options, Workers(bucket[1], PART_BYTES))
    assert result.values == 2000
    [failure] = result.found[0].failures
    assert (failure.unit, failure.number) == ("row", 2000)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("s3://data/none.jsonl", "s3://data/none.jsonl: it cannot be read: .*this environment"),
        ("s3://none/x.jsonl", "it cannot be read"),
        ("gs://data/x.jsonl", "reading it takes gcsfs, on each host that works: pip install gcsfs"),
    ],
)
def test_what_cannot_be_read_is_told(bucket, url, said):
    with pytest.raises(UserError, match=said) as raised:
        inferred(bucket, url)
    assert "\n" not in str(raised.value)


def test_error_in_an_object_names_its_line(bucket, put):
    url, _ = put("bad.jsonl", rows(0, 70) + b"{\n" + rows(0, 9))
    with pytest.raises(UserError, match=f"{url}:71: "):
        inferred(bucket, url)


def test_object_that_changes_meanwhile_is_told(bucket, put):
    url, _ = put("e.jsonl", rows(0, 90))
    sources = look_at(bucket[1], [url], Reading(), PART_BYTES)
    put("e.jsonl", rows(0, 89) + b'{"n": 0}\n')
    with pytest.raises(UserError, match=r"e\.jsonl: it has changed"):
        infer_on(bucket[1], sources, Reading())

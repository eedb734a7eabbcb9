"""Access logs of a content delivery network (`goser`): the study's one record, then varied ones."""

from __future__ import annotations

import enum
from collections.abc import Iterator

import msgspec

from serbench.schema.types import i64, u32, u64
from serbench.workloads.generation.countries import Country
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload


class ZonePlan(enum.Enum):
    UNKNOWN = "unknown"
    FREE = "free"
    PRO = "pro"
    BIZ = "biz"
    ENT = "ent"


class HttpProtocol(enum.Enum):
    UNKNOWN = "unknown"
    HTTP10 = "http10"
    HTTP11 = "http11"


class HttpMethod(enum.Enum):
    UNKNOWN = "unknown"
    GET = "get"
    POST = "post"
    DELETE = "delete"
    PUT = "put"
    HEAD = "head"
    PURGE = "purge"
    OPTIONS = "options"
    PROPFIND = "propfind"
    MKCOL = "mkcol"
    PATCH = "patch"


class OriginProtocol(enum.Enum):
    UNKNOWN = "unknown"
    HTTP = "http"
    HTTPS = "https"


class CacheStatus(enum.Enum):
    UNKNOWN = "unknown"
    MISS = "miss"
    EXPIRED = "expired"
    HIT = "hit"


class Http(msgspec.Struct):
    protocol: HttpProtocol
    status: u32
    host_status: u32
    up_status: u32
    method: HttpMethod
    content_type: str
    user_agent: str
    referer: str
    request_uri: str


class Origin(msgspec.Struct):
    ip: str
    port: u32
    hostname: str
    protocol: OriginProtocol


class Log(msgspec.Struct):
    timestamp: i64
    zone_id: u32
    zone_plan: ZonePlan
    http: Http
    origin: Origin
    country: Country
    cache_status: CacheStatus
    server_ip: str
    server_name: str
    remote_ip: str
    bytes_dlv: u64
    ray_id: str


# The study's record. What its text does not print is as its programs had it.
STUDY_RECORD = Log(
    timestamp=2_837_513_946_597,
    zone_id=123_456,
    zone_plan=ZonePlan.FREE,
    http=Http(
        protocol=HttpProtocol.HTTP11,
        status=200,
        host_status=503,
        up_status=520,
        method=HttpMethod.GET,
        content_type="text/html",
        user_agent=(
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_9_2) AppleWebKit/537.36 "
            "(KHTML, like Gecko) Chrome/33.0.1750.146 Safari/537.36"
        ),
        referer="https://www.cloudflare.com/",
        request_uri="/cdn-cgi/trace",
    ),
    origin=Origin(
        ip="1.2.3.4", port=8000, hostname="www.example.com", protocol=OriginProtocol.HTTPS
    ),
    country=Country["US"],
    cache_status=CacheStatus.HIT,
    server_ip="192.168.1.1",
    server_name="metal.cloudflare.com",
    remote_ip="10.1.2.3",
    bytes_dlv=123_456,
    ray_id="10c73629cce30078-LAX",
)


def generate(seed: int) -> Iterator[Log]:
    from serbench.workloads.generation.logs import logs

    yield STUDY_RECORD
    yield from logs(Randomness(seed))


WORKLOADS = (
    Workload(
        name="log",
        title="Access logs",
        root=Log,
        default_count=1000,
        study="goser",
        generate=generate,
    ),
)

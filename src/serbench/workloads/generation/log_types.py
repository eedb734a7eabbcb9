"""The types of an access log, as its workload and the generator of its values have them."""

from __future__ import annotations

import enum

import msgspec

from serbench.schema.types import i64, u32, u64
from serbench.workloads.generation.countries import Country


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

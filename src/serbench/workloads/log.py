"""Access logs of a content delivery network (`goser`): the study's one record, then varied ones."""

from __future__ import annotations

from collections.abc import Iterator

from serbench.workloads.generation.countries import Country
from serbench.workloads.generation.log_types import (
    CacheStatus,
    Http,
    HttpMethod,
    HttpProtocol,
    Log,
    Origin,
    OriginProtocol,
    ZonePlan,
)
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload

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

"""Varied access logs."""

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
from serbench.workloads.generation.vocabulary import ENGLISH
from serbench.workloads.randomness import Randomness

_START_MS = 1_415_869_656_000  # 13 November 2014
_WORDS = tuple(sorted({word.lower() for word in ENGLISH.words if len(word) > 3}))


def _in_shares(*shares: tuple[str, int]) -> tuple[str, ...]:
    return tuple(item for item, share in shares for _ in range(share))


_PLANS = tuple(map(ZonePlan, _in_shares(("free", 70), ("pro", 15), ("biz", 10), ("ent", 5))))
_PROTOCOLS = tuple(map(HttpProtocol, _in_shares(("http11", 95), ("http10", 4), ("unknown", 1))))
# Every method comes up, the odd ones about once in a thousand lines each.
_METHODS = tuple(
    map(
        HttpMethod,
        _in_shares(("get", 850), ("post", 90), ("head", 30), ("options", 14), ("put", 5))
        + _in_shares(("delete", 4), ("patch", 2), ("purge", 1), ("propfind", 2), ("mkcol", 1))
        + ("unknown",),
    )
)
_ORIGIN_PROTOCOLS = tuple(
    map(OriginProtocol, _in_shares(("https", 60), ("http", 39), ("unknown", 1)))
)
_CACHE = tuple(
    map(CacheStatus, _in_shares(("hit", 60), ("miss", 28), ("expired", 8), ("unknown", 4)))
)
_STATUSES = (200,) * 78 + (304,) * 7 + (301, 302, 302, 206, 204) + (404,) * 5 + (403, 429, 503, 520)
_BUSY = tuple(
    Country[code]
    for code in _in_shares(
        ("US", 30), ("CN", 12), ("GB", 8), ("DE", 8), ("FR", 6), ("BR", 6), ("JP", 5), ("IN", 7)
    )
)
_COUNTRIES = tuple(Country)
_PORTS = _in_shares(("443", 55), ("80", 35), ("8080", 5), ("8443", 3), ("8000", 2))
_COLOS = (
    "LAX SJC SEA ORD IAD EWR MIA DFW ATL LHR AMS FRA CDG MAD MXP ARN WAW PRG VIE NRT HKG SIN SYD "
    "GRU EZE SCL MDE KIX ICN"
)
_HOSTS = ("www", "api", "static", "img", "cdn", "blog", "shop", "m", "assets")
_TOPS = ("com", "com", "com", "org", "net", "de", "io", "co.uk")
_PLATFORMS = _in_shares(
    ("Windows NT 6.1; WOW64", 35),
    ("Windows NT 6.3; WOW64", 20),
    ("Macintosh; Intel Mac OS X 10_10_1", 15),
    ("Macintosh; Intel Mac OS X 10_9_5", 8),
    ("X11; Linux x86_64", 6),
    ("Linux; Android 4.4.4; Nexus 5 Build/KTU84P", 10),
    ("iPhone; CPU iPhone OS 8_1 like Mac OS X", 6),
)
_BOTS = (
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "curl/7.35.0",
    "python-requests/2.4.3 CPython/2.7.6 Linux/3.13.0-39-generic",
    "Go 1.1 package http",
    "-",
)
_SEARCHES = (
    "https://www.google.com/",
    "https://www.bing.com/search?q=",
    "https://duckduckgo.com/?q=",
    "https://t.co/",
    "https://www.reddit.com/r/",
)
# Ending and content type of what is asked for; None stands for pages.
_FILES = (
    (".js", "application/javascript"),
    (".css", "text/css"),
    (".png", "image/png"),
    (".jpg", "image/jpeg"),
    (".svg", "image/svg+xml"),
    (".woff", "application/font-woff"),
    (".mp4", "video/mp4"),
)


def logs(randomness: Randomness) -> Iterator[Log]:
    """An endless stream, in the order of time."""
    unit, pick, bits = randomness.unit, randomness.pick, randomness.bits
    colos = _COLOS.split()
    now_ms = _START_MS
    while True:
        now_ms += randomness.between(1, 20)
        site = f"{pick(_WORDS)}-{pick(_WORDS)}.{pick(_TOPS)}"
        host = f"{pick(_HOSTS)}.{site}"
        status = pick(_STATUSES)
        uri, content_type = _asked(randomness)
        colo = pick(colos)
        upstream = status if unit() < 0.95 else pick(_STATUSES)
        yield Log(
            timestamp=now_ms,
            zone_id=bits(20) + 1,
            zone_plan=pick(_PLANS),
            http=Http(
                protocol=pick(_PROTOCOLS),
                status=status,
                host_status=upstream,
                up_status=upstream,
                method=pick(_METHODS),
                content_type=content_type,
                user_agent=_user_agent(randomness),
                referer=_referer(randomness, host),
                request_uri=uri,
            ),
            origin=Origin(
                ip=_address(randomness),
                port=int(pick(_PORTS)),
                hostname=host if unit() < 0.7 else f"origin-{bits(4)}.{site}",
                protocol=pick(_ORIGIN_PROTOCOLS),
            ),
            country=pick(_BUSY) if unit() < 0.6 else pick(_COUNTRIES),
            cache_status=pick(_CACHE),
            server_ip=f"198.51.{bits(8)}.{bits(8)}",
            server_name=f"{randomness.between(1, 96)}m{bits(6)}.{colo.lower()}.edge.example.net",
            remote_ip=_address(randomness),
            bytes_dlv=0 if status == 304 else randomness.magnitude(26),
            ray_id=f"{bits(64):016x}-{colo}",
        )


def _address(randomness: Randomness) -> str:
    bits = randomness.bits
    if randomness.unit() < 0.08:
        return f"2001:db8:{bits(16):x}:{bits(16):x}:{bits(16):x}::{bits(16):x}"
    return f"{randomness.between(1, 223)}.{bits(8)}.{bits(8)}.{bits(8)}"


def _asked(randomness: Randomness) -> tuple[str, str]:
    """The path of a request and the type of what it brings."""
    pick, unit = randomness.pick, randomness.unit
    path = "/" + "/".join([pick(_WORDS) for _ in range(1 + randomness.bits(2))])
    kind = unit()
    if kind < 0.45:
        ending, content_type = pick(_FILES)
        return f"{path}-{randomness.bits(32):08x}{ending}?v={randomness.bits(10)}", content_type
    if kind < 0.65:
        query = f"?id={randomness.magnitude(40)}&session={randomness.alphanumerics(24)}"
        return f"/v1{path}{query}", "application/json"
    if kind < 0.85:
        return f"{path}-{pick(_WORDS)}-{pick(_WORDS)}/", "text/html; charset=utf-8"
    return path, "text/html"


def _referer(randomness: Randomness, host: str) -> str:
    kind = randomness.unit()
    if kind < 0.25:
        return ""
    if kind < 0.45:
        return f"{randomness.pick(_SEARCHES)}{randomness.pick(_WORDS)}"
    return f"https://{host}/{randomness.pick(_WORDS)}/{randomness.pick(_WORDS)}"


def _user_agent(randomness: Randomness) -> str:
    kind = randomness.unit()
    if kind < 0.1:
        return randomness.pick(_BOTS)
    platform = randomness.pick(_PLATFORMS)
    if kind < 0.7:
        return (
            f"Mozilla/5.0 ({platform}) AppleWebKit/537.36 (KHTML, like Gecko) "
            f"Chrome/{randomness.between(31, 39)}.0.{randomness.between(1650, 2171)}."
            f"{randomness.bits(7)} Safari/537.36"
        )
    if kind < 0.9:
        version = randomness.between(24, 33)
        return f"Mozilla/5.0 ({platform}; rv:{version}.0) Gecko/20100101 Firefox/{version}.0"
    return (
        f"Mozilla/5.0 ({platform}) AppleWebKit/600.1.25 (KHTML, like Gecko) "
        f"Version/8.0 Safari/600.1.{randomness.bits(5)}"
    )

"""Photos, videos and places that tweets carry."""

from __future__ import annotations

from serbench.workloads.generation.tweet_types import (
    AdditionalMediaInfo,
    BoundingBox,
    Coordinates,
    Media,
    Place,
    Size,
    Sizes,
    VideoInfo,
    VideoVariant,
)
from serbench.workloads.randomness import Randomness

_PHOTOS = 0.85
# How many photos, so that a tweet with media has 1.72 of them on average.
_COUNTS = (1,) * 58 + (2,) * 16 + (3,) * 9 + (4,) * 17
_SHAPES = ((1200, 675), (1536, 2048), (1080, 1080), (2048, 1365), (719, 1280), (640, 360))
_FOLDERS = {
    "photo": ("media", "jpg"),
    "video": ("ext_tw_video_thumb", "jpg"),
    "animated_gif": ("tweet_video_thumb", "png"),
}
_PAGES = {"photo": "photo", "video": "video", "animated_gif": "photo"}
_THUMB = Size(150, 150, "crop")
_BITRATES = ((832_000, "640x360"), (2_176_000, "1280x720"), (320_000, "320x180"))
# Name, country code, country, longitude and latitude in millionths of a degree: a quotient of
# integers is the same float everywhere.
_CITIES = (
    ("Manhattan", "US", "United States", -73_968_542, 40_780_709),
    ("Los Angeles", "US", "United States", -118_408_075, 34_020_789),
    ("Chicago", "US", "United States", -87_732_013, 41_833_627),
    ("Camden Town", "GB", "United Kingdom", -142_600, 51_539_200),
    ("São Paulo", "BR", "Brasil", -46_633_309, -23_550_520),
    ("Rio de Janeiro", "BR", "Brasil", -43_172_896, -22_906_847),
    ("Ciudad Autónoma de Buenos Aires", "AR", "Argentina", -58_381_592, -34_603_722),
    ("新宿区", "JP", "日本", 139_703_549, 35_693_840),
    ("大阪市", "JP", "日本", 135_502_165, 34_693_738),
    ("الرياض", "SA", "المملكة العربية السعودية", 46_675_296, 24_713_552),
    ("서울특별시", "KR", "대한민국", 126_977_969, 37_566_535),
    ("Москва", "RU", "Россия", 37_617_300, 55_755_826),
    ("Çankaya", "TR", "Türkiye", 32_859_742, 39_933_363),
    ("Quezon City", "PH", "Republic of the Philippines", 121_043_700, 14_676_041),
)


def media_of(randomness: Randomness, owner: str, tweet_id: int, start: int) -> list[Media]:
    """One to four photos, or a video or animation, linked at `start` of the tweet's text."""
    short = f"https://t.co/{randomness.alphanumerics(10)}"
    if randomness.chance(_PHOTOS):
        count = randomness.pick(_COUNTS)
        return [_media(randomness, "photo", owner, tweet_id, start, short) for _ in range(count)]
    kind = "video" if randomness.chance(0.6) else "animated_gif"
    return [_media(randomness, kind, owner, tweet_id, start, short)]


def _media(
    randomness: Randomness, kind: str, owner: str, tweet_id: int, start: int, short: str
) -> Media:
    id_ = tweet_id - (1 + randomness.bits(34))
    folder, ending = _FOLDERS[kind]
    picture = f"pbs.twimg.com/{folder}/{randomness.alphanumerics(15)}.{ending}"
    w, h = randomness.pick(_SHAPES)
    return Media(
        display_url=f"pic.twitter.com/{short[-10:]}",
        expanded_url=f"https://twitter.com/{owner}/status/{tweet_id}/{_PAGES[kind]}/1",
        id=id_,
        id_str=str(id_),
        indices=[start, start + len(short)],
        media_url="http://" + picture,
        media_url_https="https://" + picture,
        sizes=Sizes(
            thumb=_THUMB,
            large=_fit(w, h, 2048),
            medium=_fit(w, h, 1200),
            small=_fit(w, h, 680),
        ),
        type=kind,
        source_status_id=None,
        source_status_id_str=None,
        url=short,
        video_info=None if kind == "photo" else _video(randomness, kind, id_),
        additional_media_info=_about(randomness, owner) if kind == "video" else None,
    )


def _fit(w: int, h: int, most: int) -> Size:
    longest = max(w, h)
    if longest > most:
        w, h = w * most // longest, h * most // longest
    return Size(w, h, "fit")


def _video(randomness: Randomness, kind: str, id_: int) -> VideoInfo:
    if kind == "animated_gif":
        page = f"https://video.twimg.com/tweet_video/{randomness.alphanumerics(15)}.mp4"
        return VideoInfo([1, 1], None, [VideoVariant(0, "video/mp4", page)])
    page = f"https://video.twimg.com/ext_tw_video/{id_}/pu/"
    variants = [
        VideoVariant(
            rate, "video/mp4", f"{page}vid/{shape}/{randomness.alphanumerics(16)}.mp4?tag=5"
        )
        for rate, shape in _BITRATES
    ]
    playlist = f"{page}pl/{randomness.alphanumerics(16)}.m3u8?tag=5"
    variants.append(VideoVariant(None, "application/x-mpegURL", playlist))
    return VideoInfo([16, 9], randomness.between(2_000, 140_000), variants)


def _about(randomness: Randomness, owner: str) -> AdditionalMediaInfo | None:
    if randomness.chance(0.7):
        return None
    return AdditionalMediaInfo(
        f"Highlights {randomness.between(1, 99)}", f"By {owner}", True, False
    )


def place_of(randomness: Randomness, exact: bool) -> tuple[Place, Coordinates | None]:
    """A city and, if `exact`, a point in it."""
    name, code, country, longitude, latitude = randomness.pick(_CITIES)
    id_ = f"{randomness.bits(64):016x}"
    west, east = _degrees(longitude - 60_000), _degrees(longitude + 60_000)
    south, north = _degrees(latitude - 45_000), _degrees(latitude + 45_000)
    place = Place(
        name=name,
        country_code=code,
        id=id_,
        country=country,
        place_type="city",
        url=f"https://api.twitter.com/1.1/geo/id/{id_}.json",
        full_name=f"{name}, {country}",
        bounding_box=BoundingBox(
            "Polygon", [[[west, south], [west, north], [east, north], [east, south]]]
        ),
    )
    if not exact:
        return place, None
    point = [
        _degrees(longitude + randomness.between(-60_000, 60_000)),
        _degrees(latitude + randomness.between(-45_000, 45_000)),
    ]
    return place, Coordinates("Point", point)


def _degrees(millionths: int) -> float:
    return millionths / 1_000_000

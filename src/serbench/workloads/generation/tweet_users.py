"""The people who tweet."""

from __future__ import annotations

import msgspec

from serbench.workloads.generation.tweet_times import DAY_MS, snowflake, written
from serbench.workloads.generation.tweet_types import Url, User
from serbench.workloads.generation.vocabulary import EMOJI, SITES, Language
from serbench.workloads.randomness import Randomness

_FIRST_DAY = 13_800  # October 2007
_SNOWFLAKE_DAY = 16_850  # accounts from February 2016 on have long ids
_ZONES = (
    ("Tokyo", 32_400),
    ("London", 3_600),
    ("Pacific Time (US & Canada)", -25_200),
    ("Eastern Time (US & Canada)", -14_400),
    ("Brasilia", -10_800),
    ("Riyadh", 10_800),
    ("Kyiv", 10_800),
    ("New Delhi", 19_800),
)
_THEMES = "http://abs.twimg.com/images/themes/theme"
_THEMES_HTTPS = "https://abs.twimg.com/images/themes/theme"
_EGG = "abs.twimg.com/sticky/default_profile_images/default_profile_normal.png"
_COUNTRIES = ("DE", "FR", "TR", "IN", "RU")


class Account(msgspec.Struct, gc=False):
    """Who somebody is: what a mention says, and what a user starts from."""

    id: int
    id_str: str
    name: str
    screen_name: str
    created_ms: int


def account(randomness: Randomness, language: Language, now_ms: int) -> Account:
    unit, pick = randomness.unit, randomness.pick
    day = _FIRST_DAY + int(unit() * (now_ms // DAY_MS - _FIRST_DAY - 2))
    created_ms = day * DAY_MS + int(unit() * DAY_MS)
    if day < _SNOWFLAKE_DAY:
        id_ = (day - _FIRST_DAY) * 1_300_000 + randomness.bits(20) + 1
    else:
        id_ = snowflake(created_ms, randomness.bits(22))
    style = unit()
    name = pick(language.given_names)
    if style < 0.6:
        name = f"{name} {pick(language.family_names)}"
    elif style < 0.8:
        name = f"{name}{pick(EMOJI)}"
    screen_name = f"{pick(language.handles)}{randomness.letters(1 + int(style * 4))}"
    digits = int(unit() * 5)
    if digits:
        screen_name = f"{screen_name}{randomness.below(10**digits)}"
    return Account(id_, str(id_), name, screen_name[:15], created_ms)


def user(randomness: Randomness, who: Account, language: Language, words: str) -> User:
    """The whole profile. `words` are what the user says of themselves, may be empty."""
    unit, bits = randomness.unit, randomness.bits
    flags = bits(16)  # below, `flags >> n & m` is a draw of its own from the bits not yet used
    plain = flags & 1 == 1
    theme = 1 if plain else randomness.between(2, 19)
    colour = f"{bits(24):06X}"
    faceless = flags >> 1 & 31 == 0
    picture = f"pbs.twimg.com/profile_images/{who.id}/{randomness.alphanumerics(8)}_normal.jpg"
    if faceless:
        picture = _EGG
    verified = flags >> 6 & 63 == 0
    zone = randomness.pick(_ZONES) if flags >> 12 & 7 == 0 else None
    described = []
    if words and unit() < 0.01:
        words = f"{words} https://t.co/{randomness.alphanumerics(10)}"
        described.append(url_at(randomness, len(words) - 23, words[-23:]))
    return User(
        id=who.id,
        id_str=who.id_str,
        name=who.name,
        screen_name=who.screen_name,
        location=randomness.pick(language.places) if unit() < 0.65 else None,
        url=f"https://t.co/{randomness.alphanumerics(10)}" if unit() < 0.3 else None,
        description=words or None,
        protected=False,
        verified=verified,
        followers_count=randomness.magnitude(24 if verified else 14),
        friends_count=randomness.magnitude(12),
        listed_count=randomness.magnitude(9),
        favourites_count=randomness.magnitude(17),
        statuses_count=randomness.magnitude(18),
        created_at=written(who.created_ms),
        profile_banner_url=(
            f"https://pbs.twimg.com/profile_banners/{who.id}/{who.created_ms // 1000 + bits(24)}"
            if unit() < 0.75
            else None
        ),
        profile_image_url="http://" + picture,
        profile_image_url_https="https://" + picture,
        profile_background_color="F5F8FA" if plain else colour,
        profile_background_image_url=f"{_THEMES}{theme}/bg.png",
        profile_background_image_url_https=f"{_THEMES_HTTPS}{theme}/bg.png",
        profile_background_tile=not plain and flags >> 15 == 1,
        profile_link_color="1DA1F2" if plain else colour,
        profile_sidebar_border_color="C0DEED" if plain else "000000",
        profile_sidebar_fill_color="DDEEF6" if plain else "EFEFEF",
        profile_text_color="333333" if plain else "000000",
        profile_use_background_image=plain or flags >> 14 & 1 == 1,
        default_profile=plain,
        default_profile_image=faceless,
        withheld_in_countries=[randomness.pick(_COUNTRIES)] if unit() < 0.005 else [],
        withheld_scope="user" if unit() < 0.005 else None,
        geo_enabled=flags >> 13 & 1 == 1,
        lang=language.code if unit() < 0.9 else None,
        contributors_enabled=False,
        utc_offset=zone[1] if zone else None,
        time_zone=zone[0] if zone else None,
        is_translator=unit() < 0.005,
        follow_request_sent=False if unit() < 0.01 else None,
        description_urls=described,
    )


def url_at(randomness: Randomness, start: int, short: str) -> Url:
    """A link to somewhere, standing at `start` of a text as `short`."""
    shown = f"{randomness.pick(SITES)}{randomness.alphanumerics(randomness.between(4, 24))}"
    expanded = f"https://www.{shown}" if randomness.unit() < 0.99 else None
    if len(shown) > 27:
        shown = shown[:26] + "…"
    return Url([start, start + len(short)], shown, expanded, short)

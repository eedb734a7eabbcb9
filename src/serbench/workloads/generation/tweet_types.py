"""The types of a tweet, as its workload and the generators of its values have them."""

from __future__ import annotations

import msgspec

from serbench.schema.types import f64, i32, i64


class Size(msgspec.Struct):
    w: i32
    h: i32
    resize: str


class Sizes(msgspec.Struct):
    thumb: Size
    large: Size
    medium: Size
    small: Size


class VideoVariant(msgspec.Struct):
    bitrate: i32 | None
    content_type: str
    url: str


class VideoInfo(msgspec.Struct):
    aspect_ratio: list[i32]
    duration_millis: i32 | None
    variants: list[VideoVariant]


class AdditionalMediaInfo(msgspec.Struct):
    title: str
    description: str
    embeddable: bool
    monetizable: bool


class Media(msgspec.Struct):
    display_url: str
    expanded_url: str
    id: i64
    id_str: str
    indices: list[i32]
    media_url: str
    media_url_https: str
    sizes: Sizes
    type: str
    source_status_id: i64 | None
    source_status_id_str: str | None
    url: str
    video_info: VideoInfo | None
    additional_media_info: AdditionalMediaInfo | None


class Hashtag(msgspec.Struct):
    indices: list[i32]
    text: str


class Url(msgspec.Struct):
    indices: list[i32]
    display_url: str
    expanded_url: str | None
    url: str


class UserMention(msgspec.Struct):
    id: i64
    id_str: str
    indices: list[i32]
    name: str
    screen_name: str


class PollOption(msgspec.Struct):
    position: i32
    text: str


class Poll(msgspec.Struct):
    options: list[PollOption]
    end_datetime: str
    duration_minutes: i32


class Entities(msgspec.Struct):
    hashtags: list[Hashtag]
    media: list[Media]
    urls: list[Url]
    user_mentions: list[UserMention]
    symbols: list[Hashtag]
    polls: list[Poll]


class ExtendedEntities(msgspec.Struct):
    media: list[Media]


class ExtendedTweet(msgspec.Struct):
    full_text: str
    display_text_range: list[i32]
    entities: Entities
    extended_entities: ExtendedEntities | None


class Coordinates(msgspec.Struct):
    """A point; longitude comes first."""

    type: str
    coordinates: list[f64]


class BoundingBox(msgspec.Struct):
    type: str
    coordinates: list[list[list[f64]]]


class Place(msgspec.Struct):
    name: str
    country_code: str
    id: str
    country: str
    place_type: str
    url: str
    full_name: str
    bounding_box: BoundingBox


class MatchingRule(msgspec.Struct):
    tag: str
    id: i64
    id_str: str


class User(msgspec.Struct):
    id: i64
    id_str: str
    name: str
    screen_name: str
    location: str | None
    url: str | None
    description: str | None
    protected: bool
    verified: bool
    followers_count: i32
    friends_count: i32
    listed_count: i32
    favourites_count: i32
    statuses_count: i32
    created_at: str
    profile_banner_url: str | None
    profile_image_url: str
    profile_image_url_https: str
    profile_background_color: str
    profile_background_image_url: str
    profile_background_image_url_https: str
    profile_background_tile: bool
    profile_link_color: str
    profile_sidebar_border_color: str
    profile_sidebar_fill_color: str
    profile_text_color: str
    profile_use_background_image: bool
    default_profile: bool
    default_profile_image: bool
    withheld_in_countries: list[str]
    withheld_scope: str | None
    geo_enabled: bool
    lang: str | None
    contributors_enabled: bool
    utc_offset: i32 | None
    time_zone: str | None
    is_translator: bool
    follow_request_sent: bool | None
    description_urls: list[Url]


class Tweet(msgspec.Struct):
    created_at: str
    id: i64
    id_str: str
    text: str
    source: str
    truncated: bool
    in_reply_to_status_id: i64 | None
    in_reply_to_user_id: i64 | None
    in_reply_to_screen_name: str | None
    user: User
    coordinates: Coordinates | None
    place: Place | None
    quoted_status_id: i64 | None
    is_quote_status: bool
    quoted_status: Tweet | None
    retweeted_status: Tweet | None
    quote_count: i32 | None
    reply_count: i32
    retweet_count: i32
    favorite_count: i32 | None
    entities: Entities
    extended_entities: ExtendedEntities | None
    extended_tweet: ExtendedTweet | None
    favorited: bool | None
    retweeted: bool
    possibly_sensitive: bool | None
    filter_level: str
    lang: str | None
    matching_rules: list[MatchingRule]
    current_user_retweet: i64 | None
    scopes: dict[str, bool]
    withheld_copyright: bool | None
    withheld_in_countries: list[str]
    withheld_scope: str | None
    display_text_range: list[i32]

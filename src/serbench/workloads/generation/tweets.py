"""A stream of tweets whose parts occur as often as in the study's million."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from serbench.workloads.generation.tweet_media import place_of
from serbench.workloads.generation.tweet_text import Body, compose, spoken, words
from serbench.workloads.generation.tweet_times import STREAM_START_MS, snowflake, written
from serbench.workloads.generation.tweet_types import (
    ExtendedEntities,
    ExtendedTweet,
    MatchingRule,
    Media,
    Poll,
    PollOption,
    Tweet,
)
from serbench.workloads.generation.tweet_users import Account, account, user
from serbench.workloads.generation.vocabulary import Language
from serbench.workloads.randomness import Randomness, Spread

# Per line, as the study counted them.
RETWEETED = 0.598517
QUOTED = 0.177537
EXTENDED = 0.204495
EXTENDED_ENTITIES = 0.047689
PLACES = 0.011974
COORDINATES = 0.001586
SYMBOLS = 0.012977

_ORIGINAL = 1 - RETWEETED
# A ticker stands in a long text and again in its cut.
_SYMBOLS = SYMBOLS / (1 + EXTENDED)
# How many of the tweets inside tweets are longer than 140, and of those quoted have media.
_INNER_LONG = 0.35
_INNER_MEDIA = 0.3
_REPLIES = 0.35

_SOURCES = tuple(
    f'<a href="{page}" rel="nofollow">{name}</a>'
    for page, name, share in (
        ("http://twitter.com/download/iphone", "Twitter for iPhone", 38),
        ("http://twitter.com/download/android", "Twitter for Android", 33),
        ("http://twitter.com", "Twitter Web Client", 13),
        ("http://twitter.com/#!/download/ipad", "Twitter for iPad", 4),
        ("https://mobile.twitter.com", "Twitter Lite", 4),
        ("https://about.twitter.com/products/tweetdeck", "TweetDeck", 4),
        ("https://ifttt.com", "IFTTT", 2),
        ("http://twittbot.net/", "twittbot.net", 2),
    )
    for _ in range(share)
)
_NO_BODY = Body("", [], [], [], [], [])
_COUNTRIES = ("DE", "FR", "TR", "IN", "RU", "XY")


def tweets(seed: int) -> Iterator[Tweet]:
    stream = _Stream(Randomness(seed))
    while True:
        yield stream.line()


class _Stream:
    def __init__(self, randomness: Randomness) -> None:
        self.randomness = randomness
        self.now_ms = STREAM_START_MS
        self.media_due = Spread(randomness, EXTENDED_ENTITIES).due
        self.symbol_due = Spread(randomness, _SYMBOLS).due
        self.long_symbol_due = Spread(randomness, _SYMBOLS).due  # these count twice
        # Places are those of originals, points those of places.
        self.place_due = Spread(randomness, PLACES / _ORIGINAL).due
        self.point_due = Spread(randomness, COORDINATES / PLACES).due

    def line(self) -> Tweet:
        randomness = self.randomness
        self.now_ms += randomness.between(1, 40)
        language = spoken(randomness)
        is_retweet = randomness.unit() < RETWEETED
        is_long = not is_retweet and randomness.unit() < EXTENDED / _ORIGINAL
        moment_ms = self.before(self.now_ms) if is_retweet else self.now_ms
        quoted = None
        if randomness.unit() < QUOTED:
            has_media = randomness.unit() < _INNER_MEDIA
            quoted, _, _ = self.inner(language, self.before(moment_ms), has_media)
        has_media = self.media_due()
        has_symbol = self.long_symbol_due() if is_long else self.symbol_due()
        if is_retweet:
            return self.retweet(language, moment_ms, quoted, has_media, has_symbol)
        tweet, _, _ = self.original(
            language,
            self.now_ms,
            is_long=is_long,
            has_media=has_media,
            has_symbol=has_symbol,
            quoted=quoted,
        )
        if self.place_due():
            tweet.place, tweet.coordinates = place_of(randomness, exact=self.point_due())
        return self.marked(tweet)

    def before(self, moment_ms: int) -> int:
        """A moment of the 25 days before, as likely hours as minutes or seconds."""
        return moment_ms - 5_000 - self.randomness.magnitude(31)

    def inner(
        self,
        language: Language,
        moment_ms: int,
        has_media: bool,
        has_symbol: bool = False,
        quoted: Tweet | None = None,
        is_short: bool = False,
    ) -> tuple[Tweet, Body, Account]:
        """A tweet to be quoted or retweeted: an original that people have seen."""
        randomness = self.randomness
        tweet, body, author = self.original(
            language,
            moment_ms,
            is_long=not is_short and randomness.unit() < _INNER_LONG,
            has_media=has_media,
            has_symbol=has_symbol,
            quoted=quoted,
        )
        tweet.retweet_count = randomness.magnitude(16)
        tweet.favorite_count = tweet.retweet_count + randomness.magnitude(16)
        tweet.quote_count = tweet.retweet_count >> 4
        tweet.reply_count = randomness.magnitude(9)
        return tweet, body, author

    def retweet(
        self,
        language: Language,
        moment_ms: int,
        quoted: Tweet | None,
        has_media: bool,
        has_symbol: bool,
    ) -> Tweet:
        """A retweet made now of a tweet of that moment."""
        # Media at the end of a long text would be cut off from the retweet's.
        original, body, author = self.inner(
            language, moment_ms, has_media, has_symbol, quoted, is_short=has_media
        )
        text, entities = body.retweeted(author)
        if entities.media:
            entities.media = [_shared(media, original) for media in entities.media]
        tweet, _ = self.bare(language, self.now_ms)
        tweet.text = text
        tweet.display_text_range = [0, len(text)]
        tweet.retweeted_status = original
        tweet.quoted_status = quoted
        tweet.quoted_status_id = original.quoted_status_id
        tweet.is_quote_status = original.is_quote_status
        tweet.entities = entities
        tweet.extended_entities = ExtendedEntities(entities.media) if entities.media else None
        tweet.possibly_sensitive = original.possibly_sensitive
        return self.marked(tweet)

    def original(
        self,
        language: Language,
        moment_ms: int,
        *,
        is_long: bool,
        has_media: bool,
        has_symbol: bool,
        quoted: Tweet | None,
    ) -> tuple[Tweet, Body, Account]:
        """A tweet that is no retweet, what it says in full, and who says it."""
        randomness = self.randomness
        tweet, author = self.bare(language, moment_ms)
        reply_to = None
        if randomness.unit() < _REPLIES:
            reply_to = account(randomness, language, moment_ms)
            tweet.in_reply_to_user_id = reply_to.id
            tweet.in_reply_to_screen_name = reply_to.screen_name
            if randomness.unit() < 0.9:
                before_ms = moment_ms - 2_000 - randomness.magnitude(26)
                tweet.in_reply_to_status_id = snowflake(before_ms, randomness.bits(22))
        page = None
        if quoted:
            tweet.quoted_status = quoted
            tweet.quoted_status_id = quoted.id
            tweet.is_quote_status = True
            page = f"https://twitter.com/{quoted.user.screen_name}/status/{quoted.id}"
        body = compose(
            randomness,
            language,
            moment_ms,
            is_long=is_long,
            reply_to=reply_to,
            quoted_page=page,
            media_of_tweet=(author.screen_name, tweet.id) if has_media else None,
            with_symbol=has_symbol,
        )
        said_from = len(reply_to.screen_name) + 2 if reply_to else 0
        said_to = body.media[0].indices[0] - 1 if body.media else len(body.text)
        media = ExtendedEntities(body.media) if body.media else None
        entities = body.entities()
        if is_long:
            tweet.truncated = True
            tweet.extended_tweet = ExtendedTweet(body.text, [said_from, said_to], entities, media)
            short = "https://t.co/" + randomness.alphanumerics(10)
            tweet.text, tweet.entities = body.cut(tweet.id, short)
            tweet.display_text_range = [said_from, len(tweet.text)]
        else:
            tweet.text, tweet.entities, tweet.extended_entities = body.text, entities, media
            tweet.display_text_range = [said_from, said_to]
        if body.urls or body.media:
            tweet.possibly_sensitive = randomness.unit() < 0.02
        return tweet, body, author

    def bare(self, language: Language, moment_ms: int) -> tuple[Tweet, Account]:
        """A tweet of somebody that says nothing yet."""
        randomness = self.randomness
        author = account(randomness, language, moment_ms)
        described = ""
        if randomness.unit() < 0.8:
            described = words(randomness, language, randomness.between(5, 120))
        id_ = snowflake(moment_ms, randomness.bits(22))
        tweet = Tweet(
            created_at=written(moment_ms),
            id=id_,
            id_str=str(id_),
            text="",
            source=randomness.pick(_SOURCES),
            truncated=False,
            in_reply_to_status_id=None,
            in_reply_to_user_id=None,
            in_reply_to_screen_name=None,
            user=user(randomness, author, language, described),
            coordinates=None,
            place=None,
            quoted_status_id=None,
            is_quote_status=False,
            quoted_status=None,
            retweeted_status=None,
            quote_count=0,
            reply_count=0,
            retweet_count=0,
            favorite_count=0,
            entities=_NO_BODY.entities(),
            extended_entities=None,
            extended_tweet=None,
            favorited=False,
            retweeted=False,
            possibly_sensitive=None,
            filter_level="low",
            lang=language.code,
            matching_rules=[],
            current_user_retweet=None,
            scopes={},
            withheld_copyright=None,
            withheld_in_countries=[],
            withheld_scope=None,
            display_text_range=[],
        )
        return tweet, author

    def marked(self, tweet: Tweet) -> Tweet:
        """Gives some lines what Twitter adds for its partners, for courts or for testers: each
        in about one line of a hundred, so that no codec goes by without meeting it."""
        randomness = self.randomness
        if randomness.unit() < 0.9:
            return tweet
        match randomness.below(8):
            case 0:
                tweet.matching_rules = [
                    MatchingRule(f"rule {number}", number, str(number))
                    for number in range(1, randomness.between(2, 4))
                ]
            case 1:
                tweet.current_user_retweet = snowflake(self.now_ms, randomness.bits(22))
                tweet.retweeted = True
            case 2:
                tweet.scopes = {"followers": randomness.chance(0.5), "place_ids": False}
            case 3:
                tweet.withheld_copyright = True
            case 4:
                tweet.withheld_in_countries = [randomness.pick(_COUNTRIES), "XX"]
                tweet.withheld_scope = "status"
            case 5:
                tweet.entities.polls = [self.poll()]
            case 6:
                tweet.favorited = tweet.favorite_count = tweet.quote_count = tweet.lang = None
            case _:
                tweet.filter_level = "medium"
        return tweet

    def poll(self) -> Poll:
        randomness = self.randomness
        language = spoken(randomness)
        options = [
            PollOption(position, words(randomness, language, 8))
            for position in range(1, randomness.between(3, 5))
        ]
        minutes = randomness.between(5, 10_080)
        return Poll(options, written(self.now_ms + minutes * 60_000), minutes)


def _shared(media: Media, source: Tweet) -> Media:
    return msgspec.structs.replace(
        media, source_status_id=source.id, source_status_id_str=source.id_str
    )

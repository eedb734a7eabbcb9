"""What tweets say: texts with hashtags, mentions, links and media at known places.

All places (`indices`) are counted in code points, as in Twitter's JSON.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from serbench.workloads.generation.tweet_media import media_of
from serbench.workloads.generation.tweet_types import Entities, Hashtag, Media, Url, UserMention
from serbench.workloads.generation.tweet_users import Account, account, url_at
from serbench.workloads.generation.vocabulary import EMOJI, LANGUAGES, TICKERS, Language
from serbench.workloads.randomness import Randomness

SHORT = 140  # what the fields of old hold; a longer text is cut and stands in `extended_tweet`
LONG = 280
LINK = 23  # every link is a `https://t.co/` and ten letters
_ELLIPSIS = "…"
# A longest word, an emoji, quotes and an ending: by so much may a run of words pass its goal.
_SLACK = 30

# Chances of one more of each; the counts that come of them are held to those of the study.
_MORE_MENTIONS = 0.24
_MORE_HASHTAGS = 0.395
_MORE_LINKS = 0.159

_SPOKEN = tuple(language for language in LANGUAGES for _ in range(language.share))
_Placed = TypeVar("_Placed", Hashtag, UserMention, Url, Media)
_ENDINGS = (" ",) * 14 + ("! ", "? ", "... ", "\n", ", ", "\n\n")


class Body(msgspec.Struct, gc=False):
    """A text, of up to 280 code points, and what stands in it."""

    text: str
    hashtags: list[Hashtag]
    mentions: list[UserMention]
    symbols: list[Hashtag]
    urls: list[Url]
    media: list[Media]

    def entities(self, end: int = LONG, shift: int = 0) -> Entities:
        """Those that stand before `end` in the text, moved right by `shift`."""
        return Entities(
            hashtags=_placed(self.hashtags, end, shift),
            media=_placed(self.media, end, shift),
            urls=_placed(self.urls, end, shift),
            user_mentions=_placed(self.mentions, end, shift),
            symbols=_placed(self.symbols, end, shift),
            polls=[],
        )

    def cut(self, tweet_id: int, short: str) -> tuple[str, Entities]:
        """What is left where a text may have 140 code points: its beginning, and `short`, a link
        to the whole of it."""
        end = SHORT - LINK - 2
        page = f"twitter.com/i/web/status/{tweet_id}"
        entities = self.entities(end)
        entities.urls = [
            *entities.urls,
            Url([end + 2, SHORT], page[:26] + _ELLIPSIS, "https://" + page, short),
        ]
        return f"{self.text[:end]}{_ELLIPSIS} {short}", entities

    def retweeted(self, author: Account) -> tuple[str, Entities]:
        """The text and entities of a retweet of this."""
        before = f"RT @{author.screen_name}: "
        text, end = before + self.text, LONG
        if len(text) > SHORT:
            text, end = text[: SHORT - 1] + _ELLIPSIS, SHORT - 1 - len(before)
        entities = self.entities(end, len(before))
        mention = _mention(author, 3)
        entities.user_mentions = [mention, *entities.user_mentions]
        return text, entities


def _placed(items: list[_Placed], end: int, shift: int) -> list[_Placed]:
    if not items:
        return []
    out = [item for item in items if item.indices[1] <= end]
    if shift:
        out = [
            msgspec.structs.replace(i, indices=[i.indices[0] + shift, i.indices[1] + shift])
            for i in out
        ]
    return out


def _mention(who: Account, start: int) -> UserMention:
    end = start + 1 + len(who.screen_name)
    return UserMention(who.id, who.id_str, [start, end], who.name, who.screen_name)


def spoken(randomness: Randomness) -> Language:
    return randomness.pick(_SPOKEN)


def words(randomness: Randomness, language: Language, length: int) -> str:
    """Words of the language, `length` code points of them or a little more."""
    pick, gap = randomness.pick, len(language.gap)
    out = []
    while length > 0:
        word = pick(language.words)
        length -= len(word) + gap
        out.append(word)
    if len(out) > 8:
        out[randomness.below(len(out))] += language.stop
    if randomness.unit() < 0.15:
        out.append(pick(EMOJI))
    text = language.gap.join(out)
    return f'"{text}"' if randomness.unit() < 0.03 else text


def compose(
    randomness: Randomness,
    language: Language,
    now_ms: int,
    *,
    is_long: bool,
    reply_to: Account | None,
    quoted_page: str | None,
    media_of_tweet: tuple[str, int] | None,
    with_symbol: bool,
) -> Body:
    """A body of up to 140 code points, or of 141 to 280 if it `is_long`.

    `quoted_page` is the address of a tweet to quote; `media_of_tweet` the screen name and the
    tweet's id that media are to be made for. A symbol stands near the beginning, where no
    cut takes it away.
    """
    room = (LONG if is_long else SHORT) - (LINK + 1) * bool(quoted_page)
    room -= (LINK + 1) * bool(media_of_tweet)
    goal = randomness.between(SHORT + 2 if is_long else 8, room - _SLACK)
    body = Body("", [], [], [], [], [])
    text = ""
    if reply_to:
        body.mentions.append(_mention(reply_to, 0))
        text = f"@{reply_to.screen_name} "
    if with_symbol:
        text += _marked(randomness, language, now_ms, body, "symbol", len(text)) + " "
    start = len(text)
    goal = max(goal, start + 8)
    kinds = (
        ["mention"] * randomness.repeats(_MORE_MENTIONS, 6)
        + ["hashtag"] * randomness.repeats(_MORE_HASHTAGS, 8)
        + ["link"] * randomness.repeats(_MORE_LINKS, 3)
    )
    for number, kind in enumerate(kinds, 1):
        until = start + (goal - start) * number // (len(kinds) + 1)
        if len(text) < until:
            text += words(randomness, language, until - len(text)) + " "
        if len(text) > room - _SLACK:
            break
        text += _marked(randomness, language, now_ms, body, kind, len(text)) + " "
    if len(text) < goal:
        text += words(randomness, language, goal - len(text)) + randomness.pick(_ENDINGS)
    text = text.rstrip()
    if quoted_page:
        short = "https://t.co/" + randomness.alphanumerics(10)
        place = [len(text) + 1, len(text) + 1 + LINK]
        shown = quoted_page.removeprefix("https://")[:26] + _ELLIPSIS
        body.urls.append(Url(place, shown, quoted_page, short))
        text = f"{text} {short}"
    if media_of_tweet:
        body.media = media_of(randomness, *media_of_tweet, len(text) + 1)
        text = f"{text} {body.media[0].url}"
    body.text = text
    return body


def _marked(
    randomness: Randomness, language: Language, now_ms: int, body: Body, kind: str, start: int
) -> str:
    """Notes one hashtag, mention, ticker or link in the body; returns its text."""
    match kind:
        case "mention":
            who = account(randomness, language, now_ms)
            body.mentions.append(_mention(who, start))
            return "@" + who.screen_name
        case "hashtag":
            topic = randomness.pick(language.topics)
            body.hashtags.append(Hashtag([start, start + 1 + len(topic)], topic))
            return "#" + topic
        case "symbol":
            ticker = randomness.pick(TICKERS)
            body.symbols.append(Hashtag([start, start + 1 + len(ticker)], ticker))
            return "$" + ticker
        case _:
            short = "https://t.co/" + randomness.alphanumerics(10)
            body.urls.append(url_at(randomness, start, short))
            return short

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

import msgspec
import pytest

from serbench.schema.model import ListOf, OptionalOf, RecordRef
from serbench.workloads.generation import tweet_times
from serbench.workloads.registry import find
from serbench.workloads.tweet import Tweet

LINES = 20_000

# What the study counted in its million tweets.
STUDY = {
    "retweeted_status": 598_517,
    "quoted_status": 177_537,
    "extended_tweet": 204_495,
    "place": 11_974,
    "coordinates": 1_586,
    "entities": 1_204_495,
    "hashtags": 678_611,
    "urls": 514_691,
    "user_mentions": 1_374_920,
    "symbols": 12_977,
    "media": 163_993,
    "extended_entities": 47_689,
}


@pytest.fixture(scope="module")
def lines() -> list[Tweet]:
    return list(islice(find("tweet").generate(7), LINES))


def with_inner(lines: list[Tweet]) -> Iterator[Tweet]:
    """The tweets of the lines and those inside them."""
    for tweet in lines:
        yield tweet
        yield from with_inner([t for t in (tweet.retweeted_status, tweet.quoted_status) if t])


def parts(tweet: Tweet) -> Counter[str]:
    """How many of each part the line's own tweet has, with its extended tweet."""
    counts: Counter[str] = Counter()
    for key in ("retweeted_status", "quoted_status", "extended_tweet", "place", "coordinates"):
        counts[key] = getattr(tweet, key) is not None
    for level in (tweet, tweet.extended_tweet):
        if level is None:
            continue
        counts["entities"] += 1
        for key in ("hashtags", "urls", "user_mentions", "symbols", "media"):
            counts[key] += len(getattr(level.entities, key))
        if level.extended_entities:
            counts["extended_entities"] += 1
            counts["media"] += len(level.extended_entities.media)
    return counts


def test_parts_are_as_frequent_as_in_the_study(lines):
    counts: Counter[str] = Counter()
    for tweet in lines:
        counts += parts(tweet)
    per_million = {key: count * 1_000_000 / LINES for key, count in counts.items()}
    assert per_million == {key: pytest.approx(n, rel=0.04) for key, n in STUDY.items()}


def test_lines_are_as_long_as_tweets(lines):
    lengths = [len(msgspec.json.encode(tweet)) for tweet in lines[:2000]]
    assert 2_000 < sum(lengths) / len(lengths) < 6_000
    assert min(lengths) > 1_500


def test_thousand_lines_fill_every_field_and_omit_every_optional_field():
    """Else a codec could lose a part and nobody would notice."""
    schema = find("tweet").schema
    filled, absent = set(), set()

    def walk(record: str, value: dict) -> None:
        for f in schema.record(record).fields:
            inner, where = value[f.name], (record, f.name)
            if inner is None:
                absent.add(where)
            elif inner not in ([], {}):
                filled.add(where)
            item = f.type.item if isinstance(f.type, OptionalOf | ListOf) else f.type
            if isinstance(item, RecordRef) and inner is not None:
                for one in inner if isinstance(inner, list) else [inner]:
                    walk(item.name, one)

    for tweet in islice(find("tweet").generate(0), 1000):
        walk("Tweet", msgspec.json.decode(msgspec.json.encode(tweet)))
    fields = {(r.name, f.name): f.type for r in schema.records for f in r.fields}
    assert filled == set(fields)
    assert absent == {where for where, type_ in fields.items() if isinstance(type_, OptionalOf)}


def test_texts_are_in_several_scripts(lines):
    text = "".join(tweet.text for tweet in lines[:2000])
    for script in ("AZaz", "АЯая", "ءيءي", "ぁんァン", "가힣가힣", "😀🙏😀🙏"):
        low, high = min(script), max(script)
        assert sum(low <= char <= high for char in text) > 100, script


def test_long_texts_are_truncated_like_twitter(lines):
    for tweet in with_inner(lines[:5000]):
        assert 1 <= len(tweet.text) <= 140
        assert tweet.truncated == (tweet.extended_tweet is not None)
        if tweet.extended_tweet:
            full = tweet.extended_tweet.full_text
            assert 140 < len(full) <= 280
            assert tweet.text.startswith(full[:115] + "… https://t.co/")
            assert tweet.entities.urls[-1].expanded_url.endswith(f"/status/{tweet.id}")


def test_indices_of_entities_match_text(lines):
    for tweet in with_inner(lines[:5000]):
        levels = [(tweet.text, tweet.entities, tweet.extended_entities)]
        if long := tweet.extended_tweet:
            levels.append((long.full_text, long.entities, long.extended_entities))
        for text, entities, extended in levels:
            marked = [(h, "#" + h.text) for h in entities.hashtags]
            marked += [(s, "$" + s.text) for s in entities.symbols]
            marked += [(m, "@" + m.screen_name) for m in entities.user_mentions]
            marked += [(u, u.url) for u in entities.urls + entities.media]
            marked += [(m, m.url) for m in (extended.media if extended else [])]
            for entity, shown in marked:
                start, end = entity.indices
                assert text[start:end] == shown
        assert 0 <= tweet.display_text_range[0] <= tweet.display_text_range[1] <= len(tweet.text)


def test_retweets_and_quotes_match_inner_tweets(lines):
    for tweet in lines[:5000]:
        assert tweet.is_quote_status == (tweet.quoted_status_id is not None)
        assert tweet.is_quote_status == (tweet.quoted_status is not None)
        if quoted := tweet.quoted_status:
            assert tweet.quoted_status_id == quoted.id < (tweet.retweeted_status or tweet).id
            assert quoted.quoted_status is quoted.retweeted_status is None
        if original := tweet.retweeted_status:
            author = original.user
            assert original.id < tweet.id
            assert original.retweeted_status is None
            assert original.quoted_status is tweet.quoted_status
            begin = f"RT @{author.screen_name}: "
            whole = original.extended_tweet.full_text if original.truncated else original.text
            assert (begin + whole).startswith(tweet.text.removesuffix("…"))
            first = tweet.entities.user_mentions[0]
            assert (first.id, first.name) == (author.id, author.name)
            for media in tweet.entities.media:
                assert media.source_status_id == original.id


def test_ids_grow_and_encode_creation_time(lines):
    ids = [tweet.id for tweet in lines]
    assert ids == sorted(set(ids))
    for tweet in with_inner(lines[:500]):
        made_s = ((tweet.id >> 22) + 1_288_834_974_657) // 1000
        written = datetime.strptime(tweet.created_at, "%a %b %d %H:%M:%S %z %Y")
        assert written == datetime.fromtimestamp(made_s, UTC)
        assert tweet.id_str == str(tweet.id)
        joined = datetime.strptime(tweet.user.created_at, "%a %b %d %H:%M:%S %z %Y")
        assert joined < written


@pytest.mark.parametrize(
    ("moment_ms", "text"),
    [
        (0, "Thu Jan 01 00:00:00 +0000 1970"),
        (1_535_760_000_000, "Sat Sep 01 00:00:00 +0000 2018"),
        (1_582_977_599_999, "Sat Feb 29 11:59:59 +0000 2020"),
    ],
)
def test_times_are_written_as_twitter_does(moment_ms, text):
    assert tweet_times.written(moment_ms) == text

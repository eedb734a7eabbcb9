"""Tweets: the Twitter v1.1 status, a recursive object of 20 record types (`complex-objects`).

Field names are those of Twitter's JSON. Three parts are simpler than there: a cashtag
("symbol") has the shape of a hashtag and is one; `current_user_retweet` is the id alone; and
`description_urls` stands for `entities.description.urls` of a user, which the stream leaves out.

How often each part occurs is taken from what the study counted in its million tweets. Its 1,204,495
`entities` are one for each line and one for each of the 204,495 extended tweets, so the counts are
of each line's own tweet and its extended tweet, without descending into `retweeted_status` and
`quoted_status`; and they are of objects, so that `media` are those under `entities` and those
under `extended_entities`. Tweets inside tweets are made alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from serbench.workloads.generation.tweet_types import Tweet
from serbench.workloads.workload import Workload


def generate(seed: int) -> Iterator[Tweet]:
    from serbench.workloads.generation.tweets import tweets

    return tweets(seed)


WORKLOADS = (
    Workload(
        name="tweet",
        title="Tweets",
        root=Tweet,
        default_count=1000,
        study="complex-objects",
        generate=generate,
    ),
)

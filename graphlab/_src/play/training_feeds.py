"""The feed_dict of each training step, from whatever gl.train was passed as `feed`."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from graphlab._src.base.errors import explain
from graphlab._src.graph.tensor import Tensor

_FIX = "feed=[{x: images, y: labels}, …], a generator of such dicts, or a function of the step's number"


class Feeds:
    """The feed_dicts of a training's steps, one after the other.

    feed: a feed_dict for all steps, an iterable of feed_dicts, a generator function, a function of the step's number (from 0)
    that returns one, or None.
    ends: whether it may end by itself; steps without an end are refused for others.
    """

    def __init__(self, feed: Any) -> None:
        self.ends = False
        self._next: Callable[[int], Any]
        if feed is None:
            self.ends = True  # a dataset in the graph ends with OutOfRangeError
            self._next = lambda step: None
        elif isinstance(feed, Mapping):
            self._next = lambda step: feed
        elif inspect.isgeneratorfunction(feed):
            self._read(feed())
        elif callable(feed) and not isinstance(feed, Iterator):
            self._next = feed
        elif isinstance(feed, Iterable) and not isinstance(feed, (str, bytes, Tensor)):
            self._read(feed)
        else:
            found = f"feed is a {type(feed).__name__}, which is neither a feed_dict nor makes feed_dicts"
            if hasattr(feed, "make_one_shot_iterator"):
                raise TypeError(explain(found, fix="a dataset's iterator.get_next() is a tensor: leave feed out"))
            raise TypeError(explain(found, fix=_FIX))

    def _read(self, feeds: Iterable[Any]) -> None:
        self.ends = True
        iterator = iter(feeds)
        self._next = lambda step: next(iterator)

    def next(self, step: int) -> Mapping[Any, Any] | None:
        """Returns the feed_dict of a step; StopIteration when there are no more, TypeError for what is none."""
        feed = self._next(step)
        if feed is None or isinstance(feed, Mapping):
            return feed
        raise TypeError(explain(f"feed produced a {type(feed).__name__} for step {step}, not a feed_dict", fix=_FIX))

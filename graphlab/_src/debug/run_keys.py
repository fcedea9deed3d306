"""tensorflow.python.debug.lib.common: the names of what a call of Session.run feeds and fetches."""

import json
from typing import Any, NamedTuple

GRPC_URL_PREFIX = "grpc://"


class RunKey(NamedTuple):
    """The names of feeds and fetches."""

    feed_names: list[str]
    fetch_names: list[str]


def get_graph_element_name(elem: Any) -> str:
    """The name of a tensor, operation or variable, and the text of what has none."""
    return elem.name if hasattr(elem, "name") else str(elem)


def get_flattened_names(feeds_or_fetches: Any) -> list[str]:
    """The names in nested lists, tuples and dicts, whose values count."""
    if isinstance(feeds_or_fetches, dict):
        feeds_or_fetches = list(feeds_or_fetches.values())
    if isinstance(feeds_or_fetches, (list, tuple)):
        return [name for item in feeds_or_fetches for name in get_flattened_names(item)]
    return [get_graph_element_name(feeds_or_fetches)]


def get_run_key(feed_dict: Any, fetches: Any) -> str:
    """The names of feeds and of fetches, as JSON's text of two lists."""
    return json.dumps(RunKey(get_flattened_names(feed_dict), get_flattened_names(fetches)))

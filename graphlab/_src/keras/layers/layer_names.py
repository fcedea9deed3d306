"""Names of layers: the class in small letters, with a number that is unique in the graph."""

import re
from collections import defaultdict

from graphlab._src.graph import get_default_graph

_KEY = ("__layer_names",)


def to_snake_case(name):
    """ "Conv2DTranspose" as "conv2d_transpose"; names that begin with "_" get "private" before it."""
    words = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    words = re.sub(r"([a-z])([A-Z])", r"\1_\2", words).lower()
    return "private" + words if words.startswith("_") else words


def name_counts():
    """How often each name was requested in the default graph."""
    collection = get_default_graph().get_collection_ref(_KEY)
    if not collection:
        collection.append(defaultdict(int))
    return collection[0]


def unique_object_name(name, name_uid_map=None, avoid_names=(), namespace="", zero_based=False):
    """The name with a number that makes it unique: dense_1, dense_2 …; zero_based: dense, dense_1 …"""
    counts = name_counts() if name_uid_map is None else name_uid_map
    while True:
        number = counts[namespace, name] + (0 if zero_based else 1)
        counts[namespace, name] += 1
        proposed = f"{name}_{number}" if number else name
        if proposed not in (avoid_names or ()):
            return proposed

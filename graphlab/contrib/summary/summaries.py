"""Summaries of each kind, written by the run that they are part of."""

from graphlab._src.contrib.summary.summaries import (
    audio,
    generic,
    graph,
    histogram,
    image,
    scalar,
)

__all__ = [
    "audio",
    "generic",
    "graph",
    "histogram",
    "image",
    "scalar",
]

"""Where a summary goes: its tag and name scope, and the collections that merge_all looks in."""

import contextlib
import logging
import re

from graphlab._src.distribute.context import has_strategy, replica_number
from graphlab._src.graph import GraphKeys, constant, name_scope
from graphlab._src.graph.scopes import add_to_collections

_log = logging.getLogger("graphlab")
_NOT_IN_TAGS = re.compile(r"[^-/\w.]")


@contextlib.contextmanager
def summary_scope(name, family=None, default_name=None, values=None):
    """Enters the name scope of a summary; returns its tag and the scope's name."""
    name, family = clean(name), clean(family)
    with name_scope(name if family is None else f"{family}/{name}", default_name, values) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope


def clean(name):
    """The name with only what tags may contain."""
    if name is None:
        return None
    cleaned = _NOT_IN_TAGS.sub("_", name).lstrip("/")
    if cleaned != name:
        _log.info("Summary name %s is illegal; using %s instead.", name, cleaned)
    return cleaned


def skipped():
    """An empty summary in replicas other than the first of a strategy, where all write the same; else None."""
    return constant("") if skip_summary() else None


def skip_summary():
    """Whether this is a replica of a strategy in which summaries are left out: one other than the first."""
    return has_strategy() and replica_number() > 0


def collect(val, collections, default_collections=(GraphKeys.SUMMARIES,)):
    """Adds a summary to the collections that were requested, else to the usual ones; returns it."""
    for key in default_collections if collections is None else collections:
        add_to_collections([key], val)
    return val

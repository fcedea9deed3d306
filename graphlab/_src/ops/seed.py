"""Random seeds: the graph's and the operation's together define a stream."""

import contextlib

from graphlab._src.graph import get_default_graph

_DEFAULT_GRAPH_SEED = 87654321  # of graphs without a seed, where the operation has one
_LARGEST = 2**31 - 1


def set_random_seed(seed):
    """Makes operations that are made from now on draw the same numbers in every session.

    seed: of the default graph. An operation without a seed of its own gets one from its place in the graph.
    """
    get_default_graph().seed = seed


def truncate_seed(seed):
    """A seed as operations have it: below 2**31 - 1."""
    return seed % _LARGEST


def get_seed(op_seed):
    """(graph seed, operation seed) for a new operation; (None, None) where neither was given.

    op_seed: the operation's own seed, or None.
    """
    graph = get_default_graph()
    if graph.seed is not None:
        graph.seed_used = graph.seed_used or op_seed is None
        place = graph.version + graph.omitted_operations
        seeds = truncate_seed(graph.seed), truncate_seed(place if op_seed is None else op_seed)
    elif op_seed is not None:
        seeds = _DEFAULT_GRAPH_SEED, truncate_seed(op_seed)
    else:
        return None, None
    return (0, _LARGEST) if seeds == (0, 0) else seeds  # two zeros mean: no seed


def seed_attrs(op_seed):
    """The attributes of a random operation that say its seeds."""
    seed, seed2 = get_seed(op_seed)
    return {"seed": seed or 0, "seed2": seed2 or 0}


def omit_operations(count: int):
    """Seeds from now on are those of a graph with `count` more operations, which TensorFlow adds here."""
    get_default_graph().omitted_operations += count


@contextlib.contextmanager
def counted_as(operations: int):
    """The operations added in this context count as that many: so many TensorFlow adds, and the seeds after them follow."""
    before = get_default_graph().version
    yield
    omit_operations(operations - (get_default_graph().version - before))

"""Compute time: how long each operation ran."""

from graphlab._src.viz.overlays.registry import NothingToShowError, overlay

_COPIES = ("/stream:", "/memcpy")  # TensorFlow's lines of a GPU, which count the same work again


@overlay(
    "time",
    title="Compute time",
    about="How long each operation ran in a traced run; a scope shows the sum of what is in it.",
    kind="sequential",
    unit="s",
    sums="sum",
)
def compute_time(context):
    """{operation: seconds}, from RunMetadata.  Compiling does not count."""
    found = {}
    for op, stats in timed(context):
        spent = stats.op_end_rel_nanos - stats.op_start_rel_nanos
        if not spent:  # older programs count in microseconds
            spent = 1000 * (stats.op_end_rel_micros - stats.op_start_rel_micros)
        found[op] = found.get(op, 0) + spent * 1e-9
    return found


def timed(context):
    """(operation, NodeExecStats) of all nodes in a RunMetadata; NothingToShowError when it is of another graph."""
    metadata, find = context.metadata(), context.by_name()
    nodes = [
        node
        for device in metadata.step_stats.dev_stats
        if not any(copy in device.device for copy in _COPIES)
        for node in device.node_stats
    ]
    pairs = [(op, node) for node in nodes if (op := find(node.node_name)) is not None]
    if not pairs:
        raise NothingToShowError(
            "The RunMetadata has no operation of this graph: was it filled by a run of another one?"
        )
    return pairs

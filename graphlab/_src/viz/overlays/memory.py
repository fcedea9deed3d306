"""Memory: how many bytes each operation left behind."""

from graphlab._src.viz.overlays.registry import overlay
from graphlab._src.viz.overlays.time import timed


@overlay(
    "memory",
    title="Memory",
    about="The bytes of each operation's outputs in a traced run, and of the variables; a scope shows their sum.",
    kind="sequential",
    unit="bytes",
    sums="sum",
)
def memory(context):
    """{operation: bytes}, from RunMetadata."""
    found = {}
    for op, stats in timed(context):
        given = sum(output.tensor_description.allocation_description.requested_bytes for output in stats.output)
        used = sum(allocator.total_bytes for allocator in stats.memory)
        found[op] = found.get(op, 0) + max(given, used, stats.memory_stats.persistent_memory_size)
    return found

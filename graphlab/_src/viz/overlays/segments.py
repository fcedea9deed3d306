"""XLA segments: which operations were compiled together."""

from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.compiler.partition import is_marker
from graphlab._src.viz.overlays.registry import overlay

HOST = "on the host"
NOTHING = "only an order"


@overlay(
    "segment",
    title="XLA segment",
    about="Which operations of a run XLA compiles together, and which the host does one by one.",
    kind="categories",
    sums="majority",
)
def segments(context):
    """{operation: "segment 2, CPU:0"}, from the plan of a run."""
    plan = context.plan()
    found = {op: NOTHING for step in plan.body.steps for op in members(step) if is_marker(op)}
    compiled = 0
    for segment in plan.segments:
        where = HOST
        if not segment.on_host:
            compiled += 1
            where = f"segment {compiled}, {segment.device.device_type}:{segment.device.index}"
        found.update((op, where) for step in segment.operations for op in members(step))
    return found


def members(step):
    """The operations of a step of a plan: itself, or all of a branch or loop."""
    return step.members if isinstance(step, Region) else (step,)

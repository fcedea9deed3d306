"""Devices as placed: where a session puts each operation, whichever device it requested."""

from graphlab._src.viz.overlays.registry import overlay


@overlay(
    "placed",
    title="Device used",
    about="The device on which a session runs each operation, whichever it requested.",
    kind="categories",
    sums="majority",
)
def placed(context):
    """{operation: "CPU:0"}, from the plan of a run."""
    return {op: f"{device.device_type}:{device.index}" for op, device in context.plan().places.items()}

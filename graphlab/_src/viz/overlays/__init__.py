"""Overlays: what colours the operations of a diagram by data. Each is one file of this folder, or of yours:

    from graphlab.viz.overlays import overlay

    @overlay("fan-out", title="Fan-out", about="How many operations consume its outputs.")
    def fan_out(context):
        return {op: sum(len(t.consumers()) for t in op.outputs) for op in context.graph.get_operations()}

From then on "Fan-out" is in the "Colour by" menu of every live view, and `gl.overlay("fan-out")` shows it. What needs
no kernel (types, devices, shapes, cells) the browser colours by itself: extension/src/overlays.
"""

from graphlab._src.viz.overlays import duplicates, gradients, health, memory, placement, segments, tasks, time
from graphlab._src.viz.overlays.registry import NothingToShowError, Overlay, overlay

__all__ = ["NothingToShowError", "Overlay", "overlay"]

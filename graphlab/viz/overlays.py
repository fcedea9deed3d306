"""graphlab.viz.overlays: overlays of your own, which color the operations of a diagram by data.

    from graphlab.viz.overlays import overlay

    @overlay("fan-out", title="Fan-out", about="The number of consumers of each operation's outputs.")
    def fan_out(context):
        return {op: sum(len(t.consumers()) for t in op.outputs) for op in context.graph.get_operations()}

From then on "Fan-out" is in the "Colour by" menu of every live diagram, and `gl.overlay("fan-out")` shows it.
"""

from graphlab._src.viz.overlays import NothingToShowError, Overlay, overlay

__all__ = ["NothingToShowError", "Overlay", "overlay"]

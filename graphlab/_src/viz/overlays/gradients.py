"""Gradient norm: how much the loss changes with the outputs of each operation."""

import numpy as np

from graphlab._src.graph import IndexedSlices
from graphlab._src.viz.overlays.registry import NothingToShowError, overlay


@overlay(
    "gradients",
    title="Gradient norm",
    about="The norm of the gradient of the loss with respect to each operation's outputs; a scope shows the largest.",
    kind="sequential",
    scale="log",
    sums="max",
)
def gradients(context):
    """{tensor: L2 norm of its gradient}, for all that tf.gradients or an optimizer has built gradients of.

    Computing gradients assigns nothing: an optimizer's update does not run.
    """
    built = context.graph.built_gradients
    wanted = {}
    within = _operations(context)
    for tensor, gradient in built.items():
        source = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        if context.graph.is_fetchable(source) and (within is None or source.op in within):
            wanted.setdefault(source, []).append(tensor)
    if not wanted:
        raise NothingToShowError(
            "This graph has no gradients: tf.gradients(loss, …) or optimizer.minimize(loss) builds some."
        )
    found = {}

    def see(record):
        for slot, value in record.outputs.items():
            for tensor in wanted.get(record.op.outputs[slot], ()):
                found[tensor] = _norm(value)

    context.observe(see, fetches=list(dict.fromkeys(source.op for source in wanted)))
    if context.fetches is None:
        context.source = "all gradients of the graph"
    return found


def _operations(context):
    """The operations of the context's run; None when it is about the whole graph."""
    if context.session is None or context.fetches is None:
        return None
    return set(context.session.plan(context.fetches, context.feed_dict or ()).operations)


def _norm(value):
    return float(np.linalg.norm(np.asarray(value).astype(np.float64).ravel()))

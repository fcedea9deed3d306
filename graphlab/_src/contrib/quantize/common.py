"""What the steps of the rewriting share: consumers of a tensor, the count of steps."""

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.ops.identity import identity
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable

# Operations of gradients, optimizers and summaries are left as they are.
SKIPPED_PREFIXES = ("gradients/", "RMSProp/", "Adagrad/", "Const_", "HistogramSummary", "ScalarSummary")
_STEP = "fake_quantization_step"


def consumers_of(op):
    """The operations that use what an operation makes, but for those of gradients and summaries."""
    found = [one for tensor in op.outputs for one in tensor.consumers() if not one.name.startswith(SKIPPED_PREFIXES)]
    return list(dict.fromkeys(found))


def reroute_tensor(new, old, can_modify=None):
    """Puts a tensor in the place of another, in some or all of its consumers; returns how many inputs that changed."""
    count = 0
    for op in dict.fromkeys(old.consumers()):
        if can_modify is None or op in can_modify:
            for i in [i for i, tensor in enumerate(op.inputs) if tensor is old]:
                op.update_input(i, new)
                count += 1
    return count


def quantization_step():
    """The number of steps with quantization, int64, which counts up when it is computed."""
    graph = get_default_graph()
    try:
        return graph.get_tensor_by_name(f"{_STEP}/Identity:0")
    except KeyError:
        pass
    with graph.name_scope(None):
        step = get_variable(
            _STEP,
            shape=[],
            dtype=dtypes.int64,
            initializer=zeros_initializer(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES],
        )
        with graph.name_scope(step.op.name + "/"):
            return identity(assign_add(step, 1))

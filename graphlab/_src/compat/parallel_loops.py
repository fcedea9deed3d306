"""tensorflow.python.ops.parallel_for.control_flow_ops: pfor and for_loop, whose iterations a compiled loop runs in order."""

import functools
import inspect

from graphlab._src.autodiff.iterations import stacked
from graphlab._src.base import dtypes
from graphlab._src.function.vectorized_map import vectorized_map
from graphlab._src.graph import Operation, constant, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.sparse_serialized import deserialize_sparse, serialize_sparse

__all__ = ["PFOR_CONFIG_ARG", "PForConfig", "for_loop", "pfor", "vectorized_map"]

PFOR_CONFIG_ARG = "pfor_config"


def for_loop(loop_fn, loop_fn_dtypes, iters, parallel_iterations=None):
    """The results of loop_fn for 0, 1, …, iters - 1, stacked in the structure of loop_fn_dtypes; None where it returns None.

    loop_fn: a function of the iteration's number, a scalar int32 tensor.
    """
    flat_dtypes = nest.flatten(loop_fn_dtypes)
    before = len(get_default_graph().get_operations())
    with name_scope("loop_body"):
        outputs = nest.flatten(loop_fn(constant(0)))
    if len(outputs) != len(flat_dtypes):
        raise ValueError(
            f"Number of expected outputs, {len(flat_dtypes)}, does not match the number of actual outputs, "
            f"{len(outputs)}, from loop_fn"
        )
    flat = _stacked(lambda i: nest.flatten(loop_fn(i)), outputs, iters, before, parallel_iterations)
    return nest.pack_sequence_as(loop_fn_dtypes, flat)


def pfor(loop_fn, iters, parallel_iterations=None):
    """The results of loop_fn for 0, 1, …, iters - 1, stacked, in the structure that it returns.

    loop_fn: a function of the iteration's number, a scalar int32 tensor; one with an argument named pfor_config also
    receives a PForConfig.  It returns tensors, SparseTensors, IndexedSlices, which become tensors, operations and None.
    """
    if parallel_iterations is not None and parallel_iterations < 1:
        raise ValueError("parallel_iterations must be None or a positive integer")
    if parallel_iterations == 1:
        raise ValueError("Found parallel_iterations == 1. Use for_loop instead.")
    body = loop_fn
    if loop_fn_has_config(loop_fn):
        config = PForConfig(loop_fn, iters, parallel_iterations)

        def body(i):
            config.begin()
            return loop_fn(i, **{PFOR_CONFIG_ARG: config})

    before = len(get_default_graph().get_operations())
    with name_scope("loop_body"):
        result = body(constant(0))
    outputs = nest.flatten(result)
    flat = _stacked(lambda i: nest.flatten(body(i)), outputs, iters, before, parallel_iterations)
    return nest.pack_sequence_as(result, flat)


def loop_fn_has_config(loop_fn):
    """True for a function, or an object that is called, with an argument named pfor_config that is not given yet."""
    given = loop_fn.keywords if isinstance(loop_fn, functools.partial) else ()
    return PFOR_CONFIG_ARG in inspect.signature(loop_fn).parameters and PFOR_CONFIG_ARG not in given


def flatten_first_two_dims(x):
    """x with its first two axes as one."""
    sizes = shape(x)
    return reshape(x, concat([[sizes[0] * sizes[1]], sizes[2:]], axis=0))


class PForConfig:
    """Reductions over all iterations, for the function of a pfor: the same calls, in the same order, in each iteration."""

    def __init__(self, loop_fn, iters, parallel_iterations):
        self._loop_fn, self._iters, self._parallel_iterations = loop_fn, iters, parallel_iterations
        self._concatenations = []  # of the calls in their order
        self._calls = 0

    def begin(self):
        """Says that the function is called again."""
        self._calls = 0

    def reduce_concat(self, x):
        """The values of x in all iterations, stacked."""
        call, self._calls = self._calls, self._calls + 1
        if call == len(self._concatenations):  # the first call of the function, outside of the loop

            def values(i):
                before = _ConfigBefore(self._concatenations[:call])
                try:
                    self._loop_fn(i, **{PFOR_CONFIG_ARG: before})
                except _ReachedError as reached:
                    return reached.value
                raise ValueError("loop_fn reduces less often in one call than in another.")

            self._concatenations.append(pfor(values, self._iters, self._parallel_iterations))
        return self._concatenations[call]

    def reduce_mean(self, x):
        """The mean of x over all iterations."""
        return reduce_mean(self.reduce_concat(x), 0)

    def reduce_sum(self, x):
        """The sum of x over all iterations."""
        return reduce_sum(self.reduce_concat(x), 0)


class _ReachedError(Exception):
    """Ends a call of the function where the value that is to be reduced is known."""

    def __init__(self, value):
        super().__init__()
        self.value = value


class _ConfigBefore(PForConfig):
    """The config of a call which ends at the first reduction that is not known yet."""

    def __init__(self, concatenations):
        super().__init__(None, None, None)
        self._concatenations = concatenations

    def reduce_concat(self, x):
        """The values of x in all iterations, if they are known."""
        call, self._calls = self._calls, self._calls + 1
        if call == len(self._concatenations):
            raise _ReachedError(x)
        return self._concatenations[call]


def _stacked(function, outputs, iters, before, parallel_iterations):
    """What a function returns, a list like `outputs`, for each iteration. before: as of iterations.stacked."""
    places = [i for i, output in enumerate(outputs) if output is not None]
    if not places:
        return outputs
    kinds = [dtypes.string if isinstance(outputs[i], SparseTensor) else _value(outputs[i]).dtype for i in places]

    def row(i):
        found = function(i)
        return [_value(found[place]) for place in places]

    count = convert_to_tensor(iters, dtypes.int32)
    stacks = stacked(row, count, [kind.base_dtype for kind in kinds], before, parallel_iterations)
    result = list(outputs)
    for place, stack in zip(places, stacks, strict=True):
        output = outputs[place]
        if isinstance(output, SparseTensor):
            rank = output.shape.ndims
            result[place] = deserialize_sparse(stack, output.dtype, rank and rank + 1)
        else:
            result[place] = group(stack) if isinstance(output, Operation) else stack
    return result


def _value(output):
    """The tensor that represents an output in the loop."""
    if isinstance(output, Operation):
        with control_dependencies([output]):
            return constant(0)
    return serialize_sparse(output) if isinstance(output, SparseTensor) else convert_to_tensor(output)

"""cond: one of two functions, selected by a condition when the graph runs."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import GraphKeys, IndexedSlices, Tensor, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.cond_context import CondContext
from graphlab._src.ops.control_flow.edges import merge, switch
from graphlab._src.ops.control_flow.functional_branches import functional_cond
from graphlab._src.ops.control_flow.versions import is_functional
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_array import with_flows


def cond(pred, true_fn=None, false_fn=None, strict=False, name=None, fn1=None, fn2=None):
    """The result of true_fn() where pred is true in a run, else of false_fn().

    pred: a bool tensor, scalar.
    true_fn, false_fn: functions without arguments, both called once, now; a run executes the operations of one of them.
    They return tensors, operations, TensorArrays, or lists, tuples and dicts of them, in one structure.
    strict: a list or tuple of one element stays one, where otherwise the element itself is returned.
    fn1, fn2: old names of true_fn and false_fn.
    Raises TypeError and ValueError when pred is a Python bool, or the structures that the functions return differ.

        y = tf.cond(x > 0, lambda: x, lambda: -x)
    """
    true_fn = _function("true_fn", true_fn, "fn1", fn1)
    false_fn = _function("false_fn", false_fn, "fn2", fn2)
    for what, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(explain(f"{what} must be callable.", fix="tf.cond(pred, lambda: x, lambda: y)"))
    if is_functional(get_default_graph()):
        return functional_cond(pred, true_fn, false_fn, name or "cond")
    with name_scope(name, "cond", [pred]):
        if isinstance(pred, bool):
            raise TypeError("pred must not be a Python bool")
        if not isinstance(pred, Tensor) and hasattr(pred, "handle"):
            pred = convert_to_tensor(pred)  # one read of the variable decides all
        if_false, if_true = switch(pred, pred)
        pivot_true = identity(if_true, name="switch_t")
        pivot_false = identity(if_false, name="switch_f")
        pred = identity(pred, name="pred_id")
        for tensor in (if_true, if_false, pivot_true, pivot_false, pred):
            tensor.graph.prevent_fetching(tensor.op)
        true_context, true_original, true_result = _branch("true_fn", true_fn, pred, pivot_true, 1)
        false_context, false_original, false_result = _branch("false_fn", false_fn, pred, pivot_false, 0)
        if not strict:
            true_original, false_original = _unpack_single(true_original), _unpack_single(false_original)
        _check_same_structure(true_original, false_original, true_result, false_result)
        merged = _merged(true_result, false_result)
        if true_context.outer_context is None:
            for context in (true_context, false_context):
                get_default_graph().add_to_collection(GraphKeys.COND_CONTEXT, context)
        merged = with_flows(nest.flatten(true_original, expand_composites=True), merged)
        merged = nest.pack_sequence_as(true_original, merged, expand_composites=True)
        return merged if strict else _unpack_single(merged)


def _function(what, function, old_name, old):
    if old is not None:
        if function is not None:
            raise TypeError(f"cond(): {what} and {old_name} may not be set simultaneously.")
        return old
    if function is None:
        raise TypeError(f"cond(): {what} argument required")
    return function


def _branch(what, function, pred, pivot, branch):
    """(its context, what the function returned, the tensors for that inside)."""
    context = CondContext(pred, pivot, branch)
    with context.entered():
        original, result = context.build(function)
        if original is None:
            raise ValueError(f"{what} must have a return value.")
        context.exit_result(result)
    return context, original, result


def _unpack_single(result):
    return result[0] if isinstance(result, (list, tuple)) and len(result) == 1 else result


def _check_same_structure(true_original, false_original, true_result, false_result):
    try:
        nest.assert_same_structure(true_original, false_original, expand_composites=True)
        return
    except (TypeError, ValueError):
        nest.map_structure(_widen_indices, true_original, false_original)
        nest.map_structure(_widen_indices, true_result, false_result)
    try:
        nest.assert_same_structure(true_original, false_original, expand_composites=True)
    except TypeError as error:
        raise TypeError(f"Incompatible return types of true_fn and false_fn: {error}") from None
    except ValueError as error:
        raise ValueError(f"Incompatible return values of true_fn and false_fn: {error}") from None


def _widen_indices(a, b):
    """Converts the indices of two branches' IndexedSlices to one type."""
    if isinstance(a, IndexedSlices) and isinstance(b, IndexedSlices) and a.indices.dtype is not b.indices.dtype:
        a._indices, b._indices = cast(a.indices, dtypes.int64), cast(b.indices, dtypes.int64)


def _merged(true_result, false_result):
    if not true_result:
        raise ValueError("true_fn and false_fn must return at least one result.")
    pairs = list(
        zip(
            nest.flatten(true_result, expand_composites=True),
            nest.flatten(false_result, expand_composites=True),
            strict=True,
        )
    )
    for true, false in pairs:
        if true.dtype.base_dtype is not false.dtype.base_dtype:
            raise ValueError(
                f"Outputs of true_fn and false_fn must have the same type: {true.dtype.name}, {false.dtype.name}"
            )
    return [merge([false, true])[0] for true, false in pairs]

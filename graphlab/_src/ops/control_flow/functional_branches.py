"""Branches with control flow v2: If and Case operations, each of whose branches is a function."""

import functools

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import IndexedSlices, convert_to_tensor, get_default_graph, nest
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.body_graph import CondBranchFuncGraph, function_name, mark_lowered, single
from graphlab._src.ops.control_flow.calls import case, if_, stateless_if
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_array import with_flows

_COND = "tf.cond", ("true_fn", "false_fn")
_CASE = "tf.switch_case", None


def functional_cond(pred, true_fn, false_fn, name="cond"):
    """As tf.cond with strict=True, built as one If; the condition may have axes of size 1."""
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    graph = get_default_graph()
    with graph.name_scope(name or "cond") as scope:
        names = [function_name(scope, part) for part in ("true", "false")]
        pred = single(convert_to_tensor(pred))
        bodies = [CondBranchFuncGraph(one, graph) for one in names]
        for body, role, function in zip(bodies, _COND[1], (true_fn, false_fn), strict=True):
            body.role = role
            body.build(function, for_operations=pred)
        return build_if(pred, bodies, [list(body.captures) for body in bodies], name=scope)


def indexed_case(branch_index, branch_fns, name="indexed_case"):
    """As tf.switch_case, built as one Case."""
    if isinstance(branch_index, int):
        raise TypeError("branch_index must not be a Python int", branch_index)
    graph = get_default_graph()
    with graph.name_scope(name or "indexed_case") as scope:
        names = [function_name(scope, f"branch{i}") for i in range(len(branch_fns))]
        branch_index = convert_to_tensor(branch_index, name="branch_index")
        bodies = [CondBranchFuncGraph(one, graph) for one in names]
        for i, (body, function) in enumerate(zip(bodies, branch_fns, strict=True)):
            body.role = f"branch {i}"
            body.build(function, for_operations=branch_index)
        return build_case(branch_index, bodies, [list(body.captures) for body in bodies], name=scope)


def build_if(pred, bodies, given, name=None):
    """Adds an If of two bodies, and returns the copies of its results in the structure of what they return.

    given: for each body what its arguments represent outside.
    """

    def add(inputs, **attrs):
        then_branch, else_branch = (body.register() for body in bodies)
        operation = if_ if any(body.is_stateful for body in bodies) else stateless_if
        return operation(pred, inputs, then_branch=then_branch, else_branch=else_branch, name=name, **attrs)

    return _build(_COND, add, bodies, given)


def build_case(branch_index, bodies, given, name=None):
    """Adds a Case of bodies, as build_if does an If."""

    def add(inputs, **attrs):
        return case(branch_index, inputs, branches=[body.register() for body in bodies], name=name, **attrs)

    return _build(_CASE, add, bodies, given)


def _build(kind, add, bodies, given):
    match_indices(bodies)
    _check_same_outputs(kind, bodies)
    inputs = _match_inputs(bodies, given)
    graph = get_default_graph()
    with graph.control_dependencies([op for body in bodies for op in body.control_captures]):
        outputs = add(inputs, Tout=[one.dtype.base_dtype for one in bodies[0].outputs], output_shapes=_dims(bodies))
    outputs = list(outputs)
    op = outputs[0].op
    mark_lowered(op)
    copies = [identity(one) for one in outputs]
    graph.prevent_fetching(op)
    structure = bodies[0].structured_outputs
    leaves = nest.flatten(structure, expand_composites=True)
    remaining = iter(copies)
    copies = [None if leaf is None else next(remaining) for leaf in leaves]
    return nest.pack_sequence_as(structure, with_flows(leaves, copies), expand_composites=True)


def _dims(bodies):
    """For each result what the shapes in all bodies have in common."""
    found = []
    for results in zip(*[body.outputs for body in bodies], strict=True):
        common = functools.reduce(lambda a, b: a.most_specific_compatible_shape(b), [one.shape for one in results])
        found.append(shapes.of(common))
    return found


def match_indices(bodies):
    """Converts the indices of IndexedSlices that one result consists of in all bodies to one type, int64 where they differ."""
    flat = [nest.flatten(body.structured_outputs) for body in bodies]
    if len({len(leaves) for leaves in flat}) > 1:
        return  # the structures differ, as the next check says
    changed = False
    for results in zip(*flat, strict=True):
        if any(isinstance(one, IndexedSlices) for one in results):
            if not all(isinstance(one, IndexedSlices) for one in results):
                raise TypeError(f"Cannot reconcile tf.cond outputs:\n  branches returned: {results}")
            if len({one.indices.dtype for one in results}) > 1:
                changed = True
                for body, one in zip(bodies, results, strict=True):
                    with body.as_default():
                        one._indices = cast(one.indices, dtypes.int64)
    if changed:
        for body in bodies:
            body.note_results()


def _check_same_outputs(kind, bodies):
    first, *others = bodies
    for i, body in enumerate(others, 1):
        try:
            nest.assert_same_structure(first.structured_outputs, body.structured_outputs, expand_composites=True)
        except (ValueError, TypeError) as error:
            raise _mismatch(kind, i, first, body, str(error)) from None
        if len(first.outputs) != len(body.outputs):
            raise _mismatch(kind, i, first, body, "the number of tensors differs")
        for one, other in zip(first.outputs, body.outputs, strict=True):
            if one.dtype.base_dtype is not other.dtype.base_dtype:
                raise _mismatch(kind, i, first, body, f"{one} and {other} have different types")
    if not first.outputs:
        names = " and ".join(kind[1] or ["the branches"])
        raise ValueError(f"{names} must return at least one result.")


def _mismatch(kind, i, first, body, detail):
    name, names = kind
    one, other = (names[0], names[1]) if names else ("branches[0]", f"branches[{i}]")
    return TypeError(
        f"{one} and {other} arguments to {name} must have the same number, type, and overall structure of return values."
        f"\n\n{one} output: {first.structured_outputs}\n{other} output: {body.structured_outputs}"
        f"\n\nError details:\n{detail}"
    )


def _match_inputs(bodies, given):
    """Adds arguments until all bodies have the same, in one order, and returns what these represent outside."""
    inputs = list(dict.fromkeys(tensor for tensors in given for tensor in tensors))
    for body, tensors in zip(bodies, given, strict=True):
        own = dict(zip(tensors, body.inputs, strict=True))
        body.inputs = [own[tensor] if tensor in own else body.add(tensor) for tensor in inputs]
    return inputs

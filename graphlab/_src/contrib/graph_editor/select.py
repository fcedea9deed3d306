"""Operations and tensors selected by name, by a function, or by where they lie."""

import re

from graphlab._src.contrib.graph_editor.elements import concatenate_unique, make_list_of_op, make_list_of_t
from graphlab._src.graph import Graph


def can_be_regex(obj):
    """True for a string or a compiled regular expression."""
    return isinstance(obj, (str, re.Pattern))


def make_regex(obj):
    """The compiled regular expression."""
    if not can_be_regex(obj):
        raise ValueError(f"Expected a string or a regex, got: {type(obj)}")
    return re.compile(obj)


def _tensors_of(ops):
    """(the inputs of operations, each once; their outputs)."""
    inputs = list(dict.fromkeys(tensor for op in ops for tensor in op.inputs))
    return inputs, [tensor for op in ops for tensor in op.outputs]


def filter_ts(ops, positive_filter):
    """The inputs and outputs of operations for which the function is true; all when it is True itself."""
    found = concatenate_unique(*_tensors_of(make_list_of_op(ops)))
    return [tensor for tensor in found if positive_filter is True or positive_filter(tensor)]


def filter_ts_from_regex(ops, regex):
    """The inputs and outputs of operations in whose names the expression is found."""
    regex = make_regex(regex)
    return filter_ts(ops, lambda tensor: regex.search(tensor.name))


def filter_ops(ops, positive_filter):
    """The operations for which the function is true; all when it is True itself."""
    return [op for op in make_list_of_op(ops) if positive_filter is True or positive_filter(op)]


def filter_ops_from_regex(ops, regex):
    """The operations in whose names the expression is found."""
    regex = make_regex(regex)
    return filter_ops(ops, lambda op: regex.search(op.name))


def get_name_scope_ops(ops, scope):
    """The operations of a name scope."""
    return filter_ops_from_regex(ops, f"^{scope.removesuffix('/')}(/.*)?$")


def compute_boundary_ts(ops):
    """(inputs, outputs, insides): the tensors that come from other operations, that others may use, and between them.

    A tensor that is used both inside and outside is in outputs and in insides; one that is not used is in outputs.
    """
    ops = make_list_of_op(ops)
    inside = set(ops)
    inputs, outputs = _tensors_of(ops)
    own = set(outputs)
    insides = [tensor for tensor in inputs if tensor in own]
    hidden = {tensor for tensor in insides if inside.issuperset(tensor.consumers())}
    return [t for t in inputs if t not in own], [t for t in outputs if t not in hidden], insides


def _select(args, options, own_mark, other_mark, restrict, by_regex, listed):
    options = {"graph": None, "positive_filter": None, **options}
    graph, positive_filter = options.pop("graph"), options.pop("positive_filter")
    restricted = options.pop(restrict, False)
    for key in options:
        if key not in ("restrict_ops_regex", "restrict_ts_regex"):
            raise ValueError(f"Wrong keywords argument: {key}.")
    if graph is not None and not isinstance(graph, Graph):
        raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
    found = {}
    for arg in args:
        if can_be_regex(arg):
            if graph is None:
                raise ValueError("Use the keyword argument 'graph' to use regex.")
            regex = make_regex(arg)
            if regex.pattern.startswith(other_mark) or restricted and not regex.pattern.startswith(own_mark):
                continue
            items = by_regex(graph, regex)
        else:
            items = listed(arg)
        found.update((item, None) for item in items if positive_filter is None or positive_filter(item))
    return list(found)


_OPS, _TS = "(?#ops)", "(?#ts)"


def select_ops(*args, **kwargs):
    """The operations that are given, or whose names an expression matches, as a list; tensors are skipped.

    args: operations, lists of them, regular expressions; one that begins with "(?#ts)" is for tensors.
    kwargs: graph, needed for expressions; positive_filter, a function that must be true; restrict_ops_regex, True for
    expressions that begin with "(?#ops)" only.
    """
    return _select(
        args,
        kwargs,
        _OPS,
        _TS,
        "restrict_ops_regex",
        filter_ops_from_regex,
        lambda arg: make_list_of_op(arg, ignore_ts=True),
    )


def select_ts(*args, **kwargs):
    """The tensors that are given, or whose names an expression matches, as a list; operations are skipped.

    The arguments are as in select_ops; restrict_ts_regex: True for expressions that begin with "(?#ts)" only.
    """
    return _select(
        args,
        kwargs,
        _TS,
        _OPS,
        "restrict_ts_regex",
        filter_ts_from_regex,
        lambda arg: make_list_of_t(arg, ignore_ops=True),
    )


def select_ops_and_ts(*args, **kwargs):
    """(operations, tensors): what is given; an expression is for operations unless it begins with "(?#ts)"."""
    ops = select_ops(*args, restrict_ops_regex=False, **kwargs)
    return ops, select_ts(*args, restrict_ts_regex=True, **kwargs)

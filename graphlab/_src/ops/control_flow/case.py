"""case and switch_case: one of several functions, selected by conditions or an index when the graph runs."""

import functools
import warnings
from collections import OrderedDict

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.graph import Tensor, constant, get_default_graph, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.comparison import less_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.functional_branches import indexed_case
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_sum


def case(pred_fn_pairs, default=None, exclusive=False, strict=False, name="case"):
    """The result of the function of the first condition that is true, else of default().

    pred_fn_pairs: (bool tensor, function) pairs, or a dict of them. Every function is called now, once.
    default: left out, a run in which no condition is true fails.
    exclusive: a run in which several conditions are true fails.  strict: as in cond.
    Raises TypeError for conditions that are no bool tensors and what can't be called.
    """
    preds, functions = _checked_pairs(pred_fn_pairs, exclusive, name)
    with name_scope(name, "case", [preds]):
        if default is None:
            *others, last = zip(preds, functions, strict=True)
            default = functools.partial(_last_one, preds, last[1])
            preds, functions = [pair[0] for pair in others], [pair[1] for pair in others]
        chosen = default
        for pred, function in reversed(list(zip(preds, functions, strict=True))):
            chosen = functools.partial(cond, pred, true_fn=function, false_fn=chosen, strict=strict)
        if not exclusive:
            return chosen()
        with get_default_graph().control_dependencies([_at_most(preds, 1, "Input error: exclusive=True")]):
            return chosen()


def _checked_pairs(pairs, exclusive, name):
    if not isinstance(pairs, (list, tuple, dict)):
        raise TypeError("fns must be a list, tuple, or dict")
    if isinstance(pairs, OrderedDict):
        pairs = list(pairs.items())
    elif isinstance(pairs, dict):
        pairs = sorted(pairs.items(), key=lambda item: item[0].name)
        if not exclusive:
            warnings.warn(
                f"{name}: An unordered dictionary of predicate/fn pairs was provided, but exclusive=False. The order of "
                "conditional tests is deterministic but not guaranteed.",
                stacklevel=3,
            )
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError("Each entry in pred_fn_pairs must be a 2-tuple")
        pred, function = pair
        if not isinstance(pred, Tensor):
            raise TypeError(f"pred must be a Tensor, got: {pred}")
        if pred.dtype.base_dtype is not dtypes.bool:
            raise TypeError(explain(f"pred must be Tensor of type bool: {pred.name}", at=pred))
        if not callable(function):
            raise TypeError(f"fn for pred {pred.name} must be callable.")
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def _last_one(preds, function):
    """The last function, as the default of a case that has none: its condition must be true, and no other."""
    count = len(preds) - 1
    message = (
        f"Implementation error: selected default action #{count} was called, but some of other predicates are True: "
    )
    nothing = ("Input error: None of conditions evaluated as True:", stack(preds, name="preds_c"))
    checks = [_at_most(preds[:-1], 0, message), assert_(preds[-1], nothing)]
    with get_default_graph().control_dependencies(checks):
        return function()


def _at_most(preds, count, message):
    """An operation that fails when more than `count` of the conditions are true."""
    together = stack(preds, name="preds_c")
    true = reduce_sum(cast(together, dtypes.int32), name="num_true_conds")
    condition = less_equal(true, constant(count, name="n_true_conds"))
    names = ", ".join(pred.name for pred in preds)
    data = [f"{message}: more than {count} conditions ({names}) evaluated as True:", together]
    return assert_(condition, data, summarize=len(preds))


def switch_case(branch_index, branch_fns, default=None, name="switch_case"):
    """The result of the function at branch_index; for an index without a function, of default().

    branch_index: an int tensor.  branch_fns: functions, or (number, function) pairs or a dict, numbered from 0.
    default: the last of branch_fns when left out.
    Raises TypeError and ValueError for what is not so.
    """
    functions = _checked_branches(branch_index, branch_fns, default)
    with name_scope(name, "case", [branch_index]):
        return indexed_case(branch_index, functions)


def _checked_branches(branch_index, branches, default):
    if not isinstance(branch_index, Tensor):
        raise TypeError(f"branch_index must a Tensor, got {type(branch_index)}")
    if not branch_index.dtype.is_integer:
        raise TypeError(f"branch_index must an integer Tensor, got {branch_index.dtype}")
    if not branches:
        raise ValueError("Must provide at least one item in branch_fns")
    if not isinstance(branches, (list, tuple, dict)):
        raise TypeError("branch_fns must be a list, tuple, or dict")
    pairs = list(branches.items()) if isinstance(branches, dict) else list(branches)
    if all(callable(function) for function in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError("Each entry in branch_fns must be a 2-tuple")
        if not isinstance(pair[0], int):
            raise TypeError(f"key must be a Python `int`, got {type(pair[0])}")
        if not callable(pair[1]):
            raise TypeError(f"fn for key {pair[0]} must be callable.")
    keys = sorted(pair[0] for pair in pairs)
    if keys != list(range(len(keys))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found "
            f"{{{','.join(map(str, keys))}}}"
        )
    functions = [function for _, function in sorted(pairs, key=lambda pair: pair[0])]
    return functions if default is None else [*functions, default]

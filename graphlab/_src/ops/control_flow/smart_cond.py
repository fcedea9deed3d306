"""smart_cond and smart_case: cond and case, or just one of the functions where conditions are static."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, static_value
from graphlab._src.graph.constant import constant_value
from graphlab._src.ops.control_flow.case import case
from graphlab._src.ops.control_flow.cond import cond


def smart_cond(pred, true_fn=None, false_fn=None, name=None):
    """The result of true_fn() or false_fn(): selected now when pred is static, else in a run as `cond` does.

    pred: a bool, 0 or 1, or a bool tensor.  name: of the cond.
    """
    if not callable(true_fn):
        raise TypeError("`true_fn` must be callable.")
    if not callable(false_fn):
        raise TypeError("`false_fn` must be callable.")
    known = smart_constant_value(pred)
    if known is None:
        return cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return true_fn() if known else false_fn()


def smart_case(pred_fn_pairs, default=None, exclusive=False, name="smart_case"):
    """The result of the first function whose condition is true: selected now where that is static, else as `case` does.

    The arguments are those of `case`; conditions may be Python bools.
    """
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    remaining = []
    for pred, function in pairs:
        known = smart_constant_value(pred)
        if known:
            default = function
            break
        if known is None:
            remaining.append((pred, function))
    if remaining:
        return case(remaining, default=default, exclusive=exclusive, name=name)
    if default is None:
        raise ValueError("None of the conditions is true, and there is no default.")
    return default()


def smart_constant_value(pred):
    """The static value of a condition: True, False, or None when only a run can determine it; a number's, too."""
    if isinstance(pred, Tensor):
        value = static_value(pred)
        if value is None:  # arithmetic with constants, of which static_value follows little
            value = constant_value(pred)
        return bool(value) if value is not None and pred.dtype.base_dtype is dtypes.bool else value
    if isinstance(pred, bool) or (isinstance(pred, int) and pred in (0, 1)) or _is_numpy_bool(pred):
        return bool(pred)
    raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Found instead: {type(pred)}")


def _is_numpy_bool(pred):
    return getattr(pred, "shape", None) == () and getattr(getattr(pred, "dtype", None), "kind", "") in "bi"

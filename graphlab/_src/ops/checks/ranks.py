"""Assertions about rank and shape: checked while the graph is built where the static shape is known."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope, static_value
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.checks.kinds import assert_type
from graphlab._src.ops.comparison import equal, greater_equal
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.grouping import group, no_op, with_dependencies
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.shape import rank as rank_of
from graphlab._src.ops.shape import shape


def _check(x, ranks, holds, dynamic, said, message, data, summarize):
    """An operation that checks the rank of x; ValueError when it is known and wrong.

    holds(rank, values) says it of numbers, dynamic(rank) of tensors.  said: what the rank must be, in words.
    """
    if data is None:
        data = [message, f"Tensor {x.name} must have {said}", *ranks, "Received shape: ", shape(x)]
    for rank in ranks:
        assert_type(rank, dtypes.int32)
    values = [static_value(rank) for rank in ranks]
    if not any(value is None for value in values):
        if any(np.ndim(value) for value in values):
            raise ValueError("Rank must be a scalar.")
        if x.dims is not None:
            known = tuple(int(value) for value in values if value is not None)
            if not holds(len(x.dims), known):
                wanted = known[0] if len(known) == 1 and said != "rank in" else known
                raise ValueError(
                    f"{message}.  Tensor {x.name} must have {said} {wanted}.  Received rank {len(x.dims)}, "
                    f"shape {x.get_shape()}"
                )
            return no_op(name="static_checks_determined_all_ok")
    condition = dynamic(rank_of(x))
    for rank, value in zip(ranks, values, strict=True):
        if value is None:
            scalar = assert_rank(rank, 0, data=["Rank must be a scalar. Received rank: ", rank])
            condition = with_dependencies([scalar], condition)
    return assert_(condition, data, summarize=summarize)


def assert_rank(x, rank, data=None, summarize=None, message=None, name=None):
    """An operation that ends the run with InvalidArgumentError unless x has that rank.

    data: what the error shows, the rank and the shape when left out.  summarize: how many elements of each.
    message: what it begins with. ValueError at once when the rank of x is known and another.
    """
    with name_scope(name, "assert_rank", [x, rank, *(data or [])]):
        x = convert_to_tensor(x, name="x")
        rank = convert_to_tensor(rank, name="rank")
        return _check(
            x, [rank], lambda a, b: a == b[0], lambda a: equal(a, rank), "rank", message or "", data, summarize
        )


def assert_rank_at_least(x, rank, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless x has at least that rank; ValueError where its static rank is lower.

    x, rank, data, summarize, message: as in assert_rank.
    """
    with name_scope(name, "assert_rank_at_least", [x, rank, *(data or [])]):
        x = convert_to_tensor(x, name="x")
        rank = convert_to_tensor(rank, name="rank")
        at_least = lambda a: greater_equal(a, rank)  # noqa: E731
        return _check(x, [rank], lambda a, b: a >= b[0], at_least, "rank at least", message or "", data, summarize)


def assert_rank_in(x, ranks, data=None, summarize=None, message=None, name=None):
    """An operation that fails unless the rank of x is among ranks; ValueError where its static rank is not.

    ranks: a list of scalars.  x, data, summarize, message: as in assert_rank.
    """
    with name_scope(name, "assert_rank_in", [x, *ranks, *(data or [])]):
        x = convert_to_tensor(x, name="x")
        ranks = [convert_to_tensor(rank, name="rank") for rank in ranks]

        def any_of(actual):
            if not ranks:
                return convert_to_tensor(False)
            result = equal(ranks[0], actual)
            for rank in ranks[1:]:
                result = logical_or(result, equal(rank, actual))
            return result

        return _check(x, ranks, lambda a, b: a in b, any_of, "rank in", message or "", data, summarize)


def assert_scalar(tensor, name=None, message=None):
    """The tensor; ValueError, beginning with message, when its shape is not known to be []."""
    with name_scope(name, "assert_scalar", [tensor]) as scope:
        tensor = convert_to_tensor(tensor, name=scope)
        if tensor.dims != ():
            raise ValueError(
                f"{message or ''}Expected scalar shape for {tensor.name}, saw shape: {tensor.get_shape()}."
            )
        return tensor


def _sizes(x):
    """The sizes of a tensor, one by one: numbers where they are known."""
    dynamic = shape(x)
    if x.dims == ():
        return (1,)
    if x.dims is None:
        return cond(equal(rank_of(x), 0), lambda: constant([1]), lambda: dynamic)
    return [dynamic[i] if size is None else size for i, size in enumerate(x.dims)]


def _is_number(size):
    try:
        int(size)
    except (ValueError, TypeError):
        return False
    return True


class _Constraint:
    """One tensor and the sizes that it should have: numbers, names, or None and "." for any.

    open: more axes may come before them.
    """

    def __init__(self, tensor, sizes, message):
        if not hasattr(sizes, "__iter__") and not hasattr(sizes, "__getitem__"):
            raise ValueError(
                f"{message}.  Tensor {tensor.name}.  Specified shape must be an iterable.  An iterable has the attribute "
                f"`__iter__` or `__getitem__`.  Received specified shape: {sizes}"
            )
        sizes = tuple(sizes)
        self.tensor = tensor
        self.open = bool(sizes) and _is_rest(sizes[0])
        for i, symbol in enumerate(sizes):
            if i and _is_rest(symbol):
                raise ValueError(
                    f"{message}.  Tensor {tensor.name} specified shape index {i}.  Symbol `...` or `*` for a variable "
                    "number of unspecified dimensions is only allowed as the first entry"
                )
        self.actual = _sizes(tensor)
        self.wanted = (sizes[1:] if self.open else sizes) or (1,)

    def check_rank(self, data, summarize, message, name):
        """An operation that checks the rank, None when any will do. A scalar counts as a vector of one."""
        rank = len(self.wanted)
        more = {"data": data, "summarize": summarize, "message": message, "name": name}
        if self.open:
            return None if rank <= 1 else assert_rank_at_least(x=self.tensor, rank=rank, **more)
        if rank <= 1:
            return assert_rank_in(x=self.tensor, ranks=[0, 1], **more)
        return assert_rank(x=self.tensor, rank=rank, **more)


def _is_rest(symbol):
    return symbol is Ellipsis or isinstance(symbol, str) and symbol == "*"


def assert_shapes(shapes, data=None, summarize=None, message=None, name=None):
    """An operation that ends the run with InvalidArgumentError unless tensors have sizes that go together.

    shapes: {tensor: sizes}, or a list of such pairs. A size is a number, a name for a size that is the same
    everywhere, None or "." for any; `...` or "*" at the beginning matches any axes.
    data, summarize, message: as in assert_equal. ValueError at once when known sizes do not fit.
    """
    pairs = shapes.items() if isinstance(shapes, dict) else shapes
    message = message or ""
    with name_scope(name, "assert_shapes", [shapes, data]):
        given = [(convert_to_tensor(x), sizes) for x, sizes in pairs if sizes is not None]
        constraints = [_Constraint(tensor, sizes, message) for tensor, sizes in given]
        ranks = [one.check_rank(data, summarize, message, name) for one in constraints]
        sizes = list(_size_checks(constraints, data, summarize, message))
        with control_dependencies([check for check in ranks if check is not None]):
            return group(*sizes)


def _size_checks(constraints, data, summarize, message):
    """Operations that compare sizes which are not known before the run."""
    named = {}  # symbol -> (size, tensor, axis) that it was first met at
    for one in constraints:
        for i, symbol in enumerate(one.wanted):
            if symbol is None or isinstance(symbol, str) and symbol == ".":
                continue
            axis = i - len(one.wanted) if one.open else i
            if not _is_number(symbol) and symbol not in named:
                named[symbol] = one.actual[axis], one.tensor, axis
                continue
            if _is_number(symbol):
                wanted, origin = int(symbol), "Specified explicitly"
            else:
                wanted, by, at = named[symbol]
                origin = f"Specified by tensor {by.name} dimension {at}"
            found = one.actual[axis]
            if _is_number(found) and _is_number(wanted):
                if int(found) != int(wanted):
                    raise ValueError(
                        f"{message}.  {origin}.  Tensor {one.tensor.name} dimension {axis} must have size {wanted}.  "
                        f"Received size {found}, shape {one.tensor.get_shape()}"
                    )
                continue
            shown = data
            if data is None:
                start = [message, origin, f"Tensor {one.tensor.name} dimension", axis]
                shown = [*start, "must have size", wanted, "Received shape: ", shape(one.tensor)]
            same = equal(convert_to_tensor(found), convert_to_tensor(wanted))
            yield assert_(same, shown, summarize=summarize)

"""What converted code calls in place of Python's if, while, for, and, or and not.

A choice by a tensor becomes tf.cond, a loop over one tf.while_loop; all else is done by Python as it is written.
names: of what the statement modifies.  live: for each, whether it is read later.
"""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.graph import Tensor, constant, convert_to_tensor, get_default_graph, nest, static_value
from graphlab._src.graph.func_graph import FuncGraph
from graphlab._src.ops.checks.asserting import assert_ as assert_op
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.logical import logical_and, logical_not, logical_or
from graphlab._src.ops.seed import counted_as
from graphlab._src.ops.sequence import is_range
from graphlab._src.ops.shape import shape
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.state.variable import Variable

_NUMBERS = (bool, int, float, complex, np.generic, np.ndarray, str, bytes)
_LOOPS: list[tuple[type, Callable[..., Any]]] = []  # types that have a loop of their own


class Undefined:
    """The value of a name that is not set yet."""

    def __init__(self, symbol_name: str) -> None:
        self.symbol_name = symbol_name

    def _raise(self, *_: Any) -> Any:
        raise UnboundLocalError(f"local variable '{self.symbol_name}' referenced before assignment")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._raise()

    __bool__ = __iter__ = __len__ = __call__ = __getitem__ = _raise
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _raise
    __lt__ = __le__ = __gt__ = __ge__ = __neg__ = _raise

    def __repr__(self) -> str:
        return f"Undefined({self.symbol_name!r})"


def returned(value: Any, _has_returned: Any) -> Any:
    """What a function returns: None where it came to its end without a return."""
    return None if isinstance(value, Undefined) else value


def attribute(get: Callable[[], Any], name: str) -> Any:
    """The value of an attribute, or Undefined."""
    try:
        return get()
    except (AttributeError, UnboundLocalError):
        return Undefined(name)


def set_attribute(owner: Any, name: str, value: Any) -> None:
    """Sets an attribute back."""
    if not isinstance(value, Undefined) and getattr(owner, name, None) is not value:
        setattr(owner, name, value)


def register_loop(kind: type, loop: Callable[..., Any]) -> None:
    """Says how to loop over objects of a type: loop(iterated, step, state, proceeds) with step(item, *state) -> state.

    proceeds: None, or proceeds(*state), which says whether there is another iteration.
    """
    _LOOPS.append((kind, loop))


def is_symbolic(value: Any) -> bool:
    """True for what a session computes: tensors and variables."""
    return isinstance(value, (Tensor, Variable))


# Expressions


def and_(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """first() and second(), of which the second is computed where the first is true."""
    value = first()
    if is_symbolic(value):
        return cond(convert_to_tensor(value), lambda: convert_to_tensor(second()), lambda: convert_to_tensor(value))
    return value and second()


def or_(first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """first() or second(), of which the second is computed where the first is false."""
    value = first()
    if is_symbolic(value):
        return cond(convert_to_tensor(value), lambda: convert_to_tensor(value), lambda: convert_to_tensor(second()))
    return value or second()


def not_(value: Any) -> Any:
    """not value."""
    return logical_not(value) if is_symbolic(value) else not value


def if_exp(test: Any, first: Callable[[], Any], second: Callable[[], Any]) -> Any:
    """first() if test else second()."""
    if is_symbolic(test):
        return cond(convert_to_tensor(test), first, second)
    return first() if test else second()


# Statements


def assert_stmt(test: Any, message: Callable[[], Any]) -> None:
    """Assert test, message."""
    if is_symbolic(test):
        text = message()
        assert_op(test, ["Assertion error" if text is None else text])
    elif not test:
        raise AssertionError(message())


def if_stmt(
    test: Any,
    body: Callable[[], Any],
    orelse: Callable[[], Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], Any],
    names: Sequence[str],
    live: Sequence[bool],
) -> None:
    """If test: body(), else: orelse()."""
    if not is_symbolic(test):
        (body if test else orelse)()
        return
    before = get_state()
    branches: list[list[Any]] = []

    def run(branch: Callable[[], Any]) -> list[Tensor]:
        set_state(before)
        branch()
        values = [
            value if retained else Undefined(name)
            for value, name, retained in zip(get_state(), names, live, strict=True)
        ]
        branches.append(values)
        if len(branches) == 2:
            for name, first, second in zip(names, *branches, strict=True):
                _check_branches(name, first, second)
        flows = [_flow(leaf) for value in values for leaf in nest.flatten(value, True) if _converts(leaf)]
        return flows or [constant(1)]

    try:
        merged = iter(cond(convert_to_tensor(test), lambda: run(body), lambda: run(orelse), strict=True))
    except BaseException:
        set_state(before)
        raise
    after: list[Any] = []
    for first, second in zip(*branches, strict=True):
        leaves = [
            _merged(one, other, next(merged)) if _converts(one) else one
            for one, other in zip(nest.flatten(first, True), nest.flatten(second, True), strict=True)
        ]
        after.append(nest.pack_sequence_as(first, leaves, True))
    set_state(after)


def _converts(leaf: Any) -> bool:
    return isinstance(leaf, (Tensor, Variable, TensorArray, *_NUMBERS))


def _flow(leaf: Any) -> Tensor:
    return leaf.flow if isinstance(leaf, TensorArray) else convert_to_tensor(leaf)


def _same(first: Any, second: Any) -> bool:
    plain = (bool, int, float, complex, str, bytes)
    return first is second or type(first) is type(second) and isinstance(first, plain) and first == second


def _merged(first: Any, second: Any, merged: Tensor) -> Any:
    if _same(first, second) or isinstance(first, Undefined):
        return first
    if isinstance(first, TensorArray):
        return first._with_flow(merged)
    return merged


def _check_branches(name: str, first: Any, second: Any) -> None:
    absent = isinstance(first, Undefined), isinstance(second, Undefined)
    if all(absent):
        return
    if any(absent):
        branch = "if" if absent[0] else "else"
        if name == "retval_":
            raise ValueError(
                f"A value must also be returned from the {branch} branch. If a value is returned from one branch of a "
                "conditional a value must be returned from all branches."
            )
        raise ValueError(
            f"The following symbols must also be initialized in the {branch} branch: {(name,)}. Alternatively, you may "
            "initialize them before the if statement."
        )
    try:
        nest.assert_same_structure(first, second, expand_composites=True)
    except (TypeError, ValueError) as error:
        raise TypeError(
            f'"{name}" does not have the same nested structure in the TRUE and FALSE branches.\n\n{error}'
        ) from None
    # TensorFlow makes tensors of numbers to compare their types, but not of those inside of structures.
    with counted_as(sum(isinstance(value, _NUMBERS) for value in (first, second))):
        _check_leaves(name, nest.flatten(first, True), nest.flatten(second, True))


def _check_leaves(name: str, first: Sequence[Any], second: Sequence[Any]) -> None:
    for one, other in zip(first, second, strict=True):
        if _same(one, other):
            continue
        if not (_converts(one) and _converts(other)):
            raise TypeError(
                f'"{name}" is {one!r} in the TRUE branch, but {other!r} in the FALSE branch. TensorFlow control flow '
                "requires that they are the same, or tensors."
            )
        types = [_flow(leaf).dtype.base_dtype for leaf in (one, other)]
        if types[0] is not types[1]:
            raise TypeError(
                f'"{name}" has dtype {types[0].name} in the TRUE branch, but dtype={types[1].name} in the FALSE branch. '
                "TensorFlow control flow requires that they are the same."
            )


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], Any],
    names: Sequence[str],
    live: Sequence[bool],
    options: dict[str, Any] | None,
) -> None:
    """While test(): body()."""
    # The loop over tensors evaluates test() again: a scratch graph has what finds out that it is one, effects included.
    isolated = True
    while True:
        scratch = FuncGraph("condition", get_default_graph())
        with scratch.as_default() if isolated else contextlib.nullcontext():
            value = test()
        if is_symbolic(value):
            break
        if not value:
            return
        isolated = not scratch.operations  # a test of Python's that adds operations adds the next ones to the graph
        body()
    state = _LoopState(get_state, set_state, names, live)

    def condition(*values: Any) -> Tensor:
        state.enter(values)
        return convert_to_tensor(test())

    def step(*values: Any) -> list[Any]:
        state.enter(values)
        body()
        return state.leave()

    state.finish(while_loop(condition, step, state.initial, return_same_structure=True, **(options or {})))


def for_stmt(
    iterated: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], Any],
    get_state: Callable[[], Any],
    set_state: Callable[[Any], Any],
    names: Sequence[str],
    live: Sequence[bool],
    options: dict[str, Any] | None,
) -> None:
    """For item in iterated: body(item), as long as extra_test() is true."""
    own = next((loop for kind, loop in _LOOPS if isinstance(iterated, kind)), None)
    if not is_symbolic(iterated) and own is None:
        if extra_test is not None and not extra_test():
            return
        for item in iterated:
            body(item)
            if extra_test is not None and not extra_test():
                return
        return
    state = _LoopState(get_state, set_state, names, live)
    if own is not None:

        def element(item: Any, *values: Any) -> list[Any]:
            state.enter(values)
            body(item)
            return state.leave()

        def proceeds(*values: Any) -> Tensor:
            assert extra_test is not None
            state.enter(values)
            return convert_to_tensor(extra_test())

        state.finish(own(iterated, element, state.initial, None if extra_test is None else proceeds))
        return
    items = convert_to_tensor(iterated)
    if items.shape.ndims == 0:
        raise ValueError(explain("iteration over a scalar tensor", at=items, fix="tf.range(n) counts to n"))
    settings = dict(options or {})
    counted = items.op.inputs if is_range(items) else None  # without an array of its numbers
    if counted is None:
        known = None if items.shape.dims is None else items.shape.dims[0].value
        first, end, by = constant(0), shape(items)[0] if known is None else constant(known), 1
        if extra_test is None:
            settings.setdefault("maximum_iterations", end)
    else:
        first, end, by = counted

    def condition(i: Tensor, *values: Any) -> Tensor:
        test = extra_test
        if test is None:
            return _is_before(i, end, by)
        state.enter(values)
        remains: Any = cond(_is_before(i, end, by), lambda: convert_to_tensor(test()), lambda: constant(False))
        return remains

    def step(i: Tensor, *values: Any) -> list[Any]:
        state.enter(values)
        body(items[i] if counted is None else i)
        left = state.leave()
        return [i + by, *left]

    result = while_loop(condition, step, [first, *state.initial], return_same_structure=True, **settings)
    state.finish(result[1:])


def _is_before(i: Tensor, end: Tensor, by: Any) -> Tensor:
    """Whether a count by that step has not come to its end."""
    step = by if isinstance(by, int) else static_value(by)
    if step is not None:
        return i < end if step >= 0 else i > end
    return logical_or(logical_and(by >= 0, i < end), logical_and(by < 0, i > end))


class _LoopState:
    """What a loop over tensors carries from one iteration to the next: those values that are read later.

    Values of Python that are no numbers must stay the same.
    """

    def __init__(self, get_state: Any, set_state: Any, names: Sequence[str], live: Sequence[bool]) -> None:
        self._get, self._set, self._names, self._live = get_state, set_state, names, live
        self._before = list(get_state())
        self._carried = [
            i
            for i, (value, retained) in enumerate(zip(self._before, live, strict=True))
            if retained and not isinstance(value, Undefined)
        ]
        for value, name in zip(self._before, names, strict=True):
            if name == "retval_" and isinstance(value, Undefined):
                raise ValueError("return statements are not supported within a TensorFlow loop.")
        for i in self._carried:
            if self._before[i] is None:
                raise ValueError(
                    f"'{names[i]}' is None before the loop, and None values not supported: set it to a tensor"
                )
        self._leaves = [nest.flatten(self._before[i]) for i in self._carried]
        self.initial: list[Any] = [
            leaf if _is_whole(leaf) else convert_to_tensor(leaf)
            for leaves in self._leaves
            for leaf in leaves
            if _is_carried(leaf)
        ]
        self._needs_one = not self.initial
        if self._needs_one:
            self.initial = [constant(0)]

    def enter(self, values: Sequence[Any]) -> None:
        """Sets the names to the values of an iteration."""
        self._set(self._with(values, ended=False))

    def _with(self, values: Sequence[Any], ended: bool) -> list[Any]:
        remaining = iter(values)
        state = [
            Undefined(name) if ended and not retained else value
            for value, name, retained in zip(self._before, self._names, self._live, strict=True)
        ]
        for i, leaves in zip(self._carried, self._leaves, strict=True):
            state[i] = nest.pack_sequence_as(
                self._before[i], [next(remaining) if _is_carried(leaf) else leaf for leaf in leaves]
            )
        return state

    def leave(self) -> list[Any]:
        """What an iteration leaves."""
        now = self._get()
        for name, value, retained, before in zip(self._names, now, self._live, self._before, strict=True):
            if retained and isinstance(before, Undefined) and not isinstance(value, Undefined):
                raise ValueError(
                    f"TensorFlow requires that the following symbols must be defined before the loop: {(name,)}"
                )
        found: list[Any] = []
        carried = iter(self.initial)
        for i, leaves in zip(self._carried, self._leaves, strict=True):
            try:
                nest.assert_same_structure(self._before[i], now[i])
            except (TypeError, ValueError) as error:
                raise TypeError(
                    f'"{self._names[i]}" does not have the same nested structure before the loop and after one iteration.'
                    f"\n\n{error}"
                ) from None
            for leaf, value in zip(leaves, nest.flatten(now[i]), strict=True):
                found += self._left(self._names[i], leaf, value, carried)
        return [constant(0)] if self._needs_one else found

    def _left(self, name: str, leaf: Any, value: Any, carried: Any) -> list[Any]:
        if not _is_carried(leaf):
            if not _same(leaf, value):
                raise TypeError(
                    f'"{name}" is {leaf!r} before the loop, but {value!r} after one iteration. TensorFlow control flow '
                    "requires it stays the same, or is a tensor."
                )
            return []
        before = next(carried)
        if _is_whole(before) and not isinstance(before, Tensor):
            return [value]
        if value is None:
            raise ValueError(f"'{name}' is None after one iteration: None values not supported.")
        tensor = convert_to_tensor(value)
        if tensor.dtype.base_dtype is not before.dtype.base_dtype:
            raise TypeError(
                f'"{name}" has dtype {before.dtype.base_dtype.name} before the loop, but dtype '
                f"{tensor.dtype.base_dtype.name} after one iteration. TensorFlow control flow requires it stays the same."
            )
        return [tensor]

    def finish(self, values: Sequence[Any]) -> None:
        """Sets the names to what the loop ended with."""
        self._set(self._with(values, ended=True))


def _is_whole(leaf: Any) -> bool:
    return isinstance(leaf, (Tensor, TensorArray)) or nest.is_composite(leaf)


def _is_carried(leaf: Any) -> bool:
    return _is_whole(leaf) or isinstance(leaf, (Variable, *_NUMBERS))

"""Loops of training steps, and variables that are read as bfloat16."""

import contextlib
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.distribute.tpu.computations import argument_error
from graphlab._src.graph import Operation, constant, convert_to_tensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.grouping import tuple_
from graphlab._src.ops.control_flow.while_loop import while_loop as loop
from graphlab._src.state.scope import variable_scope


def while_loop(condition: Any, body: Any, inputs: Any = None, infeed_queue: Any = None, name: Any = None) -> Any:
    """The tensors that a loop ends with.

    condition(*tensors) -> bool.  body(*tensors): the next ones, then operations that each iteration runs.  inputs: those to
    begin with.  Raises TypeError for other numbers of arguments and other dtypes, ValueError for operations between tensors.
    """
    if infeed_queue is not None:
        raise ValueError("infeed_queue needs a TPU; take elements of a Dataset's iterator in the body.")
    tensors = [convert_to_tensor(one) for one in inputs or []]
    for words, function in (("body function", body), ("condition function", condition)):
        needed = argument_error(function, len(tensors))
        if needed:
            raise TypeError(
                f"Supplied loop {words} cannot be called with the specified inputs. You specified {len(tensors)} inputs: "
                f"{[one.name for one in tensors]}, but the loop {words.split()[0]} needs {needed}"
            )

    def iteration(*given: Any) -> Any:
        found = body(*(given if tensors else ()))
        items = [
            one if isinstance(one, Operation) else convert_to_tensor(one)
            for one in (found if isinstance(found, (list, tuple)) else [found])
        ]
        values = [one for one in items if not isinstance(one, Operation)]
        operations = [one for one in items if isinstance(one, Operation)]
        if items != values + operations:
            raise ValueError(
                "TPU training loop body must return zero or more Tensor values followed by zero or more Operations."
            )
        wanted, types = [one.dtype for one in tensors], [one.dtype for one in values]
        if wanted != types:
            raise TypeError(
                f"Mismatch between input types and output types for training loop body: {wanted} vs {types}"
            )
        values = values or [constant(0)]
        return tuple_(values, control_inputs=operations) if operations else values

    return loop(
        lambda *given: condition(*(given if tensors else ())),
        iteration,
        tensors or [constant(0)],
        name="",
        parallel_iterations=1,
    )


def repeat(n: Any, body: Any, inputs: Any = None, infeed_queue: Any = None, name: Any = None) -> Any:
    """The tensors after n iterations of body(*tensors), a list; an operation where the loop carries none."""
    found = while_loop(
        lambda i, *rest: i < n,
        lambda i, *rest: [i + 1, *_as_list(body(*rest))],
        [0, *([] if inputs is None else _as_list(inputs))],
        infeed_queue,
    )
    found = _as_list(found)
    return found[0].op if len(found) == 1 else found[1:]


def _as_list(items: Any) -> list[Any]:
    return list(items) if isinstance(items, (list, tuple)) else [items]


@contextlib.contextmanager
def bfloat16_scope() -> Any:
    """A variable scope whose bfloat16 variables are stored as float32 and read as bfloat16."""
    with variable_scope("", custom_getter=_cast) as scope:
        yield scope


def _cast(getter: Any, *args: Any, **kwargs: Any) -> Any:
    if kwargs["dtype"] != dtypes.bfloat16:
        return getter(*args, **kwargs)
    return cast(getter(*args, **{**kwargs, "dtype": dtypes.float32}), dtypes.bfloat16)

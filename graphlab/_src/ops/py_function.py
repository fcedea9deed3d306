"""py_function: a Python function as an operation, which computes with tensors that have values, and its gradient."""

import threading
import weakref
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.context import hook
from graphlab._src.graph import Graph, Tensor, convert_to_tensor, get_default_graph
from graphlab._src.graph.traversal import executed_by
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.py_func import UNKNOWN, RegisteredFunction, call_registered
from graphlab._src.proto import ConfigProto, GraphOptions

# A run looks at what it needs alone: a loop in the function adds to the graph, and reads a value, in each iteration.
_PRUNED = ConfigProto(graph_options=GraphOptions(place_pruned_graph=True))


class _ValueGraph(Graph):
    """The graph of one call of a function: its tensors have values, which are computed when they are read."""

    def __init__(self):
        super().__init__()
        self._values = {}
        self._pending = []  # results of operations that compute something else each time, and operations without results
        self._ran = set()  # operations that do something, and have done it
        self._seen = 0

    def given(self, value):
        """A tensor of that value."""
        array = np.asarray(value, object) if isinstance(value, (bytes, str)) else np.asarray(value)
        kind = dtypes.string if array.dtype.kind in "SUO" else dtypes.as_dtype(array.dtype)
        tensor = self.new_operation(
            "Placeholder", self.unique_name("input"), [], {"dtype": kind, "shape": array.shape}, [kind]
        ).outputs[0]
        self._values[tensor] = array if array.ndim else array[()]
        return tensor

    def values(self, tensors):
        """The values of tensors, each of which is computed once, from those that earlier calls computed.

        Operations that do something have done it then, each once.
        """
        missing = [one for one in dict.fromkeys(tensors) if one not in self._values]
        for made in self.operations[self._seen :]:
            if _acts(made) and made.control_flow_context is None:
                self._pending += [one for one in made.outputs if one.dtype is not dtypes.resource]
                if not made.outputs:
                    self._pending.append(made)
        self._seen = len(self.operations)
        wanted = list(dict.fromkeys([*missing, *self._pending]))
        if wanted:
            for needing in executed_by(wanted, self._values.keys(), self._ran):
                self._wait_for_none_that_ran(needing)
            needed = executed_by(wanted, self._values.keys())
            feeds = {one: self._values[one] for needing in needed for one in needing.inputs if one in self._values}
            with hook("session")(graph=self, config=_PRUNED) as session:
                found = session.run(wanted, feeds)
            self._values.update((one, value) for one, value in zip(wanted, found, strict=True) if value is not None)
            self._ran.update(filter(_acts, needed))
            self._pending = []
        return [self._values[one] for one in tensors]

    def _wait_for_none_that_ran(self, operation):
        """Removes the control inputs whose operations have run: a run executes what it waits for."""
        waiting = [one for one in operation.control_inputs if one not in self._ran]
        if len(waiting) < len(operation.control_inputs):
            operation.clear_control_inputs()
            operation.add_control_inputs(waiting)

    def value_of(self, tensor):
        """The value of a tensor of this graph, which the caller may change."""
        (value,) = self.values([tensor])
        return value.copy() if isinstance(value, np.ndarray) else value


def _acts(operation):
    """Whether an operation does something, or computes something else each time."""
    return operation.definition is not None and operation.definition.stateful


class _Call:
    """One call of a function, for the gradient: its graph, and its arguments and results there."""

    def __init__(self, graph, inputs, results):
        self.graph = graph
        self.inputs = inputs
        self.results = results


class _Differentiable:
    """A function that py_function calls, and the calls of it that a run may want the gradient of."""

    def __init__(self, function, types):
        self._function = function
        self._types = types
        self._lock = threading.Lock()
        self._calls = weakref.WeakKeyDictionary()  # RunContext -> Calls
        self.is_retained = False  # whether there is a gradient

    def __call__(self, context, *values):
        graph = _ValueGraph()
        with graph.as_default():
            inputs = [graph.given(value) for value in values]
            result = self._function(*inputs)
            if result is None:
                graph.values([])
                return []
            results = list(result)[: len(self._types)] if isinstance(result, (list, tuple)) else [result]
        tensors = [one for one in results if isinstance(one, Tensor) and one.graph is graph]
        places = dict(zip(tensors, graph.values(tensors), strict=True))
        # A tensor of another call is a value too.
        for one in results:
            if isinstance(one, Tensor) and isinstance(one.graph, _ValueGraph) and one not in places:
                places[one] = one.graph.value_of(one)
        arrays = [places.get(one, one) if isinstance(one, Tensor) else one for one in results]
        if len(arrays) != len(self._types):
            return arrays  # which is an error
        if any(hasattr(one, "_as_graph_element") for one in arrays):
            raise RuntimeError(
                "Attempting to return a variable from an eagerly executed py_func: return its value instead"
            )
        if self.is_retained and context is not None:
            with self._lock:
                self._calls.setdefault(context, []).append(_Call(graph, inputs, results))
        return [_converted(one, dtype) for one, dtype in zip(arrays, self._types, strict=True)]

    def backward(self, context, *values, wanted, given):
        """The gradient of each wanted argument, from the arguments, then a gradient for each result that `given` names."""
        count = len(values) - len(given)
        call = self._call_of(context, values[:count])
        graph, arguments = call.graph, [call.inputs[i] for i in wanted]
        with graph.as_default():
            pairs = [
                (call.results[i], graph.given(value))
                for i, value in zip(given, values[count:], strict=True)
                if isinstance(call.results[i], Tensor) and call.results[i].graph is graph
            ]
            found = hook("gradients")([y for y, _ in pairs], arguments, [dy for _, dy in pairs]) if pairs else []
            tensors = [None if one is None else convert_to_tensor(one) for one in found]
        arrays = iter(graph.values([one for one in tensors if one is not None]))
        computed = [None if one is None else next(arrays) for one in tensors] or [None] * len(wanted)
        return [np.zeros_like(values[i]) if one is None else one for i, one in zip(wanted, computed, strict=True)]

    def _call_of(self, context, values):
        """The last call with these arguments that has no gradient yet: a loop calls a function several times."""
        with self._lock:
            calls = self._calls.get(context, [])
            for i in reversed(range(len(calls))):
                known = calls[i].graph.values(calls[i].inputs)
                if all(np.array_equal(one, value) for one, value in zip(known, values, strict=True)):
                    return calls.pop(i)
        raise RuntimeError("The gradient of a py_function was computed without a call of the function in the same run")


def _gradient(op, *grads):
    function = next(
        (one for one in op.graph.python_functions if one.token == op.attrs["token"].decode()),
        None,
    )
    if function is None:
        raise LookupError(
            f"No gradient defined for operation '{op.name}': a graph that was loaded has no function for it"
        )
    function.function.is_retained = True
    op.graph.note_change(op, f"'{op.name}' has a gradient")
    wanted = [i for i, tensor in enumerate(op.inputs) if tensor.dtype.is_floating]
    given = [i for i, grad in enumerate(grads) if grad is not None and op.outputs[i].dtype.is_floating]

    def backward(context, _, *values):
        return function.function.backward(context, *values, wanted=wanted, given=given)

    made = RegisteredFunction(backward, with_context=True)
    op.graph.python_functions.append(made)
    types = [op.inputs[i].dtype.base_dtype for i in wanted]
    # A result of the call comes first, so that the call comes before its gradient.
    inputs = [op.outputs[0], *op.inputs, *(grads[i] for i in given)]
    found = iter(raw_ops.EagerPyFunc(inputs, token=made.token, Tout=types))
    return [next(found) if i in wanted else None for i in range(len(op.inputs))]


@op(
    "EagerPyFunc",
    "input: *Tin -> output: *Tout",
    stateful=True,
    attrs={"is_async": (bool, False)},
    **{**UNKNOWN, "grad": _gradient},
)
def _eager_py_func(input, *, token: bytes, Tout: list[dtypes.DType], context):
    """Calls a Python function on tensors that have values; each result becomes an array of its type in Tout."""
    return call_registered(input, token, Tout, context)


def py_function(func, inp, Tout, name=None) -> Any:
    """Calls a Python function on the values of tensors.

    func: called with a tensor for each tensor, of a graph of its own. Tensors of that graph have values: numpy(), float(),
    `if` and NumPy's functions work on them. It returns a tensor or what makes an array for each of the types Tout,
    several in a list; a list counts as the results also where Tout is one type, and what is too many in it is dropped.
    Tout: a type, or a list of them.  inp: the tensors, a list.
    Gradients flow through what func computes by operations. Errors are those of py_func.
    """
    if not callable(func):
        raise ValueError(f"Expected func to be callable, got func of type {type(func)}")
    several = isinstance(Tout, (list, tuple))
    types = [dtypes.as_dtype(one) for one in (Tout if several else [Tout])]
    function = RegisteredFunction(_Differentiable(func, types), with_context=True)
    get_default_graph().python_functions.append(function)
    result = raw_ops.EagerPyFunc(list(inp), token=function.token, Tout=types, name=name)
    return result if several else result[0]


def _converted(value, dtype):
    """A result as an array of a type: nothing with a fraction becomes a whole number."""
    if dtype is dtypes.string:
        return np.asarray(value, object)
    array = np.asarray(value)
    wanted = dtype.as_numpy_dtype
    if array.size and not np.can_cast(array.dtype, wanted, "same_kind"):
        raise TypeError(f"Cannot convert {value} to EagerTensor of dtype {dtype.name}")
    return array.astype(wanted)

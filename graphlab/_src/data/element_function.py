"""ElementFunction: the function of a dataset, such as that of map or filter, called for one element after the other.

A body whose operations all have a NumPy form is interpreted on the host: for the few numbers of an element that is
sooner done than calling compiled code. Any other is a Plan, whose parts are compiled as those of a run are.
"""

import functools
import threading
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import OpError, UnimplementedError, explain
from graphlab._src.compiler.checks import checks_of, raise_first
from graphlab._src.compiler.control_flow.function_calls import is_call
from graphlab._src.compiler.kernel_calls import WRONG, cast, failed, placed
from graphlab._src.compiler.placement import Devices
from graphlab._src.compiler.plan import compile_plan
from graphlab._src.compiler.prune import prune
from graphlab._src.data.vectorized_map import Alone, Rows, call, columns_of, works_together
from graphlab._src.graph.constant import group_inputs, is_constant, kernel_attrs
from graphlab._src.graph.func_graph import effects_of
from graphlab._src.graph.references import owner_of
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.store import Store

_MOST = 64  # operations that are interpreted


@functools.cache
def _devices():
    """Elements are made on the CPU, whatever the session uses."""
    devices = Devices(soft=True)
    devices.default = devices.cpu
    devices._known[""] = devices.cpu
    return devices


class ElementFunction:
    """A function of a dataset's elements, prepared for calls: the part that all calls of one session share.

    function: has graph, inputs, outputs and control_outputs.
    quick: it runs in NumPy, and no operation in it waits.
    vectorizes: it can be computed for many elements at once.
    """

    def __init__(self, function):
        self.function = function
        self._lock = threading.Lock()
        self._plan = None
        self.outputs = function.outputs
        self.inputs = function.inputs
        self.reads = {}  # tensor that reads a variable -> which argument is the handle
        for i, tensor in enumerate(self.inputs):
            if tensor.dtype is dtypes.resource:
                for op in tensor.consumers():
                    if op.definition is not None and op.definition.access == "read":
                        self.reads[op.outputs[0]] = i
        self.feeds = [*self.inputs, *self.reads]
        fed = set(self.feeds)
        self.fetches = [tensor for tensor in self.outputs if tensor not in fed]
        controls = [op for op in effects_of(function) if not any(t in fed for t in op.outputs)]
        self.wanted = [*dict.fromkeys(self.fetches), *controls]
        self.operations = prune(self.wanted, self.feeds) if self.wanted else []
        for op in self.operations:
            _refuse_to_assign(op, self.inputs)
        self.interpreted = len(self.operations) <= _MOST and all(map(_has_numpy_form, self.operations))
        self.quick = self.interpreted and not any(op.definition.host for op in self.operations)
        self.vectorizes = self.quick and works_together(self.operations) and bool(self.outputs)
        if self.interpreted:
            self.steps, self.places, self.size = self._arrange()
            self.waits = any(step.waits for step in self.steps)

    @property
    def plan(self):
        """The Plan of the body."""
        with self._lock:
            if self._plan is None:
                self._plan = compile_plan(self.function.graph, self.wanted, self.feeds, _devices())
            return self._plan

    def _arrange(self):
        """The operations as steps, with the place of each value in a list: (steps, {tensor: place}, size)."""
        places = {tensor: i for i, tensor in enumerate(self.feeds)}
        steps = []
        for op in self.operations:
            for tensor in op.outputs:
                places.setdefault(tensor, len(places))
            steps.append(Step(op, places))
        return steps, places, len(places)


def _refuse_to_assign(op, arguments):
    """Raises UnimplementedError where an operation changes a variable that a function captured."""
    definition = op.definition
    if definition is None or not definition.updates:
        return
    for arg, tensor in zip(definition.inputs, op.inputs, strict=False):
        if arg.name in definition.updates and _is_handle_of(tensor, arguments):
            message = f"'{op.name}' changes a variable, and a function of a dataset only reads those that it captures"
            fix = "fetch the assignment together with the element: sess.run([element, v.assign_add(1)])"
            raise UnimplementedError(None, op, explain(message, at=op, fix=fix))


def _is_handle_of(tensor, arguments):
    """Whether a tensor is a handle that comes from one of the arguments."""
    handles, seen = [tensor], set()
    while handles:
        handle = handles.pop()
        if handle.dtype is dtypes.resource and handle not in seen:
            if handle in arguments:
                return True
            seen.add(handle)
            handles += handle.op.inputs
    return False


def _has_numpy_form(op):
    definition = op.definition
    if definition is None or is_call(op) or definition.structural or definition.random or definition.holds_state:
        return False
    if definition.on_state or definition.updates or any(tensor.dtype.is_ref_dtype for tensor in op.inputs):
        return False
    if any(owner_of(tensor) is not None for tensor in op.inputs):
        return False
    return is_constant(op) or definition.host or definition.fold is not None or definition.numpy is not None


class Step:
    """One operation of a body; its inputs and outputs are positions in a list of values."""

    __slots__ = (
        "attrs",
        "checked",
        "constant",
        "inputs",
        "kernel",
        "lists",
        "op",
        "outputs",
        "single",
        "types",
        "waits",
    )

    def __init__(self, op, places):
        definition = op.definition
        self.op = op
        self.inputs = [places[tensor] for tensor in op.inputs]
        self.outputs = [places[tensor] for tensor in op.outputs]
        self.types = [tensor.dtype.base_dtype for tensor in op.outputs]
        self.kernel: Any = definition.kernel if definition.host else definition.fold or definition.numpy
        self.attrs = kernel_attrs(op, definition)
        self.lists = definition if any(arg.is_list for arg in definition.inputs) else None
        self.single = definition.single_output
        self.waits = definition.waits
        self.checked = definition.has_checks(op)
        self.constant = op.attrs["value"] if is_constant(op) else None

    def __call__(self, values, context):
        if self.constant is not None:
            values[self.outputs[0]] = self.constant
            return
        inputs = [values[i] for i in self.inputs]
        result = self.compute(inputs, context)
        for i, dtype, value in zip(self.outputs, self.types, (result,) if self.single else result or (), strict=True):
            values[i] = cast(value, dtype)

    def compute(self, inputs, context: Any = None):
        """The kernel's results for these values, one for each input."""
        attrs = self.attrs
        grouped = inputs if self.lists is None else group_inputs(self.lists, self.op, inputs)
        if self.waits:
            context.op = self.op
            attrs = {**attrs, "context": context}
        result = self.kernel(*grouped, **attrs)
        if self.checked:
            raise_first(self.op, checks_of(self.op, inputs, result, attrs))
        return result


class BoundFunction:
    """An ElementFunction with its captured values; the counters of its random operations last from call to call.

    captured: the values of the last arguments.  owners: for each of them the owner of a variable, or None.
    state: an OwnStore.
    """

    def __init__(self, function, captured, owners, state):
        self.function = function
        self.quick = function.quick
        self._captured = list(captured)
        self._owners = list(owners) or [None] * len(self._captured)
        self._resources = state.resources
        self._cancellation = state.cancellation
        self._runner = None
        if not function.interpreted and function.wanted:
            self._runner = Runner(function.plan, state, _devices().default)

    def __call__(self, arguments):
        """The values that the function returns, as a list of arrays."""
        function = self.function
        given = [*arguments, *self._same(len(arguments))]
        if self._runner is None:
            return self._step(given)
        found = dict(zip(function.wanted, self._runner.run(given), strict=True))
        fed = dict(zip(function.feeds, given, strict=True))
        return [_array(found[tensor] if tensor in found else fed[tensor]) for tensor in function.outputs]

    def vectorized(self, elements):
        """Its results for several elements, as Rows; raises Alone where they have to be computed one by one."""
        columns = columns_of(elements)
        try:
            return Rows(call(self.function, columns, self._same(len(columns))))
        except (OpError, *WRONG):  # said of the element that it is about
            raise Alone from None

    def _same(self, count):
        """What is the same for each element, of so many parts: captured values, and the variables that are read."""
        owners = [self._owners[i - count] for i in self.function.reads.values()]
        return [*self._captured, *[np.asarray(self._resources.read(owner)) for owner in owners]]

    def _step(self, given):
        function = self.function
        values = given + [None] * (function.size - len(given))
        context = RunContext(self._resources, self._cancellation) if function.waits else None
        step = None
        try:
            with np.errstate(all="ignore"):  # 1/0 is inf here as it is in a run
                for step in function.steps:
                    step(values, context)
        except OpError as error:
            if step is None or error.op is not None:
                raise
            raise placed(error, step.op) from error.__cause__
        except WRONG as error:
            if step is None:
                raise
            raise failed(step.op, error, [values[i] for i in step.inputs]) from error
        return [values[function.places[tensor]] for tensor in function.outputs]


class OwnStore(Store):
    """The state of a function at work: the counters of its random operations; the rest is the session's."""

    def __init__(self, resources, cancellation):
        super().__init__()
        self.resources = resources
        self.cancellation = cancellation


def _array(value):
    """A fetched value as an array also when it is a string or a dataset."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value
    found = np.empty((), object)
    found[()] = value
    return found

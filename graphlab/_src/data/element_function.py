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
from graphlab._src.compiler.control_flow.function_calls import instantiate, is_call
from graphlab._src.compiler.control_flow.list_value import TensorList
from graphlab._src.compiler.control_flow.operation_copies import made_once
from graphlab._src.compiler.kernel_calls import WRONG, cast, failed, placed
from graphlab._src.compiler.placement import Devices
from graphlab._src.compiler.plan import compile_plan
from graphlab._src.compiler.prune import prune
from graphlab._src.data.function_state import ImmediateRunner, ImmediateStore, uses_variables
from graphlab._src.data.vectorized_map import Alone, Rows, call, columns_of, works_together
from graphlab._src.graph.constant import group_inputs, is_constant, kernel_attrs
from graphlab._src.graph.func_graph import effects_of
from graphlab._src.graph.references import owner_of
from graphlab._src.session.execution.run_context import RunContext
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.execution.uninitialized_variables import uninitialized_at

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
    op: the operation that calls it.  which: the attribute of it that names the function.
    handles: {position of an argument: the handle of a variable that it is}.
    quick: it runs in NumPy, and no operation in it waits.
    vectorizes: it can be computed for many elements at once.
    """

    def __init__(self, function, op, which, handles):
        self.function = function
        self._lock = threading.Lock()
        self._plan = None
        self.outputs = function.outputs
        self.inputs = function.inputs
        self.given = range(len(self.inputs))  # which arguments are fed
        self.reads = {}  # tensor that reads a variable -> which argument is the handle
        for i in handles:
            for reader in self.inputs[i].consumers():
                if reader.definition is not None and reader.definition.access == "read":
                    self.reads[reader.outputs[0]] = i
        self._find(effects_of(function))
        names = {self.inputs[i] for i in handles}
        if any(tensor in names for op in self.operations for tensor in op.inputs):
            self._name_variables(op, which, handles)
        for op in self.operations:
            _refuse_unknown(op, self.feeds)
        self.interpreted = len(self.operations) <= _MOST and all(map(_has_numpy_form, self.operations))
        self.quick = self.interpreted and not any(op.definition.host for op in self.operations)
        self.vectorizes = self.quick and works_together(self.operations) and bool(self.outputs)
        if self.interpreted:
            self.steps, self.places, self.size = self._arrange()
            self.waits = any(step.waits for step in self.steps)

    def _find(self, effects):
        """Finds the operations that a call runs. effects: those that run in any case."""
        self.feeds = [*[self.inputs[i] for i in self.given], *self.reads]
        fed = set(self.feeds)
        self.fetches = [tensor for tensor in self.outputs if tensor not in fed]
        controls = [op for op in effects if not any(t in fed for t in op.outputs)]
        self.wanted = [*dict.fromkeys(self.fetches), *controls]
        self.operations = prune(self.wanted, self.feeds) if self.wanted else []

    def _name_variables(self, op, which, handles):
        """Puts a copy in place of the body, which names the variables where the body has arguments: it reads and writes them."""
        arguments = [handles.get(i, tensor) for i, tensor in enumerate(self.inputs)]
        index = list(op.attrs).index(which)
        copy = made_once(op, index, lambda: instantiate(op, index, self.function, arguments))
        self.outputs = copy.outputs
        self.given = [i for i in self.given if i not in handles]
        self.reads = {}
        self._find(copy.effects)

    @property
    def plan(self):
        """The Plan of the body."""
        with self._lock:
            if self._plan is None:
                graph = self.function.graph
                self._plan = compile_plan(graph, self.wanted, self.feeds, _devices())
                if uses_variables(self._plan):
                    self._plan = compile_plan(graph, self.wanted, self.feeds, _devices(), alone=True)
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


def _refuse_unknown(op, arguments):
    """Raises UnimplementedError where an operation changes a variable that only the value of an argument names."""
    definition = op.definition
    if definition is None or not definition.updates:
        return
    for arg, tensor in zip(definition.inputs, op.inputs, strict=False):
        if arg.name in definition.updates and _is_handle_of(tensor, arguments):
            message = f"'{op.name}' changes a variable, of which the function of a dataset has the handle as an element"
            fix = "capture the variable: use it in the function by its Python name"
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
        self._state = state
        self._runner = None
        if not function.interpreted and function.wanted:
            plan, device = function.plan, _devices().default
            if uses_variables(plan):
                self._runner = ImmediateRunner(plan, ImmediateStore(state), device)
            else:
                self._runner = Runner(plan, state, device)
            self._given = [*function.given, *range(len(function.inputs), len(function.inputs) + len(function.reads))]

    def __call__(self, arguments):
        """The values that the function returns, as a list of arrays."""
        function = self.function
        given = [*arguments, *self._same(len(arguments))]
        if self._runner is None:
            return self._step(given)
        given = [given[i] for i in self._given]
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
        reads = [(tensor.op, self._owners[i - count]) for tensor, i in self.function.reads.items()]
        return [*self._captured, *[self._read(owner, op) for op, owner in reads]]

    def _read(self, owner, reader):
        value = self._state.read(owner)
        if value is None:
            raise uninitialized_at(reader, owner)
        return value

    def _step(self, given):
        function = self.function
        values = given + [None] * (function.size - len(given))
        context = RunContext(self._state.resources, self._state.cancellation) if function.waits else None
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


def _array(value):
    """A fetched value as an array also when it is a string or a dataset; a list of tensors as it is, on the host."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value
    if isinstance(value, TensorList):
        return value.on_host()
    found = np.empty((), object)
    found[()] = value
    return found

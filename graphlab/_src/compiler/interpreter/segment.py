"""Interpreter: runs a segment operation by operation with NumPy."""

import jax
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.checks import CheckFailedError, checks_of
from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.compiler.effects import Version, value_of
from graphlab._src.compiler.executables import headroom
from graphlab._src.compiler.interpreter.jaxpr import UnknownPrimitiveError
from graphlab._src.compiler.interpreter.kernels import kernel_of
from graphlab._src.compiler.interpreter.primitives.table import check_time, within
from graphlab._src.compiler.kernel_calls import check_shape
from graphlab._src.compiler.random_streams import for_each_element, set_forward
from graphlab._src.graph.constant import group_inputs, is_constant, kernel_attrs
from graphlab._src.graph.references import owner_of


class Interpreter:
    """Runs the operations of a segment; UnknownPrimitiveError when NumPy can't do one of them.

    outputs: the values to return.
    """

    def __init__(self, segment, outputs, effects, feeds):
        self._effects = effects
        self._feeds = feeds
        self._device = segment.device.jax
        self._looks = self._device.platform == "cpu"  # as its compiled code
        self._places = {}  # Tensor or Version -> its slot
        self._slots = []  # as they are when a run begins: constants
        self._steps = []  # (compute, slots in, slot out or slots out, what only the Folding knows: [(slot, Tensor)])
        self._looking = set()  # what computes a step and checks values
        for op in segment.operations:
            count = len(self._steps)
            self._add(op)
            if self._looks and len(self._steps) > count and op.definition.checks is not None:
                self._look(op)
        self._inputs = [(self._slot(value), value) for value in segment.inputs]
        self._outputs = [self._slot(value) for value in outputs]
        self._state = [i for i, value in enumerate(outputs) if isinstance(value, Version)]
        self._steps = self._needed()

    def _slot(self, value):
        if value not in self._places:
            self._places[value] = len(self._slots)
            self._slots.append(None)
        return self._places[value]

    def _add(self, op):
        if isinstance(op, Region):
            raise UnknownPrimitiveError(f"{op.name}, a {op.kind}")
        definition = op.definition
        if is_constant(op):
            if op.outputs[0] in self._feeds:
                return
            self._slots[self._slot(op.outputs[0])] = op.attrs["value"]
            return
        static = []
        for i in definition.static_positions(op):  # what is known while code is made is no input of it
            if value_of(op.inputs[i], op, i, self._effects, self._feeds) not in self._places:
                static.append((self._slot(op.inputs[i]), op.inputs[i]))
        inputs = [self._slot(value_of(t, op, i, self._effects, self._feeds)) for i, t in enumerate(op.inputs)]
        outputs = [
            (tensor, "computed") if tensor in self._feeds else tensor
            for tensor in op.outputs
            if owner_of(tensor) is None
        ]
        if definition.structural:
            self._steps.append((lambda values: values[:1] * len(outputs), inputs[:1], self._slots_of(outputs), static))
            return
        if (definition.interpret == "fold" or definition.host is True) and definition.fold is not None:
            self._steps.append((_moving(op), inputs, self._slots_of(outputs), static))
            return
        written = self._effects.writes.get(op, ())
        if not op.outputs and not written:
            if definition.host:
                self._steps.append((_checking(op), inputs, [], static))
            return
        compute = kernel_of(op)
        if definition.updates:
            compute = _checked(op, compute, [before.owner for before, _ in written])
        if definition.random:
            compute = _drawing(definition, compute)
            inputs.append(self._slot(written[0][0]))
        self._steps.append((compute, inputs, self._slots_of([*[after for _, after in written], *outputs]), static))

    def _look(self, op):
        """Has the step that was added last for an operation check its values."""
        compute, inputs, outputs, static = self._steps[-1]
        self._steps[-1] = looking = (_looking(op, compute), inputs, outputs, static)
        self._looking.add(looking[0])

    def _needed(self):
        """The steps that decide what the outputs are, and those that may end the run; compiled code has no others."""
        needed, seen, steps = set(self._outputs), set(), []
        for step in reversed(self._steps):
            compute, inputs, outputs, static = step
            if not outputs or compute in self._looking or needed.intersection(outputs):
                steps.append(step)
                needed.update(inputs)
                tensors = [tensor for _, tensor in static]
                while tensors:  # whatever their shapes or values may be known from
                    tensor = tensors.pop()
                    if tensor not in seen:
                        seen.add(tensor)
                        needed.add(self._places.get(tensor))
                        tensors += tensor.op.inputs
        return steps[::-1]

    def _slots_of(self, values):
        return [self._slot(value) for value in values]

    def run(self, values, folding_of, seconds):
        """The values of the outputs; TooSlowError when it lasts longer than so many seconds.

        values: {Tensor or Version: value}.  folding_of(values): the Folding that knows those that decide shapes.
        """
        headroom.require(headroom.NUMPY, "run with NumPy")
        slots = self._slots.copy()
        given = set()
        for slot, value in self._inputs:
            found = values.get(value)
            if found is not None:
                slots[slot] = found = headroom.in_numpy(found)
                given.add(id(found))
        folding = folding_of(_View(self._places, slots, values))
        with np.errstate(all="ignore"), within(seconds):
            for compute, inputs, outputs, static in self._steps:
                for slot, tensor in static:
                    if slots[slot] is None and folding.can_know(tensor):
                        slots[slot] = folding.concrete(tensor)
                for slot, value in zip(outputs, compute([slots[i] for i in inputs]), strict=True):
                    slots[slot] = value
                check_time()
        return self._given_out([slots[i] for i in self._outputs], given)

    def _given_out(self, results, given):
        """Arrays that share no memory with others; state is put where compiled code reads it."""
        results = [
            value if value.flags.owndata and value.flags.writeable and id(value) not in given else np.array(value)
            for value in map(np.asarray, results)
        ]
        if self._state:
            with jax.enable_x64(True):
                placed = jax.device_put([results[i] for i in self._state], self._device)
            for i, value in zip(self._state, placed, strict=True):
                results[i] = value
        return results


class _View:
    """The values so far, as a Folding looks them up."""

    def __init__(self, places, slots, given):
        self._places = places
        self._slots = slots
        self._given = given

    def get(self, key):
        """The value, or None while there is none."""
        slot = self._places.get(key)
        found = None if slot is None else self._slots[slot]
        return self._given.get(key) if found is None else found

    __getitem__ = get


def _moving(op):
    """An operation's NumPy form, as a function of a list of arrays."""
    definition = op.definition
    fold, attributes = definition.fold, kernel_attrs(op, definition)
    grouped = any(arg.is_list for arg in definition.inputs)
    types = [dtypes.storage(tensor.dtype) for tensor in op.outputs]
    single = types[0] if definition.single_output else None

    def compute(values):
        result = fold(*group_inputs(definition, op, values) if grouped else values, **attributes)
        if single is not None:
            return (np.asarray(result, single),)
        return [np.asarray(item, numpy_type) for item, numpy_type in zip(result, types, strict=True)]

    return compute


def _checking(op):
    """An operation without outputs that may end the run: an Assert."""
    definition = op.definition
    attributes = kernel_attrs(op, definition)

    def compute(values):
        definition.kernel(*group_inputs(definition, op, values), **attributes)
        return ()

    return compute


def _checked(op, kernel, owners):
    """A kernel that returns new state, which has to have the shape that the variable says."""

    def compute(values):
        results = kernel(values)
        for owner, value, before in zip(owners, results, values, strict=False):
            check_shape(op, owner, value, before)
        return results

    return compute


def _looking(op, kernel):
    """A kernel that looks for what is wrong with values; CheckFailedError where it finds something."""
    definition, attributes = op.definition, kernel_attrs(op, op.definition)

    def compute(values):
        results = kernel(values)
        result = None if definition.updates else results[0] if definition.single_output else results
        found = checks_of(op, values[: len(op.inputs)], result, attributes)
        if any(np.any(check.bad) for check in found):
            raise CheckFailedError
        return results

    return compute


def _drawing(definition, kernel):
    """A kernel that draws random numbers, with the state that is left after them in front of its outputs."""
    reserved = for_each_element if definition.random is True else definition.random

    def compute(values):
        results = kernel(values)
        return [set_forward(values[-1], reserved(results[0].shape)), *results]

    return compute

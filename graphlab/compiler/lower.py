"""A segment as one pure JAX function, and as compiled code for the shapes that come."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab.compiler import share
from graphlab.compiler.effects import Version
from graphlab.compiler.form import Form
from graphlab.compiler.partition import value_of
from graphlab.compiler.strings import any_strings, moving
from graphlab.errors import InvalidArgumentError, OpError, explain
from graphlab.graph.constant import constant_value, fold, group_inputs, kernel_attrs
from graphlab.graph.references import owner_of, state_dims, state_dtype
from graphlab.graph.tensor import Tensor

_HOISTED = 1 << 14  # elements; larger constants are passed to the compiled code instead of being written into it


class LoweredSegment:
    """A segment made ready to run: `call(values)` gives its outputs.

    donated: the inputs whose buffers the outputs may reuse, because nobody needs the old values.
    apart: {tensor: value} of constants that the code takes as inputs, so that equal segments can share it.
    """

    def __init__(self, segment, effects, feeds, donated=(), apart=()):
        self.segment = segment
        self.outputs = segment.outputs
        self._effects = effects
        self._feeds = feeds
        self.donated = [value for value in segment.inputs if value in donated]
        self.kept = [value for value in segment.inputs if value not in donated and value not in segment.static]
        self.static = segment.static
        self._hoisted = {**self._large_constants(), **dict(apart)}
        self.kept_or_hoisted = (*self.kept, *self._hoisted)
        self._hoisted_arrays = None
        # Only inputs whose size is not known beforehand can ask for another executable.
        self._dynamic = [i for i, value in enumerate(self.kept) if not _has_static_shape(value)]
        self._dynamic_donated = [i for i, value in enumerate(self.donated) if not _has_static_shape(value)]
        self._varies = bool(self._dynamic or self._dynamic_donated or self.static)
        alone = len(self._dynamic) == 1 and not self._dynamic_donated and not self.static
        self._only_dynamic = self._dynamic[0] if alone else None
        self._executables = {}
        self.place: tuple[int, int] = (0, 1)  # which it is of the segments that are compiled for a plan
        self.compiled_for = []  # the shapes of each executable, oldest first

    def _large_constants(self):
        found = {}
        for op in self.segment.operations:
            if op.type == "Const" and op._attrs["value"].size > _HOISTED:
                found[op._outputs[0]] = op._attrs["value"]
        return found

    def call(self, donated, kept, static):
        """The values of `outputs`, from those of `donated`, `kept` and `static`, in that order.

        donated, kept: lists of arrays.  static: a list of NumPy arrays.
        """
        key = self._key(donated, kept, static) if self._varies else None
        executable = self._executables.get(key)
        if self._hoisted:
            kept = [*kept, *self._constants()]
        if executable is None:
            executable = self._executables[key] = self._compile(donated, kept, static)
        return executable(donated, kept)

    def _key(self, donated, kept, static):
        """What asks for an executable of its own: the sizes that vary, and the values that decide shapes."""
        if self._only_dynamic is not None:
            return kept[self._only_dynamic].shape
        return (
            *[kept[i].shape for i in self._dynamic],
            *[donated[i].shape for i in self._dynamic_donated],
            *[(value.shape, value.tobytes()) for value in static],
        )

    def _constants(self):
        if self._hoisted_arrays is None:
            with jax.enable_x64(True):
                device = self.segment.device.jax
                self._hoisted_arrays = [jax.device_put(value, device) for value in self._hoisted.values()]
        return self._hoisted_arrays

    def _compile(self, donated, kept, static):
        def function(donated, kept):
            return self.trace(donated, kept, static)

        sharding = jax.sharding.SingleDeviceSharding(self.segment.device.jax)

        def abstract(value):
            return jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=sharding)

        def lower():
            return jax.jit(function, donate_argnums=0).lower(donated_forms, kept_forms)

        def form():
            inputs = (*self.donated, *self.kept, *self.static)
            return Form(self.segment.operations, inputs, self.outputs, self._effects, self._feeds, self._hoisted)

        donated_forms, kept_forms = jax.tree.map(abstract, donated), jax.tree.map(abstract, kept)
        self.compiled_for.append([getattr(value, "shape", ()) for value in kept])
        given = [
            *[
                [(leaf.shape, str(leaf.dtype)) for leaf in jax.tree.leaves(forms)]
                for forms in (donated_forms, kept_forms)
            ],
            [(value.shape, str(value.dtype), value.tobytes()) for value in static],
        ]
        with jax.enable_x64(True):
            return share.executable(self.segment.device, form, lower, given, self.place)

    def trace(self, donated, kept, static):
        """Computes the outputs with JAX; under jax.jit this is what gets compiled."""
        known = dict(zip(self.static, static, strict=True))
        values = dict(zip(self.donated, donated, strict=True))
        values.update(zip(self.kept_or_hoisted, kept, strict=True))
        values.update(known)
        folding = _Folding(values, known, self._feeds)
        for op in self.segment.operations:
            if op._outputs and op._outputs[0] in self._hoisted:
                continue
            run_op(op, values, self._effects, self._feeds, folding)
        return [jnp.asarray(values[value]) for value in self.outputs]


def _has_static_shape(value):
    if isinstance(value, Version) and value.owner.definition.random:
        return True
    dims = value._dims if isinstance(value, Tensor) else state_dims(value.owner)
    return dims is not None and None not in dims


class _Folding:
    """Values that the trace knows: worked out with NumPy from constants and from the shapes of what is traced."""

    def __init__(self, values, known, feeds):
        self._values = values
        self._known = dict(known)
        self._feeds = feeds

    def concrete(self, tensor):
        """The tensor's value as a NumPy array."""
        found = self._known.get(tensor)
        if found is None:
            found = self._known[tensor] = self._find(tensor)
        return found

    def _find(self, tensor):
        op = tensor._op
        if tensor in self._feeds:
            return np.asarray(self._values[tensor])
        if op.type == "Const":
            return op._attrs["value"]
        if op.type in ("Shape", "Size", "Rank"):
            shape = self._values[op._inputs[0]].shape
            result = {"Shape": shape, "Size": int(np.prod(shape)), "Rank": len(shape)}[op.type]
            return np.asarray(result, tensor._dtype.as_numpy_dtype)
        value = constant_value(tensor)
        if value is not None:
            return value
        return fold(op, op._definition, [self.concrete(item) for item in op._inputs])[tensor._value_index]


def run_op(op, values, effects, feeds, folding=None, context=None):
    """Runs one kernel: takes its inputs from `values` and puts its outputs there.

    context: the RunContext, for kernels that ask for it.  folding: gives the inputs that must be concrete; None on the host, where every value is.
    Raises an OpError that names the operation when the kernel can't take what it got.
    """
    definition = op._definition
    static = definition.static_positions(op)
    inputs = []
    for i, tensor in enumerate(op._inputs):
        value = value_of(tensor, op, i, effects, feeds)
        if folding is not None and i in static:
            inputs.append(folding._known[value] if value in folding._known else folding.concrete(tensor))
        else:
            found = values.get(value)  # None: the old value of what is only written
            inputs.append(found if folding is None or not isinstance(found, np.ndarray) else jnp.asarray(found))
    attributes = kernel_attrs(op, definition)
    if definition.random:
        counter = values[effects.writes[op][0][0]]
        attributes["key"] = jax.random.fold_in(jax.random.wrap_key_data(counter[:2], impl="threefry2x32"), counter[2])
    if definition.waits:
        context.op = op  # pyright: ignore[reportOptionalMemberAccess]
        attributes["context"] = context
    kernel = definition.kernel
    if folding is None and not definition.host and not definition.updates and any_strings(inputs):
        kernel = definition.fold or moving(kernel, op)
    try:
        result = kernel(*group_inputs(definition, op, inputs), **attributes)
    except OpError as error:
        raise (error if error.op is not None else _placed(error, op)) from error.__cause__
    except (TypeError, ValueError, IndexError, ZeroDivisionError, NotImplementedError, OverflowError) as error:
        raise _failed(op, error, inputs) from error
    _put(op, definition, result, values, effects)


def _put(op, definition, result, values, effects):
    if definition.updates:
        results = list(result) if isinstance(result, (tuple, list)) else [result]
        for (before, after), value in zip(effects.writes[op], results, strict=False):
            values[after] = cast(value, state_dtype(before.owner))
        results = results[len(definition.updates) :]
    elif definition.random:
        before, after = effects.writes[op][0]
        values[after] = jnp.asarray(values[before]).at[2].add(1)
        results = [result] if definition.single_output else result
    else:
        results = [result] if definition.single_output else result
    outputs = [tensor for tensor in op._outputs if owner_of(tensor) is None]
    for tensor, value in zip(outputs, results or (), strict=True):
        values[tensor] = cast(value, tensor._dtype)


def cast(value, dtype):
    """The value in the element type that the graph says; kernels may compute in another. None is state that is gone."""
    numpy_type = dtype.as_numpy_dtype
    if numpy_type is np.object_ or value is None:
        return value
    if not hasattr(value, "dtype"):
        return np.asarray(value, numpy_type)
    return value if value.dtype == numpy_type else value.astype(numpy_type)


def _placed(error, op):
    """What a kernel raised without knowing where it runs, with the operation."""
    message = f"{error.message}\n\t [[{{{{node {op.name}}}}}]]"
    return type(error)(op.node_def, op, explain(message, at=op))


def _failed(op, error, inputs):
    dims = [tuple(getattr(value, "shape", ())) for value in inputs]
    shapes = ", ".join(str(list(d)) for d in dims)
    # A shape rule may know how TensorFlow says that shapes do not fit which it could not see before the run.
    wording = getattr(op._definition.infer, "at_run_time", None)
    message = wording(*dims) if wording else None
    message = message or (str(error).splitlines()[0] if str(error) else type(error).__name__)
    message = f"{message}\n\t [[{{{{node {op.name}}}}}]]"
    return InvalidArgumentError(op.node_def, op, explain(f"{message} with input shapes: {shapes}", at=op))

"""A segment as one pure JAX function, and as compiled code for the shapes that come."""

import jax
import jax.numpy as jnp

from graphlab.compiler import share
from graphlab.compiler.effects import Version
from graphlab.compiler.flow import run_steps
from graphlab.compiler.form import Form
from graphlab.compiler.kernels import Folding
from graphlab.graph.references import lives_in_run, state_dims
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

    def make_ready(self, donated, kept, static):
        """Compiles for such values, unless that was done before: then `call` does nothing but run."""
        key = self._key(donated, kept, static) if self._varies else None
        if key not in self._executables:
            constants = self._constants() if self._hoisted else []
            self._executables[key] = self._compile(donated, [*kept, *constants], static)

    def _key(self, donated, kept, static):
        """What asks for an executable of its own: the sizes that vary, and the values that decide shapes."""
        if self._only_dynamic is not None:
            return form_of(kept[self._only_dynamic])
        return (
            *[form_of(kept[i]) for i in self._dynamic],
            *[form_of(donated[i]) for i in self._dynamic_donated],
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
        steps = self.segment.operations
        if self._hoisted:
            steps = [op for op in steps if not op._outputs or op._outputs[0] not in self._hoisted]
        run_steps(steps, values, self._effects, Folding(values, known, self._feeds), self._feeds)
        return [as_result(values[value]) for value in self.outputs]


def form_of(value):
    """What of a value asks for an executable of its own: its shape, for a stack or TensorArray what it is made of."""
    shape = getattr(value, "shape", None)
    if shape is not None:
        return shape
    leaves, structure = jax.tree.flatten(value)
    return structure, tuple([leaf.shape for leaf in leaves])


def as_result(value):
    """A value as compiled code gives it."""
    return jax.tree.map(jnp.asarray, value)


def _has_static_shape(value):
    if isinstance(value, Version):
        if lives_in_run(value.owner):
            return False
        if value.owner.definition.random:
            return True
    dims = value._dims if isinstance(value, Tensor) else state_dims(value.owner)
    return dims is not None and None not in dims

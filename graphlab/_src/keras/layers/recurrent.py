"""RNN: a cell over the steps of sequences, [batch, steps, features]."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.nodes import has_history, shape_tuple
from graphlab._src.keras.layers.recurrence import accepts, rnn
from graphlab._src.keras.layers.recurrent_states import as_list, map_sizes, output_size_of, sizes_of, zero_states
from graphlab._src.keras.layers.stacked_cells import StackedRNNCells
from graphlab._src.keras.layers.weight_values import batch_set_value, track_variable
from graphlab._src.ops.shape import shape
from graphlab._src.state.variable import Variable


class RNN(Layer):
    """A cell over the steps of sequences.

    cell: a layer with state_size and call(inputs, states), or a list of them.
    return_sequences: returns the outputs of all steps, not only the last.  return_state: also the last states.
    go_backwards: begins at the end.  stateful: goes on with the states of the batch before.
    unroll: a part of the graph for each step instead of a loop.  time_major: sequences are [steps, batch, features].
    """

    _has_loop_limit = False  # whether the loop states how many iterations it has at most

    def __init__(
        self,
        cell,
        return_sequences=False,
        return_state=False,
        go_backwards=False,
        stateful=False,
        unroll=False,
        time_major=False,
        **kwargs,
    ):
        cell = StackedRNNCells(cell) if isinstance(cell, (list, tuple)) else cell
        if not hasattr(cell, "call"):
            raise ValueError("`cell` should have a `call` method. The RNN was passed:", cell)
        if not hasattr(cell, "state_size"):
            raise ValueError(
                "The RNN cell should have an attribute `state_size` (tuple of integers, one integer per RNN state)."
            )
        self.zero_output_for_mask = kwargs.pop("zero_output_for_mask", False)
        if "input_shape" not in kwargs and ("input_dim" in kwargs or "input_length" in kwargs):
            kwargs["input_shape"] = (kwargs.pop("input_length", None), kwargs.pop("input_dim", None))
        super().__init__(**kwargs)
        self.cell: Any = cell
        self.return_sequences, self.return_state = return_sequences, return_state
        self.go_backwards, self.unroll, self.time_major = go_backwards, unroll, time_major
        self.stateful = stateful
        self.supports_masking = True
        self.state_spec: Any = None
        self._state_variables: Any = None
        self._num_constants = 0

    @property
    def states(self):
        """The states that are retained between batches; None for each when they are not."""
        return [None] * len(as_list(self.cell.state_size)) if self._state_variables is None else self._state_variables

    # Shapes and weights

    def _sizes_of_input(self, input_shape):
        """(batch, steps, features …) of an input, or of the first of several."""
        sizes = list(nest.flatten(_shapes_of_input(input_shape))[0].as_list())
        return [sizes[1], sizes[0], *sizes[2:]] if self.time_major else sizes

    def build(self, input_shape):
        """Builds the cell, and the variables of the states when they are retained between batches."""
        shapes = _shapes_of_input(input_shape)
        batch, _, *features = self._sizes_of_input(input_shape)
        if nest.is_nested(shapes):
            self._input_spec = None
        else:
            spec = [batch if self.stateful else None, None, *features]
            spec = InputSpec(shape=(spec[1], spec[0], *features) if self.time_major else tuple(spec))
            self._input_spec = [spec, *(self._input_spec or [None])[1:]]
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell.build(nest.map_structure(lambda one: TensorShape([batch, *one.as_list()[2:]]), shapes))
            self.cell.built = True
        self._check_states()
        if self.stateful:
            self.reset_states()
        self.built = True

    def _check_states(self):
        """Checks that the given states have the sizes of the cell's."""
        sizes = nest.flatten(as_list(self.cell.state_size))
        if self.state_spec is None:
            self.state_spec = [InputSpec(shape=(None, *sizes_of(size))) for size in sizes]
            return
        given = nest.flatten(self.state_spec)
        shapes = zip(given, sizes, strict=False)
        if len(given) != len(sizes) or not all(
            TensorShape(spec.shape[1:]).is_compatible_with(TensorShape(sizes_of(size))) for spec, size in shapes
        ):
            raise ValueError(
                "An `initial_state` was passed that is not compatible with `cell.state_size`. Received "
                f"`state_spec`={self.state_spec}; however `cell.state_size` is {self.cell.state_size}"
            )

    def compute_output_shape(self, input_shape):
        """[batch, units], or [batch, steps, units] with return_sequences; and the states'."""
        batch, steps, *_ = self._sizes_of_input(input_shape)
        before = [steps, batch] if self.time_major else [batch, steps]
        before = before if self.return_sequences else [batch]
        outputs = [TensorShape([*before, *sizes_of(s)]) for s in nest.flatten(output_size_of(self.cell))]
        if not self.return_state:
            return outputs[0] if len(outputs) == 1 else outputs
        return [*outputs, *(TensorShape([batch, *sizes_of(s)]) for s in nest.flatten(as_list(self.cell.state_size)))]

    def compute_mask(self, inputs, mask=None):
        """The mask of the inputs, when the output has all steps."""
        own = nest.flatten(mask)[0] if self.return_sequences else None
        return [own, *[None] * len(self.states)] if self.return_state else own

    # States

    def get_initial_state(self, inputs):
        """What the cell begins with: zeros, or what it says."""
        first = nest.flatten(inputs)[0]
        batch = shape(first)[1 if self.time_major else 0]
        if hasattr(self.cell, "get_initial_state"):
            state = self.cell.get_initial_state(inputs=None, batch_size=batch, dtype=first.dtype)
        else:
            state = zero_states(batch, self.cell.state_size, first.dtype)
        return list(state) if isinstance(state, (list, tuple)) else [state]

    def reset_states(self, states=None):
        """Sets the states that are retained: to 0, or to these arrays."""
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        spec: Any = self.input_spec[0].shape if self.input_spec and self.input_spec[0] else None
        batch = spec and spec[1 if self.time_major else 0]
        if not batch:
            raise ValueError(
                "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: \n"
                "- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to your "
                "first layer.\n- If using the functional API, specify the batch size by passing a `batch_shape` argument to "
                "your Input layer."
            )
        if self._state_variables is None:
            self._state_variables = self._make_states(batch, spec[2:])
            return
        variables = nest.flatten(self._state_variables)
        values = [np.zeros(v.shape.as_list()) for v in variables] if states is None else nest.flatten(states)
        if len(values) != len(variables):
            raise ValueError(
                f"Layer {self.name} expects {len(variables)} states, but it received {len(values)} state values. Input received: "
                f"{states}"
            )
        for number, (value, variable) in enumerate(zip(values, variables, strict=True)):
            if tuple(value.shape) != tuple(variable.shape.as_list()):
                raise ValueError(
                    f"State {number} is incompatible with layer {self.name}: expected shape={variable.shape}, found "
                    f"shape={value.shape}"
                )
        batch_set_value(list(zip(variables, values, strict=True)))

    def _make_states(self, batch, features) -> Any:
        """A variable for each state."""
        made = map_sizes(lambda size: state_variable([batch, *sizes_of(size)]), self.cell.state_size)
        return list(made) if isinstance(made, (list, tuple)) else [made]

    # Calling

    def __call__(self, inputs, initial_state: Any = None, constants: Any = None, **kwargs):
        """Goes over the sequences. initial_state: what the cell begins with; may also follow inputs in a list."""
        inputs, initial_state, constants = standardized(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        more = [*(initial_state or []), *(constants or [])]
        if initial_state is not None:
            self.state_spec = nest.map_structure(_spec, initial_state)
        if constants is not None:
            self._num_constants = len(constants)
        if not all_symbolic(more):
            raise ValueError(
                "The initial state or constants of an RNN layer cannot be specified with a mix of Keras tensors and "
                'non-Keras tensors (a "Keras tensor" is a tensor that was returned by a Keras layer, or by `Input`)'
            )
        if not has_history(nest.flatten(more)[0]):
            given = {"initial_state": initial_state, "constants": constants}
            return super().__call__(inputs, **{key: v for key, v in given.items() if v is not None}, **kwargs)
        if nest.is_nested(inputs):
            return super().__call__([inputs, *more], **kwargs)
        own = (self._input_spec or [None])[:1]
        self._input_spec = [*own, *(_spec(tensor) for tensor in nest.flatten(more))]
        outputs = super().__call__([inputs, *more], **kwargs)
        self._input_spec = self._input_spec[:1]
        return outputs

    def call(self, inputs, mask: Any = None, training=None, initial_state: Any = None, constants: Any = None) -> Any:
        """The outputs."""
        if isinstance(inputs, list):
            inputs, initial_state, constants = standardized(inputs, None, None, self._num_constants)
        if initial_state is None:
            initial_state = self._state_variables if self.stateful else self.get_initial_state(inputs)
        if len(initial_state) != len(self.states):
            raise ValueError(f"Layer has {len(self.states)} states but was passed {len(initial_state)} initial states.")
        mask = None if mask is None else nest.flatten(mask)[0]
        self._check_unroll(nest.flatten(inputs)[0])
        if constants and not accepts(self.cell.call, "constants"):
            raise ValueError("RNN cell does not support constants")
        last, outputs, states = rnn(
            self._step_of_cell(training, len(constants or [])),
            inputs,
            list(initial_state),
            constants=constants,
            go_backwards=self.go_backwards,
            mask=mask,
            unroll=self.unroll,
            input_length=nest.flatten(inputs)[0].shape.as_list()[1] if self._has_loop_limit else None,
            time_major=self.time_major,
            zero_output_for_mask=self.zero_output_for_mask,
        )
        if self.stateful:
            pairs = zip(nest.flatten(self._state_variables), nest.flatten(states), strict=True)
            self.add_update([variable.assign(state) for variable, state in pairs])
        found = outputs if self.return_sequences else last
        if not self.return_state:
            return found
        return [*(found if isinstance(found, (list, tuple)) else [found]), *states]

    def _step_of_cell(self, training, constants):
        """The function of a step that `rnn` wants."""
        cell = self.cell
        alone = getattr(cell, "_is_tf_rnn_cell", None) is not None
        keywords = {"training": training} if accepts(cell.call, "training") else {}

        def step(inputs, states):
            own = list(states)
            if constants:
                own, keywords["constants"] = own[:-constants], own[-constants:]
            output, new = cell.call(inputs, own[0] if len(own) == 1 and alone else own, **keywords)
            return output, new if isinstance(new, (list, tuple)) else [new]

        return step

    def _check_unroll(self, inputs):
        if self.unroll and inputs.shape.as_list()[0 if self.time_major else 1] is None:
            raise ValueError(
                "Cannot unroll a RNN if the time dimension is undefined. \n- If using a Sequential model, specify the time "
                "dimension by passing an `input_shape` or `batch_input_shape` argument to your first layer. If your first "
                "layer is an Embedding, you can also use the `input_length` argument.\n- If using the functional API, "
                "specify the time dimension by passing a `shape` or `batch_shape` argument to your Input layer."
            )

    # As data

    def get_config(self):
        """The arguments that make an equal layer."""
        config: dict[str, Any] = {
            "return_sequences": self.return_sequences,
            "return_state": self.return_state,
            "go_backwards": self.go_backwards,
            "stateful": self.stateful,
            "unroll": self.unroll,
            "time_major": self.time_major,
        }
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if self.zero_output_for_mask:
            config["zero_output_for_mask"] = True
        config["cell"] = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), **config}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The layer that get_config describes."""
        config = dict(config)
        cell = layer_from(config.pop("cell"), custom_objects)
        constants = config.pop("num_constants", 0)
        layer = cls(cell, **config)
        layer._num_constants = constants
        return layer


def _shapes_of_input(input_shape):
    """The TensorShape of an input, or of each in a structure; without the states that may follow in a list."""
    given = input_shape[0] if isinstance(input_shape, list) else input_shape
    if isinstance(given, tuple) and any(isinstance(part, (TensorShape, tuple)) for part in given):
        return nest.map_structure(TensorShape, given)
    return TensorShape(given)


def state_variable(sizes):
    """A variable of zeros that no training changes."""
    made = Variable(np.zeros(sizes), dtype=dtypes.as_dtype(floatx()), use_resource=True)
    track_variable(made)
    return made


def _spec(tensor):
    return InputSpec(shape=shape_tuple(tensor.shape))


def all_symbolic(tensors):
    """Whether all tensors come from Inputs, or none does."""
    return len({has_history(tensor) for tensor in nest.flatten(tensors)}) <= 1


def standardized(inputs: Any, initial_state: Any, constants: Any, num_constants):
    """(inputs, initial state, constants) of a call, where they may all be in one list; the last two as lists or None."""
    if isinstance(inputs, list):
        if num_constants and initial_state is None and constants is None:
            inputs, constants = inputs[:-num_constants], inputs[-num_constants:]
        if len(inputs) > 1:
            inputs, initial_state = inputs[:1], inputs[1:]
        inputs = inputs[0]
    return inputs, _list_or_none(initial_state), _list_or_none(constants)


def _list_or_none(value):
    if value is None:
        return None
    return list(value) if isinstance(value, (list, tuple)) else [value]

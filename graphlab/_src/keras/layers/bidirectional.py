"""Bidirectional: a recurrent layer from both ends."""

import inspect
from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import name_scope, nest
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.keras.layers.recurrent import all_symbolic, standardized
from graphlab._src.keras.layers.wrappers import Wrapper
from graphlab._src.ops.joining import concat
from graphlab._src.ops.transpose import reverse

_MODES: dict[Any, Any] = {
    "sum": lambda y, back: y + back,
    "mul": lambda y, back: y * back,
    "ave": lambda y, back: (y + back) / 2,
    "concat": lambda y, back: concat([y, back], -1),
    None: lambda y, back: [y, back],
}


class Bidirectional(Wrapper):
    """A recurrent layer twice: from the beginning and from the end of sequences.

    merge_mode: how both outputs become one: "concat", "sum", "mul", "ave"; None returns both.
    backward_layer: the one from the end; like `layer`, the other way round, when left out.
    """

    def __init__(self, layer, merge_mode="concat", weights=None, backward_layer=None, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `Bidirectional` layer with a `Layer` instance. You passed: {layer}")
        if backward_layer is not None and not isinstance(backward_layer, Layer):
            raise ValueError(f"`backward_layer` need to be a `Layer` instance. You passed: {backward_layer}")
        if merge_mode not in _MODES:
            raise ValueError('Invalid merge mode. Merge mode should be one of {"sum", "mul", "ave", "concat", None}')
        given: Any = layer
        self.forward_layer: Any = _again(given)
        self._backward_config = None if backward_layer is None else backward_layer.get_config()
        self.backward_layer: Any = _again(given, go_backwards=True) if backward_layer is None else backward_layer
        self.forward_layer._name = "forward_" + self.forward_layer.name
        self.backward_layer._name = "backward_" + self.backward_layer.name
        self._check_directions()
        for own in (self.forward_layer, self.backward_layer):
            if getattr(own, "zero_output_for_mask", None) is not None:
                own.zero_output_for_mask = own.return_sequences
        self.merge_mode = merge_mode
        super().__init__(layer, **kwargs)
        self._layers = [self.forward_layer, self.backward_layer]  # not `layer`, which only says what they are like
        if weights:
            half = len(weights) // 2
            self.forward_layer._initial_weights = weights[:half]
            self.backward_layer._initial_weights = weights[half:]
        self.stateful = given.stateful
        self.return_sequences, self.return_state = given.return_sequences, given.return_state
        self.supports_masking = True
        self._num_constants = 0
        self.input_spec = given.input_spec

    def _check_directions(self):
        if self.forward_layer.go_backwards == self.backward_layer.go_backwards:
            raise ValueError("Forward layer and backward layer should have different `go_backwards` value.")
        for name in ("stateful", "return_sequences", "return_state"):
            forward, backward = getattr(self.forward_layer, name), getattr(self.backward_layer, name)
            if forward != backward:
                raise ValueError(
                    "Forward layer and backward layer are expected to have the same value for attribute "
                    f"{name}, got {forward} and {backward}"
                )

    def build(self, input_shape=None):
        """Builds both."""
        for layer in (self.forward_layer, self.backward_layer):
            with name_scope(layer.name):
                layer.build(input_shape)
                layer.built = True
        self.built = True

    def compute_output_shape(self, input_shape):
        """That of both outputs put together; and the states'."""
        found = self.forward_layer.compute_output_shape(input_shape)
        own, states = (found[0], list(found[1:])) if self.return_state else (found, [])
        sizes: Any = TensorShape(own).as_list()
        if self.merge_mode == "concat":
            sizes[-1] *= 2
        outputs = [TensorShape(sizes)] * (1 if self.merge_mode else 2)
        found = [*outputs, *states, *states]
        return found[0] if len(found) == 1 else found

    def compute_mask(self, inputs, mask=None):
        """The mask of the inputs, when the output has all steps."""
        own = nest.flatten(mask)[0] if self.return_sequences else None
        masks = [own] * (1 if self.merge_mode else 2)
        if self.return_state:
            masks += [None] * len(self.forward_layer.states) * 2
        return masks[0] if len(masks) == 1 else masks

    def reset_states(self):
        """Sets the states that are retained to 0."""
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    def __call__(self, inputs, initial_state: Any = None, constants: Any = None, **kwargs):
        """Goes over the sequences. initial_state: what the layers begin with, forward first; may follow inputs in a list."""
        inputs, initial_state, constants = standardized(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        if initial_state is not None and len(initial_state) % 2:
            raise ValueError(
                "When passing `initial_state` to a Bidirectional RNN, the state should be a list containing the states of "
                f"the underlying RNNs. Found: {initial_state}"
            )
        if constants is not None:
            self._num_constants = len(constants)
            self.forward_layer._num_constants = self.backward_layer._num_constants = len(constants)
        more = [*(initial_state or []), *(constants or [])]
        if not all_symbolic(more):
            raise ValueError(
                "The initial state of a Bidirectional layer cannot be specified with a mix of Keras tensors and non-Keras "
                'tensors (a "Keras tensor" is a tensor that was returned by a Keras layer, or by `Input`)'
            )
        if not has_history(more[0]):
            given = {"initial_state": initial_state, "constants": constants}
            return super().__call__(inputs, **{key: v for key, v in given.items() if v is not None}, **kwargs)
        spec, self._input_spec = self._input_spec, None
        outputs = super().__call__([inputs, *more], **kwargs)
        self._input_spec = spec
        return outputs

    def call(self, inputs, training=None, mask=None, initial_state: Any = None, constants: Any = None):
        """The outputs of both, put together."""
        inputs, initial_state, constants = (
            standardized(inputs, None, None, self._num_constants)
            if isinstance(inputs, list)
            else (inputs, initial_state, constants)
        )
        half = len(initial_state) // 2 if initial_state else 0
        found = []
        for layer, states in (
            (self.forward_layer, initial_state and initial_state[:half]),
            (self.backward_layer, initial_state and initial_state[half:]),
        ):
            given = {"training": training, "mask": mask, "initial_state": states, "constants": constants}
            found.append(
                layer(inputs, **{key: v for key, v in given.items() if v is not None and layer._call_accepts(key)})
            )
        y, back = found
        states = []
        if self.return_state:
            states = [*y[1:], *back[1:]]
            y, back = y[0], back[0]
        if self.return_sequences:
            back = reverse(back, [0 if getattr(self.forward_layer, "time_major", False) else 1])
        output = _MODES[self.merge_mode](y, back)
        if not self.return_state:
            return output
        return [*(output if isinstance(output, list) else [output]), *states]

    def get_config(self):
        """The arguments that make an equal layer."""
        config = super().get_config()
        inner = config.pop("layer")
        config = {**config, "layer": inner, "merge_mode": self.merge_mode}
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if self._backward_config is not None:
            kind = type(self.backward_layer).__name__
            config["backward_layer"] = {"class_name": kind, "config": self._backward_config}
        return config

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The layer that get_config describes."""
        config = dict(config)
        constants = config.pop("num_constants", 0)
        if config.get("backward_layer") is not None:
            config["backward_layer"] = layer_from(config["backward_layer"], custom_objects)
        layer: Any = super().from_config(config, custom_objects)
        layer._num_constants = constants
        return layer


def _again(layer, go_backwards=False):
    """A layer like this one, perhaps the other way round."""
    config = layer.get_config()
    if go_backwards:
        config["go_backwards"] = not config["go_backwards"]
    if "custom_objects" not in inspect.signature(layer.from_config).parameters:
        return layer.from_config(config)
    cell = getattr(layer, "cell", None)
    cells = [] if cell is None else [cell, *getattr(cell, "cells", [])]
    return layer.from_config(config, custom_objects={type(c).__name__: type(c) for c in cells})

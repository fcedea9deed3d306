"""DropoutWrapper: dropout of what goes into a cell, of its state and of what comes out."""

import hashlib
import numbers
from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor, name_scope, nest, static_value
from graphlab._src.graph.nest_prefix import flatten_up_to, get_traverse_shallow_structure
from graphlab._src.layers.rnn.cells.rnn_cell import LSTMStateTuple
from graphlab._src.layers.rnn.cells.wrappers import CellWrapper, WrapperBase, function_as_config, with_function
from graphlab._src.ops.division import div
from graphlab._src.ops.dropout import dropout
from graphlab._src.ops.joining import concat
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.rounding import floor
from graphlab._src.ops.tensor_array import TensorArray


class DropoutWrapperBase(WrapperBase):
    """What DropoutWrapper does, of cells of tf.nn and of Keras."""

    def __init__(
        self,
        cell,
        input_keep_prob=1.0,
        output_keep_prob=1.0,
        state_keep_prob=1.0,
        variational_recurrent=False,
        input_size=None,
        dtype=None,
        seed=None,
        dropout_state_filter_visitor=None,
        **kwargs,
    ):
        inherited: Any = super()
        inherited.__init__(cell, dtype=dtype, **kwargs)
        if dropout_state_filter_visitor is not None and not callable(dropout_state_filter_visitor):
            raise TypeError("dropout_state_filter_visitor must be callable")
        self._dropout_state_filter = dropout_state_filter_visitor or _not_the_memory
        with name_scope("DropoutWrapperInit"):
            self._input_keep_prob = _probability("input_keep_prob", input_keep_prob)
            self._state_keep_prob = _probability("state_keep_prob", state_keep_prob)
            self._output_keep_prob = _probability("output_keep_prob", output_keep_prob)
        self._variational_recurrent = variational_recurrent
        self._input_size = input_size
        self._seed = seed
        self._noise = {"input": None, "state": None, "output": None}
        if variational_recurrent:
            if dtype is None:
                raise ValueError("When variational_recurrent=True, dtype must be provided")
            if not isinstance(self._input_keep_prob, numbers.Real) or self._input_keep_prob < 1:
                if input_size is None:
                    raise ValueError(
                        "When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be "
                        "provided"
                    )
                self._noise["input"] = self._noise_like("input", input_size, dtype)
            self._noise["state"] = self._noise_like("state", cell.state_size, dtype)
            self._noise["output"] = self._noise_like("output", cell.output_size, dtype)

    def _noise_like(self, what, sizes, dtype):
        """Random numbers [1, size…] for each size, one for all steps and examples."""
        return nest.pack_sequence_as(
            sizes,
            [
                random_uniform(concat(([1], TensorShape(size).as_list()), 0), seed=self._gen_seed(what, i), dtype=dtype)
                for i, size in enumerate(nest.flatten(sizes))
            ],
        )

    def _gen_seed(self, salt_prefix, index):
        if self._seed is None:
            return None
        digest = hashlib.md5(f"{self._seed}{salt_prefix}_{index}".encode(), usedforsecurity=False).hexdigest()
        return int(digest[:8], 16) & 0x7FFFFFFF

    def _dropped(self, what, values, keep_prob, chosen=None):
        """The values with dropout; chosen: a structure above theirs that says which, all when left out."""
        chosen = nest.map_structure(lambda _: True, values) if chosen is None else chosen
        wanted = nest.flatten(chosen)
        parts = flatten_up_to(chosen, values)
        noises = flatten_up_to(chosen, self._noise[what]) if self._variational_recurrent else [None] * len(parts)
        results = []
        for i, (chooses, value, noise) in enumerate(zip(wanted, parts, noises, strict=True)):
            if chooses is False:
                results.append(value)
            elif noise is None:
                results.append(dropout(value, rate=1.0 - keep_prob, seed=self._gen_seed(what, i)))
            else:
                mask = floor(keep_prob + noise)
                result = div(value, keep_prob) * mask
                result.set_shape(value.shape)
                results.append(result)
        return nest.pack_sequence_as(chosen, results)

    def _call_wrapped_cell(self, inputs, state, cell_call_fn, **kwargs):
        if _drops(self._input_keep_prob):
            inputs = self._dropped("input", inputs, self._input_keep_prob)
        output, new_state = cell_call_fn(inputs, state, **kwargs)
        if _drops(self._state_keep_prob):
            chosen = get_traverse_shallow_structure(self._dropout_state_filter, new_state)
            new_state = self._dropped("state", new_state, self._state_keep_prob, chosen)
        if _drops(self._output_keep_prob):
            output = self._dropped("output", output, self._output_keep_prob)
        return output, new_state

    def get_config(self):
        """The arguments that make an equal cell; of a function its byte code, or its name if graphlab has it."""
        visitor = self._dropout_state_filter
        inherited: Any = super()
        return {
            **inherited.get_config(),
            **({} if visitor is _not_the_memory else function_as_config("dropout_fn", visitor, "dropout_fn_module")),
            "input_keep_prob": self._input_keep_prob,
            "output_keep_prob": self._output_keep_prob,
            "state_keep_prob": self._state_keep_prob,
            "variational_recurrent": self._variational_recurrent,
            "input_size": self._input_size,
            "seed": self._seed,
        }

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The cell that get_config describes."""
        inherited: Any = super()
        argument = "dropout_state_filter_visitor"
        config = with_function(config, "dropout_fn", argument, "dropout_fn_module", custom_objects)
        return inherited.from_config(config, custom_objects=custom_objects)


class DropoutWrapper(DropoutWrapperBase, CellWrapper):
    """Dropout of what goes into a cell, of its state and of what comes out.

    input_keep_prob, output_keep_prob, state_keep_prob: numbers or tensors; 1 leaves things as they are.
    variational_recurrent: what is dropped is the same in every step of a run (Gal and Ghahramani, 2016); needs `dtype`,
    and input_size where inputs are dropped.
    dropout_state_filter_visitor(part of the state) -> True, False or a structure of these: what of it is dropped;
    of an LSTMStateTuple only h when left out.
    """


def _probability(name, value):
    tensor = convert_to_tensor(value)
    known = static_value(tensor)
    if known is None:
        return tensor
    if known < 0 or known > 1:
        raise ValueError(f"Parameter {name} must be between 0 and 1: {int(known)}")
    return float(known)


def _drops(keep_prob):
    return not isinstance(keep_prob, float) or keep_prob < 1


def _not_the_memory(part):
    """Of an LSTM's state only h is dropped, of a TensorArray nothing."""
    if isinstance(part, LSTMStateTuple):
        return LSTMStateTuple(c=False, h=True)
    return not isinstance(part, TensorArray)

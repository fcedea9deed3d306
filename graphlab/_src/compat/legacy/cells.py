"""Recurrent cells as they were in 0.12: a cell has weights of its own in each variable scope that calls it."""

import copy
import numbers

import graphlab as tf


def _is_input_size(value):
    return value is None or isinstance(value, numbers.Integral) and not isinstance(value, bool)


def _without_input_size(position):
    """Drops the argument input_size, which had no effect any more: by name, or at its position."""

    def adapt(args, keywords):
        keywords.pop("input_size", None)
        if len(args) > position and _is_input_size(args[position]):
            args = (*args[:position], *args[position + 1 :])
        return args

    return adapt


def _with_seed(args, keywords):
    """DropoutWrapper(cell, input_keep_prob, output_keep_prob, seed)."""
    if len(args) == 4:
        keywords["seed"] = args[3]
        args = args[:3]
    return args


def _as_it_is(args, keywords):
    return args


def _recorded(kind, adapt):
    """A class of cells that has its arguments in the old order, and whose copies are made anew from them."""

    class Cell(kind):
        def __init__(self, *args, **keywords):
            args = adapt(args, keywords)
            super().__init__(*args, **keywords)
            self.__dict__["_again"] = args, keywords

        def __deepcopy__(self, memo):
            args, keywords = self.__dict__["_again"]
            return type(self)(
                *(_copied(one, memo) for one in args), **{key: _copied(one, memo) for key, one in keywords.items()}
            )

    Cell.__name__, Cell.__qualname__, Cell.__doc__ = kind.__name__, kind.__qualname__, kind.__doc__
    return Cell


def _copied(value, memo):
    """A copy of a cell or a list of them; tensors and other arguments are the same in each copy."""
    if isinstance(value, (list, tuple)):
        return [_copied(one, memo) for one in value]
    return copy.deepcopy(value, memo) if isinstance(value, tf.nn.rnn_cell.RNNCell) else value


def _per_scope(kind, adapt):
    """A class of cells whose objects have weights for each variable scope, as get_variable made them for each call."""

    class Cell(_recorded(kind, adapt)):
        def __call__(self, inputs, state, scope=None, **keywords):
            opened = getattr(scope, "name", scope) or kind.__name__
            key = tf.get_default_graph(), tf.get_variable_scope().name, opened
            cells = self.__dict__.setdefault("_of_scopes", {})
            if key not in cells:
                args, named = self.__dict__["_again"]
                cells[key] = kind(*args, **named)
            return cells[key](inputs, state, scope=scope or kind.__name__, **keywords)

    Cell.__name__, Cell.__qualname__, Cell.__doc__ = kind.__name__, kind.__qualname__, kind.__doc__
    return Cell


_of = tf.nn.rnn_cell
CELLS = {
    "BasicRNNCell": _per_scope(_of.BasicRNNCell, _without_input_size(1)),
    "GRUCell": _per_scope(_of.GRUCell, _without_input_size(1)),
    "BasicLSTMCell": _per_scope(_of.BasicLSTMCell, _without_input_size(2)),
    "LSTMCell": _per_scope(_of.LSTMCell, _without_input_size(1)),
    "DropoutWrapper": _recorded(_of.DropoutWrapper, _with_seed),
    "InputProjectionWrapper": _recorded(tf.contrib.rnn.InputProjectionWrapper, _without_input_size(2)),
    "OutputProjectionWrapper": _recorded(tf.contrib.rnn.OutputProjectionWrapper, _as_it_is),
    "EmbeddingWrapper": _recorded(tf.contrib.rnn.EmbeddingWrapper, _as_it_is),
}
_concat = tf.concat


class MultiRNNCell(_recorded(_of.MultiRNNCell, _as_it_is)):
    """tf.nn.rnn_cell.MultiRNNCell([cell] * 2): two layers with weights of their own, as each has its own scope."""

    def _check_distinct(self, cells):
        """One cell for several layers shares nothing."""


CELLS["MultiRNNCell"] = MultiRNNCell


def linear(args, output_size, bias, bias_start=0.0, scope=None):
    """The matrices `args` side by side, times a matrix, with a vector added: variables "Matrix" and "Bias" of the scope "Linear"."""
    args = list(args) if isinstance(args, (list, tuple)) else [args]
    if not args or args[0] is None:
        raise ValueError("`args` must be specified")
    shapes = [arg.get_shape().as_list() for arg in args]
    for shape in shapes:
        if len(shape) != 2:
            raise ValueError(f"Linear is expecting 2D arguments: {shapes}")
        if not shape[1]:
            raise ValueError(f"Linear expects shape[1] of arguments: {shapes}")
    kind = args[0].dtype
    with tf.variable_scope(scope or "Linear"):
        matrix = tf.get_variable("Matrix", [sum(shape[1] for shape in shapes), output_size], dtype=kind)
        product = tf.matmul(args[0] if len(args) == 1 else _concat(args, 1), matrix)
        if not bias:
            return product
        start = tf.constant_initializer(bias_start, dtype=kind)
        return product + tf.get_variable("Bias", [output_size], dtype=kind, initializer=start)

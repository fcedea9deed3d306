"""What programs take of TensorFlow's nn_ops and rnn modules beside their public functions."""

from typing import Any

from graphlab._src.base.shapes import as_shape
from graphlab._src.graph import Tensor, static_value
from graphlab._src.layers.rnn.sizes import static_with_prefix, with_prefix
from graphlab._src.layers.rnn.step import step_of_sequences
from graphlab._src.ops.convolution.convolution import check_fit, dilated_convolution


class Convolution:
    """tf.nn.convolution as an object, which is called with inputs and filters.

    input_shape, filter_shape: theirs, as tf.nn.convolution accepts them; ValueError where they do not fit.  The other
    arguments are tf.nn.convolution's.
    """

    def __init__(
        self,
        input_shape: Any,
        filter_shape: Any,
        padding: Any,
        strides: Any = None,
        dilation_rate: Any = None,
        name: str | None = None,
        data_format: str | None = None,
    ) -> None:
        self.input_shape, self.filter_shape = as_shape(input_shape), as_shape(filter_shape)
        if self.input_shape.rank is None and self.filter_shape.rank is None:
            raise ValueError("rank of input or filter must be known")
        check_fit(self.input_shape, self.filter_shape, data_format)
        self.padding, self.strides, self.dilation_rate = padding, strides, dilation_rate
        self.name, self.data_format = name, data_format

    def __call__(self, inp: Any, filter: Any) -> Any:  # noqa: A002
        """The convolution of inputs by filters."""
        return dilated_convolution(
            inp, filter, self.padding, self.strides, self.dilation_rate, self.data_format, self.name
        )


def joined_sizes(prefix: Any, suffix: Any, static: bool = False) -> Any:
    """The shape [*prefix, *suffix] as a tensor; with `static` a list with None for unknown sizes.

    It is None where a rank is unknown, and where either is a tensor that a run computes.
    """
    if not static:
        return with_prefix(prefix, suffix)
    shape = static_with_prefix(prefix, suffix)
    computed = any(isinstance(size, Tensor) and static_value(size) is None for size in (prefix, suffix))
    return None if computed or shape.ndims is None else shape.as_list()


def rnn_step(
    time,
    sequence_length,
    min_sequence_length,
    max_sequence_length,
    zero_output,
    state,
    call_cell,
    state_size,
    skip_conditionals=False,
):
    """(output, state) of one step of a cell: in a sequence that is over the output is zero and the state stays.

    call_cell() -> (output, state).  state_size: has no effect.  skip_conditionals: calls the cell in any case.
    """
    return step_of_sequences(
        time,
        sequence_length,
        min_sequence_length,
        max_sequence_length,
        zero_output,
        state,
        call_cell,
        always=skip_conditionals,
    )

"""tensorflow.python.ops.parallel_for.gradients: Jacobians, one gradient for each element in a loop."""

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.autodiff.jacobians import columns_by_element, rows_by_element
from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.ops.joining import concat
from graphlab._src.ops.shape import reshape, shape


def jacobian(output, inputs, use_pfor=True, parallel_iterations=None):
    """The derivatives of each element of output by each of each input: [*output.shape, *input.shape]; None without any.

    inputs: a tensor, or a structure of them.  use_pfor: has no effect.  parallel_iterations: as for tf.map_fn.
    """
    del use_pfor
    output = convert_to_tensor(output)
    elements, flat = reshape(output, [-1]), nest.flatten(inputs)
    connected = [one is not None for one in gradients(elements, flat)]
    used = [one for one, is_used in zip(flat, connected, strict=True) if is_used]
    tensors = list(map(convert_to_tensor, used))
    found = iter(rows_by_element(output, elements, used, tensors, gradients, parallel_iterations))
    return nest.pack_sequence_as(inputs, [next(found) if is_used else None for is_used in connected])


def batch_jacobian(output, inp, use_pfor=True, parallel_iterations=None):
    """The Jacobian of each row of output by the same row of inp: [batch, *output.shape[1:], *inp.shape[1:]], or None.

    A row of output must depend on that row of inp alone. ValueError where the sizes of the batch differ.
    use_pfor: has no effect.  parallel_iterations: as for tf.map_fn.
    """
    del use_pfor
    if not output.shape[:1].is_compatible_with(inp.shape[:1]):
        raise ValueError(f"Need first dimension of output shape ({output.shape}) and inp shape ({inp.shape}) to match.")
    rows = reshape(output, concat([shape(output)[:1], [-1]], 0))
    if gradients(rows, inp)[0] is None:
        return None
    return columns_by_element(output, rows, inp, gradients, parallel_iterations)

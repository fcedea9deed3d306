"""tensorflow.python.ops.parallel_for.gradients: Jacobians, one gradient for each element in a loop."""

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.graph import convert_to_tensor, nest
from graphlab._src.ops.functional.map_fn import map_fn
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, reshape, shape
from graphlab._src.ops.transpose import transpose


def jacobian(output, inputs, use_pfor=True, parallel_iterations=None):
    """The derivatives of each element of output by each of each input: [*output.shape, *input.shape]; None without any.

    inputs: a tensor, or a structure of them.  use_pfor: has no effect.  parallel_iterations: as for tf.map_fn.
    """
    del use_pfor
    output = convert_to_tensor(output)
    elements, flat = reshape(output, [-1]), nest.flatten(inputs)
    connected = [one is not None for one in gradients(elements, flat)]
    used = [one for one, is_used in zip(flat, connected, strict=True) if is_used]
    kinds = [one.dtype.base_dtype for one in used]

    def row(i):
        return [convert_to_tensor(one) for one in gradients(gather(elements, i), used)]

    rows = iter(map_fn(row, range_(shape(elements)[0]), kinds, parallel_iterations) if used else ())
    found = []
    for one, is_used in zip(flat, connected, strict=True):
        result = None
        if is_used:
            result = reshape(next(rows), concat([shape(output), shape(convert_to_tensor(one))], 0))
            result.set_shape(output.shape.concatenate(one.shape))
        found.append(result)
    return nest.pack_sequence_as(inputs, found)


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

    def column(i):
        return convert_to_tensor(gradients(gather(rows, i, axis=1), inp)[0])

    columns = map_fn(column, range_(shape(rows)[1]), inp.dtype.base_dtype, parallel_iterations)
    sizes = concat([shape(output), shape(inp)[1:]], 0)
    order = concat([[1, 0], range_(2, rank(columns))], 0)
    result = reshape(transpose(columns, order), sizes)
    result.set_shape(output.shape.concatenate(inp.shape[1:]))
    return result

"""einsum: products of tensors, summed over axes that are named by letters."""

import math
import re
import string

from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.diagonal import trace
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.transpose import transpose


def einsum(equation, *inputs, name=None):
    """The sum over products of the inputs' elements that an equation describes: "ij,jk->ik" is a matrix product.

    equation: letters for the axes of each input, and of the result after "->"; letters that are missing there are
    summed over. "..." matches axes that all have.
    """
    with name_scope(name, "einsum", list(inputs)):
        tensors = [convert_to_tensor(x) for x in inputs]
        labels, wanted = _parse(equation, [tensor.dims for tensor in tensors])
        for own in labels:
            if len(set(own)) == len(own):
                continue
            if len(labels) == 1 and len(own) == 2 and "->" not in equation:
                return trace(tensors[0])
            raise ValueError(f"Subscript not supported: an axis appears more than once: {own}")
        result, own = tensors[0], labels[0]
        for i, other in enumerate(tensors[1:], 1):
            later = set("".join(labels[i + 1 :])) | set(wanted)
            summed = (set(own) & set(labels[i])) - later
            result, own = _product(result, own, other, labels[i], summed)
        gone = [i for i, label in enumerate(own) if label not in wanted]
        if gone:
            result = reduce_sum(result, axis=gone)
            own = "".join(label for label in own if label in wanted)
        if sorted(own) != sorted(wanted):
            raise ValueError(f"Invalid equation: {equation}")
        return _transposed(result, [own.index(label) for label in wanted])


def _parse(equation, shapes):
    """(the letters of each input, those of the result), with letters of their own for the axes of "..."."""
    match = re.match("^([a-zA-Z,.]+)(->[a-zA-Z.]*)?$", equation.replace(" ", ""))
    if not match:
        raise ValueError(f"Indices have incorrect format: {equation}")
    labels = match.group(1).split(",")
    wanted = match.group(2)[2:] if match.group(2) else None
    if len(shapes) != len(labels):
        raise ValueError(f'Got {len(shapes)} arguments for equation "{equation}", expecting {len(labels)}')
    shared = ""
    if "..." in equation:
        unused = [letter for letter in string.ascii_letters if letter not in "".join(labels)]
        for i, own in enumerate(labels):
            if "..." not in own:
                continue
            if shapes[i] is None:
                raise ValueError("Unable to statically infer ellipsis axes.")
            count = len(shapes[i]) - len(own.replace("...", ""))
            if count < 0:
                raise ValueError("Ellipses lengths do not match.")
            letters = "".join(unused[-count:]) if count else ""
            labels[i] = own.replace("...", letters)
            shared = max(shared, letters, key=len)
    if wanted is None:
        every = "".join(labels)
        once = sorted(label for label in set(every) - set(shared) if every.count(label) == 1)
        return labels, shared + "".join(once)
    return labels, wanted.replace("...", shared)


def _product(a, a_labels, b, b_labels, summed):
    """One product, as a batch of matrices: the axes that both keep, those of one alone, and those summed over."""
    for name, tensor, labels in (("t0", a, a_labels), ("t1", b, b_labels)):
        if tensor.dims is None or len(tensor.dims) != len(labels):
            rank = "unknown" if tensor.dims is None else len(tensor.dims)
            raise ValueError(f"Tensor {name} of rank {rank} does not match einsum reduction of length {len(labels)}")
    shared = sorted((set(a_labels) & set(b_labels)) - summed)
    a_only = sorted(set(a_labels) - set(shared) - summed)
    b_only = sorted(set(b_labels) - set(shared) - summed)
    over = sorted(summed)
    a_order = [*shared, *a_only, *over]
    a = _transposed(a, [a_labels.index(label) for label in a_order])
    b_order = [*shared, *over, *b_only]
    b = _transposed(b, [b_labels.index(label) for label in b_order])
    labels = "".join([*shared, *a_only, *b_only])
    for label in [*shared, *over] if over else ():
        one, other = a.dims[a_order.index(label)], b.dims[b_order.index(label)]
        if None not in (one, other) and one != other:
            raise ValueError(f"Dimensions of the axis '{label}' must be equal, but are {one} and {other}")
    if not over:
        for _ in b_only:
            a = expand_dims(a, -1)
        for _ in a_only:
            b = expand_dims(b, len(shared))
        return multiply(a, b), labels
    a_sizes, b_sizes = _sizes(a), _sizes(b)
    batch, rows = a_sizes[: len(shared)], a_sizes[len(shared) : len(shared) + len(a_only)]
    columns = b_sizes[len(shared) + len(over) :]
    inner = _total(b_sizes[len(shared) : len(shared) + len(over)])
    a = _reshaped(a, [*batch, _total(rows), inner])
    b = _reshaped(b, [*batch, inner, _total(columns)])
    return _reshaped(matmul(a, b), [*batch, *rows, *columns]), labels


def _transposed(tensor, order):
    return tensor if order == list(range(len(order))) else transpose(tensor, perm=order)


def _sizes(tensor):
    """The sizes: numbers where they are known, scalar tensors where not."""
    if None not in tensor.dims:
        return list(tensor.dims)
    sizes = shape(tensor)
    return [sizes[i] if size is None else size for i, size in enumerate(tensor.dims)]


def _total(sizes):
    return math.prod(sizes)


def _reshaped(tensor, sizes):
    known = [size if isinstance(size, int) else None for size in sizes]
    if len(known) == len(tensor.dims) and None not in known and tuple(known) == tensor.dims:
        return tensor
    result = reshape(tensor, sizes)
    result.set_shape(known)
    return result

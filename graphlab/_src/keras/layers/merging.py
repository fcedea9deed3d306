"""Layers that make one tensor of several: sums, products, concatenation, dot products."""

from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.graph.attributes import named
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.arithmetic import square
from graphlab._src.ops.broadcasting import broadcast_static_shape
from graphlab._src.ops.cast import cast
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.joining import concat, stack
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.power import rsqrt
from graphlab._src.ops.reduction import reduce_all, reduce_prod, reduce_sum
from graphlab._src.ops.shape import expand_dims, reshape, shape, squeeze
from graphlab._src.ops.transpose import transpose


class Merge(Layer):
    """Several inputs, element by element. inputs: a list of tensors of the same shape, or that broadcast.

    Subclasses say how in _merge_function(inputs), whose inputs have the same rank.
    """

    _at_least = 2

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.supports_masking = True

    def build(self, input_shape):
        """Says whether the shapes fit."""
        shapes = self._shapes(input_shape)
        batches = {sizes[0] for sizes in (shape.as_list() for shape in shapes if shape.ndims) if sizes[0] is not None}
        if len(batches) > 1:
            raise ValueError(
                f"Can not merge tensors with different batch sizes. Got tensors with shapes : {input_shape}"
            )
        self.compute_output_shape(input_shape)
        self.built = True

    def _shapes(self, input_shape):
        if not isinstance(input_shape, (list, tuple)):
            raise ValueError("A merge layer should be called on a list of inputs.")
        if len(input_shape) < self._at_least:
            raise ValueError(
                f"A merge layer should be called on a list of at least 2 inputs. Got {len(input_shape)} inputs."
            )
        return [TensorShape(shape) for shape in input_shape]

    def _merge_function(self, inputs):
        raise NotImplementedError

    def call(self, inputs):
        """What becomes of the inputs; those of lower rank get axes of size 1 after the batch."""
        if not isinstance(inputs, (list, tuple)):
            raise ValueError("A merge layer should be called on a list of inputs.")
        ranks = [tensor.shape.ndims for tensor in inputs]
        if None in ranks:
            return _batch_first(self._merge_function([_batch_last(tensor) for tensor in inputs]))
        if len(set(ranks)) == 1:
            return self._merge_function(inputs)
        raised = []
        for tensor, rank in zip(inputs, ranks, strict=True):
            for _ in range(max(ranks) - rank):
                tensor = expand_dims(tensor, axis=1)
            raised.append(tensor)
        return self._merge_function(raised)

    def compute_output_shape(self, input_shape):
        """The shape that the inputs broadcast to."""
        shapes = self._shapes(input_shape)
        if any(shape.ndims is None for shape in shapes):
            return TensorShape(None)
        rest: Any = shapes[0][1:]
        for later in shapes[1:]:
            other: Any = later[1:]
            try:
                rest = broadcast_static_shape(rest, other)
            except ValueError:
                raise ValueError(
                    f"Operands could not be broadcast together with shapes {tuple(rest.as_list())} "
                    f"{tuple(other.as_list())}"
                ) from None
        batches = {shape.as_list()[0] for shape in shapes}
        return TensorShape([batches.pop() if len(batches) == 1 else None, *rest.as_list()])

    def compute_mask(self, inputs, mask=None):
        """True where all masks are."""
        masks = [item for item in nest.flatten(mask) if item is not None]
        if not masks:
            return None
        return reduce_all(concat([expand_dims(item, axis=0) for item in masks], axis=0), axis=0)


def _batch_last(tensor):
    """[batch, …] as […, batch], where the shapes of tensors of different ranks broadcast."""
    rank = tensor.shape.ndims
    if rank is not None:
        return transpose(tensor, [*range(1, rank), 0]) if rank > 1 else tensor
    sizes = shape(tensor)
    moved = transpose(reshape(tensor, stack([sizes[0], reduce_prod(sizes[1:])])), (1, 0))
    return reshape(moved, concat([sizes[1:], expand_dims(sizes[0], -1)], axis=0))


def _batch_first(tensor):
    """[…, batch] as [batch, …]."""
    rank = tensor.shape.ndims
    if rank is not None:
        return transpose(tensor, [rank - 1, *range(rank - 1)]) if rank > 1 else tensor
    sizes = shape(tensor)
    moved = transpose(reshape(tensor, stack([-1, sizes[-1]])), (1, 0))
    return reshape(moved, concat([expand_dims(sizes[-1], -1), sizes[:-1]], axis=0))


class Add(Merge):
    """The sum of the inputs."""

    def _merge_function(self, inputs):
        total = inputs[0]
        for tensor in inputs[1:]:
            total += tensor
        return total


class Subtract(Merge):
    """The first of two inputs less the second."""

    def _merge_function(self, inputs):
        if len(inputs) != 2:
            raise ValueError("A `Subtract` layer should be called on exactly 2 inputs")
        return inputs[0] - inputs[1]


class Multiply(Merge):
    """The product of the inputs."""

    def _merge_function(self, inputs):
        product = inputs[0]
        for tensor in inputs[1:]:
            product = product * tensor
        return product


class Average(Merge):
    """The mean of the inputs."""

    def _merge_function(self, inputs):
        total = inputs[0]
        for tensor in inputs[1:]:
            total += tensor
        return total / len(inputs)


class Maximum(Merge):
    """The highest of the inputs."""

    def _merge_function(self, inputs):
        highest = inputs[0]
        for tensor in inputs[1:]:
            highest = maximum(highest, tensor)
        return highest


class Minimum(Merge):
    """The lowest of the inputs."""

    def _merge_function(self, inputs):
        lowest = inputs[0]
        for tensor in inputs[1:]:
            lowest = minimum(lowest, tensor)
        return lowest


class Concatenate(Merge):
    """The inputs one after the other along an axis."""

    def __init__(self, axis=-1, **kwargs):
        super().__init__(**kwargs)
        self.axis = axis

    def build(self, input_shape):
        """Says whether the shapes fit."""
        if not isinstance(input_shape, (list, tuple)) or len(input_shape) < 2:
            raise ValueError("A `Concatenate` layer should be called on a list of at least 2 inputs")
        others = []
        for given in input_shape:
            sizes = TensorShape(given).as_list()
            del sizes[self.axis]
            others.append(sizes)
        for sizes in others[1:]:
            same = len(sizes) == len(others[0]) and all(
                a == b or None in (a, b) for a, b in zip(sizes, others[0], strict=True)
            )
            if not same:
                shapes = [tuple(TensorShape(shape).as_list()) for shape in input_shape]
                raise ValueError(
                    "A `Concatenate` layer requires inputs with matching shapes except for the concat axis. "
                    f"Got inputs shapes: {shapes}"
                )
        self.built = True

    def call(self, inputs):
        """The inputs, one after the other."""
        if not isinstance(inputs, (list, tuple)):
            raise ValueError("A merge layer should be called on a list of inputs.")
        return concat(list(inputs), axis=self.axis)

    def compute_output_shape(self, input_shape):
        """The first one's, as long along the axis as all together."""
        if not isinstance(input_shape, (list, tuple)):
            raise ValueError("A `Concatenate` layer should be called on a list of inputs.")
        sizes: Any = TensorShape(input_shape[0]).as_list()
        lengths: Any = [TensorShape(shape).as_list()[self.axis] for shape in input_shape]
        sizes[self.axis] = None if None in lengths else sum(lengths)
        return TensorShape(sizes)

    def compute_mask(self, inputs, mask=None):
        """The masks, one after the other."""
        if mask is None or all(item is None for item in mask):
            return None
        masks = []
        for tensor, item in zip(inputs, mask, strict=True):
            if item is None:
                masks.append(cast(ones_like(tensor), "bool"))
            else:
                masks.append(expand_dims(item, -1) if item.shape.ndims < tensor.shape.ndims else item)
        return reduce_all(concat(masks, axis=self.axis), axis=-1)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "axis": self.axis}


def l2_normalized(x, axis):
    """x divided by its length along an axis."""
    return x * rsqrt(maximum(reduce_sum(square(x), axis, keepdims=True), 1e-12))


class Dot(Merge):
    """The dot products of two inputs. axes: the one to sum over, of both or of each.

    normalize: whether vectors get length 1 before, which makes it the cosine of their angle.
    """

    def __init__(self, axes, normalize=False, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(axes, int):
            if not isinstance(axes, (list, tuple)):
                raise TypeError("Invalid type for `axes` - should be a list or an int.")
            if len(axes) != 2:
                raise ValueError("Invalid format for `axes` - should contain two elements.")
            if not isinstance(axes[0], int) or not isinstance(axes[1], int):
                raise ValueError('Invalid format for `axes` - list elements should be "int".')
        self.axes = axes
        self.normalize = normalize

    def _axes(self, ranks):
        axes = [self.axes] * 2 if isinstance(self.axes, int) else self.axes
        return [axis % rank for axis, rank in zip(axes, ranks, strict=True)]

    def build(self, input_shape):
        """Says whether the shapes fit."""
        if not isinstance(input_shape, (list, tuple)) or len(input_shape) != 2:
            raise ValueError("A `Dot` layer should be called on a list of 2 inputs.")
        first, second = (TensorShape(shape).as_list() for shape in input_shape)
        axes = self._axes((len(first), len(second)))
        if first[axes[0]] != second[axes[1]]:
            raise ValueError(
                f"Dimension incompatibility {first[axes[0]]} != {second[axes[1]]}. Layer shapes: {tuple(first)}, "
                f"{tuple(second)}"
            )
        self.built = True

    def call(self, inputs):
        """The dot products."""
        x, y = inputs
        axes = self._axes((x.shape.ndims, y.shape.ndims))
        if self.normalize:
            x, y = l2_normalized(x, axes[0]), l2_normalized(y, axes[1])
        return batch_dot(x, y, axes)

    def compute_output_shape(self, input_shape):
        """The sizes of both without the axes that are summed over, and with one batch."""
        first, second = (TensorShape(shape).as_list() for shape in input_shape)
        axes = self._axes((len(first), len(second)))
        del first[axes[0]], second[axes[1]]
        sizes = [*first, *second[1:]]
        return TensorShape(sizes if len(sizes) > 1 else [*sizes, 1])

    def compute_mask(self, inputs, mask=None):
        """None."""
        return

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "axes": self.axes, "normalize": self.normalize}


def batch_dot(x, y, axes=None):
    """The products of each example's matrices, x summed over axes[0] with y over axes[1]: the last of x and that before the last of y.

    x, y: [batch, …]; the one of lower rank gets axes of size 1, which the result lacks. Of vectors it is [batch, 1].
    """
    ranks = x.shape.ndims, y.shape.ndims
    if axes is None:
        axes = [ranks[0] - 1, ranks[1] - 2]
    axes = [axes, axes] if isinstance(axes, int) else axes
    difference = abs(ranks[0] - ranks[1])
    if ranks[0] > ranks[1]:
        y = reshape(y, concat([shape(y), [1] * difference], axis=0))
    elif ranks[1] > ranks[0]:
        x = reshape(x, concat([shape(x), [1] * difference], axis=0))
    if ranks == (2, 2):
        first = x if axes[0] == axes[1] else transpose(x, [1, 0])
        product = reduce_sum(first * y, axes[1])
    else:
        rank = max(ranks)
        product = matmul(x, y, adjoint_a=axes[0] != rank - 1, adjoint_b=axes[1] == rank - 1)
    if difference:
        begin = sum(ranks) - 3 if ranks[0] > ranks[1] else ranks[0] - 1
        product = squeeze(product, list(range(begin, begin + difference)))
    return expand_dims(product, 1) if product.shape.ndims == 1 else product


def function_of(layer_class, what):
    """The function that makes such a layer and calls it."""

    def function(inputs, **kwargs):
        return layer_class(**kwargs)(inputs)

    return named(function, layer_class.__name__.lower(), what)


add = function_of(Add, "The sum of the inputs, as a layer.")
subtract = function_of(Subtract, "The first of two inputs less the second, as a layer.")
multiply = function_of(Multiply, "The product of the inputs, as a layer.")
average = function_of(Average, "The mean of the inputs, as a layer.")
maximum_of = function_of(Maximum, "The highest of the inputs, as a layer.")
minimum_of = function_of(Minimum, "The lowest of the inputs, as a layer.")


def concatenate(inputs, axis=-1, **kwargs):
    """The inputs one after the other along an axis, as a layer."""
    return Concatenate(axis=axis, **kwargs)(inputs)


def dot(inputs, axes, normalize=False, **kwargs):
    """The dot products of two inputs, as a layer."""
    return Dot(axes=axes, normalize=normalize, **kwargs)(inputs)

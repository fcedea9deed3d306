"""tensorflow.python.keras.utils.tf_utils: shapes and structures of layers, and what tensors lead to in a graph."""

import contextlib
import functools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from graphlab._src.base.shapes import Dimension, TensorShape
from graphlab._src.graph import Operation, Tensor, get_default_graph, nest
from graphlab._src.graph.tensor import CompositeTensor
from graphlab._src.keras.layers.nodes import is_symbolic
from graphlab._src.layers.base_layer import Layer as LegacyLayer
from graphlab._src.state.variable import Variable


def get_reachable_from_inputs(inputs: Any, targets: Any = None) -> set[Any]:
    """The operations and tensors downstream of `inputs`, with these, as a set.

    inputs, targets: nested structures of Tensors, Operations and Variables.  Where there are targets the search ends as soon as
    it has met all of them.
    """
    reachable = set(nest.flatten(inputs, expand_composites=True))
    targets = set(nest.flatten(targets)) if targets else None
    waiting = deque(reachable)
    while waiting and (targets is None or not targets <= reachable):
        new = [item for item in _next(waiting.popleft()) if item not in reachable]
        reachable.update(new)
        waiting.extend(new)
    return reachable


def _next(item: Any) -> list[Any]:
    if isinstance(item, Operation):
        return [*item.outputs, *item.control_outputs]
    if isinstance(item, Variable):
        return [item.op]
    if isinstance(item, Tensor):
        return item.consumers()
    raise TypeError(f"Expected Operation, Variable, or Tensor, got {item}")


def map_structure_with_atomic(is_atomic_fn: Callable[[Any], bool], map_fn: Callable[[Any], Any], nested: Any) -> Any:
    """A structure with map_fn of each part for which is_atomic_fn is True; ValueError for a leaf for which it is not."""
    if is_atomic_fn(nested):
        return map_fn(nested)
    values = nest.items_of(nested)
    if values is None:
        raise ValueError(f"Received non-atomic and non-sequence element: {nested}")
    return nest.like(nested, [map_structure_with_atomic(is_atomic_fn, map_fn, value) for value in values])


def convert_shapes(input_shape: Any, to_tuples: bool = True) -> Any:
    """The shapes in a structure as tuples, or as TensorShapes: of TensorShapes, tuples or lists of sizes, and sizes."""

    def is_size(value: Any) -> bool:
        return value is None or isinstance(value, (int, Dimension))

    def is_shape(value: Any) -> bool:
        if isinstance(value, (tuple, list)) and all(is_size(size) for size in value):
            return True
        return is_size(value) or isinstance(value, TensorShape)

    def convert(value: Any) -> Any:
        shape = TensorShape(value)
        return tuple(shape.as_list()) if to_tuples else shape

    return map_structure_with_atomic(is_shape, convert, input_shape)


class ListWrapper:
    """A list that a structure has as one part."""

    def __init__(self, list_to_wrap: list[Any]) -> None:
        self._list = list_to_wrap

    def as_list(self) -> list[Any]:
        """The list."""
        return self._list


def convert_inner_node_data(nested: Any, wrap: bool = False) -> Any:
    """A structure with each [layer, number of node, number of tensor, …] as a ListWrapper, or with lists for these."""

    def is_node_data(value: Any) -> bool:
        return isinstance(value, list) and len(value) in (3, 4) and isinstance(value[0], str)

    def is_atomic(value: Any) -> bool:
        return isinstance(value, ListWrapper) or is_node_data(value) or not nest.is_nested(value)

    def convert(value: Any) -> Any:
        if wrap:
            return ListWrapper(value) if is_node_data(value) else value
        return value.as_list() if isinstance(value, ListWrapper) else value

    return map_structure_with_atomic(is_atomic, convert, nested)


def shape_type_conversion(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A method of shapes that gets tuples, and whose result is made of TensorShapes."""

    @functools.wraps(fn)
    def wrapper(instance: Any, input_shape: Any) -> Any:
        output_shape = fn(instance, None if input_shape is None else convert_shapes(input_shape))
        return None if output_shape is None else convert_shapes(output_shape, to_tuples=False)

    return wrapper


def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether it is a tensor, a variable, or an object of a class that register_symbolic_tensor_type knows."""
    return is_symbolic(tensor) or is_tensor_or_variable(tensor)


def are_all_symbolic_tensors(tensors: Any) -> bool:
    """Whether each is a tensor or a variable."""
    return all(is_symbolic_tensor(tensor) for tensor in tensors)


def is_tensor_or_variable(x: Any) -> bool:
    """Whether it is a tensor, also a sparse or ragged one, or a variable."""
    return isinstance(x, (Tensor, CompositeTensor, Variable))


def is_tensor_or_tensor_list(v: Any) -> bool:
    """Whether it is a tensor, or structure whose first leaf is one."""
    leaves = nest.flatten(v)
    return bool(leaves) and isinstance(leaves[0], Tensor)


def assert_no_legacy_layers(layers: Any) -> None:
    """TypeError for layers of tf.layers, which are no parts of Keras' models."""
    legacy = [f"  {layer}" for layer in layers if isinstance(layer, LegacyLayer)]
    if legacy:
        raise TypeError(
            "The following are legacy tf.layers.Layers:\n"
            + "\n".join(legacy)
            + "\nTo use keras as a framework (for instance using the Network, Model, or Sequential classes), please use the "
            "tf.keras.layers implementation instead. (Or, if writing custom layers, subclass from tf.keras.layers rather "
            "than tf.layers)"
        )


@contextlib.contextmanager
def maybe_init_scope(layer: Any) -> Iterator[None]:
    """The variables of a layer belong to the default graph: a block without effect."""
    del layer
    yield


@contextlib.contextmanager
def graph_context_for_symbolic_tensors(*args: Any, **kwargs: Any) -> Iterator[None]:
    """Inside, the graph of Keras is the default one, as it is outside, where an argument is a tensor."""
    if any(is_symbolic_tensor(value) for value in [*args, *kwargs.values()]):
        with get_default_graph().as_default():
            yield
    else:
        yield

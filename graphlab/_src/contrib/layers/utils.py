"""What the layers of tf.contrib have in common: collections of outputs and variables, sizes, conditions known now."""

from collections import OrderedDict, namedtuple

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, get_default_graph
from graphlab._src.graph.constant import get_static_value as constant_value_of
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.state.variable import Variable

NamedOutputs = namedtuple("NamedOutputs", ["name", "outputs"])


def collect_named_outputs(collections, alias, outputs):
    """The outputs, which go under a name into collections."""
    if collections:
        append_tensor_alias(outputs, alias)
        get_default_graph().add_to_collections(collections, outputs)
    return outputs


def append_tensor_alias(tensor, alias):
    """Adds an alias to a tensor."""
    if not hasattr(tensor, "aliases"):
        tensor.aliases = []
    tensor.aliases.append(alias.removesuffix("/"))
    return tensor


def get_tensor_aliases(tensor):
    """The names that a tensor was given; its own when none."""
    if hasattr(tensor, "aliases"):
        return tensor.aliases
    return [tensor.op.name if tensor.name.endswith(":0") else tensor.name]


def gather_tensors_aliases(tensors):
    """The names that tensors were given."""
    return [alias for tensor in tensors for alias in get_tensor_aliases(tensor)]


def convert_collection_to_dict(collection, clear_collection=False):
    """{name: tensor} of a collection that layers put their outputs into."""
    graph = get_default_graph()
    found = OrderedDict(
        (alias, tensor) for tensor in graph.get_collection(collection) for alias in get_tensor_aliases(tensor)
    )
    if clear_collection:
        graph.clear_collection(collection)
    return found


def constant_value(value_or_tensor_or_var, dtype=None):
    """The static value of an object: itself unless it is a tensor or variable; None when it is only known in a run."""
    value = value_or_tensor_or_var
    if value is None:
        raise ValueError("value_or_tensor_or_var cannot be None")
    if not isinstance(value, (Tensor, Variable)):
        return value
    if dtype and value.dtype != dtype:
        raise ValueError(f"It has the wrong type {value.dtype} instead of {dtype}")
    return None if isinstance(value, Variable) else constant_value_of(value)


def static_cond(pred, fn1, fn2):
    """fn1() or fn2(), as a Python bool says."""
    for name, function in (("fn1", fn1), ("fn2", fn2)):
        if not callable(function):
            raise TypeError(f"{name} must be callable.")
    return fn1() if pred else fn2()


def smart_cond(pred, fn1, fn2, name=None):
    """fn1() or fn2(): chosen now when pred is known, else in a run."""
    known = constant_value(pred)
    return cond(pred, fn1, fn2, name=name) if known is None else static_cond(known, fn1, fn2)


def get_variable_collections(variables_collections, name):
    """The collections for a variable. variables_collections: names, or {name of a variable: names}."""
    if isinstance(variables_collections, dict):
        return variables_collections.get(name)
    return variables_collections


def _size(shape, axis, min_rank):
    sizes = None if shape.ndims is None else shape.as_list()
    if sizes is None:
        raise ValueError("dims of shape must be known but is None")
    if len(sizes) < min_rank:
        raise ValueError(f"rank of shape must be at least {min_rank} not: {len(sizes)}")
    if sizes[axis] is None:
        raise ValueError(f"dimension {axis} of shape must be known but is None: {shape}")
    return sizes[axis]


def channel_dimension(shape, data_format, min_rank=1):
    """How many channels there are. data_format: "channels_first" or another."""
    return _size(shape, 1 if data_format == "channels_first" else -1, min_rank)


def last_dimension(shape, min_rank=1):
    """The last size."""
    return _size(shape, -1, min_rank)


def two_element_tuple(int_or_tuple):
    """(a, b) of one number for both, of a list or of a TensorShape."""
    if isinstance(int_or_tuple, (list, tuple)):
        if len(int_or_tuple) != 2:
            raise ValueError(f"Must be a list with 2 elements: {int_or_tuple}")
        return int(int_or_tuple[0]), int(int_or_tuple[1])
    if isinstance(int_or_tuple, int):
        return int_or_tuple, int_or_tuple
    if isinstance(int_or_tuple, TensorShape) and int_or_tuple.ndims == 2:
        return int_or_tuple[0], int_or_tuple[1]
    raise ValueError("Must be an int, a list with 2 elements or a TensorShape of length 2")


def n_positive_integers(n, value):
    """n numbers above 0: one for all, or a sequence."""
    if int(n) < 1 or int(n) != n:
        raise ValueError("n must be a positive integer")
    try:
        numbers = (int(value),) * int(n)
    except (TypeError, ValueError):
        wrong = f"Expected sequence of {n} positive integers, but received {value!r}"
        if len(value) != n:
            raise ValueError(wrong) from None
        try:
            numbers = tuple(int(number) for number in value)
        except (TypeError, ValueError):
            raise ValueError(wrong) from None
    for number in numbers:
        if number < 1:
            raise ValueError(f"expected positive integer, but received {number}")
    return numbers

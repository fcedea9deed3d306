"""Small functions of TensorFlow's ops and tensor_util modules that have no public twin."""

import contextlib
import itertools
import re

from graphlab._src.autodiff.custom_gradient import custom_gradient
from graphlab._src.autodiff.gradients import gradients
from graphlab._src.base import dtypes
from graphlab._src.base.context import sessions
from graphlab._src.base.shapes import TensorShape, TensorShapeProto, broadcast, dimension_value, unknown_shape
from graphlab._src.graph import IndexedSlices, Tensor, constant_value, convert_to_tensor, get_default_graph
from graphlab._src.graph import constant as constants
from graphlab._src.graph.constant import get_static_value, static_dims
from graphlab._src.graph.convert import register_tensor_type
from graphlab._src.graph.graph import default_graphs
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.joining import concat
from graphlab._src.ops.py_func import count_registered
from graphlab._src.ops.sampling.losses import sampled_logits
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import rank, shape, size
from graphlab._src.ops.transpose import transpose
from graphlab._src.proto import NodeDef, TensorProto
from graphlab._src.session.device_attributes import DeviceAttributes
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.variable import Variable
from graphlab._src.train.saving.saveable import saveables_for

_numbers = itertools.count(1)


TENSOR_LIKE = (Tensor, SparseTensor, IndexedSlices, Variable)  # replaces TensorFlow's _TensorLike in isinstance()

WEIGHTS_VARIABLE_NAME, BIAS_VARIABLE_NAME = "kernel", "bias"  # of the variables of a recurrent cell

INVALID_SCOPE_CHARACTERS = re.compile(r"[^-_/.A-Za-z0-9]")


_dense_types = [Tensor, Variable]


def gradients_helper(ys, xs, *args, src_graph=None, **kwargs):
    """gradients(ys, xs, …) in the default graph. src_graph: the graph of ys, where the default graph is inside of it."""
    return gradients(ys, xs, *args, **kwargs)


def saveable_objects_for_op(op, name):
    """The SaveableObjects of a variable, of parts of one or of an object that says what is saved, one after the other."""
    yield from saveables_for(op, name)


def compute_sampled_logits(
    weights,
    biases,
    labels,
    inputs,
    num_sampled,
    num_classes,
    num_true=1,
    sampled_values=None,
    subtract_log_q=True,
    remove_accidental_hits=False,
    partition_strategy="mod",
    name=None,
    seed=None,
):
    """(logits, labels) of true and drawn classes, as nce_loss has them. subtract_log_q: less the logarithms of their counts."""
    how = sampled_values, remove_accidental_hits, partition_strategy, name, seed, subtract_log_q
    return sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, *how)


def try_evaluate_constant(graph, tensor):
    """The value of a tensor of `graph` that follows from constants, as a NumPy array; else None."""
    if tensor.graph is not graph:
        raise ValueError(f"{tensor!r} is not of this graph")
    return constant_value(tensor)


def bfloat16_type():
    """The NumPy type of bfloat16 numbers."""
    return dtypes.bfloat16.as_numpy_dtype


def is_dense_tensor_like(value):
    """True for a tensor, a variable, and an object of a registered type."""
    return isinstance(value, tuple(_dense_types))


def register_dense_tensor_like_type(tensor_type):
    """Lets is_dense_tensor_like() and tf.is_tensor() take objects of a type for tensors.

    TypeError when the type has no properties `name` and `dtype`.
    """
    for name in ("name", "dtype"):
        if not isinstance(getattr(tensor_type, name, None), property):
            raise TypeError(f"Type {tensor_type.__name__} does not define a `{name}` property")
    _dense_types.append(tensor_type)
    register_tensor_type(tensor_type)


def as_graph_element(value):
    """The tensor or operation that an object is converted to in a graph, or None."""
    convert = getattr(value, "_as_graph_element", None)
    return convert() if callable(convert) else None


def uid():
    """A whole number that this process has not had yet."""
    return next(_numbers)


def get_name_scope():
    """The name scope that is open, or ""."""
    return get_default_graph().get_name_scope()


def name_from_scope_name(name):
    """The name of a scope without its slash at the end."""
    return name[:-1] if name and name[-1] == "/" else name


def get_all_collection_keys():
    """The keys of the default graph's collections."""
    return get_default_graph().get_all_collection_keys()


def dismantle_graph(graph):
    """Nothing to do: graphs leave by themselves."""


def default_session(session):
    """A block in which `session` is the default one."""
    return session.as_default()


def run_using_default_session(operation, feed_dict, graph, session=None):
    """Runs an operation in the session given, or the default one. ValueError when there is none."""
    session = session or sessions.get_default()
    if session is None:
        raise ValueError(
            "Cannot execute operation using `run()`: No default session is registered. Use `with sess.as_default():` or "
            "pass an explicit session to `run(session=sess)`"
        )
    session.run(operation, feed_dict)


@contextlib.contextmanager
def colocate_with_for_gradient(op, gradient_uid, ignore_existing=False):
    """A block whose operations are placed with `op`."""
    with get_default_graph().colocate_with(op, ignore_existing):
        yield


def set_shapes_for_outputs(op):
    """Infers the shapes of an operation's outputs; one that was made without inputs is in the graph from then on."""
    op.graph.complete(op)


def constant_value_as_shape(tensor):
    """The shape that a tensor holds, as far as it is known when the graph is built: a TensorShape."""
    dims = static_dims(tensor)
    if dims is not None:
        return TensorShape(dims)
    value = get_static_value(tensor)
    if value is not None and value.ndim:
        return TensorShape([None if size < 0 else int(size) for size in value])
    return unknown_shape(tensor.shape.dims[0].value if tensor.shape.ndims == 1 else None)


def shape_tensor(shape):
    """A shape as a tensor: a TensorShape, a list of sizes and Dimensions, or a tensor; without sizes one of int32."""
    if isinstance(shape, (tuple, list)):
        shape = [dimension_value(size) for size in shape]
    return convert_to_tensor(shape, dtypes.int32 if shape == [] else None, name="shape")


def is_broadcast_compatible(shape_x, shape_y):
    """True when two TensorShapes broadcast to one whose rank is known."""
    if shape_x.dims is None or shape_y.dims is None:
        return False
    return broadcast(shape_x.sizes, shape_y.sizes) is not False


def is_resource_variable(var):
    """True for a variable that is reached through a handle."""
    return isinstance(var, HandledVariable)


def variable_op(shape, dtype, name="Variable", set_shape=True, container="", shared_name=""):
    """The operation of a variable of that shape and dtype, which nothing initializes yet."""
    return raw_ops.VariableV2(
        shape=TensorShape(shape if set_shape else None),
        dtype=dtypes.as_dtype(dtype),
        name=name,
        container=container,
        shared_name=shared_name,
    )


def transpose_batch_time(x):
    """x with its first two dimensions exchanged; as it is where it has fewer."""
    x = convert_to_tensor(x)
    dims = x.shape.dims
    if dims is not None and len(dims) < 2:
        return x
    found = transpose(x, concat([[1, 0], range_(2, rank(x))], 0))
    if dims is not None:
        found.set_shape([dims[1], dims[0], *dims[2:]])
    return found


def is_constant(tensor_or_op):
    """True for a Const operation and its tensor."""
    return constants.is_constant(tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op)


def tensor_conversion_function(value, dtype=None, name=None, as_ref=False):
    """A value as a tensor, by a function such as those that register_tensor_conversion_function registers."""
    return convert_to_tensor(value, dtype, name, as_ref=as_ref)


def maybe_set_static_shape(tensor, shape):
    """Sets what is known of a shape, given as a tensor or list, on a tensor that says less."""
    if not tensor.shape.is_fully_defined():
        tensor.set_shape(constant_value_as_shape(convert_to_tensor(shape)))


def inside_function():
    """True while the body of a tf.function or Defun is built."""
    return get_default_graph().building_function


def has_default_graph():
    """True where a graph was entered as the default one."""
    return bool(default_graphs.stack)


def as_indexed_slices(x, optimize=True):
    """All rows of a tensor as IndexedSlices; IndexedSlices as they are. optimize: a constant shape where it is known."""
    if isinstance(x, IndexedSlices):
        return x
    if not isinstance(x, Tensor):
        raise TypeError(f"Not a Tensor or IndexedSlices: {type(x)}")
    sizes = shape_internal(x, optimize=optimize)
    return IndexedSlices(x, range_(0, sizes[0]), sizes)


def as_indexed_slices_list(inputs, optimize=True):
    """The same for a list or tuple; where any has int64 indices, all have."""
    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"Expected a list or tuple, not a {type(inputs)}")
    found = [as_indexed_slices(item, optimize) for item in inputs]
    if all(item.indices.dtype == dtypes.int32 for item in found):
        return found
    return [IndexedSlices(item.values, cast(item.indices, dtypes.int64), item.dense_shape) for item in found]


TYPE_NAMES = {int(dtype.as_datatype_enum): dtype.name for dtype in dtypes.BY_NAME.values()}


def node_def(op_type, name, device=None, attrs=None):
    """A NodeDef. device: a name, or a function of the NodeDef.  attrs: {name: AttrValue}."""
    node = NodeDef(op=op_type, name=name)
    for key, value in (attrs or {}).items():
        node.attr[key].CopyFrom(value)
    if device is not None:
        node.device = device(node) if callable(device) else getattr(device, "to_string", device.__str__)()
    return node


def shape_equals(tensor_proto, shape):
    """True when a TensorProto has that shape: a TensorShapeProto, or a list of sizes."""
    if not isinstance(tensor_proto, TensorProto):
        raise TypeError("tensor_proto is not a tensor_pb2.TensorProto object")
    sizes = [size.size for size in shape.dim] if isinstance(shape, TensorShapeProto) else shape
    if not isinstance(sizes, (list, tuple)):
        raise TypeError("shape is not a list or tuple")
    return [size.size for size in tensor_proto.tensor_shape.dim] == list(sizes)


def rank_internal(input, name=None, optimize=True):  # noqa: A002
    """The rank of a tensor; optimize: a constant where it is known, else always an operation."""
    return rank(input, name) if optimize else raw_ops.Rank(input=input, name=name)


def shape_internal(input, name=None, optimize=True, out_type=dtypes.int32):  # noqa: A002
    """The shape of a tensor; optimize: a constant where it is known, else always an operation."""
    return shape(input, name, out_type) if optimize else raw_ops.Shape(input=input, name=name, out_type=out_type)


def size_internal(input, name=None, optimize=True, out_type=dtypes.int32):  # noqa: A002
    """The number of elements of a tensor; optimize: a constant where it is known, else always an operation."""
    return size(input, name, out_type) if optimize else raw_ops.Size(input=input, name=name, out_type=out_type)


def device_attributes(name, device_type, memory_limit_bytes, incarnation):
    """An entry of Session.list_devices()."""
    return DeviceAttributes(name, memory_limit_bytes, incarnation, device_type)


def graph_mode_decorator(f, *args, **kwargs):
    """What f returns, with the gradient that it defines: custom_gradient(f)(*args)."""
    return custom_gradient(f)(*args, **kwargs)


class _PythonFunctions:
    """The functions that py_func and py_function have made operations of, in all graphs that are there."""

    def size(self):
        """How many there are."""
        return count_registered()


py_funcs = _PythonFunctions()

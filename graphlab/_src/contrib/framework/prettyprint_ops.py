"""print_op: what a tensor is and has, written by each run that needs it."""

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, constant, get_default_graph
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.arg import argmax
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import identity
from graphlab._src.ops.printing import print_
from graphlab._src.ops.tensor_array import TensorArray
from graphlab._src.state.variable import Variable

_KINDS = {Tensor: "Tensor", SparseTensor: "SparseTensor", TensorArray: "TensorArray", Variable: "Variable"}


def _described(t, print_tensor_name, print_tensor_type, print_shape, summarize_indicator_vector):
    """The tensors that describe a tensor: texts, and what they are about."""
    kind = next((word for known, word in _KINDS.items() if isinstance(t, known)), None)
    found = []
    if print_tensor_name and kind == "Tensor":
        found.append(constant(f"Name: {t.name}"))
    if print_tensor_type:
        if kind is None:
            raise ValueError("t must be a Tensor, SparseTensor, TensorArray or Variable.")
        found.append(constant(f"Type: {kind} ({t.dtype.name})"))
    if print_shape and kind == "SparseTensor":
        found += [constant("Shape:"), t.dense_shape]
    elif print_shape and kind == "Tensor":
        found.append(constant(f"Shape: {t.shape.dims}"))
    elif print_shape and kind == "TensorArray":
        found += [constant("Size:"), t.size()]
    if summarize_indicator_vector and t.dtype == dtypes.bool:
        found += [constant("First True in Boolean tensor at:"), argmax(cast(t, dtypes.uint8), 0)]
    if kind == "SparseTensor":
        found += [constant("Sparse indices:"), t.indices, constant("Sparse values:"), t.values]
    elif kind == "Tensor":
        found += [constant("Value:"), t]
    elif kind == "TensorArray":
        found += [constant("Value:"), t.stack()]
    return found


def print_op(
    input_,
    data=None,
    message=None,
    first_n=None,
    summarize=20,
    print_tensor_name=True,
    print_tensor_type=True,
    print_shape=True,
    summarize_indicator_vector=True,
    name=None,
):
    """input_, a Tensor, SparseTensor or TensorArray; each run that needs it writes what it is and has to standard error.

    data: more of these to write.  message, first_n, summarize: as in tf.Print.
    summarize_indicator_vector: also the place of the first True of booleans.
    """
    wrong = "input_ must be of type Tensor, SparseTensor or TensorArray"
    if input_ is None:
        raise ValueError(wrong)
    said = print_tensor_name, print_tensor_type, print_shape, summarize_indicator_vector
    texts = [part for tensor in (input_, *(data or ())) for part in _described(tensor, *said)]

    def printed(value):
        return print_(value, texts, message or "", first_n, summarize, name)

    if isinstance(input_, (Tensor, Variable)):
        return printed(input_)
    if not isinstance(input_, (SparseTensor, TensorArray)):
        raise ValueError(wrong)
    with get_default_graph().control_dependencies([printed(constant([])).op]):
        if isinstance(input_, SparseTensor):
            return SparseTensor(*(identity(part) for part in (input_.indices, input_.values, input_.dense_shape)))
        return TensorArray(dtype=input_.dtype, handle=input_.handle, flow=identity(input_.flow))

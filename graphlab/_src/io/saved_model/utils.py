"""tf.saved_model.utils: tensors as the messages that signatures are made of."""

from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.proto import TensorInfo

_RAGGED = 3  # TypeSpecProto.RAGGED_TENSOR_SPEC


def build_tensor_info(tensor):
    """The TensorInfo that names a tensor, SparseTensor or RaggedTensor, with its type and shape."""
    if isinstance(tensor, RaggedTensor):
        return _ragged_info(tensor)
    info = TensorInfo(dtype=tensor.dtype.base_dtype.as_datatype_enum, tensor_shape=tensor.get_shape().as_proto())
    if isinstance(tensor, SparseTensor):
        info.coo_sparse.values_tensor_name = tensor.values.name
        info.coo_sparse.indices_tensor_name = tensor.indices.name
        info.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    else:
        info.name = tensor.name
    return info


def _ragged_info(ragged):
    info = TensorInfo()
    spec = info.composite_tensor.type_spec
    spec.type_spec_class = _RAGGED
    spec.type_spec_class_name = "RaggedTensorSpec"
    state = spec.type_state.tuple_value.values
    state.add().tensor_shape_value.CopyFrom(ragged.shape.as_proto())
    state.add().tensor_dtype_value = ragged.dtype.base_dtype.as_datatype_enum
    state.add().int64_value = ragged.ragged_rank
    state.add().tensor_dtype_value = ragged.row_splits.dtype.as_datatype_enum
    info.composite_tensor.components.extend(build_tensor_info(part) for part in ragged.components())
    return info


def get_tensor_from_tensor_info(tensor_info, graph=None, import_scope=None):
    """The tensor, SparseTensor or RaggedTensor that a TensorInfo names.

    graph: the default graph when left out.  import_scope: the name scope that it was imported into.
    """
    graph = graph or get_default_graph()

    def tensor(name):
        return graph.get_tensor_by_name(prepend_name_scope(name, import_scope))

    encoding = tensor_info.WhichOneof("encoding")
    if encoding == "name":
        return tensor(tensor_info.name)
    if encoding == "coo_sparse":
        parts = tensor_info.coo_sparse
        return SparseTensor(
            tensor(parts.indices_tensor_name), tensor(parts.values_tensor_name), tensor(parts.dense_shape_tensor_name)
        )
    if encoding == "composite_tensor" and tensor_info.composite_tensor.type_spec.type_spec_class == _RAGGED:
        return RaggedTensor.from_components([tensor(part.name) for part in tensor_info.composite_tensor.components])
    raise ValueError(f"Invalid TensorInfo.encoding: {encoding}")

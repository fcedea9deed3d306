"""tf.saved_model.utils: tensors as the messages that signatures are made of."""

from graphlab._src.graph import get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.proto import TensorInfo


def build_tensor_info(tensor):
    """The TensorInfo that names a tensor or SparseTensor, with its type and shape."""
    info = TensorInfo(dtype=tensor.dtype.base_dtype.as_datatype_enum, tensor_shape=tensor.get_shape().as_proto())
    if isinstance(tensor, SparseTensor):
        info.coo_sparse.values_tensor_name = tensor.values.name
        info.coo_sparse.indices_tensor_name = tensor.indices.name
        info.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    else:
        info.name = tensor.name
    return info


def get_tensor_from_tensor_info(tensor_info, graph=None, import_scope=None):
    """The tensor or SparseTensor that a TensorInfo names.

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
    raise ValueError(f"Invalid TensorInfo.encoding: {encoding}")

"""TensorArrays with control flow v2: lists of tensors, each of which is a value; writing returns another list."""

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, name_scope, static_value
from graphlab._src.ops import list_functions
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.control_flow.versions import is_functional
from graphlab._src.ops.tensor_array import TensorArray


class ListArray(TensorArray):
    """A TensorArray whose `flow` is a list of tensors, and which has no handle.

    Its arguments are those of TensorArray; clear_after_read, tensor_array_name and colocate_with_first_write_call have no
    effect.
    """

    def __init__(
        self,
        dtype,
        size=None,
        dynamic_size=None,
        clear_after_read=None,
        tensor_array_name=None,
        handle=None,
        flow=None,
        infer_shape=True,
        element_shape=None,
        colocate_with_first_write_call=True,
        name=None,
    ):
        if flow is not None and not _is_list(flow):
            raise TypeError("flow must be a variant tensor")
        if flow is None and size is None:
            raise ValueError("Size must be provided if flow is not provided")
        if flow is not None and size is not None:
            raise ValueError("Cannot provide both a flow and size at the same time")
        if flow is not None and element_shape is not None:
            raise ValueError("Cannot provide both a flow and element_shape at the same time")
        self._handle = None
        self._dynamic_size = dynamic_size or False
        self._dtype = dtypes.as_dtype(dtype).base_dtype
        self._infer_shape = infer_shape
        self._colocated = None
        self._elements = [shapes.of(element_shape)]  # shared with the arrays that come of this one by writing
        with name_scope(name, "TensorArrayV2", [size, flow]) as scope:
            if flow is None:
                flow = list_functions.tensor_list_reserve(self.element_shape, size, self._dtype, name=scope)
            self._flow = flow

    @classmethod
    def is_wanted(
        cls,
        size=None,
        dynamic_size=None,
        clear_after_read=None,
        tensor_array_name=None,
        handle=None,
        flow=None,
        *args,
        **kwargs,
    ):
        """True for a list, and where branches and loops are functions."""
        if flow is not None or handle is not None:
            return handle is None and _is_list(flow)
        return is_functional(get_default_graph())

    def _with_flow(self, flow):
        after = ListArray(self._dtype, flow=flow, infer_shape=self._infer_shape)
        after._dynamic_size, after._elements = self._dynamic_size, self._elements
        return after

    def grad(self, source, flow=None, name=None):
        """Raises NotImplementedError: the gradients of lists are lists."""
        raise NotImplementedError("a TensorArray of control flow v2 has no TensorArray of gradients")

    def read(self, index, name=None):
        with name_scope(name, "TensorArrayV2Read", [self._flow, index]):
            return list_functions.tensor_list_get_item(self._flow, index, self._dtype, self.element_shape, name=name)

    def write(self, index, value, name=None):
        with name_scope(name, "TensorArrayV2Write", [self._flow, index, value]):
            value = self._element(value)
            self._check_element(value.dims)
            grows = self._dynamic_size
            return self._with_flow(list_functions.tensor_list_set_item(self._flow, index, value, grows, name=name))

    def _element(self, value):
        return convert_to_tensor(value, preferred_dtype=self._dtype, name="value")

    def stack(self, name=None):
        with name_scope(name, "TensorArrayV2Stack", [self._flow]):
            return list_functions.tensor_list_stack(self._flow, self._dtype, element_shape=self.element_shape)

    def gather(self, indices, name=None):
        return list_functions.tensor_list_gather(self._flow, indices, self._dtype, self.element_shape, name=name)

    def concat(self, name=None):
        dims = self._elements[0]
        dims = [None, *dims[1:]] if dims else None
        return list_functions.tensor_list_concat(self._flow, self._dtype, dims, name=name)

    def unstack(self, value, name=None):
        with name_scope(name, "TensorArrayUnstack", [self._flow, value]):
            value = self._element(value)
            self._check_element(None if value.dims is None else value.dims[1:])
            return self._with_flow(list_functions.tensor_list_from_tensor(value, value.shape[1:]))

    def scatter(self, indices, value, name=None):
        with name_scope(name, "TensorArrayScatter", [self._flow, value, indices]):
            value = self._element(value)
            self._check_element(None if value.dims is None else value.dims[1:])
            dims = self.element_shape
            return self._with_flow(list_functions.tensor_list_scatter(value, indices, dims, self._flow))

    def split(self, value, lengths, name=None):
        with name_scope(name, "TensorArraySplit", [self._flow, value, lengths]):
            value = self._element(value)
            lengths = cast(lengths, dtypes.int64)
            known = static_value(lengths)
            if value.dims is not None and known is not None and known.shape and known.max() == known.min():
                self._check_element((int(known[0]), *value.dims[1:]))
            return self._with_flow(list_functions.tensor_list_split(value, self.element_shape, lengths, name=name))

    def size(self, name=None):
        return list_functions.tensor_list_length(self._flow, name=name)

    def close(self, name=None):
        return no_op(name=name)


def _is_list(flow):
    return isinstance(flow, Tensor) and flow.dtype is dtypes.variant


TensorArray.list_form = ListArray

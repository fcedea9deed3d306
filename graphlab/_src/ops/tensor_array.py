"""TensorArray: a list of tensors that a loop writes and reads one by one."""

import contextlib
from typing import Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, name_scope, static_value
from graphlab._src.graph.attributes import attribute
from graphlab._src.ops import tensor_array_ops as raw
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import identity
from graphlab._src.ops.sequence import range as range_
from graphlab._src.ops.shape import shape


class TensorArray:
    """A list of tensors of one type, each of which is written once.

    dtype: of the elements.  size: how many there are; dynamic_size: writing beyond the end makes it longer.
    clear_after_read: an element may be read once only.  tensor_array_name: a name that runs share arrays by.
    handle, flow: those of an array that exists already, in place of `size`.
    infer_shape: all elements have one shape.  element_shape: what is known of it.
    colocate_with_first_write_call: the array lives on the device of what is written first.

    Every method that changes the array returns a new TensorArray, which is to be used from then on: it is its `flow` that
    orders the operations.
    """

    list_form: type["TensorArray"] | None = None  # the class of those that are lists of tensors

    def __new__(cls, dtype=None, *args, **kwargs):
        """A TensorArray, where control flow v2 builds branches and loops one that is a list of tensors."""
        if cls is TensorArray and cls.list_form is not None and cls.list_form.is_wanted(*args, **kwargs):
            of_lists: Any = cls.list_form
            return super().__new__(of_lists)
        return super().__new__(cls)

    @classmethod
    def is_wanted(cls, *args, **kwargs):
        """Whether what the constructor is called with makes an array of this class."""
        return False

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
        if handle is None and size is None:
            raise ValueError("Size must be provided if handle is not provided")
        if handle is not None:
            self._check_with_handle(handle, tensor_array_name, size, element_shape, dynamic_size, clear_after_read)
        self._dynamic_size = dynamic_size or False
        self._dtype = dtypes.as_dtype(dtype).base_dtype
        self._infer_shape = infer_shape
        self._colocated = colocate_with_first_write_call
        # Shared, as lists, with the arrays that come of this one by writing: what is written first, the elements' dims.
        self._beside = []
        self._elements = [shapes.of(element_shape)]
        with name_scope(name, "TensorArray", [handle, size, flow]) as scope:
            if handle is not None:
                if flow is None:
                    raise ValueError("flow must not be None if handle is not None.")
                self._handle, self._flow = handle, flow
                return
            with self._anywhere():
                self._handle, self._flow = raw.tensor_array(
                    size,
                    dtype=self._dtype,
                    element_shape=self._elements[0],
                    dynamic_size=self._dynamic_size,
                    clear_after_read=True if clear_after_read is None else clear_after_read,
                    identical_element_shapes=infer_shape,
                    tensor_array_name=tensor_array_name or "",
                    name=scope,
                )

    @staticmethod
    def _check_with_handle(handle, tensor_array_name, size, element_shape, dynamic_size, clear_after_read):
        if tensor_array_name:
            raise ValueError("Cannot construct with both handle and tensor_array_name")
        if not isinstance(handle, Tensor):
            raise TypeError("Handle must be a Tensor")
        others = {
            "size": size,
            "element_shape": element_shape,
            "dynamic_size": dynamic_size,
            "clear_after_read": clear_after_read,
        }
        for what, value in others.items():
            if value is not None:
                raise ValueError(f"Cannot provide both a handle and {what} at the same time")

    @contextlib.contextmanager
    def _anywhere(self):
        if not self._colocated:
            yield
            return
        graph = get_default_graph()
        with graph.device(None), graph.colocate_with(None, ignore_existing=True):
            yield

    @contextlib.contextmanager
    def _beside_first_written(self, value):
        if not self._colocated:
            yield
            return
        if not self._beside:
            self._beside.append(value)
        with get_default_graph().colocate_with(self._beside[0]):
            yield

    flow = attribute("_flow", "The number that orders the operations on the array, as a tensor.")
    dtype = attribute("_dtype", "The type of the elements.")
    handle = attribute("_handle", "The tensor that says which array it is.")

    @property
    def element_shape(self):
        """The static shape of the elements."""
        return shapes.TensorShape.from_dims(self._elements[0])

    @property
    def dynamic_size(self):
        """True when writing beyond the end makes the array longer."""
        return self._dynamic_size

    def _with_flow(self, flow):
        """The same array with this `flow`."""
        after = TensorArray(
            self._dtype,
            handle=self._handle,
            flow=flow,
            infer_shape=self._infer_shape,
            colocate_with_first_write_call=self._colocated,
        )
        after._dynamic_size = self._dynamic_size
        after._beside = self._beside
        after._elements = self._elements
        return after

    def _check_element(self, dims):
        known = self._elements[0]
        merged = shapes.merge(known, dims)
        if merged is False:
            raise ValueError(
                f"Inconsistent shapes: saw {shapes.TensorShape.from_dims(dims)} but expected {shapes.TensorShape.from_dims(known)} "
            )
        if self._infer_shape:
            self._elements[0] = merged

    def identity(self):
        """The same array; what uses it waits for the control dependencies that are open now."""
        return self._with_flow(identity(self._flow))

    def grad(self, source, flow=None, name=None):
        """The array of gradients of this one.

        source: whose gradients, as a string: the scope of one call of `gradients`.
        flow: what must be done before, so that the size is known.
        """
        flow = self._flow if flow is None else flow
        graph = get_default_graph()
        with name_scope(name, "TensorArrayGrad", [self._handle]), graph.colocate_with(self._handle):
            handle, _ = raw.tensor_array_grad(self._handle, flow, source=source, name=name)
            with graph.control_dependencies([handle]):
                flow = identity(flow, name="gradient_flow")
            result = TensorArray(
                self._dtype,
                handle=handle,
                flow=flow,
                infer_shape=self._infer_shape,
                colocate_with_first_write_call=False,
            )
            result._elements = self._elements
            return result

    def read(self, index, name=None):
        """The element at `index`."""
        value = raw.tensor_array_read(self._handle, index, self._flow, dtype=self._dtype, name=name)
        value.set_shape(self.element_shape)
        return value

    def write(self, index, value, name=None):
        """The array with `value` at `index`."""
        with name_scope(name, "TensorArrayWrite", [self._handle, index, value]):
            value = convert_to_tensor(value, preferred_dtype=self._dtype, name="value")
            self._check_element(value.dims)
            with self._beside_first_written(value):
                flow = raw.tensor_array_write(self._handle, index, value, self._flow, name=name)
            return self._with_flow(flow)

    def stack(self, name=None):
        """All elements as one tensor, with a new first axis."""
        with get_default_graph().colocate_with(self._handle), name_scope(name, "TensorArrayStack", [self._handle]):
            return self.gather(range_(0, self.size()), name=name)

    def gather(self, indices, name=None):
        """The elements at `indices`, a vector, as one tensor with a new first axis."""
        dims = self._elements[0]
        value = raw.tensor_array_gather(
            self._handle, indices, self._flow, dtype=self._dtype, element_shape=dims, name=name
        )
        if dims is not None:
            # As TensorFlow: in a function, where arrays are lists, as many rows as there are indices.
            rows = value.op.inputs[1].dims if get_default_graph().building_function else None
            value.set_shape((rows[0] if rows else None, *dims))
        return value

    def concat(self, name=None):
        """All elements joined on their first axis."""
        dims = self._elements[0]
        value, _ = raw.tensor_array_concat(
            self._handle,
            self._flow,
            dtype=self._dtype,
            element_shape_except0=None if dims is None else dims[1:],
            name=name,
        )
        if dims is not None:
            value.set_shape((None, *dims[1:]))
        return value

    def unstack(self, value, name=None):
        """The array with the rows of `value` as elements."""
        with name_scope(name, "TensorArrayUnstack", [self._handle, value]):
            count = shape(value)[0]
            return self.scatter(range_(0, count), value, name=name)

    def scatter(self, indices, value, name=None):
        """The array with the rows of `value` at `indices`, a vector."""
        with name_scope(name, "TensorArrayScatter", [self._handle, value, indices]):
            value = convert_to_tensor(value, preferred_dtype=self._dtype, name="value")
            self._check_element(None if value.dims is None else value.dims[1:])
            with self._beside_first_written(value):
                flow = raw.tensor_array_scatter(self._handle, indices, value, self._flow, name=name)
            return self._with_flow(flow)

    def split(self, value, lengths, name=None):
        """The array whose elements are `value`, cut on its first axis into pieces of these lengths."""
        with name_scope(name, "TensorArraySplit", [self._handle, value, lengths]):
            value = convert_to_tensor(value, self._dtype, name="value")
            with self._beside_first_written(value):
                lengths = cast(lengths, dtypes.int64)
                known = static_value(lengths)
                if value.dims is not None and known is not None and known.shape and known.max() == known.min():
                    self._check_element((int(known[0]), *value.dims[1:]))
                flow = raw.tensor_array_split(self._handle, value, lengths, self._flow, name=name)
            return self._with_flow(flow)

    def size(self, name=None):
        """The number of elements, as a tensor."""
        return raw.tensor_array_size(self._handle, self._flow, name=name)

    def mark_used(self):
        """Says that a result which nothing uses is left unused on purpose; nothing more happens."""

    def close(self, name=None):
        """An operation that deletes the array."""
        return raw.tensor_array_close(self._handle, name=name)


def flow_of(value):
    """The flow of a TensorArray; anything else as it is."""
    return value._flow if isinstance(value, TensorArray) else value


def with_flows(originals, values):
    """values, where each that is the flow of a TensorArray among `originals` becomes that array with the value as flow."""
    if len(originals) != len(values):
        raise ValueError(
            f"Lengths of original Tensor list and new list do not match: {len(originals)} vs. {len(values)}"
        )
    return [
        original._with_flow(value) if isinstance(original, TensorArray) else value
        for original, value in zip(originals, values, strict=True)
    ]

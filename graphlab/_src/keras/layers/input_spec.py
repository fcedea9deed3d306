"""InputSpec: what a layer requires of its input, and the check of it."""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.rules import image_fix


class InputSpec:
    """The type, shape and rank that one input of a layer must have; None leaves it open.

    shape: sizes, None where any will do.  axes: {axis: size}.
    """

    def __init__(self, dtype=None, shape=None, ndim=None, max_ndim=None, min_ndim=None, axes=None):
        self.dtype = None if dtype is None else dtypes.as_dtype(dtype).name
        self.shape = shape
        self.ndim = ndim if shape is None else len(shape)
        self.max_ndim = max_ndim
        self.min_ndim = min_ndim
        try:
            self.axes = {int(axis): size for axis, size in dict(axes or {}).items()}
        except (ValueError, TypeError):
            raise TypeError("The keys in axes must be integers.") from None
        if self.axes and (self.ndim is not None or self.max_ndim is not None):
            last = (self.ndim or self.max_ndim or 0) - 1
            if max(self.axes) > last:
                raise ValueError(f"Axis {max(self.axes)} is greater than the maximum allowed value: {last}")

    def __repr__(self):
        names = ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")
        said = ((name, getattr(self, name)) for name in names)
        return f"InputSpec({', '.join(f'{name}={value}' for name, value in said if value)})"

    def get_config(self):
        """The arguments that make an equal one."""
        return {name: getattr(self, name) for name in ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")}

    @classmethod
    def from_config(cls, config):
        """The InputSpec that get_config describes."""
        return cls(**config)


def to_tensor_shape(spec):
    """The TensorShape of the inputs that an InputSpec allows, as far as it says."""
    if spec.shape is not None or spec.ndim is None:
        return TensorShape(spec.shape)
    sizes = [None] * spec.ndim
    for axis, size in spec.axes.items():
        sizes[axis] = size
    return TensorShape(sizes)


def to_tensor_spec(input_spec, default_dtype=None):
    """The TensorSpec of the inputs that an InputSpec allows, of any shape for what is none.  default_dtype: where it says no type."""
    if not isinstance(input_spec, InputSpec):
        return TensorSpec(None, default_dtype)
    return TensorSpec(to_tensor_shape(input_spec), input_spec.dtype or default_dtype)


def check_inputs(input_spec, inputs, layer_name):
    """Raises ValueError when the inputs of a layer are not as its specs say.

    input_spec, inputs: one, or lists of as many.
    """
    if not input_spec:
        return
    inputs, specs = nest.flatten(inputs), nest.flatten(input_spec)
    if len(inputs) != len(specs):
        raise ValueError(
            f"Layer {layer_name} expects {len(specs)} inputs, but it received {len(inputs)} input tensors. "
            f"Inputs received: {inputs}"
        )
    for number, (tensor, spec) in enumerate(zip(inputs, specs, strict=True)):
        if spec is not None:
            trouble = _trouble(spec, tensor)
            if trouble:
                message = f"Input {number} of layer {layer_name} is incompatible with the layer: {trouble}"
                raise ValueError(explain(message, fix=_rank_fix(spec, tensor)))
            sizes = tensor.shape.as_list() if spec.shape is not None and tensor.shape.ndims is not None else ()
            for wanted, size in zip(spec.shape or (), sizes, strict=False):
                if wanted is not None and size is not None and wanted != size:
                    raise ValueError(
                        f"Input {number} is incompatible with layer {layer_name}: expected shape={spec.shape}, "
                        f"found shape={sizes}"
                    )


def _rank_fix(spec, tensor):
    """What to do about an input of another rank, where one more axis or images of rows of pixels are meant; else None."""
    rank = tensor.shape.ndims
    if rank is None:
        return None
    if spec.ndim == 4:
        fix = image_fix("inputs", tensor, 4, None, "images are [batch, height, width, channels]")
        return fix if isinstance(fix, Fix) else None
    wanted = spec.ndim or spec.min_ndim
    if wanted == 2 and rank == 1:
        return Fix(
            "tf.expand_dims(inputs, 0) makes a batch of one", Edit("wrap", "inputs", "tf.expand_dims({}, 0)", tensor)
        )
    return None


def _trouble(spec, tensor):
    """What is wrong with a tensor, or None."""
    rank = tensor.shape.ndims
    requires_rank = (spec.ndim, spec.min_ndim, spec.max_ndim) != (None, None, None)
    if rank is None:
        return "its rank is undefined, but the layer requires a defined rank." if requires_rank else None
    sizes = tensor.shape.as_list()
    received = f"Full shape received: {sizes}"
    if spec.ndim is not None and rank != spec.ndim:
        return f"expected ndim={spec.ndim}, found ndim={rank}. {received}"
    if spec.max_ndim is not None and rank > spec.max_ndim:
        return f"expected max_ndim={spec.max_ndim}, found ndim={rank}"
    if spec.min_ndim is not None and rank < spec.min_ndim:
        return f": expected min_ndim={spec.min_ndim}, found ndim={rank}. {received}"
    if spec.dtype is not None and tensor.dtype.base_dtype != spec.dtype:
        return f"expected dtype={spec.dtype}, found dtype={tensor.dtype}"
    for axis, size in spec.axes.items():
        size = getattr(size, "value", size)
        if size is not None and sizes[axis] not in (size, None):
            return f"expected axis {axis} of input shape to have value {size} but received input with shape {sizes}"
    return None

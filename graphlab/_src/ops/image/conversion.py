"""convert_image_dtype: the same image in another type, whose whole range it fills."""

from graphlab._src.base import dtypes
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import multiply
from graphlab._src.ops.cast import cast, saturate_cast
from graphlab._src.ops.division import div
from graphlab._src.ops.identity import identity


def convert_image_dtype(image, dtype, saturate=False, name=None):
    """The image in another dtype: floating point values lie in [0, 1], integers in [0, largest of the dtype].

    image: any shape.  dtype: of the result.  saturate: clip values beyond the range, which otherwise wrap around.
    """
    image = convert_to_tensor(image, name="image")
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating and not dtype.is_integer:
        raise AttributeError("dtype must be either floating point or integer")
    if dtype == image.dtype:
        return identity(image, name=name)
    to = saturate_cast if saturate else cast
    with name_scope(name, "convert_image", [image]) as scope:
        if image.dtype.is_integer and dtype.is_integer:
            most, wanted = image.dtype.max, dtype.max
            if most > wanted:
                return to(div(image, (most + 1) // (wanted + 1)), dtype, name=scope)
            return multiply(to(image, dtype), (wanted + 1) // (most + 1), name=scope)
        if image.dtype.is_floating and dtype.is_floating:
            return cast(image, dtype, name=scope)
        if image.dtype.is_integer:
            return multiply(cast(image, dtype), 1.0 / image.dtype.max, name=scope)
        # Half a step more, so that 1 - epsilon does not fall below the largest number.
        return to(multiply(image, dtype.max + 0.5), dtype, name=scope)


def as_floats(image, also=(dtypes.float16, dtypes.float32)):
    """The image between 0 and 1 as float32, or as it is when it has one of these types."""
    return image if image.dtype.base_dtype in also else convert_image_dtype(image, dtypes.float32)

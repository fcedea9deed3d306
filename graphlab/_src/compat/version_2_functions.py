"""Functions of tf.compat.v2 that do with their arguments something else than TensorFlow 1's of the same name."""

import contextlib
from typing import Any

import graphlab as tf
from graphlab._src.ops.seed import get_seed


def _layout(data_format: str, quoted: str = "NHWC") -> None:
    if data_format != "NHWC":
        raise ValueError(f"Data formats other than {quoted} are not yet supported")


def _windows(value: Any, name: str) -> list[Any]:
    """A number for each axis: of one for both sides, or of [down, right]."""
    sizes = [value] if isinstance(value, (int, float)) else list(value)
    if len(sizes) not in (1, 2, 4):
        raise ValueError(f"{name} should be of length 1, 2 or 4 but was {len(sizes)}")
    return sizes if len(sizes) == 4 else [1, *(sizes * 2 if len(sizes) == 1 else sizes), 1]


def dilation2d(
    input: Any,  # noqa: A002
    filters: Any,
    strides: Any,
    padding: str,
    data_format: str,
    dilations: Any,
    name: str | None = None,
) -> Any:
    """tf.nn.dilation2d; data_format: "NHWC"."""
    _layout(data_format)
    return tf.nn.dilation2d(input, filters=filters, strides=strides, padding=padding, dilations=dilations, name=name)


def erosion2d(
    value: Any, filters: Any, strides: Any, padding: str, data_format: str, dilations: Any, name: str | None = None
) -> Any:
    """tf.nn.erosion2d; data_format: "NHWC"."""
    _layout(data_format)
    return tf.nn.erosion2d(value, filters, strides, dilations, padding, name)


def _seeds(seed: int) -> dict[str, Any]:
    seed1, seed2 = get_seed(seed) if seed else (0, 0)
    return {"deterministic": bool(seed), "seed": seed1, "seed2": seed2}


def fractional_max_pool(
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> Any:
    """tf.nn.fractional_max_pool; pooling_ratio may be one number, too. A seed other than 0 draws the same windows always."""
    ratio = _windows(pooling_ratio, "pooling_ratio")
    return tf.nn.fractional_max_pool(value, ratio, pseudo_random, overlapping, name=name, **_seeds(seed))


def fractional_avg_pool(
    value: Any,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> Any:
    """tf.nn.fractional_avg_pool. A seed other than 0 draws the same windows always."""
    return tf.nn.fractional_avg_pool(value, pooling_ratio, pseudo_random, overlapping, name=name, **_seeds(seed))


def max_pool_with_argmax(
    input: Any,  # noqa: A002
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    output_dtype: Any = tf.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> Any:
    """tf.nn.max_pool_with_argmax; ksize and strides: one number, [down, right], or four."""
    _layout(data_format, "'NHWC'")
    return tf.nn.max_pool_with_argmax(
        input,
        _windows(ksize, "ksize"),
        _windows(strides, "strides"),
        padding,
        output_dtype=output_dtype,
        include_batch_in_index=include_batch_in_index,
        name=name,
    )


def extract_glimpse(
    input: Any,  # noqa: A002
    size: Any,
    offsets: Any,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Any:
    """tf.image.extract_glimpse; noise: what lies beyond the image, "uniform", "gaussian" or "zero"."""
    kinds = {"centered": centered, "normalized": normalized, "uniform_noise": False, "noise": noise}
    return tf.raw_ops.ExtractGlimpse(input=input, size=size, offsets=offsets, name=name, **kinds)


def sample_distorted_bounding_box(
    image_size: Any,
    bounding_boxes: Any,
    seed: int = 0,
    min_object_covered: Any = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> Any:
    """tf.image.sample_distorted_bounding_box, with one seed."""
    seed1, seed2 = get_seed(seed) if seed else (0, 0)
    return tf.image.sample_distorted_bounding_box(
        image_size,
        bounding_boxes,
        seed1,
        seed2,
        min_object_covered,
        aspect_ratio_range,
        area_range,
        max_attempts,
        use_image_if_no_bounding_boxes,
        name,
    )


def _reduced(kind: str, sparse: Any, axis: Any, keepdims: bool | None, output_is_sparse: bool, name: str | None) -> Any:
    function = getattr(tf.sparse, f"reduce_{kind}_sparse" if output_is_sparse else f"reduce_{kind}")
    with contextlib.nullcontext() if name is None else tf.name_scope(name):
        return function(sparse, axis=axis, keepdims=keepdims)


def reduce_max(
    sp_input: Any, axis: Any = None, keepdims: Any = None, output_is_sparse: bool = False, name: str | None = None
) -> Any:
    """tf.sparse.reduce_max, or with output_is_sparse tf.sparse.reduce_max_sparse."""
    return _reduced("max", sp_input, axis, keepdims, output_is_sparse, name)


def reduce_sum(
    sp_input: Any, axis: Any = None, keepdims: Any = None, output_is_sparse: bool = False, name: str | None = None
) -> Any:
    """tf.sparse.reduce_sum, or with output_is_sparse tf.sparse.reduce_sum_sparse."""
    return _reduced("sum", sp_input, axis, keepdims, output_is_sparse, name)

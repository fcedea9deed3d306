"""Constants of every dtype and size: scalars, empties, filled shapes, big arrays, strings."""

import numpy as np

INTEGERS = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"]
FLOATS = ["float16", "float32", "float64"]
OTHERS = ["bool", "complex64", "complex128"]


def build(tf):
    for name in INTEGERS + FLOATS + OTHERS:
        dtype = tf.as_dtype(name)
        array = np.array([[0, 1, 1], [1, 0, 100]]).astype(name)
        tf.constant(True if name == "bool" else 1, dtype=dtype, name=name + "/scalar")
        tf.constant(array, name=name + "/array")
        tf.constant(array[:0], name=name + "/empty")
        tf.constant(array[0, :1], name=name + "/single")
        tf.constant(array[1, 1], dtype=dtype, shape=[2, 2], name=name + "/filled")
    tf.constant(1.5, dtype=tf.bfloat16, name="bfloat16/scalar")
    tf.constant([0.5, 1.5, -2.5], dtype=tf.bfloat16, name="bfloat16/array")
    tf.constant("text", name="string/scalar")
    tf.constant([b"a", b"", b"\x00\xff"], name="string/array")
    tf.constant([["one", "two"], ["three", "öäü"]], name="string/matrix")
    tf.constant([], name="nothing")
    tf.constant([], dtype=tf.string, name="no_strings")
    tf.constant([1, 2, 3, 4], shape=[2, 2], name="shaped")
    tf.constant(np.arange(300, dtype=np.float32).reshape(3, 100), name="big")
    tf.constant([[1, 2.5], [3, 4]], name="mixed")
    tf.constant([float("nan"), float("inf"), -float("inf"), -0.0], name="special")
    tf.constant(2**40, dtype=tf.int64, name="large")
    tf.constant(1 + 2j, name="complex")
    tf.zeros([2, 3], name="zeros")
    tf.zeros([], tf.int32, name="zero")
    tf.zeros([40, 50], name="many_zeros")
    tf.ones([3], tf.float64, name="ones")
    tf.fill([2, 2], 7.0, name="fill")
    tf.eye(2, name="eye")
    tf.range(5, name="range")
    tf.range(1.0, 2.0, 0.25, name="steps")
    tf.linspace(0.0, 1.0, 5, name="linspace")
    base = tf.constant([[1.0, 2.0]], name="base")
    tf.zeros_like(base, name="zeros_like")
    tf.ones_like(base, dtype=tf.int32, name="ones_like")
    size = tf.placeholder_with_default(2, [], name="size")
    for name, shape in {"sized": [size], "rows": [size, 3], "columns": (np.int32(3), size, size)}.items():
        tf.zeros(shape, name=name)
    tf.ones([base.shape[1], size], tf.int64, name="sized_ones")


NAMES = [name + "/" + kind + ":0" for name in INTEGERS + FLOATS + OTHERS for kind in ("scalar", "array", "filled")]
NAMES += ["string/scalar:0", "string/array:0", "string/matrix:0", "nothing:0", "no_strings:0", "shaped:0"]
NAMES += ["big:0", "mixed:0", "special:0", "large:0", "complex:0", "zeros:0", "zero:0", "ones:0"]
NAMES += ["sized:0", "rows:0", "columns:0", "sized_ones:0"]
NAMES += ["fill:0", "range:0", "steps:0", "linspace:0", "zeros_like:0", "ones_like:0", "int32/empty:0"]
RUNS = [(NAMES, {})]

"""What of TensorFlow 1.15 graphlab leaves out, why, and what comes nearest: for errors and docs/api_coverage.md."""

import difflib
import functools
import importlib
import sys
import types

_EAGER = "graphlab builds graphs that a session runs; nothing runs op by op as it is written"
_TPU = "XLA compiles every run, for a TPU too when JAX has one; there is nothing to set up"
_PLUGINS = "graphlab loads no C++ libraries"
_EVENTS = ("event files are written by tf.summary.FileWriter alone, not by operations", "tf.summary.FileWriter")
_JAX_OP = "gl.jax_call for a JAX function, tf.py_func for a Python function"

_QUANTIZED = ("XLA has no arithmetic on quantized integers", "tf.dequantize, and the function without `quantized_`")

# Name, without "tf.", of a symbol or of a module with all in it -> (why, what comes nearest).
LEFT_OUT = {
    "GradientTape": (_EAGER, "tf.gradients"),
    "enable_eager_execution": (_EAGER, "tf.InteractiveSession, where `tensor.eval()` gives a value"),
    "enable_v2_behavior": (_EAGER, "tf.InteractiveSession, where `tensor.eval()` gives a value"),
    "enable_v2_tensorshape": ("a TensorShape holds Dimensions, as in TensorFlow 1", "shape.as_list()"),
    "enable_tensor_equality": ("`==` says whether two tensors are the same tensor", "tf.equal"),
    "load_op_library": (_PLUGINS, _JAX_OP),
    "load_library": (_PLUGINS, _JAX_OP),
    "load_file_system_library": (_PLUGINS, "tf.gfile for local files"),
    "compat.v2": ("the ways of TensorFlow 2 are not graphlab's", "tf.compat.v1"),
    "tpu": (_TPU, "tf.Session"),
    "quantized_concat": _QUANTIZED,
    "quantization.quantized_concat": _QUANTIZED,
    **{f"nn.quantized_{name}": _QUANTIZED for name in ("avg_pool", "conv2d", "max_pool", "relu_x")},
    "contrib.summary": _EVENTS,
    "summary.all_v2_summary_ops": _EVENTS,
    "summary.initialize": _EVENTS,
    "LMDBReader": ("LMDB's library is not among graphlab's", "tf.TFRecordReader"),
}


def reason_for(symbol):
    """(why, what comes nearest) for a name without its "tf.", or None when it is not known as left out."""
    while symbol:
        if symbol in LEFT_OUT:
            return LEFT_OUT[symbol]
        symbol = symbol.rpartition(".")[0]
    return None


def explain(module, name):
    """The AttributeError for a name that a public module does not have."""
    path = f"{module}.{name}".partition(".")[2]
    left_out = reason_for(path)
    if left_out:
        why, nearest = left_out
        return AttributeError(f"graphlab has no tf.{path}: {why}. Nearest: {nearest}.", name=name)
    close = difflib.get_close_matches(name, dir(sys.modules[module]), 1, 0.8)
    hint = f". Did you mean: {close[0]!r}?" if close else ""
    return AttributeError(f"module {module!r} has no attribute {name!r}{hint}", name=name)


def imported_later(package, name, names) -> types.ModuleType:
    """A package's module, imported when it is first asked for; what its `__getattr__` gives.

    names: the modules that are there.  AttributeError, with an explanation, for any other name.
    """
    if name not in names:
        raise explain(package, name)
    module = importlib.import_module(f"{package}.{name}")
    explain_missing(module)
    return module


def explain_missing(module):
    """Makes a public module, and those in it, explain a name that they do not have."""
    name = module.__name__
    if "__getattr__" not in vars(module):
        module.__getattr__ = functools.partial(_missing, name)
    for value in list(vars(module).values()):
        if isinstance(value, types.ModuleType) and value.__name__.startswith(f"{name}."):
            if "__getattr__" not in vars(value):
                explain_missing(value)


def _missing(module, name):
    raise explain(module, name)

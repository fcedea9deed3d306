"""tensorflow.python.framework.test_util: what TensorFlow's own unit tests are decorated with.

Here everything runs in graph mode: a test for both modes runs once, and one for eager execution alone is skipped.
"""

import collections
import contextlib
import functools
import itertools
import re
import unittest
from typing import Any

from absl.testing import parameterized

from graphlab._src.compat.garbage_checks import assert_no_garbage_created as assert_no_garbage_created
from graphlab._src.compat.garbage_checks import assert_no_new_tensors as assert_no_new_tensors
from graphlab._src.function.def_function import function
from graphlab._src.graph import Graph, Tensor
from graphlab._src.graph.scopes import device as _device
from graphlab._src.io.graphdef import import_graph_def
from graphlab._src.ops.control_flow import versions
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.transpose import transpose
from graphlab._src.proto import GraphDef
from graphlab._src.testing import environment
from graphlab._src.testing.case import TestCase
from graphlab._src.testing.cluster import create_local_cluster as create_local_cluster
from graphlab._src.testing.environment import gpu_device_name as gpu_device_name
from graphlab._src.testing.environment import is_gpu_available as is_gpu_available
from graphlab._src.testing.graph_defs import assert_equal_graph_def as assert_equal_graph_def
from graphlab._src.testing.modes import run_in_graph_and_eager_modes

_EAGER = "graphlab builds graphs; nothing runs eagerly"

TensorFlowTestCase = TestCase
IsGoogleCudaEnabled, IsBuiltWithROCm = environment.is_built_with_cuda, environment.is_built_with_rocm
assert_equal_graph_def_v1 = assert_equal_graph_def_v2 = assert_equal_graph_def


def _optional(decorate):
    """A decorator that may come with or without a call: @decorator and @decorator(…)."""

    @functools.wraps(decorate)
    def decorator(func=None, *options, **named):
        return decorate(func) if callable(func) else decorate

    return decorator


def _as_it_is(function):
    return function


def _described(description=None, *options, **named):
    """A decorator with a description, which changes nothing."""
    return _as_it_is if not callable(description) else description


def _methods(cls):
    """(name, method) of the tests of a class."""
    for name in dir(cls):
        value = getattr(cls, name, None)
        if name.startswith("test") and name != "test_session" and callable(value):
            yield name, value


def for_all_test_methods(decorator, *args, **kwargs):
    """A class decorator that decorates each of its tests with decorator(*args, **kwargs)."""

    def decorate(cls):
        for name, method in _methods(cls):
            setattr(cls, name, decorator(*args, **kwargs)(method))
        return cls

    return decorate


# Modes

run_deprecated_v1 = deprecated_graph_mode_only = _optional(_as_it_is)
also_run_as_tf_function = py_func_if_in_function = _as_it_is


def build_as_function_and_v1_graph(func=None):
    """Runs a test twice, in a graph of its own: as it is, and while a function is built. For parameterized.TestCase."""
    if func is None:
        return build_as_function_and_v1_graph
    if isinstance(func, type):
        raise ValueError("`run_in_graph_mode_and_function` only supports test methods.")

    @parameterized.named_parameters(("_v1_graph", "v1_graph"), ("_function", "function"))
    @functools.wraps(func)
    def decorated(self, run_mode, *args, **kwargs):
        with Graph().as_default():
            if run_mode == "v1_graph":
                func(self, *args, **kwargs)
            else:
                function(functools.partial(func, self, *args, **kwargs), autograph=False)()

    return decorated


def run_all_in_graph_and_eager_modes(cls):
    """Every test of the class inside its cached session."""
    for name, method in _methods(cls):
        if not name.startswith(("testSkipEager", "test_skip_eager")):
            setattr(cls, name, run_in_graph_and_eager_modes(method))
    return cls


def _skipping(skip, reason):
    def decorate(function):
        @functools.wraps(function)
        def decorated(self, *args, **kwargs):
            if skip():
                raise unittest.SkipTest(reason)  # the object may be no TestCase
            return function(self, *args, **kwargs)

        return decorated

    return decorate


def run_v1_only(reason, func=None):
    """The test as it is: this is TensorFlow 1."""
    return _as_it_is if func is None else func


run_v2_only = _optional(_skipping(lambda: True, "This is TensorFlow 1"))
run_gpu_only = _optional(_skipping(lambda: not is_gpu_available(), "Test requires GPU"))
run_cuda_only = _optional(_skipping(lambda: not is_gpu_available(cuda_only=True), "Test requires CUDA GPU"))
assert_no_new_pyobjects_executing_eagerly = _skipping(lambda: True, _EAGER)
enable_c_shapes = with_c_shapes = _as_it_is
enable_output_all_intermediates = use_deterministic_cudnn = _as_it_is
no_xla_auto_jit = xla_allow_fallback = enable_tf_xla_constant_folding = disable_xla = _described
run_without_tensor_float_32 = disable_mlir_bridge = _described


def enable_control_flow_v2(fn):
    """The test after tf.enable_control_flow_v2()."""

    @functools.wraps(fn)
    def decorated(*args, **kwargs):
        before = versions.control_flow_v2_enabled()
        versions.enable_control_flow_v2()
        try:
            return fn(*args, **kwargs)
        finally:
            if not before:
                versions.disable_control_flow_v2()

    return decorated


def with_control_flow_v2(cls):
    """Adds to each test of the class a second one, ...WithControlFlowV2, which runs after tf.enable_control_flow_v2().

    Tests that disable_control_flow_v2 decorates have none.
    """
    for name, method in list(vars(cls).items()):
        if name.startswith("test") and callable(method) and not getattr(method, "_disable_control_flow_v2", False):
            setattr(cls, f"{name}WithControlFlowV2", enable_control_flow_v2(method))
    return cls


def disable_control_flow_v2(unused_msg):
    """Marks a test that with_control_flow_v2 does not repeat."""

    def decorate(function):
        function._disable_control_flow_v2 = True
        return function

    return decorate


def skip_if(condition):
    """A decorator: the test does nothing when the condition, or what it returns, is true."""

    def decorate(function):
        @functools.wraps(function)
        def decorated(*args, **kwargs):
            if not (condition() if callable(condition) else condition):
                return function(*args, **kwargs)
            return None

        return decorated

    return decorate


# Devices


@contextlib.contextmanager
def device(use_gpu):
    """A block on the GPU when it is requested and there is one, else on the CPU."""
    with _device("/device:GPU:0" if use_gpu and is_gpu_available() else "/device:CPU:0"):
        yield


def use_gpu():
    """A block on the GPU when there is one."""
    return device(use_gpu=True)


def force_gpu():
    """A block on the GPU."""
    return _device("/device:GPU:0")


def force_cpu():
    """A block on the CPU."""
    return _device("/device:CPU:0")


def is_xla_enabled():
    """False: TensorFlow's tests then expect the behavior of its own kernels."""
    return False


def IsMklEnabled():  # noqa: N802
    """False."""
    return False


def GpuSupportsHalfMatMulAndConv():  # noqa: N802
    """True when there is a GPU."""
    return is_gpu_available()


def InstallStackTraceHandler():  # noqa: N802
    """Nothing to do."""


# Layouts of images


def _permuted(value, orders):
    if isinstance(value, Tensor):
        return transpose(value, orders[value.shape.ndims])
    return [value[axis] for axis in orders[len(value)]]


def NHWCToNCHW(input_tensor):  # noqa: N802
    """Channels moved to the front: a tensor of rank 4 or 5, or the list of its sizes."""
    return _permuted(input_tensor, {4: [0, 3, 1, 2], 5: [0, 4, 1, 2, 3]})


def NCHWToNHWC(input_tensor):  # noqa: N802
    """Channels moved to the end: a tensor of rank 4 or 5, or the list of its sizes."""
    return _permuted(input_tensor, {4: [0, 2, 3, 1], 5: [0, 2, 3, 4, 1]})


def NHWCToNCHW_VECT_C(input_shape_or_tensor):  # noqa: N802
    """Channels moved to the front, and four of them to the end. ValueError when four does not divide them."""
    value = input_shape_or_tensor
    sizes: Any = value.shape.as_list() if isinstance(value, Tensor) else list(value)
    if sizes[-1] % 4:
        raise ValueError("Last dimension of input must be evenly divisible by 4 to convert to NCHW_VECT_C.")
    sizes = [*sizes[:-1], sizes[-1] // 4, 4]
    value = reshape(value, sizes) if isinstance(value, Tensor) else sizes
    return _permuted(value, {5: [0, 3, 1, 2, 4], 6: [0, 4, 1, 2, 3, 5]})


def NCHW_VECT_CToNHWC(input_shape_or_tensor):  # noqa: N802
    """The way back. ValueError unless the last size is 4."""
    value = input_shape_or_tensor
    sizes: Any = value.shape.as_list() if isinstance(value, Tensor) else list(value)
    if sizes[-1] != 4:
        raise ValueError("Last dimension of NCHW_VECT_C must be 4.")
    moved = _permuted(value, {5: [0, 2, 3, 1, 4], 6: [0, 2, 3, 4, 1, 5]})
    sizes = moved.shape.as_list() if isinstance(moved, Tensor) else moved
    sizes = [*sizes[:-2], sizes[-2] * sizes[-1]]
    return reshape(moved, sizes) if isinstance(moved, Tensor) else sizes


# Graphs


def assert_ops_in_graph(expected_ops, graph):
    """{name: NodeDef} of operations that a graph must have. expected_ops: {name: type}. ValueError otherwise."""
    nodes = {node.name: node for node in graph.as_graph_def().node}
    found = {name: node for name, node in nodes.items() if name in expected_ops}
    if set(expected_ops) != set(found):
        raise ValueError(f"Not all expected ops are present. Expected {expected_ops.keys()}, found {found.keys()}")
    for name, node in found.items():
        if expected_ops[name] != node.op:
            raise ValueError(f"Expected op for node {name} is different. {expected_ops[name]} vs {node.op}")
    return found


def assert_meta_graph_protos_equal(tester, a, b):
    """Two MetaGraphDefs are the same but for the order of their collections' entries that are messages."""
    tester.assertEqual(set(a.collection_def), set(b.collection_def))
    for message in (a, b):
        for collection in message.collection_def.values():
            if collection.WhichOneof("kind") == "bytes_list":
                collection.bytes_list.value[:] = sorted(collection.bytes_list.value)
    tester.assertProtoEquals(a, b)


def get_node_def_from_graph(node_name, graph_def):
    """The NodeDef of that name, or None."""
    return next((node for node in graph_def.node if node.name == node_name), None)


def set_producer_version(graph, producer_version):
    """Lets a graph say that that version wrote it."""
    graph_def = GraphDef()
    graph_def.versions.producer = producer_version
    with graph.as_default():
        import_graph_def(graph_def)


# Parameters of tests


def generate_combinations_with_testcase_name(**kwargs):
    """Every combination of options, as dicts with a testcase_name; kwargs: option=[possibilities, …]."""
    options = sorted(kwargs.items(), key=lambda item: item[0])
    possible = [value if isinstance(value, list) else [value] for _, value in options]
    found = []
    for values in itertools.product(*possible):
        combination = collections.OrderedDict(zip((name for name, _ in options), values, strict=True))
        name = "".join(f"_{_letters(key)}_{_letters(str(value))}" for key, value in combination.items())
        combination["testcase_name"] = f"_test{name}"
        found.append(combination)
    return found


def _letters(text):
    return re.sub(r"[\W_]", "", text)


googletest_case = unittest.TestCase

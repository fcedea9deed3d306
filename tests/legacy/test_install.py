"""`import tensorflow`, and what is below it, once graphlab is installed under that name."""

import importlib
import inspect
import multiprocessing
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any, cast

import numpy as np
import pytest

import graphlab
from graphlab import compat
from graphlab._src.compat import name_lookup, removed_names, tensorflow_names
from graphlab._src.compat.equivalents import MODULES, TWINS


def run(program):
    """The names that a program leaves."""
    found = {}
    exec(program, found)
    return found


@pytest.mark.usefixtures("tensorflow")
def test_tensorflow_is_graphlab_with_one_state():
    found = run("import tensorflow as tf, tensorflow.compat.v1 as v1\nimport tensorflow.compat.v1.keras.layers")
    assert found["tf"] is graphlab and sys.modules["tensorflow"] is graphlab
    assert found["v1"].get_default_graph() is graphlab.get_default_graph()
    assert graphlab.__spec__.name == "graphlab" and graphlab.nn.__spec__.name == "graphlab.nn"
    assert importlib.import_module("tensorflow.nn") is graphlab.nn


@pytest.mark.parametrize(
    ("statement", "name", "public"),
    [
        ("import tensorflow.contrib.slim as slim", "slim", "contrib.slim"),
        ("import tensorflow.nn.rnn_cell as cells", "cells", "nn.rnn_cell"),
        ("from tensorflow import keras", "keras", "keras"),
        ("from tensorflow.python.keras.layers.core import Dense", "Dense", "keras.layers.Dense"),
        ("from tensorflow.python.keras.initializers import normal", "normal", "keras.initializers.RandomNormal"),
        ("import tensorflow.python.keras.backend as K; mean = K.mean", "mean", "keras.backend.mean"),
        ("from tensorflow.contrib import rnn", "rnn", "contrib.rnn"),
        ("from tensorflow.contrib.slim.python.slim.nets.vgg import vgg_16", "vgg_16", "contrib.slim.nets.vgg.vgg_16"),
        (
            "from tensorflow.contrib.slim.python.slim.nets.inception_v3 import inception_v3",
            "inception_v3",
            "contrib.slim.nets.inception.inception_v3",
        ),
        (
            "from tensorflow.contrib.tpu.python.tpu import tpu_config as c; C = c.TPUConfig",
            "C",
            "contrib.tpu.TPUConfig",
        ),
        (
            "from tensorflow.contrib.learn.python.learn import learn_runner as r; R = r.run",
            "R",
            "contrib.learn.learn_runner.run",
        ),
        (
            "from tensorflow_estimator.python.estimator.tpu.tpu_estimator import TPUEstimator as T",
            "T",
            "estimator.tpu.TPUEstimator",
        ),
        ("from tensorflow.contrib.rnn.python.ops.core_rnn_cell import LSTMCell", "LSTMCell", "contrib.rnn.LSTMCell"),
        ("from tensorflow.contrib.layers.python.layers.layers import conv2d", "conv2d", "contrib.layers.conv2d"),
        ("from tensorflow.python.keras.utils.tf_utils import smart_cond as f", "f", "contrib.framework.smart_cond"),
        ("from tensorflow.python.framework.ops import Graph", "Graph", "Graph"),
        ("from tensorflow.python.framework.constant_op import constant_v1", "constant_v1", "constant"),
        ("from tensorflow.python.framework.tensor_util import MakeNdarray", "MakeNdarray", "make_ndarray"),
        ("from tensorflow.python.ops.rnn_cell_impl import LSTMCell", "LSTMCell", "nn.rnn_cell.LSTMCell"),
        ("from tensorflow.python.ops.variables import VariableV1", "VariableV1", "Variable"),
        ("from tensorflow.python.ops.math_ops import *", "reduce_mean", "reduce_mean"),
        ("from tensorflow.contrib.layers.python.layers.layers import *", "conv2d", "contrib.layers.conv2d"),
        ("from tensorflow.python.training.adam import AdamOptimizer", "AdamOptimizer", "train.AdamOptimizer"),
        ("from tensorflow.python.training import saver as s; Saver = s.Saver", "Saver", "train.Saver"),
        (
            "from tensorflow.python.distribute.distribution_strategy_context import get_strategy",
            "get_strategy",
            "distribute.get_strategy",
        ),
        ("from tensorflow import distribute", "distribute", "distribute"),
        ("from tensorflow.python.client import session as s; Session = s.Session", "Session", "Session"),
        ("from tensorflow.python.keras.layers import Dense", "Dense", "keras.layers.Dense"),
        ("from tensorflow.python.keras.engine.training import Model", "Model", "keras.Model"),
        ("from tensorflow.python.layers.core import dense", "dense", "layers.dense"),
        ("from tensorflow.python.platform.test import TestCase", "TestCase", "test.TestCase"),
        ("from tensorflow.core.framework.graph_pb2 import GraphDef", "GraphDef", "GraphDef"),
        ("from tensorflow.core.example.example_pb2 import Example", "Example", "train.Example"),
        ("from tensorflow.core.protobuf.tensorflow_server_pb2 import ServerDef", "ServerDef", "train.ServerDef"),
        ("from tensorflow_estimator.python.estimator.estimator import Estimator", "Estimator", "estimator.Estimator"),
    ],
)
@pytest.mark.usefixtures("tensorflow")
def test_what_tensorflow_keeps_elsewhere_is_the_public_object(statement, name, public):
    assert run(statement)[name] is name_lookup.public(public)


@pytest.mark.usefixtures("tensorflow")
def test_a_star_brings_in_the_names_of_that_module_of_contrib_alone():
    found = run("from tensorflow.contrib.rnn.python.ops.core_rnn_cell import *")
    assert set(found) - {"__builtins__"} == {
        "EmbeddingWrapper",
        "InputProjectionWrapper",
        "OutputProjectionWrapper",
        "RNNCell",
    }
    found = run("from tensorflow.contrib.slim.python.slim.nets.resnet_v1 import *")
    assert {"resnet_v1", "resnet_v1_50", "bottleneck", "resnet_arg_scope"} <= set(found)


@pytest.mark.usefixtures("tensorflow")
def test_a_module_in_a_package_that_nothing_has_imported_is_found(monkeypatch):
    monkeypatch.delitem(sys.modules, "graphlab.contrib.layers.utils", raising=False)
    monkeypatch.delattr(graphlab.contrib.layers, "utils", raising=False)
    found = run("from tensorflow.contrib.layers.python.layers.utils import collect_named_outputs as f")
    assert found["f"].__module__ == "graphlab._src.contrib.layers.utils"


@pytest.mark.usefixtures("tensorflow")
def test_the_topology_of_a_tpu_is_read_as_its_message():
    found = run("from tensorflow.core.protobuf.tpu import topology_pb2")["topology_pb2"].TopologyProto()
    with graphlab.Session() as session:
        found.ParseFromString(session.run(graphlab.tpu.initialize_system()))
    assert (list(found.mesh_shape), list(found.device_coordinates)) == ([1, 1, 1], [0, 0, 0])
    assert found.num_tasks * found.num_tpu_devices_per_task == 1


@pytest.mark.usefixtures("tensorflow")
def test_a_function_is_called_with_the_gradient_that_it_defines():
    call = run("from tensorflow.python.ops.custom_gradient import _graph_mode_decorator as f")["f"]
    x = graphlab.constant(3.0)
    y = call(lambda x: (x * x, lambda dy: 10.0 * dy), x)
    with graphlab.Session() as session:
        assert session.run([y, graphlab.gradients(y, x)[0]]) == [9.0, 10.0]


@pytest.mark.usefixtures("tensorflow")
def test_generated_functions_add_their_operation():
    found = run("from tensorflow.python.ops import gen_math_ops, gen_nn_ops")
    x = graphlab.constant([[1.0, -2.0]])
    assert found["gen_math_ops"]._sum(x, axis=[1], keep_dims=True).op.type == "Sum"
    assert found["gen_nn_ops"].relu_grad(x, x).op.type == "ReluGrad"
    assert list(inspect.signature(found["gen_math_ops"]._sum).parameters) == ["input", "axis", "keep_dims", "name"]
    image, filters = graphlab.zeros([1, 3, 3, 1]), graphlab.zeros([2, 2, 1, 1])
    convolved = found["gen_nn_ops"].conv2d(image, filters, [1, 1, 1, 1], "SAME", False, [], "NHWC")
    assert not convolved.op.get_attr("use_cudnn_on_gpu") and convolved.shape == [1, 3, 3, 1]


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("from tensorflow import LMDBReader", "no tf.LMDBReader: .* Nearest: tf.TFRecordReader"),
        (
            "from tensorflow.python.ops.io_ops import LMDBReader",
            "is tf.LMDBReader. .* Nearest: tf.TFRecordReader",
        ),
        ("import tensorflow.lite", "no tf.lite: .* Nearest: a SavedModel"),
        ("from tensorflow.contrib import cmake", "no tf.contrib.cmake"),
        ("import tensorflow.contrib.cmake", "no tf.contrib.cmake; of tf.contrib it has .*layers"),
        ("from tensorflow.python.ops import nonsense", "nothing for tensorflow.python.ops.nonsense"),
        ("from tensorflow.python.ops.math_ops import reduce_summ", "reduce_summ.* Nearest: reduce_sum"),
        ("import tensorflow.nonsense", "nothing for tensorflow.nonsense"),
    ],
)
@pytest.mark.usefixtures("tensorflow")
def test_what_is_missing_is_said_in_one_line(statement, says):
    with pytest.raises(ImportError, match=says) as caught:
        run(statement)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("tensorflow")
def test_an_attribute_that_is_missing_is_an_attribute_error():
    module = importlib.import_module("tensorflow.python.ops.array_ops")
    assert not hasattr(module, "nonsense")
    assert "reshape" in dir(module)


@pytest.mark.usefixtures("tensorflow")
def test_programs_say_tf_python_without_importing_it():
    assert graphlab.python.ops.array_ops.reshape is graphlab.reshape  # pyright: ignore[reportAttributeAccessIssue]


def module_of_tensorflow():
    """What the name tensorflow means in this process."""
    return importlib.import_module("tensorflow").__name__


@pytest.mark.usefixtures("tensorflow")
def test_new_processes_of_a_program_import_graphlab_too():
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(module_of_tensorflow).result(timeout=120) == "graphlab"


def test_programs_use_multiprocessing_pool_without_importing_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "multiprocessing.pool", raising=False)
    monkeypatch.delattr(multiprocessing, "pool", raising=False)
    compat.install(force=True)
    try:
        assert vars(multiprocessing)["pool"].ThreadPool
    finally:
        compat.uninstall()


@pytest.mark.usefixtures("tensorflow")
def test_a_folder_hides_a_module_behind_its_function_of_the_same_name():
    found = run(
        "import tensorflow.contrib.framework.python.ops.arg_scope\n"
        "from tensorflow.contrib.framework.python.ops import arg_scope\n"
        "from tensorflow.contrib.framework.python.ops.arg_scope import add_arg_scope"
    )
    assert found["arg_scope"] is graphlab.contrib.framework.arg_scope
    assert found["add_arg_scope"] is graphlab.contrib.framework.add_arg_scope


@pytest.mark.usefixtures("tensorflow")
def test_a_program_sees_whether_it_builds_a_function():
    ops = run("from tensorflow.python.framework import ops")["ops"]
    seen = []
    graphlab.function(lambda x: seen.append(ops.inside_function()) or x)(graphlab.constant(1.0))
    assert seen == [True] and not ops.inside_function()


@pytest.mark.usefixtures("tensorflow")
def test_objects_pickle_under_their_own_name():
    shape = importlib.import_module("tensorflow.python.framework.tensor_shape").TensorShape([2, None])
    assert pickle.loads(pickle.dumps(shape)).as_list() == [2, None]


@pytest.mark.usefixtures("tensorflow")
def test_names_that_numpy_and_python_have_dropped_are_there():
    found = run("import numpy as np, time, collections\nx = np.array([1], np.float)\nt = time.clock()")
    assert found["x"].dtype == np.float64 and collections_has("Mapping")


@pytest.mark.usefixtures("tensorflow")
def test_numpy_names_mean_what_they_did():
    program = """
import numpy as np
flat = np.in1d([[1, 2], [3, 1]], [1])
cast = np.cast["float32"]([1])
floats = np.asfarray([1], dtype=np.int32)
columns = np.msort([[3, 1], [2, 4]])
"""
    found = run(program)
    np.testing.assert_array_equal(found["flat"], [True, False, False, True])
    np.testing.assert_array_equal(found["columns"], [[2, 1], [3, 4]])
    assert (found["cast"].dtype, found["floats"].dtype) == (np.float32, np.float64)
    old: Any = np
    assert old.bool8 is np.bool_ and np.float16 in old.sctypes["float"] and old.math.factorial(3) == 6
    assert issubclass(np.exceptions.RankWarning, old.RankWarning) and old.lib.pad is np.pad


@pytest.mark.usefixtures("tensorflow")
def test_generators_bring_the_arrays_that_numpy_stacks():
    found = run("""
import numpy as np
rows = np.stack(np.arange(i, i + 2) for i in range(3))
columns = np.hstack(map(np.atleast_2d, [[1, 2], [3, 4]]))
beside = np.column_stack(arrays for arrays in ([1, 2], [3, 4]))
ahead = np.stack((x for x in ([1], [2])), axis=1)
""")
    assert found["rows"].tolist() == [[0, 1], [1, 2], [2, 3]] and found["columns"].tolist() == [[1, 2, 3, 4]]
    assert found["beside"].tolist() == [[1, 3], [2, 4]] and found["ahead"].tolist() == [[1, 2]]


@pytest.mark.usefixtures("tensorflow")
def test_conditions_that_follow_from_constants_are_known():
    found = run("""
import tensorflow as tf
from tensorflow.python import pywrap_tensorflow as c_api
known = tf.less(tf.constant(2) + 3, 6)
unknown = tf.placeholder(tf.bool, [])
values = [c_api.TF_TryEvaluateConstant_wrapper(t.graph._c_graph, t._as_tf_output()) for t in (known, unknown)]
""")
    assert bool(found["values"][0]) and found["values"][1] is None


def test_uninstall_puts_numpy_back():
    before = np.stack, np.vstack
    graphlab.compat.install()
    assert np.stack is not before[0]
    graphlab.compat.uninstall()
    assert (np.stack, np.vstack) == before


def test_number_types_of_python_are_types_of_any_width_until_uninstall():
    kinds = ("float16", "float32", "float64", "int8", "int32", "int64", "uint8", "complex64", "bool", "U3")
    expected = {"float": ["float16", "float32", "float64"], "int": ["int8", "int32", "int64"], "complex": ["complex64"]}
    now = np.issubdtype
    removed_names.bring_back()
    try:
        types = {kind.__name__: kind for kind in (float, int, complex)}
        assert {name: [k for k in kinds if np.issubdtype(np.dtype(k), of)] for name, of in types.items()} == expected
        assert np.issubdtype("U3", str) and not np.issubdtype(np.float32, np.dtype("float64"))
    finally:
        removed_names.take_away()
    assert np.issubdtype is now


def test_an_array_of_one_element_is_a_number_without_a_warning(recwarn):
    removed_names.bring_back()
    try:
        one: Any = np.array([2.5], np.float32)
        assert ("%.1f %d" % (one, np.array([[3]])), float(one)) == ("2.5 3", 2.5)  # noqa: UP031
    finally:
        removed_names.take_away()
    assert not [warning for warning in recwarn if "scalar" in str(warning.message)]


def test_the_text_of_a_scalar_is_the_number_until_uninstall():
    scalars = [np.float32(0.1), np.int64(3), np.bool_(False), np.bytes_(b"a")]
    now = str(scalars)
    removed_names.bring_back()
    try:
        assert str(scalars) == "[0.1, 3, False, b'a']"
        np.set_printoptions(precision=8)  # leaves that as it is
        assert repr(scalars[1]) == "3"
    finally:
        removed_names.take_away()
    assert str(scalars) == now


def test_uninstall_takes_modules_of_former_packages_away(monkeypatch):
    monkeypatch.delitem(sys.modules, "scipy.misc", raising=False)
    removed_names.bring_back()
    removed_names.take_away()
    assert "scipy.misc" not in sys.modules


@pytest.mark.usefixtures("tensorflow")
def test_methods_that_numpy_has_dropped_are_there_until_uninstall():
    compat.uninstall()
    before = vars(np.ndarray).get("newbyteorder")
    compat.install()
    x: Any = np.array([[1, 2], [3, 4]], np.uint8)
    number: Any = np.uint8(7)
    assert (x.tostring(), number.tostring(), x.ptp(0).tolist()) == (b"\x01\x02\x03\x04", b"\x07", [2, 2])
    x.itemset(3, 9), x.itemset((0, 1), 8), x.itemset(1, 0, 7)
    assert x.tolist() == [[1, 8], [7, 9]] and x.astype(np.int16).newbyteorder()[0, 0] == 256
    assert np.int16(1).newbyteorder() == 256  # pyright: ignore[reportAttributeAccessIssue]
    compat.uninstall()
    assert not hasattr(x, "tostring") and not hasattr(x, "ptp") and vars(np.ndarray).get("newbyteorder") is before


def collections_has(name):
    return hasattr(importlib.import_module("collections"), name)


def test_files_of_hdf5_are_read_as_by_h5py_2_until_uninstall(tmp_path):
    h5py = pytest.importorskip("h5py", reason="Keras' files are HDF5")
    with h5py.File(tmp_path / "new.h5", "w") as file:
        file.attrs["backend"], file.attrs["name"], file.attrs["fixed"] = b"tensorflow", "dense", np.bytes_(b"2.3.1")
        file.attrs.create("names", [b"a", b"bc"], dtype=h5py.string_dtype("ascii"))
        file["kernel"] = [1.0, 2.0]
    compat.install()
    try:
        with h5py.File(tmp_path / "new.h5", "r") as file:
            attributes, value = dict(file.attrs), cast("Any", file["kernel"]).value
    finally:
        compat.uninstall()
    assert attributes.pop("names").tolist() == [b"a", b"bc"] and value.tolist() == [1, 2]
    assert attributes == {"backend": b"tensorflow", "name": "dense", "fixed": b"2.3.1"}
    with h5py.File(tmp_path / "new.h5", "r") as file:
        assert file.attrs["backend"] == "tensorflow" and not hasattr(file["kernel"], "value")


@pytest.mark.usefixtures("tensorflow")
def test_a_file_of_hdf5_without_a_mode_is_made_and_written_as_by_h5py_2(tmp_path):
    h5py = pytest.importorskip("h5py", reason="Keras' files are HDF5")
    for number in range(2):  # the second opens what the first made
        with h5py.File(tmp_path / "new.h5") as file:
            file[f"kernel{number}"] = [1.0]
    with h5py.File(tmp_path / "new.h5") as file:
        assert sorted(file) == ["kernel0", "kernel1"]
    with h5py.File("memory.h5", driver="core", backing_store=False) as file:
        file["kernel"] = [1.0]
        assert file.fid.name == b"memory.h5"
    with pytest.raises(OSError, match="create file"):
        h5py.File(tmp_path / "none" / "new.h5")


def test_uninstall_takes_everything_back(tmp_path, monkeypatch):
    (tmp_path / "tensorflow.py").write_text("IS = 'TensorFlow'\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(UserWarning, match="TensorFlow itself is installed"):
        assert not compat.install()
    assert run("import tensorflow as tf")["tf"].IS == "TensorFlow"
    assert compat.install(force=True) and compat.install()
    assert run("import tensorflow as tf")["tf"] is graphlab
    compat.uninstall()
    compat.uninstall()
    assert run("import tensorflow as tf")["tf"].IS == "TensorFlow"
    assert not hasattr(graphlab, "python") and not hasattr(np, "float") and not collections_has("Mapping")
    del sys.modules["tensorflow"]


def test_every_public_name_that_graphlab_has_is_found_where_tensorflow_keeps_it():
    missing = []
    for module, entries in tensorflow_names.modules().items():
        for name, symbol in entries.items():
            try:
                expected = name_lookup.public(symbol)
            except AttributeError:
                continue
            try:
                if module not in ("", "framework.framework_lib") and name_lookup.find(module, name) is None:
                    missing.append((module, name, expected))
            except name_lookup.NotHereError as error:
                missing.append((module, name, error))
    assert not missing


@pytest.mark.usefixtures("tensorflow")
def test_images_are_read_and_scaled_as_scipy_did(tmp_path):
    misc = importlib.import_module("scipy.misc")
    image = np.arange(60, dtype=np.uint8).reshape(4, 5, 3)
    misc.imsave(str(tmp_path / "a.png"), image)
    np.testing.assert_array_equal(misc.imread(str(tmp_path / "a.png")), image)
    assert misc.imresize(image, (8, 10)).shape == (8, 10, 3)
    assert misc.imresize(image[:, :, 0], 0.5).shape == (2, 2)
    # Numbers of any range are spread over 0 to 255, as one expects of an image with them.
    np.testing.assert_array_equal(misc.bytescale(np.array([[-1.0, 0.0], [0.5, 1.0]])), [[0, 128], [191, 255]])


@pytest.mark.usefixtures("tensorflow")
def test_derivatives_are_differences_as_scipys_were():
    derivative = importlib.import_module("scipy.misc").derivative
    assert derivative(lambda x, power: x**power, 3.0, args=(3,)) == 28.0  # (4^3 - 2^3) / 2
    np.testing.assert_allclose(derivative(np.sin, np.array([0.0, 0.3]), 0.1, 2, order=5), [0, -np.sin(0.3)], atol=1e-5)
    with pytest.raises(ValueError, match="must be odd"):
        derivative(np.sin, 0.0, order=4)


@pytest.mark.usefixtures("tensorflow")
def test_modules_that_contrib_keeps_to_itself_are_there_and_no_others():
    text = importlib.import_module("tensorflow.contrib.learn.python.learn.preprocessing.text")
    assert text.VocabularyProcessor is graphlab.contrib.learn.preprocessing.VocabularyProcessor
    scores = run("from tensorflow.contrib.seq2seq.python.ops import loss as scores")["scores"]
    assert scores.__name__ == "tensorflow.contrib.seq2seq.python.ops.loss"
    with pytest.raises(ImportError, match="nothing_here"):
        run("from tensorflow.contrib.layers.python.layers.layers import nothing_here")


def test_every_twin_is_there():
    for module in MODULES.values():
        importlib.import_module(module)
    for entries in TWINS.values():
        for name, place in entries.items():
            for home in place if name == "*" else ():
                importlib.import_module(f"graphlab.{home}")
            assert name == "*" or name_lookup.at(place) is not None


@pytest.mark.usefixtures("tensorflow")
def test_a_function_of_defun_has_the_gradient_that_it_is_given():
    found = run(
        """
import tensorflow as tf
from tensorflow.python.framework import function

@function.Defun(tf.float32, python_grad_func=lambda op, dy: dy * 10.0 * op.inputs[0])
def own(x):
    return x * x

@function.Defun(func_name="plain")
def plain(x, y):
    return x * y, x + y

with tf.Graph().as_default(), tf.Session() as sess:
    x = tf.constant(3.0)
    product, _ = plain(x, 2.0)
    values = sess.run([own(x), tf.gradients(own(x), x)[0], product, tf.gradients(product, x)[0]])
    name = product.op.name
"""
    )
    assert found["values"] == [9.0, 30.0, 6.0, 2.0]
    assert found["name"] == "plain_f32f32"


@pytest.mark.usefixtures("tensorflow")
def test_names_that_modules_define_for_themselves_are_not_taken_for_others():
    constant_value = name_lookup.find("layers.utils", "constant_value")
    with graphlab.Graph().as_default():
        assert constant_value(True) is True
        assert constant_value(graphlab.placeholder(graphlab.bool)) is None
        conv2d = name_lookup.find("ops.gen_nn_ops", "conv2d")
        made = conv2d(np.ones([1, 2, 2, 1], "f"), np.ones([1, 1, 1, 1], "f"), [1, 1, 1, 1], "VALID")
        assert made.op.type == "Conv2D"
    assert name_lookup.find("ops.control_flow_ops", "merge") is not graphlab.sparse_merge
    with pytest.raises(name_lookup.NotHereError, match=r"graphlab has nothing for .*cfg\.Graph"):
        name_lookup.find("autograph.pyct.cfg", "Graph")


@pytest.mark.usefixtures("tensorflow")
def test_a_column_of_another_package_derives_from_the_dense_columns():
    found = run(
        """
import numpy as np, tensorflow as tf
from tensorflow.python.feature_column import feature_column as fc

class Doubled(fc._DenseColumn):
    name = "doubled"
    _parse_example_spec = {"x": tf.FixedLenFeature([1], tf.float32)}
    _variable_shape = tf.TensorShape([1])

    def _transform_feature(self, inputs):
        return 2.0 * inputs.get("x")

    def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
        return inputs.get(self)

with tf.Graph().as_default(), tf.Session() as session:
    rows = session.run(tf.feature_column.input_layer({"x": [[1.0], [3.0]]}, [Doubled()]))
"""
    )
    np.testing.assert_array_equal(found["rows"], [[2.0], [6.0]])


@pytest.mark.parametrize("order", ["f1._DenseColumn, f2.DenseColumn", "f2.DenseColumn, f1._DenseColumn"])
@pytest.mark.usefixtures("tensorflow")
def test_a_column_derives_from_the_bases_of_both_modules(order):
    # tensorflow_hub's text_embedding_column is such a column.
    found = run(
        f"""
import tensorflow as tf
from tensorflow.python.feature_column import feature_column as f1, feature_column_v2 as f2

class Doubled({order}):
    name = "doubled"
    parse_example_spec = {{}}
    variable_shape = tf.TensorShape([1])

    def transform_feature(self, cache, state_manager):
        return 2.0 * cache.get("x", state_manager)

    def get_dense_tensor(self, cache, state_manager):
        return cache.get(self, state_manager)

number = tf.feature_column.numeric_column("x")
both = [isinstance(column, base) for column in (number, Doubled()) for base in (f1._DenseColumn, f2.DenseColumn)]
neither = [isinstance(number, base) for base in (f1._CategoricalColumn, f2.CategoricalColumn)]
with tf.Graph().as_default(), tf.Session() as session:
    former = tf.feature_column.input_layer({{"x": [[1.0], [3.0]]}}, [Doubled()])
    newer = tf.keras.layers.DenseFeatures([Doubled()])({{"x": tf.constant([[1.0], [3.0]])}})
    rows = session.run([former, newer])
"""
    )
    np.testing.assert_array_equal(found["rows"], [[[2.0], [6.0]]] * 2)
    assert all(found["both"]) and not any(found["neither"])


@pytest.mark.usefixtures("tensorflow")
def test_what_does_the_work_of_strategies_is_in_their_modules():
    found = run(
        """
import tensorflow as tf
from tensorflow.contrib.distribute.python import parameter_server_strategy as former
from tensorflow.python.distribute import mirrored_strategy, one_device_strategy, parameter_server_strategy as newer

pairs = [
    (tf.contrib.distribute.ParameterServerStrategy(), former.ParameterServerExtended),
    (tf.distribute.experimental.ParameterServerStrategy(), newer.ParameterServerStrategyExtended),
    (tf.distribute.MirroredStrategy(), mirrored_strategy.MirroredExtended),
    (tf.distribute.OneDeviceStrategy("/cpu:0"), one_device_strategy.OneDeviceExtended),
]
found = [isinstance(strategy.extended, extended) for strategy, extended in pairs]
"""
    )
    assert found["found"] == [True] * 4


@pytest.mark.usefixtures("tensorflow")
def test_all_names_of_version_2_are_imported_by_a_star():
    found = run("from tensorflow.compat.v2 import *\nfrom tensorflow.compat.v2.nn import conv2d")
    v2 = importlib.import_module("tensorflow.compat.v2")
    assert found["where"] is v2.where and found["Variable"] is v2.Variable and found["conv2d"] is v2.nn.conv2d


@pytest.mark.usefixtures("tensorflow")
def test_operation_types_are_found_with_their_definitions():
    registry = run("from tensorflow.python.framework import op_def_registry")["op_def_registry"]
    assert registry.get("VariableV2").is_stateful and registry.get("NoSuchOp") is None
    registered = registry.get_registered_ops()
    assert "MatMul" in registered and "Unpack" in list(registered.keys()) and registered.get("NoSuchOp") is None
    assert [arg.name for arg in registered["MatMul"].input_arg] == ["a", "b"]


@pytest.mark.usefixtures("tensorflow")
def test_shapes_become_tensors_by_the_functions_that_tensorflow_keeps_to_itself():
    module = run("from tensorflow.python.framework import constant_op")["constant_op"]
    with graphlab.Graph().as_default():
        tensor = module._tensor_shape_tensor_conversion_function(graphlab.TensorShape([2, 3]))
        assert tensor.dtype is graphlab.int32 and graphlab.get_static_value(tensor).tolist() == [2, 3]


@pytest.mark.usefixtures("tensorflow")
def test_the_parts_of_the_debugger_are_found_where_programs_import_them_from():
    found = run(
        """
from tensorflow.python.debug import DumpingDebugWrapperSession, DumpingDebugHook, DebugDumpDir, WatchOptions
from tensorflow.python.debug.wrappers.dumping_wrapper import DumpingDebugWrapperSession as again
from tensorflow.python.debug.lib.debug_data import load_tensor_from_event_file
"""
    )
    assert found["again"] is found["DumpingDebugWrapperSession"]


@pytest.mark.usefixtures("tensorflow")
def test_a_left_out_package_of_contrib_is_imported_and_explains_itself_where_it_is_used():
    found = {}
    exec("from tensorflow.contrib.libsvm.python.ops import libsvm_ops", found)
    exec("from tensorflow.contrib import labeled_tensor", found)
    with pytest.raises(AttributeError, match="no tf.contrib.libsvm.* Nearest: "):
        found["libsvm_ops"].decode_libsvm()
    with pytest.raises(AttributeError, match="no tf.contrib.labeled_tensor.LabeledTensor: .* Nearest: "):
        found["labeled_tensor"].LabeledTensor()
    with pytest.raises(ImportError, match="no tf.contrib.labeled_tensor: .* Nearest: "):
        exec("from tensorflow.contrib.labeled_tensor.python.ops.core import LabeledTensor", found)


@pytest.mark.usefixtures("tensorflow")
def test_programs_call_the_linear_map_of_recurrent_cells():
    tf = graphlab
    from tensorflow.contrib.rnn.python.ops import core_rnn_cell  # noqa: PLC0415  # pyright: ignore[reportMissingImports]

    with tf.Graph().as_default(), tf.variable_scope("attention", initializer=tf.ones_initializer()):
        y = core_rnn_cell._linear([tf.ones([2, 3]), tf.ones([2, 1])], 2, bias=True)
        assert [v.op.name for v in tf.global_variables()] == ["attention/kernel", "attention/bias"]
        assert y.op.name == "attention/attention/BiasAdd"
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            assert session.run(y).tolist() == [[4.0, 4.0], [4.0, 4.0]]


@pytest.mark.usefixtures("tensorflow")
@pytest.mark.parametrize("name", ["get", "serialize", "load_data", "preprocess_input"])
def test_a_name_of_several_things_is_none_of_them_where_tensorflow_has_no_such_name(name):
    with pytest.raises(ImportError, match=f"has nothing for tensorflow.python.framework.tensor_util.{name}"):
        run(f"from tensorflow.python.framework.tensor_util import {name}")


def test_uninstalling_sets_back_what_a_program_replaced():
    home = importlib.import_module("graphlab._src.ops.shape")
    before = home.rank
    assert compat.install(force=True)
    try:
        array_ops, name = importlib.import_module("tensorflow.python.ops.array_ops"), "rank"
        setattr(array_ops, name, len)
        assert home.rank is len
    finally:
        compat.uninstall()
    assert home.rank is before

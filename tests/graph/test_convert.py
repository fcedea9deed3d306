"""What becomes a tensor, and what is said of the rest."""

import importlib

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize("values", [[1, None], [None], [[1, 2], [3, None]]])
def test_a_list_with_none_in_it_is_no_tensor(values):
    with pytest.raises(TypeError, match="Failed to convert object of type <class 'list'> to Tensor"):
        tf.convert_to_tensor(values)


def test_shapes_and_sizes_become_whole_numbers():
    shape = tf.convert_to_tensor(tf.TensorShape([2, 3]))
    assert (shape.name, shape.dtype) == ("shape_as_tensor:0", tf.int32)
    assert tf.convert_to_tensor(tf.Dimension(3), tf.int64).dtype is tf.int64
    wide = tf.zeros([2**33, 1])  # more elements than int32 counts; never run
    assert (wide.op.inputs[0].dtype, wide.shape.as_list()) == (tf.int64, [2**33, 1])
    with pytest.raises(TypeError, match="Cannot convert a TensorShape to dtype: <dtype: 'float32'>"):
        tf.convert_to_tensor(tf.TensorShape([2]), tf.float32)
    with pytest.raises(ValueError, match="Cannot convert a partially known TensorShape to a Tensor"):
        tf.convert_to_tensor(tf.TensorShape([None]))


def test_lists_beside_lists_with_tensors_use_up_a_name_as_in_tensorflow():
    n = tf.placeholder(tf.int32, [], name="n")
    pack = tf.convert_to_tensor([[0, 0], [0, n]], name="paddings").op
    assert [tensor.name for tensor in pack.inputs] == ["paddings/0_1:0", "paddings/1:0"]


def test_none_is_no_tensor():
    with pytest.raises(ValueError, match="None values not supported"):
        tf.convert_to_tensor(None)


@pytest.mark.parametrize(
    "build, error",
    [
        (lambda x: tf.ones([x.shape[0], 1]), TypeError),
        (lambda x: tf.reshape(x, [x.shape[0], 3, 1]), TypeError),
        (lambda x: tf.reshape(x, [x.shape.as_list()[0], 3]), TypeError),
        (lambda x: tf.ones([None, 1]), ValueError),
        (lambda x: tf.one_hot([1], x.shape[0]), ValueError),
        (lambda x: tf.constant(0.0, shape=[x.shape[0], 2]), TypeError),
    ],
)
def test_unknown_size_says_what_to_write(build, error):
    with pytest.raises(error, match=r"fix .*tf.shape\(t\)\[i\] is the size that a run has"):
        build(tf.placeholder(tf.float32, [None, 3], name="x"))


def test_a_tensor_is_no_constant():
    with pytest.raises(TypeError, match="List of Tensors when single Tensor expected"):
        tf.constant(tf.constant(1.0))


def test_a_message_becomes_the_constant_that_it_holds():
    assert tf.get_static_value(tf.constant(tf.make_tensor_proto([1.5, 2.0]))).tolist() == [1.5, 2.0]


def test_the_constant_of_tensorflow_2_fills_its_shape_or_is_one_element():
    constant = tf.compat.v2.constant
    assert tf.get_static_value(constant([7], shape=[3])).tolist() == [7, 7, 7]
    assert tf.get_static_value(constant([1, 2], shape=[2, 1])).tolist() == [[1], [2]]
    with pytest.raises(TypeError, match=r"Expected Tensor's shape: \(3,\), got \(2,\)"):
        constant([1, 2], shape=[3])


def test_quantized_arrays_have_numpys_records():
    tensor = tf.constant(np.array([(1,), (2,)], [("qint8", np.int8)]))
    assert tensor.dtype == tf.qint8
    with tf.Session() as session:
        assert session.run(tf.pad(tensor, [[1, 0]])).tolist() == [0, 1, 2]
    message = tf.make_tensor_proto([(21,), (22,)], tf.qint16, [2, 2])
    found = tf.make_ndarray(message)
    assert found.dtype == [("qint16", np.int16)] and found.tolist() == [[(21,), (22,)], [(22,), (22,)]]
    assert tf.make_tensor_proto(found) == message and tf.constant(found).dtype == tf.qint16
    assert tf.make_ndarray(tf.make_tensor_proto((7,), tf.quint8)) == np.array((7,), [("quint8", np.uint8)])


def test_a_list_that_begins_with_a_tensor_of_another_type_is_cast():
    tensor = tf.convert_to_tensor([tf.constant(1.5), 2, [tf.constant(3)][0]], tf.int32)
    assert [item.op.type for item in tensor.op.inputs] == ["Cast", "Const", "Const"]
    with pytest.raises(TypeError, match="Cannot convert a list containing a tensor of dtype <dtype: 'int32'> to"):
        tf.convert_to_tensor([tf.constant(1.5), tf.constant(2)])


@pytest.mark.parametrize(
    ("values", "types"),
    [
        ([[1], [1.5]], "int32, float32"),
        ([[1.5], [1]], "float32, int32"),
        ([np.array([1]), [1]], "int64, int32"),
        ([["a"], [1]], "string, int32"),
    ],
)
def test_lists_to_be_joined_have_one_type(values, types):
    with pytest.raises(TypeError, match=rf"'values' of 'ConcatV2' Op have types \[{types}\] that don't all match"):
        tf.concat(values, 0)
    assert tf.concat([[1], tf.constant([1.5])], 0).dtype == tf.float32


def test_an_operation_prints_its_attributes_in_order():
    text = str(tf.constant([1.0, 2.0], name="a").op)
    assert text.index("dtype") < text.index("value")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: tf.raw_ops.ConcatV2(values=[[1.0]], axis=0),
            "List argument 'values' to 'ConcatV2' Op with length 1 shorter",
        ),
        (
            lambda: tf.string_join([]),
            "List argument 'inputs' to 'StringJoin' Op with length 0 shorter than minimum length 1",
        ),
        (lambda: tf.identity_n([]), "Attr 'T' of 'IdentityN' Op passed list of length 0 less than minimum 1"),
        (
            lambda: tf.depth_to_space(tf.ones([1, 1, 1, 4]), 1),
            "Attr 'block_size' of 'DepthToSpace' Op passed 1 less than",
        ),
        (
            lambda: tf.random.uniform_candidate_sampler([[1]], 1, 0, True, 5),
            "Attr 'num_sampled' of 'UniformCandidateSampler' Op passed 0 less than minimum 1",
        ),
    ],
)
def test_attributes_and_lists_below_their_minimum_are_refused(make, message):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=message):
        make()


def test_a_whole_number_among_the_attributes_is_what_int_makes_of_it():
    with tf.Graph().as_default():
        x = tf.ones([1, 4, 4, 3])
        pooled = tf.nn.max_pool(x, [1, 2.5, np.array([2]), 1], [1, 4 / 2, np.float32(2), 1], "SAME")
        assert (list(pooled.op.get_attr("ksize")), pooled.shape.as_list()) == ([1, 2, 2, 1], [1, 2, 2, 3])
        assert tf.nn.lrn(x, 2.7).op.get_attr("depth_radius") == 2
        assert tf.space_to_depth(x, 2.0).shape.as_list() == [1, 2, 2, 12]
        assert tf.random_shuffle([2], seed=3.0).op.get_attr("seed2") == 3
        for radius in ("2", float("nan"), [2]):
            with pytest.raises(TypeError, match="Expected int"):
                tf.nn.lrn(x, radius)


def test_a_constant_without_elements_is_empty_whatever_fills_it():
    with tf.Graph().as_default(), tf.Session() as session:
        values = session.run([tf.compat.v2.constant(value, shape=[0, 2]) for value in (-np.inf, [1], [1, 2], "a")])
    assert [value.shape for value in values] == [(0, 2)] * 4


def test_numpys_codes_are_no_names_of_dtypes(tmp_path):
    assert tf.as_dtype("float") == tf.as_dtype(np.dtype("f")) == "float32"
    with pytest.raises(TypeError, match="Cannot convert value 'q' to a TensorFlow DType"):
        tf.as_dtype("q")
    file = tmp_path / "table.csv"
    file.write_text("a,b\n1,x\n2,\n")  # "q" is what an empty field means, as in TensorFlow; np.dtype("q") is int64
    data = tf.data.experimental.CsvDataset(str(file), [0, "q"], header=True).batch(2)
    with tf.Session() as session:
        numbers, words = session.run(data.make_one_shot_iterator().get_next())
    assert (numbers.tolist(), words.tolist()) == ([1, 2], [b"x", b"q"])


def test_true_is_float32_and_false_is_no_dtype():
    """As in TensorFlow, where True is the number 1 in its tables: programs pass them for another argument."""
    with tf.Graph().as_default():
        known, unknown = tf.placeholder(tf.float16, [2]), tf.placeholder(tf.float16, [None])
        assert tf.cast(known, True).dtype is tf.ones_like(known, np.bool_(True)).dtype is tf.float32
        assert tf.zeros_like(known, True).dtype is tf.float32
        assert tf.zeros_like(known, False).dtype is tf.float16
        for make in (lambda: tf.zeros_like(unknown, False), lambda: tf.ones_like(known, False)):
            with pytest.raises(TypeError, match="Cannot convert value False"):
                make()


def test_a_list_that_does_not_fit_the_others_is_described():
    pair = import_test_ops().type_list_twice
    with pytest.raises(
        TypeError, match=r"has type list of string, int32 that does not match type list string, bool of arg"
    ):
        pair(["a", True], ["b", 6])
    with pytest.raises(TypeError, match=r"have types \[int32, <NOT CONVERTIBLE TO TENSOR>\] that don't all match"):
        import_test_ops().n_polymorphic_in([38, None])
    with pytest.raises(ValueError, match="with length 1 must match length 3 of argument 'a'"):
        import_test_ops().n_in_twice([1, 2, 3], ["b"])


def import_test_ops():
    return importlib.import_module("graphlab._src.compat.test_ops")

"""Types of old graphs, and such as other tools put into graphs: the values are TensorFlow 1.15's, or NumPy's."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.ops.audio.spectrogram import audio_spectrogram, mfcc
from graphlab._src.ops.define import raw_ops
from graphlab._src.proto import GraphDef

POWERS = [0, 4, 16, 4, 1, 4, 1, 0, 0]
CEPSTRAL = [1.43258, -1.35977, -1.53029, -0.99201]


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def some(*shape, seed=3):
    return np.random.RandomState(seed).uniform(0.2, 0.9, shape).astype(np.float32)


def test_a_table_behind_a_reference_is_filled_and_read(session):
    table = raw_ops.HashTable(key_dtype=tf.string, value_dtype=tf.int64, shared_name="words")
    fill = raw_ops.InitializeTable(table_handle=table, keys=["a", "b"], values=tf.constant([5, 7], tf.int64))
    found = raw_ops.LookupTableFind(table_handle=table, keys=["b", "c"], default_value=tf.constant(-1, tf.int64))
    session.run(fill)
    assert session.run(found).tolist() == [7, -1]
    assert session.run(raw_ops.LookupTableSize(table_handle=table)) == 2
    changed = raw_ops.MutableHashTable(key_dtype=tf.int64, value_dtype=tf.float32)
    insert = raw_ops.LookupTableInsert(table_handle=changed, keys=tf.constant([3], tf.int64), values=[0.5])
    session.run(insert)
    keys, values = raw_ops.LookupTableExport(table_handle=changed, Tkeys=tf.int64, Tvalues=tf.float32)
    assert [one.tolist() for one in session.run([keys, values])] == [[3], [0.5]]


def test_many_matrices_had_types_of_their_own(session):
    matrices = some(2, 3, 3) + 2 * np.eye(3, dtype=np.float32)
    symmetric = matrices @ np.swapaxes(matrices, 1, 2)
    inverse = session.run(raw_ops.BatchMatrixInverse(input=matrices, adjoint=True))
    np.testing.assert_allclose(inverse, np.linalg.inv(np.swapaxes(matrices, 1, 2)), 1e-4)
    lower = session.run(raw_ops.BatchCholesky(input=symmetric))
    np.testing.assert_allclose(lower, np.linalg.cholesky(symmetric), 1e-4, 1e-5)
    rows = session.run(raw_ops.BatchSelfAdjointEig(input=symmetric))
    values, vectors = rows[:, :1], rows[:, 1:]
    np.testing.assert_allclose(symmetric @ vectors, vectors * values, 1e-3, 1e-3)


def test_the_number_of_the_largest_stood_in_the_graph(session):
    x = tf.constant([[1.0, 4.0, 3.0], [9.0, 2.0, 5.0]])
    values, places = raw_ops.TopK(input=x, k=2)
    assert values.shape.as_list() == [2, 2]
    assert [one.tolist() for one in session.run([values, places])] == [[[4, 3], [9, 5]], [[1, 2], [0, 2]]]
    assert session.run(tf.gradients(values, x)[0]).tolist() == [[0, 1, 1], [1, 0, 1]]
    assert session.run(raw_ops.InTopK(predictions=x, targets=[0, 2], k=2)).tolist() == [False, True]
    assert session.run(raw_ops.Reverse(tensor=x, dims=[False, True]))[0].tolist() == [3, 4, 1]


@pytest.mark.parametrize("use_peephole", [False, True])
@pytest.mark.parametrize("version", ["", "V2"])
def test_an_lstm_over_a_sequence_is_its_steps(session, version, use_peephole):
    x, c, h, w, b = (tf.constant(some(*shape)) for shape in ((3, 2, 2), (2, 3), (2, 3), (5, 12), (12,)))
    peepholes = [tf.constant(some(3, seed=seed)) for seed in range(3)]
    inputs = [x, c, h, w, *peepholes, b]
    order = [0, 1, 2, 3] if not version else [0, 2, 1, 3]
    own_w, own_b = (tf.concat([tf.split(one, 4, -1)[i] for i in order], -1) for one in (w, b))
    attrs = {"cell_clip": -1.0, "use_peephole": use_peephole} | ({} if version else {"forget_bias": 0.5})
    made = getattr(raw_ops, f"BlockLSTM{version}")(tf.constant(2, tf.int64), *inputs, **attrs)
    steps = []
    for i in range(2):
        step = {"forget_bias": 0.0 if version else 0.5, "cell_clip": -1.0, "use_peephole": use_peephole}
        outputs = raw_ops.LSTMBlockCell(x[i], c, h, own_w, *peepholes, own_b, **step)
        steps.append(outputs)
        c, h = outputs[1], outputs[6]
    weights = some(2, 2, 3, seed=9)
    ours = made[6][:2] * weights + made[1][:2]
    theirs = tf.stack([one[6] for one in steps]) * weights + tf.stack([one[1] for one in steps])
    found = session.run([ours, *tf.gradients(ours, inputs)])
    expected = session.run([theirs, *tf.gradients(theirs, inputs)])
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, 1e-4, 1e-6)


def test_a_gru_step_has_the_gradient_of_its_formula(session):
    shapes = ((2, 3), (2, 2), (5, 4), (5, 2), (4,), (2,))
    x, h, w_ru, w_c, b_ru, b_c = inputs = [tf.constant(some(*shape)) for shape in shapes]
    made = raw_ops.GRUBlockCell(x=x, h_prev=h, w_ru=w_ru, w_c=w_c, b_ru=b_ru, b_c=b_c)[3]
    r, u = tf.split(tf.sigmoid(tf.matmul(tf.concat([x, h], 1), w_ru) + b_ru), 2, 1)
    formula = u * h + (1 - u) * tf.tanh(tf.matmul(tf.concat([x, h * r], 1), w_c) + b_c)
    weights = some(2, 2, seed=9)
    found = session.run([made, *tf.gradients(made * weights, inputs)])
    expected = session.run([formula, *tf.gradients(formula * weights, inputs)])
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, 1e-4, 1e-6)


def test_a_spectrogram_and_its_cepstral_coefficients(session):
    time = np.arange(48) / 8000.0
    sound = (np.sin(2 * np.pi * 1000 * time) + 0.5 * np.sin(2 * np.pi * 2500 * time)).astype(np.float32)[:, None]
    powers = audio_spectrogram(sound, window_size=16, stride=16, magnitude_squared=True)
    bands = {"lower_frequency_limit": 20.0, "filterbank_channel_count": 6, "dct_coefficient_count": 4}
    coefficients = mfcc(powers, 8000, upper_frequency_limit=4000.0, **bands)
    assert powers.shape.as_list() == [1, 3, 9]
    assert coefficients.shape.as_list() == [1, 3, 4]
    found, cepstral = session.run([powers, coefficients])
    np.testing.assert_allclose(found[0, 0], POWERS, 1e-4, 1e-4)
    np.testing.assert_allclose(cepstral[0, 0], CEPSTRAL, 1e-4, 1e-4)


def test_equations_of_one_operation(session):
    a, b = some(2, 3, 4), some(4, 5)
    made = raw_ops.Einsum(inputs=[tf.constant(a), tf.constant(b)], equation="...ij,jk->...ik")
    assert made.shape.as_list() == [2, 3, 5]
    np.testing.assert_allclose(session.run(made), a @ b, 1e-5)
    unknown = raw_ops.Einsum(inputs=[tf.placeholder(tf.float32, [None, 3]), tf.constant(a)], equation="bi,bij->jb")
    assert unknown.shape.as_list() == [4, 2]
    with pytest.raises(ValueError, match="Expected dimension 4 for label j"):
        raw_ops.Einsum(inputs=[tf.constant(a), tf.constant(a)], equation="bij,bjk->bik")


def test_convolutions_that_pad_are_those_of_padded_images(session):
    images, filters = tf.constant(some(1, 3, 3, 2)), tf.constant(some(2, 2, 2, 3))
    paddings = [[0, 0], [1, 1], [1, 0], [0, 0]]
    how = {"strides": [1, 2, 1, 1], "padding": "VALID"}
    made = raw_ops.FusedPadConv2D(input=images, paddings=paddings, filter=filters, mode="SYMMETRIC", **how)
    alone = tf.nn.conv2d(tf.pad(images, paddings, "SYMMETRIC"), filters, **how)
    assert made.shape.as_list() == alone.shape.as_list()
    one, other = session.run([made, alone])
    np.testing.assert_allclose(one, other, 1e-5)
    resized = raw_ops.FusedResizeAndPadConv2D(
        input=images, size=[4, 5], paddings=paddings, filter=filters, mode="REFLECT", **how
    )
    larger = tf.image.resize_bilinear(images, [4, 5])
    alone = tf.nn.conv2d(tf.pad(larger, paddings, "REFLECT"), filters, **how)
    assert resized.shape.as_list() == alone.shape.as_list()
    one, other = session.run([resized, alone])
    np.testing.assert_allclose(one, other, 1e-5)


def test_axes_and_sizes_of_another_layout(session):
    assert session.run(raw_ops.DataFormatDimMap(x=[0, 1, 2, 3, -1])).tolist() == [0, 2, 3, 1, 1]
    assert session.run(raw_ops.DataFormatVecPermute(x=[2, 5, 6, 3])).tolist() == [2, 3, 5, 6]


@pytest.mark.parametrize(
    "source, target, words",
    [
        ("12345678", "87654321", "Source format must be of length 4 or 5, received src_format = 12345678"),
        ("1233", "4321", "Destination and source format must determine a permutation, got 1233 and 4321"),
        ("1234", "3321", "Destination and source format must determine a permutation, got 1234 and 3321"),
    ],
)
def test_layouts_that_are_none(session, source, target, words):
    for make in (raw_ops.DataFormatDimMap, raw_ops.DataFormatVecPermute):
        with pytest.raises(tf.errors.InvalidArgumentError, match=words):
            session.run(make(x=[0, 1, 2, 3], src_format=source, dst_format=target))


def test_bits_are_counted_and_packed(session):
    assert session.run(raw_ops.PopulationCount(x=[5, 255, -1])).tolist() == [2, 8, 32]
    packed = raw_ops.CompareAndBitpack(input=[[1.0, 0, 0, 0, 0, 0, 1, 1]], threshold=0.5)
    assert session.run(packed).tolist() == [[0b10000011]]


def test_a_placeholder_of_tensorflow_1_0_is_fed(session):
    message = GraphDef()
    node = message.node.add(name="x", op="PlaceholderV2")
    node.attr["dtype"].type = 1
    node.attr["shape"].shape.dim.add(size=2)
    (x,) = tf.import_graph_def(message, return_elements=["x:0"], name="")
    assert session.run(x + 1.0, {x: [1, 2]}).tolist() == [2, 3]


def test_the_gradient_of_a_loop_may_have_stacks_behind_references(session):
    x = tf.constant([0.5, 1.0])
    y = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, tf.sin(v) * v), [0, x])[1]
    gradient = tf.identity(tf.gradients(y, x)[0], name="gradient")
    expected = session.run(gradient)
    message = tf.get_default_graph().as_graph_def()
    for node in message.node:
        if node.op.startswith("Stack"):
            node.op = node.op.removesuffix("V2")
            del node.input[: 1 if node.op == "Stack" else 0]
        elif node.op == "Enter" and node.attr["T"].type == tf.resource.as_datatype_enum:
            node.op = "RefEnter"
            node.attr["T"].type = tf.string.as_datatype_enum
    (again,) = tf.import_graph_def(message, return_elements=["gradient:0"], name="old")
    assert "Stack" in {op.type for op in again.graph.get_operations()}
    np.testing.assert_array_equal(session.run(again), expected)

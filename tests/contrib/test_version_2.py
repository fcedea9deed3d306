"""tf.compat.v2 in graph mode: arguments, defaults, variables and summaries as TensorFlow 2 has them."""

import inspect

import numpy as np
import pytest

import graphlab as tf
import graphlab.compat.v2 as tf2


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (tf2.zeros_like, "(input, dtype=None, name=None)"),
        (tf2.reduce_sum, "(input_tensor, axis=None, keepdims=False, name=None)"),
        (tf2.math.count_nonzero, "(input, axis=None, keepdims=None, dtype=tf.int64, name=None)"),
        (tf2.nn.softmax_cross_entropy_with_logits, "(labels, logits, axis=-1, name=None)"),
        (tf2.debugging.assert_equal, "(x, y, message=None, summarize=None, name=None)"),
        (tf2.strings.length, "(input, unit='BYTE', name=None)"),
    ],
)
def test_arguments_and_defaults(function, arguments):
    assert str(inspect.signature(function)) == arguments


def test_what_functions_do_always(session):
    table = [tf.constant([[0.0], [1.0]]), tf.constant([[2.0], [3.0]])]
    found = tf2.nn.embedding_lookup(table, [1, 2])  # ids are divided among the parts in order
    words = tf2.strings.split(input=["a b", "c"])
    zeros = tf2.zeros_like(input=[1, 2])
    spread = tf2.space_to_batch(tf.reshape(tf.range(4), [1, 2, 2, 1]), [2, 1], [[0, 0], [0, 0]])
    values = session.run([found, zeros, words.values, spread])
    assert values[0].tolist() == [[1.0], [2.0]] and values[1].tolist() == [0, 0]
    assert values[2].tolist() == [b"a", b"b", b"c"] and values[3].ravel().tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match=r"zeros_like\(\) got an unexpected keyword argument 'tensor'"):
        tf2.zeros_like([1], tensor=[1])


def test_images_are_resized_by_the_middles_of_their_pixels(session):
    image = tf.reshape(tf.constant([0.0, 3, 1, 7, 2, 9, 4, 4, 8]), [1, 3, 3, 1])
    resized = [
        tf2.image.resize(image, [2, 2]),
        tf2.image.resize(image, [2, 2], antialias=True),
        tf2.image.resize(image, [2, 2], "lanczos3", antialias=True),
        tf2.image.resize(image, [2, 2], tf2.image.ResizeMethod.MITCHELLCUBIC),
        tf2.image.resize_with_pad(image, 2, 4)[:, :, 1:3],
    ]
    placed = tf.raw_ops.ScaleAndTranslate(
        images=image, size=[2, 2], scale=[0.6, 1.2], translation=[0.3, -0.5], kernel_type="gaussian"
    )
    values = session.run([*resized, placed, tf.gradients(placed[0, 0, 0, 0], image)[0]])
    # TensorFlow's values.
    for found, wanted in zip(
        values,
        [
            [2.0, 2.9375, 4.4375, 7.0625],
            [2.625, 3.48438, 4.42188, 6.45313],
            [2.49844, 3.37097, 4.33409, 6.78806],
            [1.93702, 2.87678, 4.43337, 7.19192],
            [2.0, 2.9375, 4.4375, 7.0625],
            [2.24844, 2.82876, 4.26697, 4.03041],
            [0.4661, 0.2393, 0, 0.17847, 0.09163, 0, 0.01619, 0.00831, 0],
        ],
        strict=True,
    ):
        np.testing.assert_allclose(found.ravel(), wanted, atol=2e-5)


def test_functions_with_other_arguments(session):
    x = tf.constant(np.arange(16.0, dtype=np.float32).reshape(1, 4, 4, 1))
    sparse = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 5.0, 2.0], [2, 3])
    drawn = [tf2.nn.fractional_max_pool(x, 1.5, seed=5).output for _ in range(2)]
    glimpse = tf2.image.extract_glimpse(x, [2, 2], [[-1.0, -1.0]], noise="zero")
    values = session.run(
        [
            tf2.nn.max_pool_with_argmax(x, 2, 2, "VALID", output_dtype=tf.int32).argmax,
            tf2.nn.dilation2d(x, tf.ones([2, 2, 1]), [1, 2, 2, 1], "VALID", "NHWC", [1, 1, 1, 1]),
            tf2.sparse.reduce_max(sparse, axis=1),
            tf2.sparse.reduce_sum(sparse, axis=1, output_is_sparse=True).values,
            glimpse,
        ]
    )
    assert [value.ravel().tolist() for value in values] == [
        [5, 7, 13, 15],
        [6, 8, 14, 16],
        [5, 2],
        [6, 2],
        [0, 0, 0, 0],
    ]
    np.testing.assert_array_equal(*session.run(drawn))
    with pytest.raises(ValueError, match="Data formats other than NHWC are not yet supported"):
        tf2.nn.erosion2d(x, tf.ones([2, 2, 1]), [1, 1, 1, 1], "VALID", "NCHW", [1, 1, 1, 1])


def test_pooling_and_transposed_convolution_of_volumes(session):
    image, volume = tf.ones([1, 4, 4, 2]), tf.ones([1, 4, 4, 4, 2])
    names = {
        tf2.nn.max_pool(input=image, ksize=2, strides=2, padding="SAME"): "MaxPool",
        tf2.nn.max_pool(volume, 2, 2, "SAME"): "MaxPool3D",
        tf2.nn.avg_pool(image, 2, 2, "SAME"): "AvgPool",
        tf2.nn.avg_pool(volume, 2, 2, "SAME"): "AvgPool3D",
        tf2.nn.avg_pool2d(input=image, ksize=2, strides=2, padding="SAME"): "AvgPool2D",
    }
    for tensor, name in names.items():
        assert tensor.op.name == name
        assert (session.run(tensor) == np.ones([1, *[2] * (tensor.shape.rank - 2), 2])).all()
    wider = tf2.nn.conv3d_transpose(volume, tf.ones([2, 2, 2, 3, 2]), [1, 8, 8, 8, 3], strides=2)
    assert (session.run(wider) == np.full([1, 8, 8, 8, 3], 2)).all()


def test_variables_are_of_one_class():
    variable = tf2.Variable(1.0)
    assert isinstance(variable, tf2.Variable) and isinstance(tf.Variable(1.0), tf2.Variable)
    assert not isinstance(1.0, tf2.Variable) and issubclass(tf.Variable, tf2.Variable)
    assert variable.handle.dtype is tf.resource


def test_summaries(session, tmp_path):
    assert session.run(tf2.summary.scalar("none", 1.0, step=0)) == False  # noqa: E712  (NumPy's)
    writer, step = tf2.summary.create_file_writer(str(tmp_path)), tf.Variable(0, dtype=tf.int64)
    with writer.as_default(), tf2.summary.record_if(lambda: tf.equal(step % 2, 0)), tf.name_scope("a"):
        tf2.summary.experimental.set_step(step)
        written = [
            tf2.summary.scalar("x", 3),
            tf2.summary.histogram("h", [1.0, 2.0, 2.0, 5.0], buckets=3),
            tf2.summary.histogram("equal", [2.0, 2.0]),
            tf2.summary.text("t", "hello"),
            tf2.summary.image("i", tf.zeros([1, 2, 3, 1])),
        ]
        tf2.summary.experimental.set_step(None)
        with pytest.raises(ValueError, match="No step set via 'step' argument"):
            tf2.summary.scalar("x", 3)
    session.run([step.initializer, writer.init()])
    assert session.run(written) == [True] * 5
    session.run(step.assign(1))
    assert session.run(written) == [False] * 5
    session.run(writer.flush())
    (file,) = tmp_path.iterdir()
    events = [event for event in tf.train.summary_iterator(str(file)) if event.HasField("summary")]
    values = {value.tag: value for event in events for value in event.summary.value}
    assert [values[f"a/{tag}"].metadata.plugin_data.plugin_name for tag in ("x", "h", "t", "i")] == [
        "scalars",
        "histograms",
        "text",
        "images",
    ]
    made = {tag: tf.make_ndarray(value.tensor) for tag, value in values.items()}
    np.testing.assert_allclose(made["a/h"], [[1, 7 / 3, 3], [7 / 3, 11 / 3, 0], [11 / 3, 5, 1]])
    assert made["a/x"] == 3 and made["a/equal"].tolist() == [[1.5, 2.5, 2]] and made["a/t"] == b"hello"
    assert made["a/i"][:2].tolist() == [b"3", b"2"] and made["a/i"][2].startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("layer", "shapes", "expected"),
    [
        ("LSTM", [(4, 8), (2, 8), (8,)], [0.2298959, 0.4562474]),
        ("GRU", [(4, 6), (2, 6), (2, 6)], [0.7522519, 0.8127254]),
    ],
)
def test_gates_of_recurrent_layers_are_sigmoids(session, layer, shapes, expected):
    weights = [np.linspace(-1, 1, np.prod(shape)).reshape(shape) for shape in shapes]
    inputs = tf.constant(np.linspace(-1, 1, 12).reshape(1, 3, 4), tf.float32)
    whole = getattr(tf2.keras.layers, layer)(2)
    of_cell = tf2.keras.layers.RNN(getattr(tf2.keras.layers, f"{layer}Cell")(2))
    outputs = whole(inputs), of_cell(inputs)
    tf.keras.backend.set_session(session)
    for one in (whole, of_cell):
        one.set_weights(weights)
    for output in session.run(outputs):
        np.testing.assert_allclose(output[0], expected, rtol=1e-5)
    again = tf.keras.layers.deserialize(tf.keras.layers.serialize(whole))
    assert type(again) is getattr(tf.keras.layers, layer)


@pytest.mark.parametrize(
    ("trainable", "averages", "normalized"), [(True, [1.5, 1.5], [-1.0, 1.0]), (False, [1.0, 2.0], [0.0, 1.41386])]
)
def test_batch_normalization_that_is_not_trainable_uses_its_averages(session, trainable, averages, normalized):
    layer = tf2.keras.layers.BatchNormalization(
        momentum=0.5,
        epsilon=1e-3,
        trainable=trainable,
        moving_mean_initializer="ones",
        moving_variance_initializer=tf.constant_initializer(2.0),
    )
    output = layer(tf.constant([[1.0], [3.0]]), training=True)
    session.run(tf.global_variables_initializer())
    np.testing.assert_allclose(session.run(output).ravel(), normalized, rtol=1e-3)
    session.run(layer.updates)
    assert [value.item() for value in session.run([layer.moving_mean, layer.moving_variance])] == averages


def test_batch_normalization_says_what_one_operation_cannot_do():
    with pytest.raises(ValueError, match="fused=True and renorm=True is unsupported"):
        tf2.keras.layers.BatchNormalization(fused=True, renorm=True)
    with pytest.raises(ValueError, match="only support 4D input tensors"):
        tf2.keras.layers.BatchNormalization(fused=True)(tf.ones([2, 3]))


@pytest.mark.parametrize(
    ("initializer", "expected"),
    [
        (tf2.random_normal_initializer(seed=3), [-0.03358, 0.08380, -0.04721, 0.03040]),
        (tf2.random_uniform_initializer(seed=3), [-0.03041, 0.04393, 0.00323, 0.03410]),
        (tf2.initializers.VarianceScaling(seed=3), [-0.53987, 1.34733, -0.75905, 0.48871]),
        (tf2.keras.initializers.Orthogonal(seed=3), [-0.57959, 0.81491, -0.81491, -0.57959]),
    ],
)
def test_initializers_with_a_seed_draw_the_same_numbers_in_each_call(session, initializer, expected):
    drawn = initializer([2, 2]), initializer([2, 2])
    for values in session.run(drawn):
        np.testing.assert_allclose(values.ravel(), expected, atol=2e-5)
    assert "dtype" not in initializer.get_config()
    assert type(initializer).from_config({**initializer.get_config(), "dtype": "float32"}).seed == 3


def test_initializers_refuse_types_and_shapes_that_they_do_not_have(session):
    assert session.run(tf2.constant_initializer([1, 2])([2])).dtype == np.int32
    with pytest.raises(TypeError, match="Expected Tensor's shape: \\(2, 2\\), got \\(2,\\)"):
        tf2.constant_initializer([1, 2])([2, 2])
    with pytest.raises(ValueError, match="Expected floating point type, got <dtype: 'int32'>"):
        tf2.random_normal_initializer()([2], dtype=tf.int32)
    with pytest.raises(ValueError, match="Expected floating point type, got <dtype: 'int32'>"):
        tf2.initializers.GlorotUniform()([2, 2], dtype=tf.int32)
    with pytest.raises(ValueError, match="Expected floating point type, got <dtype: 'complex64'>"):
        tf2.initializers.Orthogonal()([2, 2], dtype=tf.complex64)
    with pytest.raises(ValueError, match="Expected numeric or boolean dtype"):
        tf2.ones_initializer()([2], dtype=tf.string)


def test_the_version_is_that_of_tensorflow_1():
    for name in ("version", "git_version", "compiler_version", "cxx11_abi_flag", "monolithic_build"):
        assert getattr(tf2, f"__{name}__") == getattr(tf, f"__{name}__")

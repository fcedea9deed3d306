"""multi_gpu_model: copies of a model on several GPUs."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.keras import multi_gpu

layers = tf.keras.layers
TASK = "/job:localhost/replica:0/task:0/device:"


@pytest.fixture
def gpus(monkeypatch):
    monkeypatch.setattr(
        multi_gpu, "_device_names", lambda: [f"{TASK}{n}" for n in ("CPU:0", "GPU:0", "GPU:1", "GPU:2")]
    )


def _model():
    inputs = [tf.keras.Input((3,), name="a"), tf.keras.Input((2,), name="b")]
    joined = layers.concatenate(inputs)
    constant = tf.keras.initializers.Constant(0.3)
    outputs = [
        layers.Dense(2, name="d", kernel_initializer=constant),
        layers.Dense(1, name="e", kernel_initializer="ones"),
    ]
    return tf.keras.Model(inputs, [layer(joined) for layer in outputs])


@pytest.mark.usefixtures("gpus")
def test_each_gpu_has_a_part_of_the_batch():
    with tf.Graph().as_default() as graph:
        model = _model()
        parallel = tf.keras.utils.multi_gpu_model(model, [0, 2])
        assert [layer.name for layer in parallel.layers[2:]] == [*"lambda lambda_1 lambda_2 lambda_3 model d e".split()]
        assert parallel.output_names == ["d", "e"]
        assert [output.op.device for output in parallel.outputs] == ["/device:CPU:0"] * 2
        assert graph.get_operation_by_name("replica_2/model/d/MatMul").device == "/device:GPU:2"
        assert parallel.weights[0] is model.weights[0]
        data = [np.arange(21.0).reshape(7, 3), np.arange(14.0).reshape(7, 2)]
        parts = tf.keras.backend.get_session().run(
            [parallel.layers[2].output, parallel.layers[4].output], {parallel.inputs[0]: data[0]}
        )
        assert [part.shape for part in parts] == [(3, 3), (4, 3)]
        for found, expected in zip(parallel.predict(data), model.predict(data), strict=True):
            np.testing.assert_allclose(found, expected)
        parallel.compile("sgd", "mse")
        assert np.isfinite(parallel.train_on_batch(data, [np.ones((7, 2)), np.ones((7, 1))])).all()


@pytest.mark.usefixtures("gpus")
def test_weights_are_made_on_the_cpu_and_outputs_joined_on_a_gpu():
    with tf.Graph().as_default():
        model = _model()
        parallel = tf.keras.utils.multi_gpu_model(model, 2, cpu_merge=False, cpu_relocation=True)
        assert parallel.weights[0] is not model.weights[0]
        assert parallel.weights[0].device == "/device:CPU:0"
        assert parallel.outputs[0].op.device == "/device:GPU:0"


@pytest.mark.parametrize(
    ("gpus", "reason"), [(1, "`gpus >= 2`"), ([0], r"`len\(gpus\) >= 2`"), (8, "Try reducing `gpus`")]
)
def test_gpus_that_are_too_few_are_refused(gpus, reason):
    with tf.Graph().as_default(), pytest.raises(ValueError, match=reason):
        tf.keras.utils.multi_gpu_model(_model(), gpus)

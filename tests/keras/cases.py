"""Layers with what they were given: goldens made by TensorFlow 1.15 (`python -m tests.keras.cases`) and held by a test."""

import json
import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).with_name("layers.json")
RANDOM = np.random.RandomState(0)
STEPS = RANDOM.randn(3, 5, 3).astype("float32")
STEPS[:2, 3:] = 0
IMAGES = RANDOM.randn(2, 6, 5, 3).astype("float32")
FIRST = RANDOM.randn(2, 3, 6, 5).astype("float32")
FORWARD_ONLY = {"LSTM unrolled", "GRU", "both ways, all", "ConvLSTM2D of halves", "LSTM of masks"}
VOLUMES = RANDOM.randn(2, 3, 4, 4, 2).astype("float32")


def cases(keras):
    """{name: (layer, data)}."""
    of = keras.layers
    last = {"return_sequences": True}
    return {
        "SimpleRNN": (of.SimpleRNN(4, activity_regularizer="l1"), STEPS),
        "LSTM": (of.LSTM(4, return_state=True), STEPS),
        "LSTM of masks": (of.LSTM(4, implementation=2, **last), "masked"),
        "LSTM unrolled": (of.LSTM(4, unroll=True, go_backwards=True, unit_forget_bias=False, **last), "masked"),
        "GRU": (of.GRU(4, use_bias=False), STEPS),
        "GRU reset after": (of.GRU(4, reset_after=True, recurrent_activation="sigmoid"), STEPS),
        "GRU in one": (of.GRU(4, implementation=2, kernel_regularizer="l2"), STEPS),
        "stack": (of.RNN([of.LSTMCell(4), of.GRUCell(3), of.SimpleRNNCell(2)], **last), STEPS),
        "peephole": (of.RNN(keras.experimental.PeepholeLSTMCell(4)), STEPS),
        "both ways": (of.Bidirectional(of.LSTM(4, **last)), "masked"),
        "both ways, all": (of.Bidirectional(of.GRU(4, return_state=True), merge_mode=None), STEPS),
        "ConvLSTM2D": (of.ConvLSTM2D(3, (2, 2)), VOLUMES),
        "ConvLSTM2D of halves": (of.ConvLSTM2D(3, 3, padding="same", strides=2, **last), VOLUMES),
        "TimeDistributed": (of.TimeDistributed(of.Conv2D(4, 2)), VOLUMES),
        "ZeroPadding2D": (of.ZeroPadding2D(((1, 2), (3, 0))), IMAGES),
        "ZeroPadding3D": (of.ZeroPadding3D(1), VOLUMES),
        "Cropping1D": (of.Cropping1D((1, 2)), STEPS),
        "Cropping2D": (of.Cropping2D(((1, 2), (1, 0)), data_format="channels_first"), FIRST),
        "UpSampling1D": (of.UpSampling1D(2), STEPS),
        "UpSampling2D": (of.UpSampling2D((2, 3), interpolation="bilinear"), IMAGES),
        "UpSampling3D": (of.UpSampling3D(2), VOLUMES),
        "DepthwiseConv2D": (of.DepthwiseConv2D(2, depth_multiplier=2, strides=(2, 2), padding="same"), IMAGES),
        "LocallyConnected1D": (of.LocallyConnected1D(4, 2, strides=2, activation="tanh"), STEPS),
        "LocallyConnected1D masked": (of.LocallyConnected1D(4, 3, padding="same", implementation=2), STEPS),
        "LocallyConnected1D sparse": (of.LocallyConnected1D(4, 3, padding="same", implementation=3), STEPS),
        "LocallyConnected2D": (of.LocallyConnected2D(4, (2, 3), strides=(2, 1), data_format="channels_first"), FIRST),
        "LayerNormalization": (of.LayerNormalization(axis=[1, 2]), STEPS),
        "Attention": (of.Attention(use_scale=True, causal=True), [STEPS[:, :4], STEPS]),
        "AdditiveAttention": (of.AdditiveAttention(), [STEPS[:, :4], STEPS]),
    }


def found(tf):
    """{name: [what it is like, (sum, sum of sizes) of each output and of each gradient]}, all of one run."""
    keras = tf.keras
    keras.backend.clear_session()
    made = {}
    for name, (layer, data) in cases(keras).items():
        if isinstance(data, str):
            inputs = keras.layers.Masking()(tf.constant(STEPS))
        else:
            inputs = [tf.constant(x) for x in data] if isinstance(data, list) else tf.constant(data)
        outputs = layer(inputs)
        outputs = outputs if isinstance(outputs, list) else [outputs]
        weights = layer.trainable_weights
        fixed = np.random.RandomState(1)
        sets = [w.assign(fixed.uniform(-0.5, 0.5, w.shape.as_list()).astype("float32")) for w in weights]
        loss = sum([tf.reduce_sum(tf.sin(x)) for x in outputs] + list(layer.losses))
        like = [layer.name, [[w.op.name, w.shape.as_list()] for w in layer.weights], sorted(layer.get_config())]
        tensors = outputs + (tf.gradients(loss, weights) if weights and name not in FORWARD_ONLY else [])
        made[name] = like, sets, tensors
    session = keras.backend.get_session()
    session.run([sets for _, sets, _ in made.values()])
    values = session.run({name: [tf.convert_to_tensor(t) for t in tensors] for name, (_, _, tensors) in made.items()})
    return {
        name: [like, [[float(v.sum()), float(np.abs(v).sum()), list(v.shape)] for v in values[name]]]
        for name, (like, _, _) in made.items()
    }


if __name__ == "__main__":
    import tensorflow

    GOLDEN.write_text(json.dumps(found(tensorflow), indent=1) + "\n")

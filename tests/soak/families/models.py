"""What models are made of: layers, losses, metrics, schedules of learning rates, initializers, cells put together."""

import numpy as np

from tests.soak.families.family import family

FAMILIES = []


@family(FAMILIES, 2)
def layers(m):
    shape = [m.int(1, 2), m.int(2, 4), m.int(2, 4), m.int(1, 3)]
    x = m.leaf("float32", shape, "plain")
    padding = m.choice(["same", "valid"])
    kind = m.choice(
        ["conv2d", "separable_conv2d", "conv2d_transpose", "max_pooling2d", "average_pooling2d", "batch_normalization"]
        + ["flatten", "dropout", "conv1d"]
    )
    if kind == "conv1d":
        x = m.leaf("float32", [shape[0], *shape[2:]], "plain")
    if "conv" in kind:
        m.emit("layer", kind, x, [m.int(1, 3), m.int(1, 2)], {"padding": padding, "strides": m.int(1, 2)})
    elif "pooling" in kind:
        m.emit("layer", kind, x, [m.int(1, 2), m.int(1, 2)], {"padding": padding})
    elif kind == "dropout":
        m.emit("layer", kind, x, [0.5], {"training": m.chance(0.5), "seed": m.int(0, 9)})
    elif kind == "batch_normalization":
        m.emit("layer", kind, x, [], {"training": m.chance(0.5)})
    else:
        m.emit("layer", kind, x, [], {})


@family(FAMILIES, 2)
def keras_layers(m):
    kind = m.choice(
        ["Dense", "Conv2D", "LSTM", "GRU", "SimpleRNN", "LayerNormalization", "UpSampling2D", "ZeroPadding2D"]
    )
    kind = m.choice([kind, "Activation", "Reshape", "Permute", "RepeatVector", "GlobalAveragePooling2D", "Embedding"])
    shape = [m.int(1, 2), m.int(2, 3), m.int(2, 3)]
    arguments = {"Dense": [2, "relu"], "Conv2D": [2, 2], "LSTM": [2], "GRU": [2], "SimpleRNN": [2]}.get(kind, [])
    if "2D" in kind:
        shape.append(m.int(1, 2))
    if kind == "Activation":
        arguments = [m.choice(["softmax", "hard_sigmoid", "elu", "selu", "softsign", "tanh", "exponential"])]
    elif kind == "Reshape":
        arguments = [[-1]]
    elif kind == "Permute":
        arguments = [[2, 1]]
    elif kind == "RepeatVector":
        arguments, shape = [2], shape[:2]
    elif kind == "Embedding":
        arguments = [5, 3]
    x = m.leaf("float32", shape, "plain")
    if kind == "Embedding":
        x = m.value(m.draw.randint(0, 5, shape[:2]).astype("int32"))
    m.emit("keras_layer", kind, arguments, x)


@family(FAMILIES, 2)
def losses(m):
    rows, columns = m.int(1, 3), m.int(2, 4)
    logits = m.leaf("float32", [rows, columns], m.choice(["plain", "wide", "whole"]))
    kind = m.choice(["softmax_cross_entropy", "sparse_softmax_cross_entropy", "sigmoid_cross_entropy", "pairwise"])
    weights = m.choice([1.0, 0.5, m.leaf("float32", [rows], "whole")])
    if kind == "pairwise":
        m.emit("tf.losses.mean_pairwise_squared_error", m.leaf("float32", [rows, columns], "unit"), logits)
    elif kind == "sparse_softmax_cross_entropy":
        labels = m.value(m.draw.randint(0, columns, rows).astype("int32"))
        m.emit("tf.losses." + kind, labels, logits, weights)
    else:
        labels = m.value(np.eye(columns, dtype="float32")[m.draw.randint(0, columns, rows)])
        weights = 1.0 if kind.startswith("sigmoid") else weights
        m.emit("tf.losses." + kind, labels, logits, weights, m.choice([0, 0.1]))


@family(FAMILIES, 2)
def metrics(m):
    count = m.int(1, 5)
    labels = m.value(m.draw.randint(0, 3, count).astype("int64"))
    guesses = m.value(m.draw.randint(0, 3, count).astype("int64"))
    kind = m.choice(["accuracy", "mean", "mean_iou", "precision", "recall", "auc", "rmse", "per_class", "relative"])
    truth = m.value(m.draw.rand(count) < 0.5)
    likely = m.leaf("float32", [count], "unit")
    if kind == "accuracy":
        m.emit("metric", "accuracy", [labels, guesses])
    elif kind == "mean":
        m.emit("metric", "mean", [m.leaf("float32", [count], "plain"), likely])
    elif kind == "mean_iou":
        m.emit("metric", "mean_iou", [labels, guesses, 3])
    elif kind == "per_class":
        m.emit("metric", "mean_per_class_accuracy", [labels, guesses, 3])
    elif kind in ("precision", "recall"):
        m.emit("metric", kind, [truth, m.value(m.draw.rand(count) < 0.5)])
    elif kind == "auc":
        m.emit("metric", "auc", [truth, likely])
    elif kind == "rmse":
        m.emit("metric", "root_mean_squared_error", [likely, m.leaf("float32", [count], "unit")])
    else:
        m.emit("metric", "mean_absolute_error", [likely, m.leaf("float32", [count], "unit")])


@family(FAMILIES, 1)
def schedules(m):
    step = m.value(np.int64(m.int(0, 30)))
    kind = m.choice(["exponential", "inverse_time", "natural_exp", "polynomial", "cosine", "piecewise", "restarts"])
    if kind == "piecewise":
        m.emit("tf.train.piecewise_constant", step, [5, 10], [1.0, 0.5, 0.1])
    elif kind == "polynomial":
        m.emit("tf.train.polynomial_decay", 0.5, step, 10, 0.01, m.choice([1.0, 2.0, 0.5]), m.chance(0.5))
    elif kind == "cosine":
        m.emit("tf.train.cosine_decay", 0.5, step, 10, 0.1)
    elif kind == "restarts":
        m.emit("tf.train.cosine_decay_restarts", 0.5, step, 7)
    else:
        name = {"exponential": "exponential_decay", "inverse_time": "inverse_time_decay"}.get(kind, "natural_exp_decay")
        m.emit("tf.train." + name, 0.5, step, 10, 0.9, m.chance(0.5))


@family(FAMILIES, 1)
def initializers(m):
    shape = [m.int(1, 4), m.int(1, 4)]
    kind = m.choice(["glorot_uniform", "glorot_normal", "he_normal", "lecun_uniform", "variance_scaling"])
    name = "tf.variance_scaling_initializer" if kind == "variance_scaling" else "tf.initializers." + kind
    m.emit("initial", name, m.int(1, 99), shape, outs=[("float32", shape)])


@family(FAMILIES, 1)
def cells(m):
    batch, time, deep, units = m.int(1, 2), m.int(1, 3), m.int(1, 2), m.int(1, 2)
    x = m.leaf("float32", [batch, time, deep], "plain")
    lengths = m.value(m.draw.randint(0, time + 1, batch).astype("int32"))
    m.emit("cells", m.choice(["static", "both", "stacked"]), m.choice(["GRUCell", "LSTMCell"]), units, x, lengths)

"""Graphs to draw: synthetic ones of any size and form, and the training graphs that people build.

Synthetic graphs are made of bare operations, without shape inference: 1,000,000 take seconds. `python -m benchmarks.graphs
NAME OUTPUT.pb` writes one as a GraphDef with the shapes of its outputs, as TensorFlow does on request.
"""

import random
import sys
from collections.abc import Callable

import graphlab as tf
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

TYPES = ("MatMul", "BiasAdd", "Relu", "Mul", "Add", "Identity", "Sum", "Reshape")
SHAPES = ((None, 256), (256, 256), (None,), ())
DEPTH = 6  # name scopes around an operation of `nested`
EDGES = 1.75  # per operation


class Builder:
    """Adds operations to a new graph as quickly as that goes: what it makes can be drawn, not run."""

    def __init__(self, seed: int):
        self.graph = tf.Graph()
        self.choose = random.Random(seed)
        self.outputs: list[Tensor] = []

    def add(self, name: str, producers: list[int]) -> None:
        inputs = [self.outputs[producer] for producer in producers]
        op_type = self.choose.choice(TYPES) if inputs else "Placeholder"
        op = Operation.detached(self.graph, op_type, name, inputs, [], {})
        op.outputs = [Tensor(op, 0, tf.float32, self.choose.choice(SHAPES))]
        self.graph.append(op)
        self.outputs += op.outputs


def nested(count: int, seed: int = 0) -> tf.Graph:
    """`count` operations in scopes six deep, as many in each; most edges are short, some come from far back."""
    build = Builder(seed)
    choose = build.choose
    width = max(2, round((count / 5) ** (1 / DEPTH)))
    for number in range(count):
        rest = number * width**DEPTH // count  # scopes fill up one after the other, as layers do
        parts = []
        for _ in range(DEPTH):
            rest, part = divmod(rest, width)
            parts.append(part)
        outer, *inner = reversed(parts)
        scope = "/".join([MODULES[outer % len(MODULES)], *map("{}_{}".format, LEVELS, inner)])
        wanted = min(number, 1 + (choose.random() < EDGES - 1))
        near = [choose.randrange(max(0, number - 30), number) for _ in range(wanted)]
        far = number and choose.random() < 0.002
        build.add(f"{scope}/{choose.choice(PARTS)}_{number}", [choose.randrange(number)] if far else near)
    return build.graph


MODULES = (
    "inputs",
    "encoder",
    "memory",
    "attention",
    "decoder",
    "mixer",
    "heads",
    "loss",
    "metrics",
    "export",
    "report",
)
LEVELS = ("block", "layer", "part", "cell", "step")
PARTS = ("kernel", "bias", "mul", "add", "read", "act")


def flat(count: int, seed: int = 0) -> tf.Graph:
    """No scopes at all."""
    build = Builder(seed)
    for number in range(count):
        wanted = min(number, 1 + (build.choose.random() < EDGES - 1))
        build.add(f"op_{number}", [build.choose.randrange(max(0, number - 30), number) for _ in range(wanted)])
    return build.graph


def chain(count: int) -> tf.Graph:
    """Each operation consumes the one before it."""
    build = Builder(0)
    for number in range(count):
        build.add(f"step_{number}", [number - 1] if number else [])
    return build.graph


def star(count: int) -> tf.Graph:
    """One operation that all others take."""
    build = Builder(0)
    for number in range(count):
        build.add(f"leaf_{number}" if number else "hub", [0] if number else [])
    return build.graph


def layered(layers: int, width: int, seed: int = 0) -> tf.Graph:
    """A random DAG: each operation consumes one to three of the layer before it, or of an earlier one."""
    build = Builder(seed)
    choose = build.choose
    for layer in range(layers):
        for place in range(width):
            far = layer > 1 and choose.random() < 0.1
            start = (choose.randrange(layer - 1) if far else layer - 1) * width
            producers = [start + choose.randrange(width) for _ in range(choose.randint(1, 3))] if layer else []
            build.add(f"layer_{layer}_{place}", producers)
    return build.graph


def mlp() -> tf.Graph:
    """Three dense layers with summaries, trained by Adam."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 784], name="x")
        labels = tf.placeholder(tf.int32, [None], name="labels")
        hidden = tf.layers.dense(x, 256, tf.nn.relu, name="hidden1")
        hidden = tf.layers.dense(hidden, 256, tf.nn.relu, name="hidden2")
        _train(tf.layers.dense(hidden, 10, name="logits"), labels)
    return graph


def cnn() -> tf.Graph:
    """Two convolutions with pooling, dropout and a dense layer, trained by Adam."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 28, 28, 1], name="x")
        labels = tf.placeholder(tf.int32, [None], name="labels")
        net = x
        for number, filters in enumerate((32, 64), 1):
            net = tf.layers.conv2d(net, filters, 5, padding="same", activation=tf.nn.relu, name=f"conv{number}")
            net = tf.layers.max_pooling2d(net, 2, 2, name=f"pool{number}")
        net = tf.layers.dense(tf.layers.flatten(net), 1024, tf.nn.relu, name="dense")
        _train(tf.layers.dense(tf.layers.dropout(net, 0.4, training=True), 10, name="logits"), labels)
    return graph


def lstm(steps: int = 20) -> tf.Graph:
    """An LSTM of 128 units, unrolled, trained by Adam with clipped gradients."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, steps, 28], name="x")
        labels = tf.placeholder(tf.int32, [None], name="labels")
        cell = tf.nn.rnn_cell.LSTMCell(128, name="lstm")
        outputs, _ = tf.nn.static_rnn(cell, tf.unstack(x, axis=1), dtype=tf.float32)
        _train(tf.layers.dense(outputs[-1], 10, name="logits"), labels, clip=1.0)
    return graph


def transformer(layers: int = 12, units: int = 64, heads: int = 4) -> tf.Graph:
    """An encoder with self-attention, trained by Adam."""
    with tf.Graph().as_default() as graph:
        tokens = tf.placeholder(tf.int32, [None, 32], name="tokens")
        labels = tf.placeholder(tf.int32, [None], name="labels")
        with tf.variable_scope("embeddings"):
            net = tf.nn.embedding_lookup(tf.get_variable("words", [1000, units]), tokens)
            net += tf.get_variable("positions", [32, units])
        for layer in range(layers):
            with tf.variable_scope(f"layer_{layer}"):
                net = _normalized("attention_norm", net + _attention(net, units, heads))
                inner = tf.layers.dense(net, 4 * units, tf.nn.relu, name="inner")
                net = _normalized("norm", net + tf.layers.dense(inner, units, name="outer"))
        _train(tf.layers.dense(tf.reduce_mean(net, 1), 10, name="logits"), labels)
    return graph


def _attention(net, units, heads):
    with tf.variable_scope("attention"):
        parts = [
            tf.transpose(
                tf.reshape(tf.layers.dense(net, units, name=name), [-1, 32, heads, units // heads]), [0, 2, 1, 3]
            )
            for name in ("query", "key", "value")
        ]
        query, key, value = parts
        weights = tf.nn.softmax(tf.matmul(query, key, transpose_b=True) / (units // heads) ** 0.5)
        joined = tf.reshape(tf.transpose(tf.matmul(weights, value), [0, 2, 1, 3]), [-1, 32, units])
        return tf.layers.dense(joined, units, name="output")


def _normalized(name, net):
    with tf.variable_scope(name):
        mean, variance = tf.nn.moments(net, [-1], keep_dims=True)
        scale = tf.get_variable("scale", net.shape[-1:], initializer=tf.ones_initializer())
        shift = tf.get_variable("shift", net.shape[-1:], initializer=tf.zeros_initializer())
        return (net - mean) * tf.rsqrt(variance + 1e-6) * scale + shift


def resnet(blocks=(3, 4, 6, 3)) -> tf.Graph:
    """ResNet-50 with batch normalization, trained by Adam."""
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 224, 224, 3], name="x")
        labels = tf.placeholder(tf.int32, [None], name="labels")
        with tf.variable_scope("stem"):
            net = tf.layers.max_pooling2d(_convolved(x, 64, 7, 2, "conv"), 3, 2, padding="same")
        for stage, count in enumerate(blocks):
            with tf.variable_scope(f"stage{stage + 1}"):
                for block in range(count):
                    with tf.variable_scope(f"block{block + 1}"):
                        net = _residual(net, 64 * 2**stage, 2 if stage and not block else 1)
        net = tf.reduce_mean(net, [1, 2], name="pool")
        _train(tf.layers.dense(net, 1000, name="logits"), labels)
    return graph


def _residual(net, filters, stride):
    shortcut = net
    if net.shape[-1] != 4 * filters:
        shortcut = _convolved(net, 4 * filters, 1, stride, "shortcut", activate=False)
    net = _convolved(net, filters, 1, 1, "conv1")
    net = _convolved(net, filters, 3, stride, "conv2")
    return tf.nn.relu(shortcut + _convolved(net, 4 * filters, 1, 1, "conv3", activate=False))


def _convolved(net, filters, size, stride, name, activate=True):
    with tf.variable_scope(name):
        net = tf.layers.conv2d(net, filters, size, stride, padding="same", use_bias=False, name="conv")
        net = tf.layers.batch_normalization(net, training=True, name="norm")
        return tf.nn.relu(net) if activate else net


def _train(logits, labels, clip=None):
    with tf.name_scope("loss"):
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
        tf.summary.scalar("loss", loss)
    with tf.name_scope("accuracy"):
        right = tf.equal(tf.argmax(logits, 1, output_type=tf.int32), labels)
        tf.summary.scalar("accuracy", tf.reduce_mean(tf.cast(right, tf.float32)))
    optimizer = tf.train.AdamOptimizer(1e-3)
    step = tf.train.get_or_create_global_step()
    pairs = optimizer.compute_gradients(loss)
    if clip is not None:
        clipped, _ = tf.clip_by_global_norm([gradient for gradient, _ in pairs], clip)
        pairs = [(gradient, variable) for gradient, (_, variable) in zip(clipped, pairs, strict=True)]
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        optimizer.apply_gradients(pairs, global_step=step, name="train")
    tf.summary.merge_all()
    tf.train.Saver()
    tf.global_variables_initializer()


ALL: dict[str, Callable[[], tf.Graph]] = {
    "mlp": mlp,
    "cnn": cnn,
    "lstm": lstm,
    "transformer": transformer,
    "resnet": resnet,
    "nested": lambda: nested(100_000),
    "flat": lambda: flat(100_000),
    "star": lambda: star(5_000),
    "chain": lambda: chain(10_000),
    "layered": lambda: layered(40, 25),
}

if __name__ == "__main__":
    name, output = sys.argv[1:]
    with open(output, "wb") as file:
        file.write(ALL[name]().as_graph_def(add_shapes=True).SerializeToString())

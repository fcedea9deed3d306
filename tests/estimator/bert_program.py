"""A classifier in the form of BERT's run_classifier, as small as it gets: it runs with TensorFlow 1.15 and with graphlab.

`train(tf, folder)` returns the losses of 12 steps, then an evaluation; initial values are the same in both.
"""

import os
import re
import zlib

import numpy as np

WIDTH, HEADS, LENGTH, WORDS, LAYERS = 8, 2, 6, 20, 2
RNG = np.random.RandomState(7)
LABELS = RNG.randint(2, size=16)
IDS = np.concatenate([RNG.randint(4, WORDS, (16, LENGTH - 1)), LABELS[:, None] + 2], 1)
MASK = np.arange(LENGTH) >= RNG.randint(0, 3, (16, 1))


def train(tf, folder):
    losses = []
    records = os.path.join(str(folder), "train.tf_record")
    write(tf, records)
    config = tf.contrib.tpu.RunConfig(
        cluster=None,
        master=None,
        model_dir=os.path.join(str(folder), "model"),
        save_checkpoints_steps=100,
        tpu_config=tf.contrib.tpu.TPUConfig(
            iterations_per_loop=100,
            num_shards=8,
            per_host_input_for_training=tf.contrib.tpu.InputPipelineConfig.PER_HOST_V2,
        ),
    )
    estimator = tf.contrib.tpu.TPUEstimator(
        use_tpu=False,
        model_fn=model_fn_builder(tf, 0.01, 12, 3),
        config=config,
        train_batch_size=8,
        eval_batch_size=4,
        predict_batch_size=4,
    )

    class Losses(tf.train.SessionRunHook):
        def before_run(self, run_context):
            return tf.train.SessionRunArgs("loss/loss:0")

        def after_run(self, run_context, run_values):
            losses.append(float(run_values.results))

    estimator.train(input_fn_builder(tf, records, True), hooks=[Losses()], max_steps=12)
    found = estimator.evaluate(input_fn_builder(tf, records, False))
    rows = list(estimator.predict(input_fn_builder(tf, records, False)))
    return losses, found, [float(row["probabilities"][1]) for row in rows], sorted(estimator.get_variable_names())


def write(tf, path):
    def ints(values):
        return tf.train.Feature(int64_list=tf.train.Int64List(value=[int(value) for value in values]))

    with tf.python_io.TFRecordWriter(path) as writer:
        for ids, mask, label in zip(IDS, MASK, LABELS):  # noqa: B905
            feature = {
                "input_ids": ints(ids),
                "input_mask": ints(mask),
                "segment_ids": ints(np.arange(LENGTH) > 2),
                "label_ids": ints([label]),
            }
            writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())


def input_fn_builder(tf, path, is_training):
    kinds = {
        **{name: tf.FixedLenFeature([LENGTH], tf.int64) for name in ("input_ids", "input_mask", "segment_ids")},
        "label_ids": tf.FixedLenFeature([], tf.int64),
    }

    def decode(record):
        example = tf.parse_single_example(record, kinds)
        return {name: tf.to_int32(value) for name, value in example.items()}

    def input_fn(params):
        data = tf.data.TFRecordDataset(path)
        data = data.repeat() if is_training else data
        return data.apply(
            tf.contrib.data.map_and_batch(decode, batch_size=params["batch_size"], drop_remainder=is_training)
        )

    return input_fn


def values(tf, shape, dtype=None, partition_info=None):
    """Initial values that depend on the variable's name and shape alone."""
    name = tf.get_variable_scope().name
    rng = np.random.RandomState(zlib.crc32(f"{name} {list(shape)}".encode()) % 2**31)
    return tf.constant(rng.normal(0, 0.3, [int(size) for size in shape]).astype(np.float32))


def model_fn_builder(tf, learning_rate, num_train_steps, num_warmup_steps):
    def initializer(shape, dtype=None, partition_info=None):
        return values(tf, shape)

    def dense(x, width, activation=None, name=None):
        return tf.layers.dense(x, width, activation, kernel_initializer=initializer, name=name)

    def layer_norm(x):
        return tf.contrib.layers.layer_norm(inputs=x, begin_norm_axis=-1, begin_params_axis=-1, scope=None)

    def gelu(x):
        return x * 0.5 * (1.0 + tf.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * tf.pow(x, 3))))

    def attention(x, mask):
        def heads(name):
            with tf.variable_scope(name):
                wide = tf.reshape(dense(x, WIDTH, name="dense"), [-1, LENGTH, HEADS, WIDTH // HEADS])
            return tf.transpose(wide, [0, 2, 1, 3])

        query, key, value = heads("query"), heads("key"), heads("value")
        scores = tf.matmul(query, key, transpose_b=True) / np.sqrt(WIDTH // HEADS).astype(np.float32)
        scores += (1.0 - tf.cast(mask, tf.float32)[:, None, None, :]) * -10000.0
        context = tf.transpose(tf.matmul(tf.nn.softmax(scores), value), [0, 2, 1, 3])
        return tf.reshape(context, [-1, LENGTH, WIDTH])

    def bert(features):
        with tf.variable_scope("bert"):
            with tf.variable_scope("embeddings"):
                words = tf.get_variable("word_embeddings", [WORDS, WIDTH], initializer=initializer)
                kinds = tf.get_variable("token_type_embeddings", [2, WIDTH], initializer=initializer)
                places = tf.get_variable("position_embeddings", [10, WIDTH], initializer=initializer)
                x = tf.nn.embedding_lookup(words, features["input_ids"])
                one_hot = tf.one_hot(tf.reshape(features["segment_ids"], [-1]), depth=2)
                x += tf.reshape(tf.matmul(one_hot, kinds), tf.shape(x))
                with tf.control_dependencies([tf.assert_less_equal(LENGTH, 10)]):
                    x += tf.slice(places, [0, 0], [LENGTH, -1])[None]
                x = layer_norm(x)
            with tf.variable_scope("encoder"):
                for layer in range(LAYERS):
                    with tf.variable_scope(f"layer_{layer}"):
                        with tf.variable_scope("attention"):
                            with tf.variable_scope("self"):
                                context = attention(x, features["input_mask"])
                            with tf.variable_scope("output"):
                                x = layer_norm(dense(context, WIDTH, name="dense") + x)
                        with tf.variable_scope("intermediate"):
                            wide = dense(x, 2 * WIDTH, gelu, name="dense")
                        with tf.variable_scope("output"):
                            x = layer_norm(dense(wide, WIDTH, name="dense") + x)
            with tf.variable_scope("pooler"):
                return dense(tf.squeeze(x[:, 0:1, :], axis=1), WIDTH, tf.tanh, name="dense")

    def model_fn(features, labels, mode, params):
        pooled = bert(features)
        with tf.variable_scope("classifier"):
            weights = tf.get_variable("output_weights", [2, WIDTH], initializer=initializer)
            bias = tf.get_variable("output_bias", [2], initializer=tf.zeros_initializer())
        with tf.variable_scope("loss"):
            logits = tf.nn.bias_add(tf.matmul(pooled, weights, transpose_b=True), bias)
            each = -tf.reduce_sum(tf.one_hot(features["label_ids"], 2) * tf.nn.log_softmax(logits), axis=-1)
            loss = tf.reduce_mean(each, name="loss")
        if mode == tf.estimator.ModeKeys.TRAIN:
            train_op = create_optimizer(tf, loss, learning_rate, num_train_steps, num_warmup_steps)
            return tf.contrib.tpu.TPUEstimatorSpec(mode=mode, loss=loss, train_op=train_op, scaffold_fn=None)
        if mode == tf.estimator.ModeKeys.EVAL:

            def metric_fn(each, labels, logits):
                accuracy = tf.metrics.accuracy(labels=labels, predictions=tf.argmax(logits, axis=-1))
                return {"eval_accuracy": accuracy, "eval_loss": tf.metrics.mean(values=each)}

            metrics = (metric_fn, [each, features["label_ids"], logits])
            return tf.contrib.tpu.TPUEstimatorSpec(mode=mode, loss=loss, eval_metrics=metrics, scaffold_fn=None)
        return tf.contrib.tpu.TPUEstimatorSpec(mode=mode, predictions={"probabilities": tf.nn.softmax(logits)})

    return model_fn


def create_optimizer(tf, loss, init_lr, num_train_steps, num_warmup_steps):
    step = tf.train.get_or_create_global_step()
    rate = tf.train.polynomial_decay(tf.constant(init_lr), step, num_train_steps, end_learning_rate=0.0, power=1.0)
    done = tf.cast(tf.cast(step, tf.int32), tf.float32)
    is_warmup = tf.cast(done < num_warmup_steps, tf.float32)
    rate = (1.0 - is_warmup) * rate + is_warmup * init_lr * done / num_warmup_steps

    class AdamWeightDecayOptimizer(tf.train.Optimizer):
        """Adam whose weights decay by themselves; it updates by assignments."""

        def __init__(self):
            super().__init__(False, "AdamWeightDecayOptimizer")

        def apply_gradients(self, grads_and_vars, global_step=None, name=None):
            assignments = []
            for grad, param in grads_and_vars:
                name = param.name.partition(":")[0]
                m, v = (
                    tf.get_variable(
                        name + end, param.shape.as_list(), trainable=False, initializer=tf.zeros_initializer()
                    )
                    for end in ("/adam_m", "/adam_v")
                )
                next_m = tf.multiply(0.9, m) + tf.multiply(0.1, grad)
                next_v = tf.multiply(0.999, v) + tf.multiply(0.001, tf.square(grad))
                update = next_m / (tf.sqrt(next_v) + 1e-6)
                if not re.search("LayerNorm|layer_norm|bias", name):
                    update += 0.01 * param
                assignments.extend([param.assign(param - rate * update), m.assign(next_m), v.assign(next_v)])
            return tf.group(*assignments, name=name)

    variables = tf.trainable_variables()
    grads, _ = tf.clip_by_global_norm(tf.gradients(loss, variables), clip_norm=1.0)
    pairs = list(zip(grads, variables))  # noqa: B905
    train_op = AdamWeightDecayOptimizer().apply_gradients(pairs, global_step=step)
    with tf.control_dependencies([train_op]):  # BERT lets the rate race with the next step
        return tf.group(train_op, step.assign(step + 1))

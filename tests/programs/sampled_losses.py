"""Losses on a few drawn classes, and the steps that they make on tables of two kinds."""

import numpy as np


def build(tf):
    words = tf.placeholder(tf.int32, [4], name="words")
    context = tf.placeholder(tf.int32, [4, 1], name="context")
    table = tf.get_variable("table", initializer=np.ones([20, 3], np.float32))
    weights = tf.get_variable("weights", initializer=np.ones([20, 3], np.float32), use_resource=True)
    biases = tf.Variable(tf.zeros([20]), name="biases")
    inputs = tf.nn.embedding_lookup(table, words)
    loss = tf.reduce_mean(
        tf.nn.nce_loss(weights, biases, context, inputs, num_sampled=6, num_classes=20, remove_accidental_hits=False),
        name="loss",
    )
    tf.train.GradientDescentOptimizer(1.0).minimize(loss, name="train")
    wide = tf.cast(tf.tile(context, [1, 2]), tf.int64)
    drawn = tf.nn.uniform_candidate_sampler(wide, 2, 5, False, 20, seed=3, name="drawn")
    softmax = tf.nn.sampled_softmax_loss(
        [table, table], biases, wide, inputs, 5, 40, num_true=2, sampled_values=drawn, remove_accidental_hits=False
    )
    tf.identity(softmax, name="softmax")
    tf.nn.learned_unigram_candidate_sampler(wide, 2, 5, True, 20, name="learned")
    tf.nn.fixed_unigram_candidate_sampler(wide, 2, 2, True, 4, distortion=0.5, num_reserved_ids=1, unigrams=(1, 2.0, 3))
    tf.random.all_candidate_sampler(wide, 2, 20, True)
    tf.nn.compute_accidental_hits(wide, drawn[0], 2)


RUNS = []

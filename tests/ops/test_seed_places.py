"""An operation's seed is its place in the graph; where a function adds fewer operations than TensorFlow's, places still agree."""

import numpy as np
import pytest

import graphlab as tf


def _logits():
    return tf.placeholder(tf.float32, [None, 4])


def _sampled_softmax():
    labels, weights = tf.placeholder(tf.int64, [None, 2]), tf.ones([6, 4])
    tf.nn.sampled_softmax_loss(weights, tf.zeros([6]), labels, _logits(), 3, 6, 2)


def _decode(helper):
    decoder = tf.contrib.seq2seq.BasicDecoder(
        tf.nn.rnn_cell.GRUCell(4), helper, tf.zeros([2, 4]), tf.layers.Dense(5, use_bias=False)
    )
    tf.contrib.seq2seq.dynamic_decode(decoder, maximum_iterations=3)


def _attention(decode):
    """A decoder that begins with the encoder's state, for a batch of an unknown size."""
    memory, lengths = tf.placeholder(tf.float32, [None, None, 4]), tf.placeholder(tf.int32, [None])
    seen = tf.contrib.seq2seq.BahdanauAttention(4, memory, lengths, normalize=True)
    cell = tf.contrib.seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), seen, alignment_history=True)
    initial = cell.zero_state(tf.shape(memory)[0], tf.float32).clone(cell_state=memory[:, 0])
    tf.contrib.seq2seq.dynamic_decode(decode(cell, initial, tf.shape(memory)[0]), maximum_iterations=3)


def _attending():
    words, output = tf.get_variable("e", [5, 4]), tf.layers.Dense(5, use_bias=False)

    def decoder(cell, initial, batch):
        helper = tf.contrib.seq2seq.GreedyEmbeddingHelper(words, tf.fill([batch], 1), 2)
        return tf.contrib.seq2seq.BasicDecoder(cell, helper, initial, output)

    _attention(decoder)


def _attending_beams():
    words, output = tf.get_variable("e", [5, 4]), tf.layers.Dense(5, use_bias=False)

    def decoder(cell, initial, batch):
        start = tf.fill([batch // 2], 1)
        return tf.contrib.seq2seq.BeamSearchDecoder(
            cell, words, start, 2, initial, 2, output, coverage_penalty_weight=0.1
        )

    _attention(decoder)


def _scheduled_embeddings():
    inputs = tf.reshape(_logits(), [2, 1, 4])
    _decode(tf.contrib.seq2seq.ScheduledEmbeddingTrainingHelper(inputs, [1, 1], tf.get_variable("e", [5, 4]), 0.5))


def _sampled_embeddings():
    _decode(tf.contrib.seq2seq.SampleEmbeddingHelper(tf.get_variable("e", [5, 4]), [1, 1], 2))


def _scheduled_outputs():
    inputs = tf.reshape(_logits(), [2, 1, 4])
    again = lambda outputs: tf.layers.dense(outputs, 4)  # noqa: E731
    _decode(tf.contrib.seq2seq.ScheduledOutputTrainingHelper(inputs, [1, 1], 0.5, next_inputs_fn=again))


def _schedule(kind, *args, **options):
    return lambda: getattr(tf.train, kind)(*args[:1], tf.train.get_or_create_global_step(), *args[1:], **options)


def _piecewise(boundaries):
    values = [0.1 * i for i in range(len(boundaries) + 1)]
    return lambda: tf.train.piecewise_constant(tf.train.get_or_create_global_step(), boundaries, values)


_CONTRIB = tf.contrib.distributions
_number = tf.feature_column.numeric_column


def _sizes():
    return tf.placeholder(tf.float32, [None])


def _mixture():
    parts = [tf.distributions.Normal(0.0, 1.0), tf.distributions.Normal(5.0, 1.0)]
    return _CONTRIB.Mixture(tf.distributions.Categorical(probs=[0.3, 0.7]), parts)


def _phased_lstm():
    cell = tf.contrib.rnn.PhasedLSTMCell(2)
    tf.nn.dynamic_rnn(cell, (tf.ones([2, 5, 1]), tf.ones([2, 5, 3])), dtype=tf.float32)


def _embedding_column():
    words = tf.feature_column.categorical_column_with_hash_bucket("a", 5)
    tf.feature_column.input_layer({"a": ["a", "b"]}, [tf.feature_column.embedding_column(words, 2)])


def _partition_gradient():
    data = _logits()
    tf.gradients(tf.dynamic_partition(data, tf.placeholder(tf.int32, [None]), 2), data)


def _gradient_of_joined_rows(axis):
    def build():
        parts = [tf.ones([2, 3]), tf.ones([2, 3])]
        tf.gradients(tf.gather(tf.concat(parts, axis), tf.placeholder(tf.int64, [None])), parts)

    return build


def _gradient(function):
    def build():
        data = _logits()
        tf.gradients(function(data, tf.placeholder(tf.int32, [None])), data)

    return build


def _metric(kind, *args, **options):
    return lambda: getattr(tf.keras.metrics, kind)(*args, **options)(_logits(), _logits())


def _connected(*size, implementation=1):
    layer = getattr(tf.keras.layers, f"LocallyConnected{len(size) - 1}D")
    return lambda: layer(2, 2, implementation=implementation)(tf.keras.Input(size))


def _divergence(kind):
    tf.distributions.kl_divergence(kind(_logits(), _logits()), kind(_logits(), _logits()))


def _rows_trained_by(optimizer):
    rows = tf.get_variable("e", [6, 4])
    optimizer.minimize(tf.reduce_sum(tf.nn.embedding_lookup(rows, [1, 3, 1])))


def _step(cell):
    cell(tf.ones([2, 4]), cell.zero_state(2, tf.float32))


def _linear_model_of_words():
    words = tf.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 2])
    column = tf.feature_column.categorical_column_with_hash_bucket("words", 9)
    tf.feature_column.linear_model({"words": words}, [column])


def _number_of_radians():
    return tf.placeholder(tf.float32, [])


def _images():
    return tf.placeholder(tf.float32, [None, None, None, 3])


def _gradient_of_a_crop():
    image = tf.ones([5, 6, 3])
    tf.gradients(tf.random_crop(image, [3, 3, 3]), image)


def _contrib_embedding_column():
    layers = tf.contrib.layers
    words = tf.SparseTensor([[0, 0], [1, 0]], ["a", "b"], [2, 2])
    column = layers.embedding_column(layers.sparse_column_with_hash_bucket("words", 9), 2)
    layers.input_from_feature_columns({"words": words}, [column])


def _sizes_of_two():
    return tf.placeholder(tf.int64, [None, 1])


def _converted(function):
    return lambda: tf.autograph.to_graph(function)(_logits())


def _counting(x):
    total = 0
    for i in tf.range(tf.placeholder(tf.int32, [])):
        if tf.equal(i % 2, 0):
            continue
        total += i
    return total


def _assigning(x):
    y = 0.0
    if tf.reduce_sum(x) > 1.0:
        y, z = 2.0, x
    else:
        y, z = 3.0, -x
    return y + z


def _returning(x):
    if tf.reduce_sum(x) > 1.0:
        return x
    return -x


def _in_a_tuple(x):
    a = (x, 1)
    if tf.reduce_sum(x) > 1.0:
        a = (-x, 2)
    return a[0]


def _fit():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", ["mae"])
    data = np.ones((4, 3)), np.ones((4, 1))
    model.fit(*data, verbose=0, validation_data=data)


def _weighing_model():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid", input_shape=(3,))])
    model.compile("sgd", "binary_crossentropy", weighted_metrics=["mse"])
    return model, np.ones([4, 3]), np.array([0, 1, 0, 1])


def _fit_with_weights():
    model, x, y = _weighing_model()
    model.fit(x, y, class_weight={0: 1.0, 1: 2.0}, validation_data=(x, y), epochs=2, verbose=0)
    model.evaluate(x, y, verbose=0)


def _fit_with_weights_and_without():
    model, x, y = _weighing_model()
    model.fit(x, y, verbose=0)
    model.fit(x, y, sample_weight=np.ones(4), verbose=0)
    model.evaluate(x, y, verbose=0)
    model.evaluate(x, y, sample_weight=np.ones(4), verbose=0)


def _fit_and_test_datasets():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse", ["mae"])
    dataset = tf.data.Dataset.from_tensor_slices((tf.ones([4, 3]), tf.ones([4, 1]))).batch(2)
    model.fit(dataset, verbose=0, validation_data=dataset)
    model.evaluate(dataset, verbose=0)
    model.predict(dataset)


def _fit_weighted_numbers():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse", ["mae"], weighted_metrics=["mse"])
    data = np.ones((4, 3)), np.ones((4, 1)), np.ones(4)
    model.fit(*data[:2], sample_weight=data[2], verbose=0)
    model.fit(tf.data.Dataset.from_tensor_slices(data).batch(2), verbose=0)


def _sizes_of_variables():
    rows = tf.get_variable("rows", initializer=_logits(), validate_shape=False, use_resource=True)
    initial = tf.placeholder(tf.float32, None)
    anything = tf.get_variable("anything", initializer=initial, validate_shape=False, use_resource=True)
    tf.shape(rows), tf.size(rows), tf.rank(anything)


# TensorFlow 1.15's attribute seed2 of an operation that is made after the function
PLACES = {
    "piecewise, one boundary": (_piecewise([3]), 46),
    "piecewise, three boundaries": (_piecewise([3, 5, 9]), 82),
    "piecewise, boundaries of the step's type": (_piecewise([np.int64(3), np.int64(5)]), 61),
    "polynomial decay in cycles": (_schedule("polynomial_decay", 0.1, 10, cycle=True), 31),
    "gradient of gather in batches": (_gradient(lambda x, ids: tf.gather(x, ids[:, None], batch_dims=1)), 108),
    "gradient of dynamic_partition": (_gradient(lambda x, ids: tf.dynamic_partition(x, ids, 2)), 21),
    "gradient of unsorted_segment_max": (_gradient(lambda x, ids: tf.unsorted_segment_max(x, ids, 3)), 33),
    "gradient of unsorted_segment_prod": (_gradient(lambda x, ids: tf.unsorted_segment_prod(x, ids, 3)), 42),
    "gradient of tensor_scatter_add": (_gradient(lambda x, ids: tf.tensor_scatter_add(x, ids[:, None], x)), 14),
    "gradient of where_v2": (_gradient(lambda x, ids: tf.where_v2(ids > 0, x, 1.0)), 22),
    "gradient of sparse_to_dense": (_gradient(lambda x, ids: tf.sparse_to_dense(ids, [5], x[0])), 26),
    "gradient of bessel_i1e": (_gradient(lambda x, _: tf.math.bessel_i1e(x)), 24),
    "gradient of nextafter": (_gradient(lambda x, _: tf.math.nextafter(x, x[:1])), 27),
    "gradient of random_gamma": (_gradient(lambda x, _: tf.random_gamma([2], x)), 66),
    "gradient of lstsq": (
        _gradient(lambda x, _: tf.linalg.lstsq(tf.ones([300, 20, 20]), x[:, :1] * tf.ones([300, 20, 1]), 0.5)),
        62,
    ),
    "gradient of GRUBlockCellV2": (_gradient(lambda x, _: tf.contrib.rnn.GRUBlockCellV2(4)(x, x)[0]), 49),
    "gradient of tridiagonal_solve": (_gradient(lambda x, _: tf.linalg.tridiagonal_solve(tf.ones([3, 4]), x[0])), 64),
    "gradient of an image transform": (
        _gradient(lambda x, _: tf.contrib.image.transform(tf.reshape(x, [1, 2, 2, -1]), [1.0, 0, 0, 0, 1, 0, 0, 0])),
        58,
    ),
    "gradient of sparse_transpose": (
        _gradient(lambda x, ids: tf.sparse_transpose(tf.SparseTensor([[0, 1]], x[0, :1], [2, 4])).values),
        44,
    ),
    "gradient of rows of a concat": (_gradient_of_joined_rows(0), 57),
    "gradient of rows of wide parts": (_gradient_of_joined_rows(1), 61),
    "gradient of rows of wide parts, counted from the end": (_gradient_of_joined_rows(-1), 62),
    "tf.keras.metrics.AUC": (_metric("AUC", num_thresholds=5), 149),
    "tf.keras.metrics.Precision": (_metric("Precision"), 102),
    "tf.keras.metrics.MeanIoU": (_metric("MeanIoU", 3), 142),
    "LocallyConnected1D": (_connected(5, 4), 54),
    "LocallyConnected2D": (_connected(4, 5, 3), 102),
    "LocallyConnected2D, one matrix": (_connected(4, 5, 3, implementation=2), 59),
    "LocallyConnected2D, one sparse matrix": (_connected(4, 5, 3, implementation=3), 46),
    "Exponential.sample": (lambda: tf.distributions.Exponential(_logits()).sample(), 27),
    "divergence of gamma distributions": (lambda: _divergence(tf.distributions.Gamma), 27),
    "Normal.quantile": (lambda: tf.distributions.Normal(0.0, 1.0).quantile(_logits()), 226),
    "Beta.cdf": (lambda: tf.distributions.Beta(_logits(), _logits()).cdf(_logits()), 6),
    "StudentT.cdf": (lambda: tf.distributions.StudentT(3.0, 0.0, 1.0).cdf(_logits()), 26),
    "StudentT.variance": (lambda: tf.distributions.StudentT(_logits(), 0.0, 1.0).variance(), 58),
    "Dirichlet.mode": (lambda: tf.distributions.Dirichlet(_logits()).mode(), 26),
    "Binomial.cdf": (lambda: _CONTRIB.Binomial(4.0, 0.5).cdf(_logits()), 22),
    "Deterministic.sample": (lambda: _CONTRIB.Deterministic(_logits()).sample(3), 21),
    "HalfNormal.log_prob": (lambda: _CONTRIB.HalfNormal(2.0).log_prob(_logits()), 20),
    "NegativeBinomial.log_prob": (lambda: _CONTRIB.NegativeBinomial(2.0, 0.5).log_prob(_logits()), 26),
    "OneHotCategorical.log_prob": (lambda: _CONTRIB.OneHotCategorical(_logits()).log_prob(_logits()), 61),
    "OneHotCategorical.mode": (lambda: _CONTRIB.OneHotCategorical([1.0, 2.0]).mode(), 13),
    "RelaxedOneHotCategorical.log_prob": (
        lambda: _CONTRIB.RelaxedOneHotCategorical(0.5, _logits()).log_prob(_logits()),
        95,
    ),
    "MultivariateNormalDiag.covariance": (
        lambda: _CONTRIB.MultivariateNormalDiag(_logits(), _logits()).covariance(),
        63,
    ),
    "MultivariateNormalDiag.sample": (
        lambda: tf.contrib.distributions.MultivariateNormalDiag(_logits(), _logits()).sample(),
        142,
    ),
    "parallel_stack": (lambda: tf.parallel_stack([tf.ones([2])] * 3), 9),
    "sampled softmax": (_sampled_softmax, 145),
    "scheduled embeddings": (_scheduled_embeddings, 376),
    "sampled embeddings": (_sampled_embeddings, 268),
    "scheduled outputs": (_scheduled_outputs, 342),
    "a decoder with attention": (_attending, 580),
    "a beam search with attention": (_attending_beams, 1205),
    "identity initializer": (lambda: tf.get_variable("w", [3, 3], initializer=tf.initializers.identity()), 8),
    "einsum of unknown sizes": (lambda: tf.einsum("ij,kj->ik", _logits(), tf.ones([6, 4])), 19),
    "an autographed loop over a range": (_converted(_counting), 47),
    "an autographed branch with numbers": (_converted(_assigning), 20),
    "an autographed branch that returns": (_converted(_returning), 19),
    "an autographed branch with a tuple": (_converted(_in_a_tuple), 17),
    "Keras' fit with metrics": (_fit, 297),
    "Keras' fit and test of datasets": (_fit_and_test_datasets, 337),
    "Keras' fit of weighted float64": (_fit_weighted_numbers, 411),
    "Keras' fit with classes that weigh, and its test": (_fit_with_weights, 454),
    "Keras' fits with weights and without": (_fit_with_weights_and_without, 741),
    "Keras' LSTM": (lambda: tf.keras.layers.LSTM(3)(tf.reshape(_logits(), [-1, 2, 2])), 284),
    "Keras' ConvLSTM2D": (lambda: tf.keras.layers.ConvLSTM2D(2, 2)(tf.ones([1, 2, 5, 5, 2])), 245),
    "one-hot draws": (lambda: tf.contrib.distributions.OneHotCategorical([1.0, 2.0]).sample(), 33),
    "normal vectors": (lambda: _CONTRIB.MultivariateNormalDiag(tf.ones([2]), tf.ones([2])).sample(2), 106),
    "normal vectors of an unknown size": (lambda: _CONTRIB.MultivariateNormalDiag(_sizes(), _sizes()).sample(2), 141),
    "a mixture": (lambda: _mixture().sample(3), 150),
    "multinomial draws": (lambda: tf.distributions.Multinomial(4.0, _logits()).sample(2), 141),
    "exponential draws of an unknown size": (lambda: tf.distributions.Exponential(_sizes()).sample(2), 28),
    "PhasedLSTMCell": (_phased_lstm, 264),
    "batch_gather of a vector": (lambda: tf.batch_gather(tf.ones([3]), [1]), 28),
    "batch_gather": (lambda: tf.batch_gather(tf.placeholder(tf.float32, [None, 3]), tf.zeros([2, 1], tf.int32)), 45),
    "gather_nd in batches": (
        lambda: tf.gather_nd(tf.placeholder(tf.float32, [None, 3]), tf.zeros([2, 2, 1], tf.int32), batch_dims=1),
        79,
    ),
    "sizes of variables of an unknown shape": (_sizes_of_variables, 20),
    "repeat": (lambda: tf.repeat(_logits(), [1, 2], axis=0), 49),
    "triplet loss": (
        lambda: tf.contrib.losses.metric_learning.triplet_semihard_loss(tf.constant([1, 0, 1]), tf.ones([3, 2])),
        118,
    ),
    "a loss of tf.contrib": (lambda: tf.contrib.losses.mean_squared_error(_logits(), tf.ones([2, 4])), 34),
    "a loss of slim with weights": (
        lambda: tf.contrib.slim.losses.softmax_cross_entropy(_logits(), tf.ones([3, 4]), weights=tf.ones([3])),
        59,
    ),
    "LazyAdam on rows": (lambda: _rows_trained_by(tf.contrib.opt.LazyAdamOptimizer()), 103),
    "Nadam on rows": (lambda: _rows_trained_by(tf.contrib.opt.NadamOptimizer()), 102),
    "AdaMax on rows": (lambda: _rows_trained_by(tf.contrib.opt.AdaMaxOptimizer()), 86),
    "AdamW on rows": (lambda: _rows_trained_by(tf.contrib.opt.AdamWOptimizer(0.1)), 101),
    "linear model": (lambda: tf.feature_column.linear_model({"a": _logits()}, [_number("a", 4)]), 25),
    "embedding column": (_embedding_column, 85),
    "Keras' sparse cross entropy": (
        lambda: tf.keras.backend.sparse_categorical_crossentropy([1, 0], tf.nn.softmax(_logits())),
        8,
    ),
    "Keras' CTC loss": (
        lambda: tf.keras.backend.ctc_batch_cost(
            tf.zeros([2, 3], tf.int32), tf.ones([2, 5, 4]), _sizes_of_two(), tf.ones([2, 1], tf.int32)
        ),
        198,
    ),
    "Keras' CTC loss of unknown sizes": (
        lambda: tf.keras.backend.ctc_batch_cost(
            tf.placeholder(tf.float32, [None, None]), tf.ones([2, 5, 4]), _sizes_of_two(), _sizes_of_two()
        ),
        201,
    ),
    "CoupledInputForgetGateLSTMCell": (lambda: _step(tf.contrib.rnn.CoupledInputForgetGateLSTMCell(3, True)), 75),
    "TimeFreqLSTMCell": (lambda: _step(tf.contrib.rnn.TimeFreqLSTMCell(3, feature_size=2, frequency_skip=1)), 116),
    "IndyLSTMCell": (lambda: _step(tf.contrib.rnn.IndyLSTMCell(3)), 62),
    "a column of embeddings of tf.contrib": (_contrib_embedding_column, 88),
    "linear model of words": (_linear_model_of_words, 84),
    "a rotated image": (lambda: tf.contrib.image.rotate(tf.ones([5, 6, 3]), _number_of_radians()), 113),
    "a moved image": (lambda: tf.contrib.image.translate(tf.ones([5, 6, 3]), [1.0, 2.0]), 78),
    "an image with pads": (lambda: tf.image.resize_image_with_pad(_images(), 8, 7), 119),
    "an image in TensorFlow 2's size": (lambda: tf.compat.v2.image.resize(_images(), [4, 7], "lanczos3"), 13),
    "the gradient of a random crop": (_gradient_of_a_crop, 35),
    "relaxed draws": (lambda: tf.contrib.distributions.RelaxedOneHotCategorical(0.5, [1.0, 2.0]).sample(), 87),
}


@pytest.mark.parametrize("name", PLACES)
def test_seeds_after_a_function_are_those_of_tensorflow(name):
    build, place = PLACES[name]
    tf.set_random_seed(1)
    build()
    assert tf.multinomial([[1.0]], 1).op.get_attr("seed2") == place


def test_draws_within_a_function_have_the_seeds_of_tensorflow():
    tf.set_random_seed(1)
    tf.contrib.distributions.OneHotCategorical([1.0, 2.0]).sample()
    _scheduled_embeddings()
    seeds = [
        op.get_attr("seed2")
        for op in tf.get_default_graph().get_operations()
        if op.type in ("Multinomial", "RandomUniform")
    ]
    assert seeds == [16, 38, 167, 181, 218, 247, 285]


def test_draws_of_vectors_and_mixtures_are_those_of_tensorflow():
    tf.set_random_seed(7)
    vectors = tf.contrib.distributions.MultivariateNormalDiag([1.0, 2.0], [0.5, 1.0]).sample(2)
    mixed = _mixture().sample(3)
    exponential = tf.distributions.Exponential(tf.placeholder_with_default([1.0, 2.0], [None])).sample(2)
    with tf.Session() as sess:
        vectors, mixed, exponential = sess.run([vectors, mixed, exponential])
    np.testing.assert_allclose(vectors, [[0.55033, 2.27105], [1.67338, 2.1554]], rtol=1e-4)
    np.testing.assert_allclose(mixed, [5.95548, 4.25051, -0.11724], rtol=1e-4)
    np.testing.assert_allclose(exponential, [[2.03787, 0.02169], [1.56494, 0.55457]], rtol=1e-3)

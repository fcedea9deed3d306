"""tf.contrib.factorization: clusters and factors. The numbers in lists are those of TensorFlow 1.15.0 for the same arguments."""

import itertools

import numpy as np
import pytest

import graphlab as tf

factorization = tf.contrib.factorization
raw = tf.raw_ops
POINTS = np.array([[1, 2], [2, 1], [1.5, 1], [6, 7], [7, 6.5], [6, 6], [-3, 4], [-3.5, 5], [-4, 4.5]], np.float32)
MATRIX = np.array(
    [[0.1, 0, 0.2, 0.4], [0, 1.1, 1.3, 0], [2, 0, 2.3, 2.5], [3, 3.2, 0, 3.5], [0, 4.1, 4.4, 0]], np.float32
)


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def test_the_first_centers_are_those_that_tensorflow_draws(sess):
    def drawn(seed, retries):
        return sess.run(raw.KmeansPlusPlusInitialization(POINTS, 4, seed, retries)).tolist()

    assert drawn(1, 0) == [[2, 1], [-4, 4.5], [6, 7], [1, 2]]
    assert drawn(2, 2) == [[2, 1], [6, 6], [-4, 4.5], [1, 2]]
    assert drawn(12345678901, -1) == [[1.5, 1], [6, 6], [-3.5, 5], [1, 2]]
    places = sess.run([raw.KMC2ChainInitialization(POINTS[:, 1], seed) for seed in range(4)])
    assert places == [7, 7, 8, 8]


def test_points_that_coincide_are_centers_too(sess):
    same = np.ones((3, 2), np.float32)
    assert sess.run(raw.KmeansPlusPlusInitialization(same, 3, 1, 0)).tolist() == same.tolist()


def test_nearest_centers_come_first(sess):
    found = raw.NearestNeighbors(POINTS, POINTS[:4] + 0.25, 2)
    places, distances = sess.run(found)
    every = ((POINTS[:, None] - POINTS[None, :4] - 0.25) ** 2).sum(2)
    assert places.tolist() == np.argsort(every, axis=1)[:, :2].tolist()
    np.testing.assert_allclose(distances, np.sort(every, axis=1)[:, :2], rtol=1e-5, atol=1e-5)
    many = tf.placeholder(tf.int64, [])
    assert sess.run(raw.NearestNeighbors(POINTS, POINTS[:4], many)[0], {many: 9}).shape == (9, 4)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Expected point_dimensions == center_dimensions: 2 vs 1"):
        sess.run(raw.NearestNeighbors(POINTS, POINTS[:, :1], 1)[0])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected num_to_sample <= points.rows\(\). 10 vs 9"):
        sess.run(raw.KmeansPlusPlusInitialization(POINTS, 10, 1, 0))


@pytest.mark.parametrize(
    ("metric", "mini", "centers", "loss"),
    [
        ("squared_euclidean", False, [[-3.5, 4.5], [6.3333, 6.5], [1.5, 1.3333]], 3.3334),
        ("squared_euclidean", True, [[0.4167, 4.75], [4.5, 3.75], [1.5, 1.0]], 82.6458),
        ("cosine", False, [[-0.6133, 0.7898], [0.8649, 0.5019], [0.6407, 0.7678]], 0.0464),
        ("cosine", True, [[-0.181, 0.9835], [0.8944, 0.4472], [0.7601, 0.6498]], 0.4417),
    ],
)
def test_centers_move_as_tensorflows(sess, metric, mini, centers, loss):
    kmeans = factorization.KMeans(tf.constant(POINTS), 3, POINTS[:3], metric, mini, 3)
    _, _, scores, initialized, init_op, training_op = kmeans.training_graph()
    sess.run(tf.global_variables_initializer())
    assert not sess.run(initialized)
    sess.run(init_op)
    assert sess.run(initialized)
    for _ in range(4):
        sess.run(training_op)
    np.testing.assert_allclose(sess.run("clusters:0"), centers, atol=1e-4)
    assert sess.run(scores[0]).sum() == pytest.approx(loss, rel=1e-3)


def test_batches_that_are_smaller_than_the_number_of_centers_add_up(sess):
    batch = tf.placeholder(tf.float32, [None, 2])
    *_, initialized, init_op, _ = factorization.KMeans(batch, 4, "random").training_graph()
    sess.run(tf.global_variables_initializer())
    sess.run(init_op, {batch: POINTS[:2]})
    assert not sess.run(initialized)
    sess.run(init_op, {batch: POINTS[3:5]})
    assert sess.run([initialized, "clusters:0"])[1].tolist() == POINTS[[0, 1, 3, 4]].tolist()
    assert sess.run(initialized)
    with pytest.raises(ValueError, match="Unsupported initialization algorithm 'best'"):
        factorization.KMeans(batch, 4, "best")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("estimator", "seed", "distances"),
    [
        (factorization.KMeansClustering, "random_seed", [0.694, 48.694, 26.5]),
        (tf.estimator.experimental.KMeans, "seed", [0.833, 6.978, 5.148]),
    ],
)
def test_an_estimator_goes_on_with_centers_that_it_has_chosen(estimator, seed, distances, tmp_path):
    def input_fn():
        return tf.train.limit_epochs(tf.constant(POINTS), num_epochs=1)

    kmeans = estimator(3, str(tmp_path), initial_clusters="kmeans_plus_plus", use_mini_batch=False, **{seed: 0})
    for _ in range(5):  # the first reads all points to choose centers from them
        kmeans.train(input_fn)
    np.testing.assert_allclose(kmeans.cluster_centers(), [[1.5, 1.3333], [6.3333, 6.5], [-3.5, 4.5]], atol=1e-4)
    assert kmeans.score(input_fn) == pytest.approx(3.33336, rel=1e-5)
    assert list(kmeans.predict_cluster_index(input_fn)) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    np.testing.assert_allclose(next(kmeans.transform(input_fn)), distances, atol=1e-3)


@pytest.mark.parametrize(
    ("kind", "loss", "means", "covariance"),
    [
        ("full", 0.2673, [[1.4996, 1.3324], [6.3333, 6.5], [-3.4849, 4.4916]], [[0.1762, -0.1714], [-0.1714, 0.2257]]),
        ("diag", -0.0482, [[1.4779, 1.3452], [6.3333, 6.5], [-3.4799, 4.4894]], [0.279, 0.2624]),
    ],
)
def test_a_mixture_of_gaussians_is_tensorflows(sess, kind, loss, means, covariance):
    found, _, assignments, training_op, init_op, _ = factorization.gmm(
        tf.constant(POINTS), POINTS[[0, 3, 6]], 3, 7, covariance_type=kind
    )
    sess.run([tf.global_variables_initializer()])
    sess.run(init_op)
    for _ in range(3):
        sess.run(training_op)
    values = sess.run([found, "clusters:0", "clusters_covs:0", *assignments[0]])
    assert values[0] == pytest.approx(loss, abs=2e-4)
    np.testing.assert_allclose(values[1][:, 0], means, atol=2e-4)
    np.testing.assert_allclose(values[2][0], covariance, atol=2e-4)
    assert values[3].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def sparse(matrix):
    places = np.argwhere(matrix)
    return tf.SparseTensor(places, matrix[tuple(places.T)], matrix.shape)


def loss_of(rows, columns, row_weights, column_weights, regularization):
    """The loss that WALSModel minimizes, of its definition."""
    weights = 0.1 + np.outer(row_weights, column_weights) * (MATRIX != 0)
    errors = (weights * (MATRIX - rows @ columns.T) ** 2).sum()
    return errors, regularization * ((rows**2).sum() + (columns**2).sum())


@pytest.mark.parametrize("shards", [1, 2])
def test_each_sweep_solves_for_its_factors(sess, shards):
    random = np.random.RandomState(0)
    columns = random.randn(4, 2).astype(np.float32)
    row_weights, column_weights = random.rand(2, 5).astype(np.float32)
    column_weights = column_weights[:4]
    whole = shards == 1
    split = (lambda x, at: x) if whole else lambda x, at: [x[:at], x[at:]]
    model = factorization.WALSModel(
        *(5, 4, 2),
        regularization=0.3,
        col_init=split(columns, 2),
        num_row_shards=shards,
        num_col_shards=shards,
        row_weights=split(row_weights.tolist(), 3),
        col_weights=split(column_weights.tolist(), 2),
    )
    new, update, loss, regularization, sum_weights = model.update_row_factors(sparse(MATRIX))
    projected = model.project_row_factors(sparse(MATRIX[2:3]), projection_weights=0.5)
    sess.run([model.initialize_op, tf.local_variables_initializer()])
    for operation in (model.worker_init, model.row_update_prep_gramian_op, model.initialize_row_update_op):
        sess.run(operation)
    rows, *losses, total = sess.run([new, loss, regularization, sum_weights])
    sess.run(update)
    np.testing.assert_allclose(np.concatenate(sess.run(model.row_factors)), rows, rtol=1e-5)
    for i in range(5):
        weights = 0.1 + row_weights[i] * column_weights * (MATRIX[i] != 0)
        lhs = (columns.T * weights) @ columns + 0.3 * np.eye(2)
        np.testing.assert_allclose(rows[i], np.linalg.solve(lhs, (columns.T * weights) @ MATRIX[i]), rtol=1e-3)
    np.testing.assert_allclose(losses, loss_of(rows, columns, row_weights, column_weights, 0.3), rtol=1e-4)
    assert total == pytest.approx((0.1 + np.outer(row_weights, column_weights) * (MATRIX != 0)).sum(), rel=1e-5)
    weights = 0.1 + 0.5 * column_weights * (MATRIX[2] != 0)
    lhs = (columns.T * weights) @ columns + 0.3 * np.eye(2)
    expected = np.linalg.solve(lhs, (columns.T * weights) @ MATRIX[2])
    np.testing.assert_allclose(sess.run(projected)[0], expected, rtol=1e-3)


def test_entries_out_of_the_matrix_are_errors(sess):
    product = raw.MaskedMatmul(MATRIX, MATRIX, [[0, 5]], False, True)
    with pytest.raises(tf.errors.InvalidArgumentError, match="The column 5 is out of bounds"):
        sess.run(product)
    with pytest.raises(ValueError, match="Invalid weight initialization argument"):
        factorization.WALSModel(5, 4, 2, row_weights=-1)


@pytest.mark.slow
def test_the_first_estimator_of_k_means_is_in_learn(tmp_path):
    kmeans = tf.contrib.learn.KMeansClustering(3, str(tmp_path), POINTS[[0, 3, 6]], use_mini_batch=False)
    kmeans.fit(input_fn=lambda: (tf.constant(POINTS), None), steps=3)
    np.testing.assert_allclose(kmeans.clusters(), [[1.5, 1.3333], [6.3333, 6.5], [-3.5, 4.5]], atol=1e-4)
    assert kmeans.score(input_fn=lambda: (tf.constant(POINTS), None), steps=1) == pytest.approx(3.33336, rel=1e-5)
    places = kmeans.predict_cluster_idx(input_fn=lambda: (tf.constant(POINTS), None))
    assert list(itertools.islice(places, 9)) == [0, 0, 0, 1, 1, 1, 2, 2, 2]


@pytest.mark.slow
def test_an_estimator_alternates_between_rows_and_columns(tmp_path):
    wals = factorization.WALSMatrixFactorization
    random = np.random.RandomState(0)
    model = wals(
        *(5, 4, 2),
        row_init=random.randn(5, 2).astype(np.float32),
        col_init=random.randn(4, 2).astype(np.float32),
        max_sweeps=3,  # rows, columns, rows
        model_dir=str(tmp_path),
    )

    def input_fn(rows=True):
        features = {wals.INPUT_ROWS: sparse(MATRIX), wals.INPUT_COLS: sparse(np.ascontiguousarray(MATRIX.T))}
        return {**features, wals.PROJECT_ROW: tf.constant(rows)}, None

    model.fit(input_fn=input_fn, steps=20)
    assert model.get_variable_value(wals.COMPLETED_SWEEPS) == 3
    (rows,), (columns,) = model.get_row_factors(), model.get_col_factors()
    errors, _ = loss_of(rows, columns, np.ones(5), np.ones(4), 0)
    assert model.get_variable_value(wals.LOSS) == pytest.approx(errors, rel=1e-3)
    projected = list(itertools.islice(model.get_projections(input_fn), 5))
    weights = 0.1 + (MATRIX[0] != 0)
    expected = np.linalg.solve((columns.T * weights) @ columns, (columns.T * weights) @ MATRIX[0])
    np.testing.assert_allclose(projected[0], expected, rtol=1e-3)


@pytest.mark.slow
def test_a_mixture_is_an_estimator_too(tmp_path):
    model = factorization.GMM(3, str(tmp_path), initial_clusters=POINTS[[0, 3, 6]])
    model.fit(input_fn=lambda: (tf.constant(POINTS), None), steps=3)
    np.testing.assert_allclose(model.clusters()[1], [6.3333, 6.5], atol=1e-3)
    np.testing.assert_allclose(model.weights().sum(), 1, rtol=1e-5)
    found = model.evaluate(input_fn=lambda: (tf.constant(POINTS), None), steps=2)
    assert found["loss"] == pytest.approx(2 * 0.2673, abs=1e-3)  # a sum over batches
    assert found["scores"].shape == (9, 1)
    assert model.score(input_fn=lambda: (tf.constant(POINTS), None), steps=1) == pytest.approx(0.2673, abs=1e-3)

"""Small packages of tf.contrib: nccl, memory_stats, nn, sparsemax, resampler, integrate, solvers, copy_graph, bayesflow, compiler."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf

contrib = tf.contrib


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def test_a_sum_comes_to_the_device_of_each(sess):
    with tf.device("/cpu:0"):
        tensors = [tf.constant([1.0, 2.0]), tf.constant([3.0, 5.0])]
        whole = contrib.nccl.reduce_sum(tensors)
    sums = contrib.nccl.all_sum(tensors)
    assert {tensor.device for tensor in sums} == {"/device:CPU:0"}
    first, second = tf.gradients(sums[0] * 2.0 + sums[1], tensors)
    values = sess.run([*sums, whole, contrib.nccl.all_max(tensors)[1], first, second])
    assert [value.tolist() for value in values] == [[4, 7], [4, 7], [4, 7], [3, 5], [3, 3], [3, 3]]
    with pytest.raises(ValueError, match="Device assignment required for nccl collective ops"):
        contrib.nccl.all_sum([tf.constant(1.0)])


def test_memory_is_counted_where_jax_counts_it(sess):
    values = sess.run([contrib.memory_stats.BytesInUse(), contrib.memory_stats.MaxBytesInUse()])
    assert 0 <= values[0] <= values[1]


def test_the_nth_element_shares_its_gradient_among_equal_ones(sess):
    x = tf.constant([[3.0, 1.0, 2.0, 2.0], [9.0, 8.0, 7.0, 6.0]])
    second = contrib.nn.nth_element(x, 1)
    assert sess.run([second, contrib.nn.nth_element(x, 0, reverse=True)])[0].tolist() == [2, 7]
    assert sess.run(tf.gradients(second, x)[0]).tolist() == [[0, 0, 0.5, 0.5], [0, 0, 1, 0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="must have last dimension > n = 4"):
        sess.run(contrib.nn.nth_element(x, tf.placeholder_with_default(4, [])))
    with pytest.raises(ValueError, match="must have last dimension > n = 4 but is 4"):
        contrib.nn.nth_element(x, 4)


def test_softplus_has_a_scale_and_a_bound(sess):
    x, alpha, clip = tf.constant([-30.0, -1, 0, 0.5, 3, 40]), tf.constant(0.7), tf.constant(2.0)
    y = contrib.nn.scaled_softplus(x, alpha, clip=clip)
    found = sess.run([y, *tf.gradients(y, [x, alpha, clip])])
    np.testing.assert_allclose(found[0], [0, 0.1504, 0.4852, 0.7789, 2, 2], atol=1e-4)
    np.testing.assert_allclose(found[1], [0, 0.1933, 0.5, 0.6713, 0, 0], atol=1e-4)
    np.testing.assert_allclose(found[2:], [1.8174, 2.0], atol=1e-4)


def test_losses_over_drawn_classes(sess):
    rng = np.random.RandomState(0)
    weights, biases, inputs = (tf.constant(rng.randn(*dims).astype(np.float32)) for dims in ([9, 5], [9], [4, 5]))
    labels = tf.constant([[1], [2], [3], [8]], tf.int64)
    drawn = (tf.constant([0, 3, 5, 7], tf.int64), tf.ones([4, 1]), tf.ones([4]))
    sparse = contrib.nn.sampled_sparse_softmax_loss(weights, biases, labels, inputs, 4, 9, sampled_values=drawn)
    dense = tf.nn.sampled_softmax_loss(weights, biases, labels, inputs, 4, 9, sampled_values=drawn)
    ranked = contrib.nn.rank_sampled_softmax_loss(weights, biases, labels, inputs, 4, 2, 9, 1, drawn, 2.0, True, "mod")
    values = sess.run([sparse, dense, ranked])
    np.testing.assert_allclose(values[0], values[1], rtol=1e-5)
    assert values[2].shape == (4,) and (values[2] < values[1] + 1e-6).all()


def test_dropout_keeps_the_mean_and_variance_of_selu(sess):
    values = sess.run(contrib.nn.alpha_dropout(tf.nn.selu(tf.random_normal([100000], seed=1)), 0.7, seed=2))
    assert abs(values.mean()) < 0.03 and abs(values.std() - 1) < 0.03
    assert contrib.nn.alpha_dropout(tf.ones([2]), 1.0).op.type != "Add"


def test_a_forward_gradient_is_the_jacobian_times_a_direction(sess):
    x = tf.constant([1.0, 2.0])
    y = tf.stack([x[0] * x[1], x[0] ** 2])
    assert sess.run(contrib.nn.fwd_gradients([y], [x], [tf.constant([1.0, 0.5])])[0]).tolist() == [2.5, 2]


def test_sparsemax_projects_on_probabilities(sess):
    logits = tf.constant([[1.0, 0.8, -1.0], [3.0, 0.0, 0.0]])
    labels = tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    probabilities = contrib.sparsemax.sparsemax(logits)
    loss = contrib.sparsemax.sparsemax_loss(logits, probabilities, labels)
    values = sess.run([probabilities, loss, tf.gradients(loss, logits)[0]])
    np.testing.assert_allclose(values[0], [[0.6, 0.4, 0], [1, 0, 0]], atol=1e-6)
    np.testing.assert_allclose(values[1], [0.36, 0], atol=1e-6)
    np.testing.assert_allclose(values[2], [[0.6, -0.6, 0], [0, 0, 0]], atol=1e-6)
    assert np.isnan(sess.run(contrib.sparsemax.sparsemax([[np.nan, 1.0]]))).all()


def test_a_resampler_reads_between_pixels_and_zeros_outside(sess):
    data = tf.constant(np.random.RandomState(0).rand(1, 4, 5, 2).astype(np.float32))
    warp = tf.constant([[[1.0, 2.0], [1.5, 2.0], [-0.5, 0.0], [9.0, 1.0]]])
    found = contrib.resampler.resampler(data, warp)
    image, values = sess.run([data, found])
    np.testing.assert_allclose(values[0, 0], image[0, 2, 1], rtol=1e-6)
    np.testing.assert_allclose(values[0, 1], (image[0, 2, 1] + image[0, 2, 2]) / 2, rtol=1e-5)
    np.testing.assert_allclose(values[0, 2], image[0, 0, 0] / 2, rtol=1e-5)
    assert not values[0, 3].any()
    places = np.array([[[1.3, 2.4], [0.2, 0.7]]], np.float32)
    inner = tf.constant(places)
    sampled = contrib.resampler.resampler(data, inner)
    for tensor, value in ((data, image), (inner, places)):
        error = tf.test.compute_gradient_error(tensor, list(value.shape), sampled, [1, 2, 2], value, delta=1e-2)
        assert error < 2e-3


def test_a_resampler_has_no_gradient_at_a_pixel_before_the_image(sess):
    data = tf.ones([1, 2, 2, 1])
    warp = tf.constant([[[-1.0, 0.0], [0.0, -1.0], [-0.5, 0.0], [1.0, 0.0], [2.0, 0.0]]])
    (gradient,) = tf.gradients(contrib.resampler.resampler(data, warp), warp)
    assert sess.run(gradient)[0].tolist() == [[0, 0], [0, 0], [1, 0], [-1, 0], [0, 0]]


def test_differential_equations_are_solved_to_the_tolerance(sess):
    times = np.linspace(0, 3, 5)

    def oscillation(y, t):
        return tf.stack([y[1], -y[0]])

    y, info = contrib.integrate.odeint(oscillation, tf.constant([1.0, 0.0], tf.float64), times, full_output=True)
    fixed = contrib.integrate.odeint_fixed(
        oscillation, tf.constant([1.0, 0.0], tf.float64), times, dt=[0.1, 0.2, 0.3, 0.4]
    )
    assert y.shape.as_list() == [5, 2]
    values = sess.run([y, fixed, info["num_func_evals"], info["integrate_points"]])
    exact = np.stack([np.cos(times), -np.sin(times)], 1)
    np.testing.assert_allclose(values[0], exact, atol=1e-5)
    np.testing.assert_allclose(values[1], exact, atol=1e-3)
    assert values[2] == 6 * len(values[3]) + 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="monotonic increasing"):
        sess.run(contrib.integrate.odeint(oscillation, tf.constant([1.0, 0.0]), [0.0, 2.0, 1.0]))
    with pytest.raises(ValueError, match="cannot supply `options` without specifying `method`"):
        contrib.integrate.odeint(oscillation, tf.constant([1.0, 0.0]), times, options={"first_step": 1})


def test_linear_systems_are_solved_by_iteration(sess):
    rng = np.random.RandomState(0)
    square, tall, rhs = rng.rand(5, 5), rng.rand(7, 4), rng.rand(7)
    square = square @ square.T + np.eye(5)
    solvers = contrib.solvers
    operator = solvers.util.create_operator(tf.constant(square))
    jacobi = solvers.util.create_operator(tf.constant(np.diag(1 / np.diag(square))))
    plain = solvers.linear_equations.conjugate_gradient(operator, tf.constant(rhs[:5]), tol=1e-9)
    better = solvers.linear_equations.conjugate_gradient(operator, tf.constant(rhs[:5]), jacobi, tol=1e-9)
    operator = solvers.util.create_operator(tf.constant(tall))
    least = solvers.least_squares.cgls(operator, tf.constant(rhs))
    basis = solvers.lanczos.lanczos_bidiag(operator, 3, starting_vector=tf.constant(rhs[:, None]))
    product = solvers.lanczos.bidiag_matmul(basis.u, basis.alpha, basis.beta)
    plain, better, least, basis, product = sess.run([plain.x, better.x, least.x, basis, product])
    for found in (plain, better):
        np.testing.assert_allclose(found, np.linalg.solve(square, rhs[:5]), atol=1e-7)
    np.testing.assert_allclose(least, np.linalg.lstsq(tall, rhs, rcond=None)[0], atol=1e-5)
    np.testing.assert_allclose(tall @ basis.v, product, atol=1e-8)
    np.testing.assert_allclose(basis.u.T @ basis.u, np.eye(4), atol=1e-8)


def test_a_graph_is_copied_with_its_variables(sess):
    variable = tf.Variable(3.0, name="v")
    total = tf.add(variable * 2, 1.0, name="total")
    other = tf.Graph()
    copied = contrib.copy_graph.copy_variable_to_graph(variable, other, "new")
    result = contrib.copy_graph.copy_op_to_graph(total, other, [copied], "new")
    assert result.name == "new/total:0" and contrib.copy_graph.get_copied_op(total, other, "new") is result
    with tf.Session(graph=other) as session:
        session.run(copied.initializer)
        assert session.run(result) == 7


def test_expectations_are_estimated_from_samples(sess):
    mean = tf.constant(0.3)
    distribution = tf.distributions.Normal(mean, 1.0)
    z = tf.stop_gradient(distribution.sample(50000, seed=1))
    monte_carlo = contrib.bayesflow.monte_carlo
    score = monte_carlo.expectation(lambda x: x**2, z, distribution.log_prob, use_reparametrization=False)
    target = tf.distributions.Normal(0.0, 0.5).log_prob
    weighted = monte_carlo.expectation_importance_sampler(lambda x: x**2 - 1, target, distribution, z=z)
    values = sess.run([score, tf.gradients(score, mean)[0], weighted])
    np.testing.assert_allclose(values, [1.09, 0.6, -0.75], atol=0.05)
    with pytest.raises(ValueError, match='exactly one of arguments "n" and "z"'):
        monte_carlo.expectation_importance_sampler(lambda x: x, target, distribution)


def test_a_jit_scope_marks_operations_and_compile_runs_a_function(sess):
    with contrib.compiler.jit.experimental_jit_scope():
        marked = tf.add(1.0, 2.0)
    assert marked.op.get_attr("_XlaCompile") is True and marked.op.get_attr("_XlaScope") == b"jit_scope_0"
    (total,) = contrib.compiler.xla.compile(lambda a, b: a + b, [1.0, 2.0])
    assert sess.run([marked, total]) == [3, 3]
    with tf.xla.experimental.jit_scope(compile_ops=lambda node_def: "Mul" in node_def.op):
        product = tf.multiply(1.0, 2.0)
        total = product + 1.0
    assert [one.op.get_attr("_XlaCompile") for one in (product, total)] == [True, False]
    found: Any = tf.xla.experimental.compile(lambda a: {"twice": a * 2.0}, [3.0])
    assert found["twice"].name == "output_0_1:0" and sess.run(found) == {"twice": 6}


def test_the_operations_that_a_graph_uses():
    with tf.Graph().as_default() as graph:
        _ = tf.Variable(1.0) + 2.0
        used = tf.contrib.util.stripped_op_list_for_graph(graph.as_graph_def())
        tf.function(lambda: tf.square(1.0))()
        called = tf.contrib.util.ops_used_by_graph_def(graph.as_graph_def())
    assert [one.name for one in used.op] == ["AddV2", "Assign", "Const", "Identity", "VariableV2"]
    assert {"Square"} < set(called) - {one.name for one in used.op}


def test_the_first_names_of_profiles_hooks_and_optimizers():
    tf.get_variable("v", [2, 3])
    analyzer = tf.contrib.tfprof.model_analyzer
    options = analyzer.TRAINABLE_VARS_PARAMS_STAT_OPTIONS
    found = analyzer.print_model_analysis(tf.get_default_graph(), tfprof_options=options)
    assert found.total_parameters == 6
    assert tf.contrib.hooks.ProfilerHook is tf.train.ProfilerHook
    assert tf.contrib.optimizer_v2.AdamOptimizer is tf.train.AdamOptimizer
    assert tf.contrib.autograph.to_graph is tf.autograph.to_graph


def test_contrib_keras_has_the_optimizers_of_before():
    optimizer = tf.contrib.keras.optimizers.SGD(0.1, 0.9, 0.5)
    assert optimizer.get_config()["decay"] == 0.5 and optimizer.get_config()["momentum"] == 0.9
    assert tf.contrib.keras.optimizers.Adagrad().get_config()["learning_rate"] == 0.01


def test_tables_of_words_by_their_former_arguments():
    lookup = tf.contrib.lookup
    with tf.Graph().as_default(), tf.Session() as session:
        positions = lookup.string_to_index(tf.constant(["b", "z"]), mapping=tf.constant(["a", "b"]))
        words = lookup.index_to_string(tf.constant([1, 5], tf.int64), ["a", "b"])
        table = lookup.index_table_from_tensor(mapping=tf.constant(["a"]))
        session.run(tf.tables_initializer())
        assert session.run(positions).tolist() == [1, -1] and session.run(words).tolist() == [b"b", b"UNK"]
        assert session.run(table.lookup(tf.constant(["a"]))).tolist() == [0]


def test_windows_slide_over_a_dataset(sess):
    dataset = tf.data.Dataset.range(7).map(lambda x: (x, {"a": tf.stack([x, x])}))
    windows = dataset.apply(contrib.data.sliding_window_batch(2, window_shift=3, window_stride=2))
    assert str(windows.output_shapes[1]["a"]) == "(?, 2)"
    batch = windows.make_one_shot_iterator().get_next()
    assert sess.run(batch)[0].tolist() == [0, 2] and sess.run(batch)[1]["a"].tolist() == [[3, 3], [5, 5]]
    with pytest.raises(tf.errors.OutOfRangeError):
        sess.run(batch)

"""tf.contrib.opt: four steps on a small loss; values and names of variables are TensorFlow 1.15's."""

import importlib.util

import numpy as np
import pytest

import graphlab as tf
from graphlab.contrib import opt

W = (np.linspace(-1, 1, 6).reshape(3, 2) * [1, 2]).astype(np.float32)
LINEAR, COSINE, RESTART = (getattr(opt.sign_decay, f"get_{name}_decay_fn") for name in ("linear", "cosine", "restart"))
SGD = tf.train.GradientDescentOptimizer
# name -> (makes the optimizer of the global step and the variable w; whether w has a gradient of rows; all of w, then b;
# the names that it adds)
CASES = {
    "adamax": (
        lambda step, w: opt.AdaMaxOptimizer(0.1),
        False,
        [-0.74538, -1.21559, -0.01948, 0.10875, 0.43942, 1.72621, 0.16049, -0.37576],
        "b/AdaMax b/AdaMax_1 beta1_power w/AdaMax w/AdaMax_1",
    ),
    "adamax of rows": (
        lambda step, w: opt.AdaMaxOptimizer(0.1),
        True,
        [-0.83366, -1.29515, -0.21896, 0.30288, 0.44835, 1.86406, 0.45857, -0.39559],
        "b/AdaMax b/AdaMax_1 beta1_power w/AdaMax w/AdaMax_1",
    ),
    "powersign": (
        lambda step, w: opt.PowerSignOptimizer(0.01, sign_decay_fn=LINEAR(5)),
        False,
        [-0.56508, -1.15375, -0.02616, 0.25409, 0.49386, 1.65278, 0.28323, -0.29864],
        "b/PowerSignOptimizer w/PowerSignOptimizer",
    ),
    "powersign of rows": (
        lambda step, w: opt.PowerSignOptimizer(0.01, sign_decay_fn=LINEAR(5)),
        True,
        [-0.65177, -1.19791, -0.11029, 0.35598, 0.50279, 1.72562, 0.29604, -0.31688],
        "b/PowerSignOptimizer w/PowerSignOptimizer",
    ),
    "addsign": (
        lambda step, w: opt.AddSignOptimizer(0.01, sign_decay_fn=COSINE(5, 1.0, zero_after=0.8)),
        False,
        [-0.66297, -1.17793, -0.06564, 0.28832, 0.52309, 1.75155, 0.34042, -0.31436],
        "b/AddSignOptimizer w/AddSignOptimizer",
    ),
    "addsign of rows": (
        lambda step, w: opt.AddSignOptimizer(0.01, sign_decay_fn=RESTART(6, 2)),
        True,
        [-0.74279, -1.20057, -0.14011, 0.36918, 0.49624, 1.6838, 0.28697, -0.32608],
        "b/AddSignOptimizer w/AddSignOptimizer",
    ),
    "lars": (
        lambda step, w: opt.LARSOptimizer(0.5, eeta=0.1, skip_list=["b"]),
        False,
        [-0.64823, -0.90163, -0.23286, 0.44588, 0.18251, 1.7934, -0.50031, -9.72994],
        "b/LARSOptimizer w/LARSOptimizer",
    ),
    "lars nesterov": (
        lambda step, w: opt.LARSOptimizer(0.5, use_nesterov=True),
        False,
        [-0.99008, -1.2004, -0.19737, 0.39594, 0.59534, 1.99227, 0.4978, -0.25093],
        "b/LARSOptimizer w/LARSOptimizer",
    ),
    "adam by step": (
        lambda step, w: opt.AdamGSOptimizer(global_step=step, learning_rate=0.1),
        True,
        [-0.6868, -1.29252, -0.16852, 0.18956, 0.36619, 1.71427, 0.3815, -0.42393],
        "b/Adam b/Adam_1 w/Adam w/Adam_1",
    ),
    "lazy adam by step": (
        lambda step, w: opt.LazyAdamGSOptimizer(global_step=step, learning_rate=0.1),
        True,
        [-0.8145, -1.3079, -0.2162, 0.25081, 0.4218, 1.83041, 0.38196, -0.41223],
        "b/Adam b/Adam_1 w/Adam w/Adam_1",
    ),
    "clipping": (
        lambda step, w: opt.VariableClippingOptimizer(SGD(0.1), {w: [1]}, 0.7),
        False,
        [-0.45765, -0.12307, -0.38082, 0.17014, -0.30134, 0.3293, -0.20083, 0.50809],
        "",
    ),
    "clipping of rows": (
        lambda step, w: opt.VariableClippingOptimizer(SGD(0.1), {w: [1]}, 0.7),
        True,
        [0.23954, -0.21124, 0.4054, 0.1199, 0.12184, 0.20244, -0.03425, -0.27102],
        "",
    ),
    "stale": (
        lambda step, w: opt.DropStaleGradientOptimizer(SGD(0.1), 0),
        False,
        [-0.57795, -0.338, -0.40947, 0.16096, -0.241, 0.65992, -0.30207, 0.56296],
        "stale_counter",
    ),
    "ggt": (
        lambda step, w: opt.GGTOptimizer(0.01, window=3),
        False,
        [-0.96876, -1.20042, -0.18781, 0.38977, 0.59315, 1.97996, 0.48048, -0.255],
        "flat_grad global_step_1 grad_buffer moment1",
    ),
    "shampoo": (
        lambda step, w: opt.ShampooOptimizer(step, learning_rate=0.1),
        False,
        [-0.63284, -1.18219, -0.05536, 0.2214, 0.52212, 1.62499, 0.18141, -0.24474],
        "b/Shampoo b/Shampoo_1 w/Shampoo w/Shampoo_1 w/Shampoo_2",
    ),
    "shampoo of rows": (
        lambda step, w: opt.ShampooOptimizer(step, learning_rate=0.1, max_matrix_size=2),
        True,
        [-0.80931, -1.20996, -0.15285, 0.32365, 0.53436, 1.7828, 0.13061, -0.39215],
        "b/Shampoo b/Shampoo_1 w/Shampoo w/Shampoo_1 w/Shampoo_2",
    ),
}


@pytest.mark.parametrize("make, of_rows, values, names", CASES.values(), ids=list(CASES))
def test_four_steps_are_tensorflows(make, of_rows, values, names):
    with tf.Graph().as_default(), tf.Session() as sess:
        step = tf.train.get_or_create_global_step()
        w = tf.get_variable("w", initializer=W, use_resource="lars" in names)
        b = tf.get_variable("b", initializer=[0.5, -0.25])
        scale, rows = tf.placeholder(tf.float32, []), tf.placeholder(tf.int32, [None])
        used = tf.gather(w, rows) if of_rows else w
        hidden = tf.matmul(used, [[1.0, -2.0], [0.5, 1.0]]) * scale + b
        loss = tf.reduce_sum(tf.square(hidden)) + 0.1 * tf.reduce_sum(used)
        before = set(tf.global_variables())
        train = make(step, w).minimize(loss, global_step=step)
        added = [var.op.name for var in tf.global_variables() if var not in before]
        assert sorted(added) == names.split()
        sess.run(tf.global_variables_initializer())
        for number, chosen in zip([1, 0.5, -1, 2], [[0, 2, 0], [1], [0, 1], [2]], strict=True):
            sess.run(train, {scale: number, rows: chosen})
        found = np.concatenate([value.ravel() for value in sess.run([w, b])])
    np.testing.assert_allclose(found, values, rtol=1e-4, atol=2e-5)


def test_roots_of_a_matrix_by_iteration():
    matrix = np.array([[4, 1, 0], [1, 3, 0.5], [0, 0.5, 2]], np.float32)
    with tf.Graph().as_default(), tf.Session() as sess:
        root = opt.matrix_functions.matrix_square_root(tf.constant(matrix), 3, ridge_epsilon=0.0)
        inverse = opt.matrix_functions.matrix_inverse_pth_root(tf.constant(matrix), 3, -0.25)
        root, inverse = sess.run([root, inverse])
    np.testing.assert_allclose(root @ root, matrix, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(np.linalg.matrix_power(inverse, 4) @ matrix, np.eye(3), atol=1e-4)


def test_a_task_without_a_gradient_leaves_its_variable_and_momentum_alone():
    with tf.Graph().as_default(), tf.Session() as sess:
        a, b = (tf.get_variable(name, initializer=[1.0, 2.0]) for name in "ab")
        given = [tf.placeholder(tf.float32, [2]) for _ in "ab"]
        optimizer = opt.MultitaskOptimizerWrapper(tf.train.MomentumOptimizer(1.0, 0.9))
        pairs = list(zip(given, (a, b), strict=True))
        step = optimizer.apply_gradients(pairs)
        clipped, norm = opt.clip_gradients_by_global_norm(pairs, 0.5)
        sess.run(tf.global_variables_initializer())
        for first, second in (([0.1, 0.2], [0, 0]), ([0, 0], [0.1, 0.1])):
            sess.run(step, dict(zip(given, (first, second), strict=True)))
        np.testing.assert_allclose(sess.run([a, b]), [[0.9, 1.8], [0.9, 1.9]], rtol=1e-6)
        np.testing.assert_allclose(sess.run(optimizer.get_slot(a, "momentum")), [0.1, 0.2], rtol=1e-6)
        values = sess.run([norm, clipped[0][0]], dict(zip(given, ([3, 4], [0, 0]), strict=True)))
        np.testing.assert_allclose(np.hstack(values), [5, 0.3, 0.4], rtol=1e-6)


def test_a_gradient_of_a_regularizer_is_not_remembered():
    with tf.Graph().as_default(), tf.Session() as sess:
        a = tf.get_variable("a", initializer=[1.0, 2.0])
        optimizer = opt.RegAdagradOptimizer(0.5)
        with optimizer.avoid_updating_slots():
            step = optimizer.apply_gradients([(tf.constant([0.1, 0.3]), a)])
        sess.run(tf.global_variables_initializer())
        sess.run(step)
        np.testing.assert_allclose(sess.run(optimizer.get_slot(a, "accumulator")), [0.1, 0.1])
        np.testing.assert_allclose(sess.run(a), [1 - 0.05 / 0.1**0.5, 2 - 0.15 / 0.1**0.5], rtol=1e-5)


@pytest.mark.skipif(importlib.util.find_spec("scipy") is None, reason="needs SciPy")
def test_scipy_minimizes_within_bounds_and_constraints():
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.get_variable("x", initializer=[1.0, 2.0, 3.0])
        scale = tf.placeholder(tf.float32, [])
        loss = scale * tf.reduce_sum((x - [0.0, 1.0, 4.0]) ** 2)
        sess.run(tf.global_variables_initializer())
        fetched, steps = [], []
        optimizer = opt.ScipyOptimizerInterface(
            loss,
            equalities=[x[0] - 0.5],
            inequalities=[x[1] - 1.5],
            var_to_bounds={x: (0.0, [5.0, 5.0, 2.5])},
            method="SLSQP",
        )
        optimizer.minimize(sess, {scale: 2.0}, fetches=[loss], loss_callback=fetched.append, step_callback=steps.append)
        np.testing.assert_allclose(sess.run(x), [0.5, 1.5, 2.5], atol=1e-4)
        assert len(fetched) >= len(steps) >= 1 and min(fetched) == pytest.approx(2 * (0.25 + 0.25 + 2.25), rel=1e-4)
        opt.ScipyOptimizerInterface(loss, options={"maxiter": 30}).minimize(sess, {scale: 1.0})
        np.testing.assert_allclose(sess.run(x), [0, 1, 4], atol=1e-3)
        with pytest.raises(ValueError, match="Bounds must be set using the var_to_bounds argument"):
            opt.ScipyOptimizerInterface(loss, bounds=1).minimize(sess, {scale: 1.0})
        with pytest.raises(NotImplementedError, match="subclass from it"):
            opt.ExternalOptimizerInterface(loss).minimize(sess, {scale: 1.0})

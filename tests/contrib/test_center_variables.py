"""Workers with variables of their own: values as TensorFlow 1.15 computed them for one worker."""

import threading

import numpy as np

import graphlab as tf

opt = tf.contrib.opt


def after_steps(getter, make, count):
    """The center variable and the local one after some steps of momentum."""
    with tf.variable_scope("m", custom_getter=getter):
        w = tf.get_variable("w", initializer=[1.0, 2.0])
    x = tf.placeholder(tf.float32, [2])
    step = tf.train.get_or_create_global_step()
    optimizer = make(tf.train.MomentumOptimizer(0.1, 0.9))
    train = optimizer.apply_gradients(optimizer.compute_gradients(tf.reduce_sum(w * w * x)), global_step=step)
    begin = optimizer.get_init_op(0)
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        session.run(begin)
        for k in range(count):
            session.run(train, {x: np.sin([k, k + 0.7])})
        return optimizer, session.run(["global_center_variable/m/w:0", w, step])


def names(variables):
    return sorted(v.op.name for v in variables)


def test_elastic_averages():
    getter = opt.ElasticAverageCustomGetter(worker_device="/cpu:0")
    optimizer, (center, own, meetings) = after_steps(
        getter, lambda inner: opt.ElasticAverageOptimizer(inner, 2, getter, communication_period=2), 5
    )
    np.testing.assert_allclose(center, [0.8385, 1.6119], atol=2e-4)
    np.testing.assert_allclose(own, [0.5546, 1.4118], atol=2e-4)
    assert meetings == 2
    assert names(tf.global_variables()) == ["global_center_variable/m/w", "global_step"]
    assert names(tf.local_variables()) == ["local_center_variable/m/w", "local_step", "m/w", "m/w/Momentum"]
    assert isinstance(optimizer.swapping_saver(), tf.train.Saver)


def test_accumulated_gradients():
    getter = opt.AGNCustomGetter(worker_device="/cpu:0")
    _, (center, own, meetings) = after_steps(
        getter, lambda inner: opt.AGNOptimizer(inner, 2, getter, communication_period=2), 5
    )
    np.testing.assert_allclose(center, [0.7484, 1.4091], atol=2e-4)
    np.testing.assert_allclose(own, [0.5889, 1.2509], atol=2e-4)
    assert meetings == 2
    assert names(tf.local_variables()) == ["grad_variable/m/w", "local_step", "m/w", "m/w/Momentum"]


def test_workers_begin_anew_at_their_mean():
    step, x, trains, variables, centers = (
        tf.train.get_or_create_global_step(),
        tf.placeholder(tf.float32, [2]),
        [],
        [],
        [],
    )
    for i in range(2):
        getter = opt.ModelAverageCustomGetter(worker_device="/cpu:0")
        with tf.variable_scope(f"w{i}", custom_getter=getter):
            variables.append(tf.get_variable("w", initializer=[1.0, 2.0]))
        centers.append(getter._local_2_global[variables[-1]])
        getter._local_2_global[variables[-1]] = centers[0]
        with tf.variable_scope(f"o{i}"):
            inner = tf.train.GradientDescentOptimizer(0.1 * (i + 1))
            optimizer = opt.ModelAverageOptimizer(inner, 2, i == 0, getter, interval_steps=2)
        trains.append(optimizer.apply_gradients([(x * variables[-1], variables[-1])], global_step=step))
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        for k in range(4):
            feed = {x: [k + 1.0, k - 1.0]}
            threads = [threading.Thread(target=session.run, args=(train, feed), daemon=True) for train in trains]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(30)
        np.testing.assert_allclose(session.run([*variables, centers[0]]), [[0.15, 1.38]] * 3, atol=1e-6)
        assert session.run(step) == 2

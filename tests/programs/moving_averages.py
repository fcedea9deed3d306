"""Moving averages of variables of both kinds and of tensors, with a count of updates, and freed of their beginning."""


def build(tf):
    with tf.variable_scope("net"):
        weights = tf.get_variable("weights", initializer=[1.0, 2.0])
        handled = tf.get_variable("handled", initializer=[[3.0]], use_resource=True)
    wide = tf.Variable(tf.constant(5.0, tf.float64), name="wide", trainable=False)
    loss = tf.multiply(tf.reduce_sum(weights), 2.0, name="loss")
    change = tf.group(tf.assign_add(weights, [10.0, 20.0], name="more"), handled.assign_add([[8.0]]), name="change")
    average = tf.train.ExponentialMovingAverage(0.75)
    with tf.control_dependencies([change]):
        average.apply([weights, handled, wide])
    step = tf.train.get_or_create_global_step()
    faster = tf.train.ExponentialMovingAverage(0.999, num_updates=step, name="faster")
    faster.apply([weights, loss])
    unbiased = tf.train.ExponentialMovingAverage(0.9, zero_debias=True, name="unbiased")
    unbiased.apply([loss, weights])
    unbiased.apply([loss])
    everything = tf.train.ExponentialMovingAverage(0.5)
    everything.apply()
    assert faster.average(weights).name == "net/weights/faster:0"
    assert faster.average(wide) is None
    assert average.average_name(weights) == "net/weights/ExponentialMovingAverage"
    assert average.average_name(step) == "global_step/ExponentialMovingAverage"
    restored = average.variables_to_restore()
    assert restored["net/weights/ExponentialMovingAverage"] is weights
    assert restored["global_step"] is step
    tf.assign_add(step, 1, name="count_step")
    tf.global_variables_initializer()


AVERAGES = [
    "net/weights/ExponentialMovingAverage:0",
    "net/handled/ExponentialMovingAverage/Read/ReadVariableOp:0",
    "wide/ExponentialMovingAverage:0",
    "net/weights/faster:0",
    "loss/faster:0",
    "loss/unbiased:0",
    "loss/unbiased/biased:0",
    "loss/unbiased/local_step:0",
]
STEPS = [(["ExponentialMovingAverage"], {}), (["faster"], {}), (["unbiased"], {}), (["count_step"], {})]
RUNS = [(["init"], {}), *STEPS, (AVERAGES, {}), *STEPS, *STEPS, (AVERAGES, {})]

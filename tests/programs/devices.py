"""Device scopes: strings, merged, overridden, cleared, functions, and variables with their initializers."""


def build(tf):
    tf.constant(0.0, name="nowhere")
    with tf.device("/cpu:0"):
        tf.constant(1.0, name="cpu")
        with tf.device("/job:worker/task:3"):
            tf.constant(2.0, name="merged")
            with tf.device("/device:GPU:1"):
                tf.constant(3.0, name="overridden")
        with tf.device(None):
            tf.constant(4.0, name="cleared")
        with tf.device(""):
            tf.constant(5.0, name="kept")
    with tf.device(lambda op: "/device:GPU:1" if op.type == "MatMul" else "/device:CPU:0"):
        a = tf.constant([[6.0]], name="by_function")
        tf.matmul(a, a, name="product")
    with tf.device(tf.DeviceSpec(job="ps", task=0)):
        variable = tf.Variable([7.0], name="variable")
        with tf.device("/job:ps/task:0/device:CPU:*"):
            tf.identity(variable, name="wildcard")
    with tf.device("/job:worker"):
        with tf.colocate_with(variable):
            tf.constant(8.0, name="colocated")
        with tf.colocate_with(variable.op, ignore_existing=True):
            tf.constant(9.0, name="colocated_only")
    with tf.device("/replica:2/job:a/device:cpu:0"):
        tf.no_op(name="full")
    tf.train.GradientDescentOptimizer(0.5).minimize(tf.reduce_sum(variable * variable))


RUNS = []

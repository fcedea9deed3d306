"""Savers: of all variables, of some under other names, with reshape, in a scope, and their operations by name."""


def build(tf):
    a = tf.get_variable("a", [2, 3], initializer=tf.ones_initializer())
    b = tf.get_variable("b", [3], initializer=tf.zeros_initializer(), use_resource=True)
    with tf.device("/cpu:0"):
        c = tf.Variable(1.0, name="c")
    tf.get_variable("p", [4, 2], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2))
    tf.get_variable(
        "q", [4], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2), use_resource=True
    )
    tf.train.Saver()
    tf.train.Saver({"other/name": a, "b": b}, reshape=True, max_to_keep=None, name="again")
    with tf.name_scope("scope"):
        tf.train.Saver([c], filename="here", restore_sequentially=True)


RUNS = []

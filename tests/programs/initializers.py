"""Random initial values: seeds given, seeds of the graph, and none."""


def build(tf):
    tf.Variable(tf.random_normal([3, 4], stddev=0.35), name="normal")
    tf.Variable(tf.truncated_normal([3, 4], stddev=0.1, seed=7), name="truncated")
    tf.Variable(tf.random_uniform([3, 4], -1.0, 1.0), name="uniform")
    tf.set_random_seed(42)
    tf.Variable(tf.random_normal([3], mean=1.0, dtype=tf.float64), name="seeded")
    tf.random_uniform([2], maxval=10, dtype=tf.int32, seed=5, name="integers")
    tf.random_shuffle(tf.range(10), name="shuffled")
    rows = tf.placeholder(tf.int32, [], name="rows")
    tf.random_normal([rows, 2], name="dynamic")
    tf.global_variables_initializer()


RUNS = []

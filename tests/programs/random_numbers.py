"""Random numbers by seed, of the graph and of operations, in one run after another."""


def build(tf):
    tf.set_random_seed(42)
    tf.random_uniform([3, 3], name="uniform")
    tf.random_uniform([7], -5, 1000003, dtype=tf.int64, name="whole")
    tf.random_normal([5], seed=1, name="normal")
    tf.random_normal([3], seed=1, dtype=tf.float64, name="wide")
    tf.truncated_normal([41], stddev=0.1, name="truncated")
    tf.random_shuffle(tf.range(10), name="shuffled")
    tf.multinomial([[1.0, 2.0, 3.0], [0.0, 0.0, 9.0]], 5, name="classes")
    tf.nn.dropout(tf.ones([4, 4]), rate=0.5, name="dropped")
    tf.get_variable("w", [3, 4], initializer=tf.glorot_uniform_initializer())


NAMES = "uniform whole normal wide truncated shuffled classes/Multinomial dropped/mul_1"
FETCHES = [f"{name}:0" for name in NAMES.split()]
RUNS = [(["w/Assign"], {}), (["w:0", *FETCHES], {}), (FETCHES, {})]

"""tf.random.experimental.Generator: TensorFlow 1.15's numbers, from a state that is a variable."""

import numpy as np
import pytest

import graphlab as tf

Generator = tf.random.experimental.Generator


@pytest.fixture
def session():
    with tf.Session() as session:
        yield session


def test_numbers_are_tensorflows(session):
    generator = Generator.from_seed(1234)
    session.run(generator.state.initializer)
    for drawn, expected, state in (
        (generator.normal([3]), [0.9356608986854553, 1.0854305028915405, -0.937883734703064], 2002),
        (
            generator.normal([3], dtype=tf.float64),
            [-1.1295407268330722, -0.4095742070555405, 0.35316881728487387],
            2770,
        ),
        (
            generator.normal([6], 2.0, 3.0),
            [0.810575246, 4.51086998, 1.071591615, 5.36199379, 5.025578022, 1.694426298],
            4306,
        ),
        (generator.uniform([3]), [0.24654161930084229, 0.5459600687026978, 0.03914618492126465], 5074),
        (
            generator.uniform([3], -1, 1, dtype=tf.float64),
            [-0.32843343273566106, 0.9450758591351063, -0.8318903556270465],
            5842,
        ),
        (generator.uniform([2], dtype=tf.float16), [0.9423828125, 0.642578125], 6354),
        (generator.uniform([5], 3, 9, dtype=tf.int32), [6, 8, 6, 4, 5], 7634),
        (generator.uniform([3], 3, 9, dtype=tf.int64), [5, 6, 6], 8402),
        (
            generator.uniform_full_int([3]),
            np.array([8363916670826393767, 14775168358813981785, 14518068187955688050], np.uint64),
            9170,
        ),
        (generator.uniform_full_int([3], tf.int32), [1673376335, -1871147689, 1817493741], 9938),
        (generator.uniform_full_int([3], tf.uint32), [1167705676, 2531052948, 3394053155], 10706),
        (
            generator.uniform_full_int([3], tf.int64),
            [-495280441907438499, 4441442733924151072, 4031996631193890710],
            11474,
        ),
        (generator.truncated_normal([3]), [0.4456421136856079, 0.050173070281744, 1.557004690170288], 12242),
        (
            generator.truncated_normal([3], dtype=tf.float64),
            [0.3638887072064224, 1.3186875160295912, 0.04769097458443026],
            13010,
        ),
        (generator.uniform([]), 0.7182451486587524, 13266),
    ):
        value = session.run(drawn)
        if value.dtype.kind in "iu":
            assert np.array_equal(value, expected)
        else:
            np.testing.assert_allclose(value, expected, rtol=2e-7)
        assert session.run(generator.state).tolist() == [state, 0, 0]


@pytest.mark.parametrize(
    ("shape", "counts", "probs", "expected"),
    [
        ([3, 4], [10.0, 20.0, 1e6], [0.1, 0.7, 0.3], [2, 0, 0, 2, 13, 17, 16, 12, 299888, 300006, 299458, 299504]),
        ([3, 4], [20.0], 0.3, [6, 8, 2, 2, 5, 8, 5, 8, 6, 4, 5, 4]),  # by distances
        ([12], 100.0, [0.101], [10, 13, 8, 15, 8, 18, 9, 6, 6, 10, 10, 15]),  # by rejection
        ([12], [100.0], 0.91, [89, 92, 96, 92, 91, 88, 92, 92, 98, 87, 89, 94]),
        ([2, 2], [7.0, 5.0], [1.0, 1.5], [7, 7, 5, 5]),
        ([2, 2], [-1.0, 5.0], [0.5, 0.0], [0, 0, 0, 0]),
        ([2, 0], [1.0, 2.0], [0.5, 0.5], []),
    ],
)
def test_successes_are_tensorflows_the_same_in_each_run(session, shape, counts, probs, expected):
    generator = Generator.from_seed(1234)
    session.run(generator.state.initializer)
    drawn = generator.binomial(shape, counts, probs)
    assert drawn.dtype == tf.int32 and drawn.shape == shape
    for _ in range(2):
        assert session.run(drawn).reshape(-1).tolist() == expected
    assert session.run(generator.state).tolist() == [1234, 0, 0]


def test_successes_that_nothing_is_known_of_are_nan(session):
    generator = Generator.from_seed(1)
    session.run(generator.state.initializer)
    found = generator.binomial([4], [np.nan, 3.0, np.inf, 1.0], [0.5, np.nan, 0.5, 1.0], tf.float32)
    np.testing.assert_array_equal(session.run(found), [np.nan, np.nan, np.inf, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"counts should have length 1 or shape\[0\], got shape"):
        session.run(generator.binomial([3], [1.0, 2.0], 0.5))


def test_counter_carries_into_its_upper_half(session):
    generator = Generator.from_state([-256, 7, 5], 1)
    session.run(generator.state.initializer)
    generator.skip(2)
    session.run(tf.get_default_graph().get_operations()[-1])
    assert session.run(generator.state).tolist() == [256, 8, 5]


def test_generators_are_made_of_seeds_keys_and_each_other(session):
    assert tf.random.experimental.create_rng_state(2**70 + 5, 1).tolist() == [5, 64, 0]
    assert tf.random.experimental.create_rng_state([1, 2], 1).tolist() == [0, 1, 2]
    keyed = Generator.from_key_counter(3, [1, 2], 1)
    session.run(keyed.state.initializer)
    np.testing.assert_allclose(session.run(keyed.uniform([2])), [0.45901167, 0.53342485])
    copy = Generator(copy_from=keyed)
    session.run(copy.state.initializer)
    assert session.run([copy.state, copy.key])[0].tolist() == session.run(keyed.state).tolist() == [513, 2, 3]


def test_a_run_that_fails_advances_no_state(session):
    generator = Generator.from_seed(1)
    session.run(generator.state.initializer)
    low = tf.placeholder(tf.int32, [])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Need minval < maxval"):
        session.run(generator.uniform([2], low, 3, tf.int32), {low: 5})
    assert session.run(generator.state).tolist() == [1, 0, 0]


def test_threefry_is_refused_as_on_tensorflows_cpus(session):
    generator = Generator.from_seed(1, alg=2)
    session.run(generator.state.initializer)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unsupported algorithm id: 2"):
        session.run(generator.normal([2]))
